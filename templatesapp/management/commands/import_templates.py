from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from config.errors import DomainError
from templatesapp.exchange import TEMPLATES, RowChange, import_templates, parse_templates

SHOWN_CHARACTERS = 60


class Command(BaseCommand):
    help = "Import templates from JSON; --dry-run shows what would change."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--dry-run", action="store_true")

    def handle(self, *args: Any, file: Path, dry_run: bool, **options: Any) -> None:
        try:
            rows = parse_templates(file.read_bytes().decode("utf-8-sig"))
            reason = f"import of {file.name}"
            changes = (
                TEMPLATES.try_out(rows)
                if dry_run
                else import_templates(rows=rows, by=None, reason=reason)
            )
        except (OSError, UnicodeDecodeError) as error:
            raise CommandError(f"{file} cannot be read: {error}") from error
        except DomainError as error:
            raise CommandError(error.in_full) from error
        for change in changes:
            self._print_change(change)
        counts = Counter(change.action for change in changes)
        verb = "would be" if dry_run else "were"
        self.stdout.write(
            f"{counts['create']} {verb} created, {counts['revise']} {verb} revised, "
            f"{counts['same']} stay the same."
        )

    def _print_change(self, change: RowChange) -> None:
        if change.action == "same":
            return
        self.stdout.write(f"{change.action} {change.name}")
        for name in change.before:
            before, after = (_shown(side[name]) for side in (change.before, change.after))
            self.stdout.write(f"  {name}: {before} → {after}")


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= SHOWN_CHARACTERS else f"{text[:SHOWN_CHARACTERS]}… ({len(text)})"
