"""The question ledger in the admin. Every decision is a call of ``learning.ledger`` services."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.text import Truncator
from unfold.decorators import action, display
from unfold.widgets import UnfoldAdminTextareaWidget

from learning.admin.pages import show_page
from learning.ledger.bulk import bulk_decide_questions
from learning.ledger.choices import QuestionState
from learning.ledger.models import MAX_ANSWER_CHARACTERS, UnknownQuestion
from learning.ledger.services import DECIDE_PERMISSION
from templatesapp.admin.base import HistoryAdmin, ReadOnlyAdmin

CHANGELIST = "admin:learning_unknownquestion_changelist"
_SHOWN_CHARACTERS = 80


class AnswersForm(forms.Form):
    """One answer per question; the suggested one is there to be edited."""

    def __init__(
        self, data: Any = None, *, questions: QuerySet[UnknownQuestion], **kwargs: Any
    ) -> None:
        super().__init__(data, **kwargs)
        for question in questions:
            self.fields[f"answer_{question.pk}"] = forms.CharField(
                label=f"{question.question} ({question.times_seen}×, {question.language})",
                initial=question.suggested_answer,
                max_length=MAX_ANSWER_CHARACTERS,
                help_text="Only the answer: no greeting, no closing.",
                widget=UnfoldAdminTextareaWidget(attrs={"rows": 4}),
            )

    def answers(self) -> dict[int, str]:
        return {int(name.removeprefix("answer_")): text for name, text in self.cleaned_data.items()}


@admin.register(UnknownQuestion)
class UnknownQuestionAdmin(ReadOnlyAdmin, HistoryAdmin):
    list_display = [
        "question_line",
        "scenario_category",
        "language",
        "times_seen",
        "last_seen",
        "answer_line",
        "state_label",
    ]
    list_filter = ["state", "scenario_category", "language"]
    search_fields = ["question", "suggested_answer", "context_excerpt"]
    list_select_related = ["promoted_item"]
    actions = ["promote_selected", "reject_selected", "defer_selected", "revert_selected"]
    actions_detail = ["promote_one"]
    readonly_fields = ["state_label", "promoted_answer"]
    fieldsets = [
        (
            None,
            {
                "fields": [
                    "question",
                    ("scenario_category", "language", "state_label"),
                    ("times_seen", "first_seen", "last_seen"),
                    "context_excerpt",
                    "suggested_answer",
                    "promoted_answer",
                ]
            },
        ),
        ("Decision", {"fields": [("decided_by", "decided_at"), "decision_note"]}),
    ]

    def has_decide_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return request.user.has_perm(DECIDE_PERMISSION)

    @display(description="Question", ordering="question")
    def question_line(self, question: UnknownQuestion) -> str:
        return Truncator(question.question).chars(_SHOWN_CHARACTERS)

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

    @display(description="Promoted answer")
    def promoted_answer(self, question: UnknownQuestion) -> str:
        return question.promoted_item.answer if question.promoted_item else "–"

    @action(description="Promote an answer …", permissions=["decide"])
    def promote_selected(
        self, request: HttpRequest, queryset: QuerySet[UnknownQuestion]
    ) -> HttpResponse | None:
        data = request.POST if "is_sent" in request.POST else None
        form = AnswersForm(data, questions=queryset)
        if form.is_valid():
            self._decide_many(request, queryset, "promote", answers=form.answers())
            return None
        return show_page(
            request,
            self,
            "admin/learning/decide_many.html",
            title="Promote answers",
            form=form,
            rows=[(row.pk, str(row)) for row in queryset],
            action_name="promote_selected",
            button="Promote",
            back=reverse(CHANGELIST),
        )

    @action(description="Reject selected", permissions=["decide"])
    def reject_selected(self, request: HttpRequest, queryset: QuerySet[UnknownQuestion]) -> None:
        self._decide_many(request, queryset, "reject")

    @action(description="Defer selected", permissions=["decide"])
    def defer_selected(self, request: HttpRequest, queryset: QuerySet[UnknownQuestion]) -> None:
        self._decide_many(request, queryset, "defer")

    @action(description="Revert promotion of selected", permissions=["decide"])
    def revert_selected(self, request: HttpRequest, queryset: QuerySet[UnknownQuestion]) -> None:
        self._decide_many(request, queryset, "revert")

    @action(description="Promote an answer …", permissions=["decide"], icon="check")
    def promote_one(self, request: HttpRequest, object_id: int) -> HttpResponse:
        """The same page as for a selection; its form posts to the list's action."""
        questions = UnknownQuestion.objects.filter(pk=object_id)
        if not questions:
            return redirect(CHANGELIST)
        return show_page(
            request,
            self,
            "admin/learning/decide_many.html",
            title="Promote an answer",
            form=AnswersForm(questions=questions),
            rows=[(row.pk, str(row)) for row in questions],
            action_name="promote_selected",
            button="Promote",
            back=reverse(CHANGELIST),
        )

    def _decide_many(
        self,
        request: HttpRequest,
        queryset: QuerySet[UnknownQuestion],
        decision: str,
        answers: Mapping[int, str] | None = None,
    ) -> None:
        person: Any = request.user
        outcome = bulk_decide_questions(
            question_ids=list(queryset.values_list("pk", flat=True)),
            decision=decision,
            by=person,
            answers=answers,
            now=timezone.now(),
        )
        level = messages.WARNING if outcome.skipped else messages.SUCCESS
        self.message_user(request, outcome.line, level)
