"""A person decides: approve, reject, roll back, undo. One transaction each, rows locked first.

Order of locks: template, proposal, catalogue version, calibration. The state is read under the
lock, so of two decisions one takes effect and the other is told who was first.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from uuid import UUID

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction

from config.errors import DomainError, invalid
from learning.calibration.services import recompute_priors
from learning.deciding import checked_note
from learning.proposals.alignment import is_same_text
from learning.proposals.applying import apply_new, reason_for, take_back
from learning.proposals.choices import ProposalType, RejectReason, ReviewState
from learning.proposals.guards import (
    base_changed,
    came_between,
    is_base_live,
    lock_for_decision,
    refuse_protected,
    require_right,
)
from learning.proposals.linting import lint_failed, lint_proposed
from learning.proposals.models import TemplateProposal
from learning.proposals.rebasing import rebase_text
from templatesapp.models import EmailTemplate
from templatesapp.services import revise_template

UNDO_MINUTES = 10  # source: design page "Learning", Proposals
UNDOABLE = (ReviewState.APPROVED, ReviewState.REJECTED)
_NOTHING_SEEN = 0  # versions count from one
_DECIDED = (
    "review_state",
    "decided_by",
    "decided_at",
    "reject_reason",
    "decision_note",
    "evidence_at_decision",
    "edited_subject",
    "edited_body",
    "previous_body",
    "base_version",
    "base_text_hash",
    "applied_template",
    "applied_version",
    "replaced_version",
)


@dataclass(frozen=True, slots=True)
class _Texts:
    """What would go live. ``is_written``: by the person who approves, word for word.
    ``may_drop_slots``: what it lacks was left out on purpose."""

    subject: str
    body: str
    is_written: bool
    may_drop_slots: bool


def approve_proposal(
    *,
    proposal_id: UUID,
    by: User,
    body: str | None = None,
    subject: str | None = None,
    note: str = "",
    rebase: bool = False,
    seen_version: int | None = None,
    may_drop_slots: bool = False,
    now: datetime,
) -> TemplateProposal:
    """Puts the proposed text live, or what the person made of it (``body``, ``subject``).

    ``may_drop_slots``: what it lacks of the live text's slots was dropped knowingly. ``rebase``
    carries the change over to a live text that is no longer the base; a ``body`` given with it is
    taken as it is.
    ``seen_version`` is the live text that the person saw: over any other one nothing is rebased.
    Raises permission_denied, not_found, already_decided, body_blanked, protected_category,
    template_changed (with both diffs), lint_failed (with findings), validation_error.
    """
    require_right(by)
    note = checked_note(note)
    with transaction.atomic():
        proposal, template = lock_for_decision(proposal_id, ReviewState.PENDING)
        if proposal.blanked_at is not None:
            raise DomainError("body_blanked")
        refuse_protected(proposal, template)
        proposal.decision_note = note
        live = template if proposal.type == ProposalType.PATCH else None
        texts = _texts(proposal, live, body, subject, may_drop_slots)
        if live is not None:
            may_rebase = rebase and seen_version in (None, live.version)
            applied = _approve_patch(proposal, live, texts, may_rebase=may_rebase, by=by)
        else:
            seen = seen_version if rebase else _NOTHING_SEEN
            applied = _approve_new(proposal, template, texts, seen=seen, by=by)
        proposal.applied_template = applied
        proposal.applied_version = applied.version
        _decide(proposal, ReviewState.APPROVED, by=by, now=now, reason=note or "approved")
        if proposal.type != ProposalType.NEW:  # fit is shared by a letter's languages
            recompute_priors(reason=f"new text of {applied.template_id}", now=now, by=by)
    return proposal


def reject_proposal(
    *, proposal_id: UUID, by: User, reason: str, note: str = "", now: datetime
) -> TemplateProposal:
    """Refuses a text; it comes back only when twice the guests are behind it.

    ``reason``: a RejectReason. Raises permission_denied, not_found, already_decided,
    validation_error.
    """
    require_right(by)
    if reason not in RejectReason.values:
        raise invalid("reason", f"One of: {', '.join(RejectReason.values)}.")
    note = checked_note(note)
    with transaction.atomic():
        proposal, _ = lock_for_decision(proposal_id, ReviewState.PENDING)
        proposal.reject_reason, proposal.decision_note = reason, note
        _decide(proposal, ReviewState.REJECTED, by=by, now=now, reason=f"{reason} {note}".strip())
        recompute_priors(reason="a proposal was rejected", now=now, by=by)
    return proposal


def roll_back_proposal(
    *, proposal_id: UUID, by: User, note: str = "", force: bool = False, now: datetime
) -> TemplateProposal:
    """Takes an approved text back: a patch gives way to the former text as a new version, a new
    template is switched off.

    A template that changed since raises template_changed with what would be lost; ``force`` goes
    on. Raises permission_denied, not_found, already_decided, protected_category.
    """
    require_right(by)
    note = checked_note(note)
    with transaction.atomic():
        proposal, template = lock_for_decision(proposal_id, ReviewState.APPROVED)
        proposal.decision_note = note
        take_back(proposal=proposal, template=template, by=by, verb="rolled back", force=force)
        _decide(proposal, ReviewState.ROLLED_BACK, by=by, now=now, reason=note or "rolled back")
        recompute_priors(reason="a proposal was rolled back", now=now, by=by)
    return proposal


def undo_decision(*, proposal_id: UUID, by: User, now: datetime) -> TemplateProposal:
    """Within ten minutes: the proposal is pending again, and what an approval wrote is taken back.

    Raises permission_denied, not_found, already_decided (not approved or rejected), conflict (too
    late, or the same text waits already), template_changed.
    """
    require_right(by)
    with transaction.atomic():
        proposal, template = lock_for_decision(proposal_id, *UNDOABLE)
        was = proposal.review_state
        if not is_fresh(proposal, now=now):
            raise DomainError("conflict", f"A decision can be undone for {UNDO_MINUTES} minutes.")
        if was == ReviewState.APPROVED:
            take_back(proposal=proposal, template=template, by=by, verb="undone", force=False)
        _reopen(proposal, by=by, reason=f"undone: was {was}")
        recompute_priors(reason=f"a decision was undone: {was}", now=now, by=by)
    return proposal


def is_fresh(proposal: TemplateProposal, *, now: datetime) -> bool:
    """Whether what was decided may still be undone."""
    decided_at = proposal.decided_at
    return decided_at is not None and now <= decided_at + timedelta(minutes=UNDO_MINUTES)


def _texts(
    proposal: TemplateProposal,
    live: EmailTemplate | None,
    body: str | None,
    subject: str | None,
    may_drop_slots: bool,
) -> _Texts:
    """``live``: the letter that a patch changes. The body gets the line ends of the text that it
    replaces; a browser sends others."""
    own_subject = live.subject if live else proposal.proposed_subject
    text = proposal.proposed_body_redacted if body is None else body
    text = text.replace("\r\n", "\n").strip()
    return _Texts(
        subject=own_subject if subject is None else subject.strip(),
        body=text.replace("\n", "\r\n") if live and "\r\n" in live.body else text,
        is_written=body is not None,
        may_drop_slots=may_drop_slots,
    )


def _approve_patch(
    proposal: TemplateProposal,
    template: EmailTemplate,
    texts: _Texts,
    *,
    may_rebase: bool,
    by: User,
) -> EmailTemplate:
    if not is_base_live(proposal, template):
        texts = _rebased(proposal, template, texts, may_rebase=may_rebase)
    if is_same_text(texts.body, template.body) and texts.subject == template.subject:
        raise DomainError("conflict", "The live text says this already: reject it instead.")
    _accept(proposal, texts, template)
    proposal.replaced_version = template.version
    return revise_template(
        template=template,
        fields={"subject": texts.subject, "body": texts.body},
        by=by,
        reason=reason_for(proposal, "approved"),
        is_new_batch=True,
    )


def _rebased(
    proposal: TemplateProposal, template: EmailTemplate, texts: _Texts, *, may_rebase: bool
) -> _Texts:
    """The texts over the live one, which becomes the proposal's base."""
    body: str | None = texts.body
    if not texts.is_written:
        body = rebase_text(base=proposal.previous_body, live=template.body, proposed=texts.body)
    if not may_rebase or body is None or not template.active:
        raise base_changed(proposal, template, texts.body)
    proposal.rest_on(template)
    return replace(texts, body=body)


