from datetime import datetime
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone

from drafting.desk.briefing import as_lines, session_summary


class Command(BaseCommand):
    help = "Print the session summary."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--since",
            type=datetime.fromisoformat,
            help="A time such as 2026-05-01T09:00:00Z; default: ever.",
        )

    def handle(self, *args: Any, since: datetime | None, **options: Any) -> None:
        if since is not None and timezone.is_naive(since):
            since = timezone.make_aware(since)
        self.stdout.write("\n".join(as_lines(session_summary(since=since, now=timezone.now()))))
