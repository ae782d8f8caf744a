"""Sums up old events and removes them; expires proposals that nobody looked at in 30 days.
Summed by everything a chart asks for. The proposals' texts are blanked after retention.

What is summed together: all events of a draft, once the newest of them is old enough. So a pair is
summed by its last attempt as a whole, a selection that nobody refined as such, and attempts at a
draft that nobody knows as such; nothing is ever half there.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from itertools import chain
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Count, F, QuerySet, Sum, Value
from django.db.models.functions import Greatest
from django.utils import timezone

from learning.calibration.services import last_cut_off, lock_state, recompute_priors
from learning.events import models, selectors
from learning.events.choices import Kind
from learning.events.services import exclude_drafts
from learning.proposals.evidence import RETENTION_DAYS, waiting_wishes
from learning.proposals.models import BODY_FIELDS, ProposalEvidence, ReviewState, TemplateProposal
from learning.thresholds.selectors import current_tuning
from templatesapp.columns import upsert

EVENT_DAYS = 90  # before the last cut-off; source: fact-find, Risks
EXPIRY_DAYS = 30  # source: design page "Learning", Proposals
BATCH_ROWS = 500
_SUM_COLUMNS = ("draft_count", "attempt_count", "unchanged_count", "distance_tenths_sum")


def compact_events(*, now: datetime, batch_size: int = BATCH_ROWS, dry_run: bool = False) -> int:
    """Sum and remove the events of drafts that are older than 90 days before the last cut-off, or
    before ``now`` where there is none; never what a calibration may still read. Returns how many.

    One transaction per batch of ``batch_size`` drafts: an interruption loses nothing and counts
    nothing twice, and two runs at once take turns.
    """
    # A longer window of calibration keeps events longer.
    days = max(EVENT_DAYS, current_tuning().window_days)
    before = (last_cut_off() or now) - timedelta(days=days)
    if dry_run:
        return _count_old(before)
    total = 0
    while removed := _compact_batch(before, batch_size):
        total += removed
    return total


@transaction.atomic
def _compact_batch(before: datetime, batch_size: int) -> int:
    """Sums and removes the oldest drafts. Takes the state's lock, so that no two runs sum the same
    draft."""
    state = lock_state()
    # Of a draft, known or not, whose last attempt is old nothing is younger; then those that nobody
    # refined.
    batch = list(_old(selectors.last_attempts(), before)[:batch_size])
    batch = batch or list(_old(selectors.lone_selections(), before)[:batch_size])
    if not batch:
        return 0
    if state.compacted_before is None or state.compacted_before < before:
        state.compacted_before = before
        state.save(update_fields=["compacted_before"])
    refined = selectors.last_attempts().annotate(
        kind=selectors.kind_expression(sources=None),
        of_source=selectors.PAIR_SOURCE,
        tenths=selectors.DISTANCE_TENTHS,
    )
    unrefined = selectors.lone_selections().annotate(
        kind=Value(Kind.SELECTION_WITHOUT_REFINEMENT.value), of_source=F("source")
    )
    drafts = (rows.filter(draft_id__in=batch) for rows in (refined, unrefined))
    _add_to_sums(map(_as_sum, chain.from_iterable(drafts)))
    models.ExcludedDraft.objects.filter(draft_id__in=batch).remove_for_retention()
    events = (models.SelectionEvent.objects, models.RefinementEvent.objects)
    return sum(each.filter(draft_id__in=batch).remove_for_retention() for each in events)


def _as_sum(event: Any) -> models.EventAggregate:
    """One draft by its last attempt, or by what was picked where nobody refined it."""
    row = models.EventAggregate(
        month=timezone.localdate(event.created_at).replace(day=1),
        kind=event.kind,
        source=event.of_source,
        scenario_category=event.scenario_category,
        template_key=event.template_id or 0,
        template_text_hash=event.template_text_hash,
        learning_epoch=event.learning_epoch or 0,
        draft_count=1,
    )
    if not isinstance(event, models.SelectionEvent):
        row.whole_distance_pct = int(event.edit_distance_pct)
        row.category_mismatch = event.category_mismatch
        row.rewrite_reason = event.rewrite_reason
        # Attempts are counted without a gap; the one at an unknown draft is attempt 0.
        row.attempt_count = max(event.attempt, 1)
        row.unchanged_count = int(not event.refinement_applied)
        row.distance_tenths_sum = event.tenths
    return row


def _add_to_sums(rows: Iterable[models.EventAggregate]) -> None:
    """One statement, which takes each key once."""
    sums: dict[tuple[Any, ...], models.EventAggregate] = {}
    for row in rows:
        known = sums.setdefault(tuple(getattr(row, name) for name in models.KEY_COLUMNS), row)
        if known is not row:
            for name in _SUM_COLUMNS:
                setattr(known, name, getattr(known, name) + getattr(row, name))
    added = dict.fromkeys(_SUM_COLUMNS, "{old} + {new}")
    upsert([*sums.values()], unique=models.KEY_COLUMNS, update=added)


def _old(rows: QuerySet[Any], before: datetime) -> QuerySet[Any, UUID]:
    """Drafts of these rows, the oldest first."""
    old = rows.filter(created_at__lt=before)
    return old.order_by("created_at", "pk").values_list("draft_id", flat=True)


def _count_old(before: datetime) -> int:
    refined, unrefined = (
        _old(selectors.last_attempts(), before),
        _old(selectors.lone_selections(), before).count(),
    )
    totals = refined.aggregate(known=Count("selected_at"), attempts=Sum(Greatest("attempt", 1)))
    return unrefined + totals["known"] + (totals["attempts"] or 0)


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
    while keys := list(due.order_by("pk").values_list("pk", flat=True)[:BATCH_ROWS]):
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
