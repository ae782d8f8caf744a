"""Gathers wishes into proposals: one once enough guests were told the same."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db.models import QuerySet

from learning.events.models import RefinementEvent
from learning.proposals.changes import SentenceChange, change_letter, sentence_key
from learning.proposals.choices import DECLINED_STATES, Change, ProposalType, ReviewState
from learning.proposals.guards import as_rows, lint_proposed
from learning.proposals.meaning import Meanings, marks, meanings
from learning.proposals.models import ProposalEvidence, TemplateProposal
from learning.proposals.openings import GREETING_SLOT, subject_of
from learning.proposals.translations import letter_in
from learning.proposals.wishes import redactor
from learning.records import RewrittenDraft
from learning.thresholds.selectors import current_tuning
from templatesapp.models import MAX_BODY_CHARACTERS, EmailTemplate
from templatesapp.nearest import nearest_templates
from templatesapp.selectors import current_catalogue
from templatesapp.text.distance import text_hash
from templatesapp.text.letter import closing
from templatesapp.text.sentences import sentences

RETENTION_DAYS = 90  # source: design page "Learning", retention_expires_at
# A declined wish comes back when this many times the guests are told it.
COMES_BACK_AT = 2
_DROPPED_BY = 0.5  # of the drafts of a text, before its sentence is taken for unwanted
_SUBJECT_CHARACTERS = 400

Rows = Sequence[ProposalEvidence]


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
    if is_drop and _is_mostly_kept(rows):
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


def _is_mostly_kept(rows: Rows) -> bool:
    """Whether most drafts from the letter went out with the sentence that these dropped."""
    sent = RefinementEvent.objects.filter(
        template=rows[0].template,
        superseded_at=None,
        created_at__gte=min(row.created_at for row in rows),
    )
    return len({row.draft_id for row in rows}) < _DROPPED_BY * sent.count()


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
