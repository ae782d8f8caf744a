"""From a rewritten letter back to a template; no database."""

from __future__ import annotations

import re

import pytest

from learning.proposals.lost_slots import is_same_text
from learning.proposals.openings import greeting_end, subject_of
from learning.proposals.slotting import slot_text
from templatesapp.categories import is_hard_rule_protected
from templatesapp.entries import FactEntry
from templatesapp.text.facts import format_fact
from templatesapp.text.letter import greeting, personalise_greeting
from templatesapp.text.slots import resolve_slots, slot_names, without_markers
from tests.house import sample_rows

CLOSING = "\n\nWarm regards,\nPeter & Cristiana"


def _slot(refined, base="", values=None, **fields):
    return slot_text(refined_body=refined, base_body=base, values=values or {}, **fields)


def _fact(kind, value, *concepts):
    return FactEntry("", kind, value, "", frozenset(concepts))


@pytest.mark.parametrize(
    ("base", "values", "refined", "expected"),
    [
        pytest.param(
            "Dear {{SLOT:FACT_A}} and {{SLOT:FACT_B}} guests",
            {"FACT_A": "24", "FACT_B": "24"},
            "Dear 24 and 24 lovely guests",
            "Dear {{SLOT:FACT_A}} and {{SLOT:FACT_B}} lovely guests",
            id="equal values by their place",
        ),
        pytest.param(
            "Check-out is by {{SLOT:FACT_CHECK_OUT}}.",
            {"FACT_CHECK_OUT": "10:30 am"},
            "Please leave the room in time, 10:30 am at the latest.",
            "Please leave the room in time, {{SLOT:FACT_CHECK_OUT}} at the latest.",
            id="a telling value wherever it moved",
        ),
        pytest.param(
            "We keep it {{SLOT:FACT_DAYS}} days for you.",
            {"FACT_DAYS": "60"},
            "There are 60 steps. We keep it for you.",
            "There are 60 steps. We keep it for you.",
            id="a bare number elsewhere is no value",
        ),
        pytest.param(
            "Open from {{SLOT:FACT_FROM}} to {{SLOT:FACT_UNTIL}} daily.",
            {"FACT_FROM": "8 am", "FACT_UNTIL": "10:15 am"},
            "Open from 8:00 to 10.15 am daily.",
            "Open from {{SLOT:FACT_FROM}} to {{SLOT:FACT_UNTIL}} daily.",
            id="the same numbers in other words",
        ),
        pytest.param(
            "Open until {{SLOT:FACT_UNTIL}} daily.",
            {"FACT_UNTIL": "10:15 am"},
            "Open until 11:30 am daily.",
            "Open until 11:30 am daily.",
            id="another number is another statement",
        ),
        pytest.param(
            "Your booking{{SLOT:BOOKING_REF}} is safe with us.",
            {"BOOKING_REF": "MA4BJ9"},
            "Your booking MA4BJ9 is very safe with us.",
            "Your booking{{SLOT:BOOKING_REF}} is very safe with us.",
            id="the space that the resolver had put in goes",
        ),
        pytest.param(
            "Your booking{{SLOT:BOOKING_REF}} is safe with us.",
            {},
            "We think that your booking is safe with us.",
            "We think that your booking{{SLOT:BOOKING_REF}} is safe with us.",
            id="an empty slot between the words that stand",
        ),
        pytest.param(
            "Your booking{{SLOT:BOOKING_REF}} is safe with us.",
            {},
            "All is well.",
            "All is well.",
            id="an empty slot whose words are gone stays away",
        ),
        pytest.param(
            "A first paragraph.\n\n{{SLOT:CTA}}\n\n{{SLOT:KNOWLEDGE_INJECTION}}" + CLOSING,
            {"KNOWLEDGE_INJECTION": "Yes, guitars are welcome.\n\nThe lift is small."},
            "A first paragraph.\n\nThe lift is small.\n\nMore.\n\nYes, guitars are welcome."
            + CLOSING,
            "A first paragraph.\n\n{{SLOT:CTA}}\n\n{{SLOT:KNOWLEDGE_INJECTION}}\n\nMore." + CLOSING,
            id="an injected answer that was taken apart",
        ),
        pytest.param(
            "A first paragraph." + CLOSING,
            {"KNOWLEDGE_INJECTION": "Yes, guitars are welcome."},
            "A first paragraph.\n\nYes, guitars are welcome." + CLOSING,
            "A first paragraph." + CLOSING,
            id="an answer that the desk adds without a slot",
        ),
        pytest.param(
            "Read https://desk.example/book and {{SLOT:FACT_URL}}",
            {"FACT_URL": "https://desk.example/book"},
            "Please read https://desk.example/book and https://desk.example/book",
            "Please read https://desk.example/book and {{SLOT:FACT_URL}}",
            id="what the base has literally stays literal",
        ),
        pytest.param(
            "It costs {{SLOT:FACT_P}} here.",
            {"FACT_P": "€8"},
            "That would be €8.50 or €8.",
            "That would be €8.50 or {{SLOT:FACT_P}}.",
            id="a price is not the start of another",
        ),
        pytest.param(
            "Dear Guest,\n\nWe open soon.",
            {"GREETING": "Dear Annika,"},
            "Hi Annika!\n\nWe open very soon.",
            "Dear Guest,\n\nWe open very soon.",
            id="a base without a greeting slot",
        ),
        pytest.param(
            "{{SLOT:GREETING}}\r\n\r\nWe open soon.",
            {"GREETING": "Dear Annika,"},
            "Dear Annika, we open very soon.",
            "{{SLOT:GREETING}} we open very soon.",
            id="only the clause is the greeting",
        ),
        pytest.param(
            "One.\r\n\r\nTwo.",
            {},
            "One.\n\nTwo and three.",
            "One.\r\n\r\nTwo and three.",
            id="line ends of the base",
        ),
        pytest.param(
            "{{SLOT:CTA}}",
            {"CTA": r"Book \1 {{SLOT:GREETING}} now"},
            r"Book \1 {{SLOT:GREETING}} now",
            r"Book \1 {{SLOT:GREETING}} now",
            id="a slot inside a value is left alone",
        ),
    ],
)
def test_values_return_to_their_slots(base, values, refined, expected):
    assert _slot(refined, base, values) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It closes at 10:30 pm.", "It closes at 10:30 pm."),  # two facts, nothing tells
        (
            "The check-in closes at 10:30 pm.",
            "The check-in closes at {{SLOT:FACT_CHECK_IN_UNTIL}}.",
        ),
        ("Reception: until 22:30.", "Reception: until {{SLOT:FACT_RECEPTION_UNTIL}}."),
        ("Check-out at 10:30 am.", "Check-out at {{SLOT:FACT_CHECK_OUT}}."),
        ("Check-out till 10:30 pm.", "Check-out till 10:30 pm."),  # another time
        ("A boat leaves at 10:30 am.", "A boat leaves at 10:30 am."),  # another topic
        (
            "Check-out is at 10:30 am; the first ferry leaves at 10:30 am as well.",
            "Check-out is at {{SLOT:FACT_CHECK_OUT}}; the first ferry leaves at 10:30 am as well.",
        ),
        (
            "For check-out, please be ready, at the latest, by 10:30 am.",
            "For check-out, please be ready, at the latest, by {{SLOT:FACT_CHECK_OUT}}.",
        ),
        ("In Nocelle, 8 am.", "In Nocelle, 8 am."),
    ],
)
def test_written_out_facts_are_found_where_it_is_clear_which(text, expected):
    facts = {
        "FACT_CHECK_IN_UNTIL": _fact("time", "22:30", "check-in"),
        "FACT_RECEPTION_UNTIL": _fact("time", "22:30", "reception"),
        "FACT_CHECK_OUT": _fact("time", "10:30", "checkout"),
        "FACT_HIKE_END": _fact("text", "Nocelle"),
    }
    assert _slot(text, "Something else.", facts=facts, language="en") == expected


