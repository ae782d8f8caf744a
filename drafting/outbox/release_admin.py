"""Our mail in the admin: the release queue, one screen a reply, and all that was sent.

The queue has the review queue's form and script: a page load gets a page, the script (``Accept:
application/json``) the fragment that changes. Every rule is the services'.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.auth import get_user_model
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.loader import render_to_string
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe
from unfold.decorators import display

from config.errors import DomainError
from drafting.drafts.choices import RewriteReason
from drafting.drafts.models import MAX_DRAFT_CHARACTERS
from drafting.mail.choices import MailKind, MailState
from drafting.mail.models import MAX_HEADER_CHARACTERS
from drafting.mail.selectors import get_staff
from drafting.mail.work_models import OutgoingMail
from drafting.outbox import releases, setting_aside, staff_actions
from drafting.outbox.cards_admin import card_urls
from drafting.outbox.care import needs_manager
from drafting.outbox.composing import alias_of
from drafting.outbox.edit_reasons import EDIT_REASONS, likely_reason
from drafting.outbox.letter_panel import show_letters
from drafting.outbox.queue_filter import (
    EVERYTHING,
    QueueFilter,
    choose_filter,
    chosen_filter,
    filter_form,
)
from drafting.outbox.release_queue import (
    RELEASE_PERMISSION,
    ReplyScreen,
    get_reply_screen,
    next_in_queue,
    recent_decisions,
)
from drafting.outbox.thread_admin import BLOCK_PERMISSION, INSERTS, block_senders
from drafting.outbox.typed_text import check_typed, reply_place, show_checked, typed_at
from templatesapp.admin.base import ReadOnlyAdmin
from templatesapp.admin.pages import needs_permission, show_page
from templatesapp.admin.shown import show_diff, show_text
from templatesapp.admin.typing import keep_request
from templatesapp.kept_texts import drop_text

QUEUE = "drafting_release_queue"
ITEM = "drafting_release_item"
DECIDE = "drafting_release_decide"
CHECK = "drafting_release_check"
KEEP = "drafting_release_keep"
LETTERS = "drafting_release_letters"
SEEN = "drafting.view_outgoingmail"
MAX_KEY_DIGITS = 19  # more is no key that a database holds
STATE_LABELS = {
    "awaiting release": "warning",
    "queued": "info",
    "sending": "info",
    "sent": "success",
    "failed": "danger",
    "uncertain": "danger",
    "cancelled": "default",
}
# What a person may decide, and what is said when it is done.
DECISIONS = {
    "release": "Released; it leaves in a minute:",
    "edit": "Edited and released; it leaves in a minute:",
    "refresh": "Today's facts are in the text:",
    "letter": "Another letter stands here now; read it, then release it:",
    "undo": "Taken back, it waits again:",
    "send_back": "Sent back to the agent:",
    "elsewhere": "Marked as answered elsewhere:",
    "close": "Closed:",
    "block": "The sender is blocked:",
    "colleague": "Handed to a colleague:",
    "cancel": "Cancelled:",
    "again": "Queued again:",
    "arrived": "Marked as sent:",
    "not_arrived": "Marked as not sent:",
}
_STAYS = ("refresh", "letter", "undo", "colleague", "again", "arrived", "not_arrived")


class DecisionForm(forms.Form):
    """What a decision carries. Which of it counts depends on the decision."""

    decision = forms.ChoiceField(choices=[(name, name) for name in DECISIONS])
    body = forms.CharField(required=False, max_length=MAX_DRAFT_CHARACTERS, strip=False)
    subject = forms.CharField(required=False, max_length=MAX_HEADER_CHARACTERS, strip=False)
    note = forms.CharField(required=False, max_length=500)
    letter = forms.CharField(required=False, max_length=40)
    template = forms.IntegerField(required=False, min_value=1, max_value=10**MAX_KEY_DIGITS // 10)
    seen = forms.IntegerField(required=False, min_value=0)
    has_looked = forms.BooleanField(required=False)
    has_read = forms.BooleanField(required=False)
    reason = forms.ChoiceField(required=False, choices=RewriteReason.choices)
    insisted = forms.CharField(required=False, max_length=500)
    colleague = forms.ModelChoiceField(
        required=False, queryset=get_user_model().objects.filter(is_active=True, is_staff=True)
    )


@admin.register(OutgoingMail)
class OutgoingMailAdmin(ReadOnlyAdmin):
    """Everything we sent, send, or could not send. Read only; decisions are the queue's."""

    list_display = [
        "subject_shown",
        "recipients_shown",
        "kind",
        "state_shown",
        "released_by",
        "created_at",
        "sent_at",
    ]
    list_filter = ["state", "kind", "is_automatic", "created_at"]
    list_select_related = ["released_by"]
    search_fields = ["subject", "body_text", "recipients", "message_id", "provider_id"]
    fields = [
        "decide_link",
        "thread",
        "draft",
        "state_shown",
        "recipients_shown",
        "subject",
        "text",
        "headers_shown",
        "provider_id",
        "provider_answer",
        "not_before",
        "attempts",
        "last_error",
        "agent",
        "released_by",
        "released_at",
        "sent_at",
    ]
    readonly_fields = fields

    @display(description="Subject", ordering="subject")
    def subject_shown(self, mail: OutgoingMail) -> str:
        return mail.subject[:120]

    @display(description="To")
    def recipients_shown(self, mail: OutgoingMail) -> str:
        return ", ".join(mail.everybody)

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
        context = {"url": reverse(f"admin:{ITEM}", args=[mail.pk])}
        return render_to_string("admin/drafting/release/link.html", context)

    # --- the queue --------------------------------------------------------------------------------

    def get_urls(self) -> list[URLPattern]:
        wrap = self.admin_site.admin_view
        own = [
            path("queue/", wrap(needs_permission(self.queue_view, SEEN)), name=QUEUE),
            path("queue/<int:mail_id>/", wrap(needs_permission(self.item_view, SEEN)), name=ITEM),
            path(
                "queue/<int:mail_id>/decide/",
                wrap(needs_permission(require_POST(self.decide_view), RELEASE_PERMISSION)),
                name=DECIDE,
            ),
            path(
                "queue/<int:mail_id>/keep/",
                wrap(needs_permission(require_POST(self.keep_view), RELEASE_PERMISSION)),
                name=KEEP,
            ),
            path(
                "queue/<int:mail_id>/check/",
                wrap(needs_permission(require_POST(self.check_view), RELEASE_PERMISSION)),
                name=CHECK,
            ),
            path(
                "queue/<int:mail_id>/letters/",
                wrap(needs_permission(require_safe(self.letters_view), RELEASE_PERMISSION)),
                name=LETTERS,
            ),
        ]
        return [*own, *card_urls(self), *super().get_urls()]

    def queue_view(self, request: HttpRequest) -> HttpResponse:
        """Leads to what waits next (behind ``?after=``); says so where nothing does. ``?show=``
        chooses what of it is shown from now on."""
        if "show" in request.GET:
            choose_filter(request)
            return redirect(f"admin:{QUEUE}")
        after = request.GET.get("after", "")
        here = None
        if after.isdecimal() and len(after) < MAX_KEY_DIGITS:
            here = OutgoingMail.objects.select_related("thread").filter(pk=int(after)).first()
        following = next_in_queue(after=here, person=request.user, chosen=chosen_filter(request))
        if _wants_fragment(request):
            return _fragment(request, following)
        if following is not None:
            return redirect(f"admin:{ITEM}", following)
        return self._page(request, None)

    def item_view(self, request: HttpRequest, mail_id: int) -> HttpResponse:
        if _wants_fragment(request):
            return _fragment(request, mail_id)
        return self._page(request, mail_id)

    def decide_view(self, request: HttpRequest, mail_id: int) -> HttpResponse:
        """Decides by the service; then the next reply, or the same one with why it was refused."""
        mail = _mail(mail_id)  # as it stood: its place in the queue counts from there
        form = DecisionForm(request.POST)
        try:
            if not form.is_valid():
                raise DomainError("validation_error", "; ".join(_errors(form)))
            _decide(request, mail, form.cleaned_data)
        except DomainError as error:
            if request.POST.get("decision") == "edit":
                _keep(request, mail)
            if _wants_fragment(request):
                return _fragment(request, mail_id, refusal=error)
            return self._page(request, mail_id, refusal=error)
        decision = form.cleaned_data["decision"]
        message = f"{DECISIONS[decision]} {mail.subject}"
        self.log_change(request, mail, message)
        following: int | None = mail_id
        if decision not in _STAYS:
            drop_text(person=request.user, place=reply_place(mail.thread_id, mail.pk))
            following = next_in_queue(
                after=mail, person=request.user, chosen=chosen_filter(request)
            )
        if _wants_fragment(request):
            return _fragment(request, following, message=message)
        messages.success(request, message)
        return redirect(_address(following))

    def keep_view(self, request: HttpRequest, mail_id: int) -> HttpResponse:
        """Keeps what the person has typed, for them alone."""
        mail = _mail(mail_id)
        # What was on its way when they decided is not kept once more.
        if request.user in (mail.released_by, mail.set_aside_by):
            return JsonResponse({})
        return _keep(request, mail)

    def check_view(self, request: HttpRequest, mail_id: int) -> HttpResponse:
        """The quality check of a text that is being edited; writes nothing."""
        mail = _mail(mail_id)
        body = request.POST.get("body", "")[:MAX_DRAFT_CHARACTERS].replace("\r\n", "\n")
        diff = {"diff": show_diff(mail.body_text, body), "before": "Reply", "after": "Your text"}
        diff["is_scrolled"] = True
        return show_checked(
            check_typed(thread=mail.thread, draft=mail.draft, body=body),
            findings=[],
            reason=likely_reason(before=mail.body_text, after=body, language=mail.language),
            diff_html=render_to_string("admin/templatesapp/diff.html", diff),
        )

    def letters_view(self, request: HttpRequest, mail_id: int) -> HttpResponse:
        decide_url = reverse(f"admin:{DECIDE}", args=[mail_id])
        return show_letters(request, _screen(mail_id), decide_url=decide_url)

    def _page(
        self, request: HttpRequest, mail_id: int | None, refusal: DomainError | None = None
    ) -> HttpResponse:
        context = _context(request, mail_id, refusal)
        response = show_page(request, self, "admin/drafting/release/page.html", **context)
        response.status_code = refusal.kind.status if refusal else 200
        return response


