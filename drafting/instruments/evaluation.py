"""Measures on labelled mail how right the desk is, and writes the report.
Every figure is a ratio of one run.

Source: design page "Proof", "Evaluation on labelled mail"; the labels are described in
fixtures/eval/README.md. Reads the files it is given and the desk's live catalogue; writes nothing.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.template.loader import render_to_string

from drafting.drafts.kept import current_desk
from drafting.instruments.figures import markdown
from drafting.instruments.labelled import (
    Case,
    Row,
    Tally,
    measure_letter,
    missing_of,
    read_case,
    read_rows,
)
from drafting.pipeline.interpret import interpret
from drafting.pipeline.plan import IncomingMail
from drafting.tables import table_beside
from learning.redaction import own_words, redact
from learning.redaction.page import keep_of
from templatesapp.text.coverage.cover import cover_all
from templatesapp.text.languages import FOLDER, desk_languages

# What is measured, in the order of the JSON line, and what must hold of it on the first set (design
# page "Proof", of letters asks.md; in brackets: on mail never seen). "≤" where less is better, ""
# where nothing is asked.
_TABLES: dict[str, dict[str, str]] = table_beside(__file__, "measures.toml")
OF_LETTERS = _TABLES["letters"]
MEASURES = _TABLES["reading"] | OF_LETTERS | _TABLES["redaction"]
OPINIONS = ("rules", "reader", "both")
_OPINION = re.compile(r"(?:, | by |: )(rules|reader|both)(?=:|$)")
_SHARE = re.compile(r"(\d+ of \d+ labels): (.+)")
# What the sealed set measures, too.
_SEALED = {"scenario acceptable": "category_acceptable", "agreed: found": "agreement_recall"}


@dataclass(frozen=True, slots=True)
class Failure:
    """One thing that was read wrongly: which mail, which measure, what the label and we say."""

    item: str
    measure: str
    expected: Any
    found: Any


@dataclass
class Evaluation:
    """Figures over all mail and per language, and failures."""

    mails: int
    overall: Tally
    by_language: dict[str, Tally]
    failures: list[Failure]

    def figures(self) -> dict[str, float | int | None]:
        """The JSON line: numbers 0-1, or None where nothing of the kind was in the file."""
        return {"mails": self.mails} | {name: self.overall.ratio(name) for name in MEASURES}


# What a judge finds wrong: the measure, what the label says and what we say.
Wrong = tuple[str, Any, Any]


def evaluate(mails: Path, questions: Path | None = None) -> Evaluation:
    """Runs the whole pipeline over the labelled mail. Raises OSError or ValueError on bad files."""
    desk = current_desk()
    cases = [read_case(row, desk) for row in read_rows(mails)]
    overall = Tally()
    by_language: dict[str, Tally] = defaultdict(Tally)
    failures: list[Failure] = []
    for case in cases:
        tally = Tally()
        for judge in _JUDGES:
            failures += [Failure(case.item, *wrong) for wrong in judge(case, tally)]
        overall.add(tally)
        by_language[case.labels["language"]].add(tally)
    if questions is not None:
        failures += _judge_coverage(read_rows(questions), overall)
    judged = mails.with_name("judged_replies.jsonl")
    if judged.exists():
        failures += _judged_by_people(cases, read_rows(judged), overall)
    return Evaluation(len(cases), overall, dict(sorted(by_language.items())), failures)


# --- one judge per concern: counts into the tally, tells what was wrong --------------------------


def _judge_reading(case: Case, tally: Tally) -> Iterator[Wrong]:
    labels, plan = case.labels, case.plan
    step = plan.prepayment_step.value if plan.prepayment_step else None
    name = (labels["guest_name"] or "").casefold()
    agreement = plan.agreement.status.value
    is_agreed = agreement == labels["agreement"]
    tally.count("agreement_confirmed_precision", is_agreed, among=agreement == "confirmed")
    tally.count("agreement_recall", is_agreed, among=labels["agreement"] != "none")
    for measure, expected, found in (
        ("language_accuracy", labels["language"], plan.language),
        ("opt_out_accuracy", labels["opt_out"], plan.opt_out),
        ("booking_ref_accuracy", labels["booking_ref"], plan.booking_ref),
        ("guest_name_accuracy", name, (plan.guest_name or "").casefold()),
        ("prepayment_step_accuracy", labels["prepayment_step"], step),
        ("agreement_accuracy", labels["agreement"], agreement),
    ):
        tally.count(measure, expected == found)
        if expected != found:
            yield measure, expected, found


def _judge_category(case: Case, tally: Tally) -> Iterator[Wrong]:
    found = case.plan.scenario.category
    acceptable = case.labels["acceptable_categories"]
    tally.count("category_accuracy", found == case.labels["category"])
    tally.count("category_acceptable", found in acceptable)
    if found not in acceptable:
        yield "category_acceptable", acceptable, found


def _judge_escalation(case: Case, tally: Tally) -> Iterator[Wrong]:
    expected, found = case.labels["escalation"], case.plan.escalation.tier.value
    for tier in ("CRITICAL", "HIGH"):
        tally.count(f"{tier.lower()}_recall", found == tier, among=expected == tier)
        tally.count(f"{tier.lower()}_precision", expected == tier, among=found == tier)
    tally.count("critical_as_none", found == "NONE", among=expected == "CRITICAL")
    triggers = set(case.labels["escalation_triggers"])
    held = triggers & set(case.plan.escalation.triggers)
    tally.count("escalation_trigger_recall", len(held), len(triggers))
    if expected != found:
        shown = f"{found} {', '.join(case.plan.escalation.triggers)}".strip()
        yield "escalation", expected, shown


def _judge_asks(case: Case, tally: Tally) -> Iterator[Wrong]:
    """Questions and requests together, by number: the labels are in English."""
    intents = case.plan.intents
    found = [ask.text for ask in (*intents.questions, *intents.requests)]
    labelled = [*case.labels["questions"], *case.labels["requests"]]
    both = min(len(found), len(labelled))
    tally.count("question_recall", both, len(labelled))
    tally.count("question_precision", both, len(found))
    if len(found) != len(labelled):
        yield "things asked", labelled, found


def _judge_template(case: Case, tally: Tally) -> Iterator[Wrong]:
    choice, right = case.composition.choice, case.is_template_acceptable
    tally.count("template_acceptable", right)
    tally.count(f"template_acceptable_{'protected' if case.is_protected else 'free'}", right)
    tally.count("none_rate", choice.selection == "none")
    is_auto = choice.selection == "auto"
    tally.count("auto_rate", is_auto, among=not case.is_protected)
    tally.count("auto_precision", right, among=is_auto and not case.is_protected)
    if not right:
        template = choice.template
        shown = f"{choice.selection} {template.template_id if template else '-'}"
        found = f"{shown} {case.template_category or ''} {choice.confidence:.0f}".strip()
        yield "template_acceptable", case.labels["acceptable_categories"], found


def _judge_letter(case: Case, tally: Tally) -> Iterator[Wrong]:
    measure_letter(case, tally)
    if not case.is_letter_acceptable:
        asks = ", ".join(f"{ask.kind.value}: {ask.text[:40]}" for ask in case.plan.asks)
        shown = [case.letter, case.composition.delivery.value, asks]
        yield "letter_acceptable", case.labels["letters"], shown
    if case.is_ready and (missing := missing_of(case)):
        yield "ready_right", missing, "ready"


def _judge_redaction(case: Case, tally: Tally) -> Iterator[Wrong]:
    """As the desk does it: names of the house's own texts stay, whatever labels say of them."""
    mail, ours = case.mail, own_words(case.desk.catalogue)
    text = redact(
        mail.body, sender_name=mail.from_name, sender_address=mail.from_address, keep=ours
    )
    personal = [item for item in case.labels["pii"] if not keep_of(ours).has_name(item)]
    missed = [item for item in personal if _stands(item, text)]
    # Redaction never adds text: what the body itself does not hold cannot be touched.
    harmless = [item for item in case.labels["not_pii"] if _stands(item, mail.body)]
    touched = [item for item in harmless if not _stands(item, text)]
    for item in personal:
        for measure in ("pii_recall", f"pii_recall_{_kind_of(item)}"):
            tally.count(measure, item not in missed)
    for item in harmless:
        tally.count("false_redaction", item in touched)
    if missed:
        yield "pii_recall", missed, "still there"
    if touched:
        yield "false_redaction", touched, "redacted"


