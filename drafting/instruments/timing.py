"""Times of calls, and what a table says of them."""

import time
from collections.abc import Callable, Mapping, Sequence


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
