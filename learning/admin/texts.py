"""Texts of guests' mail and templates as people read them here: escaped, never run."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

_FRAME = (
    '<div class="whitespace-pre-wrap leading-relaxed max-w-4xl" style="overflow-wrap: anywhere">'
    "{}</div>"
)
# Colour is never alone: added words are underlined, removed ones struck through.
_ADDED = "background: rgba(34, 197, 94, .25); text-decoration: underline"
_REMOVED = "background: rgba(239, 68, 68, .25); text-decoration: line-through"
_STEP = {
    "equal": "{}",
    "insert": f'<ins style="{_ADDED}">{{}}</ins>',
    "delete": f'<del style="{_REMOVED}">{{}}</del>',
}


def show_text(text: str) -> SafeString:
    return format_html(_FRAME, text.replace("\r\n", "\n")) if text else SafeString("–")


def show_diff(steps: Iterable[Mapping[str, Any]]) -> SafeString:
    """``[{op, text}]`` as one text with its changes marked."""
    pieces = [format_html(_STEP[step["op"]], step["text"]) for step in steps]
    return format_html(_FRAME, format_html_join("", "{}", ((piece,) for piece in pieces)))


def show_findings(findings: Iterable[Mapping[str, Any]]) -> SafeString:
    """The lint, one finding a line, with what would mend it."""
    rows = format_html_join(
        "",
        "<li>{}{}{}</li>",
        (
            (
                "" if finding["is_error"] else "Advice: ",
                finding["message"],
                f" Put in: {finding['insert']}" if finding["position"] >= 0 else "",
            )
            for finding in findings
        ),
    )
    return format_html('<ul class="list-disc pl-6">{}</ul>', rows) if rows else SafeString("clean")
