"""How well each language is read: rules and left-out reader together, on the labels."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np

from drafting.instruments.reader_mails import Case, is_everyday
from drafting.instruments.reader_training import Trained
from drafting.pipeline.interpret.second_opinion import URGENT, join_scenarios
from drafting.pipeline.plan import LANGUAGES, OTHER_LANGUAGE, AskKind, Tier

_FEWEST = 20  # cases of a language; of fewer a ratio says nothing


def language_figures(cases: Sequence[Case], scenario: Trained, mail: Trained) -> dict[str, float]:
    """By language, ``other`` for those that are not ours: its language found, category, things
    asked (by number in each mail, notices apart) and threats; no figure below twenty cases."""
    found: dict[str, list[float]] = {}
    alarmed = mail.left_out[:, mail.head.names.index(URGENT)] >= mail.head.thresholds[URGENT]
    for number, case in enumerate(cases):
        labelled = str(case.labels["language"])
        language = labelled if labelled in LANGUAGES else OTHER_LANGUAGE
        said = dict(zip(scenario.head.names, map(float, scenario.left_out[number]), strict=True))
        for measure, hits in _read(case, said, is_alarmed=bool(alarmed[number])):
            found.setdefault(f"{language}: {measure}", []).extend(hits)
    return {
        f"language {name} ({len(hits)})": float(np.mean(hits))
        for name, hits in sorted(found.items())
        if len(hits) >= _FEWEST
    }


def _read(
    case: Case, said: dict[str, float], *, is_alarmed: bool
) -> Iterator[tuple[str, list[float]]]:
    labels, plan = case.labels, case.plan
    language = labels["language"] if labels["language"] in LANGUAGES else OTHER_LANGUAGE
    yield "found", [float(plan.language == language)]
    if labels["escalation"] == Tier.CRITICAL:
        is_found = plan.escalation.tier is Tier.CRITICAL
        yield "CRITICAL found by rules", [float(is_found)]
        yield "CRITICAL found, or a person looks", [float(is_found or is_alarmed)]
    if not is_everyday(case.row):
        return
    category = join_scenarios(case.rules, said)[0].category
    yield "category acceptable", [float(category in labels["acceptable_categories"])]
    yield from _asks(case)


def _asks(case: Case) -> Iterator[tuple[str, list[float]]]:
    if "asks" not in case.labels:
        return
    notice = AskKind.NOTICE.value
    labelled = Counter(a["kind"] for a in case.labels["asks"] if a["kind"] != notice)
    found = Counter(a.kind.value for a in case.plan.asks if a.kind.value != notice)
    both = min(labelled.total(), found.total())
    for measure, hits, of in (
        ("asks found", both, labelled.total()),
        ("asks right", both, found.total()),
        ("kind of ask", (labelled & found).total(), both),
    ):
        yield measure, [1.0] * hits + [0.0] * (of - hits)
