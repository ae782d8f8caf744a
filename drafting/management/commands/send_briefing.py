from datetime import date
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from config.errors import DomainError
from drafting.desk.briefing import briefing_text, send_briefing
from drafting.mail.mailbox_report import describe_mailbox


class Command(BaseCommand):
    help = "Queue the briefing of a day for the reviewers (DESK_REVIEWERS); send_mail delivers it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--date", type=date.fromisoformat, help="As 2026-05-01; default: today")
        parser.add_argument("--dry-run", action="store_true", help="Print it, send nothing.")

    def handle(self, *args: Any, dry_run: bool, date: date | None = None, **options: Any) -> None:
        self.stdout.write(describe_mailbox())
        now, day = timezone.now(), date or timezone.localdate()
        if dry_run:
            self.stdout.write(briefing_text(day=day, now=now))
            return
        try:
            mail = send_briefing(day=day, now=now)
        except DomainError as error:
            if error.code == "already_decided":  # a second run on the same day is no fault
                self.stdout.write(error.detail)
                return
            raise CommandError(error.detail) from None
        self.stdout.write(f"Queued for {', '.join(mail.recipients)}: {mail.subject}")
