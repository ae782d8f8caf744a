"""Which hard blocks hold for a mail, for a kept draft and for a text. Reads only.

``blocks_of_…``: plain values in, blocks out, in the order of ``HardBlock``. ``find_…_blocks``:
those values gathered. None of them can lift what another found. Source: design page "Draft runs".
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from drafting.drafts.kept import current_desk
from drafting.drafts.models import Draft
from drafting.drafts.plans import plan_from_json
from drafting.drafts.services.check import check_draft, is_text_fixed
from drafting.drafts.services.interpret import MAX_READ_MAILS
from drafting.drafts.shapes import outcomes_of, policy_of
from drafting.mail.models import Message
from drafting.mail.work_models import FollowUp
from drafting.pipeline.answer.compose import thread_text
from drafting.pipeline.check.policy import ReviewTier, decide_policy
from drafting.pipeline.check.quality import QualityReport
from drafting.pipeline.check.surroundings import Desk
from drafting.pipeline.interpret.auto_reply import is_auto_reply
from drafting.pipeline.interpret.subjects import is_reply
from drafting.pipeline.outcomes import Outcome, OutcomeKind
from drafting.pipeline.plan import OTHER_LANGUAGE, ActionPlan, AgreementStatus
from drafting.runs.blocks.known_links import fabricated_links
from drafting.runs.choices import HardBlock
from templatesapp.guard import is_hard_rule_protected
from templatesapp.text.guarded.check import UNKNOWN
from templatesapp.text.links import AllowedLinks

if TYPE_CHECKING:  # mail asks runs: at run time the two may not import each other
    from drafting.mail.claims import Work

MAX_TEXT_CHARACTERS = 5_000  # of a reply; source: design page "Draft runs", over_length
_UNSURE = frozenset({AgreementStatus.LIKELY, AgreementStatus.UNCLEAR})
# Doubled braces, whole or broken, the name of a slot without them, and one word in single braces.
_SLOT_LEFT = re.compile(r"\{\s?\{|\}\s?\}|(?<!\w)SLOT\s?:\s?[A-Z_]|\{\s?\w[\w .:-]{0,60}\}")


# --- a mail ---------------------------------------------------------------------------------------


def find_mail_blocks(*, work: Work, plan: ActionPlan, desk: Desk) -> tuple[str, ...]:
    """What stands against answering a batch without a person; what holds for one of its messages
    holds for the batch. ``plan``: of all of them."""
    messages = work.messages
    policy = decide_policy(
        desk.catalogue.policies,
        plan=plan,
        category=plan.scenario.category,
        thread_text=thread_text(plan),
    )
    return blocks_of_mail(
        plan=plan,
        review_tier=policy.review_tier,
        is_automated=any(message.is_automated for message in messages)
        or any(is_written_by_machine(message) for message in messages[-MAX_READ_MAILS:]),
        is_sender_blocked=any(m.contact is not None and m.contact.is_blocked for m in messages),
        is_sender_verified=all(message.is_sender_verified for message in messages),
        has_open_follow_up=FollowUp.objects.filter(
            thread=work.thread, done_at__isnull=True
        ).exists(),
        is_protected=is_hard_rule_protected(plan.scenario.category),
        has_no_text=any(not message.new_text.strip() for message in messages),
    )


def blocks_of_mail(
    *,
    plan: ActionPlan,
    review_tier: str,
    is_automated: bool,
    is_sender_blocked: bool,
    is_sender_verified: bool,
    has_open_follow_up: bool,
    is_protected: bool,
    has_no_text: bool = False,
) -> tuple[HardBlock, ...]:
    return _that_hold(
        {
            **_of_plan(plan, review_tier),
            HardBlock.PROTECTED_CATEGORY: is_protected,
            HardBlock.AUTOMATED_REPLY: is_automated,
            HardBlock.BLOCKED_SENDER: is_sender_blocked,
            HardBlock.SENDER_UNVERIFIED: not is_sender_verified,
            HardBlock.NO_TEXT: has_no_text,
            HardBlock.FOLLOW_UP_OPEN: has_open_follow_up,
        }
    )


def is_written_by_machine(message: Message) -> bool:
    """By its headers, or by what it says: not every out-of-office program marks its mail."""
    if message.is_automated:
        return True
    subject = "" if is_reply(message.subject) else message.subject
    own = f"{subject}\n\n{message.new_text}"
    # Such mail often comes in two languages, and its subject in that of the program.
    return is_auto_reply(own.strip(), OTHER_LANGUAGE)


# --- a kept draft ---------------------------------------------------------------------------------


def find_draft_blocks(*, draft: Draft) -> tuple[str, ...]:
    """What a kept draft adds: its policy, its protection, what it promises, what it rests on."""
    return blocks_of_draft(
        plan=plan_from_json(draft.action_plan),
        review_tier=policy_of(draft, current_desk().catalogue.policies).review_tier,
        is_protected=is_text_fixed(draft),
        has_question_left=_promises(outcomes_of(draft.outcomes)),
        rests_on_state=draft.rests_on_state,
    )


def blocks_of_draft(
    *,
    plan: ActionPlan,
    review_tier: str,
    is_protected: bool,
    has_question_left: bool,
    rests_on_state: bool = False,
) -> tuple[HardBlock, ...]:
    """Its plan may be stricter than what the mail reads as today. ``has_question_left``: it leaves
    something to a person; ``rests_on_state``: it says what only the caller has looked up."""
    return _that_hold(
        {
            **_of_plan(plan, review_tier),
            HardBlock.PROTECTED_CATEGORY: is_protected,
            HardBlock.FOLLOW_UP_OPEN: has_question_left,
            HardBlock.STATE_TAKEN_ON_TRUST: rests_on_state,
        }
    )


# --- a text ---------------------------------------------------------------------------------------


def find_text_blocks(*, draft: Draft, text: str) -> tuple[str, ...]:
    """What stands against this text as the answer of a draft, judged with the desk of now."""
    return blocks_of_report(check_draft(draft=draft, body_plain=text), draft=draft, text=text)


def blocks_of_report(report: QualityReport, *, draft: Draft, text: str) -> tuple[str, ...]:
    """The same of a text whose quality report is at hand."""
    return blocks_of_text(
        text=text,
        failed_checks=report.failed_checks,
        allowed_links=current_desk().allowed_links,
        has_question_left=_promises(report.outcomes),
        has_unknown_value=UNKNOWN in report.warnings,
        is_text_fixed=is_text_fixed(draft),
        kept_text=draft.body_plain,
    )


def blocks_of_text(
    *,
    text: str,
    allowed_links: AllowedLinks | None = None,
    failed_checks: Sequence[str] = (),
    has_question_left: bool = False,
    has_unknown_value: bool = False,
    is_text_fixed: bool = False,
    kept_text: str = "",
) -> tuple[HardBlock, ...]:
    """What stands against this very text. ``failed_checks``: of its quality check; ``kept_text``:
    what the draft says, which a fixed text must repeat."""
    is_changed = is_text_fixed and _folded(text) != _folded(kept_text)
    return _that_hold(
        {
            HardBlock.EMPTY_DRAFT: not any(character.isalnum() for character in text),
            HardBlock.DRAFT_BLOCKED: bool(failed_checks) or is_changed,
            HardBlock.FABRICATED_LINK: bool(
                fabricated_links(text, allowed_links or AllowedLinks())
            ),
            # Whether a slot, or a piece of one, would reach the guest. Full-width braces count.
            HardBlock.UNSUPPORTED_SLOT: bool(
                _SLOT_LEFT.search(unicodedata.normalize("NFKC", text))
            ),
            HardBlock.OVER_LENGTH: len(text) > MAX_TEXT_CHARACTERS,
            HardBlock.FOLLOW_UP_OPEN: has_question_left,
            HardBlock.UNKNOWN_VALUE: has_unknown_value,
        }
    )


def find_slots_left(text: str) -> list[tuple[int, int]]:
    """Where slots, or pieces of them, stand as they are written."""
    return [match.span() for match in _SLOT_LEFT.finditer(text)]


# --- what they share ------------------------------------------------------------------------------


def _of_plan(plan: ActionPlan, review_tier: str) -> dict[HardBlock, bool]:
    """Somebody has to ask what the guest agreed to where that is likely or unclear, and at any
    other reading that a person must confirm: the stricter one of two plans, or words of a sender
    that could not be verified."""
    agreement = plan.agreement
    return {
        HardBlock.ESCALATION_REQUIRED: plan.escalation_required,
        HardBlock.REVIEW_TIER: review_tier != ReviewTier.STANDARD,
        HardBlock.AGREEMENT_UNCONFIRMED: agreement.status in _UNSURE
        or agreement.requires_human_confirmation,
        HardBlock.OPT_OUT: plan.opt_out,
        HardBlock.READING_UNCERTAIN: plan.is_uncertain or bool(plan.emergency),
        HardBlock.IS_CUT: plan.is_cut,
    }


def _promises(outcomes: Iterable[Outcome]) -> bool:
    """Whether a person must still do or answer something, or vouch for a state."""
    return any(o.outcome is OutcomeKind.PROMISED or o.is_unproven for o in outcomes)


def _folded(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n").strip()


def _that_hold(found: Mapping[HardBlock, bool]) -> tuple[HardBlock, ...]:
    return tuple(block for block in HardBlock if found.get(block, False))
