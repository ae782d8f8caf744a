"""Mails of guests in the house, and single lines of them: what wants mending, or only sounds so,
is told from what endangers somebody."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from django.conf import settings

from drafting.drafts.kept import current_desk
from drafting.instruments.labelled import read_rows
from drafting.pipeline.answer.requirements import EMERGENCY, urgent_kind
from drafting.pipeline.interpret import interpret
from drafting.pipeline.plan import IncomingMail
from tests.drafting.drafts.plans import load_sample_desk

pytestmark = pytest.mark.django_db


# Least shares of emergencies and greatest of the others: marked, and told whom to call.
@pytest.mark.parametrize(
    ("name", "emergencies", "others"),
    [("troubles", (0.9, 0.5), (0.33, 0.08)), ("one_liners", (0.9, 0.25), (0.13, 0.06))],
)
def test_what_endangers_somebody_is_told_from_the_rest(
    name: str, emergencies: tuple[float, float], others: tuple[float, float]
) -> None:
    load_sample_desk()
    read = current_desk().interpret_settings
    counts: Counter[tuple[str, bool]] = Counter()
    for row in read_rows(Path(settings.BASE_DIR) / "fixtures" / "eval" / f"{name}.jsonl"):
        plan = interpret(IncomingMail(body=row["body"]), settings=read)
        is_emergency = row["emergency"]
        counts["mails", is_emergency] += 1
        counts["marked", is_emergency] += bool(plan.escalation.triggers)
        told_whom_to_call = urgent_kind(plan, is_night=False) == EMERGENCY
        counts["told whom to call", is_emergency] += told_whom_to_call
    for count, least, most in zip(
        ("marked", "told whom to call"), emergencies, others, strict=True
    ):
        assert counts[count, True] >= least * counts["mails", True]
        assert counts[count, False] <= most * counts["mails", False]
