from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from drafting.desk.backup import BACKUP_ERRORS, make_backup


class Command(BaseCommand):
    help = "Write the whole desk to FILE while it works. Keep the secret key apart from it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        try:
            manifest = make_backup(target=file, now=timezone.now())
        except BACKUP_ERRORS as error:
            raise CommandError(f"No backup was made: {error}") from error
        rows = sum(manifest.rows.values())
        self.stdout.write(f"{file}: {len(manifest.rows)} tables, {rows} rows, verified.")
