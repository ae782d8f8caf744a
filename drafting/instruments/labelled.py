"""Labelled mail, what the desk makes of it, and how hits are counted.

The labels are described in fixtures/eval/README.md.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from email.utils import parseaddr
from pathlib import Path
from typing import Any

from drafting.pipeline.answer.compose import ComposeRequest, Composition, compose
from drafting.pipeline.check.quality import DeliveryStatus
from drafting.pipeline.check.surroundings import Desk
from drafting.pipeline.interpret import interpret
from drafting.pipeline.interpret.language import text_language
from drafting.pipeline.interpret.signature import name_in_header
from drafting.pipeline.plan import ActionPlan, AskKind, IncomingMail, ThreadItem
from templatesapp.guard import is_hard_rule_protected

ACKNOWLEDGE, NONE = "acknowledge", "none"

Row = Mapping[str, Any]


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


def author_of(row: Row) -> str:
    """Of a label; the first set names none."""
    return str(row.get("author", "first"))


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


def read_case(row: Row, desk: Desk) -> Case:
    mail = mail_of(row)
    plan = interpret(mail, settings=desk.interpret_settings)
    name = name_in_header(mail.from_name, mail.from_address)
    request = ComposeRequest(subject=mail.subject, header_name=name)
    composition = compose(plan, desk=desk, priors={}, request=request)
    return Case(row["id"], mail, row["labels"], plan, composition, desk)
