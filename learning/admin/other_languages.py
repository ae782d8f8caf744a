"""The page of promoted answers that a language lacks: each beside its source, approved there."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, reverse
from django.utils import timezone
from django.views.decorators.http import require_POST
from unfold.widgets import UnfoldAdminTextareaWidget, UnfoldAdminTextInputWidget

from config.errors import DomainError
from learning.ledger.languages import (
    MissingAnswer,
    answer_in_language,
    draft_answer,
    missing_answers,
)
from learning.ledger.models import MAX_ANSWER_CHARACTERS, MAX_QUESTION_CHARACTERS
from learning.ledger.services import DECIDE_PERMISSION
from templatesapp.admin.pages import page_urls, show_page
from templatesapp.entries import Catalogue
from templatesapp.selectors import current_catalogue

LANGUAGES_PAGE = "learning_unknownquestion_languages"
SAY = "learning_unknownquestion_say"
_SHOWN = 30
_KEPT = "answers_in_other_languages"


class SaidForm(forms.Form):
    """A question and its answer, in one language."""

    wording = forms.CharField(max_length=MAX_QUESTION_CHARACTERS, widget=UnfoldAdminTextInputWidget)
    answer = forms.CharField(
        max_length=MAX_ANSWER_CHARACTERS, widget=UnfoldAdminTextareaWidget(attrs={"rows": 4})
    )


class OtherLanguageViews:
    """Addresses for the admin of questions."""

    def language_urls(self) -> list[URLPattern]:
        address = "<int:question_id>/languages/<str:language>/"
        return page_urls(
            self,
            ("languages/", LANGUAGES_PAGE, self.languages_view, "learning.view_unknownquestion"),
            (address, SAY, require_POST(self.say_view), DECIDE_PERMISSION),
        )

    def languages_view(self, request: HttpRequest) -> HttpResponse:
        """What guests asked first; of one language where ``?language=`` names it."""
        missing = missing_answers()
        wanted = request.GET.get("language", "")
        shown = [each for each in missing if wanted in ("", each.language)]
        kept, catalogue = request.session.pop(_KEPT, {}), current_catalogue()
        return show_page(
            request,
            self,  # type: ignore[arg-type]
            "admin/learning/other_languages.html",
            title="Answers to say in other languages",
            entries=[_entry(each, kept, catalogue) for each in shown[:_SHOWN]],
            total=len(shown),
            wanted=wanted,
            languages=sorted({(each.language, each.language_name) for each in missing}),
            may_decide=request.user.has_perm(DECIDE_PERMISSION),
        )

    def say_view(self, request: HttpRequest, question_id: int, language: str) -> HttpResponse:
        person: Any = request.user
        typed = {name: request.POST.get(name, "") for name in ("wording", "answer")}
        try:
            question = answer_in_language(
                question_id=question_id, language=language, by=person, now=timezone.now(), **typed
            )
        except DomainError as error:
            if error.code == "not_found":
                raise Http404 from None
            messages.error(request, error.detail)
            request.session[_KEPT] = {_place(question_id, language): typed}
        else:
            messages.success(request, f"“{question}”: this answer is used from now on.")
        return redirect(f"admin:{LANGUAGES_PAGE}")


def _entry(
    missing: MissingAnswer, kept: dict[str, dict[str, str]], catalogue: Catalogue
) -> dict[str, Any]:
    """A refused text is there to be mended."""
    draft = draft_answer(missing, catalogue)
    place = _place(missing.question.pk, missing.language)
    return {
        "missing": missing,
        "draft": draft,
        "is_open": place in kept,
        "form": SaidForm(
            initial=kept.get(place, {"wording": missing.wording, "answer": draft.said}),
            auto_id=f"%s-{place}",
        ),
        "url": reverse(f"admin:{SAY}", args=[missing.question.pk, missing.language]),
    }


def _place(question_id: int, language: str) -> str:
    return f"{question_id}-{language}"
