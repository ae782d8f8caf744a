"""The last call of an answer: the text is attested, kept as the run's final draft, and becomes the
reply. One transaction: what is refused stores nothing."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from config.errors import DomainError, invalid
from drafting.drafts.authors import Author
from drafting.drafts.choices import DeliveryStatus
from drafting.drafts.kept import current_desk
from drafting.drafts.models import Draft
from drafting.drafts.services.refine import (
    Judged,
    Refinement,
    RefineRequest,
    attest_text,
    judge_text,
)
from drafting.mail.choices import ThreadKind
from drafting.mail.claims import get_live_work
from drafting.mail.models import Thread
from drafting.mail.work_models import Batch, OutgoingMail
from drafting.outbox.replies import answer_work, make_reply
from drafting.pipeline.check.checks import folded_lines
from drafting.runs.choices import Do, RunStatus, Stage
from drafting.runs.earned import run_of
from drafting.runs.models import DraftRun, RunArtifact
from drafting.runs.rows import is_same_text, may_say, read_next, steps_of
from drafting.runs.steps import out_of_order
from learning.events.outcomes import Reason


@dataclass(frozen=True, slots=True)
class FinishRequest:
    """``corrected_template``: id of the letter that should have been chosen."""

    work_token: str
    text: str
    rewrite_reason: str = Reason.NONE
    corrected_template: str = ""
    corrected_category: str = ""  # where no letter says what was needed


def judge_finish(*, request: FinishRequest, author: Author) -> Judged | None:
    """Judges the text without a lock, which takes longest; writes nothing. None where there is
    nothing to judge: ``finish_work`` says why, in its order."""
    try:
        batch = get_live_work(work_token=request.work_token, agent=author.agent).batch
        draft = _draft_of(Draft.objects.all(), batch, run_of(batch))
        refine = _refine_request(draft, request)
        return judge_text(draft=draft, request=refine, is_by_person=False)
    except DomainError:
        return None


def finish_work(
    *, request: FinishRequest, author: Author, ready: Judged | None = None
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
        refinement = _attest(draft, request, author, now, ready)
        if run is not None:
            _keep_final(run, thread, folded_lines(request.text), refinement, now)
        stands, attestation = refinement.body_plain, refinement.attestation
        return make_reply(thread, batch, stands, attestation, "", author.agent, now)

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
        and last.rewrite_reason == request.rewrite_reason
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
    draft = known.order_by("-created_at").first()
    if draft is None:
        raise DomainError("unknown_draft", "Nothing was generated under this claim.")
    if draft.blanked_at is not None:
        raise DomainError("body_blanked")
    return draft


def _refine_request(draft: Draft, request: FinishRequest) -> RefineRequest:
    return RefineRequest(
        draft_id=draft.pk,
        refined_body_plain=request.text,
        original_body_plain=draft.body_plain,
        rewrite_reason=request.rewrite_reason,
        corrected_category=request.corrected_category,
        corrected_template=_known_letter(request.corrected_template),
    )


def _attest(
    draft: Draft, request: FinishRequest, author: Author, now: datetime, ready: Judged | None
) -> Refinement:
    refine = _refine_request(draft, request)
    if ready is None or ready.draft_id != draft.pk:
        ready = judge_text(draft=draft, request=refine, is_by_person=False)
    refinement = attest_text(draft=draft, request=refine, judged=ready, author=author, now=now)
    refinement.attestation.draft = draft
    if refinement.delivery == DeliveryStatus.BLOCKED:
        failed = ", ".join(refinement.quality.failed_checks) or "empty"
        details = {"failed_checks": dict(refinement.quality.failed_check_details)}
        raise DomainError("blocked_draft", f"The text did not pass: {failed}.", extra=details)
    return refinement


def _known_letter(template_id: str) -> str:
    letters = {template.template_id for template in current_desk().catalogue.templates}
    if template_id and template_id not in letters:
        raise invalid("corrected_template", f"No letter is called {template_id[:40]}.")
    return template_id


def _keep_final(
    run: DraftRun, thread: Thread, text: str, refinement: Refinement, now: datetime
) -> None:
    """The text that a run is finished with, unless it is kept already."""
    attested = refinement.attestation
    RunArtifact.objects.get_or_create(
        run=run,
        stage=Stage.FINAL_DRAFT,
        iteration=run.best_iteration or 0,
        defaults={
            "input_hash": attested.text_hash,
            "payload": {
                "delivery_status": refinement.delivery,
                "rewrite_reason": attested.rewrite_reason,
            },
            "text": text,
            "claim_number": thread.claim_number,
            "agent": attested.agent,
            "created_at": now,
        },
    )
