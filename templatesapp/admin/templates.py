"""Templates: what we send, with a live preview and the lint beside it, and every version there was:
who changed it and why, what differs, and the way back."""

from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.db.models import OuterRef, Subquery
from django.forms.widgets import Script
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.urls import URLPattern, reverse
from django.utils.http import urlencode
from django.utils.text import slugify
from django.views.decorators.http import require_POST
from unfold.decorators import action, display

from config.errors import DomainError
from templatesapp import categories, selectors, services
from templatesapp.admin.base import ReasonForm, column, section, words_of
from templatesapp.admin.exchange import ExchangeAdmin
from templatesapp.admin.fields import RequiresField
from templatesapp.admin.pages import keep_view, page, page_urls, show_page
from templatesapp.entries import Catalogue
from templatesapp.exchange import TEMPLATES
from templatesapp.kept_texts import KEEP, drop_text
from templatesapp.lint import LINTED, lint_frame, lint_template
from templatesapp.marked import show_text, shown_once
from templatesapp.models import MAX_BODY_CHARACTERS, EmailTemplate
from templatesapp.requirements import REQUIREMENTS
from templatesapp.text.letter import SIGNATURE, greeting, personalise_greeting, signed
from templatesapp.text.shown import plain_to_html
from templatesapp.text.slots import FACT_PREFIX, STANDARD_SLOTS, name_in_words, resolve_slots
from templatesapp.text.word_diff import diff_view
from templatesapp.times import time_shown

VERSIONS = "templatesapp_emailtemplate_versions"
RESTORE = "templatesapp_emailtemplate_restore"
MAX_REASON = 300
CHECK = "templatesapp_emailtemplate_check"
_FRAME = f"{{{{SLOT:GREETING}}}}\n\n\n\n{SIGNATURE}"
_COLOURS = {"protected": "danger", "free": "default"}
_COUNTED = ("version", "normalization_batch", "learning_epoch")
_GUEST, _REFERENCE = "Annika Rehberg", "MA4BJ9"  # of the sample that a text is shown with


class TemplateForm(ReasonForm):
    """Protected texts are changed only with a typed reason; the lint has the last word."""

    requires = RequiresField()

    def clean_body(self) -> str:
        """Browsers send CRLF: the text keeps the line ends it is stored with, and stays letter by
        letter what it was where nobody touched it."""
        body: str = self.cleaned_data["body"].replace("\r\n", "\n")
        stored: str = self.instance.body
        if stored.replace("\r\n", "\n").strip() == body.strip():
            return stored
        return body.replace("\n", "\r\n") if "\r\n" in stored else body

    def full_clean(self) -> None:
        """What is refused stands beside the text, too: as it was typed."""
        super().full_clean()
        if self.is_bound:
            self.instance.typed = {name: self.data.get(name, "") for name in LINTED}

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        is_protected = self.instance.pk and self.instance.is_protected
        is_protected = is_protected or categories.is_hard_rule_protected(
            cleaned.get("category", "")
        )
        if is_protected and not cleaned.get("change_reason"):
            raise ValidationError(
                {"change_reason": "This text is legally fixed: say why it changes."}
            )
        told = {name: cleaned.get(name, getattr(self.instance, name)) for name in LINTED}
        if errors := services.lint_errors(told):
            raise ValidationError({"body": errors})
        return cleaned


