"""A calibration looks at what it would have chosen before it goes live."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta
from uuid import UUID

import pytest

from learning.calibration import proving
from learning.calibration.models import CalibrationRun, TemplatePrior
from learning.calibration.services import (
    calibrate,
    ignore_agent,
    list_priors,
    recompute_priors,
    take_back_ignoring,
)
from templatesapp.models import EmailTemplate
from tests.factories import EmailTemplateFactory, UserFactory
from tests.learning.factories import NOW, open_gate, refine, select, undo_newest

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

LATER = NOW + timedelta(hours=2)


class Mails:
    """Stands for drafting: each mail scores two letters, and the priors come on top."""

    def __init__(self) -> None:
        self.scores: dict[UUID, dict[EmailTemplate, float]] = {}

    def choose(
        self, draft_ids: Sequence[UUID], priors: proving.Priors
    ) -> Mapping[UUID, proving.Pick]:
        kept = [draft for draft in draft_ids if draft in self.scores]
        return {draft: self._pick(draft, priors) for draft in kept}

    def _pick(self, draft: UUID, priors: proving.Priors) -> proving.Pick:
        scored = {
            letter: score + priors.get(("payment", letter.pk), 0.0)
            for letter, score in self.scores[draft].items()
        }
        best = max(scored, key=lambda letter: scored[letter])
        return best.template_id, scored[best] > 80


@pytest.fixture
def mails(monkeypatch: pytest.MonkeyPatch) -> Mails:
    found = Mails()
    monkeypatch.setattr("drafting.desk.gate.choose_again", found.choose)
    monkeypatch.setattr("drafting.desk.gate.kept_drafts", lambda: list(found.scores))
    return found


@pytest.fixture
def letters() -> tuple[EmailTemplate, EmailTemplate]:
    open_gate()
    return (
        EmailTemplateFactory.create(category="payment"),
        EmailTemplateFactory.create(category="payment"),
    )


def became(letter: EmailTemplate) -> dict[str, object]:
    return {"recognised": "became", "became_id": letter.pk, "became_epoch": 1}


def delta(letter: EmailTemplate) -> float:
    return float(TemplatePrior.objects.get(template=letter).delta)


def test_a_prior_that_wins_mail_goes_live_and_says_so(
    mails: Mails, letters: tuple[EmailTemplate, EmailTemplate]
) -> None:
    wrong, right = letters
    for _ in range(20):
        draft = select(template=wrong)
        refine(draft_id=draft, distance=90.0, **became(right))
        mails.scores[draft] = {wrong: 62, right: 60}
    result = calibrate(by=None, now=NOW)
    assert result.held_back == []
    assert (delta(wrong), delta(right)) == (-5.0, 10.0)
    run = CalibrationRun.objects.get()
    assert run.proof == {
        "tried": 20,
        "erased": 0,
        "ignored": [],
        "scenarios": [
            {
                "scenario_category": "payment",
                "drafts": 20,
                "changed": 20,
                "right_without": 0,
                "right_with": 20,
                "auto_right_without": 0,
                "auto_right_with": 0,
                "auto_wrong_without": 0,
                "auto_wrong_with": 0,
            }
        ],
    }


def test_a_prior_that_loses_mail_is_held_back_and_stays_so(
    mails: Mails, letters: tuple[EmailTemplate, EmailTemplate]
) -> None:
    loud, right = letters
    for number in range(24):
        letter = loud if number < 4 else right
        draft = select(template=letter, agent=f"agent-{number % 2}")
        refine(draft_id=draft, recognised="unchanged", agent=f"agent-{number % 2}")
        mails.scores[draft] = {loud: 60 if number < 4 else 59, right: 50 if number < 4 else 60}
    # Two agents called the right letter wrong where it was right all the same.
    for agent in ("agent-0", "agent-1"):
        for _ in range(12):
            draft = select(template=right, agent=agent)
            refine(draft_id=draft, reason="wrong-template", agent=agent)
    result = calibrate(by=None, now=NOW)
    assert {row["template_id"] for row in result.held_back} == {
        loud.template_id,
        right.template_id,
    }
    assert delta(loud) == delta(right) == 0.0
    live = list_priors()
    # A replay reads what was held back; it asks about no mail.
    mails.scores.clear()
    TemplatePrior.objects.all().delete()
    recompute_priors(reason="replay", now=LATER)
    assert list_priors() == live
    for _ in range(20):
        refine(draft_id=select(template=loud, at=LATER), at=LATER, recognised="unchanged")
    calibrate(by=None, now=LATER)
    assert list_priors() != live
    undo_newest(by=UserFactory.create(role="manager"), now=LATER)
    assert list_priors() == live


def test_fewer_automatic_ones_hold_a_scenario_back(
    mails: Mails, letters: tuple[EmailTemplate, EmailTemplate]
) -> None:
    letter, other = letters
    for _ in range(20):
        draft = select(template=letter)
        refine(draft_id=draft, recognised="unchanged")
        mails.scores[draft] = {letter: 82, other: 10}
    for agent in ("agent-2", "agent-3"):
        for _ in range(20):
            draft = select(template=letter, agent=agent)
            refine(draft_id=draft, reason="wrong-template", agent=agent)
    for agent in ("agent-1",):
        for _ in range(30):
            draft = select(template=letter, agent=agent)
            refine(draft_id=draft, reason="wrong-template", agent=agent)
    result = calibrate(by=None, now=NOW)
    assert [row["delta"] for row in result.held_back] == [-15.0]
    assert delta(letter) == 0.0


def test_mail_that_is_gone_is_counted_and_not_used(
    mails: Mails, letters: tuple[EmailTemplate, EmailTemplate]
) -> None:
    for number in range(20):
        draft = select(template=letters[0])
        refine(draft_id=draft, recognised="unchanged")
        if number < 5:
            mails.scores[draft] = {letters[0]: 60}
    calibrate(by=None, now=NOW)
    proof = CalibrationRun.objects.get().proof
    assert (proof["tried"], proof["erased"]) == (5, 15)
    assert delta(letters[0]) == 10.0


def test_mail_that_is_gone_takes_no_place_from_mail_that_is_kept(
    mails: Mails, letters: tuple[EmailTemplate, EmailTemplate]
) -> None:
    for number in range(260):
        at = NOW - timedelta(minutes=300 - number)
        draft = select(template=letters[0], at=at)
        refine(draft_id=draft, recognised="unchanged", at=at)
        if number < 60:
            mails.scores[draft] = {letters[0]: 60}
    calibrate(by=None, now=NOW)
    proof = CalibrationRun.objects.get().proof
    assert (proof["tried"], proof["erased"]) == (60, 200)


def mistaken(
    mails: Mails, wrong: EmailTemplate, right: EmailTemplate, count: int, **voice: str
) -> None:
    """Drafts made from the wrong letter, which their voice turned into the right one."""
    for _ in range(count):
        draft = select(template=wrong)
        refine(draft_id=draft, distance=90.0, **(became(right) | voice))
        mails.scores[draft] = {wrong: 62, right: 60}


def flood(mails: Mails, wrong: EmailTemplate, right: EmailTemplate) -> None:
    """More drafts than are tried, in which one key takes the wrong letter for the right one."""
    for _ in range(210):
        draft = select(template=wrong, at=LATER, agent="flood")
        refine(draft_id=draft, recognised="unchanged", at=LATER, agent="flood")
        mails.scores[draft] = {wrong: 62, right: 60}


PEOPLE_SAY = {"staff": "marco", "agent": ""}


@pytest.mark.parametrize(
    "voices",
    [
        [PEOPLE_SAY],
        [{"agent": "honest"}],
        [{"agent": "honest"}, {"agent": "second"}, {"agent": "third"}],
    ],
)
def test_a_flood_moves_no_prior_by_more_than_ten_and_is_forgotten_bit_for_bit(
    mails: Mails, letters: tuple[EmailTemplate, EmailTemplate], voices: list[dict[str, str]]
) -> None:
    wrong, right = letters
    for voice in voices:
        mistaken(mails, wrong, right, 20, **voice)
    calibrate(by=None, now=NOW)
    honest, values = list_priors(), (delta(wrong), delta(right))
    flood(mails, wrong, right)
    calibrate(by=None, now=LATER)
    for before, after in zip(values, (delta(wrong), delta(right)), strict=True):
        assert abs(before - after) <= 10
    flooded = list_priors()
    assert flooded != honest
    manager = UserFactory.create(role="manager")
    row = ignore_agent(agent="flood", since=NOW, by=manager, reason="forged", now=LATER)
    assert list_priors() == honest
    # What was proved with and without it is kept: it outlives the mail.
    mails.scores.clear()
    recompute_priors(reason="replay", now=LATER)
    assert list_priors() == honest
    take_back_ignoring(row=row, by=manager, now=LATER)
    assert list_priors() == flooded


def test_an_ignored_key_is_forgotten_where_a_calibration_is_undone(
    mails: Mails, letters: tuple[EmailTemplate, EmailTemplate]
) -> None:
    wrong, right = letters
    mistaken(mails, wrong, right, 20, agent="honest")
    calibrate(by=None, now=NOW)
    honest = list_priors()
    flood(mails, wrong, right)
    calibrate(by=None, now=LATER)
    after = LATER + timedelta(hours=1)
    for _ in range(20):
        refine(draft_id=select(template=right, at=after), at=after, recognised="unchanged")
    calibrate(by=None, now=after)
    manager = UserFactory.create(role="manager")
    ignore_agent(agent="flood", since=NOW, by=manager, reason="forged", now=after)
    undo_newest(by=manager, now=after)
    assert list_priors() == honest


def test_people_decide_what_is_held_back(
    mails: Mails, letters: tuple[EmailTemplate, EmailTemplate]
) -> None:
    loud, right = letters
    for agent in ("one", "two", "three"):
        for _ in range(10):
            draft = select(template=loud, agent=agent)
            refine(draft_id=draft, recognised="unchanged", agent=agent)
            mails.scores[draft] = {loud: 60, right: 65}
    for _ in range(4):
        draft = select(template=right)
        refine(draft_id=draft, recognised="reworded", distance=50.0, **PEOPLE_SAY)
        mails.scores[draft] = {loud: 60, right: 65}
    result = calibrate(by=None, now=NOW)
    assert [(row["delta"], row["left"]) for row in result.held_back] == [(30.0, 0.0)]


class Topics(Mails):
    """Mails of two scenarios that the priors of one topic speak in, too."""

    def _pick(self, draft: UUID, priors: proving.Priors) -> proving.Pick:
        scored = {
            letter: score + priors.get(("topic:late-arrival", letter.pk), 0.0)
            for letter, score in self.scores[draft].items()
        }
        best = max(scored, key=lambda letter: scored[letter])
        return best.template_id, False


def test_a_topic_that_misleads_is_held_back_in_every_scenario(
    letters: tuple[EmailTemplate, EmailTemplate], monkeypatch: pytest.MonkeyPatch
) -> None:
    loud, right = letters
    topics = Topics()
    monkeypatch.setattr("drafting.desk.gate.choose_again", topics.choose)
    monkeypatch.setattr("drafting.desk.gate.kept_drafts", lambda: list(topics.scores))
    for number in range(24):
        # "loud" is right for the topic in one scenario; in the other its prior takes mail away.
        is_loud = number < 6
        letter, scenario = (loud, "payment") if is_loud else (right, "wifi")
        draft = select(template=letter, scenario=scenario, topic="late-arrival")
        refine(draft_id=draft, recognised="unchanged")
        topics.scores[draft] = {loud: 60, right: 20 if is_loud else 69}
    for _ in range(2):
        refine(
            draft_id=select(template=right, scenario="wifi", topic="late-arrival"),
            reason="wrong-template",
            distance=80.0,
        )
    result = calibrate(by=None, now=NOW)
    held = {(row["topic"], row["template_id"]) for row in result.held_back}
    assert ("late-arrival", loud.template_id) not in held
    assert held == set()
    # Lowered by the voice of another agent, "right" loses what it had.
    since = {"agent": "agent-2", "at": NOW + timedelta(hours=1)}
    for _ in range(20):
        draft = select(template=right, scenario="wifi", topic="late-arrival", **since)
        refine(draft_id=draft, reason="wrong-template", distance=80.0, **since)
    for draft, scores in topics.scores.items():
        if scores[right] == 69:
            topics.scores[draft] = {loud: 60, right: 61}
    result = calibrate(by=None, now=LATER)
    held = {(row["topic"], row["template_id"]) for row in result.held_back}
    assert ("late-arrival", loud.template_id) in held


def test_a_topic_that_misleads_nobody_speaks_whatever_is_held_back_elsewhere(
    mails: Mails, letters: tuple[EmailTemplate, EmailTemplate]
) -> None:
    """One key finds a scenario worse, and people know better: that is no fault of another topic."""
    wrong, right = letters
    for _ in range(4):
        draft = select(template=right)
        refine(draft_id=draft, recognised="unchanged", **PEOPLE_SAY)
        mails.scores[draft] = {wrong: 60, right: 65}
    stubborn = select(template=wrong, agent="stubborn")
    refine(draft_id=stubborn, recognised="unchanged", agent="stubborn")
    mails.scores[stubborn] = {wrong: 62, right: 60}
    elsewhere = EmailTemplateFactory.create(category="wifi")
    for _ in range(20):
        draft = select(template=elsewhere, scenario="wifi", topic="wifi-speed")
        refine(draft_id=draft, recognised="unchanged")
    held = calibrate(by=None, now=NOW).held_back
    assert [row["left"] for row in held if row["template_id"] == right.template_id] == [20.0]
    assert elsewhere.template_id not in {row["template_id"] for row in held}
