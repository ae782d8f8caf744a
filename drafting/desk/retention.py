"""Retention: texts that have served their purpose are blanked, old events are summed.

Source: design page "Learning", "Retention and summary"; mail itself is kept by the mail settings.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import QuerySet

from drafting.drafts.models import Attestation, Draft
from drafting.mail.choices import UNSETTLED_STATES
from drafting.mail.work_models import OutgoingMail
from learning.proposals.services import blank_expired_bodies, expire_proposals
from learning.retention import compact_events
from templatesapp.kept_texts import old_texts

DRAFT_TEXT_DAYS = 30
BATCH_SIZE = 500


@dataclass(frozen=True, slots=True)
class Retained:
    """What one run did, or with a dry run would do."""

    proposals_expired: int
    proposal_bodies_blanked: int
    draft_texts_blanked: int
    typed_texts_dropped: int
    events_compacted: int


def apply_retention(
    *,
    now: datetime,
    is_dry_run: bool = False,
    on_step: Callable[[str], None] = lambda _: None,
) -> Retained:
    """Runs every rule of retention, one transaction per batch: safe to interrupt and run again."""
    on_step("proposals")
    expired = expire_proposals(now=now, is_dry_run=is_dry_run)
    blanked = blank_expired_bodies(now=now, is_dry_run=is_dry_run)
    on_step("drafts")
    texts = _blank_drafts(now=now, is_dry_run=is_dry_run)
    old = old_texts(now)
    typed = old.count() if is_dry_run else old.delete()[0]
    on_step("events")
    compaction = compact_events(now=now, dry_run=is_dry_run)
    events = compaction.selections + compaction.refinements
    return Retained(expired, blanked, texts, typed, events)


def _blank_drafts(*, now: datetime, is_dry_run: bool) -> int:
    old = _old_drafts(now)
    if is_dry_run:
        return old.count()
    count = 0
    while batch := list(old.values_list("pk", flat=True)[:BATCH_SIZE]):
        with transaction.atomic():
            Attestation.objects.filter(draft__in=batch).update(
                body_plain="", context="", outcomes=[], quality={}, matched_facts={}
            )
            count += Draft.objects.filter(pk__in=batch).update(
                body_plain="",
                action_plan={},
                question_blocks=[],
                outcomes=[],
                origins={},
                left_out=[],
                matched_facts={},
                sources_used=[],
                slots={},
                quality={},
                blanked_at=now,
            )
    return count


def _old_drafts(now: datetime) -> QuerySet[Draft]:
    """Drafts older than the limit whose text is still there and which no reply still needs."""
    limit = now - timedelta(days=DRAFT_TEXT_DAYS)
    # Few, and not correlated: looked up in a hash, however stale the statistics are.
    unsettled = OutgoingMail.objects.filter(draft__isnull=False, state__in=UNSETTLED_STATES)
    old = Draft.objects.filter(created_at__lt=limit, blanked_at__isnull=True)
    return old.exclude(pk__in=unsettled.values("draft")).order_by("pk")
