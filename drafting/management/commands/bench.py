"""Speed, as ratios of one run: a table and a JSON line."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import IO, Any, cast

from django.core.management.base import BaseCommand, CommandParser
from rich.console import Console
from rich.table import Table

from drafting.desk.bench import bench_ranking

SIZES = (53, 200, 1_000, 10_000)
DEFAULT_SEED = 7
TABLE_WIDTH = 150  # characters


class Command(BaseCommand):
    help = "Measure ranking against rank-bm25 rebuilt per request and cached, in the same run."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--seed", type=int, default=DEFAULT_SEED)
        parser.add_argument("--queries", type=int, default=30)

    def handle(self, *args: Any, seed: int, queries: int, **options: Any) -> None:
        rows = [asdict(row) for row in bench_ranking(sizes=SIZES, queries=queries, seed=seed)]
        table = Table(title="Ranking: kept index against rank-bm25 (ms; ratios of p95)")
        for name in rows[0]:
            table.add_column(name.replace("_", " "), justify="right")
        for row in rows:
            table.add_row(*(_shown(value) for value in row.values()))
        console = Console(file=cast(IO[str], self.stdout), width=TABLE_WIDTH)
        console.print(table)
        self.stdout.write(json.dumps({"ranking": rows}))


def _shown(value: object) -> str:
    return f"{value:.3f}" if isinstance(value, float) else str(value)
