"""Agents' keys, people and groups in the admin."""

from datetime import datetime
from typing import Any

from django import forms
from django.conf import settings
from django.contrib import admin, messages
from django.contrib.admin import EmptyFieldListFilter
from django.contrib.auth.admin import GroupAdmin, UserAdmin
from django.contrib.auth.models import Group, User
from django.db import models
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern
from django_otp.plugins.otp_static.models import StaticDevice
from django_otp.plugins.otp_totp.models import TOTPDevice
from unfold.decorators import action, display
from unfold.forms import AdminPasswordChangeForm, UserChangeForm, UserCreationForm
from unfold.widgets import UnfoldAdminCheckboxSelectMultipleWidget

from config.errors import DomainError
from drafting.access.groups import MANAGER, REVIEWER
from drafting.access.keys import change_key, create_key, revoke_key, roll_key
from drafting.access.models import AgentKey, Scope
from drafting.access.second_factor import second_factor_urls
from drafting.access.sessions import end_session, list_sessions
from drafting.tables import COLOURS
from templatesapp.admin.base import DeskAdmin, HistoryAdmin, ReasonForm, column
from templatesapp.admin.pages import StaffRequest, done_to_each, page, show_page
from templatesapp.times import time_shown

# Django's own admin of people does not know the theme; the forms of devices show secrets, and a
# person's own page, and a command, do what is needed.
admin.site.unregister([User, Group, TOTPDevice, StaticDevice])


def _time_or_never(moment: datetime | None) -> str:
    return time_shown(moment) if moment else "never"


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
    read_as = {"scopes": "scope_list"}
    recorded_fields = [
        *("prefix", "created_at", "created_by", "last_used_at", "previous_until", "revoked_at")
    ]

    last_used = column("Last used", "last_used_at", _time_or_never)
    expires = column("Expires", "expires_at", _time_or_never)
    scope_list = column("Scopes", "scopes", ", ".join, ordering=None)

    @display(description="State", label=COLOURS["key"])
    def state(self, key: AgentKey) -> str:
        if key.is_revoked:
            return "revoked"
        return "valid" if key.is_usable() else "expired"

    def get_fields(self, request: HttpRequest, obj: AgentKey | None = None) -> list[str]:
        return self.fields if obj is None else [*self.fields, *self.recorded_fields]

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

    def save_model(self, request: StaffRequest, obj: Any, form: Any, change: bool) -> None:
        data, person = form.cleaned_data, request.user
        reason = data.get("change_reason") or f"{'edited' if change else 'created'} in the admin"
        said = {name: data[name] for name in ("name", "scopes", "expires_at")} | {"reason": reason}
        if change:
            change_key(key_id=obj.pk, by=person, **said)
            return
        key, secret = create_key(source=data["source"], created_by=person, **said)
        # The admin's log and its redirect ask the form's object which row it became.
        obj.pk, obj.prefix = key.pk, key.prefix
        messages.warning(request, f"The key of {key.name}, shown this once: {secret}")

    @action(description="Give a new secret (the old one holds for a day)", permissions=["change"])
    def roll(self, request: StaffRequest, queryset: QuerySet[AgentKey]) -> None:
        def act(key: AgentKey) -> str:
            return roll_key(key_id=key.pk, by=request.user, reason="rolled in the admin")

        for key, secret in done_to_each(request, queryset, act):
            messages.warning(request, f"The new key of {key.name}, shown this once: {secret}")

    @action(description="Revoke selected keys", permissions=["change"])
    def revoke(self, request: StaffRequest, queryset: QuerySet[AgentKey]) -> None:
        def act(key: AgentKey) -> AgentKey:
            return revoke_key(key_id=key.pk, by=request.user, reason="revoked in the admin")

        if revoked := list(done_to_each(request, queryset, act)):
            messages.success(request, f"{len(revoked)} revoked.")


@admin.register(User)
class PersonAdmin(UserAdmin, DeskAdmin):
    """Superusers only: who may make managers could make anything of themselves."""

    form = UserChangeForm
    add_form = UserCreationForm
    change_password_form = AdminPasswordChangeForm
    list_display = ["username", "full_name", "role", "is_active", "last_seen"]
    list_filter = ["groups", "is_superuser", "is_staff", "is_active"]
    filter_horizontal = []
    # Rights come with the groups: a permission given to one person is one that nobody finds again.
    fieldsets = [
        (None, {"fields": ["username", "password"]}),
        ("Who it is", {"fields": [("first_name", "last_name"), "email"]}),
        ("Role", {"fields": ["is_active", "is_staff", "groups", "is_superuser"]}),
        ("Dates", {"fields": [("last_login", "date_joined")]}),
    ]
    readonly_fields = ["last_login", "date_joined"]
    full_name = column("Name", "get_full_name", lambda name: name() or "–", ordering="last_name")
    last_seen = column("Last login", "last_login", _time_or_never)

    def get_urls(self) -> list[URLPattern]:
        return [*second_factor_urls(self), *super().get_urls()]

    @page("sessions/", "auth_user_sessions")
    def sessions_view(self, request: StaffRequest) -> HttpResponse:
        """Anybody of the staff sees and ends their own, a superuser everybody's."""
        viewer = request.user
        if request.method == "POST":
            try:
                end_session(name=request.POST.get("session", ""), by=viewer)
            except DomainError as error:
                messages.warning(request, error.detail)
            return redirect("admin:auth_user_sessions")
        return show_page(
            request,
            self,
            "admin/drafting/sessions.html",
            title="Sessions",
            opts=None,
            headings=["Who", "Since", "Last seen", "From", "Browser", ""],
            sessions=list_sessions(viewer=viewer, current_key=request.session.session_key or ""),
            idle_minutes=settings.SESSION_COOKIE_AGE // 60,
            hours=settings.DESK_SESSION_HOURS,
        )

    def get_queryset(self, request: HttpRequest) -> QuerySet[User]:
        people: QuerySet[User] = super().get_queryset(request)
        return people.prefetch_related("groups")

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        # The first form asks for name and password alone, and the desk has logins only for staff.
        obj.is_staff = obj.is_staff or not change
        super().save_model(request, obj, form, change)

    @display(description="Role", label=COLOURS["role"])
    def role(self, person: User) -> str:
        if person.is_superuser:
            return "superuser"
        names = {group.name for group in person.groups.all()} if person.is_staff else ()
        return next((name for name in (MANAGER, REVIEWER) if name in names), "none")


@admin.register(Group)
class RoleAdmin(GroupAdmin, DeskAdmin):
    """Groups and their rights; reviewer and manager come with the desk."""

    filter_horizontal = []
