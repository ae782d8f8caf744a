"""Templates: what we send, with a live preview and the lint beside it."""

from typing import Any

from django.contrib import admin
from django.core.exceptions import PermissionDenied, ValidationError
from django.db.models import OuterRef, Subquery
from django.forms.widgets import Script
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.urls import URLPattern, reverse
from django.utils.http import urlencode
from django.utils.text import slugify
from unfold.decorators import action, display

from templatesapp.admin.base import ReasonForm, column, section
from templatesapp.admin.exchange import ExchangeAdmin
from templatesapp.admin.fields import RequiresField
from templatesapp.admin.letter_pages import VERSIONS, LetterPages
from templatesapp.admin.pages import keep_view, page_urls
from templatesapp.categories import PROTECTED_PERMISSION, is_hard_rule_protected
from templatesapp.exchange import TEMPLATES
from templatesapp.kept_texts import KEEP, drop_text
from templatesapp.lint import LINTED
from templatesapp.marked import shown_once
from templatesapp.models import EmailTemplate
from templatesapp.requirements import REQUIREMENTS
from templatesapp.selectors import next_template_id
from templatesapp.services import create_template, lint_errors, revise_template
from templatesapp.siblings import SAME, Sibling, siblings_of
from templatesapp.text.letter import SIGNATURE
from templatesapp.times import time_shown

_FRAME = f"{{{{SLOT:GREETING}}}}\n\n\n\n{SIGNATURE}"
_COUNTED = ("version", "normalization_batch", "learning_epoch")


class TemplateForm(ReasonForm):
    """Protected texts are changed only with a typed reason; the lint has the last word."""

    requires = RequiresField(
        label="What it says of this guest",
        help_text="The text is chosen only where all of it is proven; with nothing ticked a person "
        "decides each time.",
    )

    class Meta:
        labels = {"reference_scope": "Link", "canonical_reference_url": "Where it leads"}
        help_texts = {"template_id": "T and a number, such as T301: the same in every language."}

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
        is_protected = is_protected or is_hard_rule_protected(cleaned.get("category", ""))
        if is_protected and not cleaned.get("change_reason"):
            raise ValidationError(
                {"change_reason": "This text is legally fixed: say why it changes."}
            )
        told = {name: cleaned.get(name, getattr(self.instance, name)) for name in LINTED}
        if errors := lint_errors(told):
            raise ValidationError({"body": errors})
        return cleaned


@admin.register(EmailTemplate)
class EmailTemplateAdmin(LetterPages, ExchangeAdmin):
    """``learning.admin.events`` adds what was learned of a template to the list."""

    form = TemplateForm
    exchange = TEMPLATES
    list_display = ["name", "subject", "category_label", "language", "batch", "last_change"]
    list_display_links = ["name", "subject"]
    list_filter = ["category", "language", "purpose", "normalization_batch", "active"]
    search_fields = ["template_id", "subject", "body"]
    empty_help = "Write the first text, or import a file with all that you have."
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
        return _languages(template, siblings_of(template))

    @display(description="Languages")
    @shown_once
    def written_languages(self, template: EmailTemplate) -> str:
        """For who only reads: nobody is led to a form that is not theirs."""
        return _languages(template, [one for one in siblings_of(template) if one.template])

    @display(
        description="Category",
        label={"protected": "danger", "free": "default"},
        ordering="category",
    )
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
        begun = {"template_id": next_template_id(), "body": _FRAME}
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
            return allowed and request.user.has_perm(PROTECTED_PERMISSION)
        return allowed

    def has_delete_permission(self, request: HttpRequest, obj: EmailTemplate | None = None) -> bool:
        # A template is switched off, never removed: drafts and history point to it.
        return False

    def save_model(self, request: HttpRequest, obj: EmailTemplate, form: Any, change: bool) -> None:
        if obj.is_protected and not request.user.has_perm(PROTECTED_PERMISSION):
            raise PermissionDenied  # a free text may not be turned into a protected one either
        reason = form.cleaned_data.get("change_reason") or "edited in the admin"
        names = form.changed_data if change else form.fields
        fields = {name: getattr(obj, name) for name in names if name != "change_reason"}
        if change:
            stored = revise_template(template=obj, fields=fields, by=request.user, reason=reason)
        else:
            stored = create_template(fields=fields, by=request.user, reason=reason)
        place = _place(request, obj if change else None)
        drop_text(person=request.user, place=place)
        obj.__dict__.update(stored.__dict__)


def _place(request: HttpRequest, template: EmailTemplate | None) -> str:
    """Where what is typed is kept; a new letter is told by what it began with."""
    if template is not None:
        return f"letter:{template.pk}"
    given = (request.GET.get(name, "") for name in ("template_id", "language"))
    return f"new-letter:{slugify('-'.join(given))[:40]}".rstrip(":")


def _languages(template: EmailTemplate, siblings: list[Sibling]) -> str:
    shown = [(one, _address(template, one)) for one in siblings]
    context = {"siblings": shown, "current": template.language}
    return render_to_string("admin/templatesapp/siblings.html", context)


def _address(template: EmailTemplate, sibling: Sibling) -> str:
    if sibling.template is not None:
        return reverse("admin:templatesapp_emailtemplate_change", args=[sibling.template.pk])
    same = [name for name in ("template_id", *SAME) if name != "requires"]
    begun = {name: getattr(template, name) for name in same} | {"language": sibling.language}
    return f"{reverse('admin:templatesapp_emailtemplate_add')}?{urlencode(begun)}"
