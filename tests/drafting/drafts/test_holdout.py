"""Conversations that are answered without what was learned, to see what that is worth."""

from __future__ import annotations

import pytest

from drafting.drafts.learning_feed import is_thread_held_out
from learning.calibration.models import TemplatePrior
from learning.events.models import RefinementEvent, SelectionEvent
from learning.thresholds.models import LearningSettings
from templatesapp.selectors import current_catalogue
from templatesapp.services import revise_template
from tests.drafting.mail.mails import record
from tests.factories import EmailTemplateFactory, UserFactory

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def hold_out(percent: int) -> None:
    tuning = LearningSettings.current()
    tuning.holdout_pct = percent
    tuning.save()


def test_nobody_is_held_out_unless_the_setting_says_so():
    assert {is_thread_held_out(number) for number in range(50)} == {None}


def test_about_one_in_ten_is_held_out_and_stays_so():
    hold_out(10)
    found = [is_thread_held_out(number) for number in range(2000)]
    assert 150 < sum(map(bool, found)) < 250
    assert [is_thread_held_out(number) for number in range(50)] == found[:50]


def test_a_held_out_conversation_is_drafted_without_priors_and_its_event_says_so(call):
    letter = EmailTemplateFactory.create(
        category="breakfast",
        subject="Breakfast",
        body="{{SLOT:GREETING}}\n\nBreakfast is served on the terrace.\n\nWarm regards",
    )
    TemplatePrior.objects.create(
        scenario_category="breakfast", template=letter, delta=9, sample_size=3
    )
    revise_template(
        template=letter,
        fields={"subject": "Breakfast hours"},
        by=UserFactory.create(role="manager"),
        reason="a new stamp",
        check_lint=False,
    )
    assert current_catalogue().templates
    hold_out(50)
    seen: dict[bool | None, set[float]] = {}
    for number in range(12):
        mail = record(
            "Where is breakfast served?",
            message_id=f"<{number}@example.com>",
            **{"from": f"Guest <guest{number}@example.com>"},
        ).message
        answer = call("generate", {"message": mail.pk})
        event = SelectionEvent.objects.get(draft_id=answer["draft_id"])
        assert event.is_held_out == is_thread_held_out(mail.thread_id)
        of_letter = [
            c for c in answer["ranker"]["candidates"] if c["template_id"] == letter.template_id
        ]
        moved = {c["prior_delta"] for c in of_letter}
        seen.setdefault(event.is_held_out, set()).update(moved)
    assert seen == {True: {0.0}, False: {4.5}}  # half of the scenario's
    call(
        "refine",
        {
            "draft_id": answer["draft_id"],
            "original_body_plain": answer["draft"]["body_plain"],
            "refined_body_plain": answer["draft"]["body_plain"],
        },
    )
    (refined,) = RefinementEvent.objects.all()
    assert (refined.is_held_out, refined.topic) == (event.is_held_out, event.topic)