def _decide(request: HttpRequest, mail: OutgoingMail, given: dict[str, Any]) -> None:
    by: Any = request.user
    addresses = {
        "keep": request.POST.getlist("keep") if "addresses" in request.POST else None,
        "has_looked": given["has_looked"],
    }
    seen_to = addresses | {"has_read": given["has_read"]}
    one: dict[str, Callable[..., Any]] = {
        "release": partial(releases.release_reply, **seen_to),
        "refresh": releases.put_in_todays_facts,
        "undo": setting_aside.take_back
        if mail.state == MailState.CANCELLED
        else releases.undo_release,
        "again": releases.send_again,
    }
    decision = given["decision"]
    if decision in one:
        one[decision](mail_id=mail.pk, by=by)
    elif decision == "edit":
        subject = given["subject"] if "subject" in request.POST else None
        releases.edit_and_release(
            mail_id=mail.pk,
            body_text=given["body"],
            by=by,
            subject=subject,
            reason=given["reason"],
            insisted=given["insisted"],
            **seen_to,
        )
    elif decision == "letter":
        releases.take_other_letter(mail_id=mail.pk, key=given["template"] or 0, by=by)
    elif decision == "cancel":
        releases.cancel_mail(mail_id=mail.pk, by=by, reason=given["note"])
    elif decision in ("arrived", "not_arrived"):
        releases.settle_uncertain(mail_id=mail.pk, was_sent=decision == "arrived", by=by)
    elif decision == "colleague":
        staff_actions.hand_to_colleague(
            thread_id=mail.thread_id, assignee=given["colleague"], by=by
        )
    else:
        is_atomic = decision != "block"
        with setting_aside.setting_aside(mail_id=mail.pk, by=by, is_atomic=is_atomic) as aside:
            _set_aside(request, mail, given, aside)


