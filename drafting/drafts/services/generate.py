"""The second call: a draft from a message or a plan, kept with its event and open questions."""

import hashlib
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from functools import partial

from django.db import transaction
from django.utils import timezone

from config.errors import DomainError
from drafting.access.requests import WORK_SECONDS
from drafting.drafts.authors import Author
from drafting.drafts.kept import current_desk
from drafting.drafts.learning_feed import is_thread_held_out, read_unanswered, tell_selection
from drafting.drafts.models import MAX_SUBJECT_CHARACTERS, Draft
from drafting.drafts.services.interpret import (
    header_name_of,
    interpret_mail,
    interpret_message,
    interpret_posted,
    interpret_work,
)
from drafting.drafts.shapes import (
    named_messages,
    outcomes_json,
    plan_to_json,
    policy_json,
    quality_json,
    ranker_json,
)
from drafting.failpoints import failpoint
from drafting.mail.choices import ThreadKind
from drafting.mail.claims import Work, get_live_work, newest, require_claim
from drafting.mail.models import Message
from drafting.mail.selectors import get_message, is_promise_overdue
from drafting.mail.services import confirm_emergency
from drafting.mail.work_models import Batch
from drafting.pipeline.answer.compose import ComposeRequest, Composition, compose
from drafting.pipeline.check.surroundings import Desk
from drafting.pipeline.outcomes import question_blocks
from drafting.pipeline.plan import ActionPlan, IncomingMail
from learning.calibration.services import current_priors
from learning.ledger.models import UnknownQuestion
from learning.ledger.recording import LedgerOutcome, enter_questions
from templatesapp.choices import Acknowledges
from templatesapp.entries import TemplateEntry


@dataclass(frozen=True, slots=True)
class GenerateRequest(ComposeRequest):
    """Exactly one of ``work_token``, ``message``, ``action_plan`` and ``mail``, which is recorded
    nowhere, is given. Subject, name and time of the recorded mail stand in where none is given."""

    work_token: str = ""
    message: int | None = None
    action_plan: ActionPlan | None = None
    mail: IncomingMail | None = None


@dataclass(frozen=True, slots=True)
class Composed:
    """A draft worked out, and not kept yet: neither its row nor what the ledger will hold."""

    draft: Draft
    questions: tuple[UnknownQuestion, ...]
    plan: ActionPlan
    composition: Composition
    request: GenerateRequest
    is_held_out: bool | None  # drafted without what was learned; None: takes no part


@dataclass(frozen=True, slots=True)
class Generated:
    draft: Draft
    ledger: LedgerOutcome
    template: TemplateEntry | None = None  # the letter, or the acknowledgement in its place


def generate_draft(*, request: GenerateRequest, author: Author, now: datetime) -> Generated:
    """Composes a draft and keeps it; raises what the two steps raise."""
    composed = compose_draft(request=request, author=author)
    return keep_draft(composed=composed, author=author, now=now)


def compose_draft(*, request: GenerateRequest, author: Author) -> Composed | Generated:
    """Reads and composes without a lock; writes nothing.

    With a claim or a message the server interprets its own record; a posted plan is read again,
    and the stricter reading wins. Raises claim_lost, unknown_message, or conflict for a briefing,
    which no template answers; profile_missing on a desk that nobody has named. Asked the same
    again under a claim, the batch's draft comes back: an agent that was killed before it could
    store it makes no second one.
    """
    # Of everything that was asked, whichever token it came with.
    wanted = hashlib.sha256(repr(replace(request, work_token="")).encode()).hexdigest()
    work = None
    if request.work_token:
        work = get_live_work(work_token=request.work_token, agent=author.agent)
        if (open_draft := _open_draft(work.batch, wanted)) is not None:
            return _kept(open_draft)
    composed = compose_anew(request=request, author=author, work=work)
    composed.draft.request_hash = wanted
    return composed


