"""The desk's pages in the admin: what needs a person, contacts, erasure, mailbox, health."""

from typing import Any, ClassVar

from django.conf import settings
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import Max, QuerySet
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_POST
from unfold.decorators import display

from config.errors import DomainError
from drafting.desk.dashboard import BEGIN, STARTER, WRITES
from drafting.desk.erasure import forget_contact
from drafting.desk.house import load_house
from drafting.desk.navigation import badges, may_see
from drafting.desk.trying import HAS_TRIED, TriedMail, try_mail
from drafting.desk.waiting import list_needs, tell_queue, waiting_on
from drafting.desk.watching import SEES_MAILBOX, health_sentences, read_health
from drafting.mail.mailbox_report import describe_mailbox, describe_own_domains
from drafting.mail.models import Contact, MailSettings, Thread
from drafting.mail.selectors import get_staff
from drafting.mail.services import set_contact_blocked, set_contact_guest
from drafting.mail.sign_in import describe_sign_in
from drafting.mail.work_models import MailFolder, OutgoingMail
from drafting.outbox.conversation_admin import MAX_SHOWN, ThreadAdmin, links
from drafting.outbox.mailbox_check import try_mailbox
from drafting.outbox.release_queue import RELEASE_PERMISSION
from drafting.outbox.thread_admin import as_key
from drafting.outbox.typed_text import typed_at
from templatesapp.admin import base
from templatesapp.admin.fields import LinesField
from templatesapp.admin.pages import page, show_page
from templatesapp.categories import language_name
from templatesapp.marked import shown_once
from templatesapp.models import EmailTemplate

SEES_THREADS, SEES_REPLIES = "drafting.view_thread", "drafting.view_outgoingmail"


@admin.register(Thread)
class ThreadWithNeedsAdmin(ThreadAdmin):
    """Every conversation, and those that need a person."""

    @page("begin/", BEGIN, *WRITES, only=require_POST)
    def begin_view(self, request: HttpRequest) -> HttpResponse:
        """The starter house into a desk without letters; what is there stays."""
        try:
            loaded = load_house(folder=STARTER)
        except DomainError as error:
            messages.error(request, error.detail)
        else:
            messages.success(request, f"Loaded {loaded}. Now give the facts their values.")
        return redirect("admin:index")

    @page("needs-you/", "drafting_thread_needs_you", SEES_THREADS)
    def needs_view(self, request: HttpRequest) -> HttpResponse:
        person, now, sign_in = request.user, timezone.now(), describe_sign_in()
        needs = list_needs(person_id=person.pk, now=now)
        queue = None
        if may_see(request, SEES_REPLIES):
            queue = tell_queue(person=person, besides=[thread for thread, _ in needs], now=now)
        return show_page(
            request,
            self,
            "admin/drafting/needs_you.html",
            title="Needs you",
            needs=needs,
            more=waiting_on(request)["needs_you"] - len(needs) - bool(sign_in),
            queue=queue,
            sign_in=sign_in,
            may_act=person.has_perm(RELEASE_PERMISSION),
        )

    @page("try/", "drafting_try_mail", "drafting.view_draft")
    def try_view(self, request: HttpRequest) -> HttpResponse:
        """A form for a mail; sent, it stands there again above what the desk makes of it."""
        form, tried = TriedMail(request.POST if request.method == "POST" else None), None
        if form.is_valid():
            try:
                tried = try_mail(**form.cleaned_data, now=timezone.now())
            except DomainError as error:  # nobody has said whose house it is
                form.add_error(None, error.detail)
            else:
                request.session[HAS_TRIED] = True
        context = {"form": form, "page": tried, "opts": EmailTemplate._meta}
        return show_page(
            request, self, "admin/drafting/try_mail.html", title="Try a mail", **context
        )

    @page("counts/", "drafting_thread_counts", SEES_THREADS)
    def counts_view(self, request: HttpRequest) -> HttpResponse:
        """What waits, and who is typing in the conversation ``?thread=``, for pages that stay open;
        asked every few seconds."""
        editing = ""
        if thread := as_key(request.GET.get("thread", "")):
            _, editing = typed_at(thread_id=thread, person=request.user, now=timezone.now())
        return JsonResponse({"counts": badges(request), "editing": editing})


