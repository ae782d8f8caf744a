"""The reader's heads on letters: which letter a colleague would take, trained on labelled mail."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import log

import numpy as np

from drafting.instruments.labelled import mail_of
from drafting.instruments.reader_mails import DUTIES, RuledMail
from drafting.instruments.reader_training import Example, Floats, HeadPlan, Trained, train_head
from drafting.pipeline.answer.choose import search_letters
from drafting.pipeline.answer.likely import (
    ACKNOWLEDGE,
    CHOICE,
    CHOICE_ELSEWHERE,
    LETTERS,
    PERSON,
    choice_rows,
    letter_features,
    letter_name,
)
from drafting.pipeline.answer.requirements import proofs_of, urgent_kind
from drafting.pipeline.check.surroundings import Desk
from drafting.pipeline.interpret import interpret
from drafting.pipeline.interpret.second_opinion import join_scenarios
from drafting.pipeline.plan import ActionPlan

_WIDTH = 1 << 15
_FEWEST = 3  # mails that a letter is learned from
_STRENGTH = 30.0
_RIGHT = "right"


@dataclass(frozen=True, slots=True)
class _Mail:
    author: str
    subject: str
    plan: ActionPlan
    letters: frozenset[str]  # names as the reader knows them, or "acknowledge"
    wants_person: bool


def train_letters(
    cases: Sequence[RuledMail], desk: Desk, scenario: Trained
) -> tuple[list[Trained], dict[str, float]]:
    """All heads, and how often the likeliest letter is right for authors left out. ``scenario``:
    on the same mails, in their order."""
    mails = list(_mails(cases, desk, scenario))
    counts = Counter(letter for mail in mails for letter in mail.letters)
    names = tuple(sorted(name for name, count in counts.items() if count >= _FEWEST))
    of_letters, of_person = [], []
    for mail in mails:
        features = letter_features(mail.plan, mail.subject)
        of_letters.append(Example(mail.author, features, mail.letters))
        wanted = frozenset({PERSON} if mail.wants_person else ())
        of_person.append(Example(mail.author, features, wanted))
    letters = train_head(HeadPlan(LETTERS, names, _WIDTH, _STRENGTH), of_letters)
    person = train_head(HeadPlan(PERSON, (PERSON,), _WIDTH, _STRENGTH), of_person)
    home, right_at_home = _train_choice(CHOICE, mails, names, letters.left_out, desk)
    # Where none of a house's letters is known.
    unread = np.zeros((len(mails), 0))
    elsewhere, right_elsewhere = _train_choice(CHOICE_ELSEWHERE, mails, (), unread, desk)
    figures = {
        "letters, likeliest right": right_at_home,
        "letters elsewhere, likeliest right": right_elsewhere,
    }
    return [letters, person, home, elsewhere], figures


def _train_choice(
    name: str, mails: Sequence[_Mail], known: Sequence[str], chances: Floats, desk: Desk
) -> tuple[Trained, float]:
    """``chances``: mails × known letters. With how often the likeliest letter is a right one."""
    examples, of_mail = [], []
    for number, (mail, own) in enumerate(zip(mails, chances, strict=True)):
        for example in _choices(mail, known, own, desk):
            examples.append(example)
            of_mail.append(number)
    choice = train_head(HeadPlan(name, (_RIGHT,), 1 << 10, 1.0), examples)
    right = []
    for number, mail in enumerate(mails):
        offered = np.array(of_mail) == number
        if mail.letters != {ACKNOWLEDGE} and offered.any():
            best = choice.left_out[offered, 0].argmax()
            right.append(choice.truth[offered, 0][best])
    return choice, float(np.mean(right))


def _mails(cases: Sequence[RuledMail], desk: Desk, scenario: Trained) -> Iterator[_Mail]:
    settings = replace(desk.interpret_settings, has_reader=False)
    names = {t.template_id: letter_name(t) for t in desk.catalogue.templates if not t.acknowledges}
    for place, case in enumerate(cases):
        labels = case.labels
        plan = interpret(mail_of(case.row), settings=settings)
        if urgent_kind(plan, is_night=False):
            continue  # gets its acknowledgement whatever its words are
        scenarios = join_scenarios(plan.scenarios, scenario.said_of(place))
        plan = replace(plan, scenario=scenarios[0], scenarios=scenarios)
        wanted = frozenset(names.get(letter, ACKNOWLEDGE) for letter in labels["letters"])
        # Whether somebody must look something up, do something, or decide.
        open_kinds = {ask["kind"] for ask in labels["asks"] if not ask.get("answered_by")}
        wants_person = labels["escalation"] != "NONE" or not open_kinds.isdisjoint(DUTIES)
        yield _Mail(case.author, case.row["subject"], plan, wanted, wants_person)


def _choices(mail: _Mail, names: Sequence[str], chances: Floats, desk: Desk) -> Iterator[Example]:
    sure = np.clip(chances, 1e-6, 1 - 1e-6)
    opinion = {name: log(p / (1 - p)) for name, p in zip(names, sure, strict=True)}
    plan = mail.plan
    for template, _, features in choice_rows(
        plan,
        subject=mail.subject,
        search=search_letters(plan, mail.subject, desk.library.ranker),
        proofs=proofs_of(plan, {}, has_step=False),
        opinion=opinion,
    ):
        is_right = letter_name(template) in mail.letters
        yield Example(mail.author, features, frozenset({_RIGHT} if is_right else ()))
