import json
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser

from drafting.instruments.bench import bench_interpret, bench_ranking
from drafting.instruments.bench_import import IMPORT_SIZES, bench_import
from drafting.instruments.bench_served import bench_served

MAILS = Path(settings.BASE_DIR) / "fixtures" / "eval" / "guest_mails.jsonl"


class Command(BaseCommand):
    help = "Measure ranking against the libraries in the same run, and interpreting by length."

    def add_arguments(self, parser: CommandParser) -> None:
        sizes = " and ".join(map(str, IMPORT_SIZES))
        only_import = f"Only the import of {sizes} mails (minutes)."
        parser.add_argument("--mail", action="store_true", help=only_import)
        parser.add_argument(
            "--served",
            metavar="DATABASE_URL",
            nargs="+",
            help="Only calls and calibration, in each of these empty databases (half an hour).",
        )

    def handle(self, *args: Any, mail: bool, served: list[str] | None, **options: Any) -> None:
        found: dict[str, Any] = {}
        if mail:
            found["import"] = rows = bench_import()
            ratio = found["peak_ratio"] = round(rows[-1]["peak_mb"] / rows[0]["peak_mb"], 2)
            self._print(f"Importing mail (peak memory: ratio {ratio}), then one claim", rows)
        elif served:
            found["served"], found["calibrated"] = bench_served(served)
            self._print("Calls over gunicorn (ms)", found["served"])
            self._print("Calibration (seconds)", found["calibrated"])
        else:
            found |= {"ranking": bench_ranking(), "interpret": bench_interpret(MAILS)}
            title = "Ranking: kept index against rank-bm25 (ms; ratios of p95)"
            self._print(title, found["ranking"])
            self._print("Interpreting a mail (processor ms)", found["interpret"])
        self.stdout.write(json.dumps(found))

    def _print(self, title: str, rows: list[dict[str, Any]]) -> None:
        table = Table(title=title, title_justify="left")
        for name in rows[0]:
            table.add_column(name.replace("_", " "), justify="right")
        for row in rows:
            table.add_row(*(_shown(value) for value in row.values()))
        Console(file=cast(IO[str], self.stdout), width=TABLE_WIDTH).print(table)


def _shown(value: object) -> str:
    return f"{value:.3f}" if isinstance(value, float) else str("–" if value is None else value)
