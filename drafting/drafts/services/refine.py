"""The fourth call: the agent's (or a person's) text is judged, attested, and learned from.

It authors no text. Identity, distance and protection are judged against the kept draft; the
caller's ``original_body_plain`` only says whether caller and desk speak of the same text."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction

from config.errors import DomainError, invalid
from drafting.drafts.authors import Author
from drafting.drafts.choices import RefinementSource, RewriteReason
from drafting.drafts.learning_feed import outcome_for, tell_orphan, tell_refinement
from drafting.drafts.models import Attestation, Draft
from drafting.drafts.plans import plan_from_json
from drafting.drafts.services.check import check_draft, is_text_fixed, standing_of
from drafting.drafts.shapes import outcomes_json, quality_json
from drafting.mail.choices import MailState
from drafting.mail.claims import require_claim
from drafting.mail.work_models import Batch, OutgoingMail
from drafting.pipeline.check.delivery import delivery_status
from drafting.pipeline.check.quality import QualityReport
from templatesapp.guard import is_hard_rule_protected
from templatesapp.models import EmailTemplate
from templatesapp.text.distance import edit_distance_pct, text_hash


@dataclass(frozen=True, slots=True)
class RefineRequest:
    draft_id: UUID
    refined_body_plain: str
    original_body_plain: str
    rewrite_reason: str = RewriteReason.NONE
    corrected_category: str = ""
    corrected_template: str = ""  # id of the letter that should have been chosen
    insisted: str = ""  # why a person lets a finding stand
    refinement_source: str = RefinementSource.CLAUDE_CLI
    context: str = ""
    work_token: str = ""  # needed for a draft made under a claim


@dataclass(frozen=True, slots=True)
class Refinement:
    """What the call answers. ``body_plain`` is the text that stands: the refined one, or the kept
    one after a refusal; ``quality`` and ``delivery`` judge the text that was sent in."""

    attestation: Attestation
    body_plain: str
    quality: QualityReport
    delivery: str
    outcome: str
    edit_distance_pct: float
    original_matches: bool


def refine_draft(*, request: RefineRequest, author: Author, now: datetime) -> Refinement:
    """Attests a text as a further attempt at the draft, in one transaction with its event.

    Locks the draft, so that attempts count up without a gap. A text that fails the check is
    attested all the same: the caller decides. Raises unknown_draft (its event is kept as an
    orphan), already_answered, body_blanked, and claim_lost for a draft of a claim that is over.
    """
    refined = _folded(request.refined_body_plain)
    with transaction.atomic():
        _refuse_answered(request.draft_id)
        # Before the draft is locked: every writer locks the thread first.
        batch = require_claim(work_token=request.work_token)[1] if request.work_token else None
        draft = _locked_draft(request.draft_id)
        if draft is None:
            _tell_orphan(request, refined, author, now)
        else:
            _refuse_foreign_claim(draft, batch)
            refinement = _refine(draft, request, refined, author, now)
    if draft is None:
        # Raised after the commit, or the orphan's event would go with the refusal.
        raise DomainError("unknown_draft")
    return refinement


def attest_draft(*, request: RefineRequest, author: Author, now: datetime) -> Refinement:
    """Attests the words of a person, who may also reword protected text and needs no claim.

    Call it in the transaction of the release, with the thread locked. Raises unknown_draft,
    body_blanked.
    """
    draft = _locked_draft(request.draft_id)
    if draft is None:
        raise DomainError("unknown_draft")
    return _refine(draft, request, _folded(request.refined_body_plain), author, now)


def _refuse_answered(draft_id: UUID) -> None:
    """Asked again under the lock by what would make a second reply."""
    sent = OutgoingMail.objects.filter(draft=draft_id).exclude(state=MailState.CANCELLED)
    answered = Draft.objects.filter(pk=draft_id, message__answered_by__isnull=False)
    if sent.exists() or answered.exists():
        raise DomainError("already_answered")


def _refuse_foreign_claim(draft: Draft, batch: Batch | None) -> None:
    if draft.batch_id is not None and batch is None:
        raise invalid("work_token", "This draft was made under a claim: send its work_token.")
    if batch is not None and draft.batch_id != batch.pk:
        raise DomainError("claim_lost", "This draft belongs to another claim.")


def _refine(
    draft: Draft, request: RefineRequest, refined: str, author: Author, now: datetime
) -> Refinement:
    """The text is judged once; after a refusal the kept text stands, with its own judgement."""
    is_same = refined.strip() == draft.body_plain.strip()
    is_by_person = author.person is not None
    is_refused = not is_by_person and (
        (not is_same and is_text_fixed(draft)) or _wishes_protected(request)
    )
    report = _judged(draft, request, refined, is_by_person=is_by_person)
    stands = draft.body_plain if is_same or is_refused else refined
    standing = report if stands == refined else _judged(draft, request, stands, is_by_person=True)
    plan, wording = plan_from_json(draft.action_plan), standing_of(draft)
    delivery = delivery_status(standing, plan=plan, standing=wording)
    attestation = _attest(draft, request, author, now, stands, standing, delivery)
    tell_refinement(attestation, sent=refined, draft=draft, author=author)
    return Refinement(
        attestation=attestation,
        body_plain=stands,
        quality=report,
        delivery=delivery_status(report, plan=plan, standing=wording),
        outcome=outcome_for(attestation, draft),
        edit_distance_pct=attestation.edit_distance_pct,
        original_matches=attestation.original_matches,
    )


def _judged(
    draft: Draft, request: RefineRequest, text: str, *, is_by_person: bool
) -> QualityReport:
    return check_draft(
        draft=draft,
        body_plain=text,
        is_by_person=is_by_person,
        corrected_template=request.corrected_template,
        is_insisted=bool(request.insisted) and is_by_person,
    )


def _wishes_protected(request: RefineRequest) -> bool:
    """A wish for a legally fixed letter is kept and applies no text: a person decides."""
    letters = EmailTemplate.objects.filter(template_id=request.corrected_template, active=True)
    category = letters.values_list("category", flat=True).first()
    return category is not None and is_hard_rule_protected(category)


def _tell_orphan(request: RefineRequest, refined: str, author: Author, now: datetime) -> None:
    tell_orphan(
        draft_id=request.draft_id,
        original=_folded(request.original_body_plain),
        refined=refined,
        rewrite_reason=request.rewrite_reason,
        author=author,
        now=now,
    )


def _locked_draft(draft_id: UUID) -> Draft | None:
    draft = (
        Draft.objects.select_for_update(of=("self",))
        .select_related("message", "template")
        .defer("message__raw")
        .filter(pk=draft_id)
        .first()
    )
    if draft is None:
        return None
    if draft.blanked_at is not None:
        raise DomainError("body_blanked")
    return draft


def _attest(
    draft: Draft,
    request: RefineRequest,
    author: Author,
    now: datetime,
    stands: str,
    report: QualityReport,
    delivery: str,
) -> Attestation:
    is_applied = stands.strip() != draft.body_plain.strip()
    last = draft.attestations.order_by("-attempt").values_list("attempt", flat=True).first()
    return Attestation.objects.create(
        draft=draft,
        attempt=(last or 0) + 1,
        created_at=now,
        body_plain=stands,
        text_hash=text_hash(stands),
        refinement_applied=is_applied,
        refinement_source=request.refinement_source if is_applied else RefinementSource.NONE,
        rewrite_reason=request.rewrite_reason,
        corrected_category=request.corrected_category or _category_of(request),
        corrected_template_id=request.corrected_template,
        outcomes=outcomes_json(report.outcomes),
        matched_facts=dict(report.facts.matches),
        insisted=request.insisted,
        edit_distance_pct=edit_distance_pct(draft.body_plain, stands) if is_applied else 0.0,
        original_matches=text_hash(request.original_body_plain) == text_hash(draft.body_plain),
        quality=quality_json(report),
        delivery_status=delivery,
        agent=author.agent,
        person=author.person,
        context=request.context,
    )


def _category_of(request: RefineRequest) -> str:
    """The corrected letter implies its category."""
    letters = EmailTemplate.objects.filter(template_id=request.corrected_template, active=True)
    return letters.values_list("category", flat=True).first() or ""


def _folded(text: str) -> str:
    """Line ends of any system as one."""
    return text.replace("\r\n", "\n").replace("\r", "\n")
