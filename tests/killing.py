"""The desk as a process of its own that is killed (SIGKILL) where a test says, and started again.

Each call is answered over HTTP by a fresh process, forked from the test's: it shares its database
and settings, and nothing else.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterable, Mapping
from contextlib import nullcontext
from datetime import timedelta
from itertools import count
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, make_server

import httpx
import time_machine
from django.core.wsgi import get_wsgi_application
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.utils import timezone

Call = tuple[str, str, Any]  # method, path under /api/v1/, body
Place = tuple[str, int]  # ("before" or "after" a commit, its number), or ("answer", 0)
ANSWER: Place = ("answer", 0)
_FORK = multiprocessing.get_context("fork")


class _Quiet(WSGIRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        pass


class Desk:
    """``call`` gives the answer, or None where the process was killed before it could answer.
    ``headers`` say who calls."""

    def __init__(self, headers: Mapping[str, str]) -> None:
        self._application = get_wsgi_application()
        self._place: Place | None = None
        self._server = make_server("127.0.0.1", 0, self._answer, handler_class=_Quiet)
        self._client = httpx.Client(headers={**headers, "Host": "testserver"}, timeout=60)

    def close(self) -> None:
        self._server.server_close()
        self._client.close()

    def call(
        self,
        method: str,
        path: str,
        body: Any,
        *,
        kill_at: Place | None = None,
        key: str = "",
        seconds_later: int = 0,
    ) -> httpx.Response | None:
        connections.close_all()
        self._place = kill_at
        process = _FORK.Process(target=self._serve_one, args=(seconds_later,))
        process.start()
        headers = {"Connection": "close"} | ({"Idempotency-Key": key} if key else {})
        url = f"http://127.0.0.1:{self._server.server_port}/api/v1/{path}"
        try:
            return self._client.request(method, url, json=body, headers=headers)
        except httpx.TransportError:
            process.join(timeout=60)
            assert process.exitcode == -signal.SIGKILL
            return None
        finally:
            process.join(timeout=60)

    def _serve_one(self, seconds_later: int) -> None:
        then = timezone.now() + timedelta(seconds=seconds_later)
        with time_machine.travel(then) if seconds_later else nullcontext():
            _count_commits(self._place)
            self._server.handle_request()
        os._exit(0)

    def _answer(self, environ: Any, start_response: Callable[..., Any]) -> Iterable[bytes]:
        answer: Iterable[bytes] = self._application(environ, start_response)
        if self._place == ANSWER:
            _die()
        return answer


def killed_everywhere(
    desk: Desk,
    prepare: Callable[[int], Call],
    again: Callable[[Call, str], Any],
    *,
    counts: Callable[[], dict[str, int]],
    has_key: bool,
) -> list[Place]:
    """Makes the call ready and kills it at each place in turn, until none is left; ``again``
    repeats it, with the key of the first where it ``has_key``. What both left is compared with
    what one whole call leaves."""
    call = prepare(1)
    before = counts()
    whole = desk.call(*call)
    assert whole is not None and whole.is_success, whole and whole.content
    expected = difference(before, counts())
    places = ((when, at) for at in count(1) for when in ("before", "after"))
    place, reached = next(places), list[Place]()
    for number in count(3):
        call, key = prepare(number), f"key-{number}" if has_key else ""
        before = counts()
        if desk.call(*call, kill_at=place, key=key) is None:
            reached.append(place)
            again(call, key)
            assert (found := difference(before, counts())) == expected, (place, found, expected)
        if place == ANSWER:
            break
        place = next(places) if place in reached else ANSWER  # it has no more commits
    return reached


def difference(before: dict[str, int], now: dict[str, int]) -> dict[str, int]:
    return {name: now[name] - before[name] for name in now if now[name] != before[name]}


def _count_commits(place: Place | None) -> None:
    commit, numbers = BaseDatabaseWrapper._commit, count(1)

    def counted(connection: BaseDatabaseWrapper) -> None:
        number = next(numbers)
        if place == ("before", number):
            _die()
        commit(connection)
        if place == ("after", number):
            _die()

    BaseDatabaseWrapper._commit = counted  # type: ignore[method-assign]


def _die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)
