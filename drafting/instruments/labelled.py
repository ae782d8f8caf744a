"""Compares what the desk makes of labelled mail with its labels, and counts the hits.
Then the letter itself: is it the right one, does it say what was asked and little else, was it
right to call it ready. Compares with labels only, never with the desk's own table.

The labels are described in fixtures/eval/README.md; what is measured, by whom, in asks.md.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from email.utils import parseaddr
from pathlib import Path
from typing import Any

from django.conf import settings

from drafting.drafts.kept import current_desk
from drafting.drafts.offers import find_offers
from drafting.pipeline.answer.compose import ComposeRequest, Composition, compose
from drafting.pipeline.answer.rank import Priors
from drafting.pipeline.check.quality import DeliveryStatus
from drafting.pipeline.check.surroundings import Desk
from drafting.pipeline.interpret import interpret
from drafting.pipeline.interpret.language import text_language
from drafting.pipeline.interpret.signature import name_in_header
from drafting.pipeline.plan import LANGUAGES, ActionPlan, AskKind, IncomingMail, ThreadItem
from learning.calibration.services import current_priors
from templatesapp.categories import is_hard_rule_protected
from templatesapp.entries import Catalogue
from templatesapp.text.letter import names_owners, split_letter
from templatesapp.text.sentences import sentences
from templatesapp.text.slots import resolve_slots, slot_names
from templatesapp.text.tokens import concepts, terms, words

SEALED = "sealed"
ACKNOWLEDGE, NONE = "acknowledge", "none"
# Of the content words of a known answer: what a letter must share with it to have said it, and a
# sentence to deal with it.
_SAID_SHARE, _DEALT_SHARE = 0.5, 0.3
_COMMON_CONCEPTS = frozenset({"time", "price", "night", "person", "day", "room", "booking"})

Row = Mapping[str, Any]
_NO_PRIORS: Priors = {}


@dataclass
class Tally:
    """Hits and cases per measure; a ratio is None where there was no case."""

    hits: Counter[str] = field(default_factory=Counter)
    cases: Counter[str] = field(default_factory=Counter)

    def count(self, measure: str, hits: int, cases: int = 1, *, among: bool = True) -> None:
        """``among``: whether this is a case of the measure at all."""
        if among:
            self.hits[measure] += hits
            self.cases[measure] += cases

    def add(self, other: Tally) -> None:
        self.hits.update(other.hits)
        self.cases.update(other.cases)

    def ratio(self, measure: str) -> float | None:
        cases = self.cases[measure]
        return round(self.hits[measure] / cases, 4) if cases else None


@dataclass(frozen=True, slots=True)
class Case:
    """A labelled mail and what the desk made of it."""

    item: str
    mail: IncomingMail
    labels: Row
    plan: ActionPlan
    composition: Composition
    desk: Desk

    @property
    def is_protected(self) -> bool:
        return is_hard_rule_protected(self.labels["category"])

    @property
    def template_category(self) -> str | None:
        template = self.composition.choice.template
        return template.category if template else None

    @property
    def is_template_acceptable(self) -> bool:
        return self.template_category in self.labels["acceptable_categories"]

    @property
    def letter(self) -> str:
        """The letter's id, "acknowledge", or "none" where it stands on answers alone."""
        if self.composition.acknowledgement is not None:
            return ACKNOWLEDGE
        return self.composition.template.template_id if self.composition.template else NONE

    @property
    def letters(self) -> frozenset[str]:
        """Those that the label names; which acknowledgement is the desk's own matter."""
        kinds = {t.template_id for t in self.desk.catalogue.templates if t.acknowledges}
        return frozenset(ACKNOWLEDGE if name in kinds else name for name in self.labels["letters"])

    @property
    def is_letter_acceptable(self) -> bool:
        """A letter without a template acknowledges what it does not answer."""
        if self.letter in (ACKNOWLEDGE, NONE):
            return self.may_acknowledge
        return self.letter in self.letters

    @property
    def may_acknowledge(self) -> bool:
        return bool({ACKNOWLEDGE, NONE} & self.letters)

    @property
    def must_acknowledge(self) -> bool:
        return {ACKNOWLEDGE, NONE} >= self.letters

    @property
    def has_right_language(self) -> bool:
        wanted = self.desk.catalogue.letter_language(self.labels["language"])
        return text_language(self.composition.letter.text, self.composition.language) == wanted

    @property
    def is_ready(self) -> bool:
        return self.composition.delivery is DeliveryStatus.READY

    @property
    def is_plain(self) -> bool:
        """Nothing in it that only a person can do, and nothing urgent."""
        is_duty = any(ask["kind"] in ("state", "action") for ask in self.labels["asks"])
        is_urgent = self.labels["escalation"] != "NONE"
        return not (is_duty or is_urgent or self.must_acknowledge)

    @property
    def is_answerable(self) -> bool:
        """Plain, and the house knows an answer to each question: no other may be ready."""
        asked = [ask for ask in self.labels["asks"] if ask["kind"] == "question"]
        return self.is_plain and all(ask["answered_by"] for ask in asked)


