"""The scripted agent's line to the desk under test: every call kept, and cut where a test wants."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import httpx
from django.test import Client

from drafting.instruments.agent import DeskClient, Worked, work_once
from drafting.instruments.scripted_stages import Playbook
from drafting.management.commands.run_agent import PLAYBOOK
from tests.factories import make_agent_key

SCOPES = ["work", "draft", "messages", "runs"]
Hook = Callable[[str], None]


class Killed(BaseException):
    """The agent's process is gone: nothing of it may go on."""


class Wire(httpx.BaseTransport):
    """``after`` is called with "PUT evaluation/0" when the desk has done it and before the agent
    hears of it."""

    def __init__(self, after: Hook | None = None) -> None:
        self.after = after
        self.calls: list[str] = []
        self._desk = Client(raise_request_exception=False)

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        answer = self._desk.generic(
            request.method,
            request.url.raw_path.decode(),
            request.read(),
            request.headers.get("content-type", ""),
            headers={"authorization": request.headers["authorization"]},
        )
        response = httpx.Response(
            answer.status_code, headers=dict(answer.headers), content=answer.content
        )
        call = name_of(request)
        self.calls.append(call)
        if self.after is not None:
            self.after(call)
        return response

    @property
    def steps(self) -> Counter[str]:
        """How often each step was stored."""
        return Counter(call for call in self.calls if call.startswith("PUT "))


def name_of(request: httpx.Request) -> str:
    """ "PUT evaluation/0", "POST reply", "GET next" """
    *_, before, last = request.url.path.split("/")
    return (
        f"{request.method} {before}/{last}"
        if request.method == "PUT"
        else (f"{request.method} {last}")
    )


class Agent:
    """An agent with a key of its own. ``run`` works until nothing is left."""

    def __init__(self, scopes: list[str] | None = None, after: Hook | None = None) -> None:
        self.wire = Wire(after)
        self.key, secret = make_agent_key(scopes=scopes or SCOPES, source="sample")
        self.client = DeskClient("http://testserver", secret, self.wire)

    def run(self, playbook: Playbook | None = None) -> list[Worked]:
        return list(work_once(self.client, playbook or Playbook.read(PLAYBOOK)))
