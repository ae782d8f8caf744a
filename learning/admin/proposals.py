"""Proposals in the admin: the list, its actions on a confirmed selection, and the way to the queue.

Every decision is a call of ``learning.proposals`` services; the screen of one proposal is
``learning.admin.review``.
"""

from __future__ import annotations

from typing import Any, ClassVar
from uuid import UUID

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, reverse
from django.utils import timezone
from django.utils.html import format_html
from django.views.decorators.http import require_POST
from unfold.decorators import action, display

from config.errors import DomainError, invalid
from learning.admin.lists import ScenarioColumn, WaitingFilter
from learning.admin.review import QUEUE, REVIEW, ReviewViews
from learning.events.choices import REASON_WORDS
from learning.proposals.decisions import decide_confirmed, state_token
from learning.proposals.guards import DECIDE_PERMISSION
from learning.proposals.models import ProposalType, RejectReason, ReviewState, TemplateProposal
from learning.proposals.selectors import backlog_warning, change_line, has_live_base
from templatesapp.admin.base import HistoryAdmin, ReadOnlyAdmin, column, tagged, words_of
from templatesapp.admin.pages import StaffRequest, leads_to, page, show_page
from templatesapp.marked import show_steps, show_text
from templatesapp.templatetags.texts import ago

BULK = "learning_templateproposal_bulk"
CHANGELIST = "admin:learning_templateproposal_changelist"
MAX_SELECTED = 200  # rows that a person can be asked to confirm on one page
_SEPARATOR = ":"
_COLOURS = words_of("learning")["templateproposal"]["colours"]

_QUESTIONS = {
    "approve": ("Approve proposals", "Approve these"),
    "reject": ("Reject proposals", "Reject these"),
    "roll_back": ("Roll back proposals", "Roll these back"),
}


class StateFilter(WaitingFilter):
    field = "review_state"
    default = ReviewState.PENDING
    states = ReviewState.choices


def _asked(decision: str, description: str) -> Any:
    """An action that asks first."""

    @action(description=description, permissions=["decide"])
    def act(admin: TemplateProposalAdmin, request: HttpRequest, queryset: Any) -> Any:
        return admin.ask(request, queryset, decision)

    return act


