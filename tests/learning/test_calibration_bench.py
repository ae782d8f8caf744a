"""100 000 joined events: one pass in the database, the same number of queries as for 1 000."""

from __future__ import annotations

import time
import uuid
from datetime import timedelta

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

pytestmark = [pytest.mark.django_db, pytest.mark.bench, pytest.mark.both_databases]

REASONS = ("none", "style", "missing-info", "wrong-template", "language-adapt")


def fill(number: int, templates: list[EmailTemplate]) -> None:
    """``number`` joined pairs over 80 days, 20 scenarios and all templates."""
    hashes = [text_hash(template.body) for template in templates]
    for start in range(0, number, 5000):
        selections, refinements = [], []
        for place in range(start, min(number, start + 5000)):
            draft_id = uuid.UUID(int=place)
            at = NOW - timedelta(seconds=80 * 86400 * place / number)
            template = templates[place % len(templates)]
            selection = SelectionEvent(
                draft_id=draft_id,
                created_at=at,
                refined_at=at,
                scenario_category=CATEGORIES[place % 20],
                template=template,
                template_category=template.category,
                template_text_hash=hashes[place % len(templates)],
                learning_epoch=1,
                language="en",
                ranker_selection="auto",
                ranker_confidence=90,
                agent=f"agent-{place % 3}",
                source="live",
            )
            selections.append(selection)
            refinements.append(
                RefinementEvent(
                    **picked_for(selection),
                    draft_id=draft_id,
                    attempt=1,
                    created_at=at,
                    refinement_applied=True,
                    edit_distance_pct=place * 7 % 1000 / 10,
                    rewrite_reason=REASONS[place % 5],
                    original_body_hash=HASH,
                    refined_body_hash=HASH,
                    agent=f"agent-{place % 3}",
                    source="live",
                )
            )
        SelectionEvent.objects.bulk_create(selections)
        RefinementEvent.objects.bulk_create(refinements)


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
