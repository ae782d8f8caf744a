"""The second call: a draft from a message or a plan, kept with its event and open questions."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from datetime import datetime
from functools import partial

from django.db import transaction

from config.errors import DomainError
from drafting.access.measures import WORK_SECONDS
from drafting.drafts.authors import Author
from drafting.drafts.kept import current_desk
from drafting.drafts.learning_feed import tell_selection, tell_unanswered
from drafting.drafts.models import MAX_SUBJECT_CHARACTERS, Draft
from drafting.drafts.plans import plan_to_json, tightened
from drafting.drafts.services.interpret import interpret_message, interpret_work
from drafting.drafts.shapes import quality_json, ranker_json
from drafting.failpoints import failpoint
from drafting.mail.choices import ThreadKind
from drafting.mail.claims import get_live_work, newest, require_claim
from drafting.mail.models import Message
from drafting.mail.selectors import get_message
from drafting.mail.work_models import Batch
from drafting.pipeline.choose import Payment
from drafting.pipeline.compose import ComposeRequest, Composition, Desk, compose
from drafting.pipeline.plan import ActionPlan
from learning.calibration.selectors import current_priors
from learning.records import LedgerOutcome


@dataclass(frozen=True, slots=True)
class GenerateRequest:
    """Exactly one of ``work_token``, ``message`` and ``action_plan`` is given."""

    work_token: str = ""
    message: int | None = None
    action_plan: ActionPlan | None = None
    subject: str = ""
    recipient_name: str = ""
    payment: Payment = field(default_factory=Payment)


@dataclass(frozen=True, slots=True)
class Composed:
    """A draft worked out, and not kept yet."""

    desk: Desk
    plan: ActionPlan
    message: Message | None
    composition: Composition
    work_token: str


@dataclass(frozen=True, slots=True)
class Generated:
    draft: Draft
    plan: ActionPlan
    composition: Composition
    ledger: LedgerOutcome


def generate_draft(*, request: GenerateRequest, author: Author, now: datetime) -> Generated:
    """Composes a draft and keeps it; raises what the two steps raise."""
    return keep_draft(composed=compose_draft(request=request), author=author, now=now)


def compose_draft(*, request: GenerateRequest) -> Composed:
    """Reads and composes without a lock; writes nothing.

    With a claim or a message the server interprets its own record; a posted plan is read again,
    and the stricter reading wins. Raises claim_lost, unknown_message, or conflict for a briefing,
    which no template answers.
    """
    desk = current_desk()
    with WORK_SECONDS.labels("reading").time():
        plan, message = _read(request, desk)
    subject = request.subject or (message.subject if message else "")
    priors = current_priors(desk.catalogue)
    with WORK_SECONDS.labels("composing").time():
        composition = compose(
            plan,
            desk=desk,
            priors=priors,
            request=ComposeRequest(subject, request.recipient_name, request.payment),
        )
    return Composed(desk, plan, message, composition, request.work_token)


def keep_draft(*, composed: Composed, author: Author, now: datetime) -> Generated:
    """Keeps a draft, its event and its unanswered questions in one transaction. Raises claim_lost
    where the claim has ended since."""
    desk, plan, message = composed.desk, composed.plan, composed.message
    composition, token = composed.composition, composed.work_token
    with transaction.atomic():
        batch = require_claim(work_token=token)[1] if token else None
        draft = _keep_draft(plan, composition, desk, message, batch, author, now)
        tell_selection(draft, plan, composition)
        ledger = tell_unanswered(
            _open_questions(plan, composition),
            plan=plan,
            category=draft.scenario_category,
            message=message,
            suggestions=composition.gaps.suggestions,
            catalogue=desk.catalogue,
            now=now,
        )
        transaction.on_commit(partial(failpoint, "drafted"))
    return Generated(draft, plan, composition, ledger)


def _read(request: GenerateRequest, desk: Desk) -> tuple[ActionPlan, Message | None]:
    """The plan, and the newest message that the draft answers."""
    if request.work_token:
        work = get_live_work(work_token=request.work_token)
        if work.thread.kind == ThreadKind.BRIEFING:
            raise DomainError("conflict", "A briefing is answered with a text of your own.")
        return interpret_work(work=work, desk=desk), newest(work.messages)
    if request.message is not None:
        message = get_message(message_id=request.message)
        return interpret_message(message=message, desk=desk), message
    if request.action_plan is not None:
        plan = tightened(request.action_plan, desk.interpret_settings, subject=request.subject)
        return plan, None
    raise DomainError("validation_error", "Give a work token, a message or an action plan.")


def _open_questions(plan: ActionPlan, composition: Composition) -> tuple[str, ...]:
    """What the ledger hears of: questions without an answer; where nothing was selected, all."""
    if composition.template is None:
        return tuple(ask.text for ask in plan.intents.questions)
    return composition.gaps.unanswered


def _keep_draft(
    plan: ActionPlan,
    composition: Composition,
    desk: Desk,
    message: Message | None,
    batch: Batch | None,
    author: Author,
    now: datetime,
) -> Draft:
    template = composition.template
    return Draft.objects.create(
        message=message,
        batch=batch,
        agent=author.agent,
        source=author.source,
        created_at=now,
        action_plan=plan_to_json(plan),
        scenario_category=composition.choice.category,
        language=composition.language,
        template_id=template.key if template else None,
        template_version=template.version if template else None,
        selection=composition.choice.selection,
        confidence=composition.choice.confidence,
        ranker=ranker_json(composition),
        composite=composition.is_composite,
        subject=composition.subject[:MAX_SUBJECT_CHARACTERS],
        body_plain=composition.letter.text,
        question_blocks=[asdict(block) for block in composition.gaps.blocks],
        sources_used=[asdict(source) for source in composition.gaps.sources],
        slots={
            "filled": composition.letter.filled,
            "unresolved": list(composition.letter.unresolved),
            "placements": [asdict(placement) for placement in composition.letter.placements],
        },
        policy=asdict(composition.policy),
        quality=quality_json(composition.quality),
        delivery_status=composition.delivery.value,
        is_protected=composition.is_protected,
        catalogue_version=desk.catalogue.version,
    )
