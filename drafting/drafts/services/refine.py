"""The fourth call: the agent's (or a person's) text is judged, attested, and learned from.

It authors no text. Identity, distance and protection are judged against the kept draft; the
caller's ``original_body_plain`` only says whether caller and desk speak of the same text."""

from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import Any
from uuid import UUID

from django.db import transaction

from config.errors import DomainError, invalid
from drafting.drafts.authors import Author
from drafting.drafts.choices import RefinementSource
from drafting.drafts.evidence import persons_letter
from drafting.drafts.learning_feed import tell_orphan, tell_refinement
from drafting.drafts.models import Attestation, Draft
from drafting.drafts.selectors import standing
from drafting.drafts.services.check import category_of, check_draft, waits_for
from drafting.drafts.services.generate import claimed_batch
from drafting.drafts.shapes import outcomes_json, plan_from_json, quality_json
from drafting.mail.choices import MailState
from drafting.mail.work_models import OutgoingMail
from drafting.pipeline.check.checks import folded_lines
from drafting.pipeline.check.quality import QualityReport, delivery_status
from learning.events.choices import Reason
from templatesapp.categories import is_hard_rule_protected
from templatesapp.text.distance import edit_distance_pct, text_hash

# What makes a further attempt another one than the last.
_SAME = (
    *("sent_hash", "rewrite_reason", "corrected_category", "corrected_template_id"),
    *("context", "agent", "person_id", "insisted"),
)


@dataclass(frozen=True, slots=True)
class RefineRequest:
    draft_id: UUID
    refined_body_plain: str
    original_body_plain: str
    rewrite_reason: str = Reason.NONE
    corrected_category: str = ""
    corrected_template: str = ""  # id of the letter that should have been chosen
    insisted: str = ""  # why a person lets stand what failed
    refinement_source: str = RefinementSource.CLAUDE_CLI
    context: str = ""
    work_token: str = ""  # needed for a draft made under a claim


@dataclass(frozen=True, slots=True)
class Judged:
    """``quality`` and ``delivery`` judge the text that was sent in. ``attestation``: of the text
    that stands, after a refusal the kept one, which is judged for itself; neither saved nor
    numbered before it is kept."""

    attestation: Attestation
    quality: QualityReport
    delivery: str


def refine_draft(*, request: RefineRequest, author: Author, now: datetime) -> Judged:
    """Judges a text and attests it; raises what ``keep_refinement`` raises."""
    judged = judge_refinement(request=request)
    return keep_refinement(request=request, judged=judged, author=author, now=now)


def judge_refinement(*, request: RefineRequest) -> Judged | None:
    """An agent's text judged without a lock; None where there is no draft left to judge by."""
    drafts = Draft.objects.select_related("template", "message").defer("message__raw")
    draft = drafts.filter(pk=request.draft_id).first()
    if draft is None or draft.blanked_at is not None:
        return None
    return judge_text(draft=draft, request=request, is_by_person=False)


def keep_refinement(
    *, request: RefineRequest, judged: Judged | None, author: Author, now: datetime
) -> Judged:
    """Attests a text as a further attempt at the draft, in one transaction with its event.

    Locks the draft, so that attempts count up without a gap. A text that fails the check is
    attested all the same: the caller decides. Raises unknown_draft (its event is kept as an
    orphan), already_answered, body_blanked, and claim_lost for a draft of a claim that is over.
    """
    kept = None
    with transaction.atomic():
        # Asked again under the lock by what would make a second reply.
        sent = OutgoingMail.objects.filter(draft=request.draft_id)
        answered = Draft.objects.filter(pk=request.draft_id, message__answered_by__isnull=False)
        if sent.exclude(state=MailState.CANCELLED).exists() or answered.exists():
            raise DomainError("already_answered")
        # Before the draft is locked: every writer locks the thread first.
        batch = claimed_batch(work_token=request.work_token, author=author)
        if (draft := _lock(request.draft_id)) is not None:
            standing(draft)
        if draft is None or judged is None:
            tell_orphan(
                draft_id=request.draft_id,
                original=folded_lines(request.original_body_plain),
                refined=folded_lines(request.refined_body_plain),
                rewrite_reason=request.rewrite_reason,
                author=author,
                now=now,
            )
        else:
            if draft.batch_id is not None and batch is None:
                said = "This draft was made under a claim: send its work_token."
                raise invalid("work_token", said)
            if batch is not None and draft.batch_id != batch.pk:
                raise DomainError("claim_lost", "This draft belongs to another claim.")
            kept = attest_text(draft=draft, judged=judged, author=author, now=now)
    if kept is None:
        # Raised after the commit, or the orphan's event would go with the refusal.
        raise DomainError("unknown_draft")
    return kept


def attest_draft(*, request: RefineRequest, author: Author, now: datetime) -> Judged:
    """Attests the words of a person, who may also reword protected text and needs no claim. Call it
    in the transaction of the release, with the thread locked. Raises unknown_draft, body_blanked.
    """
    draft = standing(_lock(request.draft_id))
    judged = judge_text(draft=draft, request=request, is_by_person=True)
    return attest_text(draft=draft, judged=judged, author=author, now=now)


