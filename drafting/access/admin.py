"""Agents' keys in the admin: made, shown once, revoked; for managers alone."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin import EmptyFieldListFilter
from django.db import models
from django.db.models import QuerySet
from django.http import HttpRequest
from unfold.decorators import action, display
from unfold.widgets import UnfoldAdminCheckboxSelectMultipleWidget

from config.errors import DomainError
from drafting.access.choices import EventSource, Scope
from drafting.access.keys import (
    DEFAULT_OVERLAP_HOURS,
    change_key,
    create_key,
    revoke_key,
    roll_key,
)
from drafting.access.models import AgentKey
from templatesapp.admin.base import HistoryAdmin, ReasonForm
from templatesapp.times import time_shown


class AgentKeyForm(ReasonForm):
    scopes = forms.MultipleChoiceField(
        choices=Scope.choices,
        initial=list(Scope.values),
        widget=UnfoldAdminCheckboxSelectMultipleWidget,
    )


@admin.register(AgentKey)
class AgentKeyAdmin(HistoryAdmin):
    """The hash is in no list and on no form; a key ends by being revoked, never by deletion."""

    form = AgentKeyForm
    list_display = ["name", "prefix", "scope_list", "source", "last_used", "expires", "state"]
    list_filter = ["source", ("revoked_at", EmptyFieldListFilter)]
    search_fields = ["name", "prefix"]
    actions = ["revoke", "roll"]
    fields = ["name", "scopes", "source", "expires_at", "change_reason"]
    recorded_fields = [
        "prefix",
        "created_at",
        "created_by",
        "last_used_at",
        "previous_until",
        "revoked_at",
    ]

    @display(description="Last used", ordering="last_used_at")
    def last_used(self, key: AgentKey) -> str:
        return time_shown(key.last_used_at) if key.last_used_at else "never"

    @display(description="Expires", ordering="expires_at")
    def expires(self, key: AgentKey) -> str:
        return time_shown(key.expires_at) if key.expires_at else "never"

    @display(description="Scopes")
    def scope_list(self, key: AgentKey) -> str:
        return ", ".join(key.scopes)

    @display(
        description="State", label={"valid": "success", "revoked": "danger", "expired": "warning"}
    )
    def state(self, key: AgentKey) -> str:
        if key.is_revoked:
            return "revoked"
        return "valid" if key.is_usable() else "expired"

    def get_fields(self, request: HttpRequest, obj: AgentKey | None = None) -> list[str]:
        if obj is None:
            return self.fields
        if not self.has_change_permission(request, obj):
            shown = ["name", "scope_list", "source", "expires_at"]
            return [*shown, *self.recorded_fields]
        return [*self.fields, *self.recorded_fields]

    def get_readonly_fields(
        self, request: HttpRequest, obj: models.Model | None = None
    ) -> list[str]:
        # The source of a key in use stays: the events made with it would change their meaning.
        return ["scope_list"] if obj is None else ["scope_list", "source", *self.recorded_fields]

    def has_change_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        is_revoked = isinstance(obj, AgentKey) and obj.is_revoked
        return not is_revoked and bool(super().has_change_permission(request, obj))

    def has_delete_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        return False

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        data = form.cleaned_data
        person: Any = request.user
        reason = data.get("change_reason") or f"{'edited' if change else 'created'} in the admin"
        if change:
            change_key(
                key_id=obj.pk,
                name=data["name"],
                scopes=data["scopes"],
                expires_at=data["expires_at"],
                by=person,
                reason=reason,
            )
            return
        key, secret = create_key(
            name=data["name"],
            scopes=data["scopes"],
            source=data.get("source") or EventSource.LIVE,
            expires_at=data["expires_at"],
            created_by=person,
            reason=reason,
        )
        # The admin's log and its redirect ask the form's object which row it became.
        obj.pk, obj.prefix = key.pk, key.prefix
        messages.warning(request, f"The key of {key.name}, shown this once: {secret}")

    @action(description="Give a new secret (the old one holds for a day)", permissions=["change"])
    def roll(self, request: HttpRequest, queryset: QuerySet[AgentKey]) -> None:
        person: Any = request.user
        for key in queryset:
            try:
                secret = roll_key(
                    key_id=key.pk,
                    overlap_hours=DEFAULT_OVERLAP_HOURS,
                    by=person,
                    reason="rolled in the admin",
                )
            except DomainError as error:
                messages.warning(request, error.detail)
            else:
                messages.warning(request, f"The new key of {key.name}, shown this once: {secret}")

    @action(description="Revoke selected keys", permissions=["change"])
    def revoke(self, request: HttpRequest, queryset: QuerySet[AgentKey]) -> None:
        person: Any = request.user
        revoked = 0
        for key in queryset:
            try:
                revoke_key(key_id=key.pk, by=person, reason="revoked in the admin")
                revoked += 1
            except DomainError as error:
                messages.warning(request, error.detail)
        if revoked:
            messages.success(request, f"{revoked} revoked.")
