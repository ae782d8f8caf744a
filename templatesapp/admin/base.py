"""What every admin page of the desk shares: history with person and reason, read-only history."""

import tomllib
from collections.abc import Callable, Mapping
from datetime import datetime
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, ClassVar

import structlog
from django import forms
from django.apps import apps
from django.contrib import messages
from django.contrib.admin.filters import AllValuesFieldListFilter
from django.contrib.admin.options import IncorrectLookupParameters
from django.contrib.admin.utils import flatten_fieldsets, unquote
from django.contrib.admin.views.main import ERROR_FLAG
from django.core.exceptions import PermissionDenied, SuspiciousOperation, ValidationError
from django.db import models
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.text import Truncator, capfirst
from django.views.decorators.http import require_POST
from simple_history.admin import SimpleHistoryAdmin
from simple_history.models import DeletedObject
from simple_history.template_utils import HistoricalRecordContextHelper
from unfold.admin import ModelAdmin
from unfold.decorators import display
from unfold.widgets import UnfoldAdminTextInputWidget

from config.errors import DomainError
from config.faults import is_busy
from templatesapp.admin.pages import own_pages, page_urls
from templatesapp.categories import language_name
from templatesapp.times import short_time, time_shown

logger = structlog.get_logger(__name__)

REASON = "change_reason"
_OLD_FIELDSETS = "_desk_old_fieldsets"


class LanguageFilter(AllValuesFieldListFilter):
    """Of a field that may hold the code of any language."""

    def choices(self, changelist: Any) -> Any:
        for choice in super().choices(changelist):
            yield choice | {"display": language_name(str(choice["display"]))}


@cache
def words_of(app: str) -> dict[str, dict[str, Any]]:
    """By model, what ``admin_words.toml`` of the app has of it."""
    path = Path(apps.get_app_config(app).path, "admin_words.toml")
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


class ReasonForm(forms.ModelForm):
    """A model form that also asks why; the answer goes into the history row."""

    change_reason = forms.CharField(
        required=False,
        max_length=300,
        label="Reason for the change",
        help_text="Shown in the history.",
        widget=UnfoldAdminTextInputWidget(),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        model = self._meta.model._meta
        told = words_of(model.app_label).get(model.model_name, {}).get("fields", {})
        for name in told.keys() & self.fields.keys():
            field, words = self.fields[name], told[name]
            field.label = words.get("label", field.label)
            field.help_text = words.get("help", field.help_text)

    @property
    def seen(self) -> str:
        """Told by the form when it is sent: what the row said when it was opened."""
        return sha256(repr(self.initial).encode()).hexdigest()

    def clean(self) -> dict[str, Any] | None:
        """What somebody has changed since the form was opened is not written over unasked; a
        second click of the same person has nothing to write."""
        is_stale = self.data.get("seen", self.seen) != self.seen
        if is_stale and not self.instance._state.adding and (lost := self._written_over()):
            raise ValidationError(
                "This was changed after you opened it: see its history. Save once more to write"
                f" over what stands there now: {lost}."
            )
        return super().clean()

    def _written_over(self) -> str:
        """What saving would replace, field by field; "" where it changes nothing."""
        stored = {name: self.initial.get(name) for name in self.changed_data if name != REASON}
        return "; ".join(
            f"{self[name].label} “{Truncator(value).chars(80)}”"
            if isinstance(value, str) and value
            else str(self[name].label)
            for name, value in stored.items()
        )


def section(name: str | None, *fields: Any, **options: Any) -> tuple[str | None, dict[str, Any]]:
    """Part of a form; a tuple of fields stands on one line."""
    return name, {"fields": list(fields), **options}


def column(
    title: str, field: str, shown: Callable[[Any], Any] | None = None, *, ordering: str | None = ""
) -> Any:
    """A column of one field, by which it is ordered unless ``ordering`` says otherwise; ``shown``:
    how its values are told."""

    @display(description=title, ordering=field if ordering == "" else ordering)
    def told(self: Any, row: Any) -> Any:
        value = getattr(row, field)
        return value if shown is None else shown(value)

    return told


def joined(field: str, title: str, between: str = ", ") -> Any:
    """A column of a stored list."""
    return column(title, field, lambda said: between.join(said) or "–", ordering=None)


def tagged(title: str, field: str, colours: Mapping[Any, str], *, ordering: str | None = "") -> Any:
    """A column of one choice, told as its label in the colour of its stored value."""

    @display(description=title, ordering=field if ordering == "" else ordering, label=colours)
    def told(self: Any, row: Any) -> tuple[str, str]:
        return getattr(row, field), str(getattr(row, f"get_{field}_display")())

    return told


class DeskAdmin(ModelAdmin):
    """The theme's admin; a list asked for what cannot be says so, as Django does for most of it."""

    list_per_page = 50
    object_history_template: Any = "admin/templatesapp/logged.html"

    @property
    def empty(self) -> dict[str, Any]:
        """``title`` and ``help`` of the list on a desk that has no row yet, from
        ``admin_words.toml`` of its app; there may be none."""
        return words_of(self.opts.app_label).get(str(self.opts.model_name), {})

    def get_urls(self) -> list[URLPattern]:
        return [*own_pages(self), *super().get_urls()]

    def get_changelist_instance(self, request: HttpRequest) -> Any:
        try:
            rows = super().get_changelist_instance(request)
        except (SuspiciousOperation, PermissionDenied, IncorrectLookupParameters, Http404):
            raise
        except Exception as error:
            # What Python, Django or the database cannot look for, each by an error of its own. What
            # breaks without a filter, too, is told as the fault that it is.
            if is_busy(error) or request.GET.keys() <= {ERROR_FLAG}:
                raise
            logger.warning("list_not_read", exc_info=error)
            raise IncorrectLookupParameters from None
        if not rows.is_popup:  # where a row is indeed to be selected
            rows.title = capfirst(self.opts.verbose_name_plural)
        return rows

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, Any]:
        """What an address proposes for a new row, as far as its form would take it."""
        fields = self.get_form(request).base_fields
        begun = super().get_changeform_initial_data(request)
        return {
            name: value
            for name, value in begun.items()
            if name in fields and _is_taken(fields[name], value)
        }


