"""Keeps a ``--watch`` command going while database, mail server or name service is away."""

import signal
import threading
from collections.abc import Callable
from threading import Event

from django.core.management.base import BaseCommand, CommandParser
from django.db import InterfaceError, OperationalError, close_old_connections

from drafting.mail.fetching import MAILBOX_ERRORS
from drafting.mail.sign_in import SignInNeededError

DATABASE_ERRORS = (OperationalError, InterfaceError)
FIRST_PAUSE_SECONDS, MAX_PAUSE_SECONDS = 1.0, 300.0
MAX_SAID_CHARACTERS = 200
SIGN_IN_PAUSE_SECONDS = 15.0  # what is asked meanwhile is our own database


class WatchCommand(BaseCommand):
    """One pass, or with ``--watch`` again and again until stopped."""

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--watch", action="store_true", help="Go on until stopped.")

    def watch(self, step: Callable[[Event], None]) -> None:
        """SIGTERM and SIGINT only ask, by the event: the work at hand is finished first."""
        asked, before = Event(), {}
        if threading.current_thread() is threading.main_thread():
            for number in (signal.SIGTERM, signal.SIGINT):
                before[number] = signal.signal(number, lambda *_: asked.set())
        try:
            watch(asked, lambda: step(asked), say=self._say)
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def _say(self, line: str) -> None:
        self.stderr.write(line)
        self.stderr.flush()


def watch(asked: Event, step: Callable[[], None], *, say: Callable[[str], object]) -> None:
    """Take ``step`` again and again until somebody asks to stop.

    What is away is told in one line each time; the pauses grow, and begin anew after a step that
    came to its end.
    """
    pause, is_sign_in_told = FIRST_PAUSE_SECONDS, False
    while not asked.is_set():
        try:
            close_old_connections()
            step()
            pause, is_sign_in_told = FIRST_PAUSE_SECONDS, False
        except SignInNeededError as error:
            if not is_sign_in_told:
                say(f"{error} Mail waits until then.")
            is_sign_in_told = True
            asked.wait(SIGN_IN_PAUSE_SECONDS)
        except (*DATABASE_ERRORS, *MAILBOX_ERRORS) as error:
            say(f"{said_of(error)} Next try in {pause:.0f} s.")
            asked.wait(pause)
            pause = min(2 * pause, MAX_PAUSE_SECONDS)


def said_of(error: Exception) -> str:
    """One line for people: who did not answer, and the first line of what was said."""
    if isinstance(error, SignInNeededError):
        return str(error)
    who = "database" if isinstance(error, DATABASE_ERRORS) else "mail server"
    said = next(iter(str(error).strip().splitlines()), type(error).__name__)
    return f"The {who} did not answer: {said[:MAX_SAID_CHARACTERS]}."
