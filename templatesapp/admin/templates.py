"""Templates: what we send, with a live preview and the lint beside it."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import HttpRequest
from django.utils.html import format_html, format_html_join
from unfold.decorators import display

from config.errors import DomainError
from templatesapp.admin.base import HistoryAdmin, ReasonForm
from templatesapp.guard import is_hard_rule_protected
from templatesapp.lint import lint_template
from templatesapp.models import EmailTemplate
from templatesapp.preview import preview_template
from templatesapp.services import create_template, known_fact_names, revise_template

PROTECTED_PERMISSION = "templatesapp.change_protected_template"


class TemplateForm(ReasonForm):
    """Protected texts are changed only with a typed reason; the lint has the last word."""

    def clean_body(self) -> str:
        """Browsers send CRLF: the text keeps the line ends it is stored with, and stays letter by
        letter what it was where nobody touched it."""
        body: str = self.cleaned_data["body"].replace("\r\n", "\n")
        stored: str = self.instance.body
        if stored.replace("\r\n", "\n").strip() == body.strip():
            return stored
        return body.replace("\n", "\r\n") if "\r\n" in stored else body

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        is_protected = self.instance.pk and self.instance.is_protected
        is_protected = is_protected or is_hard_rule_protected(cleaned.get("category", ""))
        if is_protected and not cleaned.get("change_reason"):
            raise ValidationError(
                {"change_reason": "This text is legally fixed: say why it changes."}
            )
        errors = [
            finding.message
            for finding in lint_template(
                subject=cleaned.get("subject", self.instance.subject),
                body=cleaned.get("body", self.instance.body),
                reference_scope=cleaned.get("reference_scope", self.instance.reference_scope),
                canonical_reference_url=cleaned.get(
                    "canonical_reference_url", self.instance.canonical_reference_url
                ),
                fact_names=known_fact_names(),
            )
            if finding.is_error
        ]
        if errors:
            raise ValidationError({"body": errors})
        return cleaned


@admin.register(EmailTemplate)
class EmailTemplateAdmin(HistoryAdmin):
    form = TemplateForm
    list_display = [
        "template_id",
        "subject",
        "category_label",
        "language",
        "purpose",
        "normalization_batch",
        "version",
        "active",
    ]
    list_display_links = ["template_id", "subject"]
    list_filter = ["category", "language", "purpose", "normalization_batch", "active"]
    search_fields = ["template_id", "subject", "body"]
    readonly_fields = ["version", "learning_epoch", "normalization_batch", "findings", "preview"]
    fieldsets = [
        (None, {"fields": [("template_id", "language"), "subject", "body", "change_reason"]}),
        ("As the guest would see it, with sample values", {"fields": ["preview", "findings"]}),
        (
            "Use",
            {
                "fields": [
                    ("category", "purpose"),
                    ("prepayment_step", "prepayment_provider"),
                    ("reference_scope", "canonical_reference_url"),
                    ("version", "normalization_batch", "learning_epoch"),
                    "active",
                ]
            },
        ),
    ]

    @display(description="Category", label={"protected": "danger"}, ordering="category")
    def category_label(self, template: EmailTemplate) -> tuple[str, str]:
        return ("protected" if template.is_protected else "free", template.get_category_display())

    @admin.display(description="Preview")
    def preview(self, template: EmailTemplate) -> str:
        if template.pk is None:
            return "–"
        return format_html(
            '<div class="whitespace-pre-wrap leading-relaxed max-w-2xl">{}</div>',
            preview_template(template),
        )

    @admin.display(description="Lint")
    def findings(self, template: EmailTemplate) -> str:
        if template.pk is None:
            return "–"
        found = lint_template(
            subject=template.subject,
            body=template.body,
            reference_scope=template.reference_scope,
            canonical_reference_url=template.canonical_reference_url,
            fact_names=known_fact_names(),
        )
        return format_html_join("", "<div>{}</div>", ((item.message,) for item in found)) or "clean"

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
        names = [name for name in form.changed_data if name != "change_reason"]
        if not change:
            fields = {name: getattr(obj, name) for name in form.fields if hasattr(obj, name)}
            stored = create_template(fields=fields, by=request.user, reason=reason)
        else:
            fields = {name: getattr(obj, name) for name in names}
            stored = revise_template(template=obj, fields=fields, by=request.user, reason=reason)
        obj.__dict__.update(stored.__dict__)

    def changeform_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        try:
            return super().changeform_view(request, *args, **kwargs)
        except DomainError as error:
            self.message_user(request, error.detail, level="ERROR")
            from django.shortcuts import redirect

            return redirect(request.path)
