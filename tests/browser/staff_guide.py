"""The figures of docs/staff.md, for the tests that walk its jobs: clicks, keys and page loads."""

from __future__ import annotations

import re
from pathlib import Path

from django.conf import settings
from playwright.sync_api import Page

_ROW = re.compile(r"^\| ([^|]+) \| (\d+) \| (\d+) \| (\d+) \| [^|]*`(test_\w+)` \|$", re.MULTILINE)
# Counted by the page, for a walk that the test does not count itself; it outlives a page load.
_COUNTS = """addEventListener("click", (event) => {
    if (event.isTrusted && event.detail) sessionStorage.clicks = Number(sessionStorage.clicks ?? 0) + 1;
}, true);"""


def jobs() -> dict[str, tuple[tuple[int, int, int], str]]:
    """By the job's name: clicks, keys (typed text counts none) and loads, and the test."""
    text = (Path(settings.BASE_DIR) / "docs" / "staff.md").read_text(encoding="utf-8")
    return {job: ((int(c), int(k), int(p)), test) for job, c, k, p, test in _ROW.findall(text)}


def figures(job: str) -> tuple[int, int, int]:
    return jobs()[job][0]


def count_clicks(page: Page) -> None:
    page.add_init_script(_COUNTS)


def clicks_of(page: Page) -> int:
    return int(page.evaluate("Number(sessionStorage.clicks ?? 0)"))