def compose_anew(*, request: GenerateRequest, author: Author, work: Work | None = None) -> Composed:
    """Whatever was composed for the same before. ``work``: of the request's token. Raises as
    ``compose_draft`` does."""
    desk = current_desk()
    if not desk.catalogue.profile.is_filled_in:
        raise DomainError(
            "profile_missing",
            "No draft without a name below it: fill in the desk profile in the back office "
            "(/admin/templatesapp/deskprofile/), or load a house (manage.py load_house).",
        )
    with WORK_SECONDS.labels("reading").time():
        plan, message = _read(request, work, desk)
    # The newest recorded mail that a posted plan was read from.
    numbers = named_messages(plan) if message is None else []
    named = get_message(message_id=numbers[-1]) if numbers else None
    # In the house's own time, since reception hours are.
    received_at = timezone.localtime(message.received_at).isoformat() if message else ""
    priors = current_priors(desk.catalogue)
    is_held_out = is_thread_held_out(message.thread_id) if message and priors else None
    with WORK_SECONDS.labels("composing").time():
        composition = compose(
            plan,
            desk=desk,
            priors={} if is_held_out else priors,
            request=replace(
                request,
                subject=request.subject or (message.subject if message else ""),
                header_name=request.header_name or header_name_of(message or named),
                received_at=request.received_at or received_at,
                is_overdue=message is not None and plan.sent != () and is_promise_overdue(message),
            ),
        )
    questions = read_unanswered(plan, composition, message=message, catalogue=desk.catalogue)
    draft = _draft(plan, composition, request, desk, message, author)
    return Composed(draft, questions, plan, composition, request, is_held_out)


def keep_draft(*, composed: Composed | Generated, author: Author, now: datetime) -> Generated:
    """Keeps a draft, its event and its unanswered questions in one transaction. Raises claim_lost
    where the claim has ended since."""
    if isinstance(composed, Generated):
        return composed
    draft, plan, composition = composed.draft, composed.plan, composed.composition
    with transaction.atomic():
        batch = claimed_batch(work_token=composed.request.work_token, author=author)
        if batch is not None and (open_draft := _open_draft(batch, draft.request_hash)) is not None:
            return _kept(open_draft)
        draft.batch, draft.created_at = batch, now
        draft.save(force_insert=True)
        said = composition.acknowledgement
        if draft.message and said and said.acknowledges == Acknowledges.EMERGENCY:
            confirm_emergency(draft.message)
        tell_selection(draft, plan, composition, is_held_out=composed.is_held_out)
        ledger = enter_questions(composed.questions, now=now)
        transaction.on_commit(partial(failpoint, "drafted"))
    return Generated(draft, ledger, composition.acknowledgement or composition.template)


def claimed_batch(*, work_token: str, author: Author) -> Batch | None:
    """The batch of a live claim, under its thread's lock; None for a call without a claim."""
    return require_claim(work_token=work_token, agent=author.agent)[1] if work_token else None


def _open_draft(batch: Batch, wanted: str) -> Draft | None:
    drafts = Draft.objects.filter(batch=batch, request_hash=wanted, blanked_at__isnull=True)
    return drafts.select_related("template").order_by("-created_at").first()


def _kept(draft: Draft) -> Generated:
    letters = current_desk().catalogue.templates_by_key
    template = letters.get(draft.acknowledgement_id or draft.template_id or 0)
    return Generated(draft, LedgerOutcome(), template)


def _read(
    request: GenerateRequest, work: Work | None, desk: Desk
) -> tuple[ActionPlan, Message | None]:
    """The plan, and the newest message that the draft answers."""
    if work is not None:
        if work.thread.kind == ThreadKind.BRIEFING:
            raise DomainError("conflict", "A briefing is answered with a text of your own.")
        return interpret_work(work=work, desk=desk), newest(work.messages)
    if (posted := request.action_plan) is not None:
        return interpret_posted(plan=posted, subject=request.subject, desk=desk), None
    if request.mail is not None:
        return interpret_mail(mail=request.mail), None
    message = get_message(message_id=request.message or 0)
    return interpret_message(message=message, desk=desk), message


def _draft(
    plan: ActionPlan,
    composition: Composition,
    request: GenerateRequest,
    desk: Desk,
    message: Message | None,
    author: Author,
) -> Draft:
    template = composition.template
    return Draft(
        message=message,
        agent=author.agent,
        source=author.source,
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
        question_blocks=question_blocks(plan.asks, composition.quality.outcomes),
        outcomes=outcomes_json(composition.quality.outcomes),
        origins={key: asdict(origin) for key, origin in composition.origins.items()},
        left_out=list(composition.left_out),
        states=dict(request.states),
        matched_facts=dict(composition.quality.facts.matches),
        rests_on_state=composition.rests_on_state,
        waits_for=composition.waits_for or "",
        acknowledgement_id=composition.acknowledgement.key if composition.acknowledgement else None,
        sources_used=[asdict(source) for source in composition.sources],
        slots={
            "filled": composition.letter.filled,
            "unresolved": list(composition.letter.unresolved),
            "holes": list(composition.letter.holes),
            "placements": [asdict(placement) for placement in composition.letter.placements],
        },
        policy=policy_json(composition.policy, composition.language),
        quality=quality_json(composition.quality),
        delivery_status=composition.delivery.value,
        is_protected=composition.is_protected,
        catalogue_version=desk.catalogue.version,
    )
