"""Worked examples of calibration, calculated by hand with k = 0."""

from __future__ import annotations

import uuid
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from config.errors import DomainError
from learning.calibration.models import CalibrationRun, CalibrationState, TemplatePrior
from learning.calibration.services import CalibrationResult, calibrate, recompute_priors
from learning.thresholds.models import LearningSettings
from templatesapp.models import CatalogueVersion, EmailTemplate
from tests.factories import EmailTemplateFactory, UserFactory
from tests.learning.factories import NOW, filler, open_gate, refine, select, vote, votes

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.fixture
def template() -> EmailTemplate:
    return EmailTemplateFactory.create(category="payment")


def calibrated(by: User | str = "agent-1") -> CalibrationResult:
    open_gate()
    filler(20)
    result = calibrate(by=by, now=NOW)
    assert result.status == "calibrated"
    return result


def delta(template: EmailTemplate, scenario: str = "payment") -> float | None:
    prior = TemplatePrior.objects.filter(template=template, scenario_category=scenario).first()
    return float(prior.delta) if prior else None


def test_one_agent_raises_a_letter_by_ten_at_most(template: EmailTemplate) -> None:
    votes(5, template=template)
    calibrated()
    prior = TemplatePrior.objects.get(template=template)
    assert (prior.scenario_category, float(prior.delta)) == ("payment", 10.0)
    assert (prior.sample_size, prior.accepted_count) == (5, 5)


def test_one_agent_lowers_a_letter_by_five_at_most(template: EmailTemplate) -> None:
    votes(2, template=template, distance=80.0, reason="wrong-template")
    calibrated()
    assert delta(template) == -5.0


def test_a_person_weighs_twice_and_may_move_a_letter_all_the_way(template: EmailTemplate) -> None:
    for _ in range(4):
        refine(draft_id=select(template=template), agent="", staff="cristiana")
    calibrated()
    assert delta(template) == 30.0  # 4 × 4 × 2 = 32


def test_the_letter_that_a_rewrite_became_gets_the_credit(template: EmailTemplate) -> None:
    right = EmailTemplateFactory.create(category="payment")
    german = EmailTemplateFactory.create(
        category="payment", template_id=right.template_id, language="de"
    )
    refine(draft_id=select(template=template), distance=90.0, **became(right))
    calibrated()
    assert (delta(template), delta(right), delta(german)) == (-5.0, 8.0, 8.0)
    assert TemplatePrior.objects.get(template=right).sample_size == 1


def test_where_nothing_was_chosen_the_letter_it_became_is_still_credited() -> None:
    right = EmailTemplateFactory.create(category="payment")
    refine(draft_id=select(template=None), distance=90.0, **became(right))
    calibrated()
    assert delta(right) == 8.0


def test_a_blocked_rewrite_teaches_nothing(template: EmailTemplate) -> None:
    refine(draft_id=select(template=template), reason="wrong-template", recognised="blocked")
    calibrated()
    assert delta(template) == 0.0


def became(letter: EmailTemplate) -> dict[str, Any]:
    return {
        "recognised": "became",
        "became_id": letter.pk,
        "became_epoch": letter.learning_epoch,
    }


def test_heavy_rewrites_for_style_count_nothing(template: EmailTemplate) -> None:
    votes(3, template=template, distance=50.0, reason="style")
    calibrated()
    prior = TemplatePrior.objects.get(template=template)
    assert float(prior.delta) == 0.0
    assert prior.heavy_rewrite_count == 3


@pytest.mark.parametrize(
    ("distance", "reason", "mismatch", "points"),
    [
        (0.0, "none", False, 4),
        (11.9, "missing-info", False, 4),
        (12.0, "missing-info", False, 4),
        (34.9, "missing-info", False, 4),
        (35.0, "missing-info", False, 0),
        (69.9, "missing-info", False, 0),
        (70.0, "missing-info", False, 0),
        (20.0, "language-adapt", False, 0),
        (70.0, "style", False, 0),
        (70.0, "language-adapt", False, 0),
        (70.0, "none", False, 0),
        (5.0, "wrong-template", False, -5),
        (5.0, "missing-info", True, -5),
        (5.0, "style", True, -5),
    ],
)
def test_each_outcome_and_reason_has_its_points(
    template: EmailTemplate, distance: float, reason: str, mismatch: bool, points: float
) -> None:
    vote(template=template, distance=distance, reason=reason, mismatch=mismatch)
    calibrated()
    assert delta(template) == points


def test_shrinkage_draws_small_cells_to_zero(template: EmailTemplate, settings: Settings) -> None:
    settings.CALIBRATION_SHRINKAGE = 2.0
    votes(3, template=template)
    calibrated()
    assert delta(template) == 7.2  # 12 × 3/(3+2)


