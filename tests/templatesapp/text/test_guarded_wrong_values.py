"""How many wrong values the guard finds, and that it lets the right ones pass.

``guarded_wrong_values.txt``: language, fact, a sentence with [wrong/right]. Written before the
wording of answers counted; the first half tuned it, the second was only counted."""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from django.conf import settings

from templatesapp.text.guarded.check import read_facts
from templatesapp.text.slots import SLOT
from tests.house import sample_rows
from tests.templatesapp.text.test_guarded import FACTS, _cases, _says, _status, known

CHOICE = re.compile(r"\[(.+)/(.+)\]")


@pytest.mark.parametrize(("half", "least"), [(0, 0.9), (1, 0.73)])
def test_one_wrong_value_is_found_and_the_right_one_passes(half, least):
    rows = _cases("guarded_wrong_values.txt")[half::2]
    wrong = [_says(CHOICE.sub(r"\1", text), language) for language, _, text in rows]
    right = [_says(CHOICE.sub(r"\2", text), language) for language, _, text in rows]

    assert set(right) == {"ok"}
    assert "ok" not in wrong
    assert wrong.count("bad") >= least * len(rows)


def test_right_replies_of_several_sentences_are_hardly_ever_called_wrong():
    """Of the 20, one is: what a clause says of breakfast, it says on the terrace."""
    path = Path(__file__).with_name("guarded_right_replies.txt")
    rows = [line.split("|", 1) for line in path.read_text("utf-8").splitlines()]
    said = Counter(_says(text, language) for language, text in rows)

    assert said.total() == 20
    assert said["bad"] <= 1


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Breakfast costs €8.50 per person. In total that is €34."),
        ("en", "Breakfast costs €8.50 and a towel €4.50. In total that is €13."),
        ("de", "Das Frühstück kostet 8,50 € pro Person, insgesamt also 17 €."),
        ("it", "La colazione costa 8,50 € a persona, in totale 34 €."),
        ("fr", "Le petit-déjeuner coûte 8,50 € par personne, au total 34 €."),
        ("es", "El desayuno cuesta 8,50 € por persona, en total 34 €."),
    ],
)
def test_a_total_contradicts_no_price(language, text):
    """What an agent adds up for four is no other price of one."""
    assert _says(text, language) != "bad"


def test_a_wrong_value_in_a_letter_or_answer_is_found():
    texts = [
        *((row["language"], row["answer"]) for row in sample_rows("knowledge")),
        *((row["language"], row["body"]) for row in sample_rows("templates")),
    ]
    said = Counter(
        _says(text, language)
        for language, body in texts[::2]
        for text in _with_one_wrong(body, language)
    )

    assert said["bad"] >= 0.88 * said.total()
    assert said["ok"] <= 0.05 * said.total()


def _with_one_wrong(body, language):
    """The text filled with facts, once for each of them with another value in its place."""
    slots = [slot[1].removeprefix("FACT_") for slot in SLOT.finditer(body)]
    for wrong, name in enumerate(slots):
        other = _other(FACTS[name]) if name in FACTS else None
        if other is not None:
            filled = iter(
                [
                    (other if place == wrong else FACTS[one]).formatted(language)
                    if one in FACTS
                    else ""
                    for place, one in enumerate(slots)
                ]
            )
            yield SLOT.sub(lambda _, filled=filled: next(filled), body)


def _other(fact):
    if fact.kind == "time":
        hour, minute = fact.value.split(":")
        return replace(fact, value=f"{(int(hour) + 2) % 24:02}:{minute}")
    if fact.kind in ("money", "percent", "number"):
        return replace(fact, value=str(float(fact.value) + 7).removesuffix(".0"))
    return None


def test_replies_for_the_fact_guard_are_judged_as_they_are_labelled():
    """Their texts tuned nothing."""
    path = settings.BASE_DIR / "fixtures" / "eval" / "rewrites.jsonl"
    said = Counter()
    for line in path.read_text("utf-8").splitlines():
        row = json.loads(line)
        findings = read_facts(
            row["text"], language=row["language"], known=known(), told=list(row["mail"].values())
        ).findings
        said[row["kind"], _status(findings)] += 1

    assert said["wrong_fact", "bad"] >= 31
    assert said["correct", "ok"] >= 37
    assert said["unlisted", "ok"] <= 1
