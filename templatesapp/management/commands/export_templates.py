from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from templatesapp.exchange import export_templates


class Command(BaseCommand):
    help = "Export all templates as JSON (line ends kept)."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", nargs="?", type=Path, help="Default: standard output.")

    def handle(self, *args: Any, file: Path | None, **options: Any) -> None:
        rows = export_templates()
        text = json.dumps(rows, ensure_ascii=False, indent=2) + "\n"
        if file is None:
            self.stdout.write(text, ending="")
            return
        try:
            file.write_text(text, encoding="utf-8")
        except OSError as error:
            raise CommandError(f"{file} cannot be written: {error}") from error
        self.stdout.write(f"{len(rows)} templates written to {file}.")
