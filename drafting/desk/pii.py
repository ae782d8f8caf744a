"""Redaction against labels: of which kind personal data is, and whether a text still holds it."""

from __future__ import annotations

import re
from typing import Literal

Kind = Literal["names", "contacts", "references"]


def stands(item: str, text: str) -> bool:
    """As whole words."""
    return re.search(rf"(?<!\w){re.escape(item)}(?!\w)", text) is not None


def kind_of(item: str) -> Kind:
    digits = sum(character.isdigit() for character in item)
    if "@" in item or (digits > 6 and not item.isalnum()) or item.startswith("+"):
        return "contacts"
    return "references" if digits else "names"
