"""Hard blocks from rows: gathers the plain facts that ``hard_blocks`` judges. Reads only."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING

from drafting.drafts.kept import current_desk
from drafting.drafts.models import Draft
from drafting.drafts.plans import plan_from_json
from drafting.drafts.services.check import check_draft, is_text_fixed
from drafting.drafts.shapes import blocks_of, policy_of
from drafting.mail.models import Message, Thread
from drafting.mail.work_models import FollowUp
from drafting.pipeline.answer.compose import Desk, thread_text
from drafting.pipeline.check.context import FOLLOW_UP_SOURCE
from drafting.pipeline.check.policy import decide_policy
from drafting.pipeline.check.quality import QualityReport
from drafting.pipeline.interpret.auto_reply import is_auto_reply
from drafting.pipeline.interpret.subjects import is_reply
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
from templatesapp.text.coverage.cover import CoverageStatus

if TYPE_CHECKING:  # mail asks runs: at run time the two may not import each other
    from drafting.mail.claims import Work

UNANSWERED = "unanswered_questions"


def find_mail_blocks(*, work: Work, plan: ActionPlan, desk: Desk) -> tuple[str, ...]:
    """What stands against answering a batch without a person. ``plan``: of all its messages."""
    messages = work.messages
    facts = MailFacts(
        plan=plan,
        review_tier=_review_tier(plan, desk),
        is_automated=any(is_written_by_machine(message) for message in messages),
        is_sender_blocked=any(_is_blocked(message) for message in messages),
        is_sender_verified=all(message.is_sender_verified for message in messages),
        has_open_follow_up=_has_open_follow_up(work.thread),
        is_protected=is_hard_rule_protected(plan.scenario.category),
    )
    return _values(blocks_of_mail(facts))


def find_draft_blocks(*, draft: Draft) -> tuple[str, ...]:
    """What a kept draft adds: its policy, its protection, and the questions it leaves open."""
    has_follow_up = any(
        block.follow_up_required or block.answer_source == FOLLOW_UP_SOURCE
        for block in blocks_of(draft)
    )
    facts = DraftFacts(
        plan=plan_from_json(draft.action_plan),
        review_tier=policy_of(draft).review_tier,
        is_protected=is_text_fixed(draft),
        has_question_left=has_follow_up or _leaves_question(*_kept_coverage(draft)),
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
        has_question_left=_leaves_question(
            [entry.status for entry in report.question_coverage], report.failed_checks
        ),
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
        language=plan.language,
        thread_text=thread_text(plan),
    ).review_tier


def _is_blocked(message: Message) -> bool:
    return message.contact is not None and message.contact.is_blocked


def _has_open_follow_up(thread: Thread) -> bool:
    return FollowUp.objects.filter(thread=thread, done_at__isnull=True).exists()


def _leaves_question(statuses: Iterable[str], failed_checks: Collection[str]) -> bool:
    """Whether a question is missing and the check accepts it: then the text promises an answer.

    One that the check does not accept blocks the text instead, and a revision may mend it.
    """
    return UNANSWERED not in failed_checks and CoverageStatus.MISSING in statuses


def _kept_coverage(draft: Draft) -> tuple[list[str], list[str]]:
    coverage = draft.quality.get("question_coverage", ())
    return [entry["status"] for entry in coverage], draft.quality.get("failed_checks", [])


def _values(blocks: Iterable[HardBlock]) -> tuple[str, ...]:
    return tuple(block.value for block in blocks)
