"""Pages of cards, *Safe morning* and *Overtaken*: several replies that one act decides together."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import admin, messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
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
    card_mark,
    mend_texts,
    overtaken_replies,
    put_right,
    release_cards,
    safe_replies,
    take_cards_back,
)
from drafting.outbox.thread_admin import as_key
from templatesapp.admin.pages import page_urls, show_page
from templatesapp.outdated import outdated_texts, recent_changes
from templatesapp.text.diff_view import changes_view

SAFE, OVERTAKEN = "drafting_safe_morning", "drafting_overtaken"


def card_urls(owner: admin.ModelAdmin[Any]) -> list[URLPattern]:
    """A page shows ``cards``: each a reply, its mark ("" for none that the act takes), and more."""

    def show(template: str, title: str, read: Callable[[HttpRequest], dict[str, Any]]) -> Any:
        def view(request: HttpRequest) -> HttpResponse:
            return show_page(request, owner, template, title=title, **read(request))

        return require_safe(view)

    def act(page: str, do: Callable[[HttpRequest], Done], said: str, logged: str) -> Any:
        def view(request: HttpRequest) -> HttpResponseRedirect:
            done, left = do(request)
            for row in done:
                owner.log_change(request, row, logged)
            messages.success(request, said.format(len(done)))
            for subject, why in left:
                messages.warning(request, f"Left out: {subject}. {why}")
            keys = ",".join(str(row.pk) for row in done)
            return redirect(f"{reverse(f'admin:{page}')}?done={keys}")

        return require_POST(view)

    release = "Released {}; they leave in a minute.", "Released in a safe morning."
    undo = "Took {} back; they wait again.", "Taken back, it waits again."
    mend = "Put right: {}.", "Put right after a fact or an answer had changed."

    def take(request: HttpRequest) -> Done:
        return release_cards(marks=_marks(request), by=request.user)

    def take_back(request: HttpRequest) -> Done:
        return take_cards_back(mail_ids=_keys(request.POST.getlist("mail")), by=request.user)

    views = {
        ("safe/", SAFE): show("admin/drafting/safe_morning.html", "Safe morning", _safe),
        ("safe/release/", f"{SAFE}_release"): act(SAFE, take, *release),
        ("safe/undo/", f"{SAFE}_undo"): act(SAFE, take_back, *undo),
        ("overtaken/", OVERTAKEN): show("admin/drafting/overtaken.html", "Overtaken", _overtaken),
        ("overtaken/mend/", f"{OVERTAKEN}_mend"): act(OVERTAKEN, _mend, *mend),
    }
    return page_urls(owner, *((*at, view, RELEASE_PERMISSION) for at, view in views.items()))


def _safe(request: HttpRequest) -> dict[str, Any]:
    person: Any = request.user
    released = OutgoingMail.objects.filter(
        pk__in=_keys(request.GET.get("done", "").split(",")),
        released_by=person,
        state=MailState.QUEUED,
        attempts=0,
        not_before__gt=timezone.now(),
    )
    cards = [(mail, card_mark(mail), None) for mail in safe_replies(person)]
    return {"cards": cards, "released": list(released)}


def _overtaken(request: HttpRequest) -> dict[str, Any]:
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
    cards = [
        (
            one.mail,
            card_mark(one.mail) if one.is_mendable else "",
            {
                "found": one,
                "diff": one.facts and changes_view(one.mail.body_text, renewed_text(one.mail)),
                "answers": [changes_view(*each) for each in one.promises.items()],
            },
        )
        for one in overtaken_replies(person)
    ]
    mendable = sum(bool(mark) for _, mark, _ in cards) + sum(bool(one["may_mend"]) for one in texts)
    return {"cards": cards, "texts": texts, "changes": changes, "mendable": mendable}


def _mend(request: HttpRequest) -> Done:
    """Letters and answers first: a reply that goes back to the agent is written from them."""
    given = (one.partition(":") for one in request.POST.getlist("text"))
    texts, left = mend_texts(marks={place: mark for place, _, mark in given}, by=request.user)
    replies, left_too = put_right(marks=_marks(request), by=request.user)
    return [*texts, *replies], [*left, *left_too]


def _marks(request: HttpRequest) -> dict[int, str]:
    """What was on each card, by the reply's key."""
    given = (one.partition(":") for one in request.POST.getlist("card"))
    return {key: mark for name, _, mark in given for key in _keys([name])}


def _keys(given: list[str]) -> list[int]:
    return [key for one in given if (key := as_key(one))]
