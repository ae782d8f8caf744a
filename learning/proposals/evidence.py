"""One idea, one proposal: like rewrites gather behind it, and a declined text stays away."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db.models import QuerySet

from learning.proposals.candidates import Candidate
from learning.proposals.choices import DECLINED_STATES, ProposalType, ReviewState
from learning.proposals.linting import as_rows, lint_proposed
from learning.proposals.models import ProposalEvidence, TemplateProposal
from templatesapp.text.distance import similarity_pct, text_hash

SAME_IDEA_PCT = 95  # source: design page "Learning": one idea, one proposal
RETENTION_DAYS = 90  # source: the same page, retention_expires_at
# A declined text comes back when this many times the guests ask for it.
COMES_BACK_AT = 2


def keep_candidate(candidate: Candidate, now: datetime) -> TemplateProposal | None:
    """Evidence of the proposal that says the same already, or a proposal of its own."""
    pending = _like(candidate, [ReviewState.PENDING])
    if pending is not None:
        _add_evidence(pending, candidate, now)
        return pending
    declined = _like(candidate, DECLINED_STATES)
    if declined is not None:
        _add_evidence(declined, candidate, now)
        if declined.evidence_count < COMES_BACK_AT * max(declined.evidence_at_decision, 1):
            return None
    proposal = _store(candidate, now)
    if declined is None:
        _add_evidence(proposal, candidate, now)
    else:
        _take_evidence(proposal, declined)
    return proposal


def _like(candidate: Candidate, states: Iterable[str]) -> TemplateProposal | None:
    """The newest proposal of the same idea in one of the states, locked."""
    same: QuerySet[TemplateProposal] = TemplateProposal.objects.filter(
        review_state__in=states, type=candidate.type, blanked_at=None
    )
    if candidate.type == ProposalType.PATCH:
        same = same.filter(source_template=candidate.template)
    else:
        same = same.filter(
            scenario_category=candidate.category, language=candidate.rewritten.language
        )
    for proposal in same.select_for_update(of=("self",)).order_by("-created_at", "pk"):
        if similarity_pct(proposal.proposed_body_redacted, candidate.body) >= SAME_IDEA_PCT:
            return proposal
    return None


def _add_evidence(proposal: TemplateProposal, candidate: Candidate, now: datetime) -> None:
    rewritten = candidate.rewritten
    ProposalEvidence.objects.update_or_create(
        proposal=proposal,
        draft_id=rewritten.draft_id,
        defaults={
            "attempt": rewritten.attempt,
            "contact_hash": rewritten.contact_hash,
            "body_redacted": candidate.letter,
            "created_at": now,
        },
    )
    count_evidence(proposal)


def _take_evidence(proposal: TemplateProposal, declined: TemplateProposal) -> None:
    """What was gathered behind a declined text counts for its return as well."""
    ProposalEvidence.objects.bulk_create(
        ProposalEvidence(
            proposal=proposal,
            draft_id=row.draft_id,
            attempt=row.attempt,
            contact_hash=row.contact_hash,
            body_redacted=row.body_redacted,
            created_at=row.created_at,
        )
        for row in declined.evidence.all()
    )
    count_evidence(proposal)


def count_evidence(proposal: TemplateProposal) -> None:
    """Different contacts; drafts without one are one together. No decision, so no history row."""
    contacts = proposal.evidence.order_by().values("contact_hash").distinct().count()
    proposal.evidence_count = contacts
    TemplateProposal.objects.filter(pk=proposal.pk).update(evidence_count=contacts)


def _store(candidate: Candidate, now: datetime) -> TemplateProposal:
    rewritten, template = candidate.rewritten, candidate.template
    is_patch = candidate.type == ProposalType.PATCH
    findings = lint_proposed(
        subject=candidate.subject,
        body=candidate.body,
        template=template if is_patch else None,
        base_body=candidate.base_body,
        language=rewritten.language,
    )
    proposal = TemplateProposal(
        type=candidate.type,
        created_at=now,
        source_template=template,
        base_version=(rewritten.template_version or template.version)
        if is_patch and template
        else None,
        base_text_hash=text_hash(candidate.base_body) if is_patch else "",
        scenario_category=candidate.category,
        language=rewritten.language,
        previous_body=candidate.base_body,
        original_body_redacted=candidate.original_body,
        proposed_subject=candidate.subject,
        proposed_body_redacted=candidate.body,
        proposed_text_hash=candidate.text_hash,
        email_subject=candidate.email_subject[:400],
        rewrite_reason=rewritten.rewrite_reason,
        edit_distance_pct=rewritten.edit_distance_pct,
        pii_redaction_applied=True,
        findings=as_rows(findings),
        retention_expires_at=now + timedelta(days=RETENTION_DAYS),
    )
    proposal._change_reason = f"proposed from draft {str(rewritten.draft_id)[:8]}"
    proposal.save()
    return proposal
