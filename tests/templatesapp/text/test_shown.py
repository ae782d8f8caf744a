"""What a reader must be able to tell apart, and a diff laid out for reading."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from templatesapp.marked import show_steps, show_text
from templatesapp.text.shown import hidden_characters, markup, shown_pieces
from templatesapp.text.word_diff import diff_view

LETTER = "{{SLOT:GREETING}}\n\nBreakfast is at the bar.\n\n{{SLOT:CTA}}\n\nWarm regards,\nAda"


def kinds(text):
    return [(piece.kind, piece.text) for piece in shown_pieces(text)]


# --- pieces ---------------------------------------------------------------------------------------


def test_the_mark_of_what_always_stays_is_shown_by_its_name():
    (mark, _) = shown_pieces("{{ALWAYS}} Bring your passport.")
    assert (mark.kind, mark.text, mark.label) == ("slot", "{{ALWAYS}}", "ALWAYS")


def test_a_slot_is_told_from_other_braces():
    assert kinds("{{ x }} {{SLOT:CTA}} {{slot:cta}}") == [
        ("plain", "{{ x }} "),
        ("slot", "{{SLOT:CTA}}"),
        ("plain", " {{slot:cta}}"),
    ]


@pytest.mark.parametrize(
    ("character", "name"),
    [
        ("\u200b", "U+200B ZERO WIDTH SPACE"),
        ("\u202e", "U+202E RIGHT-TO-LEFT OVERRIDE"),
        ("\u2066", "U+2066 LEFT-TO-RIGHT ISOLATE"),
        ("\u00ad", "U+00AD SOFT HYPHEN"),
        ("\ufeff", "U+FEFF ZERO WIDTH NO-BREAK SPACE"),
        ("\u200d", "U+200D ZERO WIDTH JOINER"),
        ("\x00", "U+0000 CONTROL CHARACTER"),
        ("\x1b", "U+001B CONTROL CHARACTER"),
        ("\u3164", "U+3164 HANGUL FILLER"),
        ("\U000e0041", "U+E0041 TAG LATIN CAPITAL LETTER A"),
    ],
)
def test_a_hidden_character_is_named(character, name):
    assert hidden_characters(f"fr{character}ee fr{character}ee") == [name]
    assert character not in show_text(f"fr{character}ee")


@pytest.mark.parametrize(
    "text",
    ["👨\u200d👩\u200d👧", "❤\ufe0f\u200d🔥", "naïve café", "שלום", "مرحبا", "日本語", "a\tb\nc"],
)
def test_what_is_meant_to_be_seen_is_left_alone(text):
    assert hidden_characters(text) == []
    assert show_text(text) == text


@given(st.text())
def test_no_letter_is_lost_or_run(text):
    folded = text.replace("\r\n", "\n").replace("\r", "\n")
    assert "".join(piece.text for piece in shown_pieces(text)) == folded
    html = show_text(text)
    assert "<script" not in html


# --- diffs ----------------------------------------------------------------------------------------


def marked(old, new):
    """``(op, words)`` of every change."""
    return [
        (step.op, " ".join(step.text.split()))
        for row in diff_view(old, new).rows
        for step in row.steps
        if step.op != "equal"
    ]


def test_rows_are_paragraphs_and_only_the_changed_one_is_marked():
    view = diff_view(LETTER, LETTER.replace("the bar", "reception"))
    assert [row.is_changed for row in view.rows] == [False, True, False, False]
    assert (view.added, view.removed) == (1, 2)
    assert view.slots_kept == ("GREETING", "CTA")


def test_white_space_that_moved_is_no_change():
    old = "One two\nthree.\r\n\r\nFour  five."
    new = "One\ttwo three.\n\n\n\nFour five.\n"
    assert not diff_view(old, new).is_changed


def test_a_slot_in_a_word_is_one_word():
    assert marked("booking{{SLOT:BOOKING_REF}} is", "booking{{SLOT:CTA}} is") == [
        ("delete", "{{SLOT:BOOKING_REF}}"),
        ("insert", "{{SLOT:CTA}}"),
    ]
    view = diff_view("A {{SLOT:CTA}}", "A {{SLOT:POLICY_NOTE}}")
    assert (view.slots_added, view.slots_removed) == (("POLICY_NOTE",), ("CTA",))


def test_a_picture_made_of_several_is_one_word():
    assert marked("See you 👨‍👩‍👧 soon", "See you 👨‍👩‍👦 soon") == [
        ("delete", "👨‍👩‍👧"),
        ("insert", "👨‍👩‍👦"),
    ]


def test_a_long_text_is_compared_word_by_word():
    words = [f"word{number}" for number in range(2000)]
    old = " ".join(words)
    words[1000:1001] = ["another", "thing"]
    assert marked(old, " ".join(words)) == [("delete", "word1000"), ("insert", "another thing")]


@given(st.lists(st.sampled_from(["a", "b", "\n\n", "{{SLOT:CTA}}", "é", "\n"]), max_size=40))
def test_each_side_of_the_rows_is_its_text(parts):
    old, new = " ".join(parts), " ".join(reversed(parts))
    view = diff_view(old, new)
    before = " ".join(step.text for row in view.rows for step in row.before)
    after = " ".join(step.text for row in view.rows for step in row.after)
    assert (before.split(), after.split()) == (old.split(), new.split())


def test_the_html_of_a_diff_is_escaped_and_marks_no_white_space():
    view = diff_view("Hello there\n\nBye", "Hello <b>you</b>\n\nBye")
    html = "".join(show_steps(row.steps) for row in view.rows)
    assert '<ins class="diff-ins">&lt;b&gt;you&lt;/b&gt;</ins>' in html
    assert "<b>" not in html
    assert " </ins>" not in html


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("<p>Hello</p><script>alert(1)</script>", ["<p>", "</p>", "<script>", "</script>"]),
        ("<br/>Hello <a href='x'>you</a>", ["<br/>", "<a href='x'>", "</a>"]),
        ("# Breakfast\n**From 8** until 10", ["#", "**From 8**"]),
        ("See [our rules](https://example.com/rules)", ["[our rules]("]),
        ("Room #4, * from 8 * to <10>, a < b > c, I <3 you", []),
        ("Write to <anna@example.com> or see <https://example.com/>", []),
        ("- towels\n- linen (included) [1]", []),
    ],
)
def test_markup_is_named(text, found):
    assert markup(text) == found
