"""What the server says of a text, as the agent is told it: each finding with its detail and place,
and what became of each ask. Reads a quality report as a draft keeps it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from drafting.drafts.kept import current_desk
from drafting.drafts.models import Draft
from drafting.drafts.services.check import check_draft
from drafting.drafts.shapes import quality_json
from drafting.runs.blocks.findings import (
    MAX_TEXT_CHARACTERS,
    find_draft_blocks,
    find_slots,
    find_text_blocks,
)
from drafting.runs.blocks.known_links import fabricated_links
from drafting.runs.choices import HardBlock

MAX_FINDINGS = 30
MAX_DETAIL_CHARACTERS = 400
ANSWERED, PROMISED, OPEN = "answered", "promised", "open"

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Verdict:
    """``blocks``: hard blocks by code. ``report``: ``findings``, each ``{code, detail, span}``; a
    span is a pair of character offsets into the text; ``asks``: ``{id, kind, text, outcome}``."""

    blocks: tuple[str, ...] = ()
    report: Json = field(default_factory=dict)


def judge_draft(*, draft: Draft) -> Verdict:
    """A kept draft, by the report that it was kept with."""
    return _verdict(draft, draft.body_plain, draft.quality, find_draft_blocks(draft=draft))


def judge_text(*, draft: Draft, text: str) -> Verdict:
    """A text as the answer of a draft, with the desk of now."""
    report = check_draft(draft=draft, body_plain=text)
    blocks = find_text_blocks(report, draft=draft, text=text)
    return _verdict(draft, text, quality_json(report), blocks)


def _verdict(draft: Draft, text: str, quality: Mapping[str, Any], blocks: Sequence[str]) -> Verdict:
    asks = _asks(draft, quality)
    found = [*_of_blocks(blocks, text, asks), *_of_quality(quality)]
    return Verdict(tuple(blocks), {"findings": found[:MAX_FINDINGS], "asks": asks})


# --- findings -------------------------------------------------------------------------------------


def finding(code: str, detail: str, span: Sequence[int] | None = None) -> Json:
    return {
        "code": code,
        "detail": detail[:MAX_DETAIL_CHARACTERS],
        "span": list(span) if span is not None else None,
    }


def block_finding(block: str) -> Json:
    return finding(block, f"{HardBlock(block).label.capitalize()}.")


def _of_blocks(blocks: Sequence[str], text: str, asks: Sequence[Json]) -> Iterable[Json]:
    for block in blocks:
        if block == HardBlock.FABRICATED_LINK:
            for link in fabricated_links(text, current_desk().allowed_links):
                yield finding(block, f"Nobody knows {link}.", _place(text, link))
        elif block == HardBlock.UNSUPPORTED_SLOT:
            spans = find_slots(text)
            yield from (finding(block, f"Left: {text[a:b]}", (a, b)) for a, b in spans)
            if not spans:
                yield block_finding(block)
        elif block == HardBlock.OVER_LENGTH:
            yield finding(block, f"{len(text)} characters; at most {MAX_TEXT_CHARACTERS}.")
        elif block == HardBlock.FOLLOW_UP_OPEN:
            left = [ask["text"] for ask in asks if ask["outcome"] in (PROMISED, OPEN)]
            yield finding(block, f"Left to a person: {' · '.join(left) or 'a question'}")
        else:
            yield block_finding(block)


def _of_quality(quality: Mapping[str, Any]) -> Iterable[Json]:
    details = quality.get("failed_check_details", {})
    for check in quality.get("failed_checks", ()):
        yield finding(check, str(details.get(check) or _words(check)))
    for fact in quality.get("findings", ()):
        known = fact.get("known")
        says = f"You say {fact.get('said')}"
        says += f"; our {fact.get('fact') or 'fact'} is {known}." if known else "; nobody knows it."
        yield finding(str(fact["code"]), says, fact.get("span"))
    for warning in quality.get("warnings", ()):
        yield finding(warning, f"{_words(warning)} (a warning).")


def _words(name: str) -> str:
    return name.replace("_", " ").capitalize()


def _place(text: str, part: str) -> tuple[int, int] | None:
    start = text.find(part)
    return None if start < 0 else (start, start + len(part))


# --- asks -----------------------------------------------------------------------------------------


def _asks(draft: Draft, quality: Mapping[str, Any]) -> list[Json]:
    """Each ask with its outcome in the text that ``quality`` judges, from how that covers the
    questions. ``outcome`` None: the report says nothing of it."""
    covered = {entry["question"]: entry["status"] for entry in quality.get("question_coverage", ())}
    promised = {block["question"] for block in draft.question_blocks if block["follow_up_required"]}
    asks = []
    for ask in draft.action_plan.get("asks", ()):
        outcome = None
        if status := covered.get(ask["text"]):
            left = PROMISED if ask["text"] in promised else OPEN
            outcome = ANSWERED if status == "covered" else left
        asks.append({"id": ask["id"], "kind": ask["kind"], "text": ask["text"], "outcome": outcome})
    return asks
