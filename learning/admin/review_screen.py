"""What the review queue shows of one proposal. Reads only; everything shown is escaped."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from django.utils.safestring import SafeString

from learning.proposals.bulk import label
from learning.proposals.choices import ProposalType, ReviewState
from learning.proposals.guards import DECIDE_PERMISSION
from learning.proposals.linting import as_rows, lint_proposed
from learning.proposals.models import ProposalEvidence, TemplateProposal
from learning.proposals.rebasing import rebase_text
from learning.proposals.selectors import (
    current_findings,
    evidence_line,
    has_live_base,
    live_sibling,
    may_undo,
    place_in_queue,
)
from templatesapp.admin.shown import show_diff, show_text
from templatesapp.models import EmailTemplate, KeptText
from templatesapp.nearest import nearest_templates
from templatesapp.preview import preview_text
from templatesapp.queue_order import Place
from templatesapp.selectors import current_catalogue
from templatesapp.text.shown import hidden_characters

_DRAFTS_SHOWN = 5


@dataclass(frozen=True, slots=True)
class ReviewScreen:
    """``texts``: what is shown of them, by the name of its part in texts.html: ``diff``, ``stale``,
    ``translated`` or ``new``; empty where retention has blanked them. ``editing``: what the editor
    starts from, ``{subject, body, seen_version, rebase}``, where ``seen_version`` is the live text
    that the person looks at."""

    proposal: TemplateProposal
    name: str
    place: Place
    texts: dict[str, Any]
    editing: dict[str, Any]
    findings: list[dict[str, Any]]
    hidden: list[str]
    drafts: list[tuple[ProposalEvidence, SafeString]]
    has_more_drafts: bool
    original: SafeString
    evidence: SafeString
    may_decide: bool
    may_undo: bool

    @property
    def is_pending(self) -> bool:
        return self.proposal.review_state == ReviewState.PENDING

    @property
    def can_approve_at_once(self) -> bool:
        """Whether the text as shown would pass; the service has the last word."""
        based = self.texts.get("stale") or self.texts.get("translated")
        has_errors = any(finding["is_error"] for finding in self.findings)
        return not has_errors and (based is None or based["can_rebase"])

    @property
    def can_edit(self) -> bool:
        return "stale" not in self.texts or self.texts["stale"]["is_active"]

    def takes(self, kept: KeptText) -> bool:
        """Whether a text that was typed earlier may stand in the editor again: over the same live
        text, while the proposal waits."""
        is_same = kept.base == str(self.editing["seen_version"] or "")
        return self.is_pending and self.can_edit and is_same


def review_screen(proposal: TemplateProposal, *, person: User, now: datetime) -> ReviewScreen:
    """Needs ``source_template``, ``applied_template`` and ``decided_by`` (select_related)."""
    drafts = list(proposal.evidence.order_by("-created_at", "-id")[: _DRAFTS_SHOWN + 1])
    proposed, template = proposal.proposed_body_redacted, proposal.source_template
    is_stale = proposal.review_state == ReviewState.PENDING and not has_live_base(proposal)
    rebased = None
    if is_stale and template is not None and proposal.type == ProposalType.PATCH:
        base = proposal.previous_body
        rebased = rebase_text(base=base, live=template.body, proposed=proposed)
    return ReviewScreen(
        proposal=proposal,
        name=label(proposal),
        place=place_in_queue(proposal),
        texts=_texts(proposal, is_stale=is_stale, rebased=rebased),
        editing=_editing(proposal, is_stale=is_stale, rebased=rebased),
        findings=_findings(proposal, is_stale=is_stale, rebased=rebased),
        hidden=hidden_characters(f"{proposal.proposed_subject}\n{proposed}"),
        drafts=[(row, show_text(row.body_redacted)) for row in drafts[:_DRAFTS_SHOWN]],
        has_more_drafts=len(drafts) > _DRAFTS_SHOWN,
        original=show_text(proposal.original_body_redacted),
        evidence=show_text(evidence_line(proposal)),
        may_decide=person.has_perm(DECIDE_PERMISSION),
        may_undo=may_undo(proposal, now=now),
    )


def _texts(proposal: TemplateProposal, *, is_stale: bool, rebased: str | None) -> dict[str, Any]:
    if proposal.blanked_at is not None:
        return {}
    body = proposal.edited_body or proposal.proposed_body_redacted
    template, base = proposal.source_template, proposal.previous_body
    if proposal.type == ProposalType.NEW or template is None:
        return {"new": _new_text(proposal, body)}
    if proposal.type == ProposalType.TRANSLATION:
        return {"translated": _translated(proposal, template, body)}
    if not is_stale:
        return {"diff": show_diff(base, body)}
    return {
        "stale": {
            "base_to_live": show_diff(base, template.body),
            "base_to_proposed": show_diff(base, proposal.proposed_body_redacted),
            # None: both changed the same sentences.
            "live_to_rebased": None if rebased is None else show_diff(template.body, rebased),
            "is_active": template.active,
            "can_rebase": template.active and rebased is not None,
        }
    }


def _translated(proposal: TemplateProposal, source: EmailTemplate, body: str) -> dict[str, Any]:
    """A letter beside what was translated. ``over``: the change of the letter that somebody wrote
    in this language meanwhile; ``source_change``: that of the source since."""
    is_pending = proposal.review_state == ReviewState.PENDING
    sibling = live_sibling(proposal) if is_pending else None
    has_changed = is_pending and source.body != proposal.previous_body
    return _raw_and_rendered(proposal, body) | {
        "source": show_text(proposal.previous_body),
        "over": show_diff(sibling.body, body) if sibling else None,
        "source_change": show_diff(proposal.previous_body, source.body) if has_changed else None,
        "can_rebase": source.active,
    }


def _new_text(proposal: TemplateProposal, body: str) -> dict[str, Any]:
    near = nearest_templates(
        catalogue=current_catalogue(),
        subject=proposal.proposed_subject,
        body=body,
        language=proposal.language,
    )
    return _raw_and_rendered(proposal, body) | {
        "near": [
            {
                "template": found.template,
                "similarity_pct": found.similarity_pct,
                "body": show_text(found.template.body),
            }
            for found in near
            if found.template.key != proposal.applied_template_id
        ],
    }


def _raw_and_rendered(proposal: TemplateProposal, body: str) -> dict[str, Any]:
    rendered = preview_text(body=body, language=proposal.language, catalogue=current_catalogue())
    return {"raw": show_text(body), "rendered": show_text(rendered)}


def _findings(
    proposal: TemplateProposal, *, is_stale: bool, rebased: str | None
) -> list[dict[str, Any]]:
    """The lint of what approving would put live: over a changed base, of the rebased text."""
    template = proposal.source_template
    if not is_stale or template is None or proposal.type == ProposalType.TRANSLATION:
        return current_findings(proposal)
    body = rebased or proposal.proposed_body_redacted
    return as_rows(
        lint_proposed(
            subject=template.subject, body=body, template=template, base_body=template.body
        )
    )


def _editing(proposal: TemplateProposal, *, is_stale: bool, rebased: str | None) -> dict[str, Any]:
    template, seen_version = proposal.source_template, None
    subject, body = proposal.proposed_subject, proposal.proposed_body_redacted
    is_pending = proposal.review_state == ReviewState.PENDING
    if is_pending and template is not None and proposal.type == ProposalType.TRANSLATION:
        seen_version = (live_sibling(proposal) or template).version
    elif is_pending and template is not None and proposal.type == ProposalType.PATCH:
        subject, body, seen_version = template.subject, rebased or body, template.version
    return {
        "subject": subject,
        # Line ends as a browser's text field counts them: positions must mean the same there.
        "body": body.replace("\r\n", "\n"),
        "seen_version": seen_version,
        "rebase": is_stale,
    }