@pytest.mark.parametrize("name", ["BOOKING_REF", "GREETING", "CTA"])
def test_a_value_that_is_itself_a_slot_is_text_of_its_own(name):
    """A caller may name any booking reference, the letter's own slots among them."""
    base = "{{SLOT:GREETING}}\n\nRef: {{SLOT:BOOKING_REF}}."
    values = {"BOOKING_REF": f"{{{{SLOT:{name}}}}}", "GREETING": "Dear Ada,"}
    slotted = _slot("Dear Ada,\n\nRef: MA4BJ9.", base, values)
    assert slotted.startswith("{{SLOT:GREETING}}")
    assert "MA4BJ9" in slotted


def test_a_value_that_goes_on_is_another_value():
    values = {"FACT_CHECK_OUT": "10:30"}
    text = "The house is quiet from 10:30 pm."
    assert _slot(text, "Leave by {{SLOT:FACT_CHECK_OUT}}, please.", values) == text


def test_a_value_that_is_back_in_its_place_is_meant_elsewhere_only_by_its_topic():
    base, values = "You check out by {{SLOT:FACT_CHECK_OUT}}.", {"FACT_CHECK_OUT": "10:30 am"}
    facts = {"FACT_CHECK_OUT": _fact("time", "10:30", "checkout")}
    text = "You check out by 10:30 am. The boat leaves at 10:30 am."
    said = _slot(text, base, values, facts=facts, language="en")
    assert said == f"{base} The boat leaves at 10:30 am."


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("Dear Annika,\n\nYes.", "\n\nYes."),
        ("Hello Annika!\nYes.", "\nYes."),
        ("Hi Leo, thanks for writing.", " thanks for writing."),
        ("Sehr geehrte Frau Dr. Klein,\n\nja.", "\n\nja."),
        ("Hola, Marta:\n\nSí.", "\n\nSí."),
        ("Buongiorno\n\nSì.", "\n\nSì."),
        ("Good news: the terrace is open.", "Good news: the terrace is open."),
        ("Yes, dear Annika, you may.", "Yes, dear Annika, you may."),
        ("{{SLOT:GREETING}}\n\nYes.", "{{SLOT:GREETING}}\n\nYes."),
    ],
)
def test_where_a_greeting_ends(text, rest):
    assert text[greeting_end(text) :] == rest


