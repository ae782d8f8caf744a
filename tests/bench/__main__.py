"""`make bench`: ranking beside the libraries, interpreting by length, changed texts, and large
conversations; tables, and as the last line JSON. ``--mail``: the import instead (minutes).
``--served``: calls and calibration at size instead, on SQLite and on a PostgreSQL of its own (half
an hour)."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from tempfile import TemporaryDirectory
from typing import Any

import django

from tests.run import ROOT, find_postgres, postgres_server

MAILS = ROOT / "fixtures" / "eval" / "guest_mails.jsonl"

Tables = Iterator[tuple[str, str, list[dict[str, Any]]]]


def imported() -> Tables:
    from tests.bench.importing import bench_import

    rows = bench_import()
    ratio = round(rows[-1]["peak_mb"] / rows[0]["peak_mb"], 2)
    yield "import", f"Importing mail (peak memory: ratio {ratio}), then one claim", rows


def served() -> Tables:
    from tests.bench.calls import TEMPLATES, bench_served

    with ExitStack() as stack:
        folder = stack.enter_context(TemporaryDirectory(prefix="draftdesk-bench-"))
        databases = [(f"sqlite:///{folder}/{size}.sqlite3", size) for size in TEMPLATES]
        if binaries := find_postgres():
            databases += [(stack.enter_context(postgres_server(binaries)), n) for n in TEMPLATES]
        called, calibrated = bench_served(databases)
    yield "served", "Calls over gunicorn (ms)", called
    yield "calibrated", "Calibration (seconds)", calibrated


def computed() -> Tables:
    from tests.bench.computing import bench_interpret, bench_large, bench_ranking, bench_rebuild

    yield "rebuild", "A mail after a changed text (processor ms)", bench_rebuild()
    yield "ranking", "Ranking: kept index, rank-bm25 (processor ms; ratios)", bench_ranking()
    yield "interpret", "Interpreting a mail (processor ms)", bench_interpret(MAILS)
    yield "large", "A turn in a large conversation (processor ms)", bench_large()


def main(wanted: str = "") -> None:
    from drafting.instruments.figures import markdown

    found = {}
    for name, title, rows in {"--mail": imported, "--served": served}.get(wanted, computed)():
        sys.stdout.write(f"{title}\n\n{markdown(rows)}\n\n")
        found[name] = rows
    sys.stdout.write(f"{json.dumps(found)}\n")


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    os.environ.setdefault("DESK_LOG_LEVEL", "ERROR")
    django.setup()
    main(*sys.argv[1:])
