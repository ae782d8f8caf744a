"""The page of one question: what was asked, the suggested answer to edit, and the decision.

Every button is one call of ``learning.ledger`` services; after a decision the next question is up.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, reverse
from django.utils import timezone
from django.views.decorators.http import require_POST
from unfold.widgets import UnfoldAdminTextareaWidget

from config.errors import DomainError
from learning.ledger.choices import WAITING_STATES, QuestionState
from learning.ledger.mails import mails_that_would_change
from learning.ledger.models import MAX_ANSWER_CHARACTERS, UnknownQuestion
from learning.ledger.selectors import next_waiting_question
from learning.ledger.services import (
    DECIDE_PERMISSION,
    defer_question,
    join_question,
    part_question,
    promote_question,
    reject_question,
    revert_promotion,
)
from templatesapp.admin.pages import page_urls
from templatesapp.kept_texts import drop_text

CHANGELIST = "admin:learning_unknownquestion_changelist"
CHANGE = "admin:learning_unknownquestion_change"
DECIDE = "learning_unknownquestion_decide"
SEE_MAIL_PERMISSION = "drafting.view_message"

# What each decision is done by, and what is said then.
_DECISIONS: dict[str, tuple[Callable[..., UnknownQuestion], str]] = {
    "promote": (promote_question, "Promoted: this answer is used from now on"),
    "reject": (reject_question, "Rejected"),
    "defer": (defer_question, "Deferred"),
    "revert": (revert_promotion, "Reverted: the question waits again"),
    "join": (join_question, "Joined: it is another wording of that question"),
    "part": (part_question, "Parted: it is a question of its own"),
}
_STAYS = ("revert", "join", "part")


class AnswerForm(forms.Form):
    """The answer as guests will read it; only promoting needs one."""

    answer = forms.CharField(
        required=False,
        max_length=MAX_ANSWER_CHARACTERS,
        help_text="Only the answer: no greeting, no closing. A price or time is best written as the"
        " slot of its fact.",
        widget=UnfoldAdminTextareaWidget(attrs={"rows": 6}),
    )


class QuestionViews:
    """What the admin of questions adds to Django's pages."""

    def question_urls(self) -> list[URLPattern]:
        decide = require_POST(self.decide_view)
        return page_urls(self, ("<int:question_id>/decide/", DECIDE, decide, DECIDE_PERMISSION))

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
