"""Pages of a letter: slots to click, its checks, a preview; and its versions.
The preview is how a guest would see it. Versions: who changed it and why, what differs, and the way
back."""

from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.http import require_POST

from config.errors import DomainError
from templatesapp.admin.base import HistoryAdmin
from templatesapp.admin.pages import page, show_page
from templatesapp.categories import DEFAULT_LANGUAGE, LANGUAGES
from templatesapp.entries import Catalogue
from templatesapp.lint import LINTED, lint_frame, lint_template
from templatesapp.marked import show_text, shown_once
from templatesapp.models import MAX_BODY_CHARACTERS, EmailTemplate
from templatesapp.selectors import current_catalogue
from templatesapp.text.letter import greeting, personalise_greeting, signed
from templatesapp.text.shown import plain_to_html
from templatesapp.text.slots import FACT_PREFIX, STANDARD_SLOTS, name_in_words, resolve_slots
from templatesapp.text.word_diff import diff_view
from templatesapp.versions import (
    OTHER_FIELDS,
    TemplateVersion,
    list_versions,
    restore_template_version,
)

VERSIONS = "templatesapp_emailtemplate_versions"
RESTORE = "templatesapp_emailtemplate_restore"
MAX_REASON = 300
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


class LetterPages(HistoryAdmin):
    """The readonly field ``workbench`` with the address that its script asks while one types, and
    the page of versions."""

    @admin.display(description="Slots, checks, preview")
    @shown_once
    def workbench(self, template: EmailTemplate | None) -> str:
        template = template or EmailTemplate()
        typed = getattr(template, "typed", None)
        context = _checked(typed or {name: getattr(template, name) for name in LINTED})
        slots = {"slots": _slots(template.language), "check_url": reverse(f"admin:{CHECK}")}
        return render_to_string("admin/templatesapp/workbench.html", context | slots)

    @page("check/", CHECK, "templatesapp.view_emailtemplate", only=require_POST)
    def check_view(self, request: HttpRequest) -> HttpResponse:
        """Lint and preview of a text that is being typed; writes nothing."""
        context = _checked({name: request.POST.get(name, "") for name in LINTED})
        html = render_to_string("admin/templatesapp/workbench_result.html", context)
        return JsonResponse({"html": html})

    @page("<int:key>/versions/", VERSIONS)
    def versions_view(self, request: HttpRequest, key: int) -> HttpResponse:
        """The list, and the word diff of any two (``?from=&to=``; else the last change)."""
        template = self._template(request, key)
        versions = list_versions(template)
        pair = _pair(versions, request.GET.get("from"), request.GET.get("to"))
        return show_page(
            request,
            self,
            "admin/templatesapp/versions.html",
            title=f"Versions of {template.template_id} {template.get_language_display()}",
            template_row=template,
            object=template,  # the trail at the top leads back to it
            versions=versions,
            may_restore=self.has_change_permission(request, template),
            max_reason=MAX_REASON,
            **(_compared(template, *pair) if pair else {}),
        )

    @page("<int:key>/versions/<int:history_id>/restore/", RESTORE, only=require_POST)
    def restore_view(self, request: HttpRequest, key: int, history_id: int) -> HttpResponse:
        template = self._template(request, key)
        if not self.has_change_permission(request, template):
            raise PermissionDenied
        seen = request.POST.get("seen_version", "")
        try:
            restored = restore_template_version(
                template=template,
                history_id=history_id,
                by=request.user,
                reason=request.POST.get("reason", "")[:MAX_REASON],
                seen_version=int(seen) if seen.isdecimal() and len(seen) < 10 else 0,
            )
        except DomainError as error:
            messages.error(request, f"Nothing was changed: {error.detail}")
        else:
            messages.success(request, f"Rolled back: this is version {restored.version} now.")
        return redirect(f"admin:{VERSIONS}", key)

    def _template(self, request: HttpRequest, key: int) -> EmailTemplate:
        template = EmailTemplate.objects.filter(pk=key).first()
        if not self.has_view_permission(request, template):
            raise PermissionDenied
        if template is None:
            raise Http404("There is no such template.")
        return template


def _checked(told: dict[str, str]) -> dict[str, Any]:
    """``told``: a letter's LINTED fields, kept or as they were typed."""
    catalogue = current_catalogue()
    body = told["body"][:MAX_BODY_CHARACTERS]
    language = told["language"] if told["language"] in LANGUAGES else DEFAULT_LANGUAGE
    told = told | {"body": body, "language": language}
    findings = lint_template(**told, fact_names=frozenset(catalogue.facts), known=catalogue.guarded)
    plain = preview_text(body=body, language=language, catalogue=catalogue)
    return {
        "findings": [*findings, *lint_frame(body)] if body else [],
        "has_text": bool(body.strip()),
        "plain": show_text(plain),
        "page": plain_to_html(plain, language),
    }


def preview_text(*, body: str, language: str, catalogue: Catalogue) -> str:
    """A template's text, kept or not yet, as a guest would read it, filled with sample values and
    today's facts. No query."""
    values = catalogue.fact_values(language) | {
        "SIGNATURE": signed(body, catalogue.profile.signature, language),
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


def _pair(
    versions: list[TemplateVersion], older: str | None, newer: str | None
) -> tuple[TemplateVersion, TemplateVersion] | None:
    """The two to compare, the older first; by default the live one and the text before it."""
    chosen = [version for version in versions if str(version.row.pk) in (older, newer)]
    if len(chosen) == 2:
        return chosen[1], chosen[0]
    if len(versions) < 2:
        return None
    live = versions[0]
    former = next((v for v in versions if v.row.version < live.row.version), versions[1])
    return former, live


def _compared(
    template: EmailTemplate, older: TemplateVersion, newer: TemplateVersion
) -> dict[str, Any]:
    """What differs between two; ``others``: (field, before, after) of what is not the text;
    ``restorable``: those whose text is not the live one."""
    was, now, live = older.row, newer.row, (template.subject, template.body)
    is_renamed = was.subject != now.subject
    return {
        "older": older,
        "newer": newer,
        "diff": diff_view(was.body, now.body),
        "subject_diff": diff_view(was.subject, now.subject) if is_renamed else None,
        "others": [
            (name.replace("_", " "), *(show_text(str(getattr(row, name))) for row in (was, now)))
            for name in OTHER_FIELDS
            if getattr(was, name) != getattr(now, name)
        ],
        "restorable": [v for v in (older, newer) if (v.row.subject, v.row.body) != live],
    }
