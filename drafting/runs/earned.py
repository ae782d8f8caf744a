"""What a run lets a reply do: its best text is the only one that may go, and only a run can earn
that nobody has to look at it."""

from datetime import datetime

from drafting.drafts.kept import current_desk
from drafting.drafts.models import Attestation, Draft
from drafting.drafts.services.interpret import interpret_work
from drafting.mail.choices import Direction, MailKind, MailState
from drafting.mail.claims import has_newer_mail, work_of
from drafting.mail.models import Message
from drafting.mail.work_models import Batch, OutgoingMail
from drafting.runs.choices import CONFIDENT_STOPS, HardBlock, RunStatus, Stage
from drafting.runs.hard_blocks import find_draft_blocks, find_mail_blocks, judge_text
from drafting.runs.loop import candidate_text, is_good_enough
from drafting.runs.models import DraftRun, RunSettings
from drafting.runs.rows import is_same_text, may_say, read_facts, steps_of


def run_of(batch: Batch) -> DraftRun | None:
    """The newest attempt at an answer to the batch."""
    runs = DraftRun.objects.filter(batch=batch).select_related("batch", "draft")
    return runs.order_by("-attempt", "-started_at").first()


def is_best_text(*, batch: Batch, text: str, now: datetime) -> bool:
    """Whether a reply may say this: the text that the batch's run stands for, and any where no
    run has a usable one."""
    run = run_of(batch)
    return run is None or may_say(run, steps_of(run), text, now=now)


def has_earned_release(*, batch: Batch, attestation: Attestation, now: datetime) -> bool:
    """Whether this text may leave without a person.

    The desk must want it, the run must have ended confident and safe with just this text, nothing
    may have come or left since, and no hard block may hold now. Needs the thread's lock.
    """
    run = run_of(batch)
    return (
        run is not None
        and RunSettings.current().is_automatic_release
        and run.status == RunStatus.COMPLETED
        and run.stop_reason in CONFIDENT_STOPS
        and run.draft_id == attestation.draft_id
        and attestation.person_id is None
        and _is_confident_text(run, attestation, now)
        and not has_newer_mail(thread=run.batch.thread_id, known_ids=run.batch.message_ids)
        and not _has_left_since(run)
        and not find_hard_blocks(run=run, draft=attestation.draft, text=attestation.body_plain)
    )


def _is_confident_text(run: DraftRun, attestation: Attestation, now: datetime) -> bool:
    """Whether the attested text is the best one, and the best one is good enough."""
    facts, best = read_facts(run, steps_of(run), now=now), run.best_iteration
    return (
        best is not None
        and is_same_text(candidate_text(facts, best), attestation.body_plain)
        and is_good_enough(facts, best)
    )


def _has_left_since(run: DraftRun) -> bool:
    """Whether something of ours went into the thread after the mail that the run answers."""
    since = run.trigger.received_at
    mails = OutgoingMail.objects.filter(thread=run.batch.thread_id, created_at__gte=since)
    mails = mails.exclude(kind=MailKind.RECEIPT)  # it answers nothing
    ours = Message.objects.filter(
        thread=run.batch.thread_id, direction=Direction.OUT, received_at__gte=since
    )
    return mails.exclude(state=MailState.CANCELLED).exists() or ours.exists()


def find_hard_blocks(*, run: DraftRun, draft: Draft, text: str) -> tuple[str, ...]:
    """Why this text may not leave without a person, computed anew; in the order of HardBlock."""
    desk = current_desk()
    work = work_of(run.batch)
    found = {
        *run.snapshot.get("hard_blocks", ()),  # none is ever lifted
        *find_mail_blocks(work=work, plan=interpret_work(work=work, desk=desk), desk=desk),
        # A question that the draft left open may be answered in the text that goes out.
        *(set(find_draft_blocks(draft=draft)) - {HardBlock.FOLLOW_UP_OPEN}),
        *judge_text(draft=draft, text=text).blocks,
    }
    evaluated = run.artifacts.filter(stage=Stage.EVALUATION, iteration=run.best_iteration or 0)
    if not evaluated.exists() or run.artifacts.filter(stage=Stage.LOOP_ERROR).exists():
        found.add(HardBlock.EVALUATION_FAILED)
    return tuple(block for block in HardBlock.values if block in found)
