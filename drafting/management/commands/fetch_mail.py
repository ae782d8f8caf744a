from collections import Counter
from contextlib import ExitStack, suppress
from threading import Event
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from imap_tools import BaseMailBox

from drafting.mail.fetching import MAILBOX_ERRORS, fetch_pass, open_mailbox, wait_for_mail
from drafting.mail.mailbox_report import describe_mailbox
from drafting.management import watching

WATCH_SECONDS = 30


class Command(watching.WatchCommand):
    help = "Fetch mail over IMAP (DESK_IMAP_URL): the inbox and the Sent folder."

    def handle(self, *args: Any, watch: bool, **options: Any) -> None:
        if settings.DESK_IMAP_SERVER is None:
            raise CommandError(
                "DESK_IMAP_URL is not set; write it as imaps://user:password@mail.example.com"
            )
        if watch:  # pass after pass; a lost connection is made anew
            self._mailbox: BaseMailBox | None = None
            self._connection = ExitStack()
            self.watch(self._pass)
            self._disconnect()
            return
        self.stdout.write(describe_mailbox())
        try:
            with open_mailbox() as mailbox:
                self._print(fetch_pass(mailbox))
        except MAILBOX_ERRORS as error:
            raise CommandError(watching.said_of(error)) from error

    def _pass(self, asked: Event) -> None:
        try:
            if self._mailbox is None:
                self.stdout.write(describe_mailbox())
                self._mailbox = self._connection.enter_context(open_mailbox())
            counts = fetch_pass(self._mailbox)
            if counts["new"] or counts["refused"]:
                self._print(counts)
            self._wait(self._mailbox, asked)
        except MAILBOX_ERRORS:
            self._disconnect()
            raise

    def _wait(self, mailbox: BaseMailBox, asked: Event) -> None:
        if "IDLE" not in mailbox.client.capabilities:
            asked.wait(WATCH_SECONDS)
            return
        # In short waits, so that a request to stop is heard.
        for _ in range(WATCH_SECONDS):
            if asked.is_set() or wait_for_mail(mailbox, seconds=1):
                return

    def _disconnect(self) -> None:
        """Say goodbye, which a server that is away does not hear."""
        self._mailbox = None
        with suppress(*MAILBOX_ERRORS):
            self._connection.close()

    def _print(self, counts: Counter[str]) -> None:
        self.stdout.write(
            f"New: {counts['new']}. Already there: {counts['known']}. Refused: {counts['refused']}."
        )
        self.stdout.flush()
