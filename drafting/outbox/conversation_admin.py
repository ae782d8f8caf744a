"""Conversations in the admin: listed, searched, read, and what can be done about each."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.paginator import Page, Paginator
from django.db.models import Count, Exists, Max, OuterRef, Prefetch, QuerySet, Subquery
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html_join
from unfold.decorators import action, display

from drafting.drafts.models import Draft
from drafting.mail.choices import MailState, ThreadKind, ThreadStatus, Urgency
from drafting.mail.entries import why_people
from drafting.mail.headers import fold_address
from drafting.mail.models import Attachment, Contact, Message, Thread
from drafting.mail.relays import threads_of_same_booking
from drafting.mail.selectors import IS_UNANSWERED, list_messages
from drafting.mail.work_models import FollowUp, OutgoingMail, RecipientReport, SuppressedAddress
from drafting.outbox.files import read_files
from drafting.outbox.releases import OPEN_EMERGENCY
from drafting.outbox.staff_actions import finish_follow_up
from drafting.outbox.thread_admin import ThreadActions, action_context, as_key
from drafting.tables import COLOURS
from templatesapp.admin.base import DeskAdmin, HistoryAdmin, MadeByDesk, ReasonForm, column
from templatesapp.admin.pages import done_to_each
from templatesapp.marked import shown_once
from templatesapp.times import time_shown

MAILS_A_PAGE = 30
MAX_SHOWN = 20  # of a booking's other conversations, and of a guest's


class UnansweredFilter(admin.SimpleListFilter):
    title = "answer"
    parameter_name = "answer"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("waiting", "New mail waits"), ("none", "Nothing waits")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        waits = {"waiting": True, "none": False}.get(self.value() or "")
        return queryset if waits is None else queryset.filter(has_unanswered=waits)


def links(rows: Iterable[tuple[Thread | Contact, str]]) -> str:
    """The pages of rows, each by what it is called."""
    return format_html_join(
        ", ",
        '<a class="underline" href="{}">{}</a>',
        (
            (reverse(f"admin:drafting_{row._meta.model_name}_change", args=[row.pk]), called[:120])
            for row, called in rows
        ),
    )


def _named(guest: Contact) -> str:
    return f"{guest.name or guest.address}{' (blocked)' if guest.is_blocked else ''}"


class ThreadAdmin(ThreadActions):
    """Every conversation, and one as a person reads it, with what can be done about it; ``desk``
    registers it with those that need a person."""

    list_display = [
        *("subject_shown", "people", "state_shown", "urgency_shown"),
        *("message_count", "last_received"),
    ]
    list_filter = [UnansweredFilter, "status", "urgency", "kind", "assignee"]
    search_fields = [
        *("subject", "participants__address", "participants__name"),
        *("messages__subject", "messages__body_text"),
    ]
    search_help_text = "Subjects, texts, names and addresses"
    change_form_template = "admin/drafting/thread_form.html"
    # Outside the form: it holds forms of its own.
    change_form_outer_after_template = "admin/drafting/thread_actions.html"
    subject_shown = column("Subject", "subject", lambda said: said[:120] or "(no subject)")
    message_count = column("Mails", "message_count", lambda number: number or 0)
    last_received = column("Last mail", "last_received", time_shown)

    class Media:
        css = {"all": ["templatesapp/texts.css", "templatesapp/queue.css"]}

    def get_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        worth = {
            "urgency_shown": obj and obj.urgency,
            "assignee": obj and obj.assignee_id,
            "kind": obj and obj.kind != ThreadKind.GUEST,
            "related": obj and obj.related_id,
            "same_booking": obj and threads_of_same_booking(obj).exists(),
            "why_handed_over": obj and self.why_handed_over(obj),
        }
        return ["subject_shown", "guests", "state_in_full", *(n for n in worth if worth[n])]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Thread]:
        mail = Message.objects.filter(thread=OuterRef("pk")).order_by()
        counted = mail.values("thread").annotate(number=Count("pk")).values("number")
        # No "newest first, one": PostgreSQL may look all mail through for each conversation.
        newest = mail.values("thread").annotate(at=Max("received_at")).values("at")
        ours = OutgoingMail.objects.filter(thread=OuterRef("pk"))
        bounced = RecipientReport.objects.filter(report__thread=OuterRef("pk"), is_delayed=False)
        # Not super()'s: that orders by what is annotated only here.
        return Thread.objects.prefetch_related("participants").annotate(
            message_count=Subquery(counted),
            last_received=Subquery(newest),
            has_unanswered=Exists(mail.filter(IS_UNANSWERED)),
            has_answered=Exists(mail.filter(answered_by__isnull=False)),
            has_waiting_reply=Exists(ours.filter(state=MailState.AWAITING_RELEASE)),
            has_stuck_mail=Exists(ours.filter(state__in=[MailState.FAILED, MailState.UNCERTAIN])),
            has_bounced=Exists(bounced),
            has_emergency=Exists(FollowUp.objects.filter(OPEN_EMERGENCY, thread=OuterRef("pk"))),
        )

    def get_ordering(self, request: HttpRequest) -> list[str]:
        return ["-last_received", "-pk"]

    @display(description="Guests")
    def people(self, thread: Thread) -> str:
        return ", ".join(map(_named, thread.participants.all()))

    @display(description="Guests")
    @shown_once
    def guests(self, thread: Thread) -> str:
        return links((person, _named(person)) for person in thread.participants.all())

    @display(description="Same booking")
    @shown_once
    def same_booking(self, thread: Thread) -> str:
        """A platform's notices beside the conversation with its guest, and the other way round."""
        return links((one, str(one)) for one in threads_of_same_booking(thread)[:MAX_SHOWN])

    @display(description="State", label=COLOURS["conversation"], ordering="status")
    def state_shown(self, thread: Thread) -> tuple[str, str]:
        return _state_of(thread)

    @display(description="State")
    def state_in_full(self, thread: Thread) -> str:
        return _state_of(thread)[1]

    @display(description="Why a person is needed")
    @shown_once
    def why_handed_over(self, thread: Any) -> str:
        if thread.status != ThreadStatus.WAITING_FOR_PERSON:
            return ""
        bounced = [thread.pk] if thread.has_bounced else []
        return why_people([thread.pk], bounced=bounced).get(thread.pk, "")

    @display(description="Urgency", label=COLOURS["urgency"], ordering="urgency")
    def urgency_shown(self, thread: Thread) -> str:
        return str(Urgency(thread.urgency).label) if thread.urgency else ""

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> Any:
        context = action_context(request, object_id)
        context["conversation"] = _page(object_id, request.GET.get("page"), context["count"])
        context |= extra_context or {}
        return super().change_view(request, object_id, form_url, context)


