from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone

from drafting.desk.erasure import apply_retention


class Command(BaseCommand):
    help = "Apply retention to events, proposals, drafts, and the answers kept of calls."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--dry-run", action="store_true")

    def handle(self, *args: Any, dry_run: bool, **options: Any) -> None:
        done = apply_retention(now=timezone.now(), is_dry_run=dry_run)
        told = ", ".join(f"{count} {what}" for what, count in done.items())
        self.stdout.write(f"{'There would be' if dry_run else 'There were'} {told}.")
