"""Runs in a real Chromium: an improved, an exhausted and a blocked one, in both themes and on a
phone."""

from __future__ import annotations

import pytest
from django.urls import reverse
from django.utils import timezone

from drafting.runs.models import DraftRun
from tests.browser import scene
from tests.browser.axe import grave_findings
from tests.browser.test_dashboard import NARROW, PAINTED
from tests.drafting.runs.factories import make_run
from tests.drafting.runs.full_runs import blocked_run, exhausted_run, improved_run

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LIST = "/admin/drafting/draftrun/"


@pytest.fixture
def anna(transactional_db):
    return scene.person("reviewer", username="anna", first_name="Anna", last_name="Berg")


@pytest.fixture
def runs(transactional_db) -> dict[str, DraftRun]:
    now = timezone.now()
    return {
        "improved": improved_run(now=now),
        "exhausted": exhausted_run(now=now),
        "blocked": blocked_run(now=now),
        "begun": make_run(),
    }


def addresses(runs: dict[str, DraftRun]) -> dict[str, str]:
    run = runs["improved"]
    return {
        **{name: f"{LIST}{one.pk}/change/" for name, one in runs.items()},
        "list": LIST,
        "draft": reverse("admin:drafting_draft_change", args=[run.draft_id]),
        "conversation": reverse("admin:drafting_thread_change", args=[run.batch.thread_id]),
        "dashboard": "/admin/",
    }


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_run_pages_are_accessible_quiet_and_stay_at_home(anna, runs, open_desk, theme):
    found = {}
    for name, path in addresses(runs).items():
        page = open_desk(anna, path, theme=theme)
        open_folds(page)
        page.add_style_tag(content=".text-frame { max-height: 3em }")  # as if each text was long
        found[name] = grave_findings(page) + page.trouble
    assert found == {name: [] for name in found}


def test_run_pages_fit_a_phone(anna, runs, open_desk):
    wide = {}
    for name, path in addresses(runs).items():
        page = open_desk(anna, path, width=NARROW)
        open_folds(page)
        wide[name] = page.evaluate("document.documentElement.scrollWidth")
        assert page.trouble == []
    assert {name: width for name, width in wide.items() if width > NARROW} == {}


def test_the_confidence_is_drawn_and_its_numbers_open_by_keyboard(anna, runs, open_desk):
    page = open_desk(anna, f"{LIST}{runs['improved'].pk}/change/")
    assert page.locator("canvas[data-chart]").evaluate(PAINTED) > 5
    page.focus("#chart-confidence summary")
    page.keyboard.press("Enter")
    row = page.locator("#chart-confidence tbody tr").nth(2).inner_text().split("\t")
    assert [cell.strip() for cell in row] == ["Revision 2", "93 %", "yes", "yes", "best"]


def test_the_changes_of_a_round_are_marked(anna, runs, open_desk):
    page = open_desk(anna, f"{LIST}{runs['improved'].pk}/change/")
    second = page.locator(".run-round").nth(1)
    assert second.locator(".diff-inline ins").all_inner_texts() == [
        "Your bikes may stay in our courtyard."
    ]
    assert page.locator(".run-round.is-best h4").inner_text() == "Revision 2"


def test_what_a_stranger_wrote_is_read_and_never_run(anna, runs, open_desk):
    page = open_desk(anna, f"{LIST}{runs['blocked'].pk}/change/")
    open_folds(page)
    assert page.title() != "run"
    assert page.locator("#content img, .desk script:not([type='application/json'])").count() == 0
    body = page.locator(".run-round .text-body").first.inner_text()
    assert "<script>document.title = 'run'</script>" in body
    assert "U+202E" in body
    assert page.trouble == []


def test_the_list_leads_to_a_run_by_keyboard(anna, runs, open_desk):
    page = open_desk(anna, f"{LIST}?stop_reason__exact=exhausted")
    page.locator("#result_list tbody th a").first.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("#run-heading")
    assert page.locator("#run-heading").inner_text() == "Bikes and a late train"


def open_folds(page) -> None:
    page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
