"""Starting a run: what every step of it will see is taken down once, and never changes."""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Max

from config.errors import DomainError
from drafting.drafts.kept import current_desk
from drafting.drafts.services.interpret import interpret_work
from drafting.mail.choices import ClaimEnd, ThreadKind
from drafting.mail.claims import Work, get_live_work, require_claim
from drafting.mail.work_models import Batch
from drafting.runs.choices import RunStatus
from drafting.runs.endings import end_runs_of_thread
from drafting.runs.hard_blocks import find_mail_blocks
from drafting.runs.models import DraftRun
from drafting.runs.settings_services import current_run_settings
from drafting.runs.snapshot import snapshot_hash, take_snapshot

# Of the settings, what a run's row holds itself.
_OWN_SETTINGS = ("threshold", "max_iterations", "time_budget_ms", "token_budget")


def start_run(*, work_token: str, channel: str, agent: str, now: datetime) -> tuple[DraftRun, bool]:
    """The run of the claimed batch, and whether it is new: else a running or completed one was
    there. A new one takes its snapshot.

    After an aborted or failed run a new attempt begins, and so it does for a batch that was frozen
    anew: after a person's word, or for mail that came late. Raises ``claim_lost``, or ``conflict``
    for a briefing, which is answered without a run.
    """
    work = get_live_work(work_token=work_token, agent=agent)
    if work.thread.kind == ThreadKind.BRIEFING:
        raise DomainError("conflict", "A briefing is answered without a run.")
    parent_id = work.batch.parent_id
    if parent_id is None:
        raise DomainError("conflict", "The mail that it would answer has been erased.")
    if (standing := _standing_run(work.batch, channel)) is not None:
        return standing, False
    # Settings and snapshot are read before any lock is held.
    settings, snapshot = current_run_settings(), _snapshot(work, now)
    with transaction.atomic():
        thread, batch = require_claim(work_token=work_token, agent=agent)
        if (standing := _standing_run(batch, channel)) is not None:
            return standing, False
        # One of an earlier batch whose agent died: a message has one running run.
        end_runs_of_thread(thread=thread, reason=ClaimEnd.NEWER_INBOUND, now=now)
        run = DraftRun.objects.create(
            batch=batch,
            trigger_id=parent_id,
            channel=channel,
            attempt=_next_attempt(batch, channel),
            agent=agent,
            started_at=now,
            settings=settings,
            snapshot=snapshot,
            snapshot_hash=snapshot_hash(snapshot),
            **{name: settings[name] for name in _OWN_SETTINGS},
        )
    return run, True


def _standing_run(batch: Batch, channel: str) -> DraftRun | None:
    standing = (RunStatus.RUNNING, RunStatus.COMPLETED)
    runs = DraftRun.objects.filter(batch=batch, channel=channel, status__in=standing)
    return runs.select_related("batch").order_by("-attempt").first()


def _next_attempt(batch: Batch, channel: str) -> int:
    runs = DraftRun.objects.filter(trigger=batch.parent_id, channel=channel)
    return (runs.aggregate(last=Max("attempt"))["last"] or 0) + 1


def _snapshot(work: Work, now: datetime) -> dict[str, Any]:
    desk = current_desk()
    plan = interpret_work(work=work, desk=desk)
    blocks = find_mail_blocks(work=work, plan=plan, desk=desk)
    return take_snapshot(work=work, plan=plan, desk=desk, hard_blocks=blocks, now=now)
