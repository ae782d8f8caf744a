"""Keys that say the opposite of what is right, among honest ones: how far they move what is learned.

The attacks of ``simulate_learning``, on events alone: hundreds of drafts in a second.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User

from drafting.instruments.simulate_learning import ATTACKER, Options, _who
from drafting.instruments.simulate_world import Chance, Voice, voices
from learning.calibration.cells import compute_cells
from learning.calibration.services import calibrate, ignore_agent, list_priors, take_back_ignoring
from learning.thresholds.selectors import current_tuning
from templatesapp.models import EmailTemplate
from tests.factories import EmailTemplateFactory, UserFactory
from tests.learning.factories import NOW, open_gate, refine, select

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

DRAFTS = 200
RIGHT_SHARE = 0.6  # of the drafts, how many hold the right letter for certain
SCENARIOS = ("payment", "faq", "check-in")
TOPICS = ("parking", "towel")
ATTACKS = ["flood", "drip", "collusion"]

Deltas = dict[Any, float]


@pytest.fixture
def manager() -> User:
    return UserFactory.create(role="manager")


@pytest.fixture
def letters() -> list[EmailTemplate]:
    """One is right in each scenario, one nowhere."""
    return [EmailTemplateFactory.create(category=each) for each in (*SCENARIOS, "faq")]


def _plays(
    letters: list[EmailTemplate], *, attack: str, seed: int, part: str, until: datetime = NOW
) -> None:
    """Drafts whose voice names the right letter; in three of ten an honest agent does not, an
    attacker never. ``part``: whose drafts become events, "honest" or "attackers"; the rest of the
    world is the same in both."""
    options, chance, dice = Options(seed=seed, attack=attack), Chance(seed), random.Random(seed)  # noqa: S311
    for number in range(1, DRAFTS + 1):
        voice = _who(voices(), chance, options, number)
        right = dice.randrange(len(SCENARIOS))
        drafted = right if dice.random() < RIGHT_SHARE else dice.randrange(len(letters))
        is_attacker = voice.name.startswith(ATTACKER)
        is_mistaken = is_attacker or (not voice.is_person and dice.random() < options.noise)
        fields = {"scenario": SCENARIOS[right], "topic": dice.choice(TOPICS)}
        wrong = dice.choice([n for n in range(len(letters)) if n != right])
        if is_attacker is (part == "attackers"):
            at = until - timedelta(minutes=DRAFTS - number)
            said = letters[wrong if is_mistaken else right]
            _says(voice, letters[drafted], said, at, fields)


def _says(
    voice: Voice,
    drafted: EmailTemplate,
    named: EmailTemplate,
    at: datetime,
    fields: dict[str, str],
) -> None:
    """One draft: sent as it is, or rewritten into the letter that the voice holds for right."""
    agent = "agent" if voice.is_person else voice.name
    draft = select(template=drafted, agent=agent, at=at, **fields)
    word = {"agent": "", "staff": voice.name} if voice.is_person else {"agent": agent}
    if named == drafted:
        refine(draft_id=draft, at=at, recognised="unchanged", **word)
        return
    became = {"recognised": "became", "became_id": named.pk, "became_epoch": 1}
    refine(draft_id=draft, at=at, distance=80.0, reason="wrong-template", **word, **became)


def _deltas() -> Deltas:
    cells = compute_cells(cut_off=NOW, tuning=current_tuning())
    return {cell: float(prior.delta) for cell, prior in cells.items()}


def _moves(after: Deltas, before: Deltas) -> list[float]:
    return [after.get(cell, 0.0) - before.get(cell, 0.0) for cell in {*after, *before}]


@pytest.fixture
def attacked(letters: list[EmailTemplate]) -> Callable[[str, int], Deltas]:
    """Plays the honest and then the attackers' drafts; the priors in between."""

    def play(attack: str, seed: int) -> Deltas:
        open_gate()
        _plays(letters, attack=attack, seed=seed, part="honest")
        honest = _deltas()
        _plays(letters, attack=attack, seed=seed, part="attackers")
        return honest

    return play


@pytest.mark.parametrize("attack", ATTACKS)
@pytest.mark.parametrize("seed", [1, 2])
def test_one_key_moves_no_cell_by_more_than_ten_and_two_lower_none_by_more(
    attacked: Callable[[str, int], Deltas], manager: User, attack: str, seed: int
) -> None:
    honest = attacked(attack, seed)
    both = _deltas()
    assert max(map(abs, _moves(both, honest))) > 0
    assert min(_moves(both, honest)) >= -10
    names = [f"{ATTACKER}{number}" for number in range(2 if attack == "collusion" else 1)]
    for name in names:
        row = ignore_agent(
            agent=name, since=NOW - timedelta(days=1), by=manager, reason="x", now=NOW
        )
        assert max(map(abs, _moves(both, _deltas()))) <= 10
        take_back_ignoring(row=row, by=manager, now=NOW)
    assert _deltas() == both


@pytest.mark.parametrize("attack", ATTACKS)
def test_ignoring_the_keys_restores_every_prior_and_taking_that_back_every_attack(
    letters: list[EmailTemplate], manager: User, attack: str
) -> None:
    """What stands in the table, after calibrations before and after the attack."""
    open_gate()
    _plays(letters, attack=attack, seed=4, part="honest")
    assert calibrate(by=None, now=NOW).status == "calibrated"
    honest = list_priors()
    later = NOW + timedelta(hours=4)
    _plays(letters, attack=attack, seed=4, part="attackers", until=later)
    assert calibrate(by=None, now=later).status == "calibrated"
    under_attack = list_priors()
    assert honest and under_attack != honest
    since = NOW - timedelta(days=1)
    ignored = [
        ignore_agent(agent=f"{ATTACKER}{n}", since=since, by=manager, reason="x", now=later)
        for n in range(2)
    ]
    assert list_priors() == honest
    for row in ignored:
        take_back_ignoring(row=row, by=manager, now=later)
    assert list_priors() == under_attack
