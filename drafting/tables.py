"""Reads the TOML files beside the modules that they belong to."""

import tomllib
from pathlib import Path
from typing import Any


def table_beside(module: str, name: str = "") -> dict[str, Any]:
    """``module``: its ``__file__``; ``name``: of the file where it is not called as the module."""
    path = Path(module)
    beside = path.with_name(name) if name else path.with_suffix(".toml")
    return tomllib.loads(beside.read_text(encoding="utf-8"))


# The theme's colours of states, by what has the state.
COLOURS: dict[str, dict[str, str]] = table_beside(__file__, "colours.toml")
