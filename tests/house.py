"""The sample house's rows, as they stand in its files."""

from __future__ import annotations

from typing import Any

from drafting.desk.house import FOLDER, read_rows


def sample_rows(name: str) -> list[dict[str, Any]]:
    return read_rows(FOLDER, name)


# The house writes fewer languages than the desk reads.
LANGUAGES = tuple(sorted({row["language"] for row in sample_rows("templates")}))
