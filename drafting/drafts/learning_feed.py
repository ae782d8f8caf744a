"""Tells learning about drafts and rewrites, in plain values: no mail, no address, no key."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import Exists, OuterRef
from django.utils.crypto import salted_hmac

from drafting.drafts.authors import Author
from drafting.drafts.kept import current_desk
from drafting.drafts.models import Attestation, Draft
from drafting.mail.models import Message
from drafting.pipeline.answer.compose import Composition
from drafting.pipeline.answer.rank import leading_topic
from drafting.pipeline.interpret.language import text_language
from drafting.pipeline.outcomes import AnswerSource, OutcomeKind
from drafting.pipeline.plan import ActionPlan, AgreementStatus, Ask, AskKind
from learning.events.choices import Kind, Recognised, outcome_of
from learning.events.models import RefinementEvent, SelectionEvent
from learning.events.recognition import Recognition, recognise
from learning.events.services import exclude_drafts, record_refinement, record_selection
from learning.ledger.models import UnknownQuestion
from learning.ledger.recording import note_told, read_questions
from learning.proposals.evidence import RewrittenDraft
from learning.proposals.examination import examine_rewrite
from learning.proposals.models import ProposalEvidence, ReviewState
from learning.thresholds.selectors import current_tuning
from templatesapp.entries import Catalogue
from templatesapp.text.distance import edit_distance_pct, question_hash, text_hash

ORPHAN_ATTEMPT = 0
MAX_WAITING_PROPOSALS = 20  # of one key
MAX_ORPHANS_A_DAY = 100  # of one key


def is_thread_held_out(thread_id: int) -> bool | None:
    """Whether a conversation is answered without what was learned, so that one sees what that is
    worth; None where nothing is compared. By a keyed hash: the same each time, and nobody can
    choose. One query."""
    share = current_tuning().holdout_pct
    if not share:
        return None
    digest = salted_hmac("drafting.holdout", str(thread_id), algorithm="sha256").hexdigest()
    return int(digest, 16) % 100 < share


def tell_selection(
    draft: Draft, plan: ActionPlan, composition: Composition, *, is_held_out: bool | None = None
) -> None:
    """What was picked for a draft, protected categories included: they stay visible in events."""
    template = composition.template
    record_selection(
        event=SelectionEvent(
            draft_id=draft.id,
            created_at=draft.created_at,
            scenario_category=draft.scenario_category,
            language=plan.language,
            ranker_selection=draft.selection,
            ranker_confidence=draft.confidence,
            agent=draft.agent,
            source=draft.source,
            template_id=template.key if template else None,
            template_category=template.category if template else "",
            template_version=template.version if template else None,
            template_text_hash=text_hash(template.body) if template else "",
            learning_epoch=template.learning_epoch if template else None,
            candidate_template_ids=[
                candidate.template_id for candidate in composition.choice.ranking.candidates
            ],
            question_hashes=[
                question_hash(ask.text) for ask in (*plan.intents.questions, *plan.intents.requests)
            ],
            is_composite=draft.composite,
            topic=leading_topic(plan),
            is_held_out=is_held_out,
        )
    )
    if draft.message_id is None and not current_tuning().counts_posted_plans:
        exclude_drafts(draft_ids=[draft.id], kind=Kind.POSTED_PLAN, now=draft.created_at)


def read_unanswered(
    plan: ActionPlan, composition: Composition, *, message: Message | None, catalogue: Catalogue
) -> tuple[UnknownQuestion, ...]:
    """What nobody could answer, as the ledger will hold it (redacted there), with the best text
    that was found and could not be put in."""
    found = {answer.ask: answer.suggestion for answer in composition.answers}
    suggestions = {ask.text: found[ask.id] for ask in plan.asks if found.get(ask.id)}
    open_questions = (
        UnknownQuestion(
            question=ask.text,
            is_action=ask.kind is AskKind.ACTION,
            language=plan.language,
            scenario_category=composition.choice.category,
            suggested_answer=suggestions.get(ask.text, ""),
        )
        for ask in _open_asks(plan, composition)
    )
    return read_questions(
        open_questions,
        catalogue,
        context=plan.normalized_text,
        sender_name=message.from_name if message else plan.guest_name or "",
        sender_address=message.from_address if message else "",
    )


def _open_asks(plan: ActionPlan, composition: Composition) -> Iterator[Ask]:
    """What the ledger hears of: questions about the house, and things to do, that no text of ours
    answers. What a dispute, an agreement or an opt-out wants done is that guest's own matter."""
    has_agreed = plan.agreement.status is not AgreementStatus.NONE
    is_own = plan.escalation_required or plan.opt_out or has_agreed
    kinds = (AskKind.QUESTION,) if is_own else (AskKind.QUESTION, AskKind.ACTION)
    for ask, outcome in zip(plan.asks, composition.quality.outcomes, strict=True):
        is_open = outcome.outcome is not OutcomeKind.ANSWERED
        if is_open and ask.kind in kinds and not ask.is_unresolved:
            yield ask


