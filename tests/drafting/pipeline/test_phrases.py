from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drafting.pipeline.answer.assemble import sentences_with, shorten
from drafting.pipeline.answer.knowledge import strip_citation_markers
from templatesapp.text.slots import cut_spans


def without(text, spans):
    return cut_spans(text, [(span.start, span.end) for span in spans])


def shortened(text, *, max_words, keep=()):
    return without(text, shorten(text, max_words=max_words, keep=keep))


MAIL = (
    "Dear Anna,\n\nOne is here. Two is bad. Three ok.\n\nBad alone.\n\nFour is\nbad again. Five."
    "\n\nWarm regards,\nPeter\n"
)


@pytest.mark.parametrize(
    ("text", "phrases", "expected"),
    [
        (
            MAIL,
            ["bad"],
            "Dear Anna,\n\nOne is here. Three ok.\n\nFive.\n\nWarm regards,\nPeter\n",
        ),
        ("We promise a full refund. Bye.", ["Full  Refund"], "Bye."),
        ("We refund fully. Bye.", ["full refund"], "We refund fully. Bye."),
        ("Le remboursement est GARANTI. Merci.", ["garanti"], "Merci."),
        ("- bad\n- good\n", ["bad"], "- good\n"),
        ("a bad.\r\n\r\nb ok.\r\n\r\nbad.\r\n", ["bad"], "b ok.\r\n"),
        ("All stays  as it is ,\n\n\n\nyes.", ["no such"], "All stays  as it is ,\n\n\n\nyes."),
        ("All stays", ["", "?"], "All stays"),
        ("bad", ["bad"], ""),
    ],
)
def test_sentences_with_a_phrase_are_found_whole(text, phrases, expected):
    assert without(text, sentences_with(text, phrases)) == expected


LONG = (
    "Dear Anna,\n\n"
    "Alpha one two three. Beta one two three. See https://inn.example/x now. Gamma one two. "
    "Delta one two three.\n\n"
    "Short one here.\n\n"
    "Warm regards,\n\nPeter"
)


def test_shorten_takes_whole_sentences_from_the_end_of_the_longest_paragraph():
    words = len(LONG.split())
    assert shorten(LONG, max_words=words, keep=()) == []
    (taken,) = shorten(LONG, max_words=words - 1, keep=())
    assert LONG[taken.start : taken.end] == taken.text == "Delta one two three."
    short = shortened(LONG, max_words=words - 1)
    assert short == LONG.replace(" Delta one two three.", "")


def test_what_is_shortened_away_is_told_in_reading_order():
    taken = shorten(LONG, max_words=1, keep=())
    assert [span.text for span in taken] == [
        "Alpha one two three.",
        "Beta one two three.",
        "Gamma one two.",
        "Delta one two three.",
        "Short one here.",
    ]


def test_shorten_never_takes_a_link_what_is_kept_the_greeting_or_the_closing():
    short = shortened(LONG, max_words=1, keep=["Beta one two three.", "delta one two"])
    assert short == (
        "Dear Anna,\n\nBeta one two three. See https://inn.example/x now. Delta one two three.\n\n"
        "Warm regards,\n\nPeter"
    )


def test_an_answer_of_two_sentences_is_kept_whole():
    short = shortened(LONG, max_words=1, keep=["Gamma one two. Delta one two three."])
    assert "Gamma one two. Delta one two three." in short


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[faq 1] Breakfast is at 8. [brikette://x]", "Breakfast is at 8. "),
        ("a [x]\n\n b", "a b"),
        ("[] [a", "[] [a"),
        ("", ""),
    ],
)
def test_strip_citation_markers(text, expected):
    assert strip_citation_markers(text) == expected


@given(st.lists(st.sampled_from(["A bad one. ", "Good. ", "\n\n", "\n", "- x\n"]), max_size=12))
def test_removing_takes_the_phrase_and_nothing_else(parts):
    text = "".join(parts)
    result = without(text, sentences_with(text, ["bad"]))
    assert "bad" not in result
    assert result.count("Good.") == text.count("Good.")
    assert sentences_with(result, ["bad"]) == []
