"""People's decisions on proposals: approve, reject, roll back, undo; one or many.
Many as they were seen, each by the service of one. One transaction each, rows locked first.

Order of locks: template, proposal, catalogue version, calibration. The state is read under the
lock, so of two decisions one takes effect and the other is told who was first.
"""

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction

from config.errors import DomainError, invalid
from learning.calibration.services import recompute_priors
from learning.deciding import BulkOutcome, checked_note, decide_each
from learning.proposals import guards
from learning.proposals.guards import lint_failed, lint_proposed
from learning.proposals.lost_slots import is_same_text
from learning.proposals.models import ProposalType, RejectReason, ReviewState, TemplateProposal
from templatesapp.house_rows import row_of
from templatesapp.models import EmailTemplate, lock_catalogue_version
from templatesapp.selectors import SAME, next_template_id
from templatesapp.services import RESTORED, create_template, revise_template

UNDO_MINUTES = 10  # source: design page "Learning", Proposals
CHANGED_SINCE = "changed since the list was shown"
_TOKEN_CHARACTERS = 16
UNDOABLE = (ReviewState.APPROVED, ReviewState.REJECTED)
_DECIDED = (
    *("review_state", "decided_by", "decided_at", "reject_reason", "decision_note"),
    *("evidence_at_decision", "edited_subject", "edited_body"),
    *("applied_template", "applied_version", "replaced_version"),
)


@transaction.atomic
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
    guards.require_right(by)
    note = checked_note(note)
    proposal, live = guards.lock_for_decision(proposal_id, ReviewState.PENDING)
    if proposal.blanked_at is not None:
        raise DomainError("body_blanked")
    guards.refuse_protected(proposal, live)
    proposal.decision_note = note
    text = _text_of(proposal, body)
    if (between := guards.came_between(proposal, live)) is not None:
        may_rebase = rebase and seen_version in (None, between.version)
        text = _rebased(proposal, between, text, may_rebase=may_rebase, is_written=body is not None)
    own_subject = live.subject if live and live == proposal.base else proposal.proposed_subject
    subject = own_subject if subject is None else subject.strip()
    _accept(proposal, live, subject, text, may_drop_slots=may_drop_slots)
    if live is not None and live in (between, proposal.base):
        proposal.replaced_version = live.version
    applied = _write_approved(proposal=proposal, live=live, subject=subject, body=text, by=by)
    proposal.applied_template = applied
    proposal.applied_version = applied.version
    _decide(proposal, ReviewState.APPROVED, by=by, now=now, reason=note or "approved")
    if proposal.type != ProposalType.NEW:  # fit is shared by a letter's languages
        recompute_priors(reason=f"new text of {applied.template_id}", now=now, by=by)
    return proposal


@transaction.atomic
def reject_proposal(
    *, proposal_id: UUID, by: User, reason: str, note: str = "", now: datetime
) -> TemplateProposal:
    """Refuses a text; it comes back only when twice the guests are behind it.

    ``reason``: a RejectReason. Raises permission_denied, not_found, already_decided,
    validation_error.
    """
    guards.require_right(by)
    if reason not in RejectReason.values:
        raise invalid("reason", f"One of: {', '.join(RejectReason.values)}.")
    note = checked_note(note)
    proposal, _ = guards.lock_for_decision(proposal_id, ReviewState.PENDING)
    proposal.reject_reason, proposal.decision_note = reason, note
    _decide(proposal, ReviewState.REJECTED, by=by, now=now, reason=f"{reason} {note}".strip())
    recompute_priors(reason="a proposal was rejected", now=now, by=by)
    return proposal


@transaction.atomic
def roll_back_proposal(
    *, proposal_id: UUID, by: User, note: str = "", force: bool = False, now: datetime
) -> TemplateProposal:
    """Takes an approved text back: a patch gives way to the former text as a new version, a new
    template is switched off.

    A template that changed since raises template_changed with what would be lost; ``force`` goes
    on. Raises permission_denied, not_found, already_decided, protected_category.
    """
    guards.require_right(by)
    note = checked_note(note)
    proposal, template = guards.lock_for_decision(proposal_id, ReviewState.APPROVED)
    proposal.decision_note = note
    _take_back(proposal=proposal, template=template, by=by, verb="rolled back", force=force)
    _decide(proposal, ReviewState.ROLLED_BACK, by=by, now=now, reason=note or "rolled back")
    recompute_priors(reason="a proposal was rolled back", now=now, by=by)
    return proposal


