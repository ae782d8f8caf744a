"""Charts as data: the drawing, its text for screen readers, and the table of its figures.

A chart goes to the page as JSON and is drawn there by ``drafting/charts.js``; colours are named
("accepted", "raised") and looked up in the style sheet, so that both themes are right.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple


@dataclass(frozen=True, slots=True)
class Series:
    name: str
    values: Sequence[float | int | None]
    colour: str | Sequence[str]  # a name, or one for each value
    is_dashed: bool = False
    point_colours: Sequence[str] = ()  # of a line's points, where they differ from it


class Table(NamedTuple):
    headings: Sequence[str]
    rows: Sequence[Sequence[Any]]


@dataclass(frozen=True, slots=True)
class Chart:
    """``kind``: line, stacked, bars (lying), histogram. ``says``: the picture in a sentence.
    ``columns``: of the table behind it, by their headings."""

    key: str
    title: str
    kind: str
    says: str
    labels: Sequence[str]
    series: Sequence[Series]
    columns: Mapping[str, Sequence[Any]]
    unit: str = ""
    empty: str = ""
    marks: Sequence[tuple[int, str]] = ()  # before bar number, label
    maximum: int | None = None  # of the axis of values; None: what the values need

    @property
    def table(self) -> Table:
        return Table(tuple(self.columns), list(zip(*self.columns.values(), strict=True)))

    @property
    def has_values(self) -> bool:
        return any(value is not None for line in self.series for value in line.values)

    @property
    def data_id(self) -> str:
        return f"data-{self.key}"

    @property
    def drawn(self) -> dict[str, Any]:
        """What the script gets."""
        told = ("kind", "labels", "series", "unit", "marks", "maximum")
        drawn = asdict(self)
        return {name: drawn[name] for name in told}