@admin.register(EmailTemplate)
class EmailTemplateAdmin(ExchangeAdmin):
    """``learning.admin.lists`` adds what was learned of a template to the list."""

    form = TemplateForm
    exchange = TEMPLATES
    list_display = ["name", "subject", "category_label", "language", "batch", "last_change"]
    list_display_links = ["name", "subject"]
    list_filter = ["category", "language", "purpose", "normalization_batch", "active"]
    search_fields = ["template_id", "subject", "body"]
    readonly_fields = [*_COUNTED, "workbench", "languages"]
    read_as = {"requires": "asserted", "languages": "written_languages"}
    change_form_before_template = "admin/templatesapp/typed_letter.html"
    actions_list = ["open_import", "open_export"]
    actions_detail = ["open_versions"]
    fieldsets = [
        section(
            None,
            *("languages", ("template_id", "language"), "subject", "body", "change_reason"),
            classes=["tp-letter"],
        ),
        section(None, "workbench", classes=["tp-beside"]),
        section(
            "Use",
            "category",
            ("purpose", "acknowledges"),
            "requires",
            ("prepayment_step", "prepayment_provider"),
            ("reference_scope", "canonical_reference_url"),
            "active",
        ),
        section("Technical details", *_COUNTED, classes=["collapse"]),
    ]

    class Media:
        css = {"all": ["templatesapp/texts.css", "templatesapp/pages.css"]}
        js = [Script("templatesapp/template_form.js", type="module")]

    @display(description="Letter", ordering="template_id")
    def name(self, template: EmailTemplate) -> str:
        return template.template_id if template.active else f"{template.template_id}, off"

    @display(description="What it says of this guest")
    def asserted(self, template: EmailTemplate) -> str:
        if template.requires is None:
            return "nobody has decided"
        labels = [REQUIREMENTS[name].label for name in template.requires if name in REQUIREMENTS]
        return "; ".join(labels) or "nothing"

    @display(description="Languages")
    @shown_once
    def languages(self, template: EmailTemplate) -> str:
        """The same letter in the others, as tabs; what is missing opens an empty form for it."""
        if not template.pk:
            return "The other languages stand here once this text is saved."
        return _languages(template, selectors.siblings_of(template))

    @display(description="Languages")
    @shown_once
    def written_languages(self, template: EmailTemplate) -> str:
        """For who only reads: nobody is led to a form that is not theirs."""
        return _languages(
            template, [one for one in selectors.siblings_of(template) if one.template]
        )

    @display(description="Category", label=_COLOURS, ordering="category")
    def category_label(self, template: EmailTemplate) -> tuple[str, str]:
        name = template.get_category_display()
        return ("protected", f"{name}, by law") if template.is_protected else ("free", name)

    @display(description="Batch", ordering="normalization_batch")
    def batch(self, template: EmailTemplate) -> str:
        return f"{template.normalization_batch} · v{template.version}"

    last_change = column("Last change", "last_changed_at", time_shown)

    def get_queryset(self, request: HttpRequest) -> Any:
        rows = EmailTemplate.history.filter(id=OuterRef("pk")).order_by("-history_date")
        return (
            super()
            .get_queryset(request)
            .annotate(last_changed_at=Subquery(rows.values("history_date")[:1]))
        )

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, Any]:
        """The next number that is free, and a body that greets and signs."""
        begun = {"template_id": selectors.next_template_id(), "body": _FRAME}
        return begun | super().get_changeform_initial_data(request)

    def get_urls(self) -> list[URLPattern]:
        typed = page_urls(self, ("typed/<str:place>/", KEEP, keep_view))
        return [*typed, *super().get_urls()]

    def render_change_form(self, request: HttpRequest, context: Any, *args: Any, **kw: Any) -> Any:
        template: EmailTemplate | None = kw.get("obj")
        if self.has_change_permission(request, template):
            version = template.version if template else ""
            context |= {"typed_place": _place(request, template), "typed_base": version}
        return super().render_change_form(request, context, *args, **kw)

    @action(description="Versions", url_path="open-versions", icon="history")
    def open_versions(self, request: HttpRequest, object_id: str) -> HttpResponse:
        template = self.get_object(request, object_id)
        if template is None:
            raise Http404
        return redirect(f"admin:{VERSIONS}", template.pk)

    def has_change_permission(self, request: HttpRequest, obj: EmailTemplate | None = None) -> bool:
        allowed = super().has_change_permission(request, obj)
        if obj is not None and obj.is_protected:
            return allowed and request.user.has_perm(categories.PROTECTED_PERMISSION)
        return allowed

    def has_delete_permission(self, request: HttpRequest, obj: EmailTemplate | None = None) -> bool:
        # A template is switched off, never removed: drafts and history point to it.
        return False

    def save_model(self, request: HttpRequest, obj: EmailTemplate, form: Any, change: bool) -> None:
        if obj.is_protected and not request.user.has_perm(categories.PROTECTED_PERMISSION):
            raise PermissionDenied  # a free text may not be turned into a protected one either
        reason = form.cleaned_data.get("change_reason") or "edited in the admin"
        names = form.changed_data if change else form.fields
        fields = {name: getattr(obj, name) for name in names if name != "change_reason"}
        if change:
            stored = services.revise_template(
                template=obj, fields=fields, by=request.user, reason=reason
            )
        else:
            stored = services.create_template(fields=fields, by=request.user, reason=reason)
        place = _place(request, obj if change else None)
        drop_text(person=request.user, place=place)
        obj.__dict__.update(stored.__dict__)

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
        versions = selectors.list_versions(template)
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
            restored = services.restore_template_version(
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


def _place(request: HttpRequest, template: EmailTemplate | None) -> str:
    """Where what is typed is kept; a new letter is told by what it began with."""
    if template is not None:
        return f"letter:{template.pk}"
    given = (request.GET.get(name, "") for name in ("template_id", "language"))
    return f"new-letter:{slugify('-'.join(given))[:40]}".rstrip(":")


def _languages(template: EmailTemplate, siblings: list[selectors.Sibling]) -> str:
    shown = [(one, _address(template, one)) for one in siblings]
    context = {"siblings": shown, "current": template.language}
    return render_to_string("admin/templatesapp/siblings.html", context)


def _address(template: EmailTemplate, sibling: selectors.Sibling) -> str:
    if sibling.template is not None:
        return reverse("admin:templatesapp_emailtemplate_change", args=[sibling.template.pk])
    same = [name for name in ("template_id", *selectors.SAME) if name != "requires"]
    begun = {name: getattr(template, name) for name in same} | {"language": sibling.language}
    return f"{reverse('admin:templatesapp_emailtemplate_add')}?{urlencode(begun)}"


def _checked(told: dict[str, str]) -> dict[str, Any]:
    """``told``: a letter's LINTED fields, kept or as they were typed."""
    catalogue = selectors.current_catalogue()
    body = told["body"][:MAX_BODY_CHARACTERS]
    language = (
        told["language"]
        if told["language"] in categories.LANGUAGES
        else categories.DEFAULT_LANGUAGE
    )
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
    facts = selectors.current_catalogue().fact_values(language)
    told = words_of("templatesapp")["emailtemplate"]["slots"]
    standard = [(name, told.get(name, {}).get("words", "")) for name in sorted(STANDARD_SLOTS)]
    known = sorted((name, value) for name, value in facts.items() if FACT_PREFIX in name)
    return [
        (name, told.get(name, {}).get("name") or name_in_words(name), value)
        for name, value in (*standard, *known)
    ]


def _pair(
    versions: list[selectors.TemplateVersion], older: str | None, newer: str | None
) -> tuple[selectors.TemplateVersion, selectors.TemplateVersion] | None:
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
    template: EmailTemplate, older: selectors.TemplateVersion, newer: selectors.TemplateVersion
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
            for name in selectors.OTHER_FIELDS
            if getattr(was, name) != getattr(now, name)
        ],
        "restorable": [v for v in (older, newer) if (v.row.subject, v.row.body) != live],
    }
