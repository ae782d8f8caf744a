from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from config.errors import DomainError
from drafting.desk.house import load_house


class Command(BaseCommand):
    help = "Load a house: profile, settings, facts, policies, knowledge, templates."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folder", type=Path)
        parser.add_argument("--dry-run", action="store_true", help="Say what it would do.")
        parser.add_argument(
            "--replace", action="store_true", help="Remove the texts of the house before."
        )

    def handle(
        self, *args: Any, folder: Path, dry_run: bool, replace: bool, **options: Any
    ) -> None:
        try:
            loaded = load_house(folder=folder, is_replacing=replace, is_dry_run=dry_run)
        except DomainError as error:
            raise CommandError(error.in_full) from error
        self.stdout.write(f"{'Would load' if dry_run else 'Loaded'} {loaded}.")
        for lack in loaded.lacks:
            self.stdout.write(self.style.WARNING(f"No letter acknowledges {lack}."))
