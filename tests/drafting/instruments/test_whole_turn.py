"""One turn of the loop, end to end: mail → run → draft → rewrite → event → proposal → approval →
the next draft uses the new text. Over real HTTP, by the scripted agent, on the sample desk."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.utils import timezone

from drafting.desk.gate import confirm_sample_thresholds
from drafting.desk.house import load_sample
from drafting.drafts.models import Draft
from drafting.drafts.selectors import drafted_messages
from drafting.drafts.shapes import plan_from_json
from drafting.instruments.agent import DeskClient, work_once
from drafting.instruments.scripted_stages import Playbook
from drafting.mail.work_models import OutgoingMail
from drafting.management.commands.run_agent import PLAYBOOK
from drafting.management.commands.run_desk import STAFF_NAME, Command
from drafting.pipeline.answer.rank import priors_of_mail
from drafting.pipeline.check.quality import DeliveryStatus
from drafting.runs.choices import RunStatus
from drafting.runs.models import DraftRun
from learning.calibration.models import CalibrationRun, TemplatePrior
from learning.calibration.services import current_priors
from learning.ledger.selectors import list_questions, question_row
from learning.proposals.decisions import approve_proposal
from learning.proposals.models import TemplateProposal
from learning.proposals.selectors import current_findings, pending_queue, summary_line
from learning.statistics import signals_stats
from templatesapp.selectors import current_catalogue
from tests.conftest import is_sqlite
from tests.factories import UserFactory, make_agent_key
from tests.house import LANGUAGES

pytestmark = pytest.mark.django_db(transaction=True)


@dataclass
class Turn:
    """What the agent's pass over the mailbox left; worked once, and copied for each test."""

    database: sqlite3.Connection
    secret: str = ""
    worked: list[Any] = field(default_factory=list)


@pytest.fixture(scope="module")
def turn() -> Iterator[Turn]:
    with closing(sqlite3.connect(":memory:", check_same_thread=False)) as database:
        yield Turn(database)


@pytest.fixture
def sample_desk(live_server: Any, turn: Turn) -> DeskClient:
    """A sample desk whose mailbox was worked on, and the agent's way to it."""
    if turn.worked and is_sqlite():
        connection.ensure_connection()
        turn.database.backup(connection.connection)
        return DeskClient(live_server.url, turn.secret)
    load_sample(is_sample_desk=True)
    call_command("import_mail", str(settings.BASE_DIR / "fixtures" / "mailbox"), ours=True)
    _, turn.secret = make_agent_key(source="sample")
    client = DeskClient(live_server.url, turn.secret)
    turn.worked = work(client)
    if is_sqlite():
        connection.connection.backup(turn.database)
    return client


def work(client: DeskClient) -> list[Any]:
    return list(work_once(client, Playbook.read(PLAYBOOK)))


def generate(client: DeskClient, message: int) -> dict[str, Any]:
    return client.call("POST", "drafts/generate", {"message": message})


def test_a_rewrite_becomes_the_text_of_the_next_draft(sample_desk: DeskClient, turn: Turn) -> None:
    assert len(turn.worked) >= 40
    assert not [result for result in turn.worked if result.error]
    drafts = [draft for _, draft in drafted_messages()]
    assert {draft.delivery_status for draft in drafts} <= set(DeliveryStatus)
    assert all(draft.language == draft.action_plan["language"] for draft in drafts)
    assert {draft.language for draft in drafts} == set(LANGUAGES)

    stats = signals_stats()
    assert stats["joined_count"] >= 25
    assert not TemplateProposal.objects.exists(), "the gate is closed"
    groups = [question_row(head)["wordings"] for head in list_questions()]
    assert any(len(rows) >= 2 for rows in groups), "one gap, many guests"
    assert any(len({row["language"] for row in rows}) >= 2 for rows in groups), "in languages"

    manager = UserFactory.create(role="manager")
    found = confirm_sample_thresholds(by=manager, now=timezone.now())
    proposals = list(pending_queue())
    assert found == len(proposals) >= 1
    assert all(p.evidence_count >= 3 for p in proposals)
    assert " guests were told “" in summary_line(proposals[0])
    clean = [p for p in proposals if not any(f["is_error"] for f in current_findings(p))]
    assert len(clean) >= 0.9 * len(proposals)

    # A letter about promotions is short by rule: what is added there is cut again.
    proposal = next(p for p in proposals if p.scenario_category != "promotions")
    approve_proposal(proposal_id=proposal.pk, by=manager, now=timezone.now())
    template = proposal.source_template
    assert template is not None
    template.refresh_from_db()
    assert template.version == 2
    assert template.history.first().history_user == manager

    before = proposal.evidence.first()
    assert before is not None
    again = generate(sample_desk, _message_of(before.draft_id))
    assert again["template_used"]["template_id"] == template.template_id
    assert again["template_used"]["version"] == 2
    # What was added stands in the letter, or is told to be left out of this one.
    left_out = " ".join(row["sentence"] for row in again["left_out"])
    assert proposal.sentence.split(".")[0] in f"{again['draft']['body_plain']} {left_out}"


def test_a_calibration_moves_priors_that_the_next_request_uses(sample_desk: DeskClient) -> None:
    UserFactory.create(role="manager", username=STAFF_NAME)
    Command()._open_gate()
    proof = CalibrationRun.objects.get().proof
    assert proof["tried"] >= 20, "it proves itself on the sample's mail"
    assert all(row["right_with"] >= row["right_without"] for row in proof["scenarios"])
    names = dict(TemplatePrior.objects.values_list("template_id", "template__template_id"))
    live = current_priors(current_catalogue())
    moved = 0
    for message, _ in drafted_messages():
        draft = generate(sample_desk, message.pk)
        plan = plan_from_json(Draft.objects.get(pk=draft["draft_id"]).action_plan)
        learned = {names[key]: points for (_, key), points in priors_of_mail(plan, live).items()}
        for candidate in draft["ranker"]["candidates"]:
            if candidate["prior_delta"]:
                assert candidate["prior_delta"] == learned[candidate["template_id"]]
                moved += 1
    assert moved


def test_a_second_pass_makes_nothing_twice(sample_desk: DeskClient, turn: Turn) -> None:
    before = signals_stats()
    _check_runs([result.stop_reason for result in turn.worked])
    assert work(sample_desk) == []
    assert signals_stats() == before
    assert DraftRun.objects.count() == len(turn.worked)


def test_a_desk_that_works_for_real_opens_no_gate_by_itself(live_server: Any) -> None:
    load_sample(is_sample_desk=False)
    manager = UserFactory.create(role="manager")
    assert confirm_sample_thresholds(by=manager, now=timezone.now()) is None


def _check_runs(stop_reasons: list[str]) -> None:
    """Every mail got a run, each kind of end is there, and nothing left without a person."""
    stops = Counter(stop_reasons)
    assert not stops[""]
    assert stops["above_threshold"] >= 10  # letters say what was asked: fewer lack something
    assert stops["threshold_met"] >= 6
    assert stops["hard_block"] >= 4
    assert 1 <= stops["exhausted"] < stops["threshold_met"] / 2
    assert not DraftRun.objects.filter(status=RunStatus.RUNNING).exists()
    assert set(OutgoingMail.objects.values_list("state", flat=True)) == {"awaiting_release"}


def _message_of(draft_id: Any) -> int:
    from drafting.drafts.models import Draft

    message = Draft.objects.get(pk=draft_id).message_id
    assert message is not None
    return message
