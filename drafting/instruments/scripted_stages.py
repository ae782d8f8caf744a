"""What the scripted agent does at each stage of a run: a small playbook, without a model.
Each function shows what a stage is for and what its payload holds, and gives an honest reason for a
rewrite; an agent of your own puts a model, and its own words, in its place. What matters to the
desk is the same for both: protected text goes back as it came, nothing is invented, and
``rewrite_reason`` says why a text changed.

Pure: plain values in, what the step leaves out. ``agent`` asks the desk and stores it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from templatesapp.categories import is_hard_rule_protected
from templatesapp.text.letter import insert_before_closing, split_letter

Json = Mapping[str, Any]

# The rewrite reasons that this agent has, the weightiest first.
WRONG_TEMPLATE, MISSING_INFO, LANGUAGE_ADAPT = "wrong-template", "missing-info", "language-adapt"
_WORD = re.compile(r"\w+")
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
class Playbook:
    """What the agent has been told beyond the desk's own texts, as data."""

    paragraphs: Sequence[dict[str, Any]] = ()
    letters: Sequence[dict[str, Any]] = ()
    courtesies: dict[str, str] = field(default_factory=dict)

    @classmethod
    def read(cls, path: Path) -> Playbook:
        return cls(**json.loads(path.read_text(encoding="utf-8")))


@dataclass(frozen=True, slots=True)
class Lack:
    """Something that the playbook knows and a text does not say. ``reason``: a rewrite reason."""

    reason: str
    complaint: str
    text: str
    corrected_category: str = ""


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
            "letter": letter_facts(draft),
            "review_tier": draft["policy"]["review_tier"],
            "needs_follow_up": draft["follow_up_required"],
        }
    )


def generation(plan: Json) -> Left:
    """The draft that the run is about; the desk keeps its text."""
    return Left({"draft_id": plan["draft_id"]})


def verification(plan: Json, text: str) -> Left:
    """The draft with mechanical corrections alone; fixed text as it came."""
    if plan["letter"]["is_fixed"]:
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
    lacks = find_lacks(plan["letter"], mail, text, playbook)
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
    lacks = find_lacks(plan["letter"], mail, text, playbook)
    if not lacks:
        return Left({"unresolved_requirements": [why_low]}, text)
    return Left({"unresolved_requirements": []}, mend(text, lacks[0]))


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


def letter_facts(draft: Json) -> Json:
    """What the playbook asks about a letter, of an answer of drafts/generate. ``language``: the
    guest's. ``is_fixed``: its text is legally fixed."""
    used, plan = draft["template_used"], draft["action_plan"]
    categories = (plan["scenario"]["category"], used["category"] or "")
    return {
        "template_id": used["template_id"],
        "language": plan["language"],
        "is_fixed": any(is_hard_rule_protected(category) for category in categories),
        "is_composite": draft["composite"],
        "is_in_other_language": "language_mismatch" in draft["quality"]["warnings"],
    }


def find_lacks(letter: Json, mail: str, text: str, playbook: Playbook) -> list[Lack]:
    """What the text should say and does not, in the order in which it is mended.

    Legally fixed text lacks nothing. To a wrong letter nothing is added before it is written anew,
    and nothing after.
    """
    if letter["is_fixed"]:
        return []
    words = set(_WORD.findall(mail.lower()))
    lacks = [*_wrong_letter(letter, words, playbook)][:1]
    if not lacks and not letter["is_composite"]:
        lacks = [*_missing_paragraphs(letter, words, playbook)]
    courtesy = playbook.courtesies.get(letter["language"])
    if letter["is_in_other_language"] and courtesy:
        complaint = "It does not say why it answers in another language."
        lacks.append(Lack(LANGUAGE_ADAPT, complaint, courtesy))
    return [lack for lack in lacks if lack.text not in text]


def mend(text: str, lack: Lack) -> str:
    """The text with one lack made good; greeting and closing stay."""
    if lack.reason == MISSING_INFO:
        return insert_before_closing(text, lack.text)
    opening, middle, ending = split_letter(text)
    kept = [] if lack.reason == WRONG_TEMPLATE else middle
    return "\n\n".join(part for part in (opening, lack.text, *kept, ending) if part)


def explain(
    letter: Json, mail: str, playbook: Playbook, *, original: str, refined: str
) -> dict[str, str]:
    """``{rewrite_reason, corrected_category}``: why a text is another one than the draft's, which
    is the last lack that was made good on the way to it; "none" where none was."""
    left = find_lacks(letter, mail, refined, playbook)
    lacked = find_lacks(letter, mail, original, playbook)
    mended = [lack for lack in lacked if lack not in left]
    last = mended[-1] if mended else Lack("none", "", "")
    return {"rewrite_reason": last.reason, "corrected_category": last.corrected_category}


def _wrong_letter(letter: Json, words: set[str], playbook: Playbook) -> Iterator[Lack]:
    for right in playbook.letters:
        if letter["template_id"] in right["wrong_templates"] and words & set(right["words"]):
            category = right["corrected_category"]
            complaint = f"This letter is about something else than {category}."
            yield Lack(WRONG_TEMPLATE, complaint, right["text"], category)


def _missing_paragraphs(letter: Json, words: set[str], playbook: Playbook) -> Iterator[Lack]:
    for paragraph in playbook.paragraphs:
        said = sorted(words & set(paragraph["words"]))
        if said and paragraph["template_id"] == letter["template_id"]:
            complaint = f"What guests need to know about {', '.join(said)} is missing."
            yield Lack(MISSING_INFO, complaint, paragraph["text"])
