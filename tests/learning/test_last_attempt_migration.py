"""Events that were written before attempts knew which of them is the last."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.db import connection

from learning.events.models import RefinementEvent, SelectionEvent
from tests.factories import EmailTemplateFactory
from tests.learning.factories import NOW, refine, select

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]


@pytest.fixture
def at_the_newest(transactional_db: None) -> Iterator[None]:
    yield
    call_command("migrate", verbosity=0)


def test_rows_of_before_are_carried_along(at_the_newest: None) -> None:
    template = EmailTemplateFactory.create()
    draft_id, lone = select(template=template, is_composite=True), uuid.uuid4()
    untouched = select(template=None)
    for attempt in (1, 2):
        refine(draft_id=draft_id, attempt=attempt, at=NOW + timedelta(hours=attempt))
    refine(draft_id=draft_id, attempt=3, agent="", staff="marco", at=NOW + timedelta(hours=3))
    refine(draft_id=draft_id, attempt=4, agent="rival", at=NOW + timedelta(hours=4))
    refine(draft_id=lone, attempt=0)
    wanted = [list(model.objects.order_by("pk").values()) for model in models()]
    call_command("migrate", "learning", "0001", verbosity=0)
    call_command("migrate", "learning", verbosity=0)
    assert [list(model.objects.order_by("pk").values()) for model in models()] == wanted
    assert RefinementEvent.objects.get(draft_id=draft_id, attempt=2).template == template
    counts = RefinementEvent.objects.filter(draft_id=draft_id, overruled_at=None)
    assert [event.attempt for event in counts] == [3]
    assert SelectionEvent.objects.get(draft_id=untouched).refined_at is None
    connection.close()


def models() -> tuple[type[SelectionEvent], type[RefinementEvent]]:
    return SelectionEvent, RefinementEvent