def attest_release(
    *, draft_id: UUID, body_text: str, person: Any, is_at_a_glance: bool, now: datetime
) -> None:
    """A person let a draft leave as it was made: a further attempt of theirs, judged already. Once
    a draft, and only where no person has spoken by an edit or another letter: what an agent made of
    the text stays its own word. Nothing of a draft that is blanked. Needs the mail's lock."""
    draft = _lock(draft_id)
    if draft is None or draft.blanked_at is not None:
        return
    last = draft.last_attempt
    is_unchanged = body_text.strip() == draft.body_plain.strip()
    if last is None or last.person_id is not None or last.refinement_applied or not is_unchanged:
        return
    last.agent, last.person, last.context = "", person, ""
    last.rewrite_reason, last.corrected_category = Reason.NONE, ""
    last.corrected_template_id, last.sent_hash = "", text_hash(body_text)
    _say_again(last, after=last.attempt, draft=draft, now=now, is_at_a_glance=is_at_a_glance)


def attest_former(*, draft_id: UUID, now: datetime, before: datetime | None = None) -> Attestation:
    """What stood before a person took another letter, or ``before`` they sent the draft back,
    stands again: a further attempt, of whoever wrote it. What the person said counts no more. Needs
    the mail's lock. Raises ``conflict`` where nothing was said since."""
    draft = standing(_lock(draft_id))
    attempts = list(draft.attestations.order_by("-attempt"))
    stood = (a for a in attempts if (a.created_at < before if before else not persons_letter(a)))
    former = next(stood, None)
    if former is None or former is attempts[0]:
        raise DomainError("conflict", "Nobody has said anything else since.")
    _say_again(former, after=attempts[0].attempt, draft=draft, now=now, takes_back=True)
    return former


def _say_again(said: Attestation, *, after: int, draft: Draft, now: datetime, **told: bool) -> None:
    said.pk, said.attempt, said.created_at = None, after + 1, now
    said._state.adding = True
    said.save()
    tell_refinement(said, draft=draft, **told)


def judge_text(*, draft: Draft, request: RefineRequest, is_by_person: bool) -> Judged:
    """The text is judged once, and measured against the kept draft, which never changes but for
    being blanked; after a refusal the kept text stands, with its own judgement. Raises
    ``validation_error`` for a corrected letter of a caller that is not there."""
    sent = folded_lines(request.refined_body_plain)
    # A person's may have been put away since they chose it.
    category = category_of(request.corrected_template, may_be_gone=is_by_person)
    check = partial(
        check_draft,
        draft=draft,
        is_by_person=is_by_person,
        corrected_template=request.corrected_template,
        is_insisted=bool(request.insisted) and is_by_person,
    )
    report = check(body_plain=sent)
    is_same = sent.strip() == draft.body_plain.strip()
    # A wish for a legally fixed letter is kept and applies no text: a person decides.
    is_refused = not is_by_person and (
        "protected_text_changed" in report.failed_checks or is_hard_rule_protected(category)
    )
    stands = draft.body_plain if is_same or is_refused else sent
    is_applied = stands.strip() != draft.body_plain.strip()
    standing = report if stands == sent else check(body_plain=stands)
    deliver = partial(
        delivery_status, plan=plan_from_json(draft.action_plan), waits_for=waits_for(draft)
    )
    attestation = Attestation(
        draft=draft,
        body_plain=stands,
        text_hash=text_hash(stands),
        sent_hash=text_hash(sent),
        refinement_applied=is_applied,
        refinement_source=request.refinement_source if is_applied else RefinementSource.NONE,
        rewrite_reason=request.rewrite_reason,
        corrected_category=request.corrected_category or category,
        corrected_template_id=request.corrected_template,
        outcomes=outcomes_json(standing.outcomes),
        matched_facts=dict(standing.facts.matches),
        insisted=request.insisted if standing.overruled else "",
        edit_distance_pct=edit_distance_pct(draft.body_plain, stands) if is_applied else 0.0,
        original_matches=text_hash(request.original_body_plain) == text_hash(draft.body_plain),
        quality=quality_json(standing),
        delivery_status=deliver(standing),
        context=request.context,
    )
    return Judged(attestation, report, deliver(report))


def attest_text(*, draft: Draft, judged: Judged, author: Author, now: datetime) -> Judged:
    """One attempt at a draft. The last one sent again, with its reasons, is no further attempt.
    Needs the draft's lock."""
    last, attestation = draft.last_attempt, judged.attestation
    attestation.draft, attestation.created_at = draft, now
    attestation.agent, attestation.person = author.agent, author.person
    if last is not None and all(getattr(last, n) == getattr(attestation, n) for n in _SAME):
        return replace(judged, attestation=last)
    attestation.attempt = last.attempt + 1 if last else 1
    attestation.save(force_insert=True)
    tell_refinement(attestation, draft=draft)
    return judged


def _lock(draft_id: UUID) -> Draft | None:
    drafts = Draft.objects.select_for_update(of=("self",)).select_related("message", "template")
    return drafts.defer("message__raw").filter(pk=draft_id).first()