@admin.register(TemplateProposal)
class TemplateProposalAdmin(ScenarioColumn, ReviewViews, ReadOnlyAdmin, HistoryAdmin):
    """The queue as a list. A row leads to its review screen; nothing is edited in place."""

    list_display = [
        *("name", "kind", "scenario", "reason", "distance"),
        *("guests", "age", "state", "decided_by"),
    ]
    list_select_related = ["source_template", "decided_by"]
    list_filter = [StateFilter, "type", "scenario_category", "rewrite_reason", "language"]
    search_fields = [
        *("source_template__template_id", "source_template__subject"),
        *("proposed_subject", "proposed_body_redacted", "email_subject"),
    ]
    actions = ["approve_selected", "reject_selected", "roll_back_selected"]
    actions_list = ["open_queue"]

    class Media:
        css: ClassVar[dict[str, list[str]]] = {"all": ["templatesapp/texts.css"]}

    def has_decide_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return request.user.has_perm(DECIDE_PERMISSION)

    def get_list_display(self, request: HttpRequest) -> list[Any]:
        """Where only pending ones are listed, nobody has decided and all are in one state."""
        columns = list(super().get_list_display(request))
        if request.GET.get(StateFilter.parameter_name, ReviewState.PENDING) == ReviewState.PENDING:
            columns = [name for name in columns if name not in ("state", "decided_by")]
        return columns

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> Any:
        if request.method == "GET" and (warning := backlog_warning()):
            messages.warning(request, warning)
        return super().changelist_view(request, extra_context)

    def change_view(self, request: HttpRequest, object_id: str, *args: Any, **kw: Any) -> Any:
        """One proposal has one screen; nothing is written here."""
        if request.method not in ("GET", "HEAD") or not self.has_view_permission(request):
            raise PermissionDenied
        try:
            return redirect(f"admin:{REVIEW}", UUID(object_id))
        except ValueError:
            return redirect(CHANGELIST)

    def get_urls(self) -> list[URLPattern]:
        return [*self.queue_urls(), *super().get_urls()]

    guests = column("Guests", "evidence_count")
    reason = column("Reason", "rewrite_reason", lambda code: REASON_WORDS.get(code, code))
    distance = column("Rewritten", "edit_distance_pct", "{:.0f} %".format)
    age = column("Proposed", "created_at", ago, ordering="-created_at")

    @display(description="Text", ordering="source_template__template_id")
    def name(self, proposal: TemplateProposal) -> str:
        letter, said = proposal.base, proposal.proposed_subject or proposal.label
        if letter is not None:
            is_patch = proposal.type == ProposalType.PATCH
            subject = letter.subject if is_patch else proposal.proposed_subject
            said = f"{proposal.label} · {subject}"
        change = show_steps(change_line(proposal))
        line = format_html('<span class="diff-line">{}</span>', change) if change else ""
        return format_html("{}{}", show_text(said), line)

    @display(description="Type", ordering="type", label=_COLOURS)
    def kind(self, proposal: TemplateProposal) -> tuple[str, str]:
        is_patch = proposal.type == ProposalType.PATCH  # said as in its queue
        return proposal.type, "Change" if is_patch else proposal.type.capitalize()

    state = tagged("State", "review_state", _COLOURS)

    open_queue = leads_to(QUEUE, "One by one", "rule", "view")
    approve_selected = _asked("approve", "Approve selected …")
    reject_selected = _asked("reject", "Reject selected …")
    roll_back_selected = _asked("roll_back", "Roll back selected …")

    def ask(
        self, request: HttpRequest, queryset: QuerySet[TemplateProposal], decision: str
    ) -> HttpResponse | None:
        """The page that names exactly the rows that the decision will act on."""
        related = queryset.select_related("source_template", "applied_template", "decided_by")
        rows = list(related[: MAX_SELECTED + 1])
        if len(rows) > MAX_SELECTED:
            messages.warning(request, f"Choose at most {MAX_SELECTED} proposals at once.")
            return None
        title, button = _QUESTIONS[decision]
        return show_page(
            request,
            self,
            "admin/learning/review/bulk.html",
            title=title,
            button=button,
            decision=decision,
            rows=[
                (row, f"{row.pk}{_SEPARATOR}{state_token(row)}", _doubt(row), change_line(row))
                for row in rows
            ],
            reject_reasons=RejectReason.choices,
            bulk_url=reverse(f"admin:{BULK}"),
            back=reverse(CHANGELIST),
        )

    @page("bulk/", BULK, DECIDE_PERMISSION, only=require_POST)
    def bulk_view(self, request: StaffRequest) -> HttpResponse:
        """Decides the confirmed rows, those that changed since or fail a check named."""
        tokens = _tokens(request.POST.getlist("row"))
        names = ("decision", "reason", "note")
        given = {name: request.POST.get(name, "") for name in names}
        try:
            if given["decision"] not in _QUESTIONS or not 0 < len(tokens) <= MAX_SELECTED:
                raise invalid("row", "choose proposals and a decision.")
            outcome = decide_confirmed(tokens=tokens, by=request.user, now=timezone.now(), **given)
        except DomainError as error:
            messages.error(request, f"Nothing was decided: {error.detail}")
        else:
            level = messages.WARNING if outcome.skipped else messages.SUCCESS
            messages.add_message(request, level, outcome.line)
        return redirect(CHANGELIST)


def _doubt(proposal: TemplateProposal) -> str:
    """What a person should know of a row before confirming it."""
    if proposal.review_state != ReviewState.PENDING:
        return str(proposal.get_review_state_display())
    return "" if has_live_base(proposal) else "letter changed since"


def _tokens(rows: list[str]) -> dict[UUID, str]:
    """``{id: state token}`` of the rows that were sent; what is none of ours is left out."""
    tokens = {}
    for row in rows:
        key, _, token = row.partition(_SEPARATOR)
        try:
            tokens[UUID(key)] = token
        except ValueError:
            continue
    return tokens