def _approve_new(
    proposal: TemplateProposal,
    former: EmailTemplate | None,
    texts: _Texts,
    *,
    seen: int | None,
    by: User,
) -> EmailTemplate:
    """``seen``: the version of what came between, which a translation is written over all the same
    (None: whatever it is). A text in its language gives way and can come back; the source as it is
    now is what was translated."""
    source = proposal.source_template if proposal.type == ProposalType.TRANSLATION else None
    if source is not None and (between := came_between(proposal, source, former)) is not None:
        is_live = between.active and source.active
        if not is_live or seen not in (None, between.version):
            raise base_changed(proposal, between, texts.body)
        if between.pk != source.pk:
            proposal.replaced_version = between.version
        proposal.rest_on(source)
    _accept(proposal, texts, source)
    return apply_new(
        proposal=proposal, former=former, subject=texts.subject, body=texts.body, by=by
    )


def _accept(proposal: TemplateProposal, texts: _Texts, template: EmailTemplate | None) -> None:
    """Refuses a text with findings. What a person made of the proposal is kept beside it, empty
    where they took it as it was."""
    if not texts.body.strip():
        raise invalid("body", "The text is empty.")
    found = lint_proposed(
        subject=texts.subject,
        body=texts.body,
        template=template,
        base_body=template.body if template else "",
        may_drop_slots=texts.may_drop_slots,
        language=proposal.language,
    )
    if errors := [finding for finding in found if finding.is_error]:
        raise lint_failed("body", errors, shown=found)
    is_edited = not is_same_text(texts.body, proposal.proposed_body_redacted)
    proposal.edited_body = texts.body if is_edited else ""
    proposal.edited_subject = texts.subject if texts.subject != proposal.proposed_subject else ""


def _decide(
    proposal: TemplateProposal, state: ReviewState, *, by: User, now: datetime, reason: str
) -> None:
    proposal.review_state = state
    proposal.decided_by, proposal.decided_at = by, now
    proposal.evidence_at_decision = proposal.evidence_count
    proposal.save_signed(by=by, reason=reason, fields=_DECIDED)


def _reopen(proposal: TemplateProposal, *, by: User, reason: str) -> None:
    proposal.review_state = ReviewState.PENDING
    proposal.decided_by = proposal.decided_at = None
    proposal.reject_reason = proposal.decision_note = ""
    proposal.replaced_version = proposal.applied_version = None
    proposal.evidence_at_decision = 0
    try:
        with transaction.atomic():
            proposal.save_signed(by=by, reason=reason, fields=_DECIDED)
    except IntegrityError as error:
        raise DomainError("conflict", "The same text waits in another proposal.") from error
