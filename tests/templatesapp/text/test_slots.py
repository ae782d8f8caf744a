from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from templatesapp.text.slots import (
    SLOT,
    known_slots,
    read_as_empty,
    resolve_slots,
    slot_names,
)


def test_slot_names_are_listed_once_in_order():
    body = (
        "{{SLOT:GREETING}} {{SLOT:CTA}} {{SLOT:GREETING}} {{SLOT:1F}} {{slot:CTA}} {{ SLOT:CTA }}"
    )
    assert slot_names(body) == ("GREETING", "CTA")


def test_known_slots_are_the_standard_ones_and_the_facts():
    assert known_slots(["BREAKFAST_PRICE"]) >= {"GREETING", "FACT_BREAKFAST_PRICE"}
    assert "FACT_DINNER_PRICE" not in known_slots(["BREAKFAST_PRICE"])


@pytest.mark.parametrize(
    ("body", "values", "expected"),
    [
        # a value next to a letter gets a space
        ("Your booking{{SLOT:R}} remains", {"R": "MA4BJ9"}, "Your booking MA4BJ9 remains"),
        ("Your booking {{SLOT:R}}remains", {"R": "MA4BJ9"}, "Your booking MA4BJ9 remains"),
        ("booking{{SLOT:R}}.", {"R": "(MA4BJ9)"}, "booking (MA4BJ9)."),
        ("{{SLOT:A}}{{SLOT:B}}", {"A": "one", "B": "two"}, "one two"),
        ("Done.{{SLOT:A}}Then", {"A": "One."}, "Done. One. Then"),
        ("€{{SLOT:A}}/night", {"A": "8"}, "€8/night"),
        ("https://x.example/pay/{{SLOT:A}}", {"A": "T7"}, "https://x.example/pay/T7"),
        # a missing value takes the space, comma or empty line it leaves
        ("Your booking{{SLOT:R}} remains", {}, "Your booking remains"),
        ("Your booking {{SLOT:R}} remains", {"R": "  "}, "Your booking remains"),
        ("Dear {{SLOT:R}},", {}, "Dear,"),
        ("Dear {{SLOT:R}} ,", {}, "Dear,"),
        ("Thank you, {{SLOT:R}}.", {}, "Thank you."),
        ("Yes, {{SLOT:R}}, we do", {}, "Yes, we do"),
        ("{{SLOT:R}}, we do", {}, "we do"),
        ("Sorry. {{SLOT:R}}. Next", {}, "Sorry. Next"),
        ("Booking (ref {{SLOT:R}}) is", {}, "Booking (ref) is"),
        ("Booking ({{SLOT:R}}) is", {}, "Booking is"),
        ("a {{SLOT:A}} {{SLOT:B}} b", {"B": "v"}, "a v b"),
        ("{{SLOT:A}} {{SLOT:B}}, hi", {}, "hi"),
        ("book{{SLOT:A}}now", {}, "book now"),
        ("A\n\n{{SLOT:CTA}}\n\nB", {}, "A\n\nB"),
        ("A\n{{SLOT:CTA}}\nB", {}, "A\nB"),
        ("A\n\n{{SLOT:X}}\n\n{{SLOT:Y}}\n\nB", {}, "A\n\nB"),
        ("A\n\n{{SLOT:X}}, {{SLOT:Y}}\n\nB", {}, "A\n\nB"),
        ("- {{SLOT:X}}\n- b", {}, "- b"),
        ("{{SLOT:GREETING}}\n\nB", {}, "B"),
        ("A\n\n{{SLOT:CTA}}", {}, "A"),
        ("A\n\n{{SLOT:CTA}}\n", {}, "A\n"),
        ("{{SLOT:CTA}}", {}, ""),
        ("A\n\n\n{{SLOT:CTA}}\n\nB", {}, "A\n\n\nB"),  # the body's own double line stays
        # line ends stay as in the body
        ("A\r\n\r\n{{SLOT:CTA}}\r\n\r\nB\r\n", {}, "A\r\n\r\nB\r\n"),
        ("A\r\n{{SLOT:K}}\r\n", {"K": "x\ny"}, "A\r\nx\r\ny\r\n"),
        ("A\n{{SLOT:K}}\n", {"K": "x\r\ny"}, "A\nx\ny\n"),
        # only the exact form is a slot
        ("{{SLOT:1F}} {{slot:X}}", {"F1": "no"}, "{{SLOT:1F}} {{slot:X}}"),
        # literal: neither a slot in a value nor one made by putting two together
        ("{{SLOT:A}}", {"A": "Dear {{SLOT:B}},", "B": "x"}, "Dear {{SLOT:B}},"),
        ("{{SLOT:A}}", {"A": r"\1 & \g<0>"}, r"\1 & \g<0>"),
        ("{{SLOT:{{SLOT:A}}}}", {"A": "B", "B": "x"}, "{{SLOT: B}}"),
    ],
)
def test_resolve_slots(body, values, expected):
    resolved = resolve_slots(body, values)
    assert resolved.text == expected
    assert resolve_slots(resolved.text, values).text == expected


