"""Whether a sentence says what others say, in whatever words."""

from __future__ import annotations

import pytest

from templatesapp.text.reader.pairs import whole_side
from templatesapp.text.reader.sayings import is_new, sayings

OURS = {
    "en": (
        "Yes, there is a laundry service: one load costs €7.50, washed and dried.",
        "We gladly book a taxi for you once we know your flight and its time.",
        "Breakfast is served every day from 8 am to 10:15 am on the terrace.",
    )
}


@pytest.mark.parametrize(
    ("other", "language", "is_same"),
    [
        ("Drop your laundry off and have it back washed and dried, for €7.50 a load.", "en", True),
        ("Eine Waschladung kostet 7,50 € und kommt gewaschen und getrocknet zurück.", "de", True),
        ("The ferry from Salerno takes seventy minutes.", "en", False),
        ("", "en", False),
    ],
)
def test_the_same_in_other_words(other, language, is_same):
    assert sayings(OURS["en"][:1], "en").says(other, language) is is_same


@pytest.mark.parametrize(
    ("said", "new"),
    [
        ("Breakfast is on the terrace daily, from eight until a quarter past ten.", False),
        ("I have booked a taxi for you at five in the morning.", True),
        ("Our cat Luigi has his own cushion in the library upstairs.", True),
        ("Anybody who can read would have found that on the website.", True),
        ("What a lovely plan for the first days of autumn!", False),  # small talk
        ("See you soon.", False),
        ("Your money is refunded.", True),  # a deed, however short or well hidden
        ("Your taxi is booked!", True),
        ("Dogs of all sizes are most welcome in every dorm!", True),  # a cheer that tells something
        ("Breakfast is on the terrace from 8 am to 10:15 am, and I have booked you a taxi.", True),
        ("Breakfast is on the terrace from 8 am to 10:15 am, and it is served daily.", False),
        ("\u200b \U0001f44b", False),
    ],
)
def test_what_nothing_of_ours_says_is_new(said, new):
    assert is_new(said, "en", [sayings(OURS["en"], "en")]) is new


@pytest.mark.parametrize(
    ("said", "is_turned"),
    [("We take no dogs.", True), ("We take only dogs.", False), ("We take dogs.", False)],
)
def test_a_sentence_vouches_for_less_of_one_that_denies_what_it_does_not(said, is_turned):
    (short,) = sayings(("All dogs are welcome.",), "en").fall_short_of(whole_side(said, "en"))
    assert bool(short > 0) is is_turned


def test_where_nothing_is_known_each_statement_is_new():
    assert is_new(OURS["en"][2], "en", [sayings((), "en"), sayings(("…",), "en")])
