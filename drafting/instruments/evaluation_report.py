"""The evaluation as a person reads it: plain text for the shell, Markdown for docs/."""

from __future__ import annotations

from collections.abc import Mapping

from drafting.instruments.evaluation import MEASURES, Evaluation
from drafting.instruments.labelled import Tally
from drafting.instruments.left_out_report import Table, left_out_parts, markdown, shown
from drafting.instruments.letters_measured import LETTER_MEASURES

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


def _figures(columns: Mapping[str, Tally], measures: Mapping[str, str], wanted: str) -> Table:
    """A heading and a row a measure: its ratio in each column, and what is wanted of it."""
    table = [["measure", *columns, wanted]]
    for name, goal in measures.items():
        table.append([name, *(shown(tally.ratio(name)) for tally in columns.values()), goal])
    return table


def _by_language(evaluation: Evaluation) -> Table:
    return _figures({"all": evaluation.overall} | evaluation.by_language, MEASURES, "target")


def as_text(evaluation: Evaluation) -> str:
    table = _by_language(evaluation)
    widths = [max(len(row[column]) for row in table) for column in range(len(table[0]))]
    lines = [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in table
    ]
    lines += ["", "confidence  mails  claimed  right"]
    for label, count, claimed, right in _reliability_rows(evaluation):
        lines.append(f"{label:<10}  {count:>5}  {claimed:>7}  {right:>5}")
    return "\n".join([f"{evaluation.mails} mails", *lines])


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
        markdown(_by_language(evaluation)),
        "## Confidence: claimed against right",
        "Of what was selected in each bin of confidence, non-protected mail.",
        markdown([["confidence", "mails", "claimed", "right"], *_reliability_rows(evaluation)]),
        "## What remains wrong",
        markdown([["item", "measure", "expected", "found", "why"], *wrong]),
    ]
    return "\n\n".join(parts) + "\n"


def _side_by_side(evaluation: Evaluation, beside: Mapping[str, Evaluation]) -> Table:
    sets = {**beside, "first (tuned on)": evaluation}
    columns = {f"{name}, {each.mails} mails": each.overall for name, each in sets.items()}
    return _figures(columns, LETTER_MEASURES | MEASURES, "goal")


def _reliability_rows(evaluation: Evaluation) -> Table:
    return [
        [label, str(count), shown(claimed), shown(right)]
        for label, count, claimed, right in evaluation.reliability
    ]


def _cell(value: object) -> str:
    """Labels are guests' words, too: nothing of them may become markup of the document."""
    text = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
    return text.replace("|", "\\|").replace("\n", " ").replace("<", "&lt;")
