"""How the scripted agent rewrites: no model, a small playbook, and an honest reason each time.

A real agent writes its own words here. What matters to the desk is the same for both: protected
text goes back as it came, nothing is invented, and ``rewrite_reason`` says why a text changed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from templatesapp.guard import is_hard_rule_protected
from templatesapp.text.letter import insert_before_closing, split_letter

# The rewrite reasons that this agent has, the weightiest first.
WRONG_TEMPLATE, MISSING_INFO, LANGUAGE_ADAPT = "wrong-template", "missing-info", "language-adapt"
_WORD = re.compile(r"\w+")


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
class LetterFacts:
    """What the playbook asks about a draft. ``language``: the guest's. ``is_fixed``: its text is
    legally fixed."""

    template_id: str | None
    language: str
    is_fixed: bool = False
    is_composite: bool = False
    is_in_other_language: bool = False


@dataclass(frozen=True, slots=True)
class Lack:
    """Something that the playbook knows and a text does not say. ``reason``: a rewrite reason."""

    reason: str
    complaint: str
    text: str
    corrected_category: str = ""


def letter_facts(draft: dict[str, Any]) -> LetterFacts:
    """Of an answer of drafts/generate."""
    used, plan = draft["template_used"], draft["action_plan"]
    categories = (plan["scenario"]["category"], used["category"] or "")
    return LetterFacts(
        template_id=used["template_id"],
        language=plan["language"],
        is_fixed=any(is_hard_rule_protected(category) for category in categories),
        is_composite=draft["composite"],
        is_in_other_language="language_mismatch" in draft["quality"]["warnings"],
    )


def find_lacks(facts: LetterFacts, mail: str, text: str, playbook: Playbook) -> list[Lack]:
    """What the text should say and does not, in the order in which it is mended.

    Legally fixed text lacks nothing. To a wrong letter nothing is added before it is written anew,
    and nothing after.
    """
    if facts.is_fixed:
        return []
    words = set(_WORD.findall(mail.lower()))
    lacks = [*_wrong_letter(facts, words, playbook)][:1]
    if not lacks and not facts.is_composite:
        lacks = [*_missing_paragraphs(facts, words, playbook)]
    courtesy = playbook.courtesies.get(facts.language)
    if facts.is_in_other_language and courtesy:
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
    facts: LetterFacts, mail: str, playbook: Playbook, *, original: str, refined: str
) -> dict[str, str]:
    """``{rewrite_reason, corrected_category}``: why a text is another one than the draft's, which
    is the last lack that was made good on the way to it; "none" where none was."""
    left = find_lacks(facts, mail, refined, playbook)
    lacked = find_lacks(facts, mail, original, playbook)
    mended = [lack for lack in lacked if lack not in left]
    last = mended[-1] if mended else Lack("none", "", "")
    return {"rewrite_reason": last.reason, "corrected_category": last.corrected_category}


def _wrong_letter(facts: LetterFacts, words: set[str], playbook: Playbook) -> Iterator[Lack]:
    for letter in playbook.letters:
        if facts.template_id in letter["wrong_templates"] and words & set(letter["words"]):
            category = letter["corrected_category"]
            complaint = f"This letter is about something else than {category}."
            yield Lack(WRONG_TEMPLATE, complaint, letter["text"], category)


def _missing_paragraphs(facts: LetterFacts, words: set[str], playbook: Playbook) -> Iterator[Lack]:
    for paragraph in playbook.paragraphs:
        said = sorted(words & set(paragraph["words"]))
        if said and paragraph["template_id"] == facts.template_id:
            complaint = f"What guests need to know about {', '.join(said)} is missing."
            yield Lack(MISSING_INFO, complaint, paragraph["text"])
