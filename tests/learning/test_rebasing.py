"""Carrying a change over to another text, and where lost slots belong; no database."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from learning.proposals.changes import rebase_text
from learning.proposals.lost_slots import suggest_insert

BASE = "Dear Guest,\n\nOne is here. Two is here.\n\nThree is here.\n\nKind regards\nUs"


@pytest.mark.parametrize(
    ("live", "proposed", "expected"),
    [
        (BASE, BASE, BASE),
        (BASE.replace("One", "Uno"), BASE, BASE.replace("One", "Uno")),
        (BASE, BASE.replace("One", "Uno"), BASE.replace("One", "Uno")),
        (
            BASE.replace("One", "Uno"),
            BASE.replace("Three", "Tre"),
            BASE.replace("One", "Uno").replace("Three", "Tre"),
        ),
        (
            BASE.replace("One", "Uno"),
            BASE.replace("\n\nThree is here.", ""),
            BASE.replace("One", "Uno").replace("\n\nThree is here.", ""),
        ),
        (
            BASE.replace("Three is here.", "Three is here.\n\nFour is new."),
            BASE.replace("One", "Uno"),
            BASE.replace("One", "Uno").replace("Three is here.", "Three is here.\n\nFour is new."),
        ),
        (BASE.replace("One", "Uno"), BASE.replace("One", "Uno"), BASE.replace("One", "Uno")),
        (
            BASE.replace("Three is here.", "Three is here.\n\n{{ALWAYS}} Four is new."),
            BASE.replace("Three is here.", "Three is here.\n\n{{ALWAYS}} Five is newer."),
            BASE.replace(
                "Three is here.",
                "Three is here.\n\n{{ALWAYS}} Four is new.\n\n{{ALWAYS}} Five is newer.",
            ),
        ),
        (
            BASE.replace("One is here.", "One is here. Four is new."),
            BASE.replace("One is here.", "One is here. Four is new. Five is newer."),
            BASE.replace("One is here.", "One is here. Four is new. Five is newer."),
        ),
        (  # each where its own text has it: in the line, or as a paragraph for everybody
            BASE.replace("Two is here.", "Two is here.\n\n{{ALWAYS}} Five is newer."),
            BASE.replace("Two is here.", "Two is here. Four is new."),
            BASE.replace("Two is here.", "Two is here. Four is new.\n\n{{ALWAYS}} Five is newer."),
        ),
        (
            BASE.replace("Two is here.", "Two is here. Four is new."),
            BASE.replace("Two is here.", "Two is here.\n\n{{ALWAYS}} Five is newer."),
            BASE.replace("Two is here.", "Two is here. Four is new.\n\n{{ALWAYS}} Five is newer."),
        ),
        (
            BASE.replace("Two is here.", "Two is here. Four is new."),
            BASE.replace("Two is here.", "Two is here.\n\n{{ALWAYS}} Four is new!"),
            BASE.replace("Two is here.", "Two is here. Four is new."),
        ),
        (
            BASE.replace("Two is here.", "Two is here. Breakfast is from 8 am."),
            BASE.replace("Two is here.", "Two is here. Breakfast is from 9 am."),
            None,
        ),
        (f"Nine. {BASE}", f"Ten more. {BASE}", f"Nine.\n\nTen more. {BASE}"),
        (BASE.replace("One", "Uno"), BASE.replace("One", "Eins"), None),
        (BASE.replace("\n", "\r\n"), BASE.replace("One", "Uno"), None),
    ],
)
def test_a_change_is_carried_over(live, proposed, expected):
    rebased = rebase_text(base=BASE, live=live, proposed=proposed)
    if "\r\n" in live:
        assert rebased == proposed.replace("\n", "\r\n")
    else:
        assert rebased == expected


SENTENCES = st.lists(
    st.sampled_from(["One is here.", "Two!", "{{SLOT:CTA}}", "Why?", "Ünï 🍋 code."]),
    min_size=1,
    max_size=6,
).map("\n\n".join)


@given(SENTENCES, SENTENCES)
def test_without_a_change_of_ours_theirs_stays(base, live):
    assert rebase_text(base=base, live=live, proposed=base) == live
    assert rebase_text(base=base, live=base, proposed=live) == live


@pytest.mark.parametrize(
    ("base", "text", "name", "mended"),
    [
        (
            "Hi.\n\n{{SLOT:CTA}}\n\nKind regards\nUs",
            "New.\n\nKind regards\nUs",
            "CTA",
            "New.\n\n{{SLOT:CTA}}\n\nKind regards\nUs",
        ),
        (
            "It costs {{SLOT:FACT_P}} a day.\n\nKind regards\nUs",
            "New.\r\n\r\nKind regards\r\nUs",
            "FACT_P",
            "New.\r\n\r\nIt costs {{SLOT:FACT_P}} a day.\r\n\r\nKind regards\r\nUs",
        ),
        (
            "It costs {{SLOT:FACT_P}} a day.",
            "It costs a lot a day.",
            "FACT_P",
            "It costs {{SLOT:FACT_P}} a lot a day.",
        ),
        ("{{SLOT:GREETING}}\n\nHi.", "Hi.", "GREETING", "{{SLOT:GREETING}}\n\nHi."),
        ("{{SLOT:CTA}}", "Hi.", "CTA", "Hi.\n\n{{SLOT:CTA}}"),
        ("Hi.", "Hi.", "CTA", "{{SLOT:CTA}}\n\nHi."),
    ],
)
def test_a_lost_slot_comes_with_its_place(base, text, name, mended):
    insert = suggest_insert(base, text, name)
    assert text[: insert.position] + insert.text + text[insert.position :] == mended
