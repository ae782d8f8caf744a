"""What the review queue shows of one proposal. Reads only; everything shown is escaped."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from django.utils.safestring import SafeString

from learning.proposals.bulk import label
from learning.proposals.choices import ProposalType, RejectReason, ReviewState
from learning.proposals.guards import DECIDE_PERMISSION
from learning.proposals.linting import as_rows, lint_proposed
from learning.proposals.models import ProposalEvidence, TemplateProposal
from learning.proposals.rebasing import rebase_text
from learning.proposals.selectors import (
    current_findings,
    evidence_line,
    has_decided,
    has_live_base,
    live_sibling,
    may_undo,
    place_in_queue,
    recent_decisions,
)
from templatesapp.admin.shown import ShownDiff, show_diff, show_text
from templatesapp.models import EmailTemplate, KeptText
from templatesapp.nearest import nearest_templates
from templatesapp.preview import preview_text
from templatesapp.queue_order import Place
from templatesapp.selectors import current_catalogue
from templatesapp.text.shown import hidden_characters

_DRAFTS_SHOWN = 5


@dataclass(frozen=True, slots=True)
class StaleTexts:
    """Three texts: the base, what became of it, and what is proposed for it."""

    base_to_live: ShownDiff
    base_to_proposed: ShownDiff
    live_to_rebased: ShownDiff | None  # None: both changed the same sentences
    is_active: bool

    @property
    def can_rebase(self) -> bool:
        return self.is_active and self.live_to_rebased is not None


@dataclass(frozen=True, slots=True)
class NewText:
    raw: SafeString
    rendered: SafeString
    near: tuple[dict[str, Any], ...]


@dataclass(frozen=True, slots=True)
class TranslatedText:
    """A letter beside what was translated. ``over``: the change of the letter that somebody wrote
    in this language meanwhile; ``source_change``: that of the source since."""

    source: SafeString
    raw: SafeString
    rendered: SafeString
    over: ShownDiff | None
    source_change: ShownDiff | None
    can_rebase: bool


@dataclass(frozen=True, slots=True)
class Texts:
    """One of the four is set; none where retention has blanked the texts."""

    diff: ShownDiff | None = None
    stale: StaleTexts | None = None
    new: NewText | None = None
    translated: TranslatedText | None = None


@dataclass(frozen=True, slots=True)
class Editing:
    """What the editor starts from. ``seen_version``: the live text that the person looks at."""

    subject: str
    body: str
    seen_version: int | None
    rebase: bool


@dataclass(frozen=True, slots=True)
class ReviewScreen:
    proposal: TemplateProposal
    name: str
    place: Place
    texts: Texts
    editing: Editing
    findings: tuple[dict[str, Any], ...]
    hidden: tuple[str, ...]
    drafts: tuple[tuple[ProposalEvidence, SafeString], ...]
    has_more_drafts: bool
    original: SafeString
    evidence: SafeString
    may_decide: bool
    may_undo: bool

    @property
    def is_pending(self) -> bool:
        return self.proposal.review_state == ReviewState.PENDING

    @property
    def has_errors(self) -> bool:
        return any(finding["is_error"] for finding in self.findings)

    @property
    def inserts(self) -> int:
        return sum(finding["position"] >= 0 for finding in self.findings)

    @property
    def can_approve_at_once(self) -> bool:
        """Whether the text as shown would pass; the service has the last word."""
        based = self.texts.stale or self.texts.translated
        return not self.has_errors and (based is None or based.can_rebase)

    @property
    def can_edit(self) -> bool:
        return self.texts.stale is None or self.texts.stale.is_active

    def takes(self, kept: KeptText) -> bool:
        """Whether a text that was typed earlier may stand in the editor again: over the same live
        text, while the proposal waits."""
        is_same = kept.base == str(self.editing.seen_version or "")
        return self.is_pending and self.can_edit and is_same


def review_screen(proposal: TemplateProposal, *, person: User, now: datetime) -> ReviewScreen:
    """Needs ``source_template``, ``applied_template`` and ``decided_by`` (select_related)."""
    drafts = list(proposal.evidence.order_by("-created_at", "-id")[: _DRAFTS_SHOWN + 1])
    proposed = f"{proposal.proposed_subject}\n{proposal.proposed_body_redacted}"
    return ReviewScreen(
        proposal=proposal,
        name=label(proposal),
        place=place_in_queue(proposal),
        texts=_texts(proposal),
        editing=_editing(proposal),
        findings=tuple(_findings(proposal)),
        hidden=tuple(hidden_characters(proposed)),
        drafts=tuple((row, show_text(row.body_redacted)) for row in drafts[:_DRAFTS_SHOWN]),
        has_more_drafts=len(drafts) > _DRAFTS_SHOWN,
        original=show_text(proposal.original_body_redacted),
        evidence=show_text(evidence_line(proposal)),
        may_decide=person.has_perm(DECIDE_PERMISSION),
        may_undo=may_undo(proposal, now=now),
    )


def screen_context(screen: ReviewScreen | None, *, person: User, now: datetime) -> dict[str, Any]:
    """The template's context; ``screen`` None: nothing waits."""
    recent = recent_decisions(by=person, now=now)
    return {
        "screen": screen,
        "is_new_here": not recent and not has_decided(person),
        "recent": [
            (row, f"New {row.scenario_category}" if row.type == ProposalType.NEW else label(row))
            for row in recent
        ],
        "reject_reasons": list(enumerate(RejectReason.choices, start=1)),
        "may_decide": person.has_perm(DECIDE_PERMISSION),
    }