def _state_of(thread: Any) -> tuple[str, str]:
    """``(state, as shown)``: the state is a key of its colours. Derived, stored nowhere."""
    until = timezone.localtime(thread.claim_expires_at)
    claimed = f"claimed by {thread.claim_holder} until {until:%H:%M}"
    is_open = thread.status == ThreadStatus.OPEN
    waits_for_person = thread.status == ThreadStatus.WAITING_FOR_PERSON
    states = (  # the first that holds
        (thread.has_stuck_mail, "not sent", "not sent, or uncertain"),
        (thread.status == ThreadStatus.CLOSED, "closed", ""),
        (thread.has_live_claim(timezone.now()), "claimed", claimed),
        # Newer mail opened it again: an agent's next claim cancels the reply.
        (thread.has_waiting_reply and is_open, "new", "newer mail than the reply"),
        (thread.has_waiting_reply, "awaiting release", ""),
        (waits_for_person and thread.has_bounced, "bounced", "our reply bounced"),
        (thread.has_emergency, "waiting for a person", "an emergency: somebody has to act"),
        (waits_for_person, "waiting for a person", ""),
        (thread.has_unanswered, "new", ""),
        (thread.has_answered, "answered", ""),
        # Automated mail, a blocked sender, or a mail that we wrote first: nobody was answered.
        (True, "no reply needed", ""),
    )
    return next((state, shown or state) for holds, state, shown in states if holds)