def _set_aside(
    request: HttpRequest,
    mail: OutgoingMail,
    given: dict[str, Any],
    aside: setting_aside.Decision,
) -> None:
    by: Any = request.user
    decision, thread_id = given["decision"], mail.thread_id
    seen = None if given["seen"] is None else staff_actions.Seen(given["seen"], mail.pk)
    if decision == "send_back":
        word = staff_actions.Word(given["note"], given["body"], given["letter"])
        staff_actions.send_back_to_agent(thread_id=thread_id, by=by, word=word)
    elif decision == "elsewhere":
        staff_actions.mark_answered_elsewhere(thread_id=thread_id, by=by, seen=seen)
        aside.is_elsewhere = True
    elif decision == "close":
        staff_actions.close_thread(thread_id=thread_id, by=by, seen=seen)
    else:
        aside.blocked = block_senders(request, thread_id)


def _keep(request: HttpRequest, mail: OutgoingMail) -> HttpResponse:
    return keep_request(request, reply_place(mail.thread_id, mail.pk), ("body", "subject"))


def _fragment(
    request: HttpRequest,
    mail_id: int | None,
    *,
    message: str = "",
    refusal: DomainError | None = None,
) -> HttpResponse:
    context = _context(request, mail_id, refusal)
    return JsonResponse(
        {
            "html": render_to_string("admin/drafting/release/item.html", context, request),
            "url": _address(mail_id),
            "title": context["title"],
            "message": message,
            "refused": refusal.detail if refusal else "",
            "code": refusal.code if refusal else "",
        },
        status=refusal.kind.status if refusal else 200,
    )


