"""Checks on labelled mail that what a desk has learned does no harm."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.conf import settings

from drafting.drafts.kept import current_desk
from drafting.instruments.labelled import Tally, read_case, read_rows
from learning.calibration.selectors import current_priors

FOLDER = Path(settings.BASE_DIR) / "fixtures" / "eval"
# The sample house's, one by an author each; the sealed one stays shut.
SETS = (
    *("guest", "unseen", "fresh", "strangers", "newcomers", "latecomers", "arrivals"),
    *("winter", "autumn", "summer", "season"),
)


def count_labelled() -> list[dict[str, Any]]:
    """Of all mail, and of each scenario that lost or won: right letters without and with priors;
    of all also what would leave by itself, right and wrong."""
    desk = current_desk()
    sides = {"without": {}, "with": current_priors(desk.catalogue)}
    tally = Tally()
    for row in (row for name in SETS for row in read_rows(FOLDER / f"{name}_mails.jsonl")):
        for side, priors in sides.items():
            case = read_case(row, desk, priors)
            is_right = case.is_letter_acceptable
            for scenario in ("all", row["labels"]["category"]):
                tally.count(f"{scenario}: {side}", is_right)
            tally.count(f"ready: {side}", is_right, among=case.is_ready)
    return list(_rows(tally))


def _rows(tally: Tally) -> Iterator[dict[str, Any]]:
    hits, cases = tally.hits, tally.cases
    for name in dict.fromkeys(measure.split(":")[0] for measure in cases):
        without, given = f"{name}: without", f"{name}: with"
        if name in ("all", "ready") or hits[without] != hits[given]:
            yield {
                "labelled": name,
                "without priors": f"{hits[without]} of {cases[without]}",
                "with": f"{hits[given]} of {cases[given]}",
            }
