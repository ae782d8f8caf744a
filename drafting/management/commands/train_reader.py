import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from drafting.instruments.labelled import learned_rows
from templatesapp.text.reader.heads import ARRAYS, packed_heads


class Command(BaseCommand):
    help = "Train the reader's arrays on labelled mail, threats and pairs (JSON lines)."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", nargs="+", type=Path)
        parser.add_argument("--out", type=Path, default=ARRAYS)
        parser.add_argument(
            "--topics",
            action="store_true",
            help="Train what questions are about; all else reads by it and is trained afterwards.",
        )
        parser.add_argument(
            "--figures", type=Path, help="Keep the left-out figures here (JSON), for evaluate."
        )

    def handle(
        self,
        *args: Any,
        files: Sequence[Path],
        out: Path,
        topics: bool,
        figures: Path | None,
        **options: Any,
    ) -> None:
        try:
            from drafting.instruments.reader_heads import train_heads, train_topic_heads
        except ImportError as error:
            raise CommandError(f"Training needs the development packages: {error}") from error
        try:
            rows = learned_rows(files)
            heads, found = (train_topic_heads(rows), {}) if topics else train_heads(rows)
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise CommandError(f"The labels cannot be read: {error!r}") from error
        out.write_bytes(packed_heads(heads))
        for name, value in found.items():
            self.stdout.write(f"left out, {name:60} {value:.4g}")
        if figures is not None:
            rounded = {name: float(f"{value:.4g}") for name, value in found.items()}
            figures.write_text(f"{json.dumps(rounded, indent=2)}\n", encoding="utf-8")
        self.stdout.write(f"Written to {out}: {out.stat().st_size / 1e6:.2f} MB.")
