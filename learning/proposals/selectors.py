"""Queries of proposals, in the shapes of the API, and the order of the review queue.
Where one is, what comes next, what was done."""

from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.db.models import QuerySet

from config.errors import found, invalid
from learning.proposals.decisions import UNDO_MINUTES, UNDOABLE
from learning.proposals.guards import as_rows, diff_rows, is_base_live, lint_proposed
from learning.proposals.models import Change, ProposalType, ReviewState, TemplateProposal
from templatesapp.entries import TemplateEntry
from templatesapp.house_rows import row_of
from templatesapp.queue_order import QueueOrder
from templatesapp.selectors import current_catalogue
from templatesapp.text.word_diff import Op, short_changes

BACKLOG_FROM = 10  # source: fact-find, layer 5: more than this many pending
_RECENT_AT_MOST = 10
ORDER = QueueOrder("evidence_count")  # with the most guests behind it first
_ROW = (
    *("scenario_category", "email_subject", "edit_distance_pct", "rewrite_reason"),
    *("evidence_count", "review_state", "created_at"),
)
_TEXTS = ("previous_body", "original_body_redacted", "proposed_subject", "proposed_body_redacted")


def list_proposals(*, review_state: str = "") -> QuerySet[TemplateProposal]:
    """In queue order: most evidence first, then oldest. Raises validation_error."""
    if review_state and review_state not in ReviewState.values:
        raise invalid("review_state", f"One of: {', '.join(ReviewState.values)}.")
    proposals = TemplateProposal.objects.select_related("source_template", "decided_by")
    return proposals.filter(review_state=review_state) if review_state else proposals


def pending_queue() -> QuerySet[TemplateProposal]:
    """What a person is asked to decide."""
    return list_proposals(review_state=ReviewState.PENDING)


def proposal_row(proposal: TemplateProposal) -> dict[str, Any]:
    """``{proposal_id, type, source_template_id, scenario_category, email_subject,
    edit_distance_pct, rewrite_reason, evidence_count, review_state, created_at, summary,
    language}``; of a translation the language that its source letter gets."""
    source = proposal.source_template
    named = {
        "proposal_id": proposal.pk,
        "type": proposal.type,
        "source_template_id": source.template_id if source else None,
    }
    said = {"summary": summary_line(proposal), "language": proposal.language}
    return named | row_of(proposal, _ROW) | said


def proposal_detail(proposal_id: UUID) -> dict[str, Any]:
    """The row and ``previous_body, original_body_redacted, proposed_subject,
    proposed_body_redacted, diff: [{op: equal|insert|delete, text}], lint,
    decision: {by, at, reason, note}}``; for a patch also whether its base is still live. Raises
    not_found."""
    proposals = list_proposals().filter(pk=proposal_id)
    proposal = found(proposals.first(), "There is no such proposal.")
    person = proposal.decided_by
    return proposal_row(proposal) | {
        "decision": {
            "by": person.get_username() if person else None,
            "at": proposal.decided_at,
            "reason": proposal.reject_reason,
            "note": proposal.decision_note,
        },
        **row_of(proposal, _TEXTS),
        "diff": diff_rows(proposal.previous_body, proposal.proposed_body_redacted),
        "lint": current_findings(proposal),
        "is_base_live": has_live_base(proposal),
    }


def current_findings(proposal: TemplateProposal) -> list[dict[str, Any]]:
    """The lint as of now while a person may still act on it, else as it was stored."""
    if proposal.review_state != ReviewState.PENDING or proposal.blanked_at is not None:
        return list(proposal.findings)
    return as_rows(
        lint_proposed(
            proposal,
            subject=proposal.proposed_subject,
            body=proposal.proposed_body_redacted,
            base_body=proposal.previous_body,
        )
    )


def has_live_base(proposal: TemplateProposal) -> bool:
    """False where the live text is no longer the one that a patch or a translation was made from,
    or the translation's letter has been written by now."""
    base = proposal.base
    is_written = proposal.type == ProposalType.TRANSLATION and live_sibling(proposal) is not None
    return base is None or (is_base_live(proposal, base) and not is_written)


def live_sibling(proposal: TemplateProposal) -> TemplateEntry | None:
    """What a translation would be written over. No query where the catalogue is the kept one."""
    wanted = (proposal.target_template_id, proposal.language)
    return next(
        (t for t in current_catalogue().templates if (t.template_id, t.language) == wanted), None
    )


def summary_line(proposal: TemplateProposal) -> str:
    """ "T50 breakfast: patch, missing-info, 3 guests were told “There is oat milk.”" """
    name = proposal.label
    if proposal.type == ProposalType.PATCH:
        name = f"{name} {proposal.scenario_category}: patch"
    elif proposal.type == ProposalType.TRANSLATION:
        name = f"{name}: translation"
    reason = proposal.rewrite_reason if proposal.rewrite_reason != "none" else "no reason given"
    is_told = proposal.sentence or proposal.type == ProposalType.TRANSLATION
    rewritten = "" if is_told else f"{proposal.edit_distance_pct:.0f} % rewritten, "
    return f"{name}, {reason}, {rewritten}{evidence_line(proposal)}"


def evidence_line(proposal: TemplateProposal) -> str:
    """What so many guests were told, in words; only their number where the texts are blanked."""
    count = proposal.evidence_count
    guests, were = ("1 guest", "was") if count == 1 else (f"{count} guests", "were")
    if proposal.type == ProposalType.TRANSLATION:
        return f"{guests} {were} written to in {proposal.get_language_display()}"
    if not proposal.sentence:
        return guests
    said = f"“{proposal.sentence}”"
    if proposal.type == ProposalType.NEW:
        return f"{guests} {were} told {said}, which no letter says"
    return {
        Change.ADDED: f"{guests} {were} told {said}",
        Change.REPLACED: f"{guests} {were} told {said} instead of “{proposal.beside}”",
        Change.DROPPED: f"{guests} {were} not told {said}",
    }[Change(proposal.change)]


def change_line(proposal: TemplateProposal) -> list[Op]:
    """What it changes, shortened to a line: by that, proposals for one letter are told apart. Empty
    where nothing of the letter stays (a translation) and where the texts are blanked."""
    if proposal.type == ProposalType.PATCH:
        return short_changes(proposal.previous_body, proposal.proposed_body_redacted)
    return short_changes("", proposal.sentence)


def count_pending() -> int:
    return TemplateProposal.objects.filter(review_state=ReviewState.PENDING).count()


def backlog_warning(*, pending: int | None = None) -> str:
    """The sentence that asks for a review session; empty up to ten. ``pending``: if counted."""
    count = count_pending() if pending is None else pending
    if count <= BACKLOG_FROM:
        return ""
    return (
        f"{count} proposals pending — consider a dedicated review session before this queue "
        "grows further."
    )


def recent_decisions(*, by: User, now: datetime) -> list[TemplateProposal]:
    """What a person decided and may still undo, newest first. One query."""
    since = now - timedelta(minutes=UNDO_MINUTES)
    decided = TemplateProposal.objects.select_related("source_template", "applied_template").filter(
        decided_by=by, decided_at__gte=since, review_state__in=UNDOABLE
    )
    return list(decided.order_by("-decided_at")[:_RECENT_AT_MOST])


def has_decided(person: User) -> bool:
    """Whether a person ever decided a proposal: who has not is told what a decision does."""
    return TemplateProposal.objects.filter(decided_by=person).exists()
