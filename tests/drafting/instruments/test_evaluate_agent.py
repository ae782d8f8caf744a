"""Any agent on labelled mail: figures of its final texts, on a desk that is thrown away."""

from __future__ import annotations

import json
import sys
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

from drafting.mail.models import Message
from drafting.mail.work_models import OutgoingMail
from drafting.management.commands.run_agent import PLAYBOOK

pytestmark = pytest.mark.django_db(transaction=True)

MANAGE = settings.BASE_DIR / "manage.py"
SCRIPTED = f"{sys.executable} {MANAGE} run_agent --once --playbook {PLAYBOOK}"
# An agent that leaves everything to people.
HANDS_OVER = """
import os, httpx
desk = httpx.Client(base_url=os.environ["DESK_URL"] + "/api/v1/", timeout=60)
desk.headers["Authorization"] = "Bearer " + os.environ["DESK_AGENT_KEY"]
while (claimed := desk.post("work/claim", json={})).status_code == 200:
    token = claimed.json()["work_token"]
    desk.post(f"work/{token}/hand-over", json={"reason": "Not mine."}).raise_for_status()
"""


@pytest.fixture
def mails(tmp_path: Path) -> Path:
    """Two plain mails, and one with an earlier conversation."""
    lines = (settings.BASE_DIR / "fixtures/eval/guest_mails.jsonl").read_text().splitlines()
    rows = [json.loads(line) for line in lines]
    known = [row for row in rows if any(ask.get("answered_by") for ask in row["labels"]["asks"])]
    plain = [row for row in known if not row["thread"] and row["labels"]["escalation"] == "NONE"]
    file = tmp_path / "mails.jsonl"
    chosen = [*plain[:2], next(row for row in rows if row["thread"])]
    file.write_text("\n".join(map(json.dumps, chosen)))
    return file


def evaluated(mails: Path, agent: str, **options: Any) -> dict[str, Any]:
    out = StringIO()
    call_command("evaluate_agent", mails=mails, agent=agent, json=True, stdout=out, **options)
    return json.loads(out.getvalue().splitlines()[-1]) | {"said": out.getvalue()}


def test_the_scripted_agents_texts_are_measured(mails: Path) -> None:
    found = evaluated(mails, SCRIPTED)
    assert (found["mails"], found["replied"], found["handed_over"]) == (2, 1.0, 0.0)
    assert "1 mails with an earlier conversation are left out." in found["said"]
    assert found["letter_language"] == 1.0 and found["known_said"] > 0
    assert found["steps_per_mail"] >= 5 and found["output_tokens_per_mail"] == 0
    assert not Message.objects.exists() and not OutgoingMail.objects.exists(), "the real desk"


def test_an_agent_that_answers_nothing_gets_nothing(mails: Path, tmp_path: Path) -> None:
    script = tmp_path / "agent.py"
    script.write_text(HANDS_OVER)
    found = evaluated(mails, f"{sys.executable} {script}")
    assert (found["replied"], found["handed_over"]) == (0.0, 1.0)
    assert found["known_said"] is None and found["letter_acceptable"] is None


def test_an_agent_that_does_not_end_is_stopped(mails: Path) -> None:
    with pytest.raises(CommandError, match="did not end within 1 s"):
        evaluated(mails, f"{sys.executable} -c 'import time; time.sleep(600)'", seconds=1.0)


def test_a_playbook_that_is_none_is_refused(monkeypatch, tmp_path: Path) -> None:
    monkeypatch.setenv("DESK_AGENT_KEY", "any")
    (tmp_path / "book.json").write_text("[]")
    for name in ("none.json", "book.json"):
        with pytest.raises(CommandError, match="is no playbook"):
            call_command("run_agent", once=True, playbook=tmp_path / name)


def test_a_file_without_mails_says_so(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="cannot be run"):
        evaluated(tmp_path / "none.jsonl", SCRIPTED)
