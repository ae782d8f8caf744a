"""Hard blocks from rows: gathers the plain facts that ``hard_blocks`` judges. Reads only."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from drafting.drafts.kept import current_desk
from drafting.drafts.models import Draft
from drafting.drafts.plans import plan_from_json
from drafting.drafts.services.check import check_draft, is_text_fixed
from drafting.drafts.services.interpret import MAX_READ_MAILS
from drafting.drafts.shapes import outcomes_of, policy_of
from drafting.mail.models import Message, Thread
from drafting.mail.work_models import FollowUp
from drafting.pipeline.answer.compose import thread_text
from drafting.pipeline.check.policy import decide_policy
from drafting.pipeline.check.quality import QualityReport
from drafting.pipeline.check.surroundings import Desk
from drafting.pipeline.interpret.auto_reply import is_auto_reply
from drafting.pipeline.interpret.subjects import is_reply
from drafting.pipeline.outcomes import Outcome, OutcomeKind
from drafting.pipeline.plan import OTHER_LANGUAGE, ActionPlan
from drafting.runs.blocks.rules import (
    DraftFacts,
    MailFacts,
    TextFacts,
    blocks_of_draft,
    blocks_of_mail,
    blocks_of_text,
)
from drafting.runs.choices import HardBlock
from templatesapp.guard import is_hard_rule_protected
from templatesapp.text.guarded.check import UNKNOWN

if TYPE_CHECKING:  # mail asks runs: at run time the two may not import each other
    from drafting.mail.claims import Work


def find_mail_blocks(*, work: Work, plan: ActionPlan, desk: Desk) -> tuple[str, ...]:
    """What stands against answering a batch without a person. ``plan``: of all its messages."""
    messages = work.messages
    facts = MailFacts(
        plan=plan,
        review_tier=_review_tier(plan, desk),
        is_automated=any(message.is_automated for message in messages)
        or any(is_written_by_machine(message) for message in messages[-MAX_READ_MAILS:]),
        is_sender_blocked=any(_is_blocked(message) for message in messages),
        is_sender_verified=all(message.is_sender_verified for message in messages),
        has_open_follow_up=_has_open_follow_up(work.thread),
        is_protected=is_hard_rule_protected(plan.scenario.category),
        has_no_text=any(not message.new_text.strip() for message in messages),
    )
    return _values(blocks_of_mail(facts))


def find_draft_blocks(*, draft: Draft) -> tuple[str, ...]:
    """What a kept draft adds: its policy, its protection, what it promises, what it rests on."""
    facts = DraftFacts(
        plan=plan_from_json(draft.action_plan),
        review_tier=policy_of(draft, current_desk().catalogue.policies).review_tier,
        is_protected=is_text_fixed(draft),
        rests_on_state=draft.rests_on_state,
        has_question_left=_promises(outcomes_of(draft.outcomes)),
    )
    return _values(blocks_of_draft(facts))


def find_text_blocks(*, draft: Draft, text: str) -> tuple[str, ...]:
    """What stands against this text as the answer of a draft, judged with the desk of now."""
    return blocks_of_report(check_draft(draft=draft, body_plain=text), draft=draft, text=text)


def blocks_of_report(report: QualityReport, *, draft: Draft, text: str) -> tuple[str, ...]:
    """The same of a text whose quality report is at hand."""
    facts = TextFacts(
        text=text,
        failed_checks=report.failed_checks,
        allowed_links=current_desk().allowed_links,
        has_question_left=_promises(report.outcomes),
        has_unknown_value=UNKNOWN in report.warnings,
        is_text_fixed=is_text_fixed(draft),
        kept_text=draft.body_plain,
    )
    return _values(blocks_of_text(facts))


def is_written_by_machine(message: Message) -> bool:
    """By its headers, or by what it says: not every out-of-office program marks its mail."""
    if message.is_automated:
        return True
    subject = "" if is_reply(message.subject) else message.subject
    own = f"{subject}\n\n{message.new_text}"
    # Such mail often comes in two languages, and its subject in that of the program.
    return is_auto_reply(own.strip(), OTHER_LANGUAGE)


def _review_tier(plan: ActionPlan, desk: Desk) -> str:
    return decide_policy(
        desk.catalogue.policies,
        plan=plan,
        category=plan.scenario.category,
        thread_text=thread_text(plan),
    ).review_tier


def _is_blocked(message: Message) -> bool:
    return message.contact is not None and message.contact.is_blocked


def _has_open_follow_up(thread: Thread) -> bool:
    return FollowUp.objects.filter(thread=thread, done_at__isnull=True).exists()


def _promises(outcomes: Iterable[Outcome]) -> bool:
    """Whether a person must still do or answer something, or vouch for a state."""
    return any(o.outcome is OutcomeKind.PROMISED or o.is_unproven for o in outcomes)


def _values(blocks: Iterable[HardBlock]) -> tuple[str, ...]:
    return tuple(block.value for block in blocks)
