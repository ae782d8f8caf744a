"""Trained readers in the admin: how each compares, and which one is live."""

from typing import Any, ClassVar

from django.contrib import admin
from django.http import HttpRequest
from unfold.decorators import display

from drafting.drafts.reader.decisions import DECIDE_PERMISSION, go_back, go_live
from drafting.drafts.reader.models import MAX_REASON_CHARACTERS, ReaderState, ReaderVersion
from drafting.mail.models import Message
from drafting.tables import COLOURS
from templatesapp.admin.base import DecidedAdmin, MadeByDesk, column
from templatesapp.times import time_shown


@admin.register(ReaderVersion)
class ReaderVersionAdmin(MadeByDesk, DecidedAdmin):
    """Made by ``teach_reader`` and decided by people, never edited."""

    decide_permission = DECIDE_PERMISSION
    decisions: ClassVar = {
        "live": "Mail is read with this reader from now on.",
        "back": "Mail is read as before this reader.",
    }
    list_display = ["made", "state_label", "mails", "people", "decided"]
    list_select_related = ["decided_by"]
    list_filter = ["state"]
    fields = ["made", "state_label", "mails", "people", "seed", "decided"]
    readonly_fields = fields
    made = column("Made", "created_at", time_shown)
    change_form_outer_after_template = "admin/drafting/reader_comparison.html"

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).defer("arrays", "guests")

    @display(description="State", ordering="state", label=COLOURS["reader"])
    def state_label(self, version: ReaderVersion) -> tuple[str, str]:
        return version.state, version.get_state_display()

    def standing_of(self, version: ReaderVersion) -> dict[str, Any]:
        """``readings``: with the mail, where it is still there."""
        mails = Message.objects.filter(pk__in=[row["message"] for row in version.readings])
        kept = {mail.pk: mail for mail in mails.only("subject", "from_address", "received_at")}
        return {
            "figures": version.figures,
            "readings": [
                row | {"mail": kept[row["message"]]}
                for row in version.readings
                if row["message"] in kept
            ],
            "is_live": version.state == ReaderState.LIVE,
            "is_erased": version.state == ReaderState.ERASED,
            "longest_reason": MAX_REASON_CHARACTERS,
        }

    def decide(self, key: int, decision: str, **given: Any) -> int:
        decide = go_live if decision == "live" else go_back
        decide(version_id=key, **given)
        return key
