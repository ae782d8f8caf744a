"""The reader's arrays and features: small, the same everywhere, and no code in them."""

from __future__ import annotations

import numpy as np
import pytest

from templatesapp.text.coverage.cover import CoverageStatus, cover_with
from templatesapp.text.reader.heads import (
    ARRAYS,
    Head,
    Rows,
    packed_heads,
    shipped_heads,
    unpacked_heads,
)
from templatesapp.text.reader.pairs import (
    PAIRS,
    TELLING,
    Opinion,
    Opinions,
    ask_side,
    pair_features,
    pair_opinion,
    whole_side,
)
from templatesapp.text.reader.texts import mail_features
from tests.templatesapp.text.covered import cover

MOST_BYTES = 5_000_000


def column(name, width):
    return Rows([{name: 1.0}], width).columns[0]


def a_head() -> Head:
    weights = np.zeros((8, 2), dtype=np.float32)
    weights[column("rain", 8)] = [2.0, -1.0]
    return Head(("wet", "dry"), weights, np.array([0.0, 0.5], np.float32), {"wet": 0.7})


def test_the_shipped_arrays_are_small_and_hold_no_code():
    assert ARRAYS.stat().st_size < MOST_BYTES
    with np.load(ARRAYS, allow_pickle=False) as held:
        assert all(held[name].dtype.kind in "ifU" for name in held)


def test_arrays_are_written_and_read_alike_and_twice_the_same_bytes():
    packed = packed_heads({"sky": a_head()})
    assert packed == packed_heads({"sky": a_head()})
    head = unpacked_heads(packed)["sky"]
    assert (head.names, head.thresholds) == (("wet", "dry"), {"wet": 0.7})
    assert head.probabilities([{"rain": 1.0}]) == pytest.approx(
        a_head().probabilities([{"rain": 1.0}]), abs=0.01
    )


def test_a_head_gives_each_name_its_own_probability():
    wet, dry = a_head().probabilities([{"rain": 1.0}, {}])[0]
    assert wet == pytest.approx(1 / (1 + np.exp(-2.0)))
    assert dry == pytest.approx(1 / (1 + np.exp(0.5)))
    assert a_head().probabilities([]).shape == (0, 2)


def test_a_table_is_the_sum_of_its_rows_also_where_one_is_empty():
    rows = [{"a": 1.0, "b": 2.0}, {}, {"b": 0.5}]
    weights = np.arange(16, dtype=np.float32).reshape(8, 2)
    by_hand = [
        sum((weights[column(name, 8)] * value for name, value in row.items()), np.zeros(2))
        for row in rows
    ]
    assert np.allclose(Rows(rows, 8).times(weights), by_hand)


def test_a_column_is_the_same_on_every_machine():
    assert column("breakfast", 2**16) == 17_496


def test_features_of_a_long_mail_weigh_no_more_than_of_a_short_one():
    for text in ("Where are you?", "Where are you? " * 400):
        features = mail_features("", text, "en")
        assert sum(value**2 for value in features.values()) == pytest.approx(1)


def test_of_a_sentence_without_a_common_topic_the_reader_says_nothing():
    asks = [ask_side("Is there a pool?", "en"), ask_side("When is breakfast?", "en")]
    text = "Breakfast is from 8 to 10. Yes, of course."
    pool, breakfast = (Opinions(ask, text, "en") for ask in asks)
    assert (list(pool), list(breakfast)) == ([], [0])


# --- rules and reader joined ----------------------------------------------------------------------

AGAINST = Opinion(0.02, is_for=False, is_against=True, is_certain=False)
FOR = Opinion(0.98, is_for=True, is_against=False, is_certain=True)
ANSWERED = ("When is breakfast?", "Breakfast is served from 8 to 10.")
MISSED = ("Could we get two keys for the room?", "Each guest receives an own key card at check-in.")


def joined(pair: tuple[str, str], opinion: Opinion | None) -> CoverageStatus:
    question, sentence = pair
    return cover_with(
        question, sentence, language="en", answer_language="en", opinion=opinion
    ).status


def test_what_both_find_answered_is_answered():
    assert joined(ANSWERED, None) is CoverageStatus.COVERED
    assert joined(ANSWERED, FOR) is CoverageStatus.COVERED


def test_what_the_reader_is_surely_against_answers_nothing():
    assert joined(ANSWERED, AGAINST) is CoverageStatus.MISSING


def test_what_the_rules_miss_is_answered_where_the_reader_is_sure_and_the_value_fits():
    assert joined(MISSED, None) is CoverageStatus.MISSING
    assert joined(MISSED, FOR) is CoverageStatus.COVERED
    untimed = ("Until when can we check out?", "Please check out at reception.")
    assert joined(untimed, FOR) is not CoverageStatus.COVERED


def test_only_a_reply_answers_by_the_readers_word_alone():
    """A letter that was written for nobody in particular has to name what is asked about."""
    asked, said = "May we dry our wet shirts?", "You are free to use the line in the yard."
    assert joined((asked, said), None) is CoverageStatus.MISSING
    assert joined((asked, said), FOR) is CoverageStatus.COVERED
    judged = cover(asked, said, language="en", is_reply=False)
    assert judged.status is CoverageStatus.MISSING
    assert joined(("Was my hat found?", said), FOR) is CoverageStatus.MISSING


def test_a_word_that_nobody_knows_must_be_said_however_sure_the_reader_is():
    unknown = ("Is there a unicorn?", "There is a padlock at reception.")
    assert joined(unknown, FOR) is CoverageStatus.MISSING
    judged = cover("Do you sell unicorns?", "We sell padlocks at reception.", language="en")
    assert judged.status is CoverageStatus.MISSING


def test_a_sentence_of_another_aspect_is_still_none():
    judged = cover("How much is breakfast?", "Breakfast is on the terrace.", language="en")
    assert judged.status is CoverageStatus.MISSING


def test_a_letters_sentence_is_read_by_what_mail_and_letters_taught():
    """Both opinions stand: which of them is asked depends on whose the sentence is."""
    asked, said = "Can we leave our bags after check-out?", "We keep your luggage free of charge."
    features = pair_features(ask_side(asked, "en"), whole_side(said, "en"), same_language=True)
    for ours, name in (((), PAIRS), (range(1), TELLING)):
        opinions = Opinions(ask_side(asked, "en"), said, "en", ours)
        sure = shipped_heads()[name].probabilities([features])[0, 0]
        assert opinions[0].answers == pytest.approx(sure, abs=1e-6)


def test_an_opinion_is_formed_once_and_only_where_it_can_change_something():
    asked = "Is there a pool for the children?"
    for text, formed in (
        ("The pool is closed. Children pay half.", 1),
        ("Dear Ann, thank you. The pool is closed. Children pay half.", 0),
    ):
        before = pair_opinion.cache_info().misses
        cover(asked, text, language="en", is_reply=False)
        assert pair_opinion.cache_info().misses == before + formed


def test_thresholds_stand_in_the_file():
    assert {"for", "against"} <= shipped_heads()[PAIRS].thresholds.keys()
    assert {"for", "against"} <= shipped_heads()[TELLING].thresholds.keys()
