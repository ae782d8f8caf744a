"""Events are written once, with what drafting hands in, and never touched again."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from config.errors import DomainError
from learning.events.models import AppendOnlyError, ExcludedDraft, RefinementEvent, SelectionEvent
from learning.events.selectors import (
    Span,
    count_by_kind,
    counted_sources,
    joined,
    last_attempts,
)
from learning.events.services import exclude_drafts
from templatesapp.models import DeskProfile
from tests.factories import EmailTemplateFactory
from tests.learning.factories import NOW, refine, select, vote

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def test_an_event_holds_what_was_handed_in() -> None:
    template = EmailTemplateFactory.create(category="wifi")
    draft_id = select(
        template=template,
        scenario="wifi",
        candidate_template_ids=("T01", "T02"),
        question_hashes=("b" * 64,),
    )
    refine(draft_id=draft_id, distance=12.3, reason="style", agent="", staff="cristiana")
    event = SelectionEvent.objects.get(draft_id=draft_id)
    assert (event.template, event.template_category, event.learning_epoch) == (template, "wifi", 1)
    assert (event.candidate_template_ids, event.question_hashes) == (["T01", "T02"], ["b" * 64])
    refinement = RefinementEvent.objects.get(draft_id=draft_id)
    assert (refinement.edit_distance_pct, refinement.staff) == (12.3, "cristiana")
    assert (refinement.template, refinement.selected_at) == (template, event.created_at)


def test_attempts_know_which_of_them_is_the_last() -> None:
    draft_id, lone = select(template=None), uuid.uuid4()
    for attempt in (1, 2, 3):
        at = NOW + timedelta(hours=attempt)
        refine(draft_id=draft_id, attempt=attempt, at=at)
        refine(draft_id=lone, attempt=attempt, at=at)
        refine(draft_id=lone, attempt=attempt, at=at)
    assert SelectionEvent.objects.get().refined_at == NOW + timedelta(hours=1)
    for known in (draft_id, lone):
        attempts = RefinementEvent.objects.filter(draft_id=known).order_by("attempt")
        superseded = list(attempts.values_list("superseded_at", flat=True))
        assert superseded == [NOW + timedelta(hours=2), NOW + timedelta(hours=3), None]
    until = NOW + timedelta(hours=2)
    assert {event.attempt for event in last_attempts(Span(until=until))} == {2}
    assert {event.attempt for event in last_attempts()} == {3}


def test_each_event_is_one_insert_and_the_same_twice() -> None:
    template = EmailTemplateFactory.create()
    with CaptureQueriesContext(connection) as queries:
        draft_id = select(template=template)
        refine(draft_id=draft_id)
    inserts = [query["sql"] for query in queries if query["sql"].startswith("INSERT")]
    assert len(inserts) == 2
    assert len(queries) == 4  # the selection is read for its copy, and hears of its first attempt
    select(template=None, draft_id=draft_id)
    refine(draft_id=draft_id, distance=99.0)
    assert SelectionEvent.objects.get().template == template
    assert RefinementEvent.objects.get().edit_distance_pct == 0.0


@pytest.mark.parametrize(
    "record",
    [
        lambda: select(template=None, source="guess"),
        lambda: select(template=None, ranker_selection="maybe"),
        lambda: refine(draft_id=uuid.uuid4(), reason="boredom"),
        lambda: refine(draft_id=uuid.uuid4(), distance=100.1),
        lambda: refine(draft_id=uuid.uuid4(), distance=-1.0),
        lambda: refine(draft_id=uuid.uuid4(), source="guess"),
    ],
)
def test_what_no_event_may_hold_is_refused(record: Callable[[], object]) -> None:
    with pytest.raises(DomainError) as refused:
        record()
    assert refused.value.code == "validation_error"


@pytest.mark.parametrize(
    "attempt",
    [
        lambda: RefinementEvent.objects.update(edit_distance_pct=0),
        lambda: RefinementEvent.objects.all().delete(),
        lambda: RefinementEvent.objects.filter(attempt=1).delete(),
        lambda: RefinementEvent.objects.get().save(),
        lambda: RefinementEvent.objects.get().delete(),
        lambda: RefinementEvent.objects.bulk_update(
            [RefinementEvent.objects.get()], ["edit_distance_pct"]
        ),
        lambda: RefinementEvent.objects.update_or_create(
            attempt=1, defaults={"edit_distance_pct": 0}
        ),
        lambda: RefinementEvent.objects.bulk_create(
            [RefinementEvent()],
            update_conflicts=True,
            update_fields=["edit_distance_pct"],
            unique_fields=["draft_id", "attempt"],
        ),
        lambda: SelectionEvent.objects.update(source="sample"),
        lambda: SelectionEvent.objects.all().delete(),
        lambda: SelectionEvent.objects.get().save(),
        lambda: ExcludedDraft.objects.all().delete(),
        lambda: ExcludedDraft.objects.update(kind="joined"),
    ],
)
def test_events_are_never_changed_or_removed(attempt: Callable[[], object]) -> None:
    vote(template=EmailTemplateFactory.create(), distance=50.0)
    with pytest.raises(AppendOnlyError):
        attempt()
    assert RefinementEvent.objects.get().edit_distance_pct == 50.0


def test_orphans_are_counted_both_ways() -> None:
    select(template=EmailTemplateFactory.create())
    refine(draft_id=uuid.uuid4(), attempt=0)
    refine(draft_id=uuid.uuid4(), attempt=1)
    counts = count_by_kind(sources=counted_sources())
    assert counts["selection_without_refinement"] == 1
    assert counts["refinement_without_selection"] == 2
    assert counts["joined"] == joined(sources=("live",)).count() == 0


def test_a_draft_is_one_kind_and_the_first_that_holds() -> None:
    template = EmailTemplateFactory.create()
    draft_id = select(template=template, is_composite=True, source="sample")
    refine(draft_id=draft_id, original_matches=False)
    exclude_drafts(draft_ids=[draft_id], now=NOW)
    counts = {kind: n for kind, n in count_by_kind(sources=counted_sources()).items() if n}
    assert counts == {"source_not_counted": 1}
    DeskProfile(is_sample_desk=True).save()
    counts = {kind: n for kind, n in count_by_kind(sources=counted_sources()).items() if n}
    assert counts == {"hash_mismatch": 1}


def test_sample_events_count_on_a_sample_desk_only() -> None:
    template = EmailTemplateFactory.create()
    vote(template=template, selected={"source": "sample"})
    vote(template=template)
    assert joined(sources=counted_sources()).count() == 1
    DeskProfile(is_sample_desk=True).save()
    assert joined(sources=counted_sources()).count() == 2


def test_a_forged_hash_of_the_last_attempt_excludes_the_draft() -> None:
    draft_id = select(template=EmailTemplateFactory.create())
    refine(draft_id=draft_id, attempt=1)
    assert joined(sources=("live",)).count() == 1
    refine(draft_id=draft_id, attempt=2, original_matches=False)
    assert joined(sources=("live",)).count() == 0
    refine(draft_id=draft_id, attempt=3)
    assert joined(sources=("live",)).count() == 1
