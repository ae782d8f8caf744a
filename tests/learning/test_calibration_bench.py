"""100 000 joined events: one pass in the database, the same number of queries as for 1 000."""

from __future__ import annotations

import time
import uuid
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from learning.calibration.models import TemplatePrior
from learning.calibration.services import calibrate, recompute_priors
from learning.events.models import RefinementEvent, SelectionEvent
from learning.events.services import picked_for
from templatesapp.categories import CATEGORIES
from templatesapp.models import EmailTemplate
from templatesapp.text.distance import text_hash
from tests.factories import EmailTemplateFactory
from tests.learning.factories import HASH, NOW, open_gate

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

REASONS = ("none", "style", "missing-info", "wrong-template", "language-adapt")


def fill(number: int, templates: list[EmailTemplate]) -> None:
    """``number`` joined pairs over 80 days, 20 scenarios and all templates.

    Only what differs between the pairs of a template is made for each: as many objects would cost
    several times what is measured on them."""
    pairs = [pair(template) for template in templates]
    for place, model in enumerate((SelectionEvent, RefinementEvent)):
        fields = [field for field in model._meta.concrete_fields if not field.primary_key]
        bases = [
            {f.name: f.get_db_prep_save(f.pre_save(both[place], True), connection) for f in fields}
            for both in pairs
        ]
        columns = ", ".join(connection.ops.quote_name(field.column) for field in fields)
        _insert(f"{model._meta.db_table} ({columns})", len(fields), _rows(number, bases))


def _insert(place: str, width: int, rows: Iterator[dict[str, Any]]) -> None:
    """As each database takes most at once: a statement of values takes longer to read than to do."""
    values = (tuple(row.values()) for row in rows)
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            marks = ", ".join(["%s"] * width)
            cursor.executemany(f"INSERT INTO {place} VALUES ({marks})", values)  # noqa: S608
            return
        with cursor.copy(f"COPY {place} FROM STDIN") as copy:
            for row in values:
                copy.write_row(row)


def pair(template: EmailTemplate) -> tuple[SelectionEvent, RefinementEvent]:
    """Not stored; alike in all pairs of this template."""
    selection = SelectionEvent(
        template=template,
        template_category=template.category,
        template_text_hash=text_hash(template.body),
        learning_epoch=1,
        language="en",
        ranker_selection="auto",
        ranker_confidence=90,
        source="live",
    )
    refinement = RefinementEvent(
        **picked_for(selection),
        attempt=1,
        refinement_applied=True,
        original_body_hash=HASH,
        refined_body_hash=HASH,
        source="live",
    )
    return selection, refinement


def _rows(number: int, bases: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """The bases in turn, each with what is its own of a pair, as far as its model has it."""
    draft, time = (SelectionEvent._meta.get_field(name) for name in ("draft_id", "created_at"))
    for place in range(number):
        base = bases[place % len(bases)]
        at = NOW - timedelta(seconds=80 * 86400 * place / number)
        stored_at = time.get_db_prep_save(at, connection)
        own = {
            "draft_id": draft.get_db_prep_save(uuid.UUID(int=place), connection),
            "created_at": stored_at,
            "refined_at": stored_at,
            "selected_at": stored_at,
            "scenario_category": CATEGORIES[place % 20],
            "agent": f"agent-{place % 3}",
            "edit_distance_pct": place * 7 % 1000 / 10,
            "rewrite_reason": REASONS[place % 5],
        }
        yield base | {name: value for name, value in own.items() if name in base}


@pytest.mark.parametrize("number", [1_000, 100_000])
def test_calibration_is_one_pass(number: int, capsys: pytest.CaptureFixture[str]) -> None:
    open_gate()
    body = "Dear Guest,\n\n" + "We are happy to help with this. " * 40
    fill(number, [EmailTemplateFactory.create(category="faq", body=body) for _ in range(53)])
    started = time.perf_counter()
    with CaptureQueriesContext(connection) as queries:
        result = calibrate(by=None, now=NOW)
    seconds = time.perf_counter() - started
    assert result.status == "calibrated"
    assert result.joined_since_last == number
    rows = list(TemplatePrior.objects.values_list("scenario_category", "template", "delta"))
    TemplatePrior.objects.all().delete()
    recompute_priors(reason="replay", now=NOW)
    replayed = TemplatePrior.objects.values_list("scenario_category", "template", "delta")
    assert list(replayed) == rows
    assert len(queries) <= 30  # source: issue "Learning that makes the desk better"
    slowest = max(queries.captured_queries, key=lambda query: float(query["time"]))
    with capsys.disabled():
        print(  # noqa: T201
            f"\n{connection.vendor}: {number} events, {len(rows)} priors, {len(queries)} queries, "
            f"{seconds:.2f} s, slowest query {slowest['time']} s: {slowest['sql'][:60]}"
        )
