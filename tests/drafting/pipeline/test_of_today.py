"""Mail whose answer is worth little tomorrow: 180 of somebody's who had read no list, thirty a
language, most of the others its near misses ("I booked today"). Those at an even place were never
read while the lists were written."""

from __future__ import annotations

import json

import pytest
from django.conf import settings

from drafting.pipeline.interpret import interpret_escalation
from drafting.pipeline.plan import IncomingMail

ROWS = (settings.BASE_DIR / "fixtures/eval/today.jsonl").read_text("utf-8").splitlines()


@pytest.mark.parametrize("start", [0, 1], ids=["unread", "read"])
def test_most_of_what_cannot_wait_is_found(start: int) -> None:
    found: dict[bool, list[bool]] = {True: [], False: []}
    for row in map(json.loads, ROWS[start::2]):
        mail = IncomingMail(body=row["body"], subject=row["subject"])
        found[row["today"]].append(interpret_escalation(mail)[2])
    assert sum(found[True]) >= 0.65 * len(found[True])
    assert sum(found[False]) <= 0.22 * len(found[False])