@admin.register(Contact)
class ContactAdmin(base.MadeByDesk, base.HistoryAdmin):
    """Who writes to us. Made by mail; a person decides only whether they are blocked."""

    list_display = ["address", "name", "language_shown", "is_blocked", "is_guest", "created_at"]
    list_filter = ["is_blocked", "is_guest", ("language", base.LanguageFilter)]
    search_fields = ["address", "name"]
    readonly_fields = ["address", "name", "language_shown", "conversations", "created_at"]
    fields = [*readonly_fields, "is_blocked", "is_guest", "change_reason"]
    actions = ["forget"]
    language_shown = base.column("Language", "language", language_name)

    @display(description="Conversations")
    @shown_once
    def conversations(self, contact: Contact) -> str:
        return links((one, str(one)) for one in contact.threads.all()[:MAX_SHOWN])

    def has_forget_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("drafting.forget_contact")

    @admin.action(description="Erase these people and all their mail", permissions=["forget"])
    def forget(self, request: HttpRequest, queryset: QuerySet[Contact]) -> HttpResponse | None:
        """Asks first: there is no way back. The log keeps that it was done, not about whom."""
        addresses = list(queryset.values_list("address", flat=True))
        if "confirmed" not in request.POST:
            context = {"title": "Erase people", "contacts": queryset}
            return show_page(request, self, "admin/drafting/forget_contacts.html", **context)
        for address in addresses:
            gone = forget_contact(address=address)
            told = ", ".join(f"{count} {what}" for what, count in gone.items())
            messages.success(request, f"Erased: {told}.")
        return None

    def save_model(self, request: HttpRequest, obj: Contact, form: Any, change: bool) -> None:
        by, reason = request.user, form.cleaned_data.get("change_reason") or ""
        if "is_blocked" in form.changed_data:
            set_contact_blocked(contact_id=obj.pk, is_blocked=obj.is_blocked, by=by, reason=reason)
        if "is_guest" in form.changed_data and obj.is_guest is not None:
            set_contact_guest(contact_id=obj.pk, is_guest=obj.is_guest, by=by, reason=reason)


class MailSettingsForm(base.ReasonForm):
    staff_addresses = LinesField()
    staff_domains = LinesField()


@admin.register(MailSettings)
class MailSettingsAdmin(base.SingletonAdmin):
    """Whose mail is ours, and how long mail is kept; beside it how the mailbox is."""

    form = MailSettingsForm
    read_as: ClassVar[dict[str, str]] = {
        "staff_addresses": "own_addresses",
        "staff_domains": "own_domains",
    }
    own_addresses = base.joined("staff_addresses", "Staff addresses", "\n")
    own_domains = base.joined("staff_domains", "Staff domains", "\n")

    @page("mailbox/", "drafting_mailsettings_mailbox", SEES_MAILBOX)
    def mailbox_view(self, request: HttpRequest) -> HttpResponse:
        """What is connected and what is not checked; POST tries it out."""
        may_test = self.has_change_permission(request)
        trials = None
        if request.method == "POST":
            if not may_test:  # it sends a mail
                raise PermissionDenied
            trials = list(
                try_mailbox(
                    imap=settings.DESK_IMAP_SERVER,
                    smtp=settings.DESK_SMTP_SERVER,
                    sender=(settings.DESK_FROM_NAME, get_staff().mailbox),
                )
            )
        return show_page(
            request,
            self,
            "admin/drafting/mailbox.html",
            title="Mailbox",
            sign_in=describe_sign_in(),
            connected=describe_mailbox().splitlines(),
            folders=MailFolder.objects.all(),
            last_sent_at=OutgoingMail.objects.aggregate(at=Max("sent_at"))["at"],
            own_domains=describe_own_domains(now=timezone.now()).splitlines(),
            trials=trials,
            may_test=may_test,
        )

    @page("health/", "drafting_mailsettings_health", SEES_MAILBOX)
    def health_view(self, request: HttpRequest) -> HttpResponse:
        found = list(health_sentences(read_health(now=timezone.now())))
        return show_page(
            request,
            self,
            "admin/drafting/health.html",
            title="Health",
            warnings=[each for each in found if each.tone == "warn"],
            others=[each for each in found if each.tone == "good"],
        )
