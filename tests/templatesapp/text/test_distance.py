from __future__ import annotations

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from templatesapp.text.distance import (
    edit_distance_pct,
    normalise_question,
    question_hash,
    similarity_pct,
    text_hash,
)


@pytest.mark.parametrize(
    ("a", "b", "pct"),
    [
        ("", "", 0.0),
        ("", "a b", 100.0),
        ("a b c", "a b c", 0.0),
        ("a b c", "a  b\r\nc ", 0.0),
        ("a b c d", "a x c d", 25.0),
        ("a b c", "a c", 33.3),
        ("a b c d e f g h", "a b c d e f g", 12.5),
        ("a b", "b a", 100.0),  # two substitutions, or one deletion and one insertion
        ("Check", "check", 100.0),
    ],
)
def test_edit_distance_pct(a, b, pct):
    assert edit_distance_pct(a, b) == pct
    assert similarity_pct(a, b) == round(100 - pct, 1)


def _textbook(a, b):
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        diagonal, row[0] = row[0], i
        for j, y in enumerate(b, 1):
            diagonal, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, diagonal + (x != y))
    return row[-1]


TOKENS = st.lists(st.sampled_from(["a", "b", "cc", "é"]), max_size=9)


@given(TOKENS, TOKENS)
def test_edit_distance_is_the_textbook_one(a, b):
    longer = max(len(a), len(b), 1)
    expected = round(_textbook(a, b) / longer * 100, 1)
    assert edit_distance_pct(" ".join(a), " ".join(b)) == expected
    assert edit_distance_pct(" ".join(b), " ".join(a)) == expected


def test_text_hash_folds_line_ends_and_nothing_else():
    assert text_hash("a\r\nb") == text_hash("a\nb") == hashlib.sha256(b"a\nb").hexdigest()
    assert text_hash("a ") != text_hash("a")


@pytest.mark.parametrize(
    ("question", "normal"),
    [
        ("Is breakfast included?", "is breakfast included"),
        ("Hi, is  breakfast\nincluded ?!", "is breakfast included"),
        ("Hello Anna, is breakfast included?", "is breakfast included"),
        ("Dear Hostel Brikette team, is breakfast included", "is breakfast included"),
        ("Hi is breakfast included in the rate, by the way?",
         "is breakfast included in the rate by the way"),
        ("Hi! Good morning! What's the check-in time?", "whats the check in time"),
        ("Hi - what’s the check in time?", "whats the check in time"),
        ("Buongiorno, la colazione è inclusa?", "la colazione è inclusa"),
        ("Sehr geehrte Damen und Herren, gibt es WLAN?", "gibt es wlan"),
        ("Buenos días: ¿hay wifi?", "hay wifi"),
        ("Bonjour Madame, y a-t-il le wifi ?", "y a t il le wifi"),
        ("Hi", "hi"),
        ("High season prices?", "high season prices"),
        ("", ""),
    ],
)  # fmt: skip
def test_normalise_question(question, normal):
    assert normalise_question(question) == normal
    assert question_hash(question) == hashlib.sha256(normal.encode()).hexdigest()


@given(st.text(max_size=80))
def test_question_hash_takes_any_text(question):
    assert len(question_hash(question)) == 64
    assert question_hash(question) == question_hash(f"  {question} ?")
