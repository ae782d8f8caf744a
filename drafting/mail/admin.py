"""One mail with all that is known about it, and whose mail is ours. Never written by hand."""

from __future__ import annotations

from typing import ClassVar

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html, format_html_join
from django.utils.http import content_disposition_header
from unfold.decorators import display

from drafting.mail.models import Attachment, MailSettings, Message
from templatesapp.admin.base import ReadOnlyAdmin, ReasonForm, SingletonAdmin
from templatesapp.admin.fields import LinesField

# What a browser may be told about a file of a stranger; it is a download in any case.
SAFE_CONTENT_TYPES = frozenset(
    {"application/pdf", "image/gif", "image/jpeg", "image/png", "image/webp"}
)


@admin.register(Message)
class MessageAdmin(ReadOnlyAdmin):
    """One mail with everything that is known about it; its files as downloads."""

    list_display = [
        "received_at",
        "sender",
        "subject_shown",
        "direction",
        "is_automated",
        "is_sender_verified",
        "answered",
    ]
    list_display_links = ["subject_shown"]
    list_filter = [
        "direction",
        "sender_kind",
        "is_automated",
        "is_sender_verified",
        "source",
        "received_at",
    ]
    search_fields = ["subject", "from_address", "from_name", "body_text", "message_id"]
    ordering = ["-received_at", "-pk"]
    fields = [
        "thread",
        "sequence",
        "direction",
        "source",
        "sender_in_full",
        "reply_to_shown",
        "to_shown",
        "cc_shown",
        "subject_shown",
        "sent_at",
        "received_at",
        "text",
        "files",
        "answered_by",
        "is_automated",
        "sender_kind",
        "sender_reason",
        "is_sender_verified",
        "is_sender_proven",
        "authentication",
        "urgency",
        "notes_shown",
        "message_id",
        "in_reply_to",
        "references_shown",
    ]
    readonly_fields = fields

    def get_queryset(self, request: HttpRequest) -> QuerySet[Message]:
        messages: QuerySet[Message] = super().get_queryset(request)
        return messages.defer("raw")

    @display(description="Subject", ordering="subject")
    def subject_shown(self, message: Message) -> str:
        return message.subject[:120] or "(no subject)"

    @display(description="From", ordering="from_address")
    def sender(self, message: Message) -> str:
        return message.from_name or message.from_address or "unknown sender"

    @display(description="From")
    def sender_in_full(self, message: Message) -> str:
        return f"{message.from_name} <{message.from_address or 'no address'}>".strip()

    @display(description="Reply to")
    def reply_to_shown(self, message: Message) -> str:
        return ", ".join(message.reply_to) or "–"

    @display(description="To")
    def to_shown(self, message: Message) -> str:
        return ", ".join(message.to) or "–"

    @display(description="Cc")
    def cc_shown(self, message: Message) -> str:
        return ", ".join(message.cc) or "–"

    @display(description="References")
    def references_shown(self, message: Message) -> str:
        return " ".join(message.references) or "–"

    @display(description="Answered", boolean=True)
    def answered(self, message: Message) -> bool:
        return message.is_answered

    @display(description="Text")
    def text(self, message: Message) -> str:
        return render_to_string("admin/drafting/mail_text.html", {"message": message})

    @display(description="Notes")
    def notes_shown(self, message: Message) -> str:
        return " ".join(message.notes) or "–"

    @display(description="Files")
    def files(self, message: Message) -> str:
        links = [
            (
                reverse("admin:drafting_message_attachment", args=[message.pk, file.pk]),
                file.filename or "unnamed",
                file.size_bytes,
            )
            for file in message.attachments.defer("content")
        ]
        if message.raw is not None:
            raw_url = reverse("admin:drafting_message_raw", args=[message.pk])
            links.append((raw_url, "the mail as received", len(message.raw)))
        return format_html_join(
            "", '<div><a href="{}" class="underline" download>{}</a> ({} bytes)</div>', links
        ) or format_html("{}", "–")

    def get_urls(self) -> list[URLPattern]:
        own = [
            path(
                "<int:message_id>/attachments/<int:attachment_id>/",
                self.admin_site.admin_view(self.download_attachment),
                name="drafting_message_attachment",
            ),
            path(
                "<int:message_id>/raw/",
                self.admin_site.admin_view(self.download_raw),
                name="drafting_message_raw",
            ),
        ]
        return [*own, *super().get_urls()]

    def download_attachment(
        self, request: HttpRequest, message_id: int, attachment_id: int
    ) -> HttpResponse:
        self._refuse_strangers(request)
        file = Attachment.objects.filter(pk=attachment_id, message_id=message_id).first()
        if file is None:
            raise Http404
        return download(bytes(file.content), file.filename or "attachment", file.content_type)

    def download_raw(self, request: HttpRequest, message_id: int) -> HttpResponse:
        self._refuse_strangers(request)
        message = Message.objects.filter(pk=message_id, raw__isnull=False).only("raw").first()
        if message is None:
            raise Http404
        return download(bytes(message.raw or b""), f"message-{message_id}.eml", "")

    def _refuse_strangers(self, request: HttpRequest) -> None:
        if not self.has_view_permission(request):
            raise PermissionDenied


def download(content: bytes, filename: str, content_type: str) -> HttpResponse:
    """A stranger's file for a browser: saved, never shown or run."""
    is_safe = content_type in SAFE_CONTENT_TYPES
    response = HttpResponse(
        content, content_type=content_type if is_safe else "application/octet-stream"
    )
    response["Content-Disposition"] = content_disposition_header(True, filename)
    # Should a browser show it all the same, nothing in it runs.
    response["Content-Security-Policy"] = "default-src 'none'; sandbox"
    response["X-Content-Type-Options"] = "nosniff"
    response["Cache-Control"] = "private, no-store"
    return response


class MailSettingsForm(ReasonForm):
    staff_addresses = LinesField(
        help_text="Addresses we write from, one a line. The first is the desk's own mailbox."
    )
    staff_domains = LinesField(
        help_text="Domains whose every address is ours, one a line. Empty: only the addresses"
        " above."
    )

    class Meta:
        # The angle brackets of the model's would be read as HTML.
        help_texts: ClassVar[dict[str, str]] = {
            "aliases": "Addresses of the same mailbox: Name &lt;address&gt;, the lines of its"
            " signature below, an empty line between two. Who writes to one is answered from it."
        }


@admin.register(MailSettings)
class MailSettingsAdmin(SingletonAdmin):
    """Whose mail is ours, and how long mail is kept."""

    form = MailSettingsForm
    read_as: ClassVar[dict[str, str]] = {
        "staff_addresses": "own_addresses",
        "staff_domains": "own_domains",
    }

    @admin.display(description="Staff addresses")
    def own_addresses(self, stored: MailSettings) -> str:
        return "\n".join(stored.staff_addresses) or "–"

    @admin.display(description="Staff domains")
    def own_domains(self, stored: MailSettings) -> str:
        return "\n".join(stored.staff_domains) or "–"
