"""A whole desk at work in processes of its own, which can be killed, starved and set to a wrong
clock: two web, two senders, three agents, two fetchers, one person. Forked from the test's process,
they share its database and settings, and nothing else."""

from __future__ import annotations

import faulthandler
import logging
import multiprocessing
import os
import resource
import signal
import sys
import threading
import time
from collections.abc import Callable
from contextlib import nullcontext, suppress
from dataclasses import dataclass
from datetime import timedelta
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

import httpx
import time_machine
from django.contrib.auth.models import User
from django.core.handlers.wsgi import WSGIHandler
from django.core.management import call_command
from django.db import InterfaceError, OperationalError, connections
from django.utils import timezone
from gunicorn.app.base import BaseApplication  # type: ignore[import-untyped]

from config.errors import DomainError
from drafting.instruments.agent import AgentError, DeskClient, work_once
from drafting.instruments.scripted_stages import Playbook
from drafting.mail.choices import MailState, ThreadStatus
from drafting.mail.models import Message, Thread
from drafting.mail.selectors import IS_UNANSWERED
from drafting.mail.work_models import Batch, OutgoingMail
from drafting.management import watching
from drafting.management.commands import fetch_mail, send_mail
from drafting.management.commands.run_agent import PLAYBOOK
from drafting.outbox.releases import release_reply, send_again
from drafting.outbox.staff_actions import Seen, write_reply
from tests.drafting.mail.servers import end_with_parent, free_port

AWAY = (OperationalError, InterfaceError)
_FORK = multiprocessing.get_context("fork")
PATIENCE_SECONDS = 180
MIN_HELD_SECONDS, MAX_HELD_SECONDS = 5.0, 30.0
PEOPLE = ("fetch", "fetch", "send", "send", "agent", "agent", "agent", "person")


class _Web(BaseApplication):  # type: ignore[misc]
    """gunicorn with two processes; the third, which starts them, takes no calls."""

    def __init__(self, port: int, hours: int) -> None:
        self._port, self._hours = port, hours
        super().__init__()

    def load_config(self) -> None:
        values = {
            "bind": f"127.0.0.1:{self._port}", "workers": 2, "threads": 8, "reuse_port": False,
            "preload_app": True, "loglevel": "warning", "post_fork": self._set_clock,
            "graceful_timeout": 1, "control_socket_disable": True,
        }  # fmt: skip
        for name, value in values.items():
            if name in self.cfg.settings:
                self.cfg.set(name, value)

    def load(self) -> Any:
        return WSGIHandler()

    def _set_clock(self, arbiter: Any, worker: Any) -> None:
        faulthandler.register(signal.SIGUSR1, file=2, all_threads=True)
        if self._hours:
            _clock(self._hours).__enter__()


def _clock(hours: int) -> Any:
    then = timezone.now() + timedelta(hours=hours)
    return time_machine.travel(then) if hours else nullcontext()


@dataclass
class Place:
    """One process of the desk and what it is there for."""

    role: str
    number: int
    process: BaseProcess | None = None

    def pids(self) -> list[int]:
        """Those that do the work: of gunicorn the two that it has started."""
        if self.process is None or self.process.pid is None or not self.process.is_alive():
            return []
        if self.role != "web":
            return [self.process.pid]
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        with suppress(OSError):
            return [int(pid) for pid in children.read_text().split()]
        return []


