"""What the server says of a text, as the agent is told it: each finding with its detail and place,
and what became of each ask. Reads a quality report as a draft keeps it."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from drafting.drafts.kept import current_desk
from drafting.drafts.models import Draft
from drafting.drafts.services.check import check_draft
from drafting.drafts.shapes import outcomes_of, quality_json
from drafting.pipeline.outcomes import Outcome, OutcomeKind
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
_LEFT = (OutcomeKind.PROMISED, OutcomeKind.OPEN)

Json = dict[str, Any]


class Verdict(NamedTuple):
    """``blocks``: hard blocks by code. ``report``: ``findings``, each ``{code, detail, span}``; a
    span is a pair of character offsets into the text; ``asks``: ``{id, kind, text, outcome}``."""

    blocks: tuple[str, ...]
    report: Json


def judge_draft(*, draft: Draft) -> Verdict:
    """A kept draft, by the report that it was kept with."""
    asks = _asks(draft, outcomes_of(draft.outcomes))
    return _verdict(draft.body_plain, draft.quality, find_draft_blocks(draft=draft), asks)


def judge_text(*, draft: Draft, text: str) -> Verdict:
    """A text as the answer of a draft, with the desk of now."""
    report = check_draft(draft=draft, body_plain=text)
    blocks = find_text_blocks(report, draft=draft, text=text)
    return _verdict(text, quality_json(report), blocks, _asks(draft, report.outcomes))


def _verdict(
    text: str, quality: Mapping[str, Any], blocks: Sequence[str], asks: list[Json]
) -> Verdict:
    found = [*_of_blocks(blocks, text, asks), *_of_quality(quality)]
    return Verdict(tuple(blocks), {"findings": found[:MAX_FINDINGS], "asks": asks})


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
                start = text.find(link)
                span = None if start < 0 else (start, start + len(link))
                yield finding(block, f"Nobody knows {link}.", span)
        elif block == HardBlock.UNSUPPORTED_SLOT:
            spans = find_slots(text)
            yield from (finding(block, f"Left: {text[a:b]}", (a, b)) for a, b in spans)
            if not spans:
                yield block_finding(block)
        elif block == HardBlock.OVER_LENGTH:
            yield finding(block, f"{len(text)} characters; at most {MAX_TEXT_CHARACTERS}.")
        elif block == HardBlock.FOLLOW_UP_OPEN:
            # By number: a guest's words stand within their marks, never among what the desk says.
            left = [f"{ask['kind']} {ask['id']}" for ask in asks if ask["outcome"] in _LEFT]
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


def _asks(draft: Draft, outcomes: Iterable[Outcome]) -> list[Json]:
    """``outcome`` None: nothing is kept of it, as of old drafts."""
    told = {one.ask: one.outcome.value for one in outcomes}
    return [
        {"id": ask["id"], "kind": ask["kind"], "text": ask["text"], "outcome": told.get(ask["id"])}
        for ask in draft.action_plan.get("asks", ())
    ]