def _is_taken(field: forms.Field, value: Any) -> bool:
    try:
        field.clean(value)
    except (ValidationError, OverflowError):
        return False
    return True


class ChangesShown(HistoricalRecordContextHelper):
    """What changed from one version to the next, in words: nothing as nothing, times as local."""

    def prepare_delta_change_value(self, change: Any, value: Any) -> Any:
        if value is None or (isinstance(value, DeletedObject) and value.pk is None):
            return ""
        if isinstance(value, datetime):
            return short_time(timezone.localtime(value), timezone.localtime())
        choices = getattr(self.model._meta.get_field(change.field), "flatchoices", ())
        shown = super().prepare_delta_change_value(change, value)
        return dict(choices).get(shown, shown) if choices else shown


class HistoryAdmin(SimpleHistoryAdmin, DeskAdmin):
    """A model with history: each save carries person and reason; old versions are only read.

    ``read_as``: fields that are stored as JSON, and the method that shows each to who only looks.
    """

    form = ReasonForm
    warn_unsaved_form = True
    change_form_before_template = "admin/templatesapp/seen.html"
    object_history_template = "admin/templatesapp/history.html"
    object_history_list_template = "admin/templatesapp/history_list.html"
    object_history_form_template = "admin/templatesapp/history_form.html"
    read_as: ClassVar[dict[str, str]] = {}

    def _page(self, name: str) -> str:
        return f"{self.opts.app_label}_{self.opts.model_name}_{name}"

    def get_fieldsets(self, request: HttpRequest, obj: models.Model | None = None) -> Any:
        """Who only looks is not asked why."""
        if (shown := _old_fieldsets(request)) is not None:
            return shown
        fieldsets = super().get_fieldsets(request, obj)
        may_write = obj is None or self.has_change_permission(request, obj)
        return fieldsets if may_write else self._to_be_read(fieldsets)

    def get_readonly_fields(self, request: HttpRequest, obj: models.Model | None = None) -> Any:
        if (shown := _old_fieldsets(request)) is not None:
            return flatten_fieldsets(shown)
        return super().get_readonly_fields(request, obj)

    def _to_be_read(self, fieldsets: Any) -> list[tuple[Any, dict[str, Any]]]:
        def names(fields: Any) -> list[Any]:
            shown = [field for field in fields if field != REASON]
            return [self.read_as.get(f, f) if isinstance(f, str) else f for f in shown]

        return [
            (name, {**options, "fields": names(options["fields"])}) for name, options in fieldsets
        ]

    def render_change_form(self, request: HttpRequest, context: Any, *args: Any, **kw: Any) -> Any:
        # One button less on every form; the lists have their own "add".
        context["show_save_and_add_another"] = False
        if context.get("errors") and context.get("original") is not None:
            # The form has put into the row what was refused: the page is named as the row stands.
            context["original"] = self.model._default_manager.get(pk=context["original"].pk)
            context["subtitle"] = str(context["original"])
        return super().render_change_form(request, context, *args, **kw)

    def changeform_view(self, request: HttpRequest, *args: Any, **kw: Any) -> Any:
        """What a service refuses is said: the form was checked, and something has moved since."""
        try:
            return super().changeform_view(request, *args, **kw)
        except DomainError as error:
            messages.error(request, error.detail)
            return redirect(request.path)

    def save_model(self, request: Any, obj: Any, form: Any, change: bool) -> None:
        if change and not (set(form.changed_data) - {"change_reason"}):
            return  # or a row that says nothing would enter the history
        obj._change_reason = form.cleaned_data.get("change_reason") or "edited in the admin"
        super().save_model(request, obj, form, change)

    def get_historical_record_context_helper(self, request: HttpRequest, record: Any) -> Any:
        return ChangesShown(self.model, record)

    def history_view(self, request: HttpRequest, object_id: str, extra_context: Any = None) -> Any:
        try:
            self.opts.pk.to_python(unquote(object_id))
        except ValidationError:
            raise Http404 from None
        return super().history_view(request, object_id, extra_context)

    def history_form_view(
        self, request: HttpRequest, object_id: str, version_id: str, extra_context: Any = None
    ) -> Any:
        # simple-history writes the live row on a POST here, for anyone with view permission.
        if request.method not in ("GET", "HEAD"):
            raise PermissionDenied
        try:
            version = self.model.history.filter(id=object_id, history_id=version_id).first()
        except (ValueError, ValidationError):
            raise Http404 from None
        if version is not None:
            fieldsets = self.get_fieldsets(request, version.instance)
            setattr(request, _OLD_FIELDSETS, self._to_be_read(fieldsets))
        return super().history_form_view(
            request, object_id, version_id, {"version": version} | (extra_context or {})
        )


