"""Rows as a spreadsheet's text: what is written is read again, whatever stands in a cell."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from config.errors import DomainError
from templatesapp.exchange import read_sheet, write_sheet

CELLS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0")).map(str.strip)


@given(st.lists(st.tuples(CELLS.filter(bool), CELLS), max_size=5))
def test_what_is_written_is_read(rows):
    sheet = write_sheet(["name", "value"], rows)
    found = [cells for _, cells in read_sheet(sheet)]
    assert found == [{"name": name, "value": value} for name, value in rows]


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_rows_carry_the_number_that_a_spreadsheet_shows(separator):
    lines = [["Name", " May be injected "], ["A", "yes"], ["", ""], ["B", '"two\nlines"'], ["C"]]
    text = "\r\n".join(separator.join(line) for line in lines)
    assert read_sheet(text) == [
        (2, {"name": "A", "may_be_injected": "yes"}),
        (4, {"name": "B", "may_be_injected": "two\nlines"}),
        (5, {"name": "C"}),
    ]


@pytest.mark.parametrize("cell", ["=1+1", "+39 06", "-2", "@x", "'tis", "'=1", "'", "\t=1", "\r+1"])
def test_no_cell_is_a_formula(cell):
    sheet = write_sheet(["value"], [[cell]])
    assert sheet.splitlines()[1].strip('"').startswith("'")
    assert read_sheet(sheet) == [(2, {"value": cell.strip()})]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "Row 1 must name"),
        ("name,name\nA,B", "Row 1 must name"),
        ("name,,value\nA,B,C", "Row 1 must name"),
        ("name\nA,B", "Row 2: more cells"),
        ("name\n" + "x" * 200_000, "no table"),
    ],
)
def test_what_is_no_table_is_refused(text, words):
    with pytest.raises(DomainError, match=words):
        read_sheet(text)
