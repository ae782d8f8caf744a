"""Prints figures as tables."""

from collections.abc import Iterable, Mapping


def markdown(rows: Iterable[Mapping[str, object]]) -> str:
    """A table of rows that have the same columns; empty without a row."""
    lines: list[list[str]] = []
    for row in rows:
        lines = lines or [list(row), ["---"] * len(row)]
        lines.append([_shown(value) for value in row.values()])
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _shown(value: object) -> str:
    return f"{value:.3f}" if isinstance(value, float) else str("–" if value is None else value)
