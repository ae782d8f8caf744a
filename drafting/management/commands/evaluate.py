import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from drafting.desk.house import load_house
from drafting.instruments.evaluation import (
    MEASURES,
    Evaluation,
    as_markdown,
    by_language,
    evaluate,
)
from drafting.instruments.throwaway import throwaway_desk


class Command(BaseCommand):
    help = "Evaluate interpretation, selection, coverage and redaction on labelled mail."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "mails", type=Path, help="JSON lines, as fixtures/eval/guest_mails.jsonl."
        )
        parser.add_argument("--questions", type=Path, help="Coverage pairs, JSON lines.")
        parser.add_argument("--failures", action="store_true", help="List what was wrong.")
        parser.add_argument("--json", action="store_true", help="One JSON object as last line.")
        parser.add_argument("--write", type=Path, help="Write the report (Markdown) to this file.")
        parser.add_argument(
            "--beside",
            action="append",
            default=[],
            metavar="NAME=FILE[@HOUSE]",
            help="A set that nothing was tuned on; its figures stand first in the report. With the "
            "folder of a house its mails are read and answered by a throw-away desk of that house.",
        )
        parser.add_argument(
            "--left-out", type=Path, help="Figures that train_reader kept; first in the report."
        )
        parser.add_argument("--baseline", type=Path, help="Keep the figures for the tests here.")

    def handle(
        self,
        *args: Any,
        mails: Path,
        questions: Path | None,
        write: Path | None,
        baseline: Path | None,
        **options: Any,
    ) -> None:
        try:
            evaluation = evaluate(mails, questions)
            beside = dict(map(_beside, options["beside"]))
            left_out = json.loads(options["left_out"].read_text()) if options["left_out"] else {}
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise CommandError(f"The labelled mail cannot be read: {error!r}") from error
        self.stdout.write(f"{evaluation.mails} mails\n{by_language(evaluation)}")
        if options["failures"]:
            self.stdout.write(f"\n{len(evaluation.failures)} wrong of {len(MEASURES)} measures:")
            for one in evaluation.failures:
                told = f"expected {one.expected!r}, found {one.found!r}"
                self.stdout.write(f"{one.item} {one.measure}: {told}")
        if write is not None:
            report = as_markdown(evaluation, _reasons(mails), beside, left_out)
            write.write_text(report, encoding="utf-8")
            self.stdout.write(f"Written to {write}.")
        if baseline is not None:
            text = json.dumps(evaluation.figures(), indent=2)
            baseline.write_text(f"{text}\n", encoding="utf-8")
        if options["json"]:
            self.stdout.write(json.dumps(evaluation.figures()))


def _beside(named: str) -> tuple[str, Evaluation]:
    name, _, place = named.partition("=")
    file, _, house = place.partition("@")
    if not house:
        return name, evaluate(Path(file))
    with throwaway_desk():
        load_house(folder=Path(house))
        return name, evaluate(Path(file))


def _reasons(mails: Path) -> dict[str, str]:
    """``reasons.json`` beside the labelled mail: why an item is read as it is."""
    path = mails.with_name("reasons.json")
    return dict(json.loads(path.read_text(encoding="utf-8"))) if path.exists() else {}
