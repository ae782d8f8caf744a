"""Beside the text of a template: its slots to click, its checks and how a guest would see it."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.urls import URLPattern, reverse
from django.views.decorators.http import require_POST

from templatesapp.admin.base import HistoryAdmin
from templatesapp.admin.pages import page_urls
from templatesapp.categories import DEFAULT_LANGUAGE, LANGUAGES
from templatesapp.entries import Catalogue
from templatesapp.lint import LINTED, lint_template
from templatesapp.marked import show_text, shown_once
from templatesapp.models import MAX_BODY_CHARACTERS, EmailTemplate
from templatesapp.selectors import current_catalogue
from templatesapp.text.letter import greeting, personalise_greeting
from templatesapp.text.shown import plain_to_html
from templatesapp.text.slots import FACT_PREFIX, STANDARD_SLOTS, name_in_words, resolve_slots

CHECK = "templatesapp_emailtemplate_check"
_GUEST, _REFERENCE = "Annika Rehberg", "MA4BJ9"  # of the sample that a text is shown with
_SLOT_NAMES = {"BOOKING_REF": "Booking reference", "CTA": "Call to action"}
_SLOT_WORDS = {
    "GREETING": "Dear Annika,",
    "KNOWLEDGE_INJECTION": "answers to questions that the text leaves open",
    "BOOKING_REF": "the booking reference, where the guest gave one",
    "CTA": "a call to action of the settings",
    "POLICY_NOTE": "what a policy makes us say",
    "OWNERS": "the owners, as the desk profile names them",
    "SIGNATURE": "the signature of the desk profile",
}


class WorkbenchViews(HistoryAdmin):
    """The readonly field ``workbench`` and the address that its script asks while one types."""

    def get_urls(self) -> list[URLPattern]:
        view = require_POST(self.check_view)
        own = page_urls(self, ("check/", CHECK, view, "templatesapp.view_emailtemplate"))
        return [*own, *super().get_urls()]

    @admin.display(description="Slots, checks, preview")
    @shown_once
    def workbench(self, template: EmailTemplate | None) -> str:
        template = template or EmailTemplate()
        context = _checked({name: getattr(template, name) for name in LINTED})
        slots = {"slots": _slots(template.language), "check_url": reverse(f"admin:{CHECK}")}
        return render_to_string("admin/templatesapp/workbench.html", context | slots)

    def check_view(self, request: HttpRequest) -> HttpResponse:
        """Lint and preview of a text that is being typed; writes nothing."""
        told = {name: request.POST.get(name, "") for name in LINTED}
        told["body"] = told["body"][:MAX_BODY_CHARACTERS]
        if told["language"] not in LANGUAGES:
            told["language"] = DEFAULT_LANGUAGE
        context = _checked(told)
        html = render_to_string("admin/templatesapp/workbench_result.html", context)
        return JsonResponse({"html": html})


def _checked(told: dict[str, str]) -> dict[str, Any]:
    """``told``: a letter's LINTED fields."""
    catalogue = current_catalogue()
    body, language = told["body"], told["language"]
    findings = lint_template(**told, fact_names=frozenset(catalogue.facts), known=catalogue.guarded)
    plain = preview_text(body=body, language=language, catalogue=catalogue)
    return {
        "findings": findings if body else [],
        "has_text": bool(body.strip()),
        "plain": show_text(plain),
        "page": plain_to_html(plain, language),
    }


def preview_text(*, body: str, language: str, catalogue: Catalogue) -> str:
    """A template's text, kept or not yet, as a guest would read it, filled with sample values and
    today's facts. No query."""
    values = catalogue.fact_values(language) | {
        "GREETING": greeting(_GUEST, language),
        "BOOKING_REF": _REFERENCE,
    }
    text = resolve_slots(body, values).text
    return personalise_greeting(text, _GUEST, language).replace("\r\n", "\n")


def _slots(language: str) -> list[tuple[str, str, str]]:
    """(name, as a person reads it, what stands there in a letter), the standard slots first."""
    facts = current_catalogue().fact_values(language)
    standard = [(name, _SLOT_WORDS.get(name, "")) for name in sorted(STANDARD_SLOTS)]
    known = sorted((name, value) for name, value in facts.items() if FACT_PREFIX in name)
    return [
        (name, _SLOT_NAMES.get(name) or name_in_words(name), value)
        for name, value in (*standard, *known)
    ]
