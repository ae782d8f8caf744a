"""What the interpreter knows of each language: one folder a language, one module a concern
(``asks``, ``agreement``, ``escalation``, …), each exporting its data as ``RULES``.

The engines in ``drafting.pipeline.interpret`` hold no word of any language. Adding a language is
adding a folder.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any


@cache
def language_codes() -> tuple[str, ...]:
    """Codes of the languages that have rules, sorted."""
    return tuple(sorted(module.name for module in iter_modules(__path__) if module.ispkg))


@cache
def rules(concern: str) -> dict[str, Any]:
    """``{language code: RULES}`` of one concern, e.g. ``rules("agreement")["it"]``."""
    return {code: import_module(f"{__name__}.{code}.{concern}").RULES for code in language_codes()}
