"""The world that learning is tried on: what is asked about was never streamed, nor seen in tuning."""

from __future__ import annotations

import pytest

from drafting.drafts.models import Draft
from drafting.instruments.simulate_learning import (
    START,
    Options,
    Simulated,
    _furnish,
    _one_draft,
)
from drafting.instruments.simulate_world import FIRST_REPORT_SEED, Chance, read_world, voices


@pytest.mark.parametrize("seed", [1, 2, 10, 11, 12, 13])
def test_held_out_mail_is_never_streamed(seed: int) -> None:
    world = read_world(seed)
    assert len(world.held_out) == (124 if seed >= FIRST_REPORT_SEED else 96)
    assert not {mail.text for mail in world.held_out} & {mail.text for mail in world.stream}


def test_seeds_of_the_report_ask_what_tuning_never_saw() -> None:
    worlds = [read_world(seed) for seed in (*range(1, 11), 11, 12, 13)]
    mails = [{m.text for m in (*w.stream, *w.held_out) if m.letter} for w in worlds]
    tuned, reported = set.union(*mails[:10]), set.union(*mails[10:])
    assert not tuned & reported
    letters = [{mail.letter for mail in world.held_out} for world in worlds]
    assert set.union(*letters[10:]) - set.union(*letters[:10])


def test_a_world_holds_what_it_says() -> None:
    world = read_world(11)
    assert (len(world.decoys), len(world.wishes), len(world.own)) == (20, 19, 16)
    assert len({mail.answer for mail in world.stream if mail.answer}) == 2
    among = voices()
    assert [voice.is_trusting for voice in among] == [True, True, False, False, False]
    assert [voice.name for voice in among if voice.is_person] == ["person"]


def test_headroom_is_the_share_won_of_what_the_best_priors_win() -> None:
    row = {"without_priors: right": 60, "chosen: right": 66}
    found = Simulated(Options(seed=11), 80, None, [row], "", None)
    assert found.headroom(row) == 0.3
    assert Simulated(Options(seed=11), 60, None, [row], "", None).headroom(row) is None


@pytest.mark.django_db
def test_a_world_is_played() -> None:
    """On the services of now, whatever they have come to refuse since it was written."""
    world, chance = read_world(11), Chance(11)
    person = _furnish(world)
    for voice in voices():
        _one_draft(world, chance, voice, person, Options(seed=11), START)
    assert Draft.objects.count() == 5
