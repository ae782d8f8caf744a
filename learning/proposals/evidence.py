"""Finds the sentences that a rewrite wishes for, and gathers wishes into proposals: one once enough
guests were told the same.

A wish is a row of evidence that is not stored yet: one sentence that a guest was told otherwise
than the letter says, or all of a letter in their language; slotted, redacted, and only then kept.
Without a letter none answers what they asked.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from itertools import chain
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from learning.events.models import RefinementEvent
from learning.proposals.changes import (
    SentenceChange,
    change_letter,
    kept_share,
    sentence_changes,
    sentence_key,
)
from learning.proposals.guards import as_rows, lint_proposed, text_of_version
from learning.proposals.meaning import Meanings, is_for_anyone, marks, meanings
from learning.proposals.models import (
    DECLINED_STATES,
    Change,
    ProposalEvidence,
    ProposalType,
    ReviewState,
    TemplateProposal,
)
from learning.proposals.openings import GREETING_SLOT, subject_of
from learning.proposals.slotting import slot_text
from learning.proposals.translations import letter_in
from learning.redaction import own_words, redact
from learning.thresholds.selectors import current_tuning
from templatesapp.entries import Catalogue
from templatesapp.models import MAX_BODY_CHARACTERS, EmailTemplate
from templatesapp.selectors import current_catalogue, nearest_templates
from templatesapp.text.distance import text_hash
from templatesapp.text.letter import closing, split_letter
from templatesapp.text.sentences import sentences
from templatesapp.text.slots import FACT_PREFIX, SLOT

RETENTION_DAYS = 90  # source: design page "Learning", retention_expires_at
# A declined wish comes back when this many times the guests are told it.
COMES_BACK_AT = 2
_DROPPED_BY = 0.5  # of the drafts of a text, before its sentence is taken for unwanted
_SUBJECT_CHARACTERS = 400
# Of a letter's sentences; a text that keeps fewer is no edit of that letter.
_KEPT_SHARE = 0.5

Rows = Sequence[ProposalEvidence]


@dataclass(frozen=True, slots=True)
class RewrittenDraft:
    """A rewrite as a whole, for examining it as a proposal. Texts are never stored as they are."""

    draft_id: UUID
    attempt: int
    occurred_at: datetime
    scenario_category: str
    language: str  # of the rewritten text
    original_body: str  # the kept draft
    refined_body: str
    edit_distance_pct: float
    rewrite_reason: str
    refinement_applied: bool
    quality_passed: bool
    source: str
    template_key: int | None = None
    template_version: int | None = None
    corrected_category: str = ""
    is_composite: bool = False
    slots_filled: Mapping[str, str] = field(default_factory=dict)  # slot name -> value put in
    email_subject: str = ""
    sender_name: str = ""
    sender_address: str = ""
    contact_hash: str = ""  # "" where nobody is known
    promises: tuple[str, ...] = ()  # sentences of the draft that leave something to a person
    unanswered: tuple[str, ...] = ()  # what was asked and nothing of ours answers


def keep_wish(
    row: ProposalEvidence, rewritten: RewrittenDraft, now: datetime
) -> TemplateProposal | None:
    """Evidence of the proposal that asks for the same, or a proposal of its own once enough guests
    were told the same; else it waits and None comes back. The letter's row is locked."""
    catalogue = current_catalogue()
    known = meanings(row.language, catalogue)
    pending = _like(row, [ReviewState.PENDING], known)
    if pending is not None:
        _attach(pending, [row])
        return pending
    declined = _like(row, DECLINED_STATES, known)
    if declined is not None:
        _attach(declined, [row])
        if declined.evidence_count < COMES_BACK_AT * max(declined.evidence_at_decision, 1):
            return None
        rows = _copies(declined)
    else:
        row.save()
        rows = _told_the_same(row, known)
    proposal = _proposed(row, rows, known)
    if proposal is not None:
        redacted = redactor(rewritten, catalogue)
        proposal.email_subject = redacted(rewritten.email_subject)[:_SUBJECT_CHARACTERS]
        _store(proposal, row, rewritten, now)
        _attach(proposal, rows)
    return proposal


