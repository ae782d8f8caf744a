from __future__ import annotations

from dataclasses import replace

import pytest

from drafting.pipeline.check.quality import QualityReport, WaitsFor, delivery_status
from drafting.pipeline.outcomes import Outcome, OutcomeKind
from drafting.pipeline.plan import (
    Agreement,
    Ask,
    AskKind,
    Emergency,
    Escalation,
    Opinions,
    Reading,
    Tier,
)
from templatesapp.text.coverage.cover import CoverageStatus
from tests.drafting.pipeline.plans import plan

WIFI = Ask("a1", AskKind.QUESTION, "Is there wifi?")
DEPOSIT = Ask("a2", AskKind.STATE, "Did my deposit arrive?")
INVOICE = Ask("a3", AskKind.ACTION, "Please send an invoice.")
LATE = Ask("a4", AskKind.NOTICE, "We arrive at 23:40.")

ANSWERED, PROMISED, OPEN = OutcomeKind.ANSWERED, OutcomeKind.PROMISED, OutcomeKind.OPEN


def report(kind=ANSWERED, **changes):
    covered = CoverageStatus.COVERED if kind is ANSWERED else CoverageStatus.MISSING
    clean = QualityReport(
        True, (), {}, (), (), 1.0, (), outcomes=(Outcome("a", kind, coverage=covered),)
    )
    return replace(clean, **changes)


def failed(kind=ANSWERED, **changes):
    return report(kind, passed=False, failed_checks=("missing_html",), **changes)


def test_a_letter_that_answers_what_is_asked_is_ready():
    assert delivery_status(report(), plan=plan(asks=(WIFI,))) == "ready"


def test_a_mail_that_asks_nothing_is_ready():
    assert delivery_status(report(outcomes=()), plan=plan()) == "ready"


@pytest.mark.parametrize("ask", [WIFI, DEPOSIT, INVOICE])
@pytest.mark.parametrize("kind", [PROMISED, OPEN])
def test_what_is_only_promised_needs_a_person(ask, kind):
    assert delivery_status(report(kind), plan=plan(asks=(ask,))) == "needs_follow_up"


def test_a_notice_without_a_word_of_it_keeps_nothing_back():
    ignored = report(OPEN, warnings=("notice_ignored",))
    assert delivery_status(ignored, plan=plan(asks=(LATE,))) == "ready"


def test_a_state_told_by_nobody_who_looked_needs_a_person():
    told = report(outcomes=(Outcome("a2", ANSWERED, is_unproven=True),))
    assert delivery_status(told, plan=plan(asks=(DEPOSIT,))) == "needs_follow_up"


def test_what_a_person_insisted_on_is_never_ready():
    insisted = report(overruled={"missing_required_link": "a booking action was asked for"})
    assert delivery_status(insisted, plan=plan(asks=(WIFI,))) == "needs_follow_up"


@pytest.mark.parametrize(
    "warning",
    [
        *("language_mismatch", "partial_question_coverage", "unknown_value"),
        *("added_statement", "hidden_characters", "markup"),
    ],
)
def test_some_warnings_stop_ready(warning):
    assert delivery_status(report(warnings=(warning,)), plan=plan(asks=(WIFI,))) == (
        "needs_follow_up"
    )


def test_a_long_letter_is_ready_all_the_same():
    long = report(warnings=("length_out_of_range",))
    assert delivery_status(long, plan=plan(asks=(WIFI,))) == "ready"


@pytest.mark.parametrize(
    "change",
    [
        {"is_uncertain": True},
        {"language": "other"},
        {"is_cut": True},
        {"emergency": (Emergency.MEDICAL,)},
        {"escalation_required": True},
        {"escalation": Escalation(Tier.NONE, ("possible_threat",))},
        {"agreement": Agreement(requires_human_confirmation=True)},
    ],
)
def test_what_is_unread_unsure_or_urgent_needs_a_person_and_a_failed_check_blocks(change):
    mail = plan(asks=(WIFI,), **change)
    assert delivery_status(report(), plan=mail) == "needs_follow_up"
    assert delivery_status(failed(), plan=mail) == "blocked"


@pytest.mark.parametrize("change", [{"is_acknowledgement": True}, {"is_cut": True}])
def test_an_acknowledgement_and_a_text_too_long_to_judge_wait_for_a_person(change):
    assert delivery_status(report(**change), plan=plan(asks=(WIFI,))) == "needs_follow_up"


def test_a_letter_of_which_nobody_said_what_proves_it_waits_for_a_person():
    mail = plan(asks=(WIFI,))
    assert delivery_status(report(), plan=mail, waits_for=WaitsFor.PROOF) == "needs_follow_up"


def doubtful(*uncertain, reader="wifi", **changes):
    reading = Reading(Opinions("breakfast", reader, 0.5), uncertain=uncertain)
    return plan(**{"asks": (WIFI,), "is_uncertain": True, "reading": reading} | changes)


def test_a_doubt_of_the_category_keeps_no_letter_back_that_answers_each_question():
    assert delivery_status(report(), plan=doubtful("scenario")) == "ready"


@pytest.mark.parametrize(
    "unsure",
    [
        doubtful("scenario", reader="prepayment"),  # such mail gets a fixed text
        doubtful("scenario", category="cancellation"),
        doubtful("scenario", "agreement"),
        doubtful("asks"),
        doubtful("scenario", asks=(LATE,)),  # nothing in the letter shows what the mail wants
        doubtful(reading=None),
    ],
)
def test_any_other_doubt_does(unsure):
    assert delivery_status(report(), plan=unsure) == "needs_follow_up"