def _context(
    request: HttpRequest, mail_id: int | None, refusal: DomainError | None
) -> dict[str, Any]:
    now = timezone.now()
    user: Any = request.user
    chosen = chosen_filter(request)
    context: dict[str, Any] = {
        "title": "Release queue",
        "now": now,
        "refusal": refusal,
        "may_decide": user.has_perm(RELEASE_PERMISSION),
        "may_block": user.has_perm(BLOCK_PERMISSION),
        "recent": recent_decisions(by=user, now=now),
        "chosen": chosen,
        "filter_form": filter_form(chosen),
        "screen": None,
    }
    if mail_id is None:
        return context
    screen = _screen(mail_id, user, chosen)
    place = screen.place
    thread_id = screen.mail.thread_id
    kept, editing = typed_at(thread_id=thread_id, mail_id=mail_id, person=user, now=now)
    alias = alias_of(screen.mail, staff := get_staff())
    return context | {
        "screen": screen,
        "body_shown": show_text(screen.mail.body_text),
        "alias": alias if alias in staff.aliases else None,
        "quality": screen.attestation.quality if screen.attestation else None,
        "colleagues": _colleagues(),
        "decide_url": reverse(f"admin:{DECIDE}", args=[mail_id]),
        "check_url": reverse(f"admin:{CHECK}", args=[mail_id]),
        "letters_url": reverse(f"admin:{LETTERS}", args=[mail_id]),
        "keep_url": reverse(f"admin:{KEEP}", args=[mail_id]),
        "kept": kept,
        "editing": editing,
        "needs_manager": needs_manager(screen.mail, user),
        "edit_reasons": EDIT_REASONS,
        "inserts_url": reverse(f"admin:{INSERTS}", args=[thread_id]),
        "write_url": reverse("admin:drafting_thread_change", args=[thread_id]) + "?write=1",
        "skip_url": f"{reverse(f'admin:{QUEUE}')}?after={mail_id}",
        "previous_url": _address(place.previous) if place.previous else "",
        "next_url": _address(place.next) if place.next else "",
        "is_reply": screen.mail.kind == MailKind.REPLY,
    }


def _colleagues() -> QuerySet[Any]:
    people = get_user_model().objects.filter(is_active=True, is_staff=True)
    return people.order_by("username")


def _mail(mail_id: int) -> OutgoingMail:
    mails = OutgoingMail.objects.select_related("thread", "draft", "released_by", "set_aside_by")
    return get_object_or_404(mails, pk=mail_id)


def _screen(mail_id: int, person: Any = None, chosen: QueueFilter = EVERYTHING) -> ReplyScreen:
    screen = get_reply_screen(mail_id, person, chosen)
    if screen is None:
        raise Http404("There is no such mail.")
    return screen


def _address(mail_id: int | None) -> str:
    return (
        reverse(f"admin:{QUEUE}") if mail_id is None else reverse(f"admin:{ITEM}", args=[mail_id])
    )


def _errors(form: forms.Form) -> list[str]:
    return [f"{name}: {found[0]}" for name, found in form.errors.items()]


def _wants_fragment(request: HttpRequest) -> bool:
    return request.headers.get("Accept", "").startswith("application/json")
