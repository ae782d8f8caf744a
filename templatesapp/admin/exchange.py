"""Lists in and out by file: what an import would change is shown before anything is written."""

import hashlib
import json
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from django import forms
from django.conf import settings
from django.contrib import messages
from django.core import signing
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_GET
from unfold.widgets import UnfoldAdminFileFieldWidget, UnfoldAdminTextInputWidget

from config.errors import DomainError
from templatesapp.admin.base import HistoryAdmin
from templatesapp.admin.pages import leads_to, page, show_page, with_overtaken
from templatesapp.categories import PROTECTED_PERMISSION
from templatesapp.exchange import Exchange, RowChange, as_cell
from templatesapp.marked import show_text
from templatesapp.text.word_diff import DiffView, diff_view

EXCHANGES = ["open_import", "open_export", "open_sheet"]  # buttons of a list
_SHEET = "csv"
_PREVIEW_SECONDS = 3600  # a preview that is older was made of another desk
_MAX_NAME = 100


class UploadForm(forms.Form):
    file = forms.FileField(
        label="JSON file", widget=UnfoldAdminFileFieldWidget(attrs={"accept": ".json"})
    )
    reason = forms.CharField(
        max_length=200,
        label="Why?",
        help_text="Kept in the history of each row that changes.",
        widget=UnfoldAdminTextInputWidget(),
    )

    def clean_file(self) -> tuple[str, str]:
        """Its name and its text."""
        file = self.cleaned_data["file"]
        if file.size > settings.MAX_JSON_BYTES:
            most = settings.MAX_JSON_BYTES // 1000
            raise forms.ValidationError(f"At most {most} kB: split the file.")
        try:
            return file.name[-_MAX_NAME:], file.read().decode("utf-8-sig")
        except UnicodeDecodeError:
            said = "The file is not UTF-8 text: save it so (in a spreadsheet as “CSV UTF-8”)."
            raise forms.ValidationError(said) from None


class SheetForm(UploadForm):
    file = forms.FileField(
        label="JSON or CSV file", widget=UnfoldAdminFileFieldWidget(attrs={"accept": ".json,.csv"})
    )


@dataclass(frozen=True, slots=True)
class Preview:
    """A file as it was shown. ``digest`` tells what it would have changed at that moment."""

    name: str
    text: str
    reason: str
    digest: str = ""

    @property
    def is_sheet(self) -> bool:
        return self.name.lower().endswith(f".{_SHEET}")

    def sealed(self, person: Any, salt: str) -> str:
        """For the page's form: nobody else can send it, and nobody can alter it."""
        fields = [person.pk, self.name, self.text, self.reason, self.digest]
        return signing.dumps(fields, salt=salt, compress=True)


