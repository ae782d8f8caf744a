"""The review queue of proposals: one screen each, and what may be decided about it.
Every rule is the services'; everything shown is escaped."""

from datetime import datetime
from functools import cached_property
from typing import Any, ClassVar
from uuid import UUID

from django import forms
from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.text import capfirst

from config.errors import DomainError
from learning.events.choices import REASON_WORDS
from learning.proposals import decisions, selectors
from learning.proposals.guards import DECIDE_PERMISSION, as_rows, carry_over, lint_proposed
from learning.proposals.models import ProposalType, RejectReason, ReviewState, TemplateProposal
from templatesapp.admin import queue
from templatesapp.admin.pages import StaffRequest
from templatesapp.admin.templates import preview_text
from templatesapp.kept_texts import KEEP, typed_text
from templatesapp.models import MAX_BODY_CHARACTERS, EmailTemplate, KeptText
from templatesapp.selectors import current_catalogue, nearest_templates
from templatesapp.text.shown import hidden_characters
from templatesapp.text.word_diff import diff_view, view_of_rows

QUEUE = "learning_templateproposal_queue"
REVIEW = "learning_templateproposal_review"
DECIDE = "learning_templateproposal_queue_decide"
CHECK = "learning_templateproposal_queue_check"

_LOST = (
    ("would_be_lost", "Rolling back would lose this change"),
    ("live_to_restored", "What would come back"),
)
_DRAFTS_SHOWN = 5


class ProposalDecision(queue.Decision):
    item: TemplateProposal
    when = staticmethod(lambda screen: screen.is_pending)

    def mutate(self) -> None:
        now = timezone.now()
        self.service(proposal_id=self.item.pk, by=self.by, now=now, **self.arguments())


class Approve(ProposalDecision):
    name, label, key, done = "approve", "Approve", "a", "Approved"
    service = staticmethod(decisions.approve_proposal)
    takes = ("note", "rebase", "seen_version", "may_drop_slots")

    def arguments(self) -> dict[str, Any]:
        """Only what the person changed is handed on: an untouched text is not "written" by them."""
        given, sent = self.given, self.request.POST
        body, subject = given["body"], given["subject"]
        is_same = body.split() == self.item.proposed_body_redacted.split()
        is_written = "body" in sent and not is_same
        is_subject_new = "subject" in sent and subject != given["shown_subject"]
        return super().arguments() | {
            "body": body if is_written else None,
            "subject": subject if is_subject_new else None,
        }


class Reject(ProposalDecision):
    name, label, key, done = "reject", "Reject …", "r", "Rejected"
    service, takes = staticmethod(decisions.reject_proposal), ("reason", "note")


class RollBack(ProposalDecision):
    name, label, done, stays = "roll_back", "Roll back", "Rolled back", True
    when = staticmethod(lambda screen: screen.proposal.review_state == ReviewState.APPROVED)
    service, takes = staticmethod(decisions.roll_back_proposal), ("note", "force")


class Undo(ProposalDecision):
    name, label, key, stays = "undo", "Undo", "u", True
    done = "Undone, it waits again:"
    when = staticmethod(lambda screen: screen.may_undo)
    service = staticmethod(decisions.undo_decision)


DECISIONS: tuple[type[ProposalDecision], ...] = (Approve, Reject, RollBack, Undo)


class DecisionForm(forms.Form):
    """What a decision carries. Which of it counts depends on the decision."""

    decision = forms.ChoiceField(choices=[(one.name, one.name) for one in DECISIONS])
    reason = forms.CharField(required=False, max_length=12)
    note = forms.CharField(required=False, max_length=500)
    subject = forms.CharField(required=False, max_length=200)
    shown_subject = forms.CharField(required=False, max_length=200)
    body = forms.CharField(required=False, max_length=MAX_BODY_CHARACTERS, strip=False)
    may_drop_slots = forms.BooleanField(required=False)
    rebase = forms.BooleanField(required=False)
    seen_version = forms.IntegerField(required=False)
    force = forms.BooleanField(required=False)


class ReviewScreen:
    """One proposal for one person. Needs ``source_template``, ``applied_template`` and
    ``decided_by`` (select_related)."""

    def __init__(self, proposal: TemplateProposal, *, person: User, now: datetime) -> None:
        self.proposal, self.name = proposal, proposal.label
        self.place = selectors.ORDER.place(selectors.pending_queue(), proposal)
        self.is_pending = proposal.review_state == ReviewState.PENDING
        self.is_stale = self.is_pending and not selectors.has_live_base(proposal)
        self.may_decide = person.has_perm(DECIDE_PERMISSION)
        self.may_undo = decisions.may_undo(proposal, now=now)
        proposed = f"{proposal.proposed_subject}\n{proposal.proposed_body_redacted}"
        self.hidden = hidden_characters(proposed)
        self.evidence = selectors.evidence_line(proposal)
        drafts = list(proposal.evidence.order_by("-created_at", "-id")[: _DRAFTS_SHOWN + 1])
        self.drafts, self.has_more_drafts = drafts[:_DRAFTS_SHOWN], len(drafts) > _DRAFTS_SHOWN

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
            "source": former,
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