def read_rows(path: Path) -> list[dict[str, Any]]:
    """JSON lines. Raises OSError or ValueError."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines if line.strip()]


def learned_rows(files: Iterable[Path]) -> list[Row]:
    """What the reader is trained on: all rows but those about mail of the sealed author, that
    people judged single sentences of (fixtures/labels/ticks.jsonl)."""
    return [row for path in files for row in read_rows(path) if row.get("author") != SEALED]


def languages_of(row: Row) -> list[str]:
    """Those of the desk's that a label has strings in: labels are older than a language is."""
    return [language for language in LANGUAGES if language in row]


def count_asks(
    labels: Row,
    plan: ActionPlan,
    tally: Tally,
    measures: Sequence[str] = ("ask_recall", "ask_precision", "ask_kind_accuracy"),
) -> None:
    """By number in each mail, notices apart: a host may take note of more or less than a label."""
    labelled = Counter(a["kind"] for a in labels["asks"] if a["kind"] != AskKind.NOTICE)
    found = Counter(a.kind.value for a in plan.asks if a.kind is not AskKind.NOTICE)
    both = min(labelled.total(), found.total())
    kinds = (labelled & found).total()
    counted = ((both, labelled.total()), (both, found.total()), (kinds, both))
    for measure, (hits, cases) in zip(measures, counted, strict=True):
        tally.count(measure, hits, cases)


def mail_of(row: Row) -> IncomingMail:
    """The mail of a labelled row."""
    name, address = parseaddr(row["from"])
    return IncomingMail(
        body=row["body"],
        subject=row["subject"],
        from_address=address,
        from_name=name,
        thread=tuple(
            ThreadItem(parseaddr(item["from"])[1] or item["from"], item["date"], item["snippet"])
            for item in row["thread"]
        ),
    )


def read_case(row: Row, desk: Desk, priors: Priors = _NO_PRIORS) -> Case:
    mail = mail_of(row)
    plan = interpret(mail, settings=desk.interpret_settings)
    name = name_in_header(mail.from_name, mail.from_address)
    request = ComposeRequest(subject=mail.subject, header_name=name)
    composition = compose(plan, desk=desk, priors=priors, request=request)
    return Case(row["id"], mail, row["labels"], plan, composition, desk)


# --- the letter ---------------------------------------------------------------------------------


def measure_letter(case: Case, tally: Tally) -> None:
    """Counts what one mail adds to the measures."""
    is_acceptable = case.is_letter_acceptable
    is_auto = case.composition.choice.selection == "auto"
    asks_state = any(ask["kind"] == "state" for ask in case.labels["asks"])
    tally.count("letter_acceptable", is_acceptable)
    tally.count("letter_acceptable_protected", is_acceptable, among=case.is_protected)
    tally.count("auto_letter_right", is_acceptable, among=is_auto)
    tally.count("letter_language", case.has_right_language)
    tally.count("ready_rate", case.is_ready)
    tally.count("ready_rate_plain", case.is_ready, among=case.is_plain)
    tally.count("ready_rate_answerable", case.is_ready, among=case.is_answerable)
    # Must never be settled by a text that nobody looked anything up for.
    tally.count("state_answered_by_text", case.is_ready, among=asks_state)
    if case.is_ready:
        tally.count("ready_right", is_right(case))
    count_asks(case.labels, case.plan, tally)
    letter, may_acknowledge = case.letter, case.may_acknowledge
    has_acknowledged = letter in (ACKNOWLEDGE, NONE)
    tally.count("acknowledge_recall", has_acknowledged, among=case.must_acknowledge)
    tally.count("acknowledge_precision", may_acknowledge, among=letter == ACKNOWLEDGE)
    tally.count("none_precision", may_acknowledge, among=has_acknowledged)
    _count_foreign(case, tally)
    _count_said(case, tally)


def is_right(case: Case) -> bool:
    """Could it leave as it is: right letter and language, every known answer said, nothing asked
    that only somebody who looks or acts can settle."""
    return case.is_letter_acceptable and case.has_right_language and not missing_of(case)


def missing_of(case: Case) -> list[str]:
    """What the labels say was asked and the letter does not deal with."""
    text, language = case.composition.letter.text, case.composition.language
    missing = []
    for ask in case.labels["asks"]:
        keys = ask["answered_by"]
        if not keys:
            is_missing = ask["kind"] in ("state", "action")
        else:
            is_missing = ask["kind"] != AskKind.NOTICE and not any(
                _says(text, key, language, case.desk.catalogue) for key in keys
            )
        if is_missing:
            missing.append(ask["text"])
    return missing


