"""What a concept says about the category of a mail, as ``scenarios.toml`` tells it."""

import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from templatesapp.text.tokens import known_concepts

_KNOWN: dict[str, Any] = tomllib.loads(
    Path(__file__).with_suffix(".toml").read_text(encoding="utf-8")
)
_GROUPS = {"@towns": known_concepts().towns, "@sights": known_concepts().sights}


def _each(named: Iterable[str]) -> list[tuple[str, str]]:
    """Every concept with the name that it stands there by."""
    return [(concept, name) for name in named for concept in _GROUPS.get(name, (name,))]


CATEGORY_WEIGHTS: Mapping[str, Mapping[str, float]] = {
    category: {concept: weights[name] for concept, name in _each(weights)}
    for category, weights in _KNOWN["categories"].items()
}
# ``{concept: {category: points}}``
CONCEPT_WEIGHTS: Mapping[str, Mapping[str, float]] = {
    concept: {c: weights[concept] for c, weights in CATEGORY_WEIGHTS.items() if concept in weights}
    for concept in dict.fromkeys(one for weights in CATEGORY_WEIGHTS.values() for one in weights)
}
COMBINATIONS: tuple[tuple[frozenset[str], str, float], ...] = tuple(
    (frozenset(needed.split()), category, weight)
    for needed, category, weight in _KNOWN["combinations"]
)
ACTIONS = frozenset(_KNOWN["actions"])
CIRCUMSTANCES = frozenset(concept for concept, _ in _each(_KNOWN["circumstances"]))
EVENTS = frozenset(_KNOWN["events"])
TRIGGER_WEIGHTS: Mapping[str, Mapping[str, float]] = _KNOWN["triggers"]
OPT_OUT_WEIGHTS: Mapping[str, float] = _KNOWN["opt_out"]
PREPAYMENT_STEP_WEIGHTS: Mapping[str, float] = _KNOWN["prepayment_step"]
