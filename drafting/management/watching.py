"""Commands that go on whatever goes away meanwhile: database, mail server, name service."""

from __future__ import annotations

import imaplib
import signal
import threading
from collections.abc import Callable
from types import FrameType, TracebackType
from typing import Any, Self

from django.core.management.base import BaseCommand, CommandParser
from django.db import InterfaceError, OperationalError, close_old_connections
from imap_tools import ImapToolsError

from drafting.mail.sign_in import SignInNeededError

DATABASE_ERRORS = (OperationalError, InterfaceError)
MAILBOX_ERRORS = (OSError, imaplib.IMAP4.error, ImapToolsError)
FIRST_PAUSE_SECONDS, MAX_PAUSE_SECONDS = 1.0, 300.0
MAX_SAID_CHARACTERS = 200
SIGN_IN_PAUSE_SECONDS = 15.0  # what is asked meanwhile is our own database


class Stopping:
    """Within it SIGTERM and SIGINT only ask: the work at hand is finished first."""

    def __init__(self) -> None:
        self._asked = threading.Event()
        self._before: dict[int, Any] = {}

    def __enter__(self) -> Self:
        if threading.current_thread() is threading.main_thread():
            for number in (signal.SIGTERM, signal.SIGINT):
                self._before[number] = signal.signal(number, self._ask)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)

    @property
    def is_asked(self) -> bool:
        return self._asked.is_set()

    def wait(self, seconds: float) -> None:
        self._asked.wait(seconds)

    def _ask(self, number: int, frame: FrameType | None) -> None:
        self._asked.set()


class WatchCommand(BaseCommand):
    """One pass, or with ``--watch`` again and again until stopped."""

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--watch", action="store_true", help="Go on until stopped.")

    def watch(self, step: Callable[[Stopping], None]) -> None:
        with Stopping() as stopping:
            watch(stopping, lambda: step(stopping), say=self._say)

    def _say(self, line: str) -> None:
        self.stderr.write(line)
        self.stderr.flush()


def watch(stopping: Stopping, step: Callable[[], None], *, say: Callable[[str], object]) -> None:
    """Take ``step`` again and again until somebody asks to stop.

    What is away is told in one line each time; the pauses grow, and begin anew after a step that
    came to its end.
    """
    pause, is_sign_in_told = FIRST_PAUSE_SECONDS, False
    while not stopping.is_asked:
        try:
            close_old_connections()
            step()
            pause, is_sign_in_told = FIRST_PAUSE_SECONDS, False
        except SignInNeededError as error:
            if not is_sign_in_told:
                say(f"{error} Mail waits until then.")
            is_sign_in_told = True
            stopping.wait(SIGN_IN_PAUSE_SECONDS)
        except (*DATABASE_ERRORS, *MAILBOX_ERRORS) as error:
            say(f"{said_of(error)} Next try in {pause:.0f} s.")
            stopping.wait(pause)
            pause = min(2 * pause, MAX_PAUSE_SECONDS)


def said_of(error: Exception) -> str:
    """One line for people: who did not answer, and the first line of what was said."""
    if isinstance(error, SignInNeededError):
        return str(error)
    who = "database" if isinstance(error, DATABASE_ERRORS) else "mail server"
    said = next(iter(str(error).strip().splitlines()), type(error).__name__)
    return f"The {who} did not answer: {said[:MAX_SAID_CHARACTERS]}."
