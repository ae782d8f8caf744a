from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone

from drafting.runs.retention import purge_runs


class Command(BaseCommand):
    help = "Delete ended runs (DRAFT_PIPELINE_RUN_RETENTION_DAYS) and memory that has run out."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--dry-run", action="store_true")

    def handle(self, *args: Any, dry_run: bool, **options: Any) -> None:
        purged = purge_runs(now=timezone.now(), is_dry_run=dry_run)
        verb = "would be" if dry_run else "were"
        self.stdout.write(
            f"{purged.runs} runs that ended more than {purged.days} days ago {verb} deleted with "
            f"{purged.artifacts} steps, and {purged.memory} memory entries that had run out."
        )
