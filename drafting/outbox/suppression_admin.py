"""The addresses that nothing is sent to: read by staff, changed by managers."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin

from drafting.mail.headers import fold_address
from drafting.outbox.models import SuppressedAddress
from templatesapp.admin.base import HistoryAdmin, ReasonForm


class SuppressedAddressForm(ReasonForm):
    def clean_address(self) -> str:
        address = fold_address(self.cleaned_data["address"])
        if not address:
            raise forms.ValidationError("This is no e-mail address.")
        return address


@admin.register(SuppressedAddress)
class SuppressedAddressAdmin(HistoryAdmin):
    form = SuppressedAddressForm
    list_display = ["address", "reason", "created_at"]
    search_fields = ["address", "reason"]
    fields = ["address", "reason", "change_reason"]
    empty_help = "Nobody. Addresses whose mail bounces for good come here by themselves."

    def get_readonly_fields(self, request: Any, obj: Any = None) -> Any:
        """Another address is another row."""
        shown = super().get_readonly_fields(request, obj)
        return [*shown, "address"] if obj is not None and "address" not in shown else shown