def _stands(item: str, text: str) -> bool:
    """As whole words."""
    return re.search(rf"(?<!\w){re.escape(item)}(?!\w)", text) is not None


def _kind_of(item: str) -> str:
    """names, addresses, contacts or references."""
    digits = sum(character.isdigit() for character in item)
    if digits and " " in item and any(len(w) > 2 and w[1:].islower() for w in item.split()):
        return "addresses"
    if "@" in item or (digits > 6 and not item.isalnum()) or item.startswith("+"):
        return "contacts"
    return "references" if digits else "names"


_JUDGES: tuple[Callable[[Case, Tally], Iterator[Wrong]], ...] = (
    _judge_reading,
    _judge_category,
    _judge_escalation,
    _judge_asks,
    _judge_template,
    _judge_letter,
    _judge_redaction,
)


def _judge_coverage(rows: Iterable[Row], tally: Tally) -> Iterator[Failure]:
    for row in rows:
        question, answer = row["question"], row["answer_text"]
        language = interpret(IncomingMail(body=f"{question} {answer}")).language
        [judged] = cover_all(
            [question], answer, kinds=["question"], language=language, answer_language=language
        )
        found, expected = str(judged.status), row["label"]
        tally.count("coverage_accuracy", found == expected)
        tally.count("missing_as_covered", found == "covered", among=expected == "missing")
        if found != expected:
            yield Failure(row["id"], "coverage_accuracy", expected, found)


