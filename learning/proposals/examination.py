"""From a rewrite to a proposal: whether it says anything about a text.

Every condition of the design page "Learning", Proposals, stands here once.
"""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet

from learning.events.choices import Source
from learning.events.models import RefinementEvent
from learning.events.outcomes import FAULT_REASONS, Outcome, outcome_of
from learning.proposals.candidates import make_candidate
from learning.proposals.choices import ReviewState
from learning.proposals.evidence import count_evidence, keep_candidate
from learning.proposals.models import ProposalEvidence, TemplateProposal
from learning.records import RewrittenDraft
from learning.thresholds.models import LearningSettings
from learning.thresholds.selectors import current_tuning, is_gate_open
from templatesapp.categories import CATEGORIES, LANGUAGES
from templatesapp.guard import is_hard_rule_protected
from templatesapp.models import EmailTemplate
from templatesapp.selectors import current_catalogue


@transaction.atomic
def examine_rewrite(*, rewritten: RewrittenDraft, now: datetime) -> TemplateProposal | None:
    """The pending proposal that this rewrite makes or strengthens, or None.

    Always withdraws what an earlier attempt at the same draft had proposed. Examining the same
    attempt again changes nothing. Locks the template, then proposals: the order of a decision.
    """
    is_evidence = _is_evidence(rewritten)
    earlier = list(_earlier_evidence(rewritten).values_list("proposal_id", flat=True))
    if not (is_evidence or earlier):
        return None
    template = _locked_template(rewritten)
    _withdraw_earlier(rewritten, earlier)
    if not is_evidence or _is_outdated(rewritten):
        return None
    known = ProposalEvidence.objects.filter(
        draft_id=rewritten.draft_id, attempt=rewritten.attempt
    ).select_related("proposal")
    if seen := [evidence.proposal for evidence in known]:
        return next((p for p in seen if p.review_state == ReviewState.PENDING), None)
    if _is_protected(rewritten, template):
        return None
    outcome = _outcome(rewritten, template)
    if not _speaks_of_the_text(rewritten, template, outcome):
        return None
    candidate = make_candidate(rewritten, template, outcome)
    return keep_candidate(candidate, now) if candidate is not None else None


def _earlier_evidence(rewritten: RewrittenDraft) -> QuerySet[ProposalEvidence]:
    return ProposalEvidence.objects.filter(
        draft_id=rewritten.draft_id,
        attempt__lt=rewritten.attempt,
        proposal__review_state=ReviewState.PENDING,
    )


def _withdraw_earlier(rewritten: RewrittenDraft, proposal_ids: list[UUID]) -> None:
    """Takes an earlier attempt's evidence away; a proposal that had no other is withdrawn."""
    pending = TemplateProposal.objects.filter(pk__in=proposal_ids, review_state=ReviewState.PENDING)
    for proposal in pending.select_for_update(of=("self",)).order_by("pk"):
        _earlier_evidence(rewritten).filter(proposal=proposal).delete()
        if proposal.evidence.exists():
            count_evidence(proposal)
            continue
        proposal.review_state = ReviewState.WITHDRAWN
        proposal._change_reason = "a later attempt took its place"
        proposal.save(update_fields=["review_state"])


def _is_evidence(rewritten: RewrittenDraft) -> bool:
    """What can be told without a template, cheapest first."""
    if not (rewritten.refinement_applied and rewritten.quality_passed):
        return False
    if rewritten.is_composite or not rewritten.refined_body.strip():
        return False
    if rewritten.scenario_category not in CATEGORIES or rewritten.language not in LANGUAGES:
        return False
    if rewritten.source == Source.SAMPLE and not current_catalogue().profile.is_sample_desk:
        return False
    return is_gate_open()


def _is_outdated(rewritten: RewrittenDraft) -> bool:
    return RefinementEvent.objects.filter(
        draft_id=rewritten.draft_id, attempt__gt=rewritten.attempt
    ).exists()


def _locked_template(rewritten: RewrittenDraft) -> EmailTemplate | None:
    """The template, locked so that two like rewrites meet one after the other.

    Without a key lock: transactions that write a draft hold a weaker lock on the same row.
    """
    if rewritten.template_key is None:
        # Rewrites without a template meet at this row, which no decision ever locks.
        list(LearningSettings.objects.select_for_update(no_key=True).filter(pk=1))
        return None
    templates = EmailTemplate.objects.select_for_update(no_key=True)
    return templates.filter(pk=rewritten.template_key).first()


def _outcome(rewritten: RewrittenDraft, template: EmailTemplate | None) -> Outcome:
    return outcome_of(
        edit_distance_pct=rewritten.edit_distance_pct,
        category_mismatch=_is_mismatch(rewritten, template),
        rewrite_reason=rewritten.rewrite_reason,
        boundaries=current_tuning().boundaries,
    )


def _speaks_of_the_text(
    rewritten: RewrittenDraft, template: EmailTemplate | None, outcome: Outcome
) -> bool:
    """A heavy rewrite or a wrong template, for a reason that blames the choice or the text.

    Where nothing was chosen the reason is not asked."""
    if outcome not in (Outcome.HEAVY_REWRITE, Outcome.WRONG_TEMPLATE):
        return False
    return template is None or rewritten.rewrite_reason in FAULT_REASONS


def _is_mismatch(rewritten: RewrittenDraft, template: EmailTemplate | None) -> bool:
    corrected = rewritten.corrected_category
    return bool(template and corrected and corrected != template.category)


def _is_protected(rewritten: RewrittenDraft, template: EmailTemplate | None) -> bool:
    categories = [rewritten.scenario_category, rewritten.corrected_category]
    categories += [template.category] if template else []
    return any(is_hard_rule_protected(category) for category in categories)