@pytest.mark.parametrize(
    ("body", "subject"),
    [
        ("{{SLOT:GREETING}}\n\nyes, you may. More.\n\nKind regards", "Yes, you may"),
        ("Hello Leo!\n\nOur desk opens at {{SLOT:FACT_A}}.", "Our desk opens at"),
        ("{{SLOT:GREETING}}", "New template"),
        ("a " * 80, "A" + " a" * 48 + "…"),
    ],
)
def test_a_subject_is_the_first_sentence(body, subject):
    assert subject_of(body) == subject
    assert len(subject) <= 100


# --- the real templates -----------------------------------------------------------------------


def _templates():
    rows = sample_rows("templates")
    return [
        pytest.param(row, id=f"{row['template_id']}-{row['language']}")
        for row in rows
        if not is_hard_rule_protected(row["category"])
    ]


FACTS = sample_rows("facts")
FILLED = {
    "BOOKING_REF": "MA4BJ9",
    "KNOWLEDGE_INJECTION": "Yes, you may bring your guitar.\n\nTowels are at reception.",
    "CTA": "Book directly with us.",
    "POLICY_NOTE": "This rate cannot be refunded.",
}


def _values(template, extra):
    values = {
        f"FACT_{fact['name']}": format_fact(
            fact["kind"], fact["value"], fact.get("unit", ""), template["language"]
        )
        for fact in FACTS
    }
    values |= {"GREETING": greeting("Annika Rehberg", template["language"])} | extra
    return {name: values[name] for name in slot_names(template["body"]) if name in values}


@pytest.mark.parametrize("template", _templates())
@pytest.mark.parametrize("extra", [{}, FILLED], ids=["empty", "filled"])
def test_a_light_rewrite_of_a_real_letter_gives_its_slots_back(template, extra):
    marked = template["body"]
    body = without_markers(marked)
    values = _values(template, extra)
    letter = resolve_slots(body, values).text.replace("\r\n", "\n")
    letter = personalise_greeting(letter, "Annika", "en")
    assert _slot(letter, marked, values) == body
    assert _slot(re.sub(r"\A[^\n]*", "Hello Annika!", letter), marked, values) == body

    paragraphs = letter.split("\n\n")
    added = "By the way: our cat is called Limone, and it likes guests."
    rewritten = "\n\n".join([*paragraphs[:2], added, *paragraphs[2:]])
    text = _slot(rewritten, marked, values)
    assert slot_names(text) == slot_names(body)
    assert is_same_text(text.replace(f"{added}\r\n\r\n", ""), body)