def _texts(proposal: TemplateProposal) -> Texts:
    if proposal.blanked_at is not None:
        return Texts()
    body, template = proposal.proposed_body_redacted, proposal.source_template
    if proposal.type == ProposalType.NEW or template is None:
        return Texts(new=_new_text(proposal))
    if proposal.type == ProposalType.TRANSLATION:
        return Texts(translated=_translated(proposal, template))
    if proposal.review_state == ReviewState.PENDING and not has_live_base(proposal):
        return Texts(stale=_stale_texts(proposal, template))
    return Texts(diff=show_diff(proposal.previous_body, proposal.edited_body or body))


def _stale_texts(proposal: TemplateProposal, template: EmailTemplate) -> StaleTexts:
    base, live = proposal.previous_body, template.body
    rebased = rebase_text(base=base, live=live, proposed=proposal.proposed_body_redacted)
    return StaleTexts(
        base_to_live=show_diff(base, live),
        base_to_proposed=show_diff(base, proposal.proposed_body_redacted),
        live_to_rebased=show_diff(live, rebased) if rebased is not None else None,
        is_active=template.active,
    )


def _translated(proposal: TemplateProposal, source: EmailTemplate) -> TranslatedText:
    body = proposal.edited_body or proposal.proposed_body_redacted
    is_pending = proposal.review_state == ReviewState.PENDING
    sibling = live_sibling(proposal) if is_pending else None
    has_changed = is_pending and source.body != proposal.previous_body
    catalogue = current_catalogue()
    rendered = preview_text(body=body, language=proposal.language, catalogue=catalogue)
    return TranslatedText(
        source=show_text(proposal.previous_body),
        raw=show_text(body),
        rendered=show_text(rendered),
        over=show_diff(sibling.body, body) if sibling else None,
        source_change=show_diff(proposal.previous_body, source.body) if has_changed else None,
        can_rebase=source.active,
    )


def _findings(proposal: TemplateProposal) -> list[dict[str, Any]]:
    """The lint of what approving would put live: over a changed base, of the rebased text."""
    template, base = proposal.source_template, proposal.previous_body
    is_stale = proposal.review_state == ReviewState.PENDING and not has_live_base(proposal)
    if not is_stale or template is None or proposal.type == ProposalType.TRANSLATION:
        return current_findings(proposal)
    proposed = proposal.proposed_body_redacted
    body = rebase_text(base=base, live=template.body, proposed=proposed) or proposed
    return as_rows(
        lint_proposed(
            subject=template.subject, body=body, template=template, base_body=template.body
        )
    )


def _new_text(proposal: TemplateProposal) -> NewText:
    body = proposal.edited_body or proposal.proposed_body_redacted
    catalogue = current_catalogue()
    near = nearest_templates(
        catalogue=catalogue,
        subject=proposal.proposed_subject,
        body=body,
        language=proposal.language,
    )
    rendered = preview_text(body=body, language=proposal.language, catalogue=catalogue)
    return NewText(
        raw=show_text(body),
        rendered=show_text(rendered),
        near=tuple(
            {
                "template": found.template,
                "similarity_pct": found.similarity_pct,
                "body": show_text(found.template.body),
            }
            for found in near
            if found.template.key != proposal.applied_template_id
        ),
    )


def _editing(proposal: TemplateProposal) -> Editing:
    template = proposal.source_template
    body, subject = proposal.proposed_body_redacted, proposal.proposed_subject
    is_decided = proposal.review_state != ReviewState.PENDING
    if proposal.type == ProposalType.NEW or template is None or is_decided:
        return Editing(subject, _unix(body), None, rebase=False)
    is_stale = not has_live_base(proposal)
    if proposal.type == ProposalType.TRANSLATION:
        sibling = live_sibling(proposal)
        seen = sibling.version if sibling else template.version
        return Editing(subject, _unix(body), seen, rebase=is_stale)
    if is_stale:
        live = template.body
        body = rebase_text(base=proposal.previous_body, live=live, proposed=body) or body
    return Editing(template.subject, _unix(body), template.version, rebase=is_stale)


def _unix(text: str) -> str:
    """Line ends as a browser's text field counts them: positions must mean the same there."""
    return text.replace("\r\n", "\n")
