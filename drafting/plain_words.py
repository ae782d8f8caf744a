"""What the desk's codes mean, in a sentence for a person: pages take it from here alone."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from pathlib import Path

CODES: dict[str, str] = tomllib.loads(
    Path(__file__).with_suffix(".toml").read_text(encoding="utf-8")
)


def plain(code: str) -> str:
    """The code itself for one without a sentence."""
    return CODES.get(code, code)


def plain_list(codes: Iterable[str]) -> str:
    """As the end of a sentence."""
    said = (plain(code) for code in codes)
    return "; ".join(one[:1].lower() + one[1:] for one in said)
