"""Opening the validation gate: what was rewritten while it was shut is examined now."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from django.db.models import OuterRef, Subquery

from drafting.drafts.learning_feed import rewritten_draft
from drafting.drafts.models import Attestation
from learning.proposals.services import examine_rewrite


def examine_kept_drafts(*, now: datetime) -> int:
    """Examines the last rewrite of every draft whose text is still kept, oldest first, as if it
    were refined now. Returns how many proposals came of it; examined twice, nothing new comes."""
    found = 0
    for attestation in _last_attempts():
        proposal = examine_rewrite(
            rewritten=rewritten_draft(attestation.draft, attestation), now=now
        )
        found += proposal is not None
    return found


def _last_attempts() -> Iterator[Attestation]:
    newest = Attestation.objects.filter(draft=OuterRef("draft")).order_by("-attempt")
    return (
        Attestation.objects.filter(
            draft__blanked_at__isnull=True,
            refinement_applied=True,
            pk=Subquery(newest.values("pk")[:1]),
        )
        .select_related("draft", "draft__message", "draft__template")
        .defer("draft__message__raw")
        .order_by("created_at", "pk")
        .iterator(chunk_size=200)
    )
