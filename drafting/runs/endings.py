"""Ending a run: once, with its reason, its figures and its place in the loop.

A run ends in the transaction of whatever decided it: a step, new mail, a claim that is taken away.
"""

from datetime import datetime

from drafting.mail.choices import ClaimEnd
from drafting.mail.models import Thread
from drafting.runs.choices import STATUS_OF, RunStatus, Stage, StopReason
from drafting.runs.loop import NextStep, confidence_of
from drafting.runs.models import DraftRun, RunArtifact
from drafting.runs.places import give_place_on
from drafting.runs.rows import read_facts, read_next, steps_of


def end_run(*, run: DraftRun, step: NextStep, now: datetime) -> None:
    """Write that a run is over, where ``step`` says why and it has not ended before.

    Needs the thread's lock; the conditional UPDATE is the last stop.
    """
    if step.stop_reason is None or run.status != RunStatus.RUNNING:
        return
    ended = DraftRun.objects.filter(pk=run.pk, status=RunStatus.RUNNING).update(
        status=STATUS_OF[step.stop_reason],
        stop_reason=step.stop_reason,
        loop_skip_reason=step.skip_reason or "",
        best_iteration=step.best_iteration,
        finished_at=now,
    )
    run.refresh_from_db()
    if ended:
        _keep_figures(run, now)
        give_place_on(run=run, now=now)


def end_runs_of_thread(*, thread: Thread, reason: ClaimEnd, now: datetime) -> None:
    """End what is running in a thread: its mail is no longer its agent's.

    Needs the thread's lock. A run that was over by the clock ends with the clock's reason.
    """
    running = DraftRun.objects.filter(batch__thread=thread, status=RunStatus.RUNNING)
    for run in running.select_related("batch"):
        step = read_next(run=run, now=now)
        if step.stop_reason is None or reason == ClaimEnd.NEWER_INBOUND:
            run.stop_reason = StopReason(reason.value)
            step = read_next(run=run, now=now)
        end_run(run=run, step=step, now=now)


def _keep_figures(run: DraftRun, now: datetime) -> None:
    """The figures of the loop, without a text, for statistics."""
    steps = steps_of(run)
    facts = read_facts(run, steps, now=now)
    given = [confidence_of(facts, iteration) for iteration in range(facts.finished_rounds)]
    best = run.best_iteration
    RunArtifact.objects.create(
        run=run,
        stage=Stage.REVISION_LOOP,
        iteration=0,
        payload={
            "loop_exhausted": run.stop_reason == StopReason.EXHAUSTED,
            "iterations_used": max(0, facts.finished_rounds - 1),
            "start_confidence": given[0] if given else None,
            "end_confidence": None if best is None else given[best],
            "total_output_tokens": sum(step.charged_tokens for step in steps),
            "total_latency_ms": sum(step.latency_ms or 0 for step in steps),
            "stop_reason": run.stop_reason,
            "loop_skip_reason": run.loop_skip_reason,
            "channel": run.channel,
        },
        created_at=now,
    )