def tell_refinement(
    attestation: Attestation,
    *,
    draft: Draft,
    is_at_a_glance: bool = False,
    takes_back: bool = False,
) -> None:
    """One attempt at a draft's text, and its examination as a proposal. ``takes_back``: as
    ``record_refinement`` says."""
    recognition = _recognised(attestation, draft)
    became = recognition.became
    record_refinement(
        event=RefinementEvent(
            draft_id=draft.id,
            attempt=attestation.attempt,
            created_at=attestation.created_at,
            refinement_applied=attestation.refinement_applied,
            edit_distance_pct=attestation.edit_distance_pct,
            category_mismatch=is_mismatch(draft, attestation.corrected_category),
            rewrite_reason=attestation.rewrite_reason,
            question_count=len(draft.action_plan["intents"]["questions"]),
            original_body_hash=text_hash(draft.body_plain),
            refined_body_hash=attestation.sent_hash,
            # A further attempt is judged against the kept draft, whatever the caller compares with.
            original_matches=attestation.original_matches or attestation.attempt > 1,
            recognised=recognition.kind,
            became_id=became.key if became else None,
            became_epoch=became.learning_epoch if became else None,
            source=draft.source,
            agent=attestation.agent,
            staff=attestation.person.get_username() if attestation.person else "",
            is_at_a_glance=is_at_a_glance,
        ),
        takes_back=takes_back,
    )
    examine_attested(attestation, draft=draft, now=attestation.created_at)
    if attestation.person_id is not None:
        note_told(_put_in(attestation, draft))


def _put_in(attestation: Attestation, draft: Draft) -> dict[str, str]:
    """The answers of ours that a person put into their text for what the draft left open, by the
    hash of what was asked; each once a draft."""
    told = {
        row["ask"]: row["citation"]
        for row in attestation.outcomes
        if row["source"] == AnswerSource.KNOWLEDGE
    }
    if not told:
        return {}
    earlier = draft.attestations.filter(attempt__lt=attestation.attempt).last()
    known = {(row["ask"], row["citation"]) for row in (earlier or draft).outcomes}
    language = attestation.quality.get("language", draft.language)
    ours = (item for item in current_desk().catalogue.knowledge if item.language == language)
    answers = {item.citation: item.answer for item in ours}
    asked = {ask["id"]: ask["text"] for ask in draft.action_plan.get("asks", ())}
    new = ((ask, key) for ask, key in told.items() if (ask, key) not in known and key in answers)
    return {question_hash(asked[ask]): answers[key] for ask, key in new}


def examine_attested(attestation: Attestation, *, draft: Draft, now: datetime) -> None:
    """What the text proposes. Of a key with too much waiting nothing: the event stands, and what a
    person has not looked at grows no further."""
    if attestation.person_id is None and _has_too_many_waiting(attestation.agent):
        return
    examine_rewrite(rewritten=rewritten_draft(draft, attestation), now=now)


def _recognised(attestation: Attestation, draft: Draft) -> Recognition:
    """Which letter the text is; a text that the check blocks teaches nothing."""
    if attestation.refinement_applied and not attestation.quality.get("passed"):
        return Recognition(Recognised.BLOCKED)
    return recognise(
        refined_body=attestation.body_plain,
        is_applied=attestation.refinement_applied,
        drafted_from=draft.template.template_id if draft.template else "",
        values=draft.slots.get("filled", {}),
        corrected_template_id=attestation.corrected_template_id,
        language=attestation.quality.get("language", draft.language),
        draft_body=draft.body_plain,
    )


