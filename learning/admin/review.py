"""The review queue: one screen per proposal, and what may be decided about it. Every rule is the
services'."""

from typing import Any, ClassVar
from uuid import UUID

from django import forms
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.text import capfirst

from config.errors import DomainError
from learning.admin.review_screen import ReviewScreen
from learning.events.choices import REASON_WORDS
from learning.proposals.choices import ProposalType, RejectReason, ReviewState
from learning.proposals.decisions import (
    approve_proposal,
    reject_proposal,
    roll_back_proposal,
    undo_decision,
)
from learning.proposals.guards import DECIDE_PERMISSION
from learning.proposals.linting import as_rows, lint_proposed
from learning.proposals.models import TemplateProposal
from learning.proposals.selectors import ORDER, has_decided, pending_queue, recent_decisions
from templatesapp.admin import queue
from templatesapp.kept_texts import KEEP, typed_text
from templatesapp.marked import show_text
from templatesapp.models import MAX_BODY_CHARACTERS
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


class ProposalDecision(queue.Decision):
    item: TemplateProposal
    when = staticmethod(lambda screen: screen.is_pending)

    def mutate(self) -> None:
        now = timezone.now()
        self.service(proposal_id=self.item.pk, by=self.by, now=now, **self.arguments())


class Approve(ProposalDecision):
    name, label, key, done = "approve", "Approve", "a", "Approved"
    service = staticmethod(approve_proposal)
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
    service, takes = staticmethod(reject_proposal), ("reason", "note")


class RollBack(ProposalDecision):
    name, label, done, stays = "roll_back", "Roll back", "Rolled back", True
    when = staticmethod(lambda screen: screen.proposal.review_state == ReviewState.APPROVED)
    service, takes = staticmethod(roll_back_proposal), ("note", "force")


class Undo(ProposalDecision):
    name, label, key, stays = "undo", "Undo", "u", True
    done = "Undone, it waits again:"
    when = staticmethod(lambda screen: screen.may_undo)
    service = staticmethod(undo_decision)


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


class ReviewViews(queue.QueueViews):
    """Addresses of the queue, for the admin of proposals."""

    queue_title = "Review queue"
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
        return ORDER.next(pending_queue(), after)

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

    def read_screen(self, request: HttpRequest, key: UUID) -> ReviewScreen:
        person: Any = request.user
        return ReviewScreen(self.find_item(key), person=person, now=timezone.now())

    def beside(
        self, request: HttpRequest, screen: ReviewScreen | None, refusal: DomainError | None
    ) -> dict[str, Any]:
        person: Any = request.user
        recent = recent_decisions(by=person, now=timezone.now())
        context: dict[str, Any] = {
            "is_new_here": not recent and not has_decided(person),
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
                "email_subject": show_text(proposal.email_subject),
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
