"""The desk stays as right as it was: no figure falls by more than one mail. What falls on
purpose is measured anew with ``make evaluation``."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

from drafting.desk.house import load_house, load_sample
from drafting.instruments.evaluation import MEASURES, OF_LETTERS, Evaluation, as_markdown, evaluate
from drafting.instruments.labelled import read_rows

FOLDER = Path(settings.BASE_DIR) / "fixtures" / "eval"
MAILS, QUESTIONS = FOLDER / "guest_mails.jsonl", FOLDER / "questions.jsonl"
BASELINE = Path(__file__).with_name("evaluation_baseline.json")
LESS_IS_BETTER = {
    "critical_as_none",
    "missing_as_covered",
    "false_redaction",
    "none_rate",
    "state_answered_by_text",
    "foreign_sentences",
}
# What holds on the first set: of letters a goal in brackets is still to be reached.
TARGETS = {
    name: wanted.partition(" (")[0]
    for name, wanted in MEASURES.items()
    if wanted and not (name in OF_LETTERS and "(" in wanted)
}
# How often the desk is sure of itself may move: what it is sure of must stay right.
# Of addresses the first set holds none.
FREE = {"mails", "auto_rate", "pii_recall_addresses"}
ID = "WA007"  # a man in the room: an emergency

pytestmark = pytest.mark.django_db


def test_the_first_set_is_read_as_well_as_before() -> None:
    """One test: what it looks at takes a minute to work out, in each process that asks for it."""
    load_sample()
    evaluation = evaluate(MAILS, QUESTIONS)
    no_figure_falls_and_every_target_is_met(evaluation)
    nothing_harmful_happens(evaluation)
    the_report_holds_figures_and_failures(evaluation)


def no_figure_falls_and_every_target_is_met(evaluation: Evaluation) -> None:
    before = json.loads(BASELINE.read_text(encoding="utf-8"))
    now = evaluation.figures()
    worse = {
        name: (before[name], now[name])
        for name in MEASURES
        if name not in FREE and fell(name, before[name], evaluation)
    }
    assert worse == {}
    missed = {name: now[name] for name, target in TARGETS.items() if not is_met(target, now[name])}
    assert missed == {}


def fell(name: str, before: float, evaluation: Evaluation) -> bool:
    now = evaluation.overall.ratio(name)
    one = 1 / evaluation.overall.cases[name] + 1e-4
    assert now is not None, name
    return now > before + one if name in LESS_IS_BETTER else now < before - one


def is_met(target: str, figure: float | int | None) -> bool:
    sign, number = target.split()
    assert figure is not None
    return figure >= float(number) if sign == "≥" else figure <= float(number)


def nothing_harmful_happens(evaluation: Evaluation) -> None:
    harmful = [
        failure
        for failure in evaluation.failures
        if (failure.measure == "escalation" and str(failure.found).startswith("NONE"))
        or (failure.measure == "booking_ref_accuracy" and failure.expected is None)
    ]
    assert harmful == []


def the_report_holds_figures_and_failures(evaluation: Evaluation) -> None:
    reasons = json.loads((FOLDER / "reasons.json").read_text(encoding="utf-8"))
    left_out = json.loads((FOLDER / "left_out.json").read_text(encoding="utf-8"))
    report = as_markdown(evaluation, reasons, {"sealed": evaluation}, left_out)
    assert "| letter_acceptable |" in report
    told = [report.index(text) for text in ("Authors left out", "more labels", "| letter_")]
    assert told == sorted(told), "what authors that were left out got comes before all else"
    acceptable = next(line for line in report.splitlines() if "| scenario acceptable |" in line)
    both = evaluation.overall.ratio("category_acceptable")
    rules, reader = (left_out[f"scenario acceptable, {name}"] for name in ("rules", "reader"))
    assert f"| {rules:.3f} | {reader:.3f} |" in acceptable and f"{both:.3f} |" in acceptable
    assert report.index("sealed") < report.index("first (tuned on)"), "mail never seen comes first"
    assert all(f"| {failure.item} |" in report for failure in evaluation.failures)


def test_the_command_prints_one_json_line_and_reads_only_its_files(tmp_path: Path) -> None:
    load_sample()
    few = tmp_path / "few.jsonl"
    few.write_text("\n".join(MAILS.read_text(encoding="utf-8").splitlines()[:3]), encoding="utf-8")
    out = StringIO()
    call_command("evaluate", str(few), "--json", "--failures", stdout=out)
    figures = json.loads(out.getvalue().strip().splitlines()[-1])
    assert figures["mails"] == 3
    assert figures["coverage_accuracy"] is None
    assert set(figures) == {"mails", *MEASURES}


@pytest.mark.parametrize("letter", ["acknowledge", "T74"])
def test_a_label_may_name_the_very_acknowledgement(letter: str, tmp_path: Path) -> None:
    load_sample()
    emergency = next(row for row in read_rows(FOLDER / "newcomers_mails.jsonl") if row["id"] == ID)
    emergency["labels"]["letters"] = [letter]
    file = tmp_path / "one.jsonl"
    file.write_text(json.dumps(emergency), encoding="utf-8")
    assert evaluate(file).figures()["letter_acceptable"] == 1.0


# Of other houses than the sample: letters that are acceptable.
@pytest.mark.parametrize(
    ("house", "mails", "letters"),
    [
        ("vigna", "vigna", 0.85),
        ("laerchenufer", "laerchenufer", 0.63),
        ("altenried", "altenried", 0.53),
        ("almhof", "wolf", 0.75),
        ("ondamar", "zita", 0.8),
    ],
)
def test_another_house_is_served_as_well(house: str, mails: str, letters: float) -> None:
    load_house(folder=FOLDER.parent / "houses" / house)
    found = evaluate(FOLDER / f"{mails}_mails.jsonl").figures()
    # Two of altenried's mails get a letter that it has in English and German alone.
    assert (found["letter_language"] or 0) >= (0.96 if house == "altenried" else 1)
    assert (found["letter_acceptable"] or 0) >= letters
    ready, right = (found[name] or 0 for name in ("ready_rate", "ready_right"))
    assert ready * (1 - right) * found["mails"] < 1.5, "one is wrong of the three that are ready"
    assert found["state_answered_by_text"] == 0


@pytest.mark.parametrize("content", ["not json", '{"id": 1}', "[]"])
def test_a_broken_file_is_told(content: str, tmp_path: Path) -> None:
    broken = tmp_path / "broken.jsonl"
    broken.write_text(content, encoding="utf-8")
    with pytest.raises(CommandError):
        call_command("evaluate", str(broken))
