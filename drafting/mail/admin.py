"""Conversations, mail and contacts in the admin: read, searched, never written by hand."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import Count, Exists, OuterRef, Prefetch, QuerySet, Subquery
from django.http import Http404, HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html, format_html_join
from django.utils.http import content_disposition_header
from unfold.decorators import display

from drafting.drafts.models import Draft
from drafting.mail.choices import BatchState, ThreadKind, Urgency
from drafting.mail.erasure import forget_contact
from drafting.mail.models import Attachment, Contact, MailSettings, Message, Thread
from drafting.mail.selectors import IS_UNANSWERED, list_messages
from drafting.mail.services import set_contact_blocked
from drafting.mail.thread_admin import (
    STATE_COLOURS,
    ThreadActions,
    action_context,
    state_of,
    with_state,
)
from templatesapp.admin.base import HistoryAdmin, ReadOnlyAdmin, SingletonAdmin
from templatesapp.admin.pages import show_page

# What a browser may be told about a file of a stranger; it is a download in any case.
SAFE_CONTENT_TYPES = frozenset(
    {"application/pdf", "image/gif", "image/jpeg", "image/png", "image/webp"}
)
URGENCY_LABELS = {"none": "default", "high": "warning", "critical": "danger"}


class UnansweredFilter(admin.SimpleListFilter):
    title = "answer"
    parameter_name = "answer"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("waiting", "New mail waits"), ("none", "Nothing waits")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        if self.value() == "waiting":
            return queryset.filter(has_unanswered=True)
        return queryset.filter(has_unanswered=False) if self.value() == "none" else queryset


@admin.register(Thread)
class ThreadAdmin(ThreadActions, ReadOnlyAdmin):
    """Every conversation, and one as a person reads it, with what can be done about it."""

    list_display = [
        "subject_shown",
        "people",
        "state_shown",
        "urgency_shown",
        "message_count",
        "last_received",
    ]
    list_filter = [UnansweredFilter, "status", "urgency", "kind", "assignee"]
    search_fields = [
        "subject",
        "participants__address",
        "participants__name",
        "messages__subject",
        "messages__body_text",
    ]
    search_help_text = "Subjects, texts, names and addresses"
    change_form_template = "admin/drafting/thread_form.html"
    # Outside the form: it holds forms of its own.
    change_form_outer_after_template = "admin/drafting/thread_actions.html"

    class Media:
        css = {"all": ["templatesapp/texts.css", "learning/review.css"]}

    def get_urls(self) -> list[URLPattern]:
        return [*self.action_urls(), *super().get_urls()]

    def get_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        """What is worth a line of this conversation."""
        worth = {
            "urgency_shown": obj and obj.urgency,
            "assignee": obj and obj.assignee_id,
            "kind": obj and obj.kind != ThreadKind.GUEST,
            "related": obj and obj.related_id,
            "why_handed_over": obj and self.why_handed_over(obj),
        }
        return [
            "subject_shown",
            "people",
            "state_in_full",
            *(name for name in worth if worth[name]),
        ]

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        return self.get_fields(request, obj)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Thread]:
        mail = Message.objects.filter(thread=OuterRef("pk")).order_by()
        counted = mail.values("thread").annotate(number=Count("pk")).values("number")
        # Not super()'s: that orders by what is annotated only here.
        threads = with_state(Thread.objects.prefetch_related("participants"))
        return threads.annotate(
            message_count=Subquery(counted),
            last_received=Subquery(
                mail.order_by("-received_at").values("received_at")[:1],
            ),
            has_unanswered=Exists(mail.filter(IS_UNANSWERED)),
        )

    def get_ordering(self, request: HttpRequest) -> list[str]:
        return ["-last_received", "-pk"]

    @display(description="Subject", ordering="subject")
    def subject_shown(self, thread: Thread) -> str:
        return thread.subject[:120] or "(no subject)"

    @display(description="Guests")
    def people(self, thread: Thread) -> str:
        return ", ".join(
            f"{person.name or person.address}{' (blocked)' if person.is_blocked else ''}"
            for person in thread.participants.all()
        )

    @display(description="State", label=STATE_COLOURS, ordering="status")
    def state_shown(self, thread: Thread) -> tuple[str, str]:
        return state_of(thread)

    @display(description="State")
    def state_in_full(self, thread: Thread) -> str:
        return state_of(thread)[1]

    @display(description="Why a person is needed")
    def why_handed_over(self, thread: Thread) -> str:
        handed_over = thread.batches.filter(state=BatchState.HANDED_OVER).order_by("-pk")
        return handed_over.values_list("reason", flat=True).first() or ""

    @display(description="Urgency", label=URGENCY_LABELS, ordering="urgency")
    def urgency_shown(self, thread: Thread) -> str:
        return str(Urgency(thread.urgency).label)

    @display(description="Mails", ordering="message_count")
    def message_count(self, thread: Any) -> int:
        return thread.message_count or 0

    @display(description="Last mail", ordering="last_received")
    def last_received(self, thread: Any) -> Any:
        return thread.last_received

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        context = {
            "conversation": _conversation(object_id),
            **action_context(request, object_id),
            **(extra_context or {}),
        }
        response: HttpResponse = super().change_view(request, object_id, form_url, context)
        return response


def _conversation(thread_id: str) -> QuerySet[Message]:
    """The mails of a thread, oldest first, with what the page shows beside each."""
    messages = Message.objects.none()
    if thread_id.isdecimal():
        messages = list_messages().defer(None).defer("raw").filter(thread_id=int(thread_id))
    return (
        messages.annotate(is_new=Exists(Message.objects.filter(IS_UNANSWERED, pk=OuterRef("pk"))))
        .prefetch_related(
            Prefetch("drafts", queryset=Draft.objects.only("message_id", "created_at")),
            Prefetch("attachments", queryset=Attachment.objects.defer("content")),
        )
        .order_by("sequence")
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
    list_filter = ["direction", "is_automated", "is_sender_verified", "source", "received_at"]
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
        "is_sender_verified",
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
        return _download(bytes(file.content), file.filename or "attachment", file.content_type)

    def download_raw(self, request: HttpRequest, message_id: int) -> HttpResponse:
        self._refuse_strangers(request)
        message = Message.objects.filter(pk=message_id, raw__isnull=False).only("raw").first()
        if message is None:
            raise Http404
        return _download(bytes(message.raw or b""), f"message-{message_id}.eml", "")

    def _refuse_strangers(self, request: HttpRequest) -> None:
        if not self.has_view_permission(request):
            raise PermissionDenied


def _download(content: bytes, filename: str, content_type: str) -> HttpResponse:
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


@admin.register(Contact)
class ContactAdmin(HistoryAdmin):
    """Who writes to us. Made by mail; a person decides only whether they are blocked."""

    list_display = ["address", "name", "language", "is_blocked", "created_at"]
    list_filter = ["is_blocked", "language"]
    search_fields = ["address", "name"]
    fields = ["address", "name", "language", "created_at", "is_blocked", "change_reason"]
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

    def get_fields(self, request: HttpRequest, obj: Contact | None = None) -> list[str]:
        if self.has_change_permission(request, obj):
            return self.fields
        return [name for name in self.fields if name != "change_reason"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def save_model(self, request: HttpRequest, obj: Contact, form: Any, change: bool) -> None:
        if "is_blocked" in form.changed_data:
            set_contact_blocked(
                contact_id=obj.pk,
                is_blocked=obj.is_blocked,
                by=request.user,
                reason=form.cleaned_data.get("change_reason") or "",
            )


@admin.register(MailSettings)
class MailSettingsAdmin(SingletonAdmin):
    """Whose mail is ours, and how long mail is kept."""
