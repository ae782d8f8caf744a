from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from drafting.desk.backup import BACKUP_ERRORS, read_manifest, restore_backup


class Command(BaseCommand):
    help = "Put the desk back to what FILE holds. Stop its other processes first."
    # The database may be empty: the backup brings its own tables.
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--replace", action="store_true", help="Yes: what the desk holds now is lost."
        )

    def handle(self, *args: Any, file: Path, replace: bool, **options: Any) -> None:
        try:
            manifest = read_manifest(source=file)
            if not replace:
                raise CommandError(
                    f"A backup of {manifest.created_at}. Everything since would be lost: "
                    "say --replace, and make a backup of today before."
                )
            uncertain = restore_backup(source=file, now=timezone.now())
        except BACKUP_ERRORS as error:
            raise CommandError(f"Not restored: {error}") from error
        self.stdout.write(
            f"Restored as of {manifest.created_at}. Sending is paused until fetch_mail has read "
            f"the Sent folder, or resume_sending; {uncertain} replies may have been sent. Keys "
            "revoked and rights taken since are there again: look through them."
        )
