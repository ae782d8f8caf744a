"""Our mail in the admin: the release queue, one screen a reply, and all that was sent."""

from typing import Any, ClassVar

from django.contrib import admin
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.urls import URLPattern
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe
from unfold.decorators import display

from config.errors import DomainError
from drafting.drafts.evidence import chosen_letter
from drafting.drafts.models import MAX_DRAFT_CHARACTERS
from drafting.drafts.other_letters import best_letters, find_letters
from drafting.mail.choices import MailState
from drafting.mail.selectors import get_staff
from drafting.mail.work_models import OutgoingMail
from drafting.outbox.cards_admin import CardViews
from drafting.outbox.care import needs_manager
from drafting.outbox.composing import alias_of
from drafting.outbox.release_decisions import (
    DECISIONS,
    EDIT_REASONS,
    DecisionForm,
    keep_reply,
    likely_reason,
)
from drafting.outbox.release_queue import (
    RELEASE_PERMISSION,
    ReplyScreen,
    choose_filter,
    chosen_filter,
    get_reply_screen,
    recent_decisions,
    release_queue,
)
from drafting.outbox.thread_admin import colleagues
from drafting.outbox.typed_text import check_typed, reply_place, typed_at
from templatesapp.admin.base import column
from templatesapp.admin.queue import QueueViews
from templatesapp.text.diff_view import diff_view

STATE_LABELS = {
    "awaiting release": "warning",
    "queued": "info",
    "sending": "info",
    "sent": "success",
    "failed": "danger",
    "uncertain": "danger",
    "cancelled": "default",
}
MAX_SEARCH_CHARACTERS = 100


@admin.register(OutgoingMail)
class OutgoingMailAdmin(QueueViews, CardViews):
    """Everything we sent, send, or could not send. Read only; decisions are the queue's."""

    list_display = [
        *("subject_shown", "recipients_shown", "kind", "state_shown"),
        *("released_by", "created_at", "sent_at"),
    ]
    list_filter = ["state", "kind", "is_automatic", "created_at"]
    list_select_related = ["released_by"]
    search_fields = ["subject", "body_text", "recipients", "message_id", "provider_id"]
    fields = [
        *("decide_link", "thread", "draft", "state_shown", "recipients_shown", "subject", "text"),
        *("headers_shown", "provider_id", "provider_answer", "not_before", "attempts"),
        *("last_error", "agent", "released_by", "released_at", "sent_at"),
    ]

    subject_shown = column("Subject", "subject", lambda said: said[:120])
    recipients_shown = column("To", "everybody", ", ".join, ordering=None)

    @display(description="State", label=STATE_LABELS, ordering="state")
    def state_shown(self, mail: OutgoingMail) -> str:
        return str(MailState(mail.state).label)

    @display(description="Text")
    def text(self, mail: OutgoingMail) -> str:
        return render_to_string("admin/drafting/mail_text.html", {"message": mail})

    @display(description="Headers")
    def headers_shown(self, mail: OutgoingMail) -> str:
        return render_to_string("admin/drafting/release/headers.html", {"headers": mail.headers})

    @display(description="Decide")
    def decide_link(self, mail: OutgoingMail) -> str:
        return render_to_string("admin/drafting/release/link.html", {"url": self.address(mail.pk)})

    queue_title = "Replies"
    address_names: ClassVar[dict[str, str]] = {
        name: f"drafting_release_{name}"
        for name in ("queue", "item", "decide", "check", "keep", "letters")
    }
    sees, decides = "drafting.view_outgoingmail", RELEASE_PERMISSION
    decisions = DECISIONS
    decision_form = DecisionForm
    page_template = "admin/drafting/release/page.html"
    item_template = "admin/drafting/release/item.html"
    is_logged = True

    def get_urls(self) -> list[URLPattern]:
        own = self.queue_urls(
            keep=require_POST(self.keep_view), letters=require_safe(self.letters_view)
        )
        return [*own, *super().get_urls()]

    def queue_items(self) -> QuerySet[OutgoingMail]:
        return OutgoingMail.objects.select_related("thread")

    def next_key(self, request: HttpRequest, after: OutgoingMail | None) -> int | None:
        chosen = chosen_filter(request)
        return chosen.order.next(release_queue(request.user, chosen), after)

    def name_of(self, item: OutgoingMail) -> str:
        return f"\u2068{item.subject}\u2069"  # a guest's: turns nothing that stands beside it

    def typed_place(self, item: OutgoingMail) -> str:
        return reply_place(item.thread_id, item.pk)

    def queue_view(self, request: HttpRequest) -> HttpResponse:
        """``?show=`` chooses what of it is shown from now on."""
        if "show" in request.GET:
            choose_filter(request)
            return redirect(self.address(None))
        return super().queue_view(request)

    def keep_view(self, request: HttpRequest, key: int) -> HttpResponse:
        """Keeps what the person has typed, for them alone."""
        mail = self.find_item(key)
        # What was on its way when they decided is not kept once more.
        is_decided = mail.state != MailState.AWAITING_RELEASE
        if is_decided and request.user.pk in (mail.released_by_id, mail.set_aside_by_id):
            return JsonResponse({})
        return keep_reply(request, mail)

    def check_view(self, request: HttpRequest, key: int) -> HttpResponse:
        mail = self.find_item(key)
        body = request.POST.get("body", "")[:MAX_DRAFT_CHARACTERS].replace("\r\n", "\n")
        diff = {"diff": diff_view(mail.body_text, body), "before": "Reply", "after": "Your text"}
        diff["is_scrolled"] = True
        return check_typed(
            thread=mail.thread,
            draft=mail.draft,
            body=body,
            findings=[],
            reason=likely_reason(before=mail.body_text, after=body, language=mail.language),
            diff_html=render_to_string("admin/templatesapp/diff.html", diff),
        )

    def letters_view(self, request: HttpRequest, key: int) -> HttpResponse:
        """Letters that may stand in the reply's place: the best besides the one that stands there,
        or those with the words of ``?q=``."""
        screen = self.read_screen(request, key)
        words = request.GET.get("q", "").strip()[:MAX_SEARCH_CHARACTERS]
        draft, letters = screen.mail.draft, []
        if draft is not None and draft.blanked_at is None:
            present = chosen_letter(draft, screen.attestation)
            letters = (
                find_letters(words=words, language=screen.mail.language)
                if words
                else best_letters(draft=draft, present=present)
            )
        context = {"letters": letters, "words": words, "decide_url": self.address(key, "decide")}
        shown = render_to_string("admin/drafting/release/letters.html", context, request)
        return JsonResponse({"html": shown})

    def read_screen(self, request: HttpRequest, key: int) -> ReplyScreen:
        screen = get_reply_screen(key, request.user, chosen_filter(request))
        if screen is None:
            raise Http404("There is no such mail.")
        return screen

    def beside(
        self, request: HttpRequest, screen: ReplyScreen | None, refusal: DomainError | None
    ) -> dict[str, Any]:
        person: Any = request.user
        now, chosen = timezone.now(), chosen_filter(request)
        context = {"recent": recent_decisions(by=person, now=now), "chosen": chosen}
        if screen is None:
            return context
        mail, staff = screen.mail, get_staff()
        kept, editing = typed_at(thread_id=mail.thread_id, mail_id=mail.pk, person=person, now=now)
        alias = alias_of(mail, staff)
        return context | {
            "alias": alias if alias in staff.aliases else None,
            "colleagues": colleagues(),
            "kept": kept,
            "editing": editing,
            "needs_manager": needs_manager(mail, person),
            "edit_reasons": EDIT_REASONS,
        }
