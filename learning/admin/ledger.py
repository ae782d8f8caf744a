"""The question ledger in the admin: the list, and the page of one question, after whose decision
the next is up. Every decision is a call of ``learning.ledger`` services."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, reverse
from django.utils import timezone
from django.utils.text import Truncator
from django.views.decorators.http import require_POST
from unfold.decorators import action, display
from unfold.widgets import UnfoldAdminTextareaWidget

from config.errors import DomainError
from learning.admin.lists import ScenarioColumn, WaitingFilter
from learning.admin.other_languages import LANGUAGES_PAGE, OtherLanguageViews
from learning.deciding import decide_each
from learning.ledger import services as ledger
from learning.ledger.choices import WAITING_STATES, QuestionState
from learning.ledger.languages import missing_answers
from learning.ledger.mails import mails_that_would_change
from learning.ledger.models import MAX_ANSWER_CHARACTERS, UnknownQuestion
from learning.ledger.selectors import next_waiting_question, with_totals
from learning.ledger.services import DECIDE_PERMISSION
from templatesapp.admin.base import HistoryAdmin, ReadOnlyAdmin, column
from templatesapp.admin.pages import page_urls
from templatesapp.categories import LANGUAGES
from templatesapp.kept_texts import drop_text
from templatesapp.times import time_shown

CHANGELIST = "admin:learning_unknownquestion_changelist"
CHANGE = "admin:learning_unknownquestion_change"
DECIDE = "learning_unknownquestion_decide"
SEE_MAIL_PERMISSION = "drafting.view_message"

# What each decision is done by, and what is said then.
_DECISIONS: dict[str, tuple[Callable[..., UnknownQuestion], str]] = {
    "promote": (ledger.promote_question, "Promoted: this answer is used from now on"),
    "reject": (ledger.reject_question, "Rejected"),
    "defer": (ledger.defer_question, "Deferred"),
    "revert": (ledger.revert_promotion, "Reverted: the question waits again"),
    "join": (ledger.join_question, "Joined: it is another wording of that question"),
    "part": (ledger.part_question, "Parted: it is a question of its own"),
}
_STAYS = ("revert", "join", "part")
_SHOWN_CHARACTERS = 80
_NAME_CHARACTERS = 40  # of a question, in a line about many


class AnswerForm(forms.Form):
    """The answer as guests will read it; only promoting needs one."""

    answer = forms.CharField(
        required=False,
        max_length=MAX_ANSWER_CHARACTERS,
        help_text="Only the answer: no greeting, no closing. A price or time is best written as the"
        " slot of its fact.",
        widget=UnfoldAdminTextareaWidget(attrs={"rows": 6}),
    )


class StateFilter(WaitingFilter):
    field = "state"
    default = "waiting"
    states = QuestionState.choices
    groups = {"waiting": ("Waiting", tuple(WAITING_STATES))}


def _decides(service: Callable[..., object], done_word: str, description: str) -> Any:
    """An action that decides each of the selected rows by a service."""

    @action(description=description, permissions=["decide"])
    def act(owner: UnknownQuestionAdmin, request: HttpRequest, queryset: Any) -> None:
        now = timezone.now()
        named = {row.pk: f"“{row.question[:_NAME_CHARACTERS]}”" for row in queryset}
        outcome = decide_each(
            named,
            lambda key: service(question_id=key, by=request.user, now=now),
            done_word=done_word,
        )
        level = messages.WARNING if outcome.skipped else messages.SUCCESS
        owner.message_user(request, outcome.line, level)

    return act


@admin.register(UnknownQuestion)
class UnknownQuestionAdmin(ScenarioColumn, OtherLanguageViews, ReadOnlyAdmin, HistoryAdmin):
    """Questions as a list; a row leads to its page, where it is answered."""

    list_display = [
        "question_line",
        "scenario",
        "language_name",
        "asked_times",
        "asked_last",
        "answer_line",
        "state_label",
    ]
    list_filter = [StateFilter, "is_action", "scenario_category", "language"]
    search_fields = ["question", "suggested_answer", "context_excerpt"]
    list_select_related = ["promoted_item"]
    actions = ["reject_selected", "defer_selected"]
    actions_list = ["open_languages"]
    change_form_template = "admin/learning/question.html"
    fields = ["question"]  # the page is a template of its own
    empty_title = "No question waits"
    empty_help = (
        "What guests ask and nothing on the desk could answer is gathered here. Earlier questions"
        " are under Filters, by state."
    )

    def get_urls(self) -> list[URLPattern]:
        decide = require_POST(self.decide_view)
        page = ("<int:question_id>/decide/", DECIDE, decide, DECIDE_PERMISSION)
        return [*self.language_urls(), *page_urls(self, page), *super().get_urls()]

    def get_queryset(self, request: HttpRequest) -> QuerySet[UnknownQuestion]:
        """The list shows each question once; every wording has its page."""
        questions = with_totals(UnknownQuestion.objects.all())
        match = request.resolver_match
        is_list = match is not None and f"admin:{match.url_name}" == CHANGELIST
        return questions.filter(belongs_to=None) if is_list else questions

    def get_ordering(self, request: HttpRequest) -> list[str]:
        return ["-asked", "first_seen", "id"]

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> Any:
        if request.method == "GET" and (count := len(missing_answers())):
            said = "1 answer has" if count == 1 else f"{count} answers have"
            messages.info(request, f"{said} to be said in another language: Other languages.")
        return super().changelist_view(request, extra_context)

    def render_change_form(self, request: HttpRequest, context: Any, *args: Any, **kw: Any) -> Any:
        context |= question_context(request, kw["obj"])
        return super().render_change_form(request, context, *args, **kw)

    def has_decide_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return request.user.has_perm(DECIDE_PERMISSION)

    @display(description="Question", ordering="question")
    def question_line(self, question: UnknownQuestion) -> str:
        shown = Truncator(question.question).chars(_SHOWN_CHARACTERS)
        return f"To do: {shown}" if question.is_action else shown

    language_name = column("Language", "language", lambda code: LANGUAGES.get(code, code))
    asked_times = column("Asked", "asked", "{}\u202f×".format)
    asked_last = column("Last asked", "last_seen", time_shown)

    @display(description="Answer")
    def answer_line(self, question: UnknownQuestion) -> str:
        item = question.promoted_item
        text = item.answer if item else question.suggested_answer
        return Truncator(text).chars(_SHOWN_CHARACTERS) or "–"

    @display(
        description="State",
        ordering="state",
        label={
            QuestionState.NEW: "warning",
            QuestionState.DEFERRED: "info",
            QuestionState.APPROVED: "success",
            QuestionState.REJECTED: "danger",
        },
    )
    def state_label(self, question: UnknownQuestion) -> tuple[str, str]:
        return question.state, str(question.get_state_display())

    def decide_view(self, request: HttpRequest, question_id: int) -> HttpResponse:
        """``decision`` promote, reject, defer, revert, join or part; then the next question, or the
        list."""
        decision = request.POST.get("decision", "")
        form = AnswerForm(request.POST)
        if decision not in _DECISIONS:
            raise Http404
        service, done = _DECISIONS[decision]
        try:
            if not form.is_valid():
                told = (str(text) for text in form.errors.get("answer", []))
                raise DomainError("validation_error", " ".join(told))
            given = form.cleaned_data if decision == "promote" else {}
            question = service(
                question_id=question_id, by=request.user, now=timezone.now(), **given
            )
        except DomainError as error:
            if error.code == "not_found":
                raise Http404 from None
            messages.error(request, error.detail)
            request.session[_kept_as(question_id)] = request.POST.get("answer", "")
            return redirect(CHANGE, question_id)
        drop_text(person=request.user, place=f"question:{question_id}")
        messages.success(request, f"“{question}”: {done}.")
        if decision in _STAYS:
            back_to = request.POST.get("back_to", "")
            return redirect(CHANGE, int(back_to) if back_to.isdecimal() else question_id)
        following = next_waiting_question(after=question)
        return redirect(CHANGE, following) if following else redirect(CHANGELIST)

    @action(
        description="Other languages",
        url_path="open-languages",
        icon="translate",
        permissions=["view"],
    )
    def open_languages(self, request: HttpRequest) -> HttpResponse:
        return redirect(f"admin:{LANGUAGES_PAGE}")

    reject_selected = _decides(ledger.reject_question, "rejected", "Reject selected")
    defer_selected = _decides(ledger.defer_question, "deferred", "Defer selected")


def question_context(request: HttpRequest, question: UnknownQuestion) -> dict[str, Any]:
    """What the page shows beside the question; a refused answer is there to be mended."""
    typed = request.session.pop(_kept_as(question.pk), None)
    answer = question.answer_to_edit if typed is None else typed
    item = question.promoted_item
    is_waiting = question.state in WAITING_STATES
    may_see = request.user.has_perm(SEE_MAIL_PERMISSION)
    return {
        "question": question,
        "typed_place": f"question:{question.pk}",
        "form": AnswerForm(initial={"answer": answer}),
        "wordings": question.wordings.order_by("-times_seen", "pk"),
        "offers": question.offers.filter(state__in=WAITING_STATES).order_by("-times_seen", "pk"),
        "offered_to": question.offered_to,
        "is_waiting": is_waiting,
        "would_change": mails_that_would_change(question) if is_waiting and may_see else None,
        "is_new": question.state == QuestionState.NEW,
        "may_decide": request.user.has_perm(DECIDE_PERMISSION),
        "decide_url": reverse(f"admin:{DECIDE}", args=[question.pk]),
        "item": item,
        "item_url": reverse("admin:templatesapp_knowledgeitem_change", args=[item.pk])
        if item
        else "",
        "next_id": next_waiting_question(after=question),
    }


def _kept_as(question_id: int) -> str:
    return f"answer_of_question_{question_id}"
