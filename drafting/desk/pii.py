"""Redaction against labels: which personal data is gone, which look-alikes were touched."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from learning.redaction import redact

Kind = Literal["names", "contacts", "references"]


@dataclass(frozen=True, slots=True)
class Judged:
    text: str
    kind: Kind
    is_gone: bool


@dataclass(frozen=True, slots=True)
class RedactionJudgement:
    personal: tuple[Judged, ...]
    harmless: tuple[Judged, ...]


def judge_redaction(
    body: str,
    *,
    sender_name: str,
    sender_address: str,
    personal: Sequence[str],
    harmless: Sequence[str],
) -> RedactionJudgement:
    """``is_gone``: the labelled text no longer stands in the redacted body as whole words."""
    text = redact(body, sender_name=sender_name, sender_address=sender_address)
    return RedactionJudgement(
        tuple(Judged(item, _kind(item), not _stands(item, text)) for item in personal),
        # Redaction never adds text: what the body itself does not hold cannot be touched.
        tuple(
            Judged(item, _kind(item), not _stands(item, text))
            for item in harmless
            if _stands(item, body)
        ),
    )


def _stands(item: str, text: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(item)}(?!\w)", text) is not None


def _kind(item: str) -> Kind:
    digits = sum(character.isdigit() for character in item)
    if "@" in item or (digits > 6 and not item.isalnum()) or item.startswith("+"):
        return "contacts"
    if digits:
        return "references"
    return "names"
