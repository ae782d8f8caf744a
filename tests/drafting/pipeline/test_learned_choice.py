"""What priors may do to what leaves by itself: they move suggestions only."""

from __future__ import annotations

import random

import pytest

from drafting.desk.gate import choose_with
from drafting.drafts.kept import current_desk
from drafting.instruments.simulate_world import read_world
from drafting.pipeline.answer.rank import SCENARIO_WEIGHT, priors_of_mail
from drafting.pipeline.interpret import interpret
from drafting.pipeline.plan import IncomingMail
from tests.drafting.drafts.plans import load_sample_desk

pytestmark = pytest.mark.django_db


def test_nothing_leaves_by_itself_for_a_prior_and_nothing_stays_for_it_uncalled():
    load_sample_desk()
    letters = [t for t in current_desk().catalogue.templates if t.language == "en"]
    draw = random.Random(7)  # noqa: S311
    moved = called = 0
    for mail in read_world(1).held_out:
        plan = interpret(IncomingMail(body=mail.text))
        leading = plan.scenario.category
        plain = choose_with(plan, {})
        learned = {(leading, one.key): draw.uniform(-30, 30) for one in letters}
        given = choose_with(plan, learned)
        moved += given.template != plain.template
        if given.selection == "auto":
            assert (plain.selection, plain.template) == ("auto", given.template), mail.text
        elif plain.selection == "auto":
            points = priors_of_mail(plan, learned).get((leading, plain.template.key), 0)
            assert points < 0, mail.text
            called += 1
    assert moved and called


def test_where_nothing_is_asked_a_letter_needs_to_be_more_likely():
    """30 points make even odds of 4 to 1: what the mail hardly speaks of is not its letter."""
    load_sample_desk()
    plan = interpret(IncomingMail(body="We are vegetarians.\n\nNora"))
    assert not plan.asks
    letters = [t for t in current_desk().catalogue.templates if t.language == "en"]
    (hardly,) = (t.key for t in letters if t.template_id == "T50")
    for points in (10, 20, 30):
        learned = {(plan.scenario.category, hardly): points / SCENARIO_WEIGHT}
        assert choose_with(plan, learned).template is None
