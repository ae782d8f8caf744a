"""What concepts are to the guard: data beside the vocabulary."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

import templatesapp.text.languages as vocabulary


@cache
def concepts_that_are(role: str) -> frozenset[str]:
    """Those that ``roles.toml`` lists under the name."""
    path = Path(vocabulary.__path__[0]) / "roles.toml"
    return frozenset(tomllib.loads(path.read_text(encoding="utf-8"))[role])
