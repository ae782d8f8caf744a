"""Prints what happened since a time, and what a person should look at."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from drafting.desk.summary import as_lines, session_summary


class Command(BaseCommand):
    help = "Print the session summary."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--since", help="A time such as 2026-05-01T09:00:00Z; default: ever.")

    def handle(self, *args: Any, since: str | None, **options: Any) -> None:
        summary = session_summary(since=_parsed(since), now=timezone.now())
        self.stdout.write("\n".join(as_lines(summary)))


def _parsed(text: str | None) -> datetime | None:
    if not text:
        return None
    try:
        since = parse_datetime(text)
    except ValueError:
        since = None
    if since is None:
        raise CommandError(f"'{text}' is no time; give one such as 2026-05-01T09:00:00Z.")
    return since if timezone.is_aware(since) else timezone.make_aware(since)
