"""What the scripted agent leaves at each stage of a run. No model: each function shows what a
stage is for and what its payload holds; an agent of your own puts a model in its place.

Pure: plain values in, what the step leaves out. ``agent`` asks the desk and stores it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from drafting.instruments.rewriting import (
    LANGUAGE_ADAPT,
    MISSING_INFO,
    WRONG_TEMPLATE,
    Lack,
    LetterFacts,
    Playbook,
    find_lacks,
    letter_facts,
    mend,
)

Json = Mapping[str, Any]

MAX_REASON_CHARACTERS = 320
# Failed checks after which a text must not go on: it says what may not be said. What it merely
# lacks is for the evaluation to judge.
_MUST_NOT_BE_SAID = frozenset(
    {
        "prohibited_claims",
        "policy_prohibited_content",
        "contradicts_thread",
        "foreign_link",
        "protected_text_changed",
    }
)
# Confidence that a known lack costs. Our own convention: a wrong letter is worse than half of the
# questions unanswered, a courtesy is the least.
_COST = {WRONG_TEMPLATE: 0.6, MISSING_INFO: 0.15, LANGUAGE_ADAPT: 0.1}
_END_OF_LINE = re.compile(r"[ \t]+$", re.MULTILINE)
_EMPTY_LINES = re.compile(r"\n{3,}")


@dataclass(frozen=True, slots=True)
class Left:
    """``payload`` and ``text`` of an artifact."""

    payload: dict[str, Any] = field(default_factory=dict)
    text: str = ""


def strategy(draft: Json) -> Left:
    """What the mail asks and which letter answers it: the desk's own reading (drafts/generate).

    Kept is all that later steps need, for whoever goes on with the run.
    """
    plan, used = draft["action_plan"], draft["template_used"]
    return Left(
        {
            "draft_id": draft["draft_id"],
            "scenario": plan["scenario"]["category"],
            "questions": [ask["text"] for ask in plan["intents"]["questions"]],
            "selection": used["selection"],
            "letter": asdict(letter_facts(dict(draft))),
            "review_tier": draft["policy"]["review_tier"],
            "needs_follow_up": draft["follow_up_required"],
        }
    )


def generation(plan: Json) -> Left:
    """The draft that the run is about; the desk keeps its text."""
    return Left({"draft_id": plan["draft_id"]})


def verification(plan: Json, text: str) -> Left:
    """The draft with mechanical corrections alone; fixed text as it came."""
    if facts_of(plan).is_fixed:
        return Left(text=text)
    return Left(text=_EMPTY_LINES.sub("\n\n", _END_OF_LINE.sub("", text)))


def gate(quality: Json) -> Left:
    """May this text go on? It is never rewritten here."""
    found = [check for check in quality["failed_checks"] if check in _MUST_NOT_BE_SAID]
    if not found:
        return Left({"decision": "approve", "reason": "It says nothing that may not be said."})
    details = quality["failed_check_details"]
    said = " ".join(f"{_words(check)}: {details[check]}." for check in found)
    return Left({"decision": "block", "reason": _cut(said)})


def evaluation(plan: Json, mail: str, text: str, quality: Json, playbook: Playbook) -> Left:
    """How good is this text? The confidence is that of the quality check, less what the playbook
    knows to be missing; the reason says what a revision would have to mend."""
    lacks = find_lacks(facts_of(plan), mail, text, playbook)
    missing = [entry for entry in quality["question_coverage"] if entry["status"] == "missing"]
    cost = sum(_COST[lack.reason] for lack in lacks)
    is_wrong = any(lack.reason == WRONG_TEMPLATE for lack in lacks)
    return Left(
        {
            "safe_to_send": quality["passed"] and not is_wrong,
            "requires_human_review": plan["review_tier"] != "standard"
            or plan["needs_follow_up"]
            or bool(missing),
            "confidence": round(max(0.0, quality["confidence"] - cost), 2),
            "reason": _verdict(lacks, quality),
        }
    )


def revision(plan: Json, mail: str, text: str, why_low: str, playbook: Playbook) -> Left:
    """One thing that the evaluation complains of is mended a round, the weightiest first.

    Where the playbook has nothing more to offer, the text goes back unchanged and says so.
    """
    lacks = find_lacks(facts_of(plan), mail, text, playbook)
    if not lacks:
        return Left({"unresolved_requirements": [why_low]}, text)
    return Left({"unresolved_requirements": []}, mend(text, lacks[0]))


def facts_of(plan: Json) -> LetterFacts:
    """What the strategy keeps of the letter."""
    return LetterFacts(**plan["letter"])


def _verdict(lacks: list[Lack], quality: Json) -> str:
    said = [lack.complaint for lack in lacks]
    said += [f"{_words(check)}: {why}." for check, why in quality["failed_check_details"].items()]
    said += [
        f"Not answered ({entry['status']}): {entry['question']}"
        for entry in quality["question_coverage"]
        if entry["status"] != "covered"
    ]
    said += [f"{_words(warning)}." for warning in quality["warnings"]]
    return _cut(" ".join(said) or "Every question is answered, and nothing is missing.")


def _words(name: str) -> str:
    """ "Length out of range" """
    return name.replace("_", " ").capitalize()


def _cut(text: str) -> str:
    if len(text) <= MAX_REASON_CHARACTERS:
        return text
    return f"{text[: MAX_REASON_CHARACTERS - 1].rstrip()}…"
