from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from templatesapp.text.word_diff import short_changes, word_diff


def _ops(old, new):
    return [(op.op, op.text) for op in word_diff(old, new)]


@pytest.mark.parametrize(
    ("old", "new", "ops"),
    [
        ("", "", []),
        ("a b", "a b", [("equal", "a b")]),
        ("a b", "a\r\n\r\n\r\nb ", [("equal", "a\n\nb ")]),
        ("", "a", [("insert", "a")]),
        ("a", "", [("delete", "a")]),
        ("a b c", "a x c", [("equal", "a "), ("delete", "b "), ("insert", "x "), ("equal", "c")]),
        ("a b", "a", [("equal", "a "), ("delete", "b")]),
        (
            "Dear{{SLOT:NAME}}, hi",
            "Dear {{SLOT:NAME}}, hi",
            [("equal", "Dear {{SLOT:NAME}}, hi")],
        ),
        (
            "at {{SLOT:FACT_A}}.",
            "at {{SLOT:FACT_B}}.",
            [
                ("equal", "at "),
                ("delete", "{{SLOT:FACT_A}}"),
                ("insert", "{{SLOT:FACT_B}}"),
                ("equal", "."),
            ],
        ),
        ("hi 👋🏽", "hi 👋", [("equal", "hi "), ("delete", "👋🏽"), ("insert", "👋")]),
        # a single word in common does not chop a rewritten sentence
        (
            "we open the front door",
            "you may a the key use",
            [("delete", "we open the front door"), ("insert", "you may a the key use")],
        ),
    ],
)
def test_word_diff(old, new, ops):
    assert _ops(old, new) == ops


def test_a_moved_line_is_removed_here_and_added_there():
    old = "one two three\nfour five six\nseven eight nine"
    new = "four five six\nseven eight nine\none two three"
    assert _ops(old, new) == [
        ("delete", "one two three\n"),
        ("equal", "four five six\nseven eight nine\n"),
        ("insert", "one two three"),
    ]


WORDS = ["a", "b", "c", "dd", "{{SLOT:A}}", "{{SLOT:", "é", "👋🏽", "a{{SLOT:A}}b", "."]
TEXTS = st.lists(
    st.tuples(st.sampled_from(WORDS), st.sampled_from([" ", "\n", "\r\n\r\n", "  ", "\t"])),
    max_size=25,
).map(lambda parts: "".join(a + b for a, b in parts).strip())


@given(TEXTS, TEXTS)
def test_the_ops_give_back_the_words_of_both_texts(old, new):
    ops = word_diff(old, new)
    for whole, other in ((old, "insert"), (new, "delete")):
        again = word_diff(whole, "".join(o.text for o in ops if o.op != other))
        assert all(op.op == "equal" for op in again)
    assert all(a.op != b.op for a, b in pairwise(ops))


@given(TEXTS)
def test_a_text_differs_in_nothing_from_itself(text):
    assert [op.op for op in word_diff(text, text)] == (["equal"] if text else [])


def test_long_bodies():
    old = " ".join(f"w{i % 700}" for i in range(2_000))
    new = " ".join(f"w{i % 690}" for i in range(2_000))
    ops = word_diff(old, new)
    assert "".join(o.text for o in ops if o.op != "insert").split() == old.split()
    assert "".join(o.text for o in ops if o.op != "delete").split() == new.split()


LETTER = "Dear guest,\n\n{}\n\nWe wish you a pleasant stay with us.\n\nWarm regards"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            "Breakfast is from {{SLOT:FROM}} to ten.",
            "Breakfast is from {{SLOT:FROM}} to eleven.",
            ["… is from {{SLOT:FROM}} to", "-ten.", "+eleven.", "We wish you a …"],
        ),
        ("Il parcheggio è chiuso.", "", ["Dear guest,", "-Il parcheggio è chiuso.", "We wish you a …"]),
        (
            "Ja.",
            "Ja. Bitte legen Sie Ihr Gepäck in den Raum neben der Küche, er ist bis zehn Uhr offen.",
            [
                "Dear guest, Ja.",
                "+Bitte legen Sie Ihr Gepäck in den Raum neben der Küche, er … bis zehn Uhr offen.",
                "We wish you a …",
            ],
        ),
        ("Le même.", "Le même.", []),
    ],
)  # fmt: skip
def test_a_short_diff_says_what_differs(old, new, said):
    steps = short_changes(LETTER.format(old), LETTER.format(new))
    shown = [
        {"equal": "", "insert": "+", "delete": "-"}[one.op] + one.text.strip() for one in steps
    ]
    assert shown == said