def count_evidence(proposal: TemplateProposal) -> None:
    """Different contacts; drafts without one are one together. No decision, so no history row."""
    contacts = proposal.evidence.order_by().values("contact_hash").distinct().count()
    proposal.evidence_count = contacts
    TemplateProposal.objects.filter(pk=proposal.pk).update(evidence_count=contacts)


def waiting_wishes() -> QuerySet[ProposalEvidence]:
    return ProposalEvidence.objects.filter(proposal=None)


def _like(row: ProposalEvidence, states: Iterable[str], known: Meanings) -> TemplateProposal | None:
    """The newest proposal of the same wish in one of the states, locked."""
    kind: dict[str, Any] = {"type": ProposalType.NEW}
    if row.template is not None:
        kind = {"type": ProposalType.PATCH, "source_template": row.template, "change": row.change}
        if row.change == Change.LANGUAGE:
            target = row.template.template_id
            kind = {"type": ProposalType.TRANSLATION, "target_template_id": target}
        elif row.change != Change.ADDED:
            kind["beside"] = row.beside
    same = TemplateProposal.objects.filter(
        review_state__in=states, blanked_at=None, language=row.language, **kind
    )
    locked = same.select_for_update(of=("self",)).order_by("-created_at", "pk")
    return next((proposal for proposal in locked if _asks_for(proposal, row, known)), None)


def _asks_for(proposal: TemplateProposal, row: ProposalEvidence, known: Meanings) -> bool:
    if row.change in (Change.LANGUAGE, Change.DROPPED):
        return True
    is_new = row.template is None
    said = sentences(proposal.proposed_body_redacted) if is_new else [proposal.sentence]
    return any(known.is_same(sentence, row.body_redacted) for sentence in said)


def _told_the_same(row: ProposalEvidence, known: Meanings) -> Rows:
    """The waiting wishes that say what this one says, it among them, oldest first."""
    others = waiting_wishes().filter(language=row.language, change=row.change)
    if row.template is not None and row.change == Change.LANGUAGE:
        return list(others.filter(template__template_id=row.template.template_id))
    others = others.filter(template=row.template)
    if row.change != Change.ADDED:
        others = others.filter(beside=row.beside)
    return [
        o for o in others if o.pk == row.pk or known.is_same(o.body_redacted, row.body_redacted)
    ]


def _proposed(row: ProposalEvidence, rows: Rows, known: Meanings) -> TemplateProposal | None:
    """The proposal that these wishes make; None where they are too few, or say nothing to all. Of
    sentences it takes the wording nearest to all others, of those that tell nothing of one guest
    alone."""
    minimum = current_tuning().minimum_evidence
    if guests(rows) < minimum:
        return None
    shared = shared_marks(rows, minimum)
    source = row.template
    if source is not None and row.change == Change.LANGUAGE:
        told = [(one.body_redacted, one.contact_hash) for one in rows if one.body_redacted]
        body = letter_in(row.language, source=source, told=told, shared=shared, minimum=minimum)
        return _of_letter(source, body, ProposalType.TRANSLATION)
    chosen = max(
        (one for one in rows if marks(one.body_redacted, one.language) <= shared),
        key=lambda one: sum(known.likeness(one.body_redacted, o.body_redacted) for o in rows),
        default=None,
    )
    if chosen is None:
        return None
    proposal = _patch(source, chosen, rows) if source else _new(chosen, rows, known, minimum)
    if proposal is not None:
        proposal.beside, proposal.sentence = chosen.beside, chosen.body_redacted
    return proposal


def guests(rows: Rows) -> int:
    """Different contacts; drafts without one are one together."""
    return len({row.contact_hash for row in rows})


def shared_marks(rows: Rows, minimum: int) -> frozenset[str]:
    """Numbers and names in these sentences that so many guests were told."""
    guests_told: dict[str, set[str]] = defaultdict(set)
    for row in rows:
        for mark in marks(row.body_redacted, row.language):
            guests_told[mark].add(row.contact_hash)
    return frozenset(mark for mark, told in guests_told.items() if len(told) >= minimum)


