"""What worked and what failed, from events as drafting records them."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from drafting.runs.models import PlaybookNote
from drafting.runs.snapshot import find_lessons
from learning.thresholds.models import LearningSettings
from templatesapp.models import EmailTemplate
from tests.factories import EmailTemplateFactory
from tests.learning.factories import NOW, refine, select, vote, votes

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def lessons(category: str = "wifi") -> dict[str, list[str]]:
    return find_lessons(category=category, now=NOW)


def template(template_id: str = "T05", **fields: Any) -> EmailTemplate:
    values = {"template_id": template_id, "category": "wifi", "subject": "Our wifi"}
    return EmailTemplateFactory.create(**(values | fields))


def note(text: str, category: str = "", **fields: Any) -> None:
    PlaybookNote.objects.create(text=text, scenario_category=category, **fields)


def test_lines_say_what_worked_and_what_failed_with_counts_and_share() -> None:
    ours = template()
    votes(5, template=ours, scenario="wifi")
    vote(template=ours, scenario="wifi", distance=20.0)
    vote(template=ours, scenario="wifi", distance=50.0)
    vote(template=ours, scenario="wifi", distance=5.0, reason="wrong-template")
    assert lessons() == {
        "worked": ["T05 en “Our wifi”: 6 of 8 drafts (75 %) accepted or lightly edited"],
        "failed": [
            "T05 en “Our wifi”: 2 of 8 drafts (25 %) failed: 1 heavily rewritten, 1 wrong template"
        ],
        "notes": [],
    }


def test_the_weightiest_come_first_and_ties_by_template() -> None:
    for number, good, bad in ((7, 1, 2), (6, 1, 2), (5, 3, 0), (4, 1, 1)):
        each = template(f"T0{number}")
        votes(good, template=each, scenario="wifi")
        votes(bad, template=each, scenario="wifi", distance=90.0)
    found = lessons()
    assert [line[:3] for line in found["worked"]] == ["T05", "T04", "T06", "T07"]
    assert [line[:3] for line in found["failed"]] == ["T06", "T07", "T04"]


def test_ten_lines_of_a_kind_at_most() -> None:
    for number in range(12):
        each = template(f"T{number:02}", subject="A very long subject " * 9)
        vote(template=each, scenario="wifi")
        vote(template=each, scenario="wifi", distance=90.0)
        note(f"Note {number}")
    found = lessons()
    assert [len(found[kind]) for kind in ("worked", "failed", "notes")] == [10, 10, 10]
    assert found["worked"][0].startswith("T00 en “A very long subject A very")
    assert max(len(line) for line in found["worked"]) < 150


def test_only_what_counts_is_told() -> None:
    ours = template()
    draft_id = vote(template=ours, scenario="wifi")
    refine(draft_id=draft_id, attempt=2, distance=50.0)
    vote(template=ours, scenario="breakfast")
    vote(template=None, scenario="wifi")
    vote(template=ours, scenario="wifi", distance=90.0, reason="language-adapt")
    vote(template=ours, scenario="wifi", at=NOW - timedelta(days=90))
    vote(template=ours, scenario="wifi", at=NOW + timedelta(seconds=1))
    vote(template=ours, scenario="wifi", selected={"is_composite": True})
    vote(template=ours, scenario="wifi", selected={"source": "sample"})
    vote(template=template("T06", active=False), scenario="wifi")
    select(template=ours, scenario="wifi")
    found = lessons()
    assert found["worked"] == []
    assert found["failed"] == [
        "T05 en “Our wifi”: 1 of 1 drafts (100 %) failed: 1 heavily rewritten"
    ]


def test_the_ninetieth_day_is_the_last_that_counts() -> None:
    vote(template=template(), scenario="wifi", at=NOW - timedelta(days=90) + timedelta(seconds=1))
    assert len(lessons()["worked"]) == 1


def test_what_was_said_about_an_older_text_is_no_lesson_about_todays() -> None:
    ours = template()
    votes(3, template=ours, scenario="wifi", distance=50.0, reason="missing-info")
    vote(template=ours, scenario="wifi", distance=5.0, reason="wrong-template")
    assert "4 of 4 drafts" in lessons()["failed"][0]
    ours.body = "Dear Guest,\n\nThe password stands at the desk."
    ours.save()
    assert lessons()["failed"] == [
        "T05 en “Our wifi”: 1 of 1 drafts (100 %) failed: 1 wrong template"
    ]


def test_protected_scenarios_teach_nothing() -> None:
    vote(template=template(category="prepayment"), scenario="prepayment")
    vote(template=template("T06", category="prepayment"), scenario="wifi")
    assert lessons("prepayment")["worked"] == lessons()["worked"] == []


def test_a_moved_boundary_reads_the_past_anew() -> None:
    vote(template=template(), scenario="wifi", distance=40.0)
    assert lessons()["worked"] == []
    LearningSettings(light_edit_below_pct=45).save()
    assert len(lessons()["worked"]) == 1


def test_notes_of_the_scenario_stand_before_those_of_all() -> None:
    note("Say when breakfast ends.", "breakfast")
    note("Be short.")
    note("The password\nchanges on Mondays.", "wifi")
    note("Name the network.", "wifi")
    note("Never mind.", "wifi", is_active=False)
    assert lessons()["notes"] == [
        "Name the network.",
        "The password changes on Mondays.",
        "Be short.",
    ]


def test_five_queries_however_much_there_is(django_assert_num_queries) -> None:
    with django_assert_num_queries(5):
        lessons()
    for number in range(10):
        vote(template=template(f"T{number}"), scenario="wifi", distance=number * 10.0)
        note(f"Note {number}", "wifi")
    with django_assert_num_queries(5):
        lessons()