@transaction.atomic
def undo_decision(*, proposal_id: UUID, by: User, now: datetime) -> TemplateProposal:
    """Within ten minutes: the proposal is pending again, and what an approval wrote is taken back.

    Raises permission_denied, not_found, already_decided (not approved or rejected), conflict (too
    late, or the same text waits already), template_changed.
    """
    guards.require_right(by)
    proposal, template = guards.lock_for_decision(proposal_id, *UNDOABLE)
    was = proposal.review_state
    if not may_undo(proposal, now=now):
        raise DomainError("conflict", f"A decision can be undone for {UNDO_MINUTES} minutes.")
    if was == ReviewState.APPROVED:
        _take_back(proposal=proposal, template=template, by=by, verb="undone", force=False)
    _reopen(proposal, by=by, reason=f"undone: was {was}")
    recompute_priors(reason=f"a decision was undone: {was}", now=now, by=by)
    return proposal


def may_undo(proposal: TemplateProposal, *, now: datetime) -> bool:
    decided_at = proposal.decided_at
    is_fresh = decided_at is not None and now <= decided_at + timedelta(minutes=UNDO_MINUTES)
    return is_fresh and proposal.review_state in UNDOABLE


def state_token(proposal: TemplateProposal) -> str:
    """Changes with everything that a confirmation rests on: state, decision, template's version.

    Needs ``source_template`` and ``applied_template`` (select_related)."""
    letters = (proposal.source_template, proposal.applied_template)
    seen = (
        *(proposal.pk, proposal.review_state, proposal.decided_at, proposal.proposed_text_hash),
        *((letter.version, letter.active) if letter else None for letter in letters),
    )
    return hashlib.sha256(repr(seen).encode()).hexdigest()[:_TOKEN_CHARACTERS]


def decide_confirmed(
    *,
    tokens: Mapping[UUID, str],
    decision: str,
    by: User,
    reason: str = "",
    note: str = "",
    now: datetime,
) -> BulkOutcome:
    """Decides the rows whose token still holds, one transaction each; those that changed since, or
    that fail a check under their lock, are skipped and named.

    ``decision``: approve, reject (with a ``reason``) or roll_back. Raises permission_denied and
    validation_error before anything is written.
    """
    guards.require_right(by)
    note = checked_note(note)
    if decision == "reject" and reason not in RejectReason.values:
        raise invalid("reason", f"One of: {', '.join(RejectReason.values)}.")
    services: dict[str, tuple[Callable[..., TemplateProposal], str]] = {
        "approve": (approve_proposal, "approved"),
        "reject": (partial(reject_proposal, reason=reason), "rejected"),
        "roll_back": (roll_back_proposal, "rolled back"),
    }
    service, done_word = services[decision]
    rows = TemplateProposal.objects.filter(pk__in=tokens).select_related(
        "source_template", "applied_template"
    )
    known = {row.pk: row for row in rows}
    held = {
        key: known[key].label
        for key, token in tokens.items()
        if key in known and state_token(known[key]) == token
    }
    outcome = decide_each(
        held,
        lambda key: service(proposal_id=key, by=by, note=note, now=now),
        done_word=done_word,
    )
    changed = tuple(
        (known[key].label if key in known else str(key)[:8], CHANGED_SINCE)
        for key in tokens
        if key not in held
    )
    return replace(outcome, skipped=outcome.skipped + changed)


def _text_of(proposal: TemplateProposal, body: str | None) -> str:
    """The proposed text or what the person made of it, a patch in the line ends of the text that
    it replaces; a browser sends others."""
    text = proposal.proposed_body_redacted if body is None else body
    text = text.replace("\r\n", "\n").strip()
    is_patch, base = proposal.type == ProposalType.PATCH, proposal.base
    return text.replace("\n", "\r\n") if is_patch and base and "\r\n" in base.body else text


