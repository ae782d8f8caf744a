"""Runs for tests: rows as the services leave them, made without the services."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from django.utils import timezone

from drafting.drafts.models import Draft
from drafting.mail.choices import Direction, MailSource
from drafting.mail.models import Contact, Message, Thread
from drafting.mail.work_models import Batch
from drafting.runs.choices import RunStatus, Stage, StopReason
from drafting.runs.loop import RunFacts
from drafting.runs.models import DraftRun, RunArtifact

_numbers = itertools.count(1)

_USUAL_STOP: dict[str, str] = {
    RunStatus.RUNNING: "",
    RunStatus.COMPLETED: StopReason.EXHAUSTED,
    RunStatus.FAILED: StopReason.LOOP_ERROR,
    RunStatus.ABORTED: StopReason.HANDED_OVER,
}


def run_settings(**changed: Any) -> dict[str, Any]:
    """``DraftRun.settings``: the defaults, with revision on."""
    return {
        "is_revision_enabled": True,
        "is_globally_disabled": False,
        "is_automatic_release": False,
        "model_name": "gpt-5.2",
        "reasoning_effort": "high",
        "max_iterations": 3,
        "time_budget_ms": 180_000,
        "token_budget": 20_000,
        "threshold": 0.9,
        "threshold_floor": 0.8,
        "loop_places": 2,
        **changed,
    }


def run_snapshot(*messages: Message, **changed: Any) -> dict[str, Any]:
    """``DraftRun.snapshot`` of these messages."""
    return {
        "messages": [_message_json(message) for message in messages],
        "thread_summary": None,
        "category": "general",
        "language": "en",
        "questions": [],
        "knowledge": [],
        "memory": [],
        "lessons": {"worked": [], "failed": [], "notes": []},
        "catalogue_version": 1,
        "hard_blocks": [],
        "is_protected": False,
        **changed,
    }


def make_message(*, thread: Thread | None = None, contact: Contact | None = None) -> Message:
    """A received mail, of a guest of its own where no contact is given."""
    number, now = next(_numbers), timezone.now()
    if contact is None:
        contact = Contact.objects.create(
            address=f"guest{number}@runs.example", name=f"Guest {number}"
        )
    thread = thread or Thread.objects.create(subject="Arriving late")
    thread.participants.add(contact)
    return Message.objects.create(
        thread=thread,
        sequence=thread.messages.count() + 1,
        direction=Direction.IN,
        source=MailSource.IMPORTED,
        message_id=f"<{number}@runs.example>",
        content_hash=f"{number:064x}",
        contact=contact,
        from_address=contact.address,
        from_name=contact.name,
        received_at=now,
        sent_at=now,
        subject="Arriving late",
        body_text="How do we get in?",
        new_text="How do we get in?",
    )


def make_batch(*, thread: Thread | None = None, contact: Contact | None = None) -> Batch:
    """A batch of all mails of the thread; of one new mail where it has none."""
    if thread is None or not thread.messages.exists():
        thread = make_message(thread=thread, contact=contact).thread
    ids = list(thread.messages.order_by("sequence").values_list("pk", flat=True))
    return Batch.objects.create(
        thread=thread,
        message_ids=ids,
        parent_id=ids[-1],
        claims=1,
        claim_number=1,
        created_at=timezone.now(),
    )


def make_draft(*, message: Message | None = None, **fields: Any) -> Draft:
    """A draft as drafts/generate leaves it."""
    values: dict[str, Any] = {
        "message": message,
        "agent": "abcdefgh",
        "created_at": timezone.now(),
        "action_plan": {},
        "scenario_category": "general",
        "language": "en",
        "selection": "none",
        "ranker": {},
        "subject": "Re: Arriving late",
        "body_plain": "Dear Guest,\n\nThe code is in your booking.",
        "delivery_status": "ready",
        "catalogue_version": 1,
    }
    return Draft.objects.create(**(values | fields))


def make_run(
    *,
    thread: Thread | None = None,
    batch: Batch | None = None,
    contact: Contact | None = None,
    draft: Draft | None = None,
    status: str = RunStatus.RUNNING,
    stop_reason: str | None = None,
    threshold: float = 0.9,
    snapshot: dict[str, Any] | None = None,
    settings: dict[str, Any] | None = None,
    **fields: Any,
) -> DraftRun:
    """A run, with a thread, a guest and a batch of its own where none is given.

    ``settings`` and ``snapshot`` only need what differs from the defaults; without a
    ``stop_reason`` an ended run gets a usual one of its status.
    """
    batch = batch or make_batch(thread=thread, contact=contact)
    used = run_settings(threshold=threshold, **(settings or {}))
    messages = Message.objects.filter(pk__in=batch.message_ids).order_by("sequence")
    attempts = DraftRun.objects.filter(trigger=batch.parent)
    now = timezone.now()
    values: dict[str, Any] = {
        "batch": batch,
        "trigger": batch.parent,
        "attempt": attempts.count() + 1,
        "draft": draft,
        "status": status,
        "stop_reason": _USUAL_STOP[status] if stop_reason is None else stop_reason,
        "threshold": threshold,
        "max_iterations": used["max_iterations"],
        "time_budget_ms": used["time_budget_ms"],
        "token_budget": used["token_budget"],
        "snapshot": run_snapshot(*messages, **(snapshot or {})),
        "snapshot_hash": "0" * 64,
        "settings": used,
        "agent": "abcdefgh",
        "started_at": now - timedelta(minutes=5),
        "finished_at": None if status == RunStatus.RUNNING else now,
    }
    return DraftRun.objects.create(**(values | fields))


def make_artifact(
    run: DraftRun,
    stage: str,
    iteration: int = 0,
    payload: dict[str, Any] | None = None,
    text: str = "",
    **fields: Any,
) -> RunArtifact:
    """What one step left; ``payload`` needs only what differs from a usual one of its stage."""
    values: dict[str, Any] = {
        "input_hash": f"{stage}-{iteration}",
        "payload": _USUAL_PAYLOAD.get(stage, {}) | (payload or {}),
        "text": text,
        "claim_number": run.batch.claim_number,
        "agent": run.agent,
        "created_at": timezone.now(),
    }
    return RunArtifact.objects.create(
        run=run, stage=stage, iteration=iteration, **(values | fields)
    )


add_step = make_artifact


def step_row(
    stage: str,
    iteration: int = 0,
    payload: dict[str, Any] | None = None,
    text: str = "",
    findings: tuple[str, ...] = (),
    report: dict[str, Any] | None = None,
) -> RunArtifact:
    """A step in memory alone, for what is a function of rows."""
    return RunArtifact(
        stage=stage,
        iteration=iteration,
        payload=payload or {},
        text=text,
        findings=list(findings),
        report=report or {},
    )


def loop_facts(steps: Iterable[RunArtifact] = (), **fields: Any) -> RunFacts:
    """Facts of a run in memory alone; ``fields`` of the run's row, or of the facts themselves."""
    own = {field.name for field in dataclasses.fields(RunFacts)} & fields.keys()
    around = {name: fields.pop(name) for name in own}
    settings = run_settings(is_revision_enabled=fields.pop("is_enabled", True))
    seen = {"hard_blocks": "mail_blocks", "is_protected": "is_protected"}
    given = {name: fields.pop(field) for name, field in seen.items() if field in fields}
    names = ("threshold", "max_iterations", "time_budget_ms", "token_budget")
    row = {name: settings[name] for name in names} | fields
    run = DraftRun(settings=settings, snapshot=run_snapshot(**given), **row)
    return RunFacts(run, tuple(steps), **around)


_USUAL_PAYLOAD: dict[str, dict[str, Any]] = {
    Stage.EVALUATION: {
        "safe_to_send": True,
        "requires_human_review": False,
        "confidence": 0.95,
        "reason": "All questions are answered.",
    },
    Stage.OVERSEER_GATE: {"decision": "approve", "reason": "It holds."},
    Stage.REVISION: {"unresolved_requirements": []},
}


def _message_json(message: Message) -> dict[str, Any]:
    return {
        "id": message.pk,
        "from_name": message.from_name,
        "subject": message.subject,
        "sent_at": message.sent_at.isoformat() if message.sent_at else None,
        "text": message.new_text,
        "is_cut": False,
    }
