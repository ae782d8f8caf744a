"""All heads of the reader, trained from one pile of labelled rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from drafting.drafts.kept import current_desk
from drafting.instruments.reader_languages import language_figures
from drafting.instruments.reader_letters import train_letters
from drafting.instruments.reader_mails import (
    Case,
    alarm_figures,
    ask_examples,
    ask_plan,
    mail_cases,
    mail_examples,
    mail_figures,
    mail_plan,
    proof_examples,
    proof_figures,
    proof_plan,
    scenario_figures,
    scenario_plan,
)
from drafting.instruments.reader_pairs import pair_example, pair_figures, pair_plan, pair_rows
from drafting.instruments.reader_topics import (
    Said,
    answering_examples,
    answering_figures,
    answering_plan,
    houses_of,
    train_topics,
    wordings,
)
from drafting.instruments.reader_training import Trained, train_head
from drafting.pipeline.answer.answering import ANSWERING
from drafting.pipeline.answer.likely import CHOICE, CHOICE_ELSEWHERE, LETTERS, PERSON
from drafting.pipeline.interpret.second_opinion import PROOF
from templatesapp.text.reader.heads import Head, packed_heads, shipped_heads, unpacked_heads
from templatesapp.text.reader.topics import MEANING, TOPICS

_PARTS, _SHARES = 8, (1, 2, 4)
# What a curve by number of labels is drawn of.
OF_CURVE = (
    "scenario acceptable, reader",
    "scenario acceptable, both",
    "urgent: found by both",
    "urgent: false on everyday mail, both",
    "pairs: reader: right",
    "pairs: both: right",
)
_OF_OTHERS = {"body", "wordings", "answers", "full"}  # fields of rows that are no pairs


def train_heads(
    rows: Sequence[Mapping[str, Any]], *, seed: int, only_answers: bool = False
) -> tuple[dict[str, Head], dict[str, float]]:
    """The heads, and their figures of authors that were left out. A row is a mail, wordings of a
    topic, an ask with the answers to it, a pair of an ask and a sentence, or a question with its
    answer, told apart by its fields. ``only_answers``: all heads but those that find answers stay
    as they are shipped."""
    answers, of_answers = _answers(rows, seed)
    if only_answers:
        return dict(shipped_heads()) | answers, of_answers
    pairs = list(pair_rows(row for row in rows if not _OF_OTHERS & row.keys()))
    judged = train_head(pair_plan(), [pair_example(row) for row in pairs], seed=seed)
    cases = mail_cases(row for row in rows if "body" in row and "full" not in row)
    of_scenario, of_mail = mail_examples(cases)
    scenario = train_head(scenario_plan(), of_scenario, seed=seed)
    mail = train_head(mail_plan(), of_mail, seed=seed)
    asks = train_head(ask_plan(), ask_examples(cases), seed=seed)
    figures = {f"pairs: {name}": value for name, value in pair_figures(judged, pairs).items()}
    figures |= mail_figures(cases, scenario, mail, asks)
    figures |= language_figures(cases, scenario, mail)
    figures |= _curve(cases, pairs, seed)
    letters, of_letters = _letters(rows, cases, scenario, seed)
    heads = _named(judged, scenario, mail, asks) | letters | answers
    return heads, figures | of_letters | of_answers


def _curve(
    cases: Sequence[Case], pairs: Sequence[Mapping[str, str]], seed: int
) -> dict[str, float]:
    """What fewer labels would have given: every author keeps the same share of theirs."""
    figures: dict[str, float] = {}
    for keep in _SHARES:
        mails = [case for n, case in enumerate(cases) if n % _PARTS < keep]
        said = [pair for n, pair in enumerate(pairs) if n % _PARTS < keep]
        judged = train_head(pair_plan(), [pair_example(row) for row in said], seed=seed)
        of_scenario, of_mail = mail_examples(mails)
        scenario = train_head(scenario_plan(), of_scenario, seed=seed)
        mail = train_head(mail_plan(), of_mail, seed=seed)
        found = scenario_figures(mails, scenario) | alarm_figures(mails, mail)
        found |= {f"pairs: {name}": value for name, value in pair_figures(judged, said).items()}
        figures |= {f"{keep} of {_PARTS} labels: {name}": found[name] for name in OF_CURVE}
    return figures


def _letters(
    rows: Sequence[Mapping[str, Any]], cases: Sequence[Case], scenario: Trained, seed: int
) -> tuple[dict[str, Head], dict[str, float]]:
    """A desk without letters keeps the shipped heads on them."""
    desk = current_desk()
    if not desk.catalogue.templates:
        of_letters = (LETTERS, CHOICE, CHOICE_ELSEWHERE, PERSON, PROOF)
        return {name: shipped_heads()[name] for name in of_letters}, {}
    said = {
        case.row["id"]: dict(zip(scenario.head.names, map(float, row), strict=True))
        for case, row in zip(cases, scenario.left_out, strict=True)
    }
    letters, figures = train_letters(rows, desk, said, seed=seed)
    requires = {t.template_id: t.requires or () for t in desk.catalogue.templates}
    proofs = train_head(proof_plan(), proof_examples(cases, requires), seed=seed)
    return letters | _named(proofs), figures | proof_figures(cases, proofs)


def _answers(
    rows: Sequence[Mapping[str, Any]], seed: int
) -> tuple[dict[str, Head], dict[str, float]]:
    """Without labels, and on a desk without answers, the shipped heads stay."""
    labelled = [row for row in rows if "full" in row]
    said = list(wordings(row for row in rows if row.keys() & {"wordings", "answers"}))
    if not (said and labelled and (desk := current_desk()).catalogue.knowledge):
        return {name: shipped_heads()[name] for name in (MEANING, TOPICS, ANSWERING)}, {}
    said += [Said(item.key, item.language, item.answer) for item in desk.catalogue.knowledge]
    # As they are kept, in steps: so they are read at work.
    topics = unpacked_heads(packed_heads(train_topics(said, seed=seed)))
    mails = {row["id"]: row for row in rows if "id" in row and "body" in row}
    examples = answering_examples(labelled, mails, desk, topics, houses_of(rows, desk))
    answering = train_head(answering_plan(), examples, seed=seed)
    return topics | _named(answering), answering_figures(answering)


def _named(*trained: Trained) -> dict[str, Head]:
    return {each.name: each.head for each in trained}
