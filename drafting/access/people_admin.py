"""People and groups in the look of the desk. Django's own admin of them does not know the theme."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.conf import settings
from django.contrib import admin, messages
from django.contrib.auth.admin import GroupAdmin, UserAdmin
from django.contrib.auth.models import Group, User
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, path
from django_otp.plugins.otp_static.models import StaticDevice
from django_otp.plugins.otp_totp.models import TOTPDevice
from unfold.decorators import display
from unfold.forms import AdminPasswordChangeForm, UserChangeForm, UserCreationForm

from config.errors import DomainError
from drafting.access.passkeys import passkey_urls
from drafting.access.second_factor import PAGE
from drafting.access.second_factor_page import second_factor_view
from drafting.access.sessions import end_session, list_sessions
from templatesapp.admin.base import DeskAdmin
from templatesapp.admin.pages import show_page
from templatesapp.times import time_shown

admin.site.unregister(User)
admin.site.unregister(Group)
# Their forms show secrets; a person's own page, and a command, do what is needed.
admin.site.unregister(TOTPDevice)
admin.site.unregister(StaticDevice)


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

    def get_urls(self) -> list[URLPattern]:
        sessions = self.admin_site.admin_view(self.sessions_view)
        second_factor = self.admin_site.admin_view(partial(second_factor_view, owner=self))
        return [
            path("sessions/", sessions, name="auth_user_sessions"),
            path("second-factor/", second_factor, name=PAGE),
            *passkey_urls(self.admin_site.admin_view),
            *super().get_urls(),
        ]

    def sessions_view(self, request: HttpRequest) -> HttpResponse:
        """Anybody of the staff sees and ends their own, a superuser everybody's."""
        viewer: Any = request.user
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
            headings=["Who", "Since", "Last seen", "From", "Browser", ""],
            sessions=list_sessions(viewer=viewer, current_key=request.session.session_key or ""),
            idle_minutes=settings.SESSION_COOKIE_AGE // 60,
            hours=settings.DESK_SESSION_HOURS,
        )

    def get_queryset(self, request: HttpRequest) -> QuerySet[User]:
        people: QuerySet[User] = super().get_queryset(request)
        return people.prefetch_related("groups")

    @display(description="Name", ordering="last_name")
    def full_name(self, person: User) -> str:
        return person.get_full_name() or "–"

    @display(
        description="Role",
        label={"superuser": "danger", "manager": "warning", "reviewer": "info", "none": "default"},
    )
    def role(self, person: User) -> str:
        if person.is_superuser:
            return "superuser"
        names = {group.name for group in person.groups.all()}
        known = next((name for name in ("manager", "reviewer") if name in names), "none")
        return known if person.is_staff else "none"

    @display(description="Last login", ordering="last_login")
    def last_seen(self, person: User) -> str:
        return time_shown(person.last_login) if person.last_login else "never"


@admin.register(Group)
class RoleAdmin(GroupAdmin, DeskAdmin):
    """Groups and their rights; reviewer and manager come with the desk."""

    filter_horizontal = []
