"""What every admin page of the desk shares: history with person and reason, read-only history."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import PermissionDenied
from django.db import models
from django.http import HttpRequest, HttpResponse
from simple_history.admin import SimpleHistoryAdmin
from unfold.admin import ModelAdmin
from unfold.widgets import UnfoldAdminTextInputWidget


class ReasonForm(forms.ModelForm):
    """A model form that also asks why; the answer goes into the history row."""

    change_reason = forms.CharField(
        required=False,
        max_length=300,
        label="Reason for the change",
        help_text="Shown in the history.",
        widget=UnfoldAdminTextInputWidget(),
    )


class HistoryAdmin(SimpleHistoryAdmin, ModelAdmin):
    """A model with history: each save carries person and reason; old versions are only read."""

    form = ReasonForm
    list_per_page = 50
    warn_unsaved_form = True

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        if change and not (set(form.changed_data) - {"change_reason"}):
            return  # or a row that says nothing would enter the history
        obj._change_reason = form.cleaned_data.get("change_reason") or "edited in the admin"
        super().save_model(request, obj, form, change)

    def history_form_view(
        self,
        request: HttpRequest,
        object_id: str,
        version_id: str,
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        # simple-history writes the live row on a POST here, for anyone with view permission.
        if request.method not in ("GET", "HEAD"):
            raise PermissionDenied
        response: HttpResponse = super().history_form_view(
            request, object_id, version_id, extra_context
        )
        return response


class SingletonAdmin(HistoryAdmin):
    """The one row of a settings model: the list leads straight to its form."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        return False

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        if not self.has_view_or_change_permission(request):
            raise PermissionDenied
        if not self.model._default_manager.filter(pk=1).exists():
            self.model(pk=1).save()
        from django.shortcuts import redirect
        from django.urls import reverse

        options = self.model._meta
        return redirect(reverse(f"admin:{options.app_label}_{options.model_name}_change", args=[1]))


class ReadOnlyAdmin(ModelAdmin):
    """Rows that nobody writes by hand: evidence, events, mail."""

    list_per_page = 50

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        return False
