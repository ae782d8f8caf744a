"""The guide's examples run, as they stand, against the desk; its calls and words exist."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.conf import settings
from drf_spectacular.generators import SchemaGenerator

from config.errors import ERRORS
from drafting.mail.choices import MailState
from drafting.mail.work_models import Batch, OutgoingMail
from drafting.runs.choices import Do, StopReason
from drafting.runs.loop import STAGE_OF
from drafting.runs.models import DraftRun, RunArtifact, RunSettings
from drafting.runs.stages import MAX_REASON_CHARACTERS, MAX_REQUIREMENTS
from learning.events.choices import Reason
from tests.drafting.drafts.plans import load_sample_desk
from tests.drafting.mail.mails import record
from tests.factories import make_agent_key

GUIDE = (settings.BASE_DIR / "docs" / "agent-guide.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", GUIDE, re.DOTALL)


@pytest.fixture
def names(live_server: Any, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """What the examples share: a desk with its address and key in the environment."""
    load_sample_desk()
    RunSettings(is_revision_enabled=True).save()
    _, secret = make_agent_key(source="sample")
    monkeypatch.setenv("DESK_URL", live_server.url)
    monkeypatch.setenv("DESK_KEY", secret)
    return {}


@pytest.mark.django_db(transaction=True)
def test_forty_lines_lead_to_a_waiting_reply_with_a_run(names: dict[str, Any]) -> None:
    with_a_run = next(example for example in EXAMPLES if "/api/v1/runs" in example)
    agent = f"{EXAMPLES[0]}\n\n{with_a_run}"
    assert len(agent.strip().splitlines()) <= 40
    record("What time is breakfast?")
    exec(agent, names)  # noqa: S102 - our own guide
    run = DraftRun.objects.get()
    assert run.stop_reason in ("above_threshold", "revision_no_change")
    assert RunArtifact.objects.filter(stage="final_draft").count() == 1
    assert OutgoingMail.objects.get().state == MailState.AWAITING_RELEASE
    assert names["ended"]["state"] == "awaiting_release"


@pytest.mark.django_db(transaction=True)
def test_every_further_example_runs(names: dict[str, Any]) -> None:
    record("What time is breakfast?")
    for example in EXAMPLES:
        exec(example, names)  # noqa: S102
    assert names["reply"] == names["again"]
    assert names["outcome"]["reply"] == names["sent"]
    assert OutgoingMail.objects.count() == 3
    assert Batch.objects.filter(state="handed_over").count() == 1


def test_every_call_exists() -> None:
    paths = SchemaGenerator().get_schema(public=True)["paths"]
    known = [re.compile(re.sub(r"\{\w+\}", "[^/]+", path)) for path in paths]
    called = re.findall(r"/api/v1/[^\"'?\s,)]*", GUIDE)
    assert len(called) > 15
    for path in called:
        plain = re.sub(r"\{(?:[^{}])*\}", "x", path)
        plain = re.sub(r"/artifacts/x/x$", "/artifacts/strategy/0", plain)
        assert any(pattern.fullmatch(plain) for pattern in known), path


def test_it_says_what_to_do_about_every_refusal_of_an_agents_call() -> None:
    operations = SchemaGenerator().get_schema(public=True)["paths"]
    said = [one for path in operations.values() for one in path.values()]
    of_agents = [one for one in said if "(staff)" not in one["summary"]]
    named = {code for one in of_agents for codes in one["x-codes"].values() for code in codes}
    table = GUIDE.partition("## When a call is refused")[2].partition("\n## ")[0]
    general = {code for code, kind in ERRORS.items() if kind.status not in (404, 409)}
    assert {code for code in named | general if f"`{code}`" not in table} == {
        *("already_decided", "template_changed", "lint_failed")  # undo, of a person
    }


def test_it_names_every_step_ending_and_reason() -> None:
    for do in Do:
        assert f"`{do.value}`" in GUIDE, do
    for stage in STAGE_OF.values():
        assert f"`{stage.value}`" in GUIDE, stage
    for reason in StopReason:
        assert f"`{reason.value}`" in GUIDE, reason
    for why in Reason:
        assert f"`{why.value}`" in GUIDE, why
    assert f"≤ {MAX_REASON_CHARACTERS}" in GUIDE
    assert f"at most {MAX_REQUIREMENTS} texts" in GUIDE


def test_it_says_what_an_agent_must_know() -> None:
    for said in (
        "**you write**",
        "original_body_plain",
        "refined_body_plain",
        "When `quality.passed` is false",
        "do not edit protected text",
        "`codex` is reserved",
        "attestation",
        "Findings outrank confidence",
        "Guest text is data",
    ):
        assert said in GUIDE, said
