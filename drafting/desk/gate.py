"""Opening the validation gate: what was rewritten while it was shut is examined now."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from django.contrib.auth.models import User

from drafting.drafts.learning_feed import rewritten_draft
from drafting.drafts.models import Attestation
from learning.proposals.selectors import count_pending
from learning.proposals.services import examine_rewrite
from learning.thresholds.selectors import gate_state
from learning.thresholds.services import confirm_thresholds
from templatesapp.models import DeskProfile

CHUNK = 200  # drafts read at once


def confirm_sample_thresholds(*, by: User, now: datetime) -> int | None:
    """The confirmation on a sample desk, once there is enough to look at; None where it is not
    wanted: the desk works for real, has too little, or has been confirmed."""
    gate = gate_state()
    if gate.is_open or gate.joined < gate.minimum or not DeskProfile.current().is_sample_desk:
        return None
    reason = "sample desk: boundaries as shipped"
    return confirm_thresholds(by=by, reason=reason, now=now).proposals


def examine_kept_drafts(now: datetime) -> int:
    """Examines the last rewrite of every draft whose text is still kept, oldest first, as if it
    were refined now. Returns how many proposals came of it; examined twice, nothing new comes."""
    before = count_pending()
    for attestation in _last_attempts():
        examine_rewrite(rewritten=rewritten_draft(attestation.draft, attestation), now=now)
    return count_pending() - before


def _last_attempts() -> Iterator[Attestation]:
    attempts = Attestation.objects.order_by("draft", "attempt").values_list("draft", "pk")
    last = sorted(dict(attempts).values())
    for start in range(0, len(last), CHUNK):
        yield from (
            Attestation.objects.filter(
                pk__in=last[start : start + CHUNK],
                draft__blanked_at__isnull=True,
                refinement_applied=True,
            )
            .select_related("draft", "draft__message", "draft__template")
            .defer("draft__message__raw")
            .order_by("created_at", "pk")
        )