def test_nineteen_joined_are_too_few_and_twenty_enough(template: EmailTemplate) -> None:
    open_gate()
    votes(19, template=template)
    result = calibrate(by=None, now=NOW)
    assert (result.status, result.joined_since_last) == ("below_minimum_gate", 19)
    assert result.waiting_for == "19 of 20 finished drafts since the last calibration"
    assert not TemplatePrior.objects.exists()
    vote(template=template)
    result = calibrate(by=None, now=NOW)
    assert (result.status, result.joined_since_last) == ("calibrated", 20)


def test_without_confirmation_the_gate_is_closed(template: EmailTemplate) -> None:
    votes(25, template=template)
    result = calibrate(by=None, now=NOW)
    assert (result.status, result.joined_since_last) == ("gate_closed", 25)
    assert result.waiting_for == "waiting for the threshold review: 25 finished drafts to look at"
    assert not TemplatePrior.objects.exists()
    assert not CalibrationRun.objects.exists()


def test_where_a_manager_calibrates_an_agent_may_only_try(template: EmailTemplate) -> None:
    open_gate()
    tuning = LearningSettings.current()
    tuning.waits_for_manager = True
    tuning.save()
    votes(20, template=template)
    with pytest.raises(DomainError) as refused:
        calibrate(by="agent-1", now=NOW)
    assert refused.value.code == "permission_denied"
    assert calibrate(by="agent-1", now=NOW, dry_run=True).status == "dry_run"
    assert not TemplatePrior.objects.exists()
    assert calibrate(by=UserFactory.create(role="manager"), now=NOW).status == "calibrated"


def test_a_second_calibration_needs_twenty_new_ones(template: EmailTemplate) -> None:
    votes(5, template=template)
    calibrated()
    again = calibrate(by=None, now=NOW + timedelta(hours=1))
    assert (again.status, again.joined_since_last) == ("below_minimum_gate", 0)
    votes(20, template=template, at=NOW + timedelta(hours=1))
    again = calibrate(by=None, now=NOW + timedelta(hours=2))
    assert (again.status, again.events_used) == ("calibrated", 45)
    assert delta(template) == 10.0


def test_a_dry_run_says_what_would_change_and_writes_nothing(template: EmailTemplate) -> None:
    open_gate()
    votes(5, template=template)
    votes(15, template=EmailTemplateFactory.create(), distance=50.0)
    stamp = CatalogueVersion.objects.get(pk=1).stamp
    result = calibrate(by=None, now=NOW, dry_run=True)
    assert result.as_dict() == {
        "status": "dry_run",
        "joined_since_last": 20,
        "events_used": 20,
        "excluded": result.excluded,
        "changed": [
            {
                "scenario_category": "payment",
                "topic": "",
                "template_id": template.template_id,
                "language": "en",
                "before": 0.0,
                "after": 10.0,
            }
        ],
        "held_back": [],
    }
    assert not TemplatePrior.objects.exists()
    assert not CalibrationRun.objects.exists()
    assert CalibrationState.current().cut_off is None
    assert CatalogueVersion.objects.get(pk=1).stamp == stamp


def test_protected_categories_get_no_prior() -> None:
    cancellation = EmailTemplateFactory.create(category="cancellation")
    payment = EmailTemplateFactory.create(category="payment")
    votes(5, template=cancellation, scenario="cancellation")
    votes(5, template=cancellation, scenario="payment")
    votes(5, template=payment, scenario="prepayment")
    result = calibrated()
    assert set(TemplatePrior.objects.values_list("scenario_category", flat=True)) == {"faq"}
    assert result.excluded["protected_category"] == 15


def test_drafts_without_a_template_get_no_prior() -> None:
    votes(3, template=None, distance=90.0, reason="missing-info")
    result = calibrated()
    assert result.excluded["no_template"] == 3
    assert TemplatePrior.objects.count() == 1


def test_what_does_not_join_is_left_out_and_counted_by_kind(template: EmailTemplate) -> None:
    select(template=template)
    refine(draft_id=uuid.uuid4(), attempt=0)
    refine(draft_id=select(template=template), original_matches=False)
    vote(template=template, selected={"is_composite": True})
    vote(template=template, selected={"source": "sample"})
    result = calibrated()
    assert result.excluded == {
        "selection_without_refinement": 1,
        "refinement_without_selection": 1,
        "hash_mismatch": 1,
        "composite": 1,
        "source_not_counted": 1,
        "expired_proposal": 0,
        "posted_plan": 0,
        "protected_category": 0,
        "no_template": 0,
    }
    assert delta(template) is None
    assert result.joined_since_last == 20
    assert CalibrationRun.objects.get().excluded == result.excluded


def test_the_last_attempt_is_the_one_vote_of_a_draft(template: EmailTemplate) -> None:
    draft_id = select(template=template)
    refine(draft_id=draft_id, attempt=1, distance=90.0, reason="wrong-template")
    refine(draft_id=draft_id, attempt=2, distance=90.0, reason="wrong-template")
    refine(draft_id=draft_id, attempt=3, distance=0.0, agent="", staff="cristiana")
    calibrated()
    prior = TemplatePrior.objects.get(template=template)
    assert (float(prior.delta), prior.sample_size) == (8.0, 1)


