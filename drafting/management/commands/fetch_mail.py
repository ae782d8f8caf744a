"""Reads the mailbox: ``fetch_mail`` once, ``fetch_mail --watch`` until it is stopped."""

from __future__ import annotations

import imaplib
import time
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import close_old_connections
from imap_tools import ImapToolsError

from drafting.mail.fetching import FetchCounts, can_idle, fetch_pass, open_mailbox, wait_for_mail
from drafting.mail.mailbox_report import describe_mailbox
from drafting.management.stopping import Stopping

WATCH_SECONDS = 30
MAX_PAUSE_SECONDS = 300
CONNECTION_ERRORS = (OSError, imaplib.IMAP4.error, ImapToolsError)


class Command(BaseCommand):
    help = "Fetch mail over IMAP (DESK_IMAP_URL): the inbox and the Sent folder."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--watch", action="store_true", help="Go on until stopped.")

    def handle(self, *args: Any, watch: bool, **options: Any) -> None:
        if settings.DESK_IMAP_SERVER is None:
            raise CommandError(
                "DESK_IMAP_URL is not set; write it as imaps://user:password@mail.example.com"
            )
        self.stdout.write(describe_mailbox())
        if watch:
            self._watch()
            return
        try:
            with open_mailbox() as mailbox:
                self._print(fetch_pass(mailbox))
        except CONNECTION_ERRORS as error:
            raise CommandError(f"The mailbox did not answer: {error}") from error

    def _watch(self) -> None:
        """Pass after pass; a lost connection is made anew, with longer and longer pauses."""
        pause = 1.0
        with Stopping() as stopping:
            while not stopping.is_asked:
                started = time.monotonic()
                try:
                    self._watch_connection(stopping)
                except CONNECTION_ERRORS as error:
                    self.stderr.write(f"The mailbox did not answer: {error}")
                    if time.monotonic() - started > MAX_PAUSE_SECONDS:
                        pause = 1.0
                    stopping.wait(pause)
                    pause = min(2 * pause, MAX_PAUSE_SECONDS)

    def _watch_connection(self, stopping: Stopping) -> None:
        with open_mailbox() as mailbox:
            while not stopping.is_asked:
                close_old_connections()
                counts = fetch_pass(mailbox)
                if counts.new or counts.refused:
                    self._print(counts)
                if not can_idle(mailbox):
                    stopping.wait(WATCH_SECONDS)
                    continue
                # In short waits, so that a request to stop is heard.
                for _ in range(WATCH_SECONDS):
                    if stopping.is_asked or wait_for_mail(mailbox, seconds=1):
                        break

    def _print(self, counts: FetchCounts) -> None:
        self.stdout.write(
            f"New: {counts.new}. Already there: {counts.known}. Refused: {counts.refused}."
        )
        self.stdout.flush()
