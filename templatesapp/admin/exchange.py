"""Templates in and out by file: what an import would change is shown before anything is written."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, path, reverse
from django.views.decorators.http import require_GET
from unfold.widgets import UnfoldAdminFileFieldWidget, UnfoldAdminTextInputWidget

from config.errors import DomainError
from templatesapp.admin.pages import needs_permission, show_page
from templatesapp.admin.shown import show_diff, show_text
from templatesapp.exchange import (
    TemplateChange,
    export_templates,
    import_templates,
    parse_templates,
    try_import,
)
from templatesapp.guard import PROTECTED_PERMISSION

IMPORT = "templatesapp_emailtemplate_import"
EXPORT = "templatesapp_emailtemplate_export"
_MAY_IMPORT = ("templatesapp.add_emailtemplate", "templatesapp.change_emailtemplate")
_SALT = "templatesapp.import"
_PREVIEW_SECONDS = 3600  # a preview that is older was made of another desk
_MAX_NAME = 100


class UploadForm(forms.Form):
    file = forms.FileField(
        label="JSON file", widget=UnfoldAdminFileFieldWidget(attrs={"accept": ".json"})
    )
    reason = forms.CharField(
        max_length=200,
        label="Why?",
        help_text="Kept in the history of each template that changes.",
        widget=UnfoldAdminTextInputWidget(),
    )

    def clean_file(self) -> Any:
        file = self.cleaned_data["file"]
        if file.size > settings.MAX_JSON_BYTES:
            raise forms.ValidationError(
                f"At most {settings.MAX_JSON_BYTES // 1000} kB: split the file."
            )
        return file


@dataclass(frozen=True, slots=True)
class Preview:
    """A file as it was shown. ``digest`` tells what it would have changed at that moment."""

    name: str
    text: str
    reason: str
    digest: str

    def sealed(self, person: Any) -> str:
        """For the page's form: nobody else can send it, and nobody can alter it."""
        fields = [person.pk, self.name, self.text, self.reason, self.digest]
        return signing.dumps(fields, salt=_SALT, compress=True)


class ExchangeViews:
    """Addresses of import and export, for the admin of templates."""

    admin_site: Any
    opts: Any

    def exchange_urls(self) -> list[URLPattern]:
        wrap = self.admin_site.admin_view
        view = "templatesapp.view_emailtemplate"
        return [
            path("import/", wrap(needs_permission(self.import_view, *_MAY_IMPORT)), name=IMPORT),
            path(
                "export/",
                wrap(needs_permission(require_GET(self.export_view), view)),
                name=EXPORT,
            ),
        ]

    def export_view(self, request: HttpRequest) -> HttpResponse:
        """Every template in the form that an import takes; line ends as stored."""
        text = json.dumps(export_templates(), ensure_ascii=False, indent=2) + "\n"
        response = HttpResponse(text, content_type="application/json; charset=utf-8")
        response["Content-Disposition"] = 'attachment; filename="templates.json"'
        return response

    def import_view(self, request: HttpRequest) -> HttpResponse:
        """Upload, then what would change, then exactly that file."""
        if "confirmed" in request.POST:
            return self._apply(request)
        form = UploadForm(request.POST or None, request.FILES or None)
        if request.method != "POST" or not form.is_valid():
            return self._show_upload(request, form)
        file = form.cleaned_data["file"]
        try:
            text = file.read().decode("utf-8-sig")
        except UnicodeDecodeError:
            return self._show_upload(request, form, "The file is not UTF-8 text.")
        preview = Preview(file.name[:_MAX_NAME], text, form.cleaned_data["reason"], "")
        return self._show_preview(request, preview)

    def _show_upload(
        self, request: HttpRequest, form: UploadForm | None = None, problem: str = ""
    ) -> HttpResponse:
        return show_page(
            request,
            self,  # type: ignore[arg-type]
            "admin/templatesapp/import.html",
            title="Import templates",
            form=form or UploadForm(),
            problem=problem,
        )

    def _show_preview(self, request: HttpRequest, preview: Preview, note: str = "") -> HttpResponse:
        try:
            changes = try_import(rows=parse_templates(preview.text))
            _refuse_protected(request, changes)
        except DomainError as error:
            return self._show_upload(request, None, error.detail)
        sealed = Preview(preview.name, preview.text, preview.reason, _digest(changes))
        return show_page(
            request,
            self,  # type: ignore[arg-type]
            "admin/templatesapp/import_preview.html",
            title="What this import would change",
            preview=preview,
            sealed=sealed.sealed(request.user),
            note=note,
            changes=[_shown(change) for change in changes if change.action != "same"],
            same=sum(change.action == "same" for change in changes),
        )

    def _apply(self, request: HttpRequest) -> HttpResponse:
        preview = _unsealed(request)
        if preview is None:
            problem = "That preview is too old or not yours: choose the file again."
            return self._show_upload(request, None, problem)
        try:
            rows = parse_templates(preview.text)
            changes = try_import(rows=rows)
            if _digest(changes) != preview.digest:
                note = "Templates changed after this preview was made: please look again."
                return self._show_preview(request, preview, note)
            _refuse_protected(request, changes)
            reason = f"import of {preview.name}: {preview.reason}"
            done = import_templates(rows=rows, by=request.user, reason=reason)
        except DomainError as error:
            return self._show_upload(request, None, error.detail)
        written = sum(change.action != "same" for change in done)
        messages.success(request, f"Imported: {written} templates written.")
        return redirect(reverse("admin:templatesapp_emailtemplate_changelist"))


def _refuse_protected(request: HttpRequest, changes: list[TemplateChange]) -> None:
    """Legally fixed texts need their own right, by file as by hand."""
    touched = [change for change in changes if change.is_protected and change.action != "same"]
    if touched and not request.user.has_perm(PROTECTED_PERMISSION):
        names = ", ".join(f"{change.template_id} {change.language}" for change in touched[:5])
        raise DomainError("protected_category", f"You may not change legally fixed texts: {names}.")


def _unsealed(request: HttpRequest) -> Preview | None:
    try:
        key, *fields = signing.loads(
            request.POST.get("sealed", ""), salt=_SALT, max_age=_PREVIEW_SECONDS
        )
    except signing.BadSignature:
        return None
    return Preview(*fields) if key == request.user.pk else None


def _digest(changes: list[TemplateChange]) -> str:
    """Of everything that the import would do, and of what it would do it to."""
    told = repr([(c.template_id, c.language, c.action, c.before, c.after) for c in changes])
    return hashlib.sha256(told.encode("utf-8", "surrogatepass")).hexdigest()


def _shown(change: TemplateChange) -> dict[str, Any]:
    """A change as the preview shows it: texts as word diffs, other fields before and after."""
    before, after = change.before, change.after
    return {
        "name": f"{change.template_id} {change.language}",
        "action": change.action,
        "is_protected": change.is_protected,
        "body": show_diff(before.get("body", ""), after["body"]) if "body" in after else None,
        "others": [
            (name.replace("_", " "), show_text(str(before.get(name, ""))), show_text(str(value)))
            for name, value in after.items()
            if name not in ("body", "template_id", "language")
        ],
    }
