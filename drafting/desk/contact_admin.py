"""Contacts in the admin: who writes to us, whether they are blocked, and their erasure."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse

from drafting.desk.erasure import forget_contact
from drafting.mail.contact_services import set_contact_blocked, set_contact_guest
from drafting.mail.models import Contact
from templatesapp.admin.base import HistoryAdmin, MadeByDesk
from templatesapp.admin.pages import show_page


@admin.register(Contact)
class ContactAdmin(MadeByDesk, HistoryAdmin):
    """Who writes to us. Made by mail; a person decides only whether they are blocked."""

    list_display = ["address", "name", "language", "is_blocked", "is_guest", "created_at"]
    list_filter = ["is_blocked", "is_guest", "language"]
    search_fields = ["address", "name"]
    fields = [
        "address",
        "name",
        "language",
        "created_at",
        "is_blocked",
        "is_guest",
        "change_reason",
    ]
    readonly_fields = ["address", "name", "language", "created_at"]
    actions = ["forget"]

    def has_forget_permission(self, request: HttpRequest) -> bool:
        user: Any = request.user
        return bool(user.has_perm("drafting.forget_contact"))

    @admin.action(description="Erase these people and all their mail", permissions=["forget"])
    def forget(self, request: HttpRequest, queryset: QuerySet[Contact]) -> HttpResponse | None:
        """Asks first: there is no way back. The log keeps that it was done, not about whom."""
        addresses = list(queryset.values_list("address", flat=True))
        if "confirmed" not in request.POST:
            context = {"title": "Erase people", "contacts": queryset}
            return show_page(request, self, "admin/drafting/forget_contacts.html", **context)
        for address in addresses:
            gone = forget_contact(address=address)
            messages.success(
                request,
                f"Erased: {gone.threads} conversations, {gone.messages} mails, "
                f"{gone.drafts} drafts.",
            )
        return None

    def save_model(self, request: HttpRequest, obj: Contact, form: Any, change: bool) -> None:
        by, reason = request.user, form.cleaned_data.get("change_reason") or ""
        if "is_blocked" in form.changed_data:
            set_contact_blocked(contact_id=obj.pk, is_blocked=obj.is_blocked, by=by, reason=reason)
        if "is_guest" in form.changed_data and obj.is_guest is not None:
            set_contact_guest(contact_id=obj.pk, is_guest=obj.is_guest, by=by, reason=reason)
