from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from drafting.desk.house import export_house


class Command(BaseCommand):
    help = "Export the house: profile, settings, facts, policies, knowledge, templates."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folder", type=Path)

    def handle(self, *args: Any, folder: Path, **options: Any) -> None:
        try:
            written = export_house(folder=folder)
        except OSError as error:
            raise CommandError(f"{folder} cannot be written: {error}") from error
        self.stdout.write(f"{written} written to {folder}.")
