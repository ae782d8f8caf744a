"""Recorded mails in the admin: one with all that is known about it, read-only."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.template.loader import render_to_string
from django.utils.http import content_disposition_header
from unfold.decorators import display

from drafting.mail.models import Attachment, Message
from templatesapp.admin.base import ReadOnlyAdmin, column, joined
from templatesapp.admin.pages import page

PERMISSION = "drafting.view_message"
_ONE = "<int:message_id>/"
# What a browser may be told about a file of a stranger; it is a download in any case.
SAFE_CONTENT_TYPES = frozenset(
    {"application/pdf", "image/gif", "image/jpeg", "image/png", "image/webp"}
)


@admin.register(Message)
class MessageAdmin(ReadOnlyAdmin):
    """One mail with everything that is known about it; its files as downloads."""

    list_display = [
        *("received_at", "sender", "subject_shown", "direction"),
        *("is_automated", "is_sender_verified", "answered"),
    ]
    list_display_links = ["subject_shown"]
    list_filter = [
        *("direction", "sender_kind", "is_automated", "is_sender_verified", "source", "received_at")
    ]
    search_fields = ["subject", "from_address", "from_name", "body_text", "message_id"]
    ordering = ["-received_at", "-pk"]
    fields = [
        *("thread", "sequence", "direction", "source", "sender_in_full", "reply_to_shown"),
        *("to_shown", "cc_shown", "subject_shown", "sent_at", "received_at", "text", "files"),
        *("answered_by", "is_automated", "sender_kind", "sender_reason", "is_sender_verified"),
        *("is_sender_proven", "authentication", "urgency", "notes_shown"),
        *("message_id", "in_reply_to", "references_shown"),
    ]
    readonly_fields = fields

    def get_queryset(self, request: HttpRequest) -> QuerySet[Message]:
        messages: QuerySet[Message] = super().get_queryset(request)
        return messages.defer("raw")

    @display(description="From", ordering="from_address")
    def sender(self, message: Message) -> str:
        return message.from_name or message.from_address or "unknown sender"

    @display(description="From")
    def sender_in_full(self, message: Message) -> str:
        return f"{message.from_name} <{message.from_address or 'no address'}>".strip()

    subject_shown = column("Subject", "subject", lambda said: said[:120] or "(no subject)")
    reply_to_shown = joined("reply_to", "Reply to")
    to_shown = joined("to", "To")
    cc_shown = joined("cc", "Cc")
    references_shown = joined("references", "References", " ")
    notes_shown = joined("notes", "Notes", " ")

    @display(description="Answered", boolean=True)
    def answered(self, message: Message) -> bool:
        return message.is_answered

    @display(description="Text")
    def text(self, message: Message) -> str:
        return render_to_string("admin/drafting/mail_text.html", {"message": message})

    @display(description="Files")
    def files(self, message: Message) -> str:
        context = {"message": message, "files": message.attachments.defer("content")}
        return render_to_string("admin/drafting/mail_files.html", context)

    @page(f"{_ONE}attachments/<int:attachment_id>/", "drafting_message_attachment", PERMISSION)
    def download_attachment(
        self, request: HttpRequest, message_id: int, attachment_id: int
    ) -> HttpResponse:
        file = get_object_or_404(Attachment, pk=attachment_id, message_id=message_id)
        return download(bytes(file.content), file.filename or "attachment", file.content_type)

    @page(f"{_ONE}raw/", "drafting_message_raw", PERMISSION)
    def download_raw(self, request: HttpRequest, message_id: int) -> HttpResponse:
        message = get_object_or_404(Message.objects.only("raw"), pk=message_id, raw__isnull=False)
        return download(bytes(message.raw or b""), f"message-{message_id}.eml", "")


def download(content: bytes, filename: str, content_type: str) -> HttpResponse:
    """A stranger's file for a browser: saved, never shown or run."""
    is_safe = content_type in SAFE_CONTENT_TYPES
    shown_as = content_type if is_safe else "application/octet-stream"
    response = HttpResponse(content, content_type=shown_as)
    response["Content-Disposition"] = content_disposition_header(True, filename)
    # Should a browser show it all the same, nothing in it runs.
    response["Content-Security-Policy"] = "default-src 'none'; sandbox"
    response["X-Content-Type-Options"] = "nosniff"
    response["Cache-Control"] = "private, no-store"
    return response
