"""The question ledger in the admin: its list, one question's page, and answers by language.
After a decision on a question the next is up. Every decision is a call of a service."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.text import Truncator
from django.views.decorators.http import require_POST
from unfold.decorators import action, display
from unfold.widgets import UnfoldAdminTextareaWidget, UnfoldAdminTextInputWidget

from config.errors import DomainError
from learning.admin.lists import ScenarioColumn, WaitingFilter
from learning.deciding import decide_each
from learning.ledger import models, selectors
from learning.ledger import services as ledger
from templatesapp.admin import base
from templatesapp.admin.pages import StaffRequest, leads_to, page, show_page, with_overtaken
from templatesapp.categories import language_name
from templatesapp.entries import Catalogue
from templatesapp.kept_texts import drop_text
from templatesapp.selectors import current_catalogue
from templatesapp.times import time_shown

CHANGELIST = "admin:learning_unknownquestion_changelist"
CHANGE = "admin:learning_unknownquestion_change"
DECIDE = "learning_unknownquestion_decide"
LANGUAGES_PAGE = "learning_unknownquestion_languages"
SAY = "learning_unknownquestion_say"
SEE_MAIL_PERMISSION = "drafting.view_message"

# What each decision is done by, and what is said then.
_DECISIONS: dict[str, tuple[Callable[..., models.UnknownQuestion], str]] = {
    "promote": (ledger.promote_question, "Promoted: this answer is used from now on"),
    "reject": (ledger.reject_question, "No answer is wanted"),
    "defer": (ledger.defer_question, "Deferred: the new ones come first"),
    "revert": (ledger.revert_promotion, "Reverted: the question waits again"),
    "join": (ledger.join_question, "Joined: it is another wording of that question"),
    "part": (ledger.part_question, "Parted: it is a question of its own"),
}
_STAYS = ("revert", "join", "part")
_SHOWN_CHARACTERS = 80
_LANGUAGES_SHOWN = 30  # answers on one page
_KEPT = "refused_answers"  # in the session, by the place where they were typed
_NAME_CHARACTERS = 40  # of a question, in a line about many


class AnswerForm(forms.Form):
    """The answer as guests will read it; only promoting needs one."""

    answer = forms.CharField(
        required=False,
        max_length=models.MAX_ANSWER_CHARACTERS,
        help_text="Only the answer: no greeting, no closing. A price or time is best written as the"
        " slot of its fact.",
        widget=UnfoldAdminTextareaWidget(attrs={"rows": 6}),
    )


class SaidForm(forms.Form):
    """A question and its answer, in one language."""

    wording = forms.CharField(
        max_length=models.MAX_QUESTION_CHARACTERS, widget=UnfoldAdminTextInputWidget
    )
    answer = forms.CharField(
        max_length=models.MAX_ANSWER_CHARACTERS, widget=UnfoldAdminTextareaWidget(attrs={"rows": 4})
    )


class StateFilter(WaitingFilter):
    field = "state"
    default = "waiting"
    states = models.QuestionState.choices
    groups = {"waiting": ("Waiting", tuple(models.WAITING_STATES))}


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


@admin.register(models.UnknownQuestion)
class UnknownQuestionAdmin(ScenarioColumn, base.ReadOnlyAdmin, base.HistoryAdmin):
    """Questions as a list; a row leads to its page, where it is answered."""

    list_display = [
        *("question_line", "scenario", "language_name"),
        *("asked_times", "asked_last", "answer_line", "state_label"),
    ]
    list_filter = [StateFilter, "is_action", "scenario_category", ("language", base.LanguageFilter)]
    search_fields = ["question", "suggested_answer", "context_excerpt"]
    list_select_related = ["promoted_item"]
    actions = ["reject_selected", "defer_selected"]
    actions_list = ["open_languages"]
    open_languages = leads_to(LANGUAGES_PAGE, "Other languages", "translate", "view")
    change_form_template = "admin/learning/question.html"
    fields = ["question"]  # the page is a template of its own

    def get_queryset(self, request: HttpRequest) -> QuerySet[models.UnknownQuestion]:
        """The list shows each question once; every wording has its page."""
        questions = selectors.with_totals(models.UnknownQuestion.objects.all())
        match = request.resolver_match
        is_list = match is not None and f"admin:{match.url_name}" == CHANGELIST
        return questions.filter(belongs_to=None) if is_list else questions

    def get_ordering(self, request: HttpRequest) -> list[str]:
        return ["-asked", "first_seen", "id"]

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> Any:
        if request.method == "GET" and (count := len(selectors.missing_answers())):
            said = "1 answer has" if count == 1 else f"{count} answers have"
            messages.info(request, f"{said} to be said in another language: Other languages.")
        return super().changelist_view(request, extra_context)

    def render_change_form(self, request: HttpRequest, context: Any, *args: Any, **kw: Any) -> Any:
        context |= question_context(request, kw["obj"])
        return super().render_change_form(request, context, *args, **kw)

    def has_decide_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return request.user.has_perm(ledger.DECIDE_PERMISSION)

    @display(description="Question", ordering="question")
    def question_line(self, question: models.UnknownQuestion) -> str:
        shown = Truncator(question.question).chars(_SHOWN_CHARACTERS)
        return f"To do: {shown}" if question.is_action else shown

    language_name = base.column("Language", "language", language_name)
    asked_times = base.column("Asked", "asked", "{}\u202f×".format)
    asked_last = base.column("Last asked", "last_seen", time_shown)

    @display(description="Answer")
    def answer_line(self, question: models.UnknownQuestion) -> str:
        item, guess = question.promoted_item, question.suggested_answer
        text = item.answer if item else f"Guess: {guess}" if guess else "–"
        return Truncator(text).chars(_SHOWN_CHARACTERS)

    state_label = base.tagged(
        "State", "state", base.words_of("learning")["unknownquestion"]["colours"]
    )

    @page("<int:question_id>/decide/", DECIDE, ledger.DECIDE_PERMISSION, only=require_POST)
    def decide_view(self, request: HttpRequest, question_id: int) -> HttpResponse:
        """``decision`` promote, reject, defer, revert, join or part; then the next question, or the
        list."""
        decision, typed = request.POST.get("decision", ""), request.POST.get("answer", "")
        if decision not in _DECISIONS:
            raise Http404
        service, done = _DECISIONS[decision]
        try:
            given = {"answer": typed} if decision == "promote" else {}
            question = service(
                question_id=question_id, by=request.user, now=timezone.now(), **given
            )
        except DomainError as error:
            if error.code == "not_found":
                raise Http404 from None
            messages.error(request, error.detail)
            request.session[_KEPT] = {str(question_id): {"answer": typed}}
            return redirect(CHANGE, question_id)
        drop_text(person=request.user, place=f"question:{question_id}")
        said = f"“{question}”: {done}."
        is_promoted = decision == "promote"
        messages.success(request, with_overtaken(request, said) if is_promoted else said)
        if decision in _STAYS:
            back_to = request.POST.get("back_to", "")
            return redirect(CHANGE, int(back_to) if back_to.isdecimal() else question_id)
        following = selectors.next_waiting_question(after=question)
        return redirect(CHANGE, following) if following else redirect(CHANGELIST)

    @page("languages/", LANGUAGES_PAGE, "learning.view_unknownquestion")
    def languages_view(self, request: HttpRequest) -> HttpResponse:
        """What guests asked first; of one language where ``?language=`` names it."""
        missing = selectors.missing_answers()
        wanted = request.GET.get("language", "")
        shown = [each for each in missing if wanted in ("", each.language)]
        kept, catalogue = request.session.pop(_KEPT, {}), current_catalogue()
        return show_page(
            request,
            self,
            "admin/learning/other_languages.html",
            title="Answers to say in other languages",
            entries=[_entry(each, kept, catalogue) for each in shown[:_LANGUAGES_SHOWN]],
            total=len(shown),
            wanted=wanted,
            languages=sorted({(each.language, each.language_name) for each in missing}),
            may_decide=request.user.has_perm(ledger.DECIDE_PERMISSION),
        )

    @page(
        "<int:question_id>/languages/<str:language>/",
        SAY,
        ledger.DECIDE_PERMISSION,
        only=require_POST,
    )
    def say_view(self, request: StaffRequest, question_id: int, language: str) -> HttpResponse:
        typed = {name: request.POST.get(name, "") for name in ("wording", "answer")}
        try:
            question = ledger.answer_in_language(
                question_id=question_id,
                language=language,
                by=request.user,
                now=timezone.now(),
                **typed,
            )
        except DomainError as error:
            if error.code == "not_found":
                raise Http404 from None
            messages.error(request, error.detail)
            request.session[_KEPT] = {_place(question_id, language): typed}
        else:
            said = f"“{question}”: this answer is used from now on."
            messages.success(request, with_overtaken(request, said))
        return redirect(f"admin:{LANGUAGES_PAGE}")

    reject_selected = _decides(ledger.reject_question, "rejected", "Reject selected")
    defer_selected = _decides(ledger.defer_question, "deferred", "Defer selected")


def question_context(request: HttpRequest, question: models.UnknownQuestion) -> dict[str, Any]:
    """What the page shows beside the question; a refused answer is there to be mended."""
    is_waiting = question.state in models.WAITING_STATES
    may_see = request.user.has_perm(SEE_MAIL_PERMISSION)
    wordings = list(question.wordings.order_by("-times_seen", "pk"))
    return {
        "question": question,
        "typed_place": f"question:{question.pk}",
        "form": AnswerForm(initial=request.session.pop(_KEPT, {}).get(str(question.pk))),
        "wordings": wordings,
        "asked": sum(row.times_seen for row in [question, *wordings]),
        "offers": question.offers.filter(state__in=models.WAITING_STATES).order_by(
            "-times_seen", "pk"
        ),
        "is_waiting": is_waiting,
        "would_change": selectors.mails_that_would_change(question)
        if is_waiting and may_see
        else None,
        "guesses": selectors.near_answers(question) if is_waiting else [],
        "may_decide": request.user.has_perm(ledger.DECIDE_PERMISSION),
        "next_id": selectors.next_waiting_question(after=question),
    }


def _entry(
    missing: selectors.MissingAnswer, kept: dict[str, dict[str, str]], catalogue: Catalogue
) -> dict[str, Any]:
    """A refused text is there to be mended."""
    draft = selectors.draft_answer(missing, catalogue)
    place = _place(missing.question.pk, missing.language)
    return {
        "missing": missing,
        "draft": draft,
        "is_open": place in kept,
        "form": SaidForm(
            initial=kept.get(place, {"wording": missing.wording, "answer": draft["said"]}),
            auto_id=f"%s-{place}",
        ),
        "url": reverse(f"admin:{SAY}", args=[missing.question.pk, missing.language]),
    }


def _place(question_id: int, language: str) -> str:
    return f"{question_id}-{language}"
