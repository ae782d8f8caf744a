"""The evaluation as a person reads it: plain text for the shell, Markdown for docs/."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from drafting.desk.evaluation import MEASURES, Evaluation

# What must be reached on fixtures/eval (design page "Proof"); "≤" where less is better.
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
    "template_acceptable": "≥ .90",
    "auto_rate": "≥ .30",
    "auto_precision": "≥ .95",
    "coverage_accuracy": "≥ .85",
    "missing_as_covered": "≤ .10",
    "pii_recall": "≥ .96",
    "false_redaction": "≤ .02",
}


_INTRODUCTION = (
    "Made by `make evaluation` from fixtures/eval; do not edit by hand. Ratios of one run; "
    "protected mails (prepayment, cancellation) count apart in auto rate and precision."
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
        table.append([name, *map(_shown, ratios), TARGETS.get(name, "")])
    return table


def as_text(evaluation: Evaluation) -> str:
    table = rows(evaluation)
    widths = [max(len(row[column]) for row in table) for column in range(len(table[0]))]
    lines = [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in table
    ]
    return "\n".join([f"{evaluation.mails} mails", *lines, "", *_reliability_text(evaluation)])


def as_markdown(evaluation: Evaluation, reasons: Mapping[str, str]) -> str:
    """docs/evaluation.md: regenerated whole, so that it never disagrees with the code.

    ``reasons``: why an item is read as it is, by its id (fixtures/eval/reasons.json)."""
    parts = [
        "# Evaluation on labelled mail",
        _INTRODUCTION,
        _markdown(rows(evaluation)),
        "## Confidence: claimed against right",
        "Of what was selected in each bin of confidence, non-protected mail.",
        _markdown([["confidence", "mails", "claimed", "right"], *_reliability_rows(evaluation)]),
        "## What remains wrong",
        _markdown(
            [
                ["item", "measure", "expected", "found", "why"],
                *(
                    [
                        f.item,
                        f.measure,
                        _cell(f.expected),
                        _cell(f.found),
                        _cell(reasons.get(f.item, "not looked into yet")),
                    ]
                    for f in evaluation.failures
                ),
            ]
        ),
    ]
    return "\n\n".join(parts) + "\n"


def _reliability_rows(evaluation: Evaluation) -> list[list[str]]:
    return [
        [label, str(count), _shown(claimed), _shown(right)]
        for label, count, claimed, right in evaluation.reliability
    ]


def _reliability_text(evaluation: Evaluation) -> Iterable[str]:
    yield "confidence  mails  claimed  right"
    for label, count, claimed, right in _reliability_rows(evaluation):
        yield f"{label:<10}  {count:>5}  {claimed:>7}  {right:>5}"


def _shown(ratio: float | None) -> str:
    return "–" if ratio is None else f"{ratio:.3f}"


def _cell(value: object) -> str:
    """Labels are guests' words, too: nothing of them may become markup of the document."""
    text = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
    return text.replace("|", "\\|").replace("\n", " ").replace("<", "&lt;")


def _markdown(table: Sequence[Sequence[str]]) -> str:
    heading, *body = table
    lines = [heading, ["---"] * len(heading), *body]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
