"""What axe-core calls serious or critical, one line a finding."""

from __future__ import annotations

from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

CONTRAST = "color-contrast"
# Only what is asked for comes back: whole results are large.
_RUN = """([context, options]) => axe.run(context ?? document, options).then(found => found.violations
    .filter(rule => ["serious", "critical"].includes(rule.impact))
    .flatMap(rule => rule.nodes.map(
        node => `${rule.id}: ${node.html.slice(0, 160)} ${node.failureSummary.slice(0, 200)}`)))"""


def grave_findings(
    page: Page, *, context: Any = None, rules: tuple[str, ...] = (), has_colours: bool = True
) -> list[str]:
    """``context``: parts of the page to include or exclude, as axe takes them; ``rules``: only
    these, all without; ``has_colours``: whether contrast is measured, which takes most of the time.
    """
    options: dict[str, Any] = {"resultTypes": ["violations"]}
    if not has_colours:
        options["rules"] = {CONTRAST: {"enabled": False}}
    if rules:
        options["runOnly"] = {"type": "rule", "values": list(rules)}
    if page.evaluate("typeof axe === 'undefined'"):
        page.evaluate(Axe().axe_script)
    found: list[str] = page.evaluate(_RUN, [context, options])
    return found