def test_unresolved_names_and_placements_are_told():
    resolved = resolve_slots("{{SLOT:X}} a\n{{SLOT:Y}}\n{{SLOT:Z}}", {"X": "One", "Z": "Two"})
    assert resolved.text == "One a\nTwo"
    assert resolved.unresolved == ("Y",)
    assert [(p.name, p.value, p.start, p.end) for p in resolved.placements] == [
        ("X", "One", 0, 3),
        ("Z", "Two", 6, 9),
    ]


def test_a_text_without_slots_comes_back_as_it_is():
    body = "  Dear  ,\r\n\n\n\n x ,, y  "
    assert resolve_slots(body, {"A": "b"}).text == body


NAMES = ("GREETING", "CTA", "BOOKING_REF", "A_")
PIECES = st.sampled_from(
    [*(f"{{{{SLOT:{name}}}}}" for name in NAMES), "{{SLOT:", "}}", "{", "}", "A_", " ", ",", ".",
     "\n", "\n\n", "\r\n", "Dear", "x", "(", ")", "-", "é"]
)  # fmt: skip
BODIES = st.lists(PIECES, max_size=14).map("".join)
PLAIN = st.text(alphabet="ab{}: ,.\n(A_SLOT", max_size=8).filter(lambda v: not SLOT.search(v))
VALUES = st.dictionaries(st.sampled_from(NAMES), PLAIN)


@given(BODIES, VALUES)
def test_resolving_twice_changes_nothing_and_leaves_no_slot(body, values):
    once = resolve_slots(body, values)
    again = resolve_slots(once.text, values)
    assert again.text == once.text
    assert again.placements == ()
    assert not slot_names(once.text)


@given(BODIES, st.dictionaries(st.sampled_from(NAMES), PIECES))
def test_placements_say_where_the_values_stand(body, values):
    resolved = resolve_slots(body, values)
    for placement in resolved.placements:
        assert resolved.text[placement.start : placement.end] == placement.value
    assert set(resolved.unresolved).isdisjoint(p.name for p in resolved.placements)


LINES = st.lists(
    st.sampled_from(["Dear {{SLOT:NAME}},", "{{SLOT:CTA}}", "One, {{SLOT:CTA}}, two.", "A b.", ""]),
    max_size=12,
)


@given(LINES, st.sampled_from(["\n", "\r\n"]))
def test_an_empty_slot_leaves_no_ugly_white_space(lines, newline):
    blank_runs = max((len(run) for run in re.findall(r"\n+", "\n".join(lines))), default=0)
    text = read_as_empty(newline.join(lines))
    assert "  " not in text
    assert " ," not in text
    assert not re.search(r"[ \t]\r?\n", text)
    assert "\n" * (blank_runs + 1) not in text.replace("\r\n", "\n")
    assert ("\r" in text) == (newline == "\r\n" and "\n" in text)


def test_a_large_body_is_resolved_in_linear_time():
    body = "{{SLOT:A}} {{SLOT:" * 20_000
    assert "{{SLOT:A}}" not in resolve_slots(body, {}).text
