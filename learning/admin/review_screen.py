"""What the review queue shows of one proposal. Reads only; everything shown is escaped."""

from datetime import datetime
from functools import cached_property
from typing import Any

from django.contrib.auth.models import User

from learning.proposals import selectors
from learning.proposals.choices import ProposalType, ReviewState
from learning.proposals.decisions import may_undo
from learning.proposals.guards import DECIDE_PERMISSION, carry_over
from learning.proposals.linting import as_rows, lint_proposed
from learning.proposals.models import TemplateProposal
from templatesapp.admin.workbench import preview_text
from templatesapp.marked import show_text
from templatesapp.models import EmailTemplate, KeptText
from templatesapp.nearest import nearest_templates
from templatesapp.selectors import current_catalogue
from templatesapp.text.diff_view import diff_view
from templatesapp.text.shown import hidden_characters

_DRAFTS_SHOWN = 5


class ReviewScreen:
    """One proposal for one person. Needs ``source_template``, ``applied_template`` and
    ``decided_by`` (select_related)."""

    def __init__(self, proposal: TemplateProposal, *, person: User, now: datetime) -> None:
        self.proposal, self.name = proposal, proposal.label
        self.place = selectors.ORDER.place(selectors.pending_queue(), proposal)
        self.is_pending = proposal.review_state == ReviewState.PENDING
        self.is_stale = self.is_pending and not selectors.has_live_base(proposal)
        self.may_decide = person.has_perm(DECIDE_PERMISSION)
        self.may_undo = may_undo(proposal, now=now)
        proposed = f"{proposal.proposed_subject}\n{proposal.proposed_body_redacted}"
        self.hidden = hidden_characters(proposed)
        self.original = show_text(proposal.original_body_redacted)
        self.evidence = show_text(selectors.evidence_line(proposal))
        drafts = list(proposal.evidence.order_by("-created_at", "-id")[: _DRAFTS_SHOWN + 1])
        self.drafts = [(row, show_text(row.body_redacted)) for row in drafts[:_DRAFTS_SHOWN]]
        self.has_more_drafts = len(drafts) > _DRAFTS_SHOWN

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

    @cached_property
    def rebased(self) -> str | None:
        """A patch over the live text where that has changed; None where it has not, or both
        changed the same sentences."""
        proposal, base = self.proposal, self.proposal.base
        if not self.is_stale or base is None or proposal.type != ProposalType.PATCH:
            return None
        return carry_over(proposal, base, proposal.proposed_body_redacted)

    @cached_property
    def texts(self) -> dict[str, Any]:
        """What is shown of them, by the name of its part in texts.html: ``diff``, ``stale``,
        ``translated`` or ``new``; empty where retention has blanked them."""
        proposal, base = self.proposal, self.proposal.base
        if proposal.blanked_at is not None:
            return {}
        body = proposal.edited_body or proposal.proposed_body_redacted
        if base is None:
            return {"new": _new_text(proposal, body)}
        if proposal.type == ProposalType.TRANSLATION:
            return {"translated": self._translated(base, body)}
        if not self.is_stale:
            return {"diff": diff_view(proposal.previous_body, body)}
        return {"stale": self._stale(base)}

    def _stale(self, template: EmailTemplate) -> dict[str, Any]:
        base, rebased = self.proposal.previous_body, self.rebased
        return {
            "base_to_live": diff_view(base, template.body),
            "base_to_proposed": diff_view(base, self.proposal.proposed_body_redacted),
            "live_to_rebased": None if rebased is None else diff_view(template.body, rebased),
            "is_active": template.active,
            "can_rebase": template.active and rebased is not None,
        }

    def _translated(self, source: EmailTemplate, body: str) -> dict[str, Any]:
        """A letter beside what was translated. ``over``: the change of the letter that somebody
        wrote in this language meanwhile; ``source_change``: that of the source since."""
        former = self.proposal.previous_body
        sibling = selectors.live_sibling(self.proposal) if self.is_pending else None
        has_changed = self.is_pending and source.body != former
        return _raw_and_rendered(self.proposal, body) | {
            "source": show_text(former),
            "over": diff_view(sibling.body, body) if sibling else None,
            "source_change": diff_view(former, source.body) if has_changed else None,
            "can_rebase": source.active,
        }

    @cached_property
    def findings(self) -> list[dict[str, Any]]:
        """The lint of what approving would put live: over a changed base, of the rebased text."""
        proposal, base = self.proposal, self.proposal.base
        if not self.is_stale or base is None or proposal.type == ProposalType.TRANSLATION:
            return selectors.current_findings(proposal)
        body = self.rebased or proposal.proposed_body_redacted
        found = lint_proposed(proposal, subject=base.subject, body=body, base_body=base.body)
        return as_rows(found)

    @cached_property
    def editing(self) -> dict[str, Any]:
        """What the editor starts from; ``seen_version`` is the live text that the person sees."""
        proposal, base, seen_version = self.proposal, self.proposal.base, None
        subject, body = proposal.proposed_subject, proposal.proposed_body_redacted
        if self.is_pending and base is not None:
            seen_version = base.version
            if proposal.type == ProposalType.PATCH:
                subject, body = base.subject, self.rebased or body
            elif sibling := selectors.live_sibling(proposal):
                seen_version = sibling.version
        return {
            "subject": subject,
            # Line ends as a browser's text field counts them: positions must mean the same there.
            "body": body.replace("\r\n", "\n"),
            "seen_version": seen_version,
            "rebase": self.is_stale,
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
            {"template": letter, "similarity_pct": alike, "body": show_text(letter.body)}
            for letter, alike in near
            if letter.key != proposal.applied_template_id
        ]
    }


def _raw_and_rendered(proposal: TemplateProposal, body: str) -> dict[str, Any]:
    rendered = preview_text(body=body, language=proposal.language, catalogue=current_catalogue())
    return {"raw": show_text(body), "rendered": show_text(rendered)}