class ReviewViews(queue.QueueViews):
    """Addresses of the queue, for the admin of proposals."""

    queue_title = "Proposals"
    address_names: ClassVar[dict[str, str]] = {
        "queue": QUEUE,
        "item": REVIEW,
        "decide": DECIDE,
        "check": CHECK,
    }
    key_converter = "uuid"
    sees, decides = "learning.view_templateproposal", DECIDE_PERMISSION
    decisions = DECISIONS
    decision_form = DecisionForm
    page_template = "admin/templatesapp/queue/page.html"
    item_template = "admin/learning/review/item.html"

    def queue_items(self) -> QuerySet[TemplateProposal]:
        return TemplateProposal.objects.select_related(
            "source_template", "applied_template", "decided_by"
        )

    def next_key(self, request: HttpRequest, after: TemplateProposal | None) -> Any:
        return selectors.ORDER.next(selectors.pending_queue(), after)

    def name_of(self, item: TemplateProposal) -> str:
        return f"{item.label} ({item.get_scenario_category_display()})."

    def typed_place(self, item: TemplateProposal) -> str:
        return f"proposal:{item.pk}"

    def check_view(self, request: HttpRequest, key: UUID) -> HttpResponse:
        proposal = self.find_item(key)
        body = request.POST.get("body", "")[: MAX_BODY_CHARACTERS + 1].replace("\r\n", "\n")
        live = proposal.base.body.replace("\r\n", "\n") if proposal.base else ""
        is_translated = proposal.type == ProposalType.TRANSLATION
        shown = proposal.proposed_body_redacted if is_translated else live
        subject = request.POST.get("subject", "")
        findings = as_rows(lint_proposed(proposal, subject=subject, body=body, base_body=live))
        context = {
            "findings": findings,
            "hidden": hidden_characters(body),
            "is_checked": True,
            "may_decide": True,
            "diff": diff_view(shown, body),
            "before": "Proposed" if is_translated else "Live text",
            "after": "Your text",
            "is_scrolled": True,
        }
        return JsonResponse(
            {
                "findings": findings,
                "findings_html": render_to_string("admin/learning/review/findings.html", context),
                "diff_html": render_to_string("admin/templatesapp/diff.html", context),
            }
        )

    def read_screen(self, request: StaffRequest, key: UUID) -> ReviewScreen:
        return ReviewScreen(self.find_item(key), person=request.user, now=timezone.now())

    def beside(
        self, request: StaffRequest, screen: ReviewScreen | None, refusal: DomainError | None
    ) -> dict[str, Any]:
        person = request.user
        recent = selectors.recent_decisions(by=person, now=timezone.now())
        context: dict[str, Any] = {
            "is_new_here": not recent and not selectors.has_decided(person),
            "recent": [(row, capfirst(row.label)) for row in recent],
            "reject_reasons": list(enumerate(RejectReason.choices, start=1)),
        }
        if screen is None:
            return context
        proposal, told = screen.proposal, refusal.extra if refusal else {}
        place = self.typed_place(proposal)
        kept = typed_text(person=person, place=place) if screen.may_decide else None
        return (
            context
            | _headings(screen)
            | {
                "keep_url": reverse(f"admin:{KEEP}", args=[place]),
                "kept": kept,
                "is_kept_here": kept is not None and screen.takes(kept),
                # What a roll back would lose, as the service tells it.
                "lost": [(title, view_of_rows(told[n])) for n, title in _LOST if n in told],
                "reason_words": REASON_WORDS.get(proposal.rewrite_reason, proposal.rewrite_reason),
            }
        )


def _headings(screen: ReviewScreen) -> dict[str, str]:
    proposal = screen.proposal
    template = proposal.source_template
    live = f"Live: {template.template_id}, version {template.version}" if template else ""
    decided = "Proposed"
    if proposal.applied_version and proposal.edited_body:
        decided = f"Version {proposal.applied_version}, as edited before approving"
    return {
        "live_heading": live,
        "base_heading": f"Base: version {proposal.base_version}",
        "decided_heading": decided,
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
            {"template": letter, "similarity_pct": alike, "body": letter.body}
            for letter, alike in near
            if letter.key != proposal.applied_template_id
        ]
    }


def _raw_and_rendered(proposal: TemplateProposal, body: str) -> dict[str, Any]:
    rendered = preview_text(body=body, language=proposal.language, catalogue=current_catalogue())
    return {"raw": body, "rendered": rendered}