def _page(thread_id: str, wanted: str | None, count: int) -> Page[Message]:
    """The mails of a thread, oldest first, with what is shown beside each: the page that was asked
    for; the last, with the newest mail, where none was. ``count``: of all its mails."""
    messages = list_messages().defer(None).defer("raw").filter(thread_id=as_key(thread_id))
    shown = messages.annotate(
        is_new=Exists(Message.objects.filter(IS_UNANSWERED, pk=OuterRef("pk"))),
        has_files=Exists(Attachment.objects.filter(message=OuterRef("pk"))),
    )
    drafts = Prefetch("drafts", queryset=Draft.objects.only("message_id", "created_at"))
    paginator = Paginator(shown.prefetch_related(drafts).order_by("sequence"), MAILS_A_PAGE)
    paginator.count = count
    page: Page[Any] = paginator.get_page(wanted or paginator.num_pages)
    page.object_list = list(page.object_list)
    read_files(page.object_list, "attachments")
    return page


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

    def get_readonly_fields(self, request: Any, obj: Any = None) -> Any:
        """Another address is another row."""
        shown = super().get_readonly_fields(request, obj)
        return [*shown, "address"] if obj is not None and "address" not in shown else shown


class StateFilter(admin.SimpleListFilter):
    title = "state"
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("open", "Open"), ("due", "Due"), ("mine", "Mine, open"), ("done", "Done")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        open_ones = queryset.filter(done_at__isnull=True)
        return {
            "open": open_ones,
            "due": open_ones.filter(due__lte=timezone.localdate()),
            "mine": open_ones.filter(assignee=request.user.pk),
            "done": queryset.filter(done_at__isnull=False),
        }.get(self.value() or "", queryset)


@admin.register(FollowUp)
class FollowUpAdmin(MadeByDesk, DeskAdmin):
    """Made by replies that promise; a person sets day and colleague, and says when it is done."""

    list_display = ["question_shown", "conversation", "due", "assignee", "state_shown"]
    list_filter = [StateFilter, "assignee", "due"]
    list_select_related = ["thread", "assignee"]
    search_fields = ["question", "thread__subject", "thread__participants__address"]
    ordering = ["done_at", "due", "pk"]
    fields = ["question", "conversation", "due", "assignee", "done_at", "done_by", "answered_in"]
    readonly_fields = ["question", "conversation", "done_at", "done_by", "answered_in"]
    actions = ["mark_done"]
    actions_submit_line = ["finish", "reopen"]
    question_shown = column("Question", "question", lambda said: said[:120])
    conversation = column("Conversation", "thread", lambda thread: links([(thread, str(thread))]))

    @display(description="State", label=COLOURS["follow_up"])
    def state_shown(self, follow_up: FollowUp) -> str:
        if follow_up.done_at is not None:
            return "done"
        return "overdue" if follow_up.due < timezone.localdate() else "open"

    def get_actions_submit_line(self, request: HttpRequest, object_id: int) -> list[Any]:
        """The one of the two that can be done."""
        known = FollowUp.objects.filter(pk=as_key(str(object_id)))
        said = self.reopen if known.exclude(done_at=None) else self.finish
        offered = super().get_actions_submit_line(request, object_id)
        return [one for one in offered if one.method == said]

    @action(description="Done", permissions=["change"])
    def finish(self, request: HttpRequest, follow_up: FollowUp) -> None:
        self._decide(request, [follow_up], True, "Marked as done.")

    @action(description="Not done after all", permissions=["change"])
    def reopen(self, request: HttpRequest, follow_up: FollowUp) -> None:
        self._decide(request, [follow_up], False, "Open again.")

    @admin.action(description="Mark as done", permissions=["change"])
    def mark_done(self, request: HttpRequest, queryset: QuerySet[FollowUp]) -> None:
        self._decide(request, queryset, True, "Marked as done.")

    def _decide(
        self, request: HttpRequest, chosen: Iterable[FollowUp], is_done: bool, said: str
    ) -> None:
        def act(follow_up: FollowUp) -> FollowUp:
            return finish_follow_up(follow_up_id=follow_up.pk, by=request.user, is_done=is_done)

        done = list(done_to_each(request, chosen, act))
        for follow_up, _ in done:
            self.log_change(request, follow_up, said)
        if done:
            messages.success(request, said if len(done) == 1 else f"{len(done)} follow-ups: {said}")
