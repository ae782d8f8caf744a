"""Finishes a run: which text may be its reply, and whether that may leave without a person.
Its best text is the only one that may go, and only a run can earn that nobody has to look at it.
``finish`` is the last call of an answer: the text is attested, kept as the run's final draft, and
becomes the reply. One transaction: what is refused stores nothing."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from django.db.models import QuerySet

from config.errors import DomainError
from drafting.drafts.authors import Author
from drafting.drafts.choices import DeliveryStatus
from drafting.drafts.kept import current_desk
from drafting.drafts.models import Attestation, Draft
from drafting.drafts.selectors import standing
from drafting.drafts.services import refine
from drafting.drafts.services.interpret import interpret_work
from drafting.mail.choices import Direction, MailKind, MailState, ThreadKind
from drafting.mail.claims import get_live_work, has_newer_mail, work_of
from drafting.mail.models import Message, Thread
from drafting.mail.work_models import Batch, OutgoingMail
from drafting.outbox.replies import answer_work, blocked, make_reply
from drafting.pipeline.check.checks import folded_lines
from drafting.runs.choices import (
    CONFIDENT_STOPS,
    NOTHING_LEFT,
    OF_ANSWERS,
    Do,
    HardBlock,
    RunStatus,
    Stage,
)
from drafting.runs.hard_blocks import find_draft_blocks, find_mail_blocks, judge_text
from drafting.runs.loop import candidate_text, is_good_enough
from drafting.runs.models import DraftRun, RunArtifact, RunSettings
from drafting.runs.rows import is_same_text, may_say, read_facts, read_next, steps_of
from drafting.runs.steps import out_of_order
from learning.events.choices import Reason


def run_of(batch: Batch) -> DraftRun | None:
    """The newest attempt at an answer to the batch; None where it ended with an earlier claim, for
    then the claim that lives works without one."""
    runs = DraftRun.objects.filter(batch=batch).select_related("batch", "draft")
    run = runs.order_by("-attempt", "-started_at").first()
    return None if run is None or run.stop_reason in NOTHING_LEFT else run


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
        *(set(find_draft_blocks(draft=draft)) - OF_ANSWERS),
        *judge_text(draft=draft, text=text).blocks,
    }
    evaluated = run.artifacts.filter(stage=Stage.EVALUATION, iteration=run.best_iteration or 0)
    if not evaluated.exists() or run.artifacts.filter(stage=Stage.LOOP_ERROR).exists():
        found.add(HardBlock.EVALUATION_FAILED)
    return tuple(block for block in HardBlock.values if block in found)


@dataclass(frozen=True, slots=True)
class FinishRequest:
    """``why``: of a ``RefineRequest``, the reason and what should have been chosen."""

    work_token: str
    text: str
    why: Mapping[str, str] = field(default_factory=dict)


def judge_finish(*, request: FinishRequest, author: Author) -> refine.Judged | None:
    """Judges the text without a lock, which takes longest; writes nothing. None where there is
    nothing to judge: ``finish_work`` says why, in its order."""
    try:
        batch = get_live_work(work_token=request.work_token, agent=author.agent).batch
        return _judge(_draft_of(Draft.objects.all(), batch, run_of(batch)), request)
    except DomainError:
        return None


def finish_work(
    *, request: FinishRequest, author: Author, ready: refine.Judged | None = None
) -> OutgoingMail:
    """Attest the text, keep it as final draft, reply with it, and end the claim.

    Without a run a person releases the reply; with one, ``finish`` must be what is next. The same
    once more gives the same reply. ``ready``: what ``judge_finish`` found; a kept draft never
    changes, so the text is judged rightly. Raises, checked in this order: ``already_answered``
    (with another text), ``claim_lost``, ``newer_inbound``, ``out_of_order``, ``unknown_draft``,
    ``not_best_text``, ``blocked_draft``.
    """

    def write(thread: Thread, batch: Batch, now: datetime) -> OutgoingMail:
        if thread.kind == ThreadKind.BRIEFING:
            raise DomainError("conflict", "A briefing is answered with work/{token}/reply.")
        run = _finished_run(batch, now)
        draft = _draft_of(Draft.objects.select_for_update(of=("self",)), batch, run)
        if run is not None and not may_say(run, steps_of(run), request.text, now=now):
            raise DomainError("not_best_text")
        judged = _attest(draft, request, author, now, ready)
        if run is not None:
            _keep_final(run, thread, folded_lines(request.text), judged, now)
        attested = judged.attestation
        return make_reply(thread, batch, attested.body_plain, attested, "", author.agent, now)

    return answer_work(
        work_token=request.work_token,
        agent=author.agent,
        write=write,
        is_same=lambda mail: _is_same(mail, request),
    )


def _is_same(mail: OutgoingMail, request: FinishRequest) -> bool:
    last = mail.draft.last_attempt if mail.draft else None
    return (
        last is not None
        and is_same_text(last.body_plain, request.text)
        and last.rewrite_reason == request.why.get("rewrite_reason", Reason.NONE)
    )


def _finished_run(batch: Batch, now: datetime) -> DraftRun | None:
    """The batch's run, where it is over and has a text; None without a run."""
    run = run_of(batch)
    if run is None:
        return None
    due = read_next(run=run, now=now)
    if due.do != Do.FINISH or run.status == RunStatus.RUNNING:
        raise out_of_order(due)
    return run


def _draft_of(drafts: QuerySet[Draft], batch: Batch, run: DraftRun | None) -> Draft:
    mine = drafts.filter(runs=run) if run else drafts.filter(batch=batch)
    known = mine.select_related("message", "template").defer("message__raw")
    newest = known.order_by("-created_at").first()
    return standing(newest, "Nothing was generated under this claim.")


def _judge(draft: Draft, request: FinishRequest) -> refine.Judged:
    wanted = refine.RefineRequest(
        draft_id=draft.pk,
        refined_body_plain=request.text,
        original_body_plain=draft.body_plain,
        **request.why,
    )
    return refine.judge_text(draft=draft, request=wanted, is_by_person=False)


def _attest(
    draft: Draft, request: FinishRequest, author: Author, now: datetime, ready: refine.Judged | None
) -> refine.Judged:
    if ready is None or ready.attestation.draft_id != draft.pk:
        ready = _judge(draft, request)
    kept = refine.attest_text(draft=draft, judged=ready, author=author, now=now)
    if kept.delivery == DeliveryStatus.BLOCKED:
        raise blocked(kept.quality.failed_checks, kept.quality.failed_check_details)
    return kept


def _keep_final(
    run: DraftRun, thread: Thread, text: str, judged: refine.Judged, now: datetime
) -> None:
    """The text that a run is finished with, unless it is kept already."""
    attested = judged.attestation
    RunArtifact.objects.get_or_create(
        run=run,
        stage=Stage.FINAL_DRAFT,
        iteration=run.best_iteration or 0,
        defaults={
            "input_hash": attested.text_hash,
            "payload": {
                "delivery_status": judged.delivery,
                "rewrite_reason": attested.rewrite_reason,
            },
            "text": text,
            "claim_number": thread.claim_number,
            "agent": attested.agent,
            "created_at": now,
        },
    )