def _rebased(
    proposal: TemplateProposal,
    between: EmailTemplate,
    text: str,
    *,
    may_rebase: bool,
    is_written: bool,
) -> str:
    """The text over what came between; a text in a translation's language gives way and can come
    back. The proposal keeps the base it was made from: after an undo it is carried over anew.
    ``is_written``: by the person who approves, word for word."""
    base: Any = proposal.base
    body = text if is_written else guards.carry_over(proposal, between, text)
    if not (may_rebase and between.active and base.active) or body is None:
        raise guards.base_changed(proposal, between, text)
    return body


def _accept(
    proposal: TemplateProposal,
    live: EmailTemplate | None,
    subject: str,
    body: str,
    *,
    may_drop_slots: bool,
) -> None:
    """Refuses a text with findings. What a person made of the proposal is kept beside it, empty
    where they took it as it was."""
    base = proposal.base
    if base and base == live and base.subject == subject and is_same_text(base.body, body):
        raise DomainError("conflict", "The live text says this already: reject it instead.")
    if not body.strip():
        raise invalid("body", "The text is empty.")
    found = lint_proposed(
        proposal,
        subject=subject,
        body=body,
        base_body=base.body if base else "",
        may_drop_slots=may_drop_slots,
    )
    if errors := [finding for finding in found if finding.is_error]:
        raise lint_failed("body", errors, shown=found)
    is_edited = not is_same_text(body, proposal.proposed_body_redacted)
    proposal.edited_body = body if is_edited else ""
    proposal.edited_subject = subject if subject != proposal.proposed_subject else ""


def _write_approved(
    *, proposal: TemplateProposal, live: EmailTemplate | None, subject: str, body: str, by: User
) -> EmailTemplate:
    """``live`` with the approved text, under its own number (it may be switched off by an undo);
    where there is none a template under the next free T-number or, translated, under that of its
    source; batch A. Raises validation_error, lint_failed, template_changed."""
    fields = {"subject": subject, "body": body, "active": True}
    reason = _reason_for(proposal, "approved")
    if live is not None:
        is_patch = proposal.type == ProposalType.PATCH
        return revise_template(
            template=live, fields=fields, by=by, reason=reason, is_new_batch=is_patch
        )
    shared = row_of(proposal.base, tuple(SAME)) if proposal.base else {}
    lock_catalogue_version()  # the dispenser's, too
    named = {
        "template_id": proposal.target_template_id or next_template_id(),
        "language": proposal.language,
    }
    fields |= shared | named | {"category": proposal.scenario_category}
    try:
        return create_template(fields=fields, by=by, reason=reason)
    except (DomainError, IntegrityError) as error:
        # Where no row was, none could be locked: somebody may have written it a moment ago.
        if not EmailTemplate.objects.filter(**named).exists():
            raise
        raise DomainError("template_changed", "Somebody has just written this letter.") from error


def _take_back(
    *, proposal: TemplateProposal, template: EmailTemplate | None, by: User, verb: str, force: bool
) -> None:
    """Undoes what an approval wrote: the former text as a new version, a new template switched off.

    The former text is read from the template's history, so it outlives the proposal's bodies. It
    was live once, so the lint has no say. ``force``: over what was written since. Raises conflict,
    protected_category, template_changed.
    """
    if template is None or template.pk != proposal.applied_template_id:
        raise DomainError("conflict", "The letter of this proposal is gone.")
    guards.refuse_protected(proposal, template)
    fields: dict[str, Any] = {"active": False}
    if proposal.replaced_version is not None:
        if template.version != proposal.applied_version and not force:
            raise guards.applied_changed(proposal, template)
        rows = template.history.filter(version=proposal.replaced_version)
        former = rows.order_by("history_date").last()
        fields = row_of(former, RESTORED)
    reason = _reason_for(proposal, verb)
    revise_template(template=template, fields=fields, by=by, reason=reason, check_lint=False)


def _reason_for(proposal: TemplateProposal, verb: str) -> str:
    note = f": {proposal.decision_note}" if proposal.decision_note else ""
    return f"proposal {str(proposal.pk)[:8]} {verb}{note}"


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
