"""What axe-core calls serious or critical, one line a finding."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

GRAVE = ("serious", "critical")


def grave_findings(page: Page) -> list[str]:
    return [
        f"{rule['id']}: {node['html'][:160]} {node['failureSummary'][:200]}"
        for rule in Axe().run(page).response["violations"]
        if rule["impact"] in GRAVE
        for node in rule["nodes"]
    ]