def _count_said(case: Case, tally: Tally) -> None:
    """Known answers that the letter says, and of the others those that a person finds beside it."""
    text, language = case.composition.letter.text, case.composition.language
    outcomes = case.composition.quality.outcomes
    offers = find_offers(plan=case.plan, subject=case.mail.subject, outcomes=outcomes, body=text)
    offered = "\n".join(one.text for found in offers.values() for one in found)
    for ask in case.labels["asks"]:
        keys = ask["answered_by"] if ask["kind"] != AskKind.NOTICE else None
        if not keys:
            continue
        is_said, is_offered = (
            any(_says(one, key, language, case.desk.catalogue) for key in keys)
            for one in (text, offered)
        )
        tally.count("answers_said", is_said)
        tally.count("unsaid_offered", is_offered, among=not is_said)


def _count_foreign(case: Case, tally: Tally) -> None:
    """Sentences that deal with no labelled ask. Greeting, closing and what policy asks for do not
    count; of an acknowledgement none is foreign, nor a promise where the labels know no answer."""
    if not case.labels["asks"] or case.composition.acknowledgement is not None:
        return
    _, middle, _ = split_letter(case.composition.letter.text)
    mandatory = " ".join(case.composition.policy.mandatory_content(case.composition.language))
    owners = case.desk.catalogue.profile.owners
    is_open = any(not ask["answered_by"] for ask in case.labels["asks"])
    said = [
        sentence
        for part in middle
        for sentence in sentences(part)
        if sentence not in mandatory and not (is_open and names_owners(sentence, owners))
    ]
    deals = _deals_with_asks(case)
    tally.count("foreign_sentences", sum(not deals(sentence) for sentence in said), len(said))


def _deals_with_asks(case: Case) -> Callable[[str], bool]:
    """Whether a sentence of the letter shares concepts or words with the labelled asks, which are
    in English, or says of what answers them."""
    language, catalogue = case.composition.language, case.desk.catalogue
    asked = " . ".join(ask["text"] for ask in case.labels["asks"])
    topics = set(concepts(asked, "en")) - _COMMON_CONCEPTS
    stems = set(terms(asked, "en")) if language == "en" else set()
    keys = [key for ask in case.labels["asks"] for key in ask["answered_by"] or ()]

    def deals(sentence: str) -> bool:
        if topics & set(concepts(sentence, language)) or stems & set(terms(sentence, language)):
            return True
        return any(_says(sentence, key, language, catalogue, _DEALT_SHARE) for key in keys)

    return deals


def _says(
    text: str, key: str, language: str, catalogue: Catalogue, share: float = _SAID_SHARE
) -> bool:
    """Whether a text says the fact or the known answer of that key."""
    fact = catalogue.facts.get(key)
    if fact is not None:
        return _holds(text, fact.formatted(language))
    return any(
        _says_answer(text, item.answer, language, catalogue, share)
        for item in catalogue.knowledge
        if item.key == key and item.language == language
    )


def _says_answer(text: str, answer: str, language: str, catalogue: Catalogue, share: float) -> bool:
    values = catalogue.fact_values(language)
    facts = [values[name] for name in slot_names(answer) if name in values]
    if any(_holds(text, value) for value in facts):
        return True
    own = set(terms(resolve_slots(answer, values).text, language))
    for sentence in sentences(text):
        said = set(terms(sentence, language))
        # Of the shorter of the two, since a letter may say the same with fewer words, or more.
        if len(own & said) > 1 and len(own & said) >= share * min(len(own), len(said)):
            return True
    return False


def _holds(text: str, value: str) -> bool:
    return f" {' '.join(words(value))} " in f" {' '.join(words(text))} "


# --- what a desk has learned --------------------------------------------------------------------

FOLDER = Path(settings.BASE_DIR) / "fixtures" / "eval"
# The sample house's, one by an author each; the sealed one stays shut.
SETS = (
    *("guest", "unseen", "fresh", "strangers", "newcomers", "latecomers", "arrivals"),
    *("winter", "autumn", "summer", "season"),
)


def count_labelled() -> Iterator[dict[str, Any]]:
    """Of all mail, and of each scenario that lost or won: right letters without and with priors;
    of all also what would leave by itself, right and wrong. What was learned must do no harm."""
    desk, tally = current_desk(), Tally()
    sides = {"without": {}, "with": current_priors(desk.catalogue)}
    for row in (row for name in SETS for row in read_rows(FOLDER / f"{name}_mails.jsonl")):
        for side, priors in sides.items():
            case = read_case(row, desk, priors)
            is_right = case.is_letter_acceptable
            for scenario in ("all", row["labels"]["category"]):
                tally.count(f"{scenario}: {side}", is_right)
            tally.count(f"ready: {side}", is_right, among=case.is_ready)
    hits, cases = tally.hits, tally.cases
    for name in dict.fromkeys(measure.split(":")[0] for measure in cases):
        without, given = f"{name}: without", f"{name}: with"
        if name in ("all", "ready") or hits[without] != hits[given]:
            yield {
                "labelled": name,
                "without priors": f"{hits[without]} of {cases[without]}",
                "with": f"{hits[given]} of {cases[given]}",
            }
