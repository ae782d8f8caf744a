"""All heads of the reader, trained from one pile of labelled rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from drafting.drafts.kept import current_desk
from drafting.instruments.reader_letters import train_letters
from drafting.instruments.reader_mails import (
    ask_examples,
    ask_plan,
    mail_cases,
    mail_examples,
    mail_figures,
    mail_plan,
    scenario_plan,
)
from drafting.instruments.reader_pairs import pair_example, pair_figures, pair_plan, pair_rows
from drafting.instruments.reader_training import Trained, train_head
from drafting.pipeline.answer.likely import CHOICE, LETTERS, PERSON
from templatesapp.text.reader.heads import Head, shipped_heads


def train_heads(
    rows: Sequence[Mapping[str, Any]], *, seed: int
) -> tuple[dict[str, Head], dict[str, float]]:
    """The heads, and their figures of authors that were left out. A row is a mail, a pair of an
    ask and a sentence, or a question with its answer, told apart by its fields."""
    pairs = list(pair_rows(row for row in rows if "body" not in row))
    judged = train_head(pair_plan(), [pair_example(row) for row in pairs], seed=seed)
    cases = mail_cases(row for row in rows if "body" in row)
    of_scenario, of_mail = mail_examples(cases)
    scenario = train_head(scenario_plan(), of_scenario, seed=seed)
    mail = train_head(mail_plan(), of_mail, seed=seed)
    asks = train_head(ask_plan(), ask_examples(cases), seed=seed)
    figures = {f"pairs: {name}": value for name, value in pair_figures(judged, pairs).items()}
    figures |= mail_figures(cases, scenario, mail, asks)
    letters, of_letters = _letters(rows, seed)
    return _named(judged, scenario, mail, asks) | letters, figures | of_letters


def _letters(
    rows: Sequence[Mapping[str, Any]], seed: int
) -> tuple[dict[str, Head], dict[str, float]]:
    """A desk without letters keeps the shipped heads on them."""
    desk = current_desk()
    if desk.catalogue.templates:
        return train_letters(rows, desk, seed=seed)
    return {name: shipped_heads()[name] for name in (LETTERS, CHOICE, PERSON)}, {}


def _named(*trained: Trained) -> dict[str, Head]:
    return {each.name: each.head for each in trained}
