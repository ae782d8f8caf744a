"""Times calls, and what a process of its own takes."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from django.conf import settings


def milliseconds(
    act: Callable[[], object], clock: Callable[[], float] = time.perf_counter
) -> float:
    """What one call takes by the clock; ``time.process_time`` counts the processor's alone."""
    started = clock()
    act()
    return (clock() - started) * 1000


def at(times: Sequence[float], share: float) -> float:
    """The time within which this share of them stays."""
    return sorted(times)[min(len(times) - 1, int(len(times) * share))]


def quantiles(times: Mapping[str, Sequence[float]], digits: int) -> dict[str, float]:
    """Columns of a table: the p50 of every name, then the p95."""
    return {
        f"{name}_{column}_ms": round(at(taken, share), digits)
        for column, share in (("p50", 0.5), ("p95", 0.95))
        for name, taken in times.items()
    }


def measured(module: str, *arguments: str, **environment: str) -> Any:
    """What ``main`` of a module returns in a process of its own, as JSON."""
    program = (
        "import json, sys, django; django.setup(); "
        f"from {module} import main; print(json.dumps(main(*sys.argv[1:])))"
    )
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-c", program, *arguments],
        cwd=settings.BASE_DIR,
        env=os.environ | {"DJANGO_SETTINGS_MODULE": "config.settings"} | environment,
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    return json.loads(done.stdout.splitlines()[-1])


def peak_mb(*processes: int | str) -> float:
    """The memory of all at their highest, by their own books: elsewhere Linux counts in what the
    program that started them had."""
    told = [Path(f"/proc/{process}/status").read_text() for process in processes]
    return round(sum(int(re.findall(r"VmHWM:\s+(\d+)", each)[0]) for each in told) / 1024, 1)
