"""The evaluation as a person reads it: plain text for the shell, Markdown for docs/."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from drafting.instruments.evaluation import MEASURES, Evaluation
from drafting.instruments.left_out_report import left_out_parts, markdown, shown
from drafting.instruments.letters_measured import LETTER_MEASURES

# What must hold on the first set (design page "Proof"); "≤" where less is better.
TARGETS: dict[str, str] = {
    "language_accuracy": "≥ .98",
    "category_acceptable": "≥ .92",
    "critical_recall": "≥ .90",
    "critical_precision": "≥ .95",
    "critical_as_none": "≤ .05",
    "agreement_confirmed_precision": "≥ .95",
    "agreement_recall": "≥ .85",
    "question_recall": "≥ .90",
    "question_precision": "≥ .85",
    "auto_rate": "≥ .40",
    "auto_precision": "≥ .95",
    "coverage_accuracy": "≥ .85",
    "missing_as_covered": "≤ .10",
    "pii_recall": "≥ .96",
    "false_redaction": "≤ .02",
    "letter_language": "≥ .99",
}
# What is wanted and not reached everywhere yet: on the first set, on mail never seen in brackets.
GOALS: dict[str, str] = {
    "letter_acceptable": "≥ .92 (.82)",
    "letter_acceptable_protected": "≥ .97 (.92)",
    "ready_right": "≥ .97 (.92)",
    "ready_rate_plain": "≥ .80 (.65)",
    "state_answered_by_text": "0 (≤ .02)",
    "foreign_sentences": "≤ .15 (≤ .25)",
    "acknowledge_precision": "≥ .90 (.85)",
    "auto_letter_right": "≥ .97 (.94)",
}
_WANTED = GOALS | TARGETS

_INTRODUCTION = (
    "Made by `make evaluation` from fixtures/eval; do not edit by hand. Ratios of one run, on a "
    "desk with the sample house (the column of another house: on a desk with that one). **Read the "
    "authors left out and the column of the sealed set first**: the sealed mails were never looked "
    "at while anything was tuned, and none of their failures is listed here. Of the unseen set "
    "even ids were looked at, odd ones not. The first set was tuned on."
)
_TRUST = (
    "What can be trusted: the language of a letter, and that one chosen automatically is one "
    "a colleague would take. What can't yet: `ready` on mail that nobody has seen, and that an "
    "indirect threat is noticed (the sealed set has five threats, four of them only hinted at). "
    "Of sixty letters that somebody read who did not know whose they are, 45 could be sent or "
    "wanted a small edit, 15 had to be rewritten (evaluation-letters.md). "
    "Nothing leaves without a person unless a superuser switches that on, and with these figures "
    "nobody should."
)


def rows(evaluation: Evaluation) -> list[list[str]]:
    """A heading and a row a measure: name, all mail, each language, the target."""
    languages = list(evaluation.by_language)
    table = [["measure", "all", *languages, "target"]]
    for name in MEASURES:
        ratios = [
            evaluation.overall.ratio(name),
            *(evaluation.by_language[code].ratio(name) for code in languages),
        ]
        table.append([name, *map(shown, ratios), _WANTED.get(name, "")])
    return table


def as_text(evaluation: Evaluation) -> str:
    table = rows(evaluation)
    widths = [max(len(row[column]) for row in table) for column in range(len(table[0]))]
    lines = [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in table
    ]
    return "\n".join([f"{evaluation.mails} mails", *lines, "", *_reliability_text(evaluation)])


def as_markdown(
    evaluation: Evaluation,
    reasons: Mapping[str, str],
    beside: Mapping[str, Evaluation],
    left_out: Mapping[str, float],
) -> str:
    """docs/evaluation.md: regenerated whole, so that it never disagrees with the code.

    ``reasons``: why an item is read as it is, by its id (fixtures/eval/reasons.json). ``beside``:
    sets that no tuner has read, by name, best guarded first. ``left_out``: see
    ``left_out_parts``."""
    wrong = [
        [f.item, f.measure, *map(_cell, (f.expected, f.found, reasons.get(f.item, "open")))]
        for f in evaluation.failures
    ]
    parts = [
        "# Evaluation on labelled mail",
        _INTRODUCTION,
        _TRUST,
        *left_out_parts(left_out, beside.get("sealed")),
        "## Letters and reading, mail never seen first",
        markdown(_side_by_side(evaluation, beside)),
        "## The first set by language",
        markdown(rows(evaluation)),
        "## Confidence: claimed against right",
        "Of what was selected in each bin of confidence, non-protected mail.",
        markdown([["confidence", "mails", "claimed", "right"], *_reliability_rows(evaluation)]),
        "## What remains wrong",
        markdown([["item", "measure", "expected", "found", "why"], *wrong]),
    ]
    return "\n\n".join(parts) + "\n"


def _side_by_side(evaluation: Evaluation, beside: Mapping[str, Evaluation]) -> list[list[str]]:
    sets = {**beside, "first (tuned on)": evaluation}
    heading = ["measure", *(f"{name}, {each.mails} mails" for name, each in sets.items()), "goal"]
    table = [heading]
    for name in (*LETTER_MEASURES, *(m for m in MEASURES if m not in LETTER_MEASURES)):
        figures = [shown(each.overall.ratio(name)) for each in sets.values()]
        table.append([name, *figures, _WANTED.get(name, "")])
    return table


def _reliability_rows(evaluation: Evaluation) -> list[list[str]]:
    return [
        [label, str(count), shown(claimed), shown(right)]
        for label, count, claimed, right in evaluation.reliability
    ]


def _reliability_text(evaluation: Evaluation) -> Iterable[str]:
    yield "confidence  mails  claimed  right"
    for label, count, claimed, right in _reliability_rows(evaluation):
        yield f"{label:<10}  {count:>5}  {claimed:>7}  {right:>5}"


def _cell(value: object) -> str:
    """Labels are guests' words, too: nothing of them may become markup of the document."""
    text = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
    return text.replace("|", "\\|").replace("\n", " ").replace("<", "&lt;")