def _patch(
    template: EmailTemplate, chosen: ProposalEvidence, rows: Rows
) -> TemplateProposal | None:
    """The live letter with this one sentence changed."""
    is_drop = chosen.change == Change.DROPPED
    if is_drop:  # is it what most drafts from the letter went out with?
        since = min(row.created_at for row in rows)
        sent = RefinementEvent.objects.filter(template=template, created_at__gte=since)
        drafts, count = {row.draft_id for row in rows}, sent.filter(superseded_at=None).count()
        if len(drafts) < _DROPPED_BY * count:
            return None
    # Told beside one sentence it belongs to that; told beside several it belongs to none.
    places = {sentence_key(row.beside) for row in rows}
    beside = chosen.beside if len(places) == 1 else ""
    sentence = "" if is_drop else chosen.body_redacted
    body = change_letter(template.body, SentenceChange(Change(chosen.change), beside, sentence))
    return _of_letter(template, body, ProposalType.PATCH)


def _of_letter(
    letter: EmailTemplate, body: str | None, kind: ProposalType
) -> TemplateProposal | None:
    if body is None or len(body) > MAX_BODY_CHARACTERS:
        return None
    is_translated = kind == ProposalType.TRANSLATION
    return TemplateProposal(
        type=kind,
        source_template=letter,
        base_version=letter.version,
        base_text_hash=text_hash(letter.body),
        previous_body=letter.body,
        target_template_id=letter.template_id if is_translated else "",
        scenario_category=letter.category,
        proposed_subject=subject_of(body) if is_translated else letter.subject,
        proposed_body_redacted=body,
    )


def _new(
    chosen: ProposalEvidence, rows: Rows, known: Meanings, minimum: int
) -> TemplateProposal | None:
    """A letter of the sentences that enough guests were told, for what no letter answers. Its
    source is the live letter that it is most like."""
    if not any(known.terms(row.beside) & known.terms(row.body_redacted) for row in rows):
        return None  # it answers nothing that was asked
    told = []
    for row in waiting_wishes().filter(template=None, draft_id=chosen.draft_id).order_by("pk"):
        same = _told_the_same(row, known)
        own = marks(row.body_redacted, row.language)
        if guests(same) >= minimum and own <= shared_marks(same, minimum):
            told.append(row.body_redacted)
    catalogue, language = current_catalogue(), chosen.language
    signed = closing(catalogue.profile.signature, language)
    body = "\n\n".join([GREETING_SLOT, " ".join(told), signed])
    subject = subject_of(body)
    near = nearest_templates(catalogue=catalogue, subject=subject, body=body, language=language)
    categories = Counter(row.scenario_category for row in rows)
    return TemplateProposal(
        type=ProposalType.NEW,
        source_template_id=near[0][0].key if near else None,
        scenario_category=categories.most_common(1)[0][0],
        proposed_subject=subject,
        proposed_body_redacted=body,
    )


def _store(
    proposal: TemplateProposal, row: ProposalEvidence, rewritten: RewrittenDraft, now: datetime
) -> None:
    body = proposal.proposed_body_redacted
    proposal.created_at = now
    proposal.language, proposal.change = row.language, row.change
    proposal.proposed_text_hash = text_hash(" ".join(body.split()))
    proposal.rewrite_reason = rewritten.rewrite_reason
    proposal.edit_distance_pct = rewritten.edit_distance_pct
    proposal.pii_redaction_applied = True
    proposal.retention_expires_at = now + timedelta(days=RETENTION_DAYS)
    findings = lint_proposed(
        proposal, subject=proposal.proposed_subject, body=body, base_body=proposal.previous_body
    )
    proposal.findings = as_rows(findings)
    proposal._change_reason = f"proposed from draft {str(rewritten.draft_id)[:8]}"
    proposal.save()


def _attach(proposal: TemplateProposal, rows: Rows) -> None:
    """Puts the wishes behind the proposal; of a draft that says it twice one counts."""
    behind = set(proposal.evidence.values_list("draft_id", flat=True))
    for row in rows:
        if row.draft_id in behind:
            if row.pk is not None:
                row.delete()
            continue
        behind.add(row.draft_id)
        row.proposal = proposal
        row.save()
    count_evidence(proposal)


