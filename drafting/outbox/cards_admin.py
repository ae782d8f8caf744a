"""Pages of cards, *Safe morning* and *Overtaken*: several replies that one act decides together."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from drafting.mail.choices import MailState
from drafting.mail.work_models import OutgoingMail
from drafting.outbox.changed_facts import renewed_text
from drafting.outbox.release_queue import RELEASE_PERMISSION
from drafting.outbox.safe_morning import (
    Done,
    Overtaken,
    card_mark,
    mend_texts,
    overtaken_replies,
    put_right,
    release_cards,
    safe_replies,
    take_cards_back,
)
from drafting.outbox.thread_admin import as_key
from templatesapp.admin.base import ReadOnlyAdmin
from templatesapp.admin.pages import page_urls, show_page
from templatesapp.outdated import outdated_texts, recent_changes
from templatesapp.text.diff_view import changes_view

SAFE, OVERTAKEN = "drafting_safe_morning", "drafting_overtaken"


class CardViews(ReadOnlyAdmin):
    """A page shows ``cards``: each a reply, its mark ("" for none that the act takes), and more."""

    def get_urls(self) -> list[URLPattern]:
        views = {
            ("safe/", SAFE): require_safe(self.safe_view),
            ("safe/release/", f"{SAFE}_release"): require_POST(self.release_view),
            ("safe/undo/", f"{SAFE}_undo"): require_POST(self.undo_view),
            ("overtaken/", OVERTAKEN): require_safe(self.overtaken_view),
            ("overtaken/mend/", f"{OVERTAKEN}_mend"): require_POST(self.mend_view),
        }
        own = page_urls(self, *((*at, view, RELEASE_PERMISSION) for at, view in views.items()))
        return [*own, *super().get_urls()]

    def safe_view(self, request: HttpRequest) -> HttpResponse:
        person: Any = request.user
        released = OutgoingMail.objects.filter(
            pk__in=_keys(request.GET.get("done", "").split(",")),
            released_by=person,
            state=MailState.QUEUED,
            attempts=0,
            not_before__gt=timezone.now(),
        )
        cards = [(mail, card_mark(mail), None) for mail in safe_replies(person)]
        context = {"cards": cards, "released": list(released)}
        page = "admin/drafting/safe_morning.html"
        return show_page(request, self, page, title="Safe morning", **context)

    def release_view(self, request: HttpRequest) -> HttpResponse:
        done = release_cards(marks=_marks(request), by=request.user)
        said, logged = "Released {}; they leave in a minute.", "Released in a safe morning."
        return self._tell(request, SAFE, done, said, logged)

    def undo_view(self, request: HttpRequest) -> HttpResponse:
        done = take_cards_back(mail_ids=_keys(request.POST.getlist("mail")), by=request.user)
        said, logged = "Took {} back; they wait again.", "Taken back, it waits again."
        return self._tell(request, SAFE, done, said, logged)

    def overtaken_view(self, request: HttpRequest) -> HttpResponse:
        person: Any = request.user
        changes = recent_changes(timezone.now())
        texts = [
            {
                "found": one,
                "diff": changes_view(one.text, one.mended),
                "may_mend": one.may_be_mended_by(person),
            }
            for one in outdated_texts(changes)
        ]
        cards = [_overtaken_card(one) for one in overtaken_replies(person)]
        marks = [*(mark for _, mark, _ in cards), *(one["may_mend"] for one in texts)]
        context = {"cards": cards, "texts": texts, "changes": changes}
        page, mendable = "admin/drafting/overtaken.html", sum(map(bool, marks))
        return show_page(request, self, page, title="Overtaken", mendable=mendable, **context)

    def mend_view(self, request: HttpRequest) -> HttpResponse:
        """Letters and answers first: a reply that goes back to the agent is written from them."""
        given = (one.partition(":") for one in request.POST.getlist("text"))
        texts, left = mend_texts(marks={place: mark for place, _, mark in given}, by=request.user)
        replies, left_too = put_right(marks=_marks(request), by=request.user)
        done = [*texts, *replies], [*left, *left_too]
        said, logged = "Put right: {}.", "Put right after a fact or an answer had changed."
        return self._tell(request, OVERTAKEN, done, said, logged)

    def _tell(
        self, request: HttpRequest, page: str, decided: Done, said: str, logged: str
    ) -> HttpResponse:
        done, left = decided
        for row in done:
            self.log_change(request, row, logged)
        messages.success(request, said.format(len(done)))
        for subject, why in left:
            messages.warning(request, f"Left out: {subject}. {why}")
        keys = ",".join(str(row.pk) for row in done)
        return redirect(f"{reverse(f'admin:{page}')}?done={keys}")


def _overtaken_card(one: Overtaken) -> tuple[OutgoingMail, str, dict[str, Any]]:
    more = {
        "found": one,
        "diff": one.facts and changes_view(one.mail.body_text, renewed_text(one.mail)),
        "answers": [changes_view(*each) for each in one.promises.items()],
    }
    return one.mail, card_mark(one.mail) if one.is_mendable else "", more


def _marks(request: HttpRequest) -> dict[int, str]:
    """What was on each card, by the reply's key."""
    given = (one.partition(":") for one in request.POST.getlist("card"))
    return {key: mark for name, _, mark in given for key in _keys([name])}


def _keys(given: list[str]) -> list[int]:
    return [key for one in given if (key := as_key(one))]