def _judged_by_people(
    cases: Iterable[Case], rows: Iterable[Row], tally: Tally
) -> Iterator[Failure]:
    """Replies called ready that people have judged, as long as they read as they did then."""
    judged = {row["id"]: row for row in rows if "verdict" in row}
    for case in cases:
        row = judged.get(case.item)
        if row is None or not case.is_ready or case.composition.letter.text != row["reply"]:
            continue
        tally.count("ready_judged_right", row["right"])
        tally.count("ready_judged_may_go", row["verdict"] != "no")
        if row["verdict"] == "no":
            yield Failure(case.item, "ready_judged_may_go", row["fault"], "ready")


# --- the report: Markdown, for the shell and for docs/ --------------------------------------------


def by_language(evaluation: Evaluation) -> str:
    columns = {"all": evaluation.overall} | evaluation.by_language
    return _figures(columns, MEASURES, "target")


def as_markdown(
    evaluation: Evaluation,
    reasons: Mapping[str, str],
    beside: Mapping[str, Evaluation],
    left_out: Mapping[str, float],
) -> str:
    """docs/evaluation.md: regenerated whole, so that it never disagrees with the code.

    ``reasons``: why an item is read as it is, by its id (fixtures/eval/reasons.json). ``beside``:
    sets that no tuner has read, by name, best guarded first. ``left_out``: figures of
    ``train_reader`` by name; without them their part is left out."""
    sets = {**beside, "first (tuned on)": evaluation}
    columns = {f"{name}, {each.mails} mails": each.overall for name, each in sets.items()}
    wrong = (
        {"item": one.item, "measure": one.measure}
        | {"expected": _cell(one.expected), "found": _cell(one.found)}
        | {"why": _cell(reasons.get(one.item, "open"))}
        for one in evaluation.failures
    )
    context: dict[str, object] = {
        "side_by_side": _figures(columns, OF_LETTERS | MEASURES, "goal"),
        "by_language": by_language(evaluation),
        "wrong": markdown(wrong),
    }
    if left_out:
        context |= _left_out(left_out, beside.get("sealed"))
        context |= _languages()
    return render_to_string("drafting/evaluation.md", context)


def _figures(columns: Mapping[str, Tally], measures: Mapping[str, str], wanted: str) -> str:
    """A row a measure: its ratio in each column, and what is wanted of it."""
    return markdown(
        {"measure": measure}
        | {name: tally.ratio(measure) for name, tally in columns.items()}
        | {wanted: goal}
        for measure, goal in measures.items()
    )


def _cell(value: object) -> str:
    """Labels are guests' words, too: nothing of them may become markup of the document."""
    text = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
    return text.replace("|", "\\|").replace("\n", " ").replace("<", "&lt;")


def _left_out(figures: Mapping[str, float], sealed: Evaluation | None) -> dict[str, str]:
    """Three tables of the figures: by opinion, by number of labels, and the rest."""
    by_opinion: dict[str, dict[str, float]] = defaultdict(dict)
    by_share: dict[str, dict[str, float]] = defaultdict(dict)
    rest = []
    for name, value in figures.items():
        if part := _SHARE.fullmatch(name):
            by_share[part[2]][part[1]] = value
        elif said := _OPINION.search(name):
            # "pairs: rules: right" is the measure "pairs: right" and the opinion "rules".
            by_opinion[name[: said.start()] + name[said.end() :]][said[1]] = value
        else:
            rest.append({"measure": name, "figure": f"{value:.4g}"})
    opinions = []
    for measure, by in by_opinion.items():
        same = sealed.overall.ratio(_SEALED[measure]) if sealed and measure in _SEALED else None
        told = {opinion: by.get(opinion) for opinion in OPINIONS}
        opinions.append({"measure": measure} | told | {"sealed, both": same})
    curve = (
        {"measure": measure, **by, "all labels": figures.get(measure)}
        for measure, by in by_share.items()
    )
    return {"opinions": markdown(opinions), "curve": markdown(curve), "rest": markdown(rest)}


def _languages() -> dict[str, int]:
    files = list(FOLDER.rglob("*.toml"))
    own = len(desk_languages())
    return {
        "language_lines": sum(len(f.read_text(encoding="utf-8").splitlines()) for f in files),
        "own_languages": own,
        "other_languages": len({file.parent for file in files}) - own - 1,
    }
