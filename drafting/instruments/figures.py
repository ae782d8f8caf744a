"""Times calls and prints figures as tables."""

import time
from collections.abc import Callable, Iterable, Mapping, Sequence


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


def markdown(rows: Iterable[Mapping[str, object]]) -> str:
    """A table of rows that have the same columns; empty without a row."""
    lines: list[list[str]] = []
    for row in rows:
        lines = lines or [list(row), ["---"] * len(row)]
        lines.append([_shown(value) for value in row.values()])
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _shown(value: object) -> str:
    return f"{value:.3f}" if isinstance(value, float) else str("–" if value is None else value)
