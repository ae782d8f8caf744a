"""Which hard blocks hold for a mail, for a kept draft and for a text: plain values in, blocks out.

Each function answers in the order of ``HardBlock``. None of them can lift what another found.
Source: design page "Draft runs", hard blocks.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field

from drafting.pipeline.check.policy import ReviewTier
from drafting.pipeline.plan import ActionPlan, Agreement, AgreementStatus
from drafting.runs.blocks.known_links import fabricated_links
from drafting.runs.choices import HardBlock
from templatesapp.text.links import AllowedLinks

MAX_TEXT_CHARACTERS = 5_000  # of a reply; source: design page "Draft runs", over_length
_UNSURE = frozenset({AgreementStatus.LIKELY, AgreementStatus.UNCLEAR})
# Doubled braces, whole or broken, the name of a slot without them, and one word in single braces.
_SLOT_LEFT = re.compile(r"\{\s?\{|\}\s?\}|(?<!\w)SLOT\s?:\s?[A-Z_]|\{\s?\w[\w .:-]{0,60}\}")


@dataclass(frozen=True, slots=True)
class MailFacts:
    """All messages of a batch taken together: what holds for one of them holds for the batch."""

    plan: ActionPlan
    review_tier: str
    is_automated: bool
    is_sender_blocked: bool
    is_sender_verified: bool
    has_open_follow_up: bool
    is_protected: bool
    has_no_text: bool = False  # one of them


@dataclass(frozen=True, slots=True)
class DraftFacts:
    """A kept draft. ``has_question_left``: it leaves something to a person. ``rests_on_state``: it
    says what only the caller has looked up."""

    plan: ActionPlan
    review_tier: str
    is_protected: bool
    has_question_left: bool
    rests_on_state: bool = False


@dataclass(frozen=True, slots=True)
class TextFacts:
    """A text that could go out. ``failed_checks``: of its quality check. ``kept_text``: what the
    draft says, which a fixed text must repeat."""

    text: str
    failed_checks: tuple[str, ...] = ()
    allowed_links: AllowedLinks = field(default_factory=AllowedLinks)
    has_question_left: bool = False
    has_unknown_value: bool = False
    is_text_fixed: bool = False
    kept_text: str = ""


def blocks_of_mail(facts: MailFacts) -> tuple[HardBlock, ...]:
    """What stands against answering these messages without a person."""
    return _that_hold(
        {
            **_of_plan(facts.plan, facts.review_tier),
            HardBlock.PROTECTED_CATEGORY: facts.is_protected,
            HardBlock.AUTOMATED_REPLY: facts.is_automated,
            HardBlock.BLOCKED_SENDER: facts.is_sender_blocked,
            HardBlock.SENDER_UNVERIFIED: not facts.is_sender_verified,
            HardBlock.NO_TEXT: facts.has_no_text,
            HardBlock.FOLLOW_UP_OPEN: facts.has_open_follow_up,
        }
    )


def blocks_of_draft(facts: DraftFacts) -> tuple[HardBlock, ...]:
    """What the kept draft adds; its plan may be stricter than what the mail reads as today."""
    return _that_hold(
        {
            **_of_plan(facts.plan, facts.review_tier),
            HardBlock.PROTECTED_CATEGORY: facts.is_protected,
            HardBlock.FOLLOW_UP_OPEN: facts.has_question_left,
            HardBlock.STATE_TAKEN_ON_TRUST: facts.rests_on_state,
        }
    )


def blocks_of_text(facts: TextFacts) -> tuple[HardBlock, ...]:
    """What stands against this very text."""
    text = facts.text
    return _that_hold(
        {
            HardBlock.EMPTY_DRAFT: not any(character.isalnum() for character in text),
            HardBlock.DRAFT_BLOCKED: bool(facts.failed_checks) or _is_fixed_text_changed(facts),
            HardBlock.FABRICATED_LINK: bool(fabricated_links(text, facts.allowed_links)),
            HardBlock.UNSUPPORTED_SLOT: has_slot_left(text),
            HardBlock.OVER_LENGTH: len(text) > MAX_TEXT_CHARACTERS,
            HardBlock.FOLLOW_UP_OPEN: facts.has_question_left,
            HardBlock.UNKNOWN_VALUE: facts.has_unknown_value,
        }
    )


def has_slot_left(text: str) -> bool:
    """Whether a slot, or a piece of one, would reach the guest. Full-width braces count."""
    return _SLOT_LEFT.search(unicodedata.normalize("NFKC", text)) is not None


def find_slots_left(text: str) -> list[tuple[int, int]]:
    """Where such pieces stand, as they are written."""
    return [match.span() for match in _SLOT_LEFT.finditer(text)]


def is_unconfirmed(agreement: Agreement) -> bool:
    """Whether somebody has to ask what the guest agreed to.

    Likely and unclear always; any other reading where a person must confirm it: a stricter one of
    two plans, or words of a sender that could not be verified.
    """
    return agreement.status in _UNSURE or agreement.requires_human_confirmation


def _of_plan(plan: ActionPlan, review_tier: str) -> dict[HardBlock, bool]:
    return {
        HardBlock.ESCALATION_REQUIRED: plan.escalation_required,
        HardBlock.REVIEW_TIER: review_tier != ReviewTier.STANDARD,
        HardBlock.AGREEMENT_UNCONFIRMED: is_unconfirmed(plan.agreement),
        HardBlock.OPT_OUT: plan.opt_out,
        HardBlock.READING_UNCERTAIN: plan.is_uncertain or bool(plan.emergency),
        HardBlock.IS_CUT: plan.is_cut,
    }


def _is_fixed_text_changed(facts: TextFacts) -> bool:
    return facts.is_text_fixed and _folded(facts.text) != _folded(facts.kept_text)


def _folded(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n").strip()


def _that_hold(found: Mapping[HardBlock, bool]) -> tuple[HardBlock, ...]:
    return tuple(block for block in HardBlock if found.get(block, False))
