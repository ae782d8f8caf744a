"""Rows as the text of a spreadsheet (CSV): the first row names the columns."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

from config.errors import DomainError

_SEPARATORS = ",;\t"  # which of them a program writes hangs on its language
# A cell that begins so is a formula to a spreadsheet; an apostrophe before it makes it a text.
_FORMULA = ("=", "+", "-", "@", "'")


def read_sheet(text: str) -> list[tuple[int, dict[str, str]]]:
    """Each row with its number in the spreadsheet (the header is 1), cells by column; empty rows
    are left out. Raises validation_error."""
    header, _, _ = text.partition("\n")
    separator = max(_SEPARATORS, key=header.count)
    try:
        rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=separator))
    except csv.Error as error:
        raise DomainError("validation_error", f"The file is no table: {error}.") from error
    columns = [_column(cell) for cell in rows[0]] if rows else []
    if not all(columns) or len(set(columns)) < max(len(columns), 1):
        raise DomainError("validation_error", "Row 1 must name each column, and each once.")
    found = []
    for number, cells in enumerate(rows[1:], start=2):
        if len(cells) > len(columns):
            raise DomainError("validation_error", f"Row {number}: more cells than columns.")
        if any(cell.strip() for cell in cells):
            found.append((number, dict(zip(columns, map(_read, cells), strict=False))))
    return found


def write_sheet(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """What ``read_sheet`` reads."""
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow(columns)
    writer.writerows([_written(cell) for cell in row] for row in rows)
    return out.getvalue()


def _column(cell: str) -> str:
    """ "May be injected" is may_be_injected."""
    return cell.strip().lower().replace(" ", "_")


def _read(cell: str) -> str:
    text = cell.strip()
    return text[1:] if text[:1] == "'" and text[1:].startswith(_FORMULA) else text


def _written(text: str) -> str:
    return f"'{text}" if text.startswith(_FORMULA) else text
