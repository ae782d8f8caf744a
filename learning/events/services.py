"""Writing events down. Called inside drafting's transaction, so that a draft and its event, or an
attestation and its event, exist together or not at all."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any
from uuid import UUID

from config.errors import invalid
from learning.events.choices import Kind, RankerSelection, Recognised, Source
from learning.events.models import ExcludedDraft, PickedFor, RefinementEvent, SelectionEvent
from learning.events.outcomes import Reason
from learning.records import Refined, Selected

_PICKED = [field.attname for field in PickedFor._meta.concrete_fields]


def record_selection(*, selected: Selected) -> None:
    """What was picked for one draft: one INSERT; a second call for the draft changes nothing.

    Raises validation_error for a value that no event may hold (SQLite would drop the row silently).
    """
    _check("source", selected.source in Source.values, selected.source)
    _check(
        "ranker_selection",
        selected.ranker_selection in RankerSelection.values,
        selected.ranker_selection,
    )
    event = SelectionEvent(
        draft_id=selected.draft_id,
        created_at=selected.created_at,
        scenario_category=selected.scenario_category,
        template_id=selected.template_key,
        language=selected.language,
        template_category=selected.template_category,
        template_version=selected.template_version,
        template_text_hash=selected.template_text_hash,
        learning_epoch=selected.learning_epoch,
        ranker_selection=selected.ranker_selection,
        ranker_confidence=selected.ranker_confidence,
        candidate_template_ids=list(selected.candidate_template_ids),
        question_hashes=list(selected.question_hashes),
        is_composite=selected.is_composite,
        topic=selected.topic,
        is_held_out=selected.is_held_out,
        agent=selected.agent,
        source=selected.source,
    )
    SelectionEvent.objects.bulk_create([event], ignore_conflicts=True)


def record_refinement(*, refined: Refined) -> None:
    """One attempt at a draft's text: one INSERT; a second call for the attempt changes nothing.

    A draft that nobody knows is recorded all the same (attempt 0): it is counted as an orphan.
    Attempts of a draft come in their order: whoever counts them holds its lock.
    Raises validation_error for an unknown reason or source, or a distance that is no per cent.
    """
    _check("source", refined.source in Source.values, refined.source)
    _check("rewrite_reason", refined.rewrite_reason in list(Reason), refined.rewrite_reason)
    is_known = refined.recognised in ("", *Recognised.values)
    _check("recognised", is_known, refined.recognised)
    _check("attempt", refined.attempt >= 0, refined.attempt)
    _check("edit_distance_pct", 0 <= refined.edit_distance_pct <= 100, refined.edit_distance_pct)
    selection = SelectionEvent.objects.filter(draft_id=refined.draft_id).first()
    event = RefinementEvent(
        **picked_for(selection),
        draft_id=refined.draft_id,
        attempt=refined.attempt,
        created_at=refined.created_at,
        refinement_applied=refined.refinement_applied,
        edit_distance_pct=refined.edit_distance_pct,
        category_mismatch=refined.category_mismatch,
        rewrite_reason=refined.rewrite_reason,
        question_count=refined.question_count,
        recognised=refined.recognised,
        became_id=refined.became_key,
        became_epoch=refined.became_epoch,
        original_body_hash=refined.original_body_hash,
        refined_body_hash=refined.refined_body_hash,
        original_matches=refined.original_matches,
        agent=refined.agent,
        staff=refined.staff,
        source=refined.source,
    )
    RefinementEvent.objects.bulk_create([event], ignore_conflicts=True)
    if selection is not None and selection.refined_at is None:
        SelectionEvent.objects.filter(pk=selection.pk).set_once(refined_at=refined.created_at)
    else:
        earlier = RefinementEvent.objects.filter(
            draft_id=refined.draft_id, attempt__lt=refined.attempt
        )
        earlier.set_once(superseded_at=refined.created_at)


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
    """Take drafts out of what counts: one INSERT, twice the same. ``kind``: of WRITTEN_DOWN.

    The priors do not follow by themselves: ``calibration.services.exclude_expired_drafts`` does
    both.
    """
    rows = [ExcludedDraft(draft_id=draft_id, kind=kind, created_at=now) for draft_id in draft_ids]
    ExcludedDraft.objects.bulk_create(rows, ignore_conflicts=True)


def _check(field: str, is_valid: bool, value: object) -> None:
    if not is_valid:
        raise invalid(field, f"'{value}' is no {field.replace('_', ' ')}.")
