"""Placeholder while the redaction module is being written: nothing is redacted yet."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Redaction:
    text: str
    findings: tuple[Any, ...] = ()


def redact(
    text: str,
    *,
    known_values: Mapping[str, str] | None = None,
    sender_name: str = "",
    sender_address: str = "",
    keep: Collection[str] = (),
) -> Redaction:
    return Redaction(text)
