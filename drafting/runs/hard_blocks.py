"""Finds hard blocks in a mail, a kept draft and a text, and judges the text for the agent.
The verdict has each finding with its detail and place, and what became of each ask. Reads only.

Blocks come in the order of ``HardBlock``; none can lift what another found. Source: design page
"Draft runs".
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from drafting.drafts.kept import current_desk
from drafting.drafts.models import Draft
from drafting.drafts.services.check import check_draft, is_text_fixed
from drafting.drafts.services.interpret import MAX_READ_MAILS
from drafting.drafts.shapes import outcomes_of, plan_from_json, policy_of, quality_json
from drafting.mail.claims import Work
from drafting.mail.models import Message
from drafting.mail.work_models import FollowUp
from drafting.pipeline.check.checks import REST_LEFT_OPEN
from drafting.pipeline.check.policy import ReviewTier, decide_policy
from drafting.pipeline.check.surroundings import Desk
from drafting.pipeline.interpret.normalise import is_reply
from drafting.pipeline.interpret.signs import is_auto_reply
from drafting.pipeline.outcomes import Outcome, OutcomeKind
from drafting.pipeline.plan import OTHER_LANGUAGE, ActionPlan, AgreementStatus
from drafting.plain_words import warned
from drafting.runs.choices import HardBlock
from drafting.runs.models import RunArtifact
from templatesapp.categories import is_hard_rule_protected
from templatesapp.text.guarded.kinds import UNKNOWN
from templatesapp.text.sentences import paragraph_spans

MAX_TEXT_CHARACTERS = 5_000  # of a reply; source: design page "Draft runs", over_length
MAX_FINDINGS = 30
MAX_DETAIL_CHARACTERS = 400
_LEFT = (OutcomeKind.PROMISED, OutcomeKind.OPEN)
_UNSURE = frozenset({AgreementStatus.LIKELY, AgreementStatus.UNCLEAR})

Json = dict[str, Any]


def find_mail_blocks(*, work: Work, plan: ActionPlan, desk: Desk) -> tuple[str, ...]:
    """What stands against answering a batch without a person; what holds for one of its messages
    holds for the batch. ``plan``: of all of them."""
    messages, category = work.messages, plan.scenario.category
    policy = decide_policy(desk.catalogue.policies, plan=plan, category=category)
    promises = FollowUp.objects.filter(thread=work.thread, done_at__isnull=True)
    return _that_hold(
        {
            **_of_plan(plan, policy.review_tier),
            HardBlock.PROTECTED_CATEGORY: is_hard_rule_protected(category),
            HardBlock.AUTOMATED_REPLY: any(message.is_automated for message in messages)
            or any(_says_it_is_automatic(message) for message in messages[-MAX_READ_MAILS:]),
            HardBlock.BLOCKED_SENDER: any(m.contact and m.contact.is_blocked for m in messages),
            HardBlock.SENDER_UNVERIFIED: not all(m.is_sender_verified for m in messages),
            HardBlock.NO_TEXT: any(not message.new_text.strip() for message in messages),
            HardBlock.FOLLOW_UP_OPEN: promises.exists(),
        }
    )


def find_draft_blocks(*, draft: Draft) -> tuple[str, ...]:
    """What a kept draft adds: its policy, its protection, what it leaves to a person, and what
    only the caller has looked up. Its plan may be stricter than what the mail reads as today."""
    policy = policy_of(draft, current_desk().catalogue.policies)
    return _that_hold(
        {
            **_of_plan(plan_from_json(draft.action_plan), policy.review_tier),
            HardBlock.PROTECTED_CATEGORY: is_text_fixed(draft),
            **_of_outcomes(outcomes_of(draft.outcomes)),
            HardBlock.STATE_TAKEN_ON_TRUST: draft.rests_on_state,
        }
    )


def _says_it_is_automatic(message: Message) -> bool:
    """Not every out-of-office program marks its mail."""
    subject = "" if is_reply(message.subject) else message.subject
    own = f"{subject}\n\n{message.new_text}"
    # Such mail often comes in two languages, and its subject in that of the program.
    return is_auto_reply(own.strip(), OTHER_LANGUAGE)


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


def _of_outcomes(outcomes: Sequence[Outcome], *, is_open: bool = False) -> dict[HardBlock, bool]:
    """Whether a person must still do or answer something, or see whether what is said answers it:
    vouch for a state, too."""
    is_promised = any(one.outcome is OutcomeKind.PROMISED for one in outcomes)
    return {
        HardBlock.FOLLOW_UP_OPEN: is_open or is_promised,
        HardBlock.ANSWER_UNPROVEN: any(one.is_unproven for one in outcomes),
    }


def _that_hold(found: Mapping[HardBlock, bool]) -> tuple[HardBlock, ...]:
    return tuple(block for block in HardBlock if found.get(block, False))


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
    blocks = _that_hold(
        {
            HardBlock.EMPTY_DRAFT: not any(character.isalnum() for character in text),
            HardBlock.DRAFT_BLOCKED: bool(report.failed_checks),
            HardBlock.FABRICATED_LINK: "foreign_link" in report.failed_checks,
            HardBlock.UNSUPPORTED_SLOT: "unresolved_slot" in report.failed_checks,
            HardBlock.OVER_LENGTH: len(text) > MAX_TEXT_CHARACTERS,
            **_of_outcomes(report.outcomes, is_open=REST_LEFT_OPEN in report.warnings),
            HardBlock.IS_CUT: report.is_cut,
            HardBlock.UNKNOWN_VALUE: UNKNOWN in report.warnings,
            HardBlock.OTHER_LANGUAGE: "language_mismatch" in report.warnings,
            HardBlock.OWN_WORDS: not _is_of_draft(text, draft),
        }
    )
    return _verdict(text, quality_json(report), blocks, _asks(draft, report.outcomes))


def _is_of_draft(text: str, draft: Draft) -> bool:
    """Whether it is the draft, or what paragraphs of it are left, in its order. What an agent
    writes itself no check vouches for: of wrong rewrites up to one in five passes unmarked."""
    kept = iter(_folded_paragraphs(draft.body_plain))
    return all(one in kept for one in _folded_paragraphs(text))


def _folded_paragraphs(text: str) -> list[str]:
    return [" ".join(span.text.split()) for span in paragraph_spans(text)]


def _verdict(
    text: str, quality: Mapping[str, Any], blocks: Sequence[str], asks: list[Json]
) -> Verdict:
    found = [*_of_blocks(blocks, text, asks), *_of_quality(quality, text)]
    return Verdict(tuple(blocks), {"findings": found[:MAX_FINDINGS], "asks": asks})


def finding(code: str, detail: str, span: Sequence[int] | None = None) -> Json:
    return {
        "code": code,
        "detail": detail[:MAX_DETAIL_CHARACTERS],
        "span": list(span) if span is not None else None,
    }


def block_finding(block: str) -> Json:
    return finding(block, f"{HardBlock(block).label.capitalize()}.")


def findings_of(snapshot: Mapping[str, Any], step: RunArtifact | None) -> list[Json]:
    """Of the text that a step left first, then what holds for the mail whatever is written."""
    found = step.report.get("findings", []) if step else []
    known = {entry["code"] for entry in found}
    mail = snapshot["hard_blocks"]
    return [*found, *(block_finding(block) for block in mail if block not in known)]


def _of_blocks(blocks: Sequence[str], text: str, asks: Sequence[Json]) -> Iterable[Json]:
    for block in blocks:
        if block == HardBlock.OVER_LENGTH:
            yield finding(block, f"{len(text)} characters; at most {MAX_TEXT_CHARACTERS}.")
        elif block == HardBlock.FOLLOW_UP_OPEN:
            # By number: a guest's words stand within their marks, never among what the desk says.
            left = [f"{ask['kind']} {ask['id']}" for ask in asks if ask["outcome"] in _LEFT]
            yield finding(block, f"Left to a person: {' · '.join(left) or 'a question'}")
        else:
            yield block_finding(block)


def _of_quality(quality: Mapping[str, Any], text: str) -> Iterable[Json]:
    details = quality.get("failed_check_details", {})
    for check in quality.get("failed_checks", ()):
        said = str(details.get(check) or _words(check))
        start = text.find(said)  # a link or a slot is named as it stands there
        yield finding(check, said, None if start < 0 else (start, start + len(said)))
    for fact in quality.get("findings", ()):
        known = fact.get("known")
        says = f"You say {fact.get('said')}"
        says += f"; our {fact.get('fact') or 'fact'} is {known}." if known else "; nobody knows it."
        yield finding(str(fact["code"]), says, fact.get("span"))
    for warning, said in warned(quality):
        yield finding(warning, f"{_words(warning)} (a warning){': ' * bool(said)}{said}.")


def _words(name: str) -> str:
    return name.replace("_", " ").capitalize()


def _asks(draft: Draft, outcomes: Iterable[Outcome]) -> list[Json]:
    """``outcome`` None: nothing is kept of it, as of old drafts."""
    told = {one.ask: one.outcome.value for one in outcomes}
    return [
        {"id": ask["id"], "kind": ask["kind"], "text": ask["text"], "outcome": told.get(ask["id"])}
        for ask in draft.action_plan.get("asks", ())
    ]
