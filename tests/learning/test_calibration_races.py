"""Who is first: calibrations, approvals and retention at once, on real connections."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import connection, transaction

from learning.calibration.models import CalibrationRun, CalibrationState, TemplatePrior
from learning.calibration.services import calibrate, current_priors, recompute_priors
from learning.events.models import EventAggregate, SelectionEvent
from learning.retention import compact_events
from templatesapp.models import CatalogueVersion
from templatesapp.selectors import current_catalogue
from templatesapp.services import revise_template
from tests.factories import EmailTemplateFactory
from tests.learning.factories import NOW, open_gate, votes

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


@pytest.fixture(autouse=True)
def catalogue_row() -> None:
    """Emptying the tables takes along what a migration put there."""
    CatalogueVersion.objects.get_or_create(pk=1)


def at_once(*calls: Callable[[], Any]) -> list[Any]:
    """What each call returned or raised, all started together on connections of their own."""
    results: list[Any] = [None] * len(calls)
    start = threading.Barrier(len(calls))

    def run(place: int) -> None:
        try:
            start.wait(10)
            results[place] = calls[place]()
        except Exception as error:
            results[place] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(place,)) for place in range(len(calls))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    return results


def test_of_calibrations_at_once_one_moves_the_cut_off() -> None:
    open_gate()
    votes(20, template=EmailTemplateFactory.create(category="payment"))
    results = at_once(
        *(
            lambda seconds=seconds: calibrate(by=None, now=NOW + timedelta(seconds=seconds))
            for seconds in range(6)
        )
    )
    assert sorted(result.status for result in results) == ["below_minimum_gate"] * 5 + [
        "calibrated"
    ]
    assert CalibrationRun.objects.count() == 1
    assert TemplatePrior.objects.count() == 1


def test_of_readers_at_once_one_computes_the_priors_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    open_gate()
    template = EmailTemplateFactory.create(category="payment")
    votes(20, template=template)
    calibrate(by=None, now=NOW)
    template.learning_epoch += 1
    template.save()
    current_priors.cache_clear()
    catalogue = current_catalogue()
    computed: list[str] = []

    def recompute(*, reason: str, now: datetime) -> None:
        computed.append(reason)
        recompute_priors(reason=reason, now=now)

    monkeypatch.setattr("learning.calibration.services.recompute_priors", recompute)
    assert at_once(*[lambda: current_priors(catalogue)] * 4) == [{}] * 4
    assert computed == ["the letters changed"]


def test_approvals_and_calibrations_never_wait_for_each_other_in_a_ring() -> None:
    open_gate()
    template = EmailTemplateFactory.create(category="payment")
    votes(20, template=template)

    def approve(number: int) -> None:
        """What an approval does: the text, then the priors, in one transaction."""
        with transaction.atomic():
            revise_template(
                template=template,
                fields={"body": f"Dear Guest,\n\nText {number}."},
                by=None,
                reason="approved",
                check_lint=False,
            )
            recompute_priors(reason="changed text", now=NOW)

    results = at_once(
        *(lambda number=number: approve(number) for number in range(4)),
        *(lambda: calibrate(by=None, now=NOW) for _ in range(4)),
    )
    assert [result for result in results if isinstance(result, Exception)] == []
    template.refresh_from_db()
    assert template.version == 5
    before = list(TemplatePrior.objects.values_list("scenario_category", "delta"))
    assert not recompute_priors(reason="replay", now=NOW)
    assert list(TemplatePrior.objects.values_list("scenario_category", "delta")) == before
    assert CalibrationState.current().cut_off == NOW


def test_retention_twice_at_once_sums_each_draft_once() -> None:
    template = EmailTemplateFactory.create(category="payment")
    votes(60, template=template, at=NOW - timedelta(days=200))
    results = at_once(*(lambda: compact_events(now=NOW, batch_size=7) for _ in range(4)))
    assert sum(results) == 120  # a selection and a refinement each
    assert EventAggregate.objects.get().draft_count == 60
    assert not SelectionEvent.objects.exists()