class House:
    """``secrets``: the agents' keys. What the processes say goes to ``said``: a pipe, since a
    full disk takes no log."""

    def __init__(self, folder: Path, secrets: list[str]) -> None:
        self.secrets = secrets
        self.port = free_port()
        self.failpoints = folder / "failpoints"
        self.failpoints.mkdir()
        self.places = [Place("web", 0)]
        self.places += [Place(role, number) for number, role in enumerate(PEOPLE)]
        self.said: list[str] = []
        # After which an hour of the desk has passed: claims and sendings of the dead run out.
        self.held_seconds = MIN_HELD_SECONDS
        self._held: dict[tuple[str, int, int], float] = {}
        self._limits = resource.getrlimit(resource.RLIMIT_FSIZE)
        reads, self._writes = os.pipe()
        threading.Thread(target=self._listen, args=(reads,), daemon=True).start()

    def _listen(self, reads: int) -> None:
        with os.fdopen(reads, errors="replace") as lines:
            self.said += iter(lines)

    # --- starting and ending -----------------------------------------------------------------------

    def start(self, place: Place, *, hours: int = 0) -> None:
        connections.close_all()
        place.process = _FORK.Process(target=self._live, args=(place, hours))
        place.process.start()

    def start_all(self) -> None:
        """Whoever is dead is started again, as an operator's supervisor does."""
        for place in self.places:
            if place.process is None or not place.process.is_alive():
                self.start(place)

    def kill(self, place: Place, *, at: int | None = None) -> None:
        """The place's process; ``at``: that one of its pids, and the others live on."""
        pids = place.pids() if at is None else place.pids()[at : at + 1]
        assert place.process is not None
        if at is None and place.process.pid:
            pids = [place.process.pid, *pids]
        for pid in pids:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        if at is None or place.role != "web":
            place.process.join(PATIENCE_SECONDS)

    def kill_all(self) -> None:
        for place in self.places:
            if place.process is not None:
                self.kill(place)

    def fill_disk(self, is_full: bool) -> None:
        """No process may let a file grow."""
        soft = 0 if is_full else self._limits[0]
        for place in self.places:
            for pid in {*place.pids(), *([place.process.pid] if place.process else [])}:
                with suppress(ProcessLookupError):
                    resource.prlimit(pid or 0, resource.RLIMIT_FSIZE, (soft, self._limits[1]))

    def arm(self, failpoint: str) -> Path:
        file = self.failpoints / failpoint
        file.touch()
        return file

    def _live(self, place: Place, hours: int) -> None:
        end_with_parent(signal.SIGKILL)
        for descriptor in (1, 2):
            os.dup2(self._writes, descriptor)
        sys.stdout = sys.stderr = os.fdopen(2, "w", buffering=1)  # not pytest's files
        for handler in logging.getLogger().handlers:
            if isinstance(handler, logging.StreamHandler):
                handler.setStream(sys.stderr)
        os.environ["DESK_FAILPOINTS"] = str(self.failpoints)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        faulthandler.register(signal.SIGUSR1, file=2, all_threads=True)
        if place.role == "web":
            _Web(self.port, hours).run()
        else:
            with _clock(hours):
                getattr(self, f"_{place.role}")(place.number)
        os._exit(0)

    # --- who does what -----------------------------------------------------------------------------

    def _fetch(self, number: int) -> None:
        watching.FIRST_PAUSE_SECONDS, watching.MAX_PAUSE_SECONDS = 0.2, 0.5
        fetch_mail.WATCH_SECONDS = 2
        call_command("fetch_mail", watch=True)

    def _send(self, number: int) -> None:
        watching.FIRST_PAUSE_SECONDS, watching.MAX_PAUSE_SECONDS = 0.2, 0.5
        send_mail.WATCH_SECONDS = 0.1
        call_command("send_mail", watch=True)

    def _agent(self, number: int) -> None:
        playbook = Playbook.read(PLAYBOOK)
        secret = self.secrets[number % len(self.secrets)]
        with DeskClient(f"http://127.0.0.1:{self.port}", secret) as client:
            while True:
                with suppress(AgentError, httpx.TransportError):
                    list(work_once(client, playbook))
                time.sleep(0.2)

    def _person(self, number: int) -> None:
        while True:
            try:
                decide_all()
            except AWAY:
                connections.close_all()
            time.sleep(0.2)

    # --- time --------------------------------------------------------------------------------------

    def let_time_pass(self) -> None:
        """What waits may go on at once; what one process has held for long is held no more."""
        now, clock = timezone.now(), time.monotonic()
        OutgoingMail.objects.filter(state=MailState.QUEUED, not_before__gt=now).update(
            not_before=now - timedelta(hours=2)
        )
        claims = Thread.objects.filter(claim_expires_at__isnull=False).exclude(claim_secret="")
        sendings = OutgoingMail.objects.filter(state=MailState.SENDING)
        held = {("claim", *row) for row in claims.values_list("pk", "claim_number")}
        held |= {("mail", *row) for row in sendings.values_list("pk", "attempts")}
        self._held = {each: self._held.get(each, clock) for each in held}
        for kind, pk, _ in [
            each for each, since in self._held.items() if clock - since > self.held_seconds
        ]:
            if kind == "claim":
                claims.filter(pk=pk).update(claim_expires_at=now - timedelta(hours=2))
            else:
                sendings.filter(pk=pk).update(sending_since=now - timedelta(hours=2))

    def until(self, holds: Callable[[], object], what: str) -> None:
        deadline = time.monotonic() + PATIENCE_SECONDS
        while True:
            self.start_all()
            try:
                self.let_time_pass()
                if holds():
                    return
            except AWAY:
                connections.close_all()
            if time.monotonic() > deadline:
                raise AssertionError(f"It never came: {what}.\n{self._where_all_are()}")
            time.sleep(0.1)

    def _where_all_are(self) -> str:
        """The last words of all, and where each of them is in its code."""
        for place in self.places:
            for pid in place.pids():
                os.kill(pid, signal.SIGUSR1)
        time.sleep(1)
        lives = [(place.role, place.number, place.pids()) for place in self.places]
        states = [
            list(model._default_manager.values_list("state", flat=True))
            for model in (OutgoingMail, Batch)
        ]
        return f"{lives}\n{states}\n{''.join(self.said[-400:])}"


def decide_all() -> None:
    """What a member of staff does all day."""
    person = User.objects.get(username="releaser")
    for mail in OutgoingMail.objects.filter(state=MailState.AWAITING_RELEASE):
        try:
            release_reply(mail_id=mail.pk, by=person)
        except DomainError as error:
            if error.code not in ("already_decided", "already_answered", "newer_inbound"):
                _answer_themselves(mail.thread_id, person)
    for mail in OutgoingMail.objects.filter(state=MailState.FAILED):
        with suppress(DomainError):
            send_again(mail_id=mail.pk, by=person)
    handed_over = Message.objects.filter(
        IS_UNANSWERED, thread__status=ThreadStatus.WAITING_FOR_PERSON
    ).exclude(thread__outgoing_mails__state=MailState.AWAITING_RELEASE)
    for thread_id in set(handed_over.values_list("thread_id", flat=True)):
        _answer_themselves(thread_id, person)


def _answer_themselves(thread_id: int, person: User) -> None:
    """To what they see unanswered, as on a conversation's page; what came since refuses it."""
    mails = Message.objects.filter(thread=thread_id)
    seen = Seen(newest_id=mails.latest("pk").pk)
    if mails.filter(IS_UNANSWERED).exists():
        with suppress(DomainError):
            write_reply(
                thread_id=thread_id, body_text="We shall look into it.", by=person, seen=seen
            )
