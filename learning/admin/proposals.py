"""Proposals in the admin. Every decision is a call of ``learning.proposals.services``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.timesince import timesince
from unfold.decorators import action, display

from config.errors import DomainError
from learning.admin.deciding import DECISION_WORDS, RejectForm, decision_form, refusal_diffs
from learning.admin.pages import needs_permission, show_page
from learning.admin.texts import show_diff, show_findings, show_text
from learning.proposals.bulk import label
from learning.proposals.choices import ReviewState
from learning.proposals.guards import DECIDE_PERMISSION, diff_rows
from learning.proposals.models import TemplateProposal
from learning.proposals.selectors import backlog_warning, current_findings, has_live_base
from learning.proposals.services import (
    approve_proposal,
    bulk_decide,
    reject_proposal,
    roll_back_proposal,
    undo_decision,
)
from templatesapp.admin.base import HistoryAdmin, ReadOnlyAdmin

DECIDE_PAGE = "learning_templateproposal_decide"
CHANGELIST = "admin:learning_templateproposal_changelist"
SERVICES: dict[str, Callable[..., TemplateProposal]] = {
    "approve": approve_proposal,
    "reject": reject_proposal,
    "roll_back": roll_back_proposal,
    "undo": undo_decision,
}


@admin.register(TemplateProposal)
class TemplateProposalAdmin(ReadOnlyAdmin, HistoryAdmin):
    """The queue as a list, and one proposal with its word diff. Nothing is edited in place."""

    list_display = [
        "name",
        "type",
        "scenario_category",
        "rewrite_reason",
        "distance",
        "evidence_count",
        "age",
        "state",
        "decided_by",
    ]
    list_display_links = ["name"]
    list_select_related = ["source_template", "decided_by"]
    list_filter = ["review_state", "type", "scenario_category", "rewrite_reason", "language"]
    search_fields = [
        "source_template__template_id",
        "source_template__subject",
        "proposed_subject",
        "proposed_body_redacted",
        "email_subject",
    ]
    actions = ["approve_selected", "reject_selected", "roll_back_selected", "undo_selected"]
    actions_detail = ["approve_one", "reject_one", "roll_back_one", "undo_one"]
    readonly_fields = [
        "name",
        "distance",
        "state",
        "base",
        "changes",
        "lint",
        "proposed_text",
        "live_text",
        "draft_text",
        "drafts_behind",
    ]
    fieldsets = [
        (
            None,
            {
                "fields": [
                    ("name", "type", "state"),
                    ("scenario_category", "rewrite_reason", "distance"),
                    ("evidence_count", "created_at", "email_subject"),
                    "changes",
                    "lint",
                    "base",
                    "proposed_subject",
                ]
            },
        ),
        (
            "Decision",
            {"fields": [("decided_by", "decided_at"), ("reject_reason", "decision_note")]},
        ),
        ("Texts", {"fields": ["proposed_text", "live_text", "draft_text", "edited_body"]}),
        ("Drafts behind it", {"fields": ["drafts_behind"]}),
    ]

    def has_decide_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return request.user.has_perm(DECIDE_PERMISSION)

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        if request.method == "GET" and (warning := backlog_warning()):
            messages.warning(request, warning)
        response: HttpResponse = super().changelist_view(request, extra_context)
        return response

    # --- columns and fields ---------------------------------------------------------------------

    @display(description="Text", ordering="source_template__template_id")
    def name(self, proposal: TemplateProposal) -> str:
        return label(proposal)

    @display(description="Rewritten", ordering="edit_distance_pct")
    def distance(self, proposal: TemplateProposal) -> str:
        return f"{proposal.edit_distance_pct:.0f} %"

    @display(description="Age", ordering="-created_at")
    def age(self, proposal: TemplateProposal) -> str:
        return timesince(proposal.created_at, depth=1)

    @display(
        description="State",
        ordering="review_state",
        label={
            ReviewState.PENDING: "warning",
            ReviewState.APPROVED: "success",
            ReviewState.REJECTED: "danger",
        },
    )
    def state(self, proposal: TemplateProposal) -> tuple[str, str]:
        return proposal.review_state, str(proposal.get_review_state_display())

    @display(description="Changes")
    def changes(self, proposal: TemplateProposal) -> str:
        return show_diff(diff_rows(proposal.previous_body, proposal.proposed_body_redacted))

    @display(description="Lint")
    def lint(self, proposal: TemplateProposal) -> str:
        return show_findings(current_findings(proposal))

    @display(description="Base")
    def base(self, proposal: TemplateProposal) -> str:
        if proposal.base_version is None:
            return "none: a new template"
        if proposal.review_state != ReviewState.PENDING or has_live_base(proposal):
            return f"version {proposal.base_version}"
        return f"version {proposal.base_version}, which is no longer the live text"

    @display(description="Proposed text")
    def proposed_text(self, proposal: TemplateProposal) -> str:
        return show_text(proposal.proposed_body_redacted)

    @display(description="Live text it was made from")
    def live_text(self, proposal: TemplateProposal) -> str:
        return show_text(proposal.previous_body)

    @display(description="Draft before the rewrite, redacted")
    def draft_text(self, proposal: TemplateProposal) -> str:
        return show_text(proposal.original_body_redacted)

    @display(description="Rewritten drafts, redacted")
    def drafts_behind(self, proposal: TemplateProposal) -> str:
        rows = ((row, show_text(row.body_redacted)) for row in proposal.evidence.all()[:20])
        return format_html_join(
            "", "<details><summary>{}</summary>{}</details>", rows
        ) or format_html("{}", "–")

    # --- decisions on a selection ---------------------------------------------------------------

    @action(description="Approve selected", permissions=["decide"])
    def approve_selected(self, request: HttpRequest, queryset: QuerySet[TemplateProposal]) -> None:
        self._decide_many(request, queryset, "approve")

    @action(description="Reject selected …", permissions=["decide"])
    def reject_selected(
        self, request: HttpRequest, queryset: QuerySet[TemplateProposal]
    ) -> HttpResponse | None:
        form = RejectForm(request.POST if "reason" in request.POST else None)
        if form.is_valid():
            self._decide_many(request, queryset, "reject", **form.arguments())
            return None
        return show_page(
            request,
            self,
            "admin/learning/decide_many.html",
            title="Reject proposals",
            form=form,
            rows=[(row.pk, str(row)) for row in queryset],
            action_name="reject_selected",
            button="Reject",
            back=reverse(CHANGELIST),
        )

    @action(description="Roll back selected", permissions=["decide"])
    def roll_back_selected(
        self, request: HttpRequest, queryset: QuerySet[TemplateProposal]
    ) -> None:
        self._decide_many(request, queryset, "roll_back")

    @action(description="Undo decision of selected", permissions=["decide"])
    def undo_selected(self, request: HttpRequest, queryset: QuerySet[TemplateProposal]) -> None:
        self._decide_many(request, queryset, "undo")

    def _decide_many(
        self,
        request: HttpRequest,
        queryset: QuerySet[TemplateProposal],
        decision: str,
        **arguments: Any,
    ) -> None:
        person: Any = request.user
        outcome = bulk_decide(
            proposal_ids=list(queryset.values_list("pk", flat=True)),
            decision=decision,
            by=person,
            now=timezone.now(),
            **arguments,
        )
        level = messages.WARNING if outcome.skipped else messages.SUCCESS
        self.message_user(request, outcome.line, level)

    # --- decisions on one ------------------------------------------------------------------------

    @action(description="Approve …", permissions=["decide"], icon="check")
    def approve_one(self, request: HttpRequest, object_id: UUID) -> HttpResponse:
        return redirect(f"admin:{DECIDE_PAGE}", object_id, "approve")

    @action(description="Reject …", permissions=["decide"], icon="close")
    def reject_one(self, request: HttpRequest, object_id: UUID) -> HttpResponse:
        return redirect(f"admin:{DECIDE_PAGE}", object_id, "reject")

    @action(description="Roll back …", permissions=["decide"], icon="history")
    def roll_back_one(self, request: HttpRequest, object_id: UUID) -> HttpResponse:
        return redirect(f"admin:{DECIDE_PAGE}", object_id, "roll_back")

    @action(description="Undo …", permissions=["decide"], icon="undo")
    def undo_one(self, request: HttpRequest, object_id: UUID) -> HttpResponse:
        return redirect(f"admin:{DECIDE_PAGE}", object_id, "undo")

    def get_urls(self) -> list[URLPattern]:
        page = needs_permission(self.decide_page, DECIDE_PERMISSION)
        view = self.admin_site.admin_view(page)
        own = path("<uuid:proposal_id>/decide/<slug:decision>/", view, name=DECIDE_PAGE)
        return [own, *super().get_urls()]

    def decide_page(self, request: HttpRequest, proposal_id: UUID, decision: str) -> HttpResponse:
        """Asks for what a decision needs; a POST decides, and shows why where it may not."""
        if decision not in SERVICES:
            raise Http404
        proposal = get_object_or_404(
            TemplateProposal.objects.select_related("source_template"), pk=proposal_id
        )
        form = decision_form(decision, proposal, request.POST or None)
        refusal: DomainError | None = None
        if request.method == "POST" and form.is_valid():
            person: Any = request.user
            try:
                SERVICES[decision](
                    proposal_id=proposal_id, by=person, now=timezone.now(), **form.arguments()
                )
            except DomainError as error:
                refusal = error
            else:
                self.message_user(request, f"{label(proposal)}: done.", messages.SUCCESS)
                return redirect(CHANGELIST)
        return show_page(
            request,
            self,
            "admin/learning/decide_one.html",
            title=f"{DECISION_WORDS[decision]}: {label(proposal)}",
            form=form,
            refusal=refusal,
            refusal_diffs=refusal_diffs(refusal),
            changes=self.changes(proposal),
            findings=self.lint(proposal),
            button=DECISION_WORDS[decision],
            back=reverse("admin:learning_templateproposal_change", args=[proposal_id]),
        )
