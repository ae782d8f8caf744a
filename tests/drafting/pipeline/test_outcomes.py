"""The one table: what a text does with each kind of ask."""

from __future__ import annotations

import pytest

from drafting.pipeline.outcomes import (
    AnswerSource,
    Origin,
    TextRead,
    question_blocks,
    read_text,
    said_by_letters,
    sentence_key,
)
from drafting.pipeline.plan import Ask, AskKind
from tests.drafting.pipeline.plans import plan

BREAKFAST = Ask("a1", AskKind.QUESTION, "What time is breakfast?", "breakfast")
DEPOSIT = Ask("a2", AskKind.STATE, "Did my deposit arrive?", "deposit")
INVOICE = Ask("a3", AskKind.ACTION, "Please send me an invoice", "invoice")
ALLERGY = Ask("a4", AskKind.NOTICE, "My son has a nut allergy", "allergy")
SAUNA = Ask("a5", AskKind.QUESTION, "Is there a sauna?", "sauna")

TIMES = "Breakfast is from 8 am to 10:15 am."
ARRIVED = "Yes, your deposit has arrived."
PROMISE = "About the deposit: Ada & Bo will write to you."


def read(text, *asks, language="en", origins=None, **more):
    known = {sentence_key(said): origin for said, origin in (origins or {}).items()}
    table = read_text(plan(asks=asks), TextRead(text, language, known, **more))
    return [(str(o.outcome), o.sentence) for o in table.outcomes], table


def test_each_ask_gets_its_own_outcome_in_the_order_of_the_plan():
    found, table = read(TIMES, SAUNA, BREAKFAST)
    assert found == [("open", ""), ("answered", TIMES)]
    assert table.open_asks((SAUNA, BREAKFAST)) == (SAUNA,)
    assert table.outcomes[1].source is AnswerSource.TEXT


@pytest.mark.parametrize(
    ("said", "source", "is_ours"),
    [
        (TIMES, AnswerSource.TEMPLATE, True),
        (f"As you know, {TIMES}", AnswerSource.TEMPLATE, True),
        ("Breakfast is on the terrace, served by Ada.", AnswerSource.TEMPLATE, False),
        (TIMES, AnswerSource.KNOWLEDGE, False),
        (TIMES, None, False),
    ],
)
def test_a_letters_sentence_is_known_again_in_other_words(said, source, is_ours):
    origins = {sentence_key(TIMES): Origin(source, "T50"), "": Origin(AnswerSource.TEMPLATE)}
    assert said_by_letters(["Hello.", said], origins) == (
        frozenset({1}) if is_ours else frozenset()
    )


@pytest.mark.parametrize("source", [AnswerSource.TEMPLATE, AnswerSource.KNOWLEDGE])
def test_no_general_text_answers_a_state(source):
    found, _ = read(ARRIVED, DEPOSIT, origins={ARRIVED: Origin(source)})
    assert found == [("open", "")]


@pytest.mark.parametrize("source", [AnswerSource.STATE, AnswerSource.THREAD])
def test_a_state_is_told_by_what_somebody_looked_up(source):
    found, table = read(ARRIVED, DEPOSIT, origins={ARRIVED: Origin(source, "T64")})
    assert found == [("answered", ARRIVED)]
    assert (table.outcomes[0].source, table.outcomes[0].template_id) == (source, "T64")
    assert not table.outcomes[0].is_unproven


def test_a_state_in_somebodys_own_words_is_unproven():
    _, table = read(ARRIVED, DEPOSIT)
    assert table.outcomes[0].outcome == "answered"
    assert table.outcomes[0].is_unproven


def test_a_promise_covers_only_the_ask_it_names():
    found, _ = read(PROMISE, DEPOSIT, INVOICE, origins={PROMISE: Origin(None, asks=("a2",))})
    assert found == [("promised", PROMISE), ("open", "")]


def test_the_same_promise_in_a_text_of_ones_own_covers_what_it_speaks_of():
    found, _ = read(PROMISE, DEPOSIT, SAUNA)
    assert found == [("promised", PROMISE), ("open", "")]


def test_an_answer_written_for_an_ask_answers_it_whatever_its_words():
    said = "Only on Sundays, at the bar."
    origin = Origin(AnswerSource.PROMOTION, citation="faq:1", asks=("a5",))
    found, table = read(said, SAUNA, BREAKFAST, origins={said: origin}, is_reply=False)
    assert found == [("answered", said), ("open", "")]
    assert table.outcomes[0].citation == "faq:1"


def test_in_an_acknowledgement_every_ask_is_promised():
    said = "Ada & Bo answer you today."
    found, _ = read(
        f"Thank you. {said}",
        *(BREAKFAST, DEPOSIT, INVOICE, ALLERGY),
        origins={said: Origin(AnswerSource.TEMPLATE, "T77")},
        covers_all=True,
    )
    assert found == [("promised", said)] * 4


def test_a_notice_wants_no_more_than_a_mention():
    found, table = read("We take note of the nut allergy.", ALLERGY)
    assert found[0][0] == "answered"
    ignored, table = read(TIMES, ALLERGY)
    assert ignored == [("open", "")]
    assert table.open_asks((ALLERGY,)) == ()
    assert table.coverage == ()


def test_a_closing_takes_note_of_nothing():
    praise = Ask("a1", AskKind.NOTICE, "the people at the desk were warm and kind")
    closing = "\n\nWarm regards,\nAda & Bo"
    assert read(f"Dear Isla,\n\n{TIMES}{closing}", praise)[0] == [("open", "")]
    said = "We tell our warm and kind people at the desk."
    assert read(f"Dear Isla,\n\n{said}{closing}", praise)[0] == [("answered", said)]


def test_what_could_not_be_resolved_is_answered_by_no_text():
    unclear = Ask("a1", AskKind.QUESTION, "What time is breakfast?", is_unresolved=True)
    found, _ = read(TIMES, unclear)
    assert found == [("open", "")]


def test_the_text_is_judged_in_its_own_language():
    said = "Frühstück gibt es von 8 bis 10:15 Uhr."
    found, _ = read(said, BREAKFAST, language="de")
    assert found == [("answered", said)]


def test_a_text_of_too_many_sentences_is_cut():
    assert not read("One. " * 200, BREAKFAST)[1].is_cut
    assert read("One. " * 201, BREAKFAST)[1].is_cut


def test_old_blocks_are_the_questions_and_states_and_their_old_sources():
    asks = (BREAKFAST, DEPOSIT, INVOICE, ALLERGY)
    origins = {TIMES: Origin(AnswerSource.KNOWLEDGE, citation="faq:b")}
    _, table = read(f"{TIMES} {PROMISE}", *asks, origins=origins)
    assert question_blocks(asks, table.outcomes) == [
        {
            "question": BREAKFAST.text,
            "answer_source": "knowledge",
            "template_id": None,
            "citation": "faq:b",
            "follow_up_required": False,
        },
        {
            "question": DEPOSIT.text,
            "answer_source": "follow_up",
            "template_id": None,
            "citation": None,
            "follow_up_required": True,
        },
    ]
    assert [entry.question for entry in table.coverage] == [BREAKFAST.text, DEPOSIT.text]