def _copies(declined: TemplateProposal) -> Rows:
    """What was gathered behind a declined wish counts for its return as well."""
    rows = list(declined.evidence.all())
    for row in rows:
        row.pk, row.proposal = None, None
        row._state.adding = True
    return rows


def wishes_of(rewritten: RewrittenDraft, template: EmailTemplate | None) -> list[ProposalEvidence]:
    """What the rewrite would have the letter say, in order.

    ``template`` None: it was drafted from nothing, or from a wrong letter. Then only what answers
    asks that nothing of ours answers is a wish.
    """
    catalogue = current_catalogue()
    changes = _changed(rewritten, template, catalogue) if template is not None else None
    if changes is None:
        template, changes = None, _all_new(rewritten, catalogue)
    known = meanings(rewritten.language, catalogue)
    return [
        _wish(rewritten, template, each)
        for each in changes
        if is_for_anyone(each.sentence or each.beside, rewritten.language)
        and not (each.sentence and known.is_said(each.sentence))
    ]


def translation_of(rewritten: RewrittenDraft, template: EmailTemplate) -> ProposalEvidence:
    """The whole rewrite as the letter in its language, slotted and redacted."""
    catalogue = current_catalogue()
    base = text_of_version(template, rewritten.template_version)
    said = _kept(rewritten.refined_body, base, rewritten, catalogue)
    return _wish(rewritten, template, SentenceChange(Change.LANGUAGE, "", said))


def _wish(
    rewritten: RewrittenDraft, template: EmailTemplate | None, told: SentenceChange
) -> ProposalEvidence:
    return ProposalEvidence(
        draft_id=rewritten.draft_id,
        attempt=rewritten.attempt,
        contact_hash=rewritten.contact_hash,
        template=template,
        scenario_category=rewritten.corrected_category or rewritten.scenario_category,
        language=rewritten.language,
        change=told.change,
        beside=told.beside,
        body_redacted=told.sentence or told.beside,
        created_at=rewritten.occurred_at,
    )


def _changed(
    rewritten: RewrittenDraft, template: EmailTemplate, catalogue: Catalogue
) -> list[SentenceChange] | None:
    """Sentence by sentence, between the draft and its rewrite; None where it is another text."""
    base = text_of_version(template, rewritten.template_version)
    drafted, said = (
        _kept(text, base, rewritten, catalogue)
        for text in (rewritten.original_body, rewritten.refined_body)
    )
    if kept_share(drafted, said) < _KEPT_SHARE:
        return None
    return sentence_changes(drafted, said)


def _all_new(rewritten: RewrittenDraft, catalogue: Catalogue) -> list[SentenceChange]:
    """Every sentence of the message, each beside what was asked and nothing answers."""
    if not rewritten.unanswered:
        return []
    asked = " ".join(map(redactor(rewritten, catalogue), rewritten.unanswered))
    text = _kept(rewritten.refined_body, "", rewritten, catalogue)
    return [
        SentenceChange(Change.ADDED, SLOT.sub(" ", asked), " ".join(sentence.split()))
        for paragraph in split_letter(text)[1]
        for sentence in sentences(paragraph)
    ]


def _kept(text: str, base: str, rewritten: RewrittenDraft, catalogue: Catalogue) -> str:
    """Slotted as ``base`` is, and redacted."""
    said_by_policy = [policy.mandatory_content.values() for policy in catalogue.policies]
    slotted = slot_text(
        refined_body=text,
        base_body=base,
        values=rewritten.slots_filled,
        facts={f"{FACT_PREFIX}{name}": fact for name, fact in catalogue.facts.items()},
        language=rewritten.language,
        own_sentences=chain(rewritten.promises, *said_by_policy),
    )
    return redactor(rewritten, catalogue)(slotted.replace("\r\n", "\n"))


def redactor(rewritten: RewrittenDraft, catalogue: Catalogue) -> Callable[[str], str]:
    """Takes out of a text whatever the guest of this draft could be known by."""
    return partial(
        redact,
        known_values=rewritten.slots_filled,
        sender_name=rewritten.sender_name,
        sender_address=rewritten.sender_address,
        keep=own_words(catalogue),
    )
