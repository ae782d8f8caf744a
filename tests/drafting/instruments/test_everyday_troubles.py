"""Ninety mails of guests in the house: what wants mending is told from what endangers somebody."""

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


def test_what_wants_mending_is_told_from_what_endangers_somebody() -> None:
    load_sample_desk()
    read = current_desk().interpret_settings
    counts: Counter[tuple[str, bool]] = Counter()
    for row in read_rows(Path(settings.BASE_DIR) / "fixtures" / "eval" / "troubles.jsonl"):
        plan = interpret(IncomingMail(body=row["body"]), settings=read)
        is_emergency = row["emergency"]
        counts["mails", is_emergency] += 1
        counts["marked", is_emergency] += bool(plan.escalation.triggers)
        told_whom_to_call = urgent_kind(plan, is_night=False) == EMERGENCY
        counts["told whom to call", is_emergency] += told_whom_to_call
    assert counts["marked", True] >= 0.9 * counts["mails", True]
    assert counts["told whom to call", True] >= 0.5 * counts["mails", True]
    assert counts["marked", False] <= 0.33 * counts["mails", False]
    assert counts["told whom to call", False] <= 0.08 * counts["mails", False]
