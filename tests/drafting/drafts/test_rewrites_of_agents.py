"""What agents made of drafts, right and wrong in one thing each: how many right ones pass, and how
many wrong ones nobody is told of. ``agent_rewrites.jsonl``: on what agnes and coco wrote it was
tuned; bodo's and emil's nobody has read. Emil hides what is wrong where a hurried reader overlooks
it: behind a dash, in the greeting, as a question or a cheer, in another language."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest
from django.conf import settings
from django.utils import timezone

from drafting.drafts.authors import Author
from drafting.drafts.services.check import check_draft
from drafting.drafts.services.generate import GenerateRequest, generate_draft
from drafting.drafts.services.interpret import interpret_mail
from drafting.instruments.labelled import read_rows
from drafting.pipeline.check.checks import STOPPING
from drafting.pipeline.plan import IncomingMail

pytestmark = pytest.mark.django_db

EVAL = Path(settings.BASE_DIR) / "fixtures" / "eval"
NEW = {"deed", "promise", "rude", "invented", "machine", "tail", "edges", "borrowed", "cheering"}
# What must stay in a letter of ours, word for word; the agents were told to drop half of the links.
FORM = {
    *("missing_required_reference", "missing_required_link", "protected_text_changed"),
    "missing_policy_mandatory_content",
}


def mails():
    files = EVAL.glob("*_mails.jsonl")
    return {row["id"]: row for file in files for row in read_rows(file) if "body" in row}


def drafted(mail):
    plan = interpret_mail(mail=IncomingMail(body=mail["body"], subject=mail["subject"]))
    request = GenerateRequest(action_plan=plan, subject=mail["subject"])
    author = Author("agent", "live")
    return generate_draft(request=request, author=author, now=timezone.now()).draft


@pytest.mark.parametrize(
    ("author", "right_pass", "right_unmarked", "wrong_unmarked", "new_found"),
    [
        ("bodo", 0.9, 0.16, 0.05, 0.67),
        ("emil", 0.84, 0.16, 0.22, 0.5),
        ("agnes", 0.93, 0.23, 0.06, 0.72),
        ("coco", 0.93, 0.2, 0.12, 0.8),
    ],
)
def test_right_rewrites_pass_and_wrong_ones_are_told(
    sample_desk, author, right_pass, right_unmarked, wrong_unmarked, new_found
):
    known, drafts, said = mails(), {}, Counter()
    lines = (EVAL / "agent_rewrites.jsonl").read_text("utf-8").splitlines()
    for row in (row for row in map(json.loads, lines) if row["author"] == author):
        draft = drafts.get(row["mail"]) or drafts.setdefault(
            row["mail"], drafted(known[row["mail"]])
        )
        report = check_draft(draft=draft, body_plain=row["text"])
        kind = "right" if row["kind"] == "right" else "wrong"
        said[kind] += 1
        said[kind, "passed"] += not set(report.failed_checks) - FORM
        said[kind, "unmarked"] += report.passed and not STOPPING.intersection(report.warnings)
        if row["kind"] in NEW:
            said["new"] += 1
            said["new", "found"] += "added_statement" in report.warnings

    assert (said["right"], said["wrong"]) in ((55, 75), (40, 80))
    assert said["right", "passed"] >= right_pass * said["right"]
    assert said["right", "unmarked"] >= right_unmarked * said["right"]
    assert said["wrong", "unmarked"] <= wrong_unmarked * said["wrong"]
    assert said["new", "found"] >= new_found * said["new"]
