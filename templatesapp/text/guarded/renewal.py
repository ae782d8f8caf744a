"""Today's facts in a text that states former ones."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from templatesapp.text.guarded.check import read_facts
from templatesapp.text.guarded.known import build_known

if TYPE_CHECKING:
    from templatesapp.entries import FactEntry

_NUMBER = re.compile(r"\d+(?:[.,]\d+)?")


def renew_facts(
    text: str, *, language: str, then: Mapping[str, FactEntry], now: Mapping[str, FactEntry]
) -> str:
    """The text with the value of ``now`` wherever it states one of ``then`` that has changed.

    ``then``: all facts as they were when the text was written."""
    known = build_known(then.values(), [])
    changed = {
        span: now[name]
        for name, span in read_facts(text, language=language, known=known).places
        if name in now and now[name].value != then[name].value
    }
    for start, end in sorted(changed, reverse=True):
        fact = changed[start, end]
        text = f"{text[:start]}{_restated(text[start:end], fact, language)}{text[end:]}"
    return text


def _restated(said: str, fact: FactEntry, language: str) -> str:
    """In the fact's own words; of a measure only the number changes."""
    new = fact.formatted(language)
    if fact.kind != "number":
        return new
    if _NUMBER.search(said):
        return _NUMBER.sub(new, said, count=1)
    return f"{new} {said.split()[-1]}"