class ExchangeAdmin(HistoryAdmin):
    """A list with import and export; ``exchange`` says of what."""

    exchange: ClassVar[Exchange]
    open_import = leads_to("{app}_{model}_import", "Import …", "upload", "add")
    open_export = leads_to("{app}_{model}_export", "Export", "download", "view")
    open_sheet = leads_to(
        "{app}_{model}_export",
        *("Export for a spreadsheet", "table_view", "view"),
        query=f"?form={_SHEET}",
    )

    @page("export/", "{app}_{model}_export", "{app}.view_{model}", only=require_GET)
    def export_view(self, request: HttpRequest) -> HttpResponse:
        """Every row in the form that an import takes; line ends as stored."""
        if request.GET.get("form") == _SHEET and self.exchange.has_sheet:
            # Spreadsheets take a text without the mark for another character set.
            return self._file(_SHEET, f"\ufeff{self.exchange.export_sheet()}", "text/csv")
        text = json.dumps(self.exchange.export(), ensure_ascii=False, indent=2)
        return self._file("json", f"{text}\n", "application/json")

    @page("import/", "{app}_{model}_import", "{app}.add_{model}", "{app}.change_{model}")
    def import_view(self, request: HttpRequest) -> HttpResponse:
        """Upload, then what would change, then exactly that file."""
        if "confirmed" in request.POST:
            return self._apply(request)
        form = self._form(request.POST or None, request.FILES or None)
        if not form.is_valid():
            return self._show_upload(request, form)
        name, text = form.cleaned_data["file"]
        return self._show_preview(request, Preview(name, text, form.cleaned_data["reason"]))

    @property
    def _form(self) -> type[UploadForm]:
        return SheetForm if self.exchange.has_sheet else UploadForm

    def _file(self, ending: str, text: str, content_type: str) -> HttpResponse:
        response = HttpResponse(text, content_type=f"{content_type}; charset=utf-8")
        name = f"{self.exchange.name}.{ending}"
        response["Content-Disposition"] = f'attachment; filename="{name}"'
        return response

    def _show_upload(
        self, request: HttpRequest, form: UploadForm, problem: str = ""
    ) -> HttpResponse:
        return show_page(
            request,
            self,
            "admin/templatesapp/import.html",
            title=f"Import {self.opts.verbose_name_plural}",
            exchange=self.exchange,
            export=reverse(f"admin:{self._page('export')}"),
            form=form,
            problem=problem,
        )

    def _refused(self, request: HttpRequest, problem: str, reason: str = "") -> HttpResponse:
        return self._show_upload(request, self._form(initial={"reason": reason}), problem)

    def _show_preview(self, request: HttpRequest, preview: Preview, note: str = "") -> HttpResponse:
        try:
            changes = self.exchange.try_out(self.exchange.parse(preview.text, preview.is_sheet))
            _refuse_protected(request, changes)
        except DomainError as error:
            return self._refused(request, error.detail, preview.reason)
        sealed = replace(preview, digest=_digest(changes))
        shown = [self._shown(change) for change in changes if change.action != "same"]
        return show_page(
            request,
            self,
            "admin/templatesapp/import_preview.html",
            title="What this import would change",
            preview=preview,
            sealed=sealed.sealed(request.user, self._salt),
            note=note,
            changes=shown,
            counted=self._counted(len(shown)),
            same=len(changes) - len(shown),
        )

    def _apply(self, request: HttpRequest) -> HttpResponse:
        preview = self._unsealed(request)
        if preview is None:
            problem = "That preview is too old or not yours: choose the file again."
            return self._refused(request, problem)
        reason = f"import of {preview.name}: {preview.reason}"
        try:
            rows = self.exchange.parse(preview.text, preview.is_sheet)
            with transaction.atomic():
                done = self.exchange.write(rows=rows, by=request.user, reason=reason)
                _refuse_protected(request, done)
                is_as_shown = _digest(done) == preview.digest
                transaction.set_rollback(not is_as_shown)
        except DomainError as error:
            return self._refused(request, error.detail, preview.reason)
        if not is_as_shown:
            names = str(self.opts.verbose_name_plural).capitalize()
            note = f"{names} changed after this preview was made: please look again."
            return self._show_preview(request, preview, note)
        written = sum(change.action != "same" for change in done)
        said = f"Imported: {self._counted(written)} written."
        # Facts and answers, the lists that have sheets, are said by other texts, too.
        overtakes = self.exchange.has_sheet and any(each.action == "revise" for each in done)
        messages.success(request, with_overtaken(request, said) if overtakes else said)
        return redirect(f"admin:{self._page('changelist')}")

    @property
    def _salt(self) -> str:
        """A preview of one list is none of another."""
        return f"templatesapp.import.{self.exchange.name}"

    def _unsealed(self, request: HttpRequest) -> Preview | None:
        try:
            key, *fields = signing.loads(
                request.POST.get("sealed", ""), salt=self._salt, max_age=_PREVIEW_SECONDS
            )
        except signing.BadSignature:
            return None
        return Preview(*fields) if key == request.user.pk else None

    def _counted(self, number: int) -> str:
        name = self.opts.verbose_name if number == 1 else self.opts.verbose_name_plural
        return f"{number} {name}"

    def _shown(self, change: RowChange) -> tuple[RowChange, DiffView | None, list[tuple[Any, ...]]]:
        """With the text as a word diff, and the rest before and after."""
        before, after, long = change.before, change.after, self.exchange.long_field
        diff = diff_view(before.get(long, ""), after[long]) if long in after else None
        others = [
            (
                name.replace("_", " "),
                *(show_text(as_cell(side.get(name))) for side in (before, after)),
            )
            for name in after
            if name not in (long, *self.exchange.key)
        ]
        return change, diff, others


def _refuse_protected(request: HttpRequest, changes: list[RowChange]) -> None:
    """Legally fixed texts need their own right, by file as by hand."""
    touched = [change for change in changes if change.is_protected and change.action != "same"]
    if touched and not request.user.has_perm(PROTECTED_PERMISSION):
        names = ", ".join(change.name for change in touched[:5])
        raise DomainError("protected_category", f"You may not change legally fixed texts: {names}.")


def _digest(changes: list[RowChange]) -> str:
    """Of everything that the import would do, and of what it would do it to."""
    told = repr([(change.name, change.action, change.before, change.after) for change in changes])
    return hashlib.sha256(told.encode("utf-8", "surrogatepass")).hexdigest()
