"""Our mail in the admin: the release queue, *Safe morning*, *Overtaken*, and all that was sent.
The queue shows one screen a reply; on the two pages of cards one act decides several together."""

from typing import Any, ClassVar

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.urls import URLPattern, reverse
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
from drafting.outbox import release_decisions as deciding
from drafting.outbox import release_queue as queue
from drafting.outbox.care import needs_manager, renewed_text
from drafting.outbox.composing import alias_of
from drafting.outbox.release_queue import RELEASE_PERMISSION
from drafting.outbox.thread_admin import as_key, colleagues
from drafting.outbox.typed_text import check_typed, reply_place, typed_at
from drafting.tables import COLOURS
from templatesapp.admin.base import ReadOnlyAdmin, column
from templatesapp.admin.pages import StaffRequest, page, show_page
from templatesapp.admin.queue import QueueViews
from templatesapp.outdated import outdated_texts, recent_changes
from templatesapp.text.word_diff import changes_view, diff_view

MAX_SEARCH_CHARACTERS = 100
SAFE, OVERTAKEN = "drafting_safe_morning", "drafting_overtaken"


class CardViews(ReadOnlyAdmin):
    """A page shows ``cards``: each a reply, its mark ("" for none that the act takes), and more."""

    @page("safe/", SAFE, RELEASE_PERMISSION, only=require_safe)
    def safe_view(self, request: StaffRequest) -> HttpResponse:
        person = request.user
        released = OutgoingMail.objects.filter(
            pk__in=_keys(request.GET.get("done", "").split(",")),
            released_by=person,
            state=MailState.QUEUED,
            attempts=0,
            not_before__gt=timezone.now(),
        )
        cards = [(mail, queue.card_mark(mail), None) for mail in queue.safe_replies(person)]
        context = {"cards": cards, "released": list(released)}
        page = "admin/drafting/safe_morning.html"
        return show_page(request, self, page, title="Safe morning", **context)

    @page("safe/release/", f"{SAFE}_release", RELEASE_PERMISSION, only=require_POST)
    def release_view(self, request: HttpRequest) -> HttpResponse:
        done = queue.release_cards(marks=_marks(request), by=request.user)
        said, logged = "Released {}; they leave in a minute.", "Released in a safe morning."
        return self._tell(request, SAFE, done, said, logged)

    @page("safe/undo/", f"{SAFE}_undo", RELEASE_PERMISSION, only=require_POST)
    def undo_view(self, request: HttpRequest) -> HttpResponse:
        done = queue.take_cards_back(mail_ids=_keys(request.POST.getlist("mail")), by=request.user)
        said, logged = "Took {} back; they wait again.", "Taken back, it waits again."
        return self._tell(request, SAFE, done, said, logged)

    @page("overtaken/", OVERTAKEN, RELEASE_PERMISSION, only=require_safe)
    def overtaken_view(self, request: StaffRequest) -> HttpResponse:
        person, changes = request.user, recent_changes(timezone.now())
        texts = [
            {
                "found": one,
                "diff": changes_view(one.text, one.mended),
                "may_mend": one.may_be_mended_by(person),
            }
            for one in outdated_texts(changes)
        ]
        cards = [_overtaken_card(one) for one in queue.overtaken_replies(person)]
        marks = [*(mark for _, mark, _ in cards), *(one["may_mend"] for one in texts)]
        context = {"cards": cards, "texts": texts, "changes": changes}
        page, mendable = "admin/drafting/overtaken.html", sum(map(bool, marks))
        return show_page(request, self, page, title="Overtaken", mendable=mendable, **context)

    @page("overtaken/mend/", f"{OVERTAKEN}_mend", RELEASE_PERMISSION, only=require_POST)
    def mend_view(self, request: HttpRequest) -> HttpResponse:
        """Letters and answers first: a reply that goes back to the agent is written from them."""
        given = (one.partition(":") for one in request.POST.getlist("text"))
        texts, left = queue.mend_texts(
            marks={place: mark for place, _, mark in given}, by=request.user
        )
        replies, left_too = queue.put_right(marks=_marks(request), by=request.user)
        done = [*texts, *replies], [*left, *left_too]
        said, logged = "Put right: {}.", "Put right after a fact or an answer had changed."
        return self._tell(request, OVERTAKEN, done, said, logged)

    def _tell(
        self, request: HttpRequest, page: str, decided: queue.Done, said: str, logged: str
    ) -> HttpResponse:
        done, left = decided
        for row in done:
            self.log_change(request, row, logged)
        messages.success(request, said.format(len(done)))
        for subject, why in left:
            messages.warning(request, f"Left out: {subject}. {why}")
        keys = ",".join(str(row.pk) for row in done)
        return redirect(f"{reverse(f'admin:{page}')}?done={keys}")


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

    @display(description="State", label=COLOURS["reply"], ordering="state")
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
    decisions = deciding.DECISIONS
    decision_form = deciding.DecisionForm
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
        chosen = queue.chosen_filter(request)
        return chosen.order.next(queue.release_queue(request.user, chosen), after)

    def name_of(self, item: OutgoingMail) -> str:
        return f"\u2068{item.subject}\u2069"  # a guest's: turns nothing that stands beside it

    def typed_place(self, item: OutgoingMail) -> str:
        return reply_place(item.thread_id, item.pk)

    def queue_view(self, request: HttpRequest) -> HttpResponse:
        """``?show=`` chooses what of it is shown from now on."""
        if "show" in request.GET:
            queue.choose_filter(request)
            return redirect(self.address(None))
        return super().queue_view(request)

    def keep_view(self, request: HttpRequest, key: int) -> HttpResponse:
        mail = self.find_item(key)
        # What was on its way when they decided is not kept once more.
        is_decided = mail.state != MailState.AWAITING_RELEASE
        if is_decided and request.user.pk in (mail.released_by_id, mail.set_aside_by_id):
            return JsonResponse({})
        return deciding.keep_reply(request, mail)

    def check_view(self, request: HttpRequest, key: int) -> HttpResponse:
        mail = self.find_item(key)
        body = request.POST.get("body", "")[:MAX_DRAFT_CHARACTERS].replace("\r\n", "\n")
        diff = {"diff": diff_view(mail.body_text, body), "before": "Reply", "after": "Your text"}
        diff["is_scrolled"] = True
        return check_typed(
            thread=mail.thread,
            draft=mail.draft,
            body=body,
            by=request.user,
            findings=[],
            asks_why=deciding.asks_why(before=mail.body_text, after=body),
            reason=deciding.proven_reason(
                before=mail.body_text, after=body, language=mail.language
            ),
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

    def read_screen(self, request: HttpRequest, key: int) -> queue.ReplyScreen:
        mail, chosen = queue.shown_mail.first(key=key), queue.chosen_filter(request)
        if mail is None:
            raise Http404("There is no such mail.")
        place = chosen.order.place(queue.release_queue(request.user, chosen), mail)
        return queue.ReplyScreen(mail, place)

    def beside(
        self, request: StaffRequest, screen: queue.ReplyScreen | None, refusal: DomainError | None
    ) -> dict[str, Any]:
        person, now, chosen = request.user, timezone.now(), queue.chosen_filter(request)
        context = {"recent": queue.recent_decisions(by=person, now=now), "chosen": chosen}
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
            "edit_reasons": deciding.EDIT_REASONS,
            "was": deciding.text_mark(mail.subject, mail.body_text),
            "insisted": request.POST.get("insisted", "") if refusal else "",
        }


def _overtaken_card(one: queue.Overtaken) -> tuple[OutgoingMail, str, dict[str, Any]]:
    more = {
        "found": one,
        "diff": one.facts and changes_view(one.mail.body_text, renewed_text(one.mail)),
        "answers": [changes_view(*each) for each in one.promises.items()],
    }
    return one.mail, queue.card_mark(one.mail) if one.is_mendable else "", more


def _marks(request: HttpRequest) -> dict[int, str]:
    """What was on each card, by the reply's key."""
    given = (one.partition(":") for one in request.POST.getlist("card"))
    return {key: mark for name, _, mark in given for key in _keys([name])}


def _keys(given: list[str]) -> list[int]:
    return [key for one in given if (key := as_key(one))]