def _old_fieldsets(request: HttpRequest) -> Any:
    """What the page of an old version shows, all of it to be read only; None on other pages."""
    return getattr(request, _OLD_FIELDSETS, None)


class MadeByDesk:
    """Rows that nobody adds or deletes by hand."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        return False


class SingletonAdmin(MadeByDesk, HistoryAdmin):
    """The one row of a settings model: the list leads straight to its form."""

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        if not self.has_view_or_change_permission(request):
            raise PermissionDenied
        if not self.model._default_manager.filter(pk=1).exists():
            self.model(pk=1).save()
        return redirect(f"admin:{self._page('change')}", 1)


class ReadOnlyAdmin(MadeByDesk, DeskAdmin):
    """Rows that nobody writes by hand: evidence, events, mail."""

    def has_change_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        return False


class DecidedAdmin(HistoryAdmin):
    """Rows that people decide on their own page, and that nobody edits.

    ``decisions``: as the page's form sends them, with what is said when one is made.
    ``decide`` (by, when and why) names the row to show next, None for the list; ``standing_of`` is
    what the form is shown with."""

    decisions: ClassVar[Mapping[str, str]]
    decide_permission: ClassVar[str]
    decide: Any
    standing_of: Any

    class Media:
        css = {"all": ["templatesapp/texts.css", "templatesapp/queue.css"]}

    def get_urls(self) -> list[URLPattern]:
        view = require_POST(self.decide_view)
        own = ("<int:key>/decide/", self._page("decide"), view, self.decide_permission)
        return [*page_urls(self, own), *super().get_urls()]

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    @display(description="Decided")
    def decided(self, row: Any) -> str:
        if row.decided_at is None:
            return "–"
        return format_html("{} by {}", time_shown(row.decided_at), self.decider_of(row))

    def decider_of(self, row: Any) -> object:
        return row.decided_by or "somebody who left"

    def change_view(self, request: HttpRequest, object_id: str, *args: Any, **kw: Any) -> Any:
        rows = self.get_queryset(request)
        row = rows.filter(pk=int(object_id)).first() if object_id.isdecimal() else None
        if row is not None:
            kw["extra_context"] = {
                "may_decide": request.user.has_perm(self.decide_permission),
                "decide_url": reverse(f"admin:{self._page('decide')}", args=[row.pk]),
                **self.standing_of(row),
            }
        return super().change_view(request, object_id, *args, **kw)

    def decide_view(self, request: HttpRequest, key: int) -> HttpResponse:
        decision, reason = request.POST.get("decision", ""), request.POST.get("reason", "")
        if decision not in self.decisions:
            raise Http404
        try:
            shown = self.decide(key, decision, by=request.user, reason=reason, now=timezone.now())
        except DomainError as error:
            if error.code == "not_found":
                raise Http404 from None
            messages.error(request, error.detail)
            shown = key
        else:
            messages.success(request, self.decisions[decision])
        if shown is None:
            return redirect(f"admin:{self._page('changelist')}")
        return redirect(f"admin:{self._page('change')}", shown)