def test_an_attempt_after_the_cut_off_waits_for_the_next_calibration(
    template: EmailTemplate,
) -> None:
    draft_id = vote(template=template)
    calibrated()
    refine(
        draft_id=draft_id,
        attempt=2,
        distance=80.0,
        reason="wrong-template",
        at=NOW + timedelta(hours=1),
    )
    recompute_priors(reason="replay", now=NOW + timedelta(hours=2))
    assert delta(template) == 4.0


def test_only_a_voices_newest_thirty_of_the_last_ninety_days_count(template: EmailTemplate) -> None:
    old, recent = NOW - timedelta(days=91), NOW - timedelta(days=80)
    votes(5, template=template, distance=80.0, reason="wrong-template", at=old)
    votes(5, template=template, distance=80.0, reason="wrong-template", at=recent)
    votes(30, template=template, distance=50.0)
    vote(template=template, agent="agent-2")
    other = EmailTemplateFactory.create()
    votes(2, template=other, distance=80.0, reason="wrong-template", at=old)
    calibrated()
    prior = TemplatePrior.objects.get(template=template)
    assert (float(prior.delta), prior.sample_size, prior.heavy_rewrite_count) == (4.0, 31, 30)
    assert delta(other) is None


def test_a_flood_lowers_by_five_at_most(template: EmailTemplate) -> None:
    # Of the flood's 20 × −8 = −160 five are left: 4 − 5.
    vote(template=template, agent="honest")
    votes(20, template=template, agent="flood", distance=80.0, reason="wrong-template")
    calibrated()
    assert delta(template) == -1.0


def test_two_keys_together_push_no_letter_further_than_ten(template: EmailTemplate) -> None:
    votes(5, template=template, agent="honest")
    for flood in ("one", "two"):
        votes(20, template=template, agent=flood, distance=80.0, reason="wrong-template")
    calibrated()
    assert delta(template) == 0.0  # 10 − 5 − 5


def test_a_calibration_keeps_who_when_and_every_prior_before_and_after(
    template: EmailTemplate,
) -> None:
    person = UserFactory.create(role="manager")
    votes(5, template=template)
    calibrated(by=person)
    run = CalibrationRun.objects.get()
    assert (run.person, run.agent, run.created_at, run.cut_off) == (person, "", NOW, NOW)
    assert (run.former_cut_off, run.joined_since_last, run.events_used) == (None, 25, 25)
    assert run.before == []
    assert {
        "scenario_category": "payment",
        "topic": "",
        "template_key": template.pk,
        "template_id": template.template_id,
        "language": "en",
        "delta": 10.0,
        "sample_size": 5,
        "outcomes": {"accepted": 5, "light-edit": 0, "heavy-rewrite": 0, "wrong-template": 0},
    } in run.after


def test_changed_priors_raise_the_catalogue_version_and_equal_ones_do_not(
    template: EmailTemplate,
) -> None:
    votes(20, template=template)
    open_gate()
    stamp = CatalogueVersion.objects.get(pk=1).stamp
    calibrate(by=None, now=NOW)
    changed = CatalogueVersion.objects.get(pk=1).stamp
    assert changed != stamp
    recompute_priors(reason="replay", now=NOW)
    assert CatalogueVersion.objects.get(pk=1).stamp == changed


def test_a_replay_from_nothing_gives_the_same_rows(
    template: EmailTemplate, settings: Settings
) -> None:
    settings.CALIBRATION_SHRINKAGE = 1.7
    for number in range(40):
        vote(
            template=template,
            scenario=["payment", "faq", "wifi"][number % 3],
            distance=number * 2.4,
            reason=["none", "missing-info", "wrong-template"][number % 3],
            agent=f"agent-{number % 4}",
        )
    calibrated()
    fields = [f.name for f in TemplatePrior._meta.fields if f.name != "id"]
    rows = list(TemplatePrior.objects.values_list(*fields))
    TemplatePrior.objects.all().delete()
    assert recompute_priors(reason="replay", now=NOW)
    assert list(TemplatePrior.objects.values_list(*fields)) == rows
    assert not recompute_priors(reason="replay", now=NOW)
    # Moving the cut-off to nothing and calibrating again ends in the same place.
    TemplatePrior.objects.all().delete()
    CalibrationState.objects.all().delete()
    calibrate(by=None, now=NOW)
    assert list(TemplatePrior.objects.values_list(*fields)) == rows


def test_the_number_of_queries_does_not_grow_with_events(template: EmailTemplate) -> None:
    open_gate()
    counts = []
    for hours, (number, distance) in enumerate(((20, 0.0), (20, 20.0), (100, 0.0))):
        at = NOW + timedelta(hours=hours)
        votes(number, template=template, at=at, distance=distance)
        with CaptureQueriesContext(connection) as queries:
            assert calibrate(by=None, now=at).status == "calibrated"
        counts.append(len(queries))
    assert counts[1] == counts[2]
