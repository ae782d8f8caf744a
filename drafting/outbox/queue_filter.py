"""What of the release queue a person wants to see; kept in their session until they change it."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from typing import Any

from django import forms
from django.db.models import Q
from django.http import HttpRequest

from drafting.mail.choices import Urgency
from templatesapp.choices import CATEGORY_CHOICES, language_choices

_SESSION = "release_filter"


@dataclass(frozen=True, slots=True)
class QueueFilter:
    """Nothing chosen: everything."""

    mine: bool = False
    urgent: bool = False
    language: str = ""
    category: str = ""

    @property
    def is_on(self) -> bool:
        return self != EVERYTHING

    def of(self, person: Any) -> Q:
        """The condition on replies that wait."""
        wanted = Q(thread__assignee=person.pk) if self.mine else Q()
        if self.urgent:
            wanted &= Q(thread__urgency__gt=Urgency.NONE)
        if self.language:
            wanted &= Q(language=self.language)
        if self.category:
            wanted &= Q(draft__scenario_category=self.category)
        return wanted


EVERYTHING = QueueFilter()


class QueueFilterForm(forms.Form):
    mine = forms.BooleanField(required=False)
    urgent = forms.BooleanField(required=False)
    language = forms.ChoiceField(
        required=False, choices=lambda: [("", "Any language"), *language_choices()]
    )
    category = forms.ChoiceField(required=False, choices=[("", "Any category"), *CATEGORY_CHOICES])


def chosen_filter(request: HttpRequest) -> QueueFilter:
    kept = request.session.get(_SESSION, {})
    known = {field.name for field in fields(QueueFilter)}
    return QueueFilter(**{name: value for name, value in kept.items() if name in known})


def choose_filter(request: HttpRequest) -> None:
    """Keeps what the query string asks for; what makes no sense asks for everything."""
    form = QueueFilterForm(request.GET)
    chosen = QueueFilter(**form.cleaned_data) if form.is_valid() else EVERYTHING
    request.session[_SESSION] = asdict(chosen)


def filter_form(chosen: QueueFilter) -> QueueFilterForm:
    return QueueFilterForm(initial=asdict(chosen))
