"""What time does to proposals: nobody looked in 30 days, or the bodies are past their retention."""

from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import transaction

from learning.calibration.services import recompute_priors
from learning.events.services import exclude_drafts
from learning.proposals.choices import ReviewState
from learning.proposals.evidence import RETENTION_DAYS, waiting_wishes
from learning.proposals.models import BODY_FIELDS, ProposalEvidence, TemplateProposal

EXPIRY_DAYS = 30  # source: design page "Learning", Proposals
_BATCH = 500


def expire_proposals(*, now: datetime, is_dry_run: bool = False) -> int:
    """Proposals pending for 30 days leave the queue, and their drafts leave calibration.

    One transaction a proposal, so that a decision made meanwhile stands. Returns how many.
    """
    due = TemplateProposal.objects.filter(
        review_state=ReviewState.PENDING, created_at__lte=now - timedelta(days=EXPIRY_DAYS)
    )
    if is_dry_run:
        return due.count()
    return sum(_expire(key, now) for key in list(due.values_list("pk", flat=True)))


def blank_expired_bodies(*, now: datetime, is_dry_run: bool = False) -> int:
    """Blanks every text of proposals whose ``retention_expires_at`` has come, and forgets wishes
    that waited as long for other guests to be told the same. Returns how many of both.

    What a roll back needs is in the templates' history. Safe to interrupt: a transaction a batch.
    """
    due = TemplateProposal.objects.filter(retention_expires_at__lte=now, blanked_at=None)
    old = waiting_wishes().filter(created_at__lte=now - timedelta(days=RETENTION_DAYS))
    if is_dry_run:
        return due.count() + old.count()
    total = old.delete()[0]
    while keys := list(due.order_by("pk").values_list("pk", flat=True)[:_BATCH]):
        total += len(keys)
        empty: dict[str, Any] = dict.fromkeys(BODY_FIELDS, "") | {"findings": []}
        with transaction.atomic():
            behind = ProposalEvidence.objects.filter(proposal__in=keys)
            behind.update(body_redacted="", beside="")
            TemplateProposal.objects.filter(pk__in=keys).update(blanked_at=now, **empty)
    return total


@transaction.atomic
def _expire(proposal_id: UUID, now: datetime) -> int:
    proposal = TemplateProposal.objects.select_for_update().get(pk=proposal_id)
    if proposal.review_state != ReviewState.PENDING:
        return 0
    proposal.review_state = ReviewState.EXPIRED
    proposal.decided_at = now
    reason = f"pending for {EXPIRY_DAYS} days"
    proposal.save_signed(by=None, reason=reason, fields=["review_state", "decided_at"])
    draft_ids = proposal.evidence.values_list("draft_id", flat=True)
    exclude_drafts(draft_ids=list(draft_ids), now=now)
    recompute_priors(reason="a proposal expired", now=now)
    return 1
