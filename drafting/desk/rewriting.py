"""How the scripted agent rewrites: no model, a small playbook, and an honest reason each time.

A real agent writes its own words here. What matters to the desk is the same for both: protected
text goes back as it came, nothing is invented, and ``rewrite_reason`` says why a text changed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from templatesapp.guard import is_hard_rule_protected
from templatesapp.text.letter import insert_before_closing, split_letter

PARAGRAPH = "\n\n"
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Rewrite:
    """The agent's text and why: the ``refined_body_plain``, ``rewrite_reason`` and
    ``corrected_category`` of drafts/refine."""

    body: str
    reason: str = "none"
    corrected_category: str = ""


@dataclass(frozen=True, slots=True)
class Playbook:
    """What the agent has been told beyond the desk's own texts, as data."""

    paragraphs: tuple[dict[str, Any], ...] = ()
    letters: tuple[dict[str, Any], ...] = ()
    courtesies: dict[str, str] | None = None

    @classmethod
    def read(cls, path: Path) -> Playbook:
        data = json.loads(path.read_text(encoding="utf-8"))
        return cls(tuple(data["paragraphs"]), tuple(data["letters"]), data["courtesies"])


def rewrite(draft: dict[str, Any], mail: str, playbook: Playbook) -> Rewrite:
    """The text for one draft (the answer of drafts/generate) and the guest's mail.

    In this order: legally fixed text stays; a wrong letter is written anew (wrong-template); what
    the guest needs and the letter lacks is added (missing-info); an answer in another language
    says so (language-adapt); everything else goes back unchanged.
    """
    body = draft["draft"]["body_plain"]
    used = draft["template_used"]["category"] or ""
    categories = (draft["action_plan"]["scenario"]["category"], used)
    if any(is_hard_rule_protected(category) for category in categories):
        return Rewrite(body)
    words = set(_WORD.findall(mail.lower()))
    template_id = draft["template_used"]["template_id"]
    for letter in playbook.letters:
        if template_id in letter["wrong_templates"] and words & set(letter["words"]):
            text = _letter_of(body, letter["text"])
            return Rewrite(text, "wrong-template", letter["corrected_category"])
    for paragraph in playbook.paragraphs:
        is_meant = paragraph["template_id"] == template_id and words & set(paragraph["words"])
        if is_meant and not draft["composite"]:
            return Rewrite(insert_before_closing(body, paragraph["text"]), "missing-info")
    return _adapted(draft, body, playbook)


def _letter_of(body: str, text: str) -> str:
    """The agent's own letter between the draft's greeting and closing."""
    opening, _, ending = split_letter(body)
    return PARAGRAPH.join(part for part in (opening, text, ending) if part)


def _adapted(draft: dict[str, Any], body: str, playbook: Playbook) -> Rewrite:
    if "language_mismatch" not in draft["quality"]["warnings"]:
        return Rewrite(body)
    courtesy = (playbook.courtesies or {}).get(draft["action_plan"]["language"], "")
    if not courtesy:
        return Rewrite(body)
    opening, middle, ending = split_letter(body)
    return Rewrite(_joined([opening, courtesy, *middle, ending]), "language-adapt")


def _joined(parts: Iterable[str]) -> str:
    return PARAGRAPH.join(part for part in parts if part)
