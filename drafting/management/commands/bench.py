import json
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser

from drafting.instruments.bench import bench_interpret, bench_ranking, bench_rebuild
from drafting.instruments.bench_import import IMPORT_SIZES, bench_import
from drafting.instruments.bench_served import bench_served
from drafting.instruments.figures import markdown

MAILS = Path(settings.BASE_DIR) / "fixtures" / "eval" / "guest_mails.jsonl"


class Command(BaseCommand):
    help = "Measure ranking against the libraries, interpreting by length, and changed texts."

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
        more: dict[str, float] = {}
        if mail:
            rows = bench_import()
            more = {"peak_ratio": round(rows[-1]["peak_mb"] / rows[0]["peak_mb"], 2)}
            title = f"Importing mail (peak memory: ratio {more['peak_ratio']}), then one claim"
            tables = {"import": (title, rows)}
        elif served:
            called, calibrated = bench_served(served)
            tables = {
                "served": ("Calls over gunicorn (ms)", called),
                "calibrated": ("Calibration (seconds)", calibrated),
            }
        else:
            ranking = "Ranking: kept index against rank-bm25 (ms; ratios of p50)"
            rebuilt = "A mail after a changed text (processor ms)"
            tables = {
                "rebuild": (rebuilt, bench_rebuild()),
                "ranking": (ranking, bench_ranking()),
                "interpret": ("Interpreting a mail (processor ms)", bench_interpret(MAILS)),
            }
        for title, rows in tables.values():
            self.stdout.write(f"{title}\n\n{markdown(rows)}\n")
        found = {name: rows for name, (_, rows) in tables.items()}
        self.stdout.write(json.dumps(found | more))
