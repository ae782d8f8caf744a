"""How right the desk is, measured on labelled mail. Every figure is a ratio of one run.

Source: design page "Proof", "Evaluation on labelled mail"; the labels are described in
fixtures/eval/README.md. Reads the files it is given and the desk's live catalogue; writes nothing.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from email.utils import parseaddr
from pathlib import Path
from typing import Any

from drafting.desk.pii import kind_of, stands
from drafting.drafts.kept import current_desk
from drafting.instruments.letters_measured import (
    LETTER_MEASURES,
    Measured,
    described,
    measure_letter,
    missing_of,
)
from drafting.pipeline.answer.compose import ComposeRequest, Composition, compose
from drafting.pipeline.check.surroundings import Desk
from drafting.pipeline.interpret import interpret
from drafting.pipeline.interpret.names import name_in_header
from drafting.pipeline.plan import ActionPlan, IncomingMail, ThreadItem
from learning.redaction import redact
from templatesapp.guard import is_hard_rule_protected
from templatesapp.text.coverage.cover import cover

BINS = ((0, 20), (20, 40), (40, 60), (60, 80), (80, 101))


@dataclass(frozen=True, slots=True)
class Failure:
    """One thing that was read wrongly: which mail, which measure, what the label and we say."""

    item: str
    measure: str
    expected: Any
    found: Any


@dataclass
class Tally:
    """Hits and cases per measure; a ratio is None where there was no case."""

    hits: dict[str, float] = field(default_factory=lambda: defaultdict(float))
    cases: dict[str, float] = field(default_factory=lambda: defaultdict(float))

    def count(self, measure: str, hit: float, case: float = 1) -> None:
        self.hits[measure] += hit
        self.cases[measure] += case

    def ratio(self, measure: str) -> float | None:
        case = self.cases.get(measure, 0)
        return round(self.hits.get(measure, 0) / case, 4) if case else None


@dataclass
class Evaluation:
    """Figures over all mail and per language, reliability by bin of confidence, failures."""

    mails: int
    overall: Tally
    by_language: dict[str, Tally]
    reliability: list[tuple[str, int, float | None, float | None]]
    failures: list[Failure]

    def figures(self) -> dict[str, float | int | None]:
        """The JSON line: numbers 0-1, or None where nothing of the kind was in the file."""
        return {"mails": self.mails} | {name: self.overall.ratio(name) for name in MEASURES}


MEASURES = (
    "language_accuracy",
    "category_accuracy",
    "category_acceptable",
    "critical_recall",
    "critical_precision",
    "critical_as_none",
    "high_recall",
    "high_precision",
    "escalation_trigger_recall",
    "agreement_accuracy",
    "agreement_confirmed_precision",
    "agreement_recall",
    "opt_out_accuracy",
    "question_recall",
    "question_precision",
    "booking_ref_accuracy",
    "guest_name_accuracy",
    "prepayment_step_accuracy",
    "template_acceptable",
    "template_acceptable_free",
    "template_acceptable_protected",
    "auto_rate",
    "auto_precision",
    "none_rate",
    "coverage_accuracy",
    "missing_as_covered",
    *LETTER_MEASURES,
    "pii_recall",
    "pii_recall_names",
    "pii_recall_contacts",
    "pii_recall_references",
    "false_redaction",
)


@dataclass(frozen=True, slots=True)
class _Case:
    """A labelled mail and what the desk made of it."""

    item: str
    mail: IncomingMail
    labels: Mapping[str, Any]
    plan: ActionPlan
    composition: Composition
    desk: Desk

    @property
    def template_category(self) -> str | None:
        template = self.composition.choice.template
        return template.category if template else None

    @property
    def is_template_acceptable(self) -> bool:
        return self.template_category in self.labels["acceptable_categories"]

    @property
    def is_protected(self) -> bool:
        return is_hard_rule_protected(self.labels["category"])


def evaluate(mails: Path, questions: Path | None = None) -> Evaluation:
    """Runs the whole pipeline over the labelled mail. Raises OSError or ValueError on bad files."""
    desk = current_desk()
    cases = [_read_case(row, desk) for row in _rows(mails)]
    overall = Tally()
    by_language: dict[str, Tally] = defaultdict(Tally)
    failures: list[Failure] = []
    for case in cases:
        for tally in (overall, by_language[case.labels["language"]]):
            for judge in _JUDGES:
                found = judge(case, tally)
                if tally is overall:
                    failures += found
    if questions is not None:
        failures += _judge_coverage(_rows(questions), overall)
    return Evaluation(
        len(cases), overall, dict(sorted(by_language.items())), _reliability(cases), failures
    )


def _rows(path: Path) -> list[dict[str, Any]]:
    lines = path.read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines if line.strip()]


def mail_of(row: Mapping[str, Any]) -> IncomingMail:
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


def _read_case(row: Mapping[str, Any], desk: Desk) -> _Case:
    mail = mail_of(row)
    plan = interpret(mail, settings=desk.interpret_settings)
    composition = compose(
        plan,
        desk=desk,
        priors={},
        request=ComposeRequest(
            subject=mail.subject, header_name=name_in_header(mail.from_name, mail.from_address)
        ),
    )
    return _Case(row["id"], mail, row["labels"], plan, composition, desk)


# --- one judge per concern: counts into the tally, returns what was wrong -----------------------


def _compare(
    case: _Case, tally: Tally, measure: str, expected: object, found: object
) -> list[Failure]:
    tally.count(measure, float(expected == found))
    return [] if expected == found else [Failure(case.item, measure, expected, found)]


def _judge_reading(case: _Case, tally: Tally) -> list[Failure]:
    labels, plan = case.labels, case.plan
    name = (labels["guest_name"] or "").casefold()
    return [
        *_compare(case, tally, "language_accuracy", labels["language"], plan.language),
        *_compare(case, tally, "opt_out_accuracy", labels["opt_out"], plan.opt_out),
        *_compare(case, tally, "booking_ref_accuracy", labels["booking_ref"], plan.booking_ref),
        *_compare(case, tally, "guest_name_accuracy", name, (plan.guest_name or "").casefold()),
        *_compare(
            case,
            tally,
            "prepayment_step_accuracy",
            labels["prepayment_step"],
            plan.prepayment_step.value if plan.prepayment_step else None,
        ),
    ]


def _judge_category(case: _Case, tally: Tally) -> list[Failure]:
    found = case.plan.scenario.category
    acceptable = case.labels["acceptable_categories"]
    tally.count("category_accuracy", float(found == case.labels["category"]))
    tally.count("category_acceptable", float(found in acceptable))
    if found in acceptable:
        return []
    return [Failure(case.item, "category_acceptable", acceptable, found)]


def _judge_escalation(case: _Case, tally: Tally) -> list[Failure]:
    expected, found = case.labels["escalation"], case.plan.escalation.tier.value
    for tier in ("CRITICAL", "HIGH"):
        name = tier.lower()
        if expected == tier:
            tally.count(f"{name}_recall", float(found == tier))
        if found == tier:
            tally.count(f"{name}_precision", float(expected == tier))
    if expected == "CRITICAL":
        tally.count("critical_as_none", float(found == "NONE"))
    triggers = set(case.labels["escalation_triggers"])
    if triggers:
        held = triggers & set(case.plan.escalation.triggers)
        tally.count("escalation_trigger_recall", len(held), len(triggers))
    if expected == found:
        return []
    shown = f"{found} {', '.join(case.plan.escalation.triggers)}".strip()
    return [Failure(case.item, "escalation", expected, shown)]


def _judge_agreement(case: _Case, tally: Tally) -> list[Failure]:
    expected, found = case.labels["agreement"], case.plan.agreement.status.value
    if found == "confirmed":
        tally.count("agreement_confirmed_precision", float(expected == "confirmed"))
    if expected != "none":
        tally.count("agreement_recall", float(found == expected))
    return _compare(case, tally, "agreement_accuracy", expected, found)


def _judge_asks(case: _Case, tally: Tally) -> list[Failure]:
    """Questions and requests together, by number: the labels are in English."""
    intents = case.plan.intents
    found = [ask.text for ask in (*intents.questions, *intents.requests)]
    labelled = [*case.labels["questions"], *case.labels["requests"]]
    both = min(len(found), len(labelled))
    tally.count("question_recall", both, len(labelled))
    tally.count("question_precision", both, len(found))
    if len(found) == len(labelled):
        return []
    return [Failure(case.item, "things asked", labelled, found)]


def _judge_template(case: _Case, tally: Tally) -> list[Failure]:
    choice = case.composition.choice
    right = float(case.is_template_acceptable)
    tally.count("template_acceptable", right)
    group = "protected" if case.is_protected else "free"
    tally.count(f"template_acceptable_{group}", right)
    tally.count("none_rate", float(choice.selection == "none"))
    is_auto = choice.selection == "auto"
    if not case.is_protected:
        tally.count("auto_rate", float(is_auto))
        if is_auto:
            tally.count("auto_precision", right)
    if case.is_template_acceptable:
        return []
    template = choice.template
    shown = f"{choice.selection} {template.template_id if template else '-'}"
    return [
        Failure(
            case.item,
            "template_acceptable",
            case.labels["acceptable_categories"],
            f"{shown} {case.template_category or ''} {choice.confidence:.0f}".strip(),
        )
    ]


def _judge_letter(case: _Case, tally: Tally) -> list[Failure]:
    """Nothing where the mail is not labelled for letters."""
    if "letters" not in case.labels:
        return []
    measured = Measured(case.labels, case.plan, case.composition, case.desk)
    for count in measure_letter(measured):
        tally.count(count.measure, float(count.hits), count.cases)
    failures = []
    if not measured.is_acceptable:
        shown = described(measured)
        failures.append(Failure(case.item, "letter_acceptable", case.labels["letters"], shown))
    if measured.is_ready and (missing := missing_of(measured)):
        failures.append(Failure(case.item, "ready_right", missing, "ready"))
    return failures


def _judge_redaction(case: _Case, tally: Tally) -> list[Failure]:
    mail, personal = case.mail, case.labels["pii"]
    text = redact(mail.body, sender_name=mail.from_name, sender_address=mail.from_address)
    missed = [item for item in personal if stands(item, text)]
    # Redaction never adds text: what the body itself does not hold cannot be touched.
    harmless = [item for item in case.labels["not_pii"] if stands(item, mail.body)]
    touched = [item for item in harmless if not stands(item, text)]
    for item in personal:
        for measure in ("pii_recall", f"pii_recall_{kind_of(item)}"):
            tally.count(measure, float(item not in missed))
    for item in harmless:
        tally.count("false_redaction", float(item in touched))
    return [
        *([Failure(case.item, "pii_recall", missed, "still there")] if missed else []),
        *([Failure(case.item, "false_redaction", touched, "redacted")] if touched else []),
    ]


_JUDGES: tuple[Callable[[_Case, Tally], list[Failure]], ...] = (
    _judge_reading,
    _judge_category,
    _judge_escalation,
    _judge_agreement,
    _judge_asks,
    _judge_template,
    _judge_letter,
    _judge_redaction,
)


def _judge_coverage(rows: Iterable[Mapping[str, Any]], tally: Tally) -> list[Failure]:
    failures = []
    for row in rows:
        language = _language_of(row)
        judged = cover(
            row["question"],
            row["answer_text"],
            language=language,
            answer_language=row.get("answer_language", language),
        )
        found, expected = str(judged.status), row["label"]
        tally.count("coverage_accuracy", float(found == expected))
        if expected == "missing":
            tally.count("missing_as_covered", float(found == "covered"))
        if found != expected:
            failures.append(Failure(row["id"], "coverage_accuracy", expected, found))
    return failures


def _language_of(row: Mapping[str, Any]) -> str:
    """The pair's language: as labelled, else as the desk itself would read it."""
    if "language" in row:
        return str(row["language"])
    plan = interpret(IncomingMail(body=f"{row['question']} {row['answer_text']}"))
    return plan.language


def _reliability(
    cases: Sequence[_Case],
) -> list[tuple[str, int, float | None, float | None]]:
    """Per bin of confidence: label, selections, mean confidence claimed, share that was right."""
    table: list[tuple[str, int, float | None, float | None]] = []
    for low, high in BINS:
        held = [
            case
            for case in cases
            if not case.is_protected
            and case.composition.choice.template is not None
            and low <= case.composition.choice.confidence < high
        ]
        claimed = sum(case.composition.choice.confidence for case in held)
        right = sum(case.is_template_acceptable for case in held)
        label = f"{low}-{min(high, 100)}"
        if held:
            mean = round(claimed / len(held) / 100, 3)
            table.append((label, len(held), mean, right / len(held)))
        else:
            table.append((label, 0, None, None))
    return table
