"""Records events, inside drafting's transaction.
So a draft and its event, or an attestation and its event, exist together or not at all."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any
from uuid import UUID

from learning.events.choices import Kind
from learning.events.models import ExcludedDraft, PickedFor, RefinementEvent, SelectionEvent
from templatesapp.services import validate

_PICKED = [field.attname for field in PickedFor._meta.concrete_fields]


def record_selection(*, event: SelectionEvent) -> None:
    """What was picked for one draft: one INSERT; a second call for the draft changes nothing.

    Raises validation_error for a value that no event may hold (SQLite would drop the row silently).
    """
    _validate(event)
    SelectionEvent.objects.bulk_create([event], ignore_conflicts=True)


def record_refinement(*, event: RefinementEvent, takes_back: bool = False) -> None:
    """One attempt at a draft's text: one INSERT; a second call for the attempt changes nothing.
    What was picked for the draft is copied into it.

    An agent displaces no voice but its own, a person every other: whoever a key spoke after is
    heard as before, also once that key is ignored. ``takes_back``: a person lets what stood before
    stand again, so that what they had said since counts no more.
    A draft that nobody knows is recorded all the same (attempt 0): it is counted as an orphan.
    Attempts of a draft come in their order: whoever counts them holds its lock.
    Raises validation_error for an unknown reason or source, or a distance that is no per cent.
    """
    _validate(event)
    selection = SelectionEvent.objects.filter(draft_id=event.draft_id).first()
    for name, value in picked_for(selection).items():
        setattr(event, name, value)
    is_first = selection is not None and selection.refined_at is None
    earlier = RefinementEvent.objects.filter(draft_id=event.draft_id, attempt__lt=event.attempt)
    people = earlier.filter(overruled_at=None).exclude(staff="")
    if not event.staff and not is_first and not takes_back and people.exists():
        event.overruled_at = event.created_at
    RefinementEvent.objects.bulk_create([event], ignore_conflicts=True)
    if selection is not None and is_first:
        SelectionEvent.objects.filter(pk=selection.pk).set_once(refined_at=event.created_at)
    else:
        earlier.set_once(superseded_at=event.created_at)
        is_all = event.staff or takes_back
        displaced = earlier if is_all else earlier.filter(staff="", agent=event.agent)
        displaced.set_once(overruled_at=event.created_at)


def picked_for(selection: SelectionEvent | None) -> dict[str, Any]:
    """What a refinement repeats of its draft's selection; nothing of a draft that nobody knows."""
    if selection is None:
        return {}
    return {name: getattr(selection, name) for name in _PICKED} | {
        "selected_at": selection.created_at,
        "selected_source": selection.source,
    }


def exclude_drafts(
    *, draft_ids: Iterable[UUID], now: datetime, kind: Kind = Kind.EXPIRED_PROPOSAL
) -> None:
    """Take drafts out of what counts: one INSERT, twice the same. ``kind``: of WRITTEN_DOWN. The
    priors do not follow by themselves."""
    rows = [ExcludedDraft(draft_id=draft_id, kind=kind, created_at=now) for draft_id in draft_ids]
    ExcludedDraft.objects.bulk_create(rows, ignore_conflicts=True)


def _validate(event: PickedFor) -> None:
    # No query for rows that were just read.
    validate(event, is_checked_later=True, exclude=["template", "became"])
