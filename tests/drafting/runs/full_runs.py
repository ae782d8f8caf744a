"""Runs in full, as an agent leaves them: improved, exhausted, blocked; for the pages that show
them."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from drafting.access.keys import create_key
from drafting.mail.choices import MailState
from drafting.mail.work_models import OutgoingMail
from drafting.runs.choices import RunStatus, Stage, StopReason
from drafting.runs.models import DraftRun
from tests.drafting.runs.factories import add_step, make_batch, make_draft, make_message, make_run

HOSTILE = (
    "{{ 7|add:7 }} pay \u202emoc.elpmaxe\u202c <script>document.title = 'run'</script> fr\u200bee."
    " <img src=x onerror=alert(1)> {% debug %} שלום"
)
GUEST = (
    "Hello,\n\nwe arrive on Saturday at about 23:00. Is the reception still open then, and may we"
    " leave our bikes somewhere?\n\nThank you,\nFreya Lindqvist"
)
FIRST = (
    "Dear Freya,\n\nReception is open until 10:30 pm. If you come later, tell us in the morning and"
    " we send you the door code.\n\nWarm regards,\nPeter & Cristiana\nHostel Brikette, Positano"
)
SECOND = FIRST.replace(
    "the door code.\n\n",
    "the door code.\n\nYour bikes may stay in our courtyard.\n\n",
)
THIRD = SECOND.replace(
    "If you come later, tell us in the morning and we send you the door code.",
    "As you arrive at about 11 pm, we send you the door code on Saturday morning; it opens the"
    " front door all night.",
).replace("in our courtyard.", "in our courtyard, which is locked at night, free of charge.")
FOURTH = THIRD.replace("Warm regards", "Have a safe trip and warm regards")
STRATEGY = {
    "goal": "Tell Freya how to get in at 23:00 and where bikes may stay.",
    "must_answer": ["Is reception open at 23:00?", "Where may we leave our bikes?"],
    "tone": {"voice": "warm", "is_formal": False},
}


class Steps:
    """Adds steps to a run, each some seconds after the one before."""

    def __init__(self, run: DraftRun, at: datetime) -> None:
        self.run, self.at = run, at

    def add(self, stage: str, iteration: int = 0, text: str = "", **given: Any) -> None:
        self.at += timedelta(seconds=given.pop("seconds", 4.2))
        fields = {name: given.pop(name) for name in ("findings", "payload") if name in given}
        add_step(
            self.run,
            stage,
            iteration,
            text=text,
            created_at=self.at,
            input_tokens=4_210,
            output_tokens=len(text) // 4 + 85,
            latency_ms=round(len(text) * 6.1) + 1_180,
            **{"payload": fields.pop("payload", None) or given, **fields},
        )

    def first_round(self, text: str, confidence: float, reason: str, **evaluation: Any) -> None:
        self.add(Stage.STRATEGY, payload=STRATEGY)
        self.add(Stage.GENERATION, draft_id=str(self.run.draft_id))
        self.add(Stage.VERIFICATION, text=text, changed=["a link that was not asked for"])
        self.judge(0, confidence, reason, **evaluation)

    def revise(self, iteration: int, text: str, confidence: float, reason: str) -> None:
        self.add(Stage.REVISION, iteration, text)
        self.judge(iteration, confidence, reason)

    def judge(self, iteration: int, confidence: float, reason: str, **evaluation: Any) -> None:
        self.add(Stage.OVERSEER_GATE, iteration, reason="It promises nothing that we cannot keep.")
        self.add(Stage.EVALUATION, iteration, confidence=confidence, reason=reason, **evaluation)


def improved_run(*, now: datetime) -> DraftRun:
    """62 % → 93 % in two revisions; its reply waits for a person."""
    run = _begin(now, "Late arrival")
    steps = Steps(run, run.started_at)
    steps.first_round(FIRST, 0.62, "The question about the bikes is not answered.")
    steps.revise(1, SECOND, 0.8, "It does not say whether the courtyard is locked.")
    steps.revise(2, THIRD, 0.93, "Both questions are answered from what we know.")
    _end(steps, StopReason.THRESHOLD_MET, best=2, worked_ms=34_100, tokens_used=3_870)
    steps.add(Stage.FINAL_DRAFT, 0, THIRD)
    OutgoingMail.objects.create(
        thread=run.batch.thread,
        batch=run.batch,
        draft=run.draft,
        state=MailState.AWAITING_RELEASE,
        recipients=["freya@example.org"],
        subject="Re: Late arrival",
        body_text=THIRD,
        message_id=f"<{run.pk}@desk.example>",
        headers={},
        created_at=steps.at,
    )
    return run


def exhausted_run(*, now: datetime) -> DraftRun:
    """Three revisions, the second one the best, the last with a link that nobody knows."""
    run = _begin(now, "Bikes and a late train")
    steps = Steps(run, run.started_at)
    steps.first_round(FIRST, 0.55, "The question about the bikes is not answered.")
    steps.revise(1, SECOND, 0.71, "It does not say whether the courtyard is locked.")
    steps.revise(2, THIRD, 0.84, "Whether the courtyard is free of charge is not in our facts.")
    link = FOURTH.replace("all night.", "all night: https://doors.example/open")
    steps.add(Stage.REVISION, 3, link, findings=["fabricated_link"])
    steps.judge(3, 0.79, "The link leads nowhere that we know.", safe_to_send=False)
    _end(steps, StopReason.EXHAUSTED, best=2, worked_ms=38_800, tokens_used=19_120)
    return run


def blocked_run(*, now: datetime) -> DraftRun:
    """Stopped before the loop: the guest wants no more mail, and writes what no page may run."""
    run = _begin(now, f"Stop {HOSTILE}"[:200], text=HOSTILE, hard_blocks=["opt_out"])
    steps = Steps(run, run.started_at)
    steps.add(Stage.STRATEGY, payload={"goal": HOSTILE, HOSTILE[:60]: [HOSTILE, {"n": 1}]})
    steps.add(Stage.GENERATION, draft_id=str(run.draft_id))
    steps.add(Stage.VERIFICATION, text=f"Dear Freya,\n\n{HOSTILE}")
    steps.judge(0, 0.97, HOSTILE[:300], requires_human_review=True)
    _end(steps, StopReason.HARD_BLOCK, status=RunStatus.ABORTED, best=0)
    return run


def _begin(now: datetime, subject: str, *, text: str = GUEST, **snapshot: Any) -> DraftRun:
    message = make_message()
    message.subject, message.from_name = subject, "Freya Lindqvist"
    message.body_text = message.new_text = text
    message.received_at = now - timedelta(minutes=12)
    message.save()
    message.thread.subject = subject
    message.thread.save()
    key, _ = create_key(name="sample-agent", scopes=["runs"], source="sample")
    batch = make_batch(thread=message.thread)
    seen = {
        "category": "check-in",
        "questions": STRATEGY["must_answer"],
        "knowledge": [
            {"key": "faq:bikes", "question": "Bikes?", "answer": "In the courtyard, locked at 11."}
        ],
        "memory": [{"id": 1, "scope": "contact", "category": "timezone_preference",
                    "content": "Writes from Sweden", "approved_at": None}],
        "lessons": {"worked": ["Naming the door code early"], "failed": [], "notes": ["Be brief"]},
    }  # fmt: skip
    return make_run(
        batch=batch,
        draft=make_draft(
            message=message,
            batch=batch,
            agent=key.prefix,
            scenario_category="check-in",
            subject=f"Re: {subject}",
            body_plain=FIRST,
        ),
        agent=key.prefix,
        started_at=now - timedelta(minutes=10),
        snapshot=seen | snapshot,
    )  # fmt: skip


def _end(
    steps: Steps, stop: str, *, best: int, status: str = RunStatus.COMPLETED, **fields: Any
) -> None:
    run = steps.run
    values = {"status": status, "stop_reason": stop, "best_iteration": best, **fields}
    for name, value in {**values, "finished_at": steps.at}.items():
        setattr(run, name, value)
    run.save()
    evaluations = run.artifacts.filter(stage=Stage.EVALUATION).order_by("iteration")
    given = [step.payload["confidence"] for step in evaluations]
    add_step(
        run,
        Stage.REVISION_LOOP,
        payload={
            "loop_exhausted": stop == StopReason.EXHAUSTED,
            "iterations_used": len(given) - 1,
            "start_confidence": given[0],
            "end_confidence": given[best],
            "total_output_tokens": run.tokens_used,
            "stop_reason": stop,
        },
        agent="",
        created_at=steps.at,
    )
