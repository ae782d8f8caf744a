"""All heads of the reader, trained from one pile of labelled rows: first those on what questions
are about, by which the others then read."""

from collections.abc import Mapping, Sequence
from typing import Any

from drafting.drafts.kept import current_desk
from drafting.instruments.reader_frames import train_frames
from drafting.instruments.reader_languages import language_figures
from drafting.instruments.reader_letters import train_letters
from drafting.instruments.reader_mails import (
    ASK_PLAN,
    PROOF_PLAN,
    SCENARIO_PLAN,
    UNREAD_PLAN,
    RuledMail,
    alarm_figures,
    ask_examples,
    duty_figures,
    mail_cases,
    mail_examples,
    mail_plan,
    proof_examples,
    proof_figures,
    scenario_figures,
    train_alarm,
    unread_examples,
    unread_figures,
)
from drafting.instruments.reader_needs import NAMES, train_needs
from drafting.instruments.reader_pairs import (
    PAIR_PLAN,
    pair_example,
    pair_figures,
    pair_rows,
    train_telling,
)
from drafting.instruments.reader_questions import (
    SAME_PLAN,
    SERVED_PLAN,
    same_examples,
    same_figures,
    served_examples,
)
from drafting.instruments.reader_topics import (
    ANSWERING_PLAN,
    Said,
    answering_examples,
    answering_figures,
    houses_of,
    train_topics,
    wordings,
)
from drafting.instruments.reader_training import Floats, Trained, train_head
from drafting.pipeline.answer.likely import ANSWERING, CHOICE, CHOICE_ELSEWHERE, LETTERS, PERSON
from drafting.pipeline.interpret.second_opinion import PROOF
from learning.ledger.likeness import SAME_QUESTION
from learning.ledger.serving import SERVED
from templatesapp.text.reader.frames import FRAMES
from templatesapp.text.reader.heads import Head, shipped_heads
from templatesapp.text.reader.mails import NEEDS
from templatesapp.text.reader.pairs import TELLING
from templatesapp.text.reader.topics import MEANING, TOPICS, shipped_topics

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
_OF_TOPICS = {"wordings", "answers"}  # fields of rows
_OF_OTHERS = {"body", "full", "needs", "letter", *_OF_TOPICS}  # of rows that are no pairs


def train_heads(rows: Sequence[Mapping[str, Any]]) -> tuple[dict[str, Head], dict[str, float]]:
    """The heads, and their figures of authors that were left out. A row is a mail, labelled or
    with its guest's own words, wordings of a topic, a situation, an ask with the answers to it, a
    pair of an ask and a sentence, or a question with its answer, told apart by its fields. Those of
    ``train_topic_heads`` stay as they are shipped."""
    answers, of_answers = _answers(rows)
    pairs = list(pair_rows(row for row in rows if not _OF_OTHERS & row.keys()))
    cases = mail_cases(row for row in rows if "labels" in row)
    needs, told = train_needs(rows, cases, shipped_topics())
    judged, scenario, mail, alarm, figures = _readers(cases, told, pairs)
    asks = train_head(ASK_PLAN, ask_examples(cases))
    unread = train_head(UNREAD_PLAN, unread_examples(cases))
    figures |= unread_figures(unread) | duty_figures(asks)
    figures |= language_figures(cases, scenario, alarm)
    figures |= _curve(cases, told, pairs)
    letters, of_letters = _letters(rows, cases, scenario)
    _, of_frames = train_frames(rows)
    kept = {name: shipped_heads()[name] for name in (MEANING, TOPICS, FRAMES, TELLING)}
    of_telling: dict[str, float] = {}
    if told_by := [row for row in rows if "letter" in row]:
        kept[TELLING], of_telling = train_telling(told_by)
    kept[NEEDS] = needs
    heads = kept | _named(judged, scenario, mail, alarm, asks, unread) | letters | answers
    return heads, figures | of_letters | of_answers | of_frames | of_telling