def tell_orphan(
    *,
    draft_id: UUID,
    original: str,
    refined: str,
    rewrite_reason: str,
    author: Author,
    now: datetime,
) -> None:
    """A rewrite of a draft that nobody knows: counted, never joined; so many a key and day."""
    since = now - timedelta(days=1)
    known = RefinementEvent.objects.filter(
        agent=author.agent, attempt=ORPHAN_ATTEMPT, created_at__gte=since
    )
    if known.count() >= MAX_ORPHANS_A_DAY:
        return
    is_same = original.strip() == refined.strip()
    record_refinement(
        event=RefinementEvent(
            draft_id=draft_id,
            attempt=ORPHAN_ATTEMPT,
            created_at=now,
            refinement_applied=not is_same,
            edit_distance_pct=0.0 if is_same else edit_distance_pct(original, refined),
            category_mismatch=False,
            rewrite_reason=rewrite_reason,
            question_count=0,
            original_body_hash=text_hash(original),
            refined_body_hash=text_hash(refined),
            original_matches=False,
            source=author.source,
            agent=author.agent,
        )
    )


def _has_too_many_waiting(agent: str) -> bool:
    """Whether as many proposals as one key may have wait for a person. What counts is who rewrote
    a text, not whose draft it was."""
    own = RefinementEvent.objects.filter(
        draft_id=OuterRef("draft_id"), attempt=OuterRef("attempt"), agent=agent, staff=""
    )
    waiting = ProposalEvidence.objects.filter(
        Exists(own), proposal__review_state=ReviewState.PENDING
    )
    return waiting.values("proposal").distinct().count() >= MAX_WAITING_PROPOSALS


def rewritten_draft(draft: Draft, attestation: Attestation) -> RewrittenDraft:
    """A rewrite as learning examines it; the texts are redacted before anything is kept."""
    message = draft.message
    return RewrittenDraft(
        draft_id=draft.id,
        attempt=attestation.attempt,
        occurred_at=attestation.created_at,
        scenario_category=draft.scenario_category,
        language=text_language(attestation.body_plain, draft.language),
        original_body=draft.body_plain,
        refined_body=attestation.body_plain,
        edit_distance_pct=attestation.edit_distance_pct,
        rewrite_reason=attestation.rewrite_reason,
        refinement_applied=attestation.refinement_applied,
        quality_passed=bool(attestation.quality.get("passed")),
        source=draft.source,
        template_key=draft.template_id,
        template_version=draft.template_version,
        corrected_category=attestation.corrected_category,
        is_composite=draft.composite,
        slots_filled=draft.slots.get("filled", {}),
        email_subject=message.subject if message else draft.subject,
        sender_name=message.from_name if message else "",
        sender_address=message.from_address if message else "",
        contact_hash=contact_hash(message.from_address) if message else "",
        promises=tuple(
            row["sentence"] for row in draft.outcomes if row["outcome"] == OutcomeKind.PROMISED
        ),
        unanswered=_unanswered(draft),
    )


def _unanswered(draft: Draft) -> tuple[str, ...]:
    """What the mail asks and the draft does not answer; notices want no answer."""
    answered = {row["ask"] for row in draft.outcomes if row["outcome"] == OutcomeKind.ANSWERED}
    return tuple(
        ask["text"]
        for ask in draft.action_plan.get("asks", ())
        if ask["kind"] != AskKind.NOTICE and ask["id"] not in answered
    )


def contact_hash(address: str) -> str:
    """A person as learning may know them: the same each time, and no address."""
    if not address:
        return ""
    return salted_hmac("drafting.contact", address.casefold(), algorithm="sha256").hexdigest()


def is_mismatch(draft: Draft, corrected_category: str) -> bool:
    """Whether the caller named another category than the template's own."""
    if not corrected_category or draft.template is None:
        return False
    return corrected_category != draft.template.category


def outcome_for(attestation: Attestation, draft: Draft) -> str:
    """How the attempt counts with today's boundaries; derived, stored nowhere."""
    return outcome_of(
        edit_distance_pct=attestation.edit_distance_pct,
        category_mismatch=is_mismatch(draft, attestation.corrected_category),
        rewrite_reason=attestation.rewrite_reason,
        boundaries=current_tuning().boundaries,
    ).value