def _readers(
    cases: Sequence[RuledMail], told: Floats, pairs: Sequence[Mapping[str, str]]
) -> tuple[Trained, Trained, Trained, Trained, dict[str, float]]:
    """Of pairs, of scenarios, of what else a mail is and of alarms, with their figures."""
    judged = train_head(PAIR_PLAN, [pair_example(row) for row in pairs])
    of_scenario, of_mail = mail_examples(cases)
    scenario = train_head(SCENARIO_PLAN, of_scenario)
    mail = train_head(mail_plan(cases), of_mail)
    figures = {f"pairs: {name}": value for name, value in pair_figures(judged, pairs).items()}
    alarm = train_alarm(cases, mail, told, NAMES)
    figures |= scenario_figures(cases, scenario) | alarm_figures(cases, alarm, mail)
    return judged, scenario, mail, alarm, figures


def _curve(
    cases: Sequence[RuledMail], told: Floats, pairs: Sequence[Mapping[str, str]]
) -> dict[str, float]:
    """What fewer labels would have given: every author keeps the same share of theirs. What a
    single sentence tells is learned from all."""
    figures: dict[str, float] = {}
    for keep in _SHARES:
        kept = [n for n in range(len(cases)) if n % _PARTS < keep]
        said = [pair for n, pair in enumerate(pairs) if n % _PARTS < keep]
        *_, found = _readers([cases[n] for n in kept], told[kept], said)
        figures |= {f"{keep} of {_PARTS} labels: {name}": found[name] for name in OF_CURVE}
    return figures


def _letters(
    rows: Sequence[Mapping[str, Any]], cases: Sequence[RuledMail], scenario: Trained
) -> tuple[dict[str, Head], dict[str, float]]:
    """A desk without letters keeps the shipped heads on them."""
    desk = current_desk()
    if not desk.catalogue.templates:
        of_letters = (LETTERS, CHOICE, CHOICE_ELSEWHERE, PERSON, PROOF)
        return {name: shipped_heads()[name] for name in of_letters}, {}
    said = {case.row["id"]: scenario.said_of(place) for place, case in enumerate(cases)}
    letters, figures = train_letters(rows, desk, said)
    requires = {t.template_id: t.requires or () for t in desk.catalogue.templates}
    proofs = train_head(PROOF_PLAN, proof_examples(cases, requires))
    return letters | _named(proofs), figures | proof_figures(cases, proofs)


def train_topic_heads(rows: Sequence[Mapping[str, Any]]) -> dict[str, Head]:
    """The shipped heads, those by which all others read trained anew: which lines are a guest's,
    what questions are about."""
    said = list(wordings(row for row in rows if _OF_TOPICS & row.keys()))
    known = current_desk().catalogue.knowledge
    said += [Said(item.key, item.language, item.answer) for item in known]
    frames, _ = train_frames(rows)
    return {**shipped_heads(), **train_topics(said), FRAMES: frames}


def _answers(rows: Sequence[Mapping[str, Any]]) -> tuple[dict[str, Head], dict[str, float]]:
    """Without labels, and on a desk without answers, the shipped heads stay."""
    labelled = [row for row in rows if "full" in row]
    if not (labelled and (desk := current_desk()).catalogue.knowledge):
        return {name: shipped_heads()[name] for name in (ANSWERING, SAME_QUESTION, SERVED)}, {}
    mails = {row["id"]: row for row in rows if "id" in row and "body" in row}
    examples = answering_examples(labelled, mails, desk, houses_of(rows, desk))
    answering = train_head(ANSWERING_PLAN, examples)
    apart = [row for row in rows if row.get("apart")]
    same = train_head(SAME_PLAN, list(same_examples(apart)))
    served = train_head(SERVED_PLAN, list(served_examples(apart)))
    figures = answering_figures(answering) | same_figures(same, served)
    return _named(answering, same, served), figures


def _named(*trained: Trained) -> dict[str, Head]:
    return {each.name: each.head for each in trained}
