"""The page *Safe morning*: at most ten cards, one act for all of them, one undo."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from drafting.mail.choices import MailState
from drafting.mail.work_models import OutgoingMail
from drafting.outbox.release_queue import RELEASE_PERMISSION
from drafting.outbox.safe_morning import card_mark, release_cards, safe_replies, take_cards_back
from templatesapp.admin.pages import needs_permission, show_page

PAGE = "drafting_safe_morning"
_MAX_DIGITS = 18


def safe_morning_urls(owner: admin.ModelAdmin[Any]) -> list[URLPattern]:
    def show(request: HttpRequest) -> HttpResponse:
        person: Any = request.user
        mails = safe_replies(person)
        released = OutgoingMail.objects.filter(
            pk__in=_keys(request.GET.get("released", "").split(",")),
            released_by=person,
            state=MailState.QUEUED,
            attempts=0,
            not_before__gt=timezone.now(),
        )
        return show_page(
            request,
            owner,
            "admin/drafting/safe_morning.html",
            title="Safe morning",
            cards=[(mail, card_mark(mail)) for mail in mails],
            released=list(released),
        )

    def release(request: HttpRequest) -> HttpResponseRedirect:
        done, left = release_cards(marks=marks_of(request), by=request.user)
        for mail in done:
            owner.log_change(request, mail, "Released in a safe morning.")
        messages.success(request, f"Released {len(done)}; they leave in a minute.")
        tell_left(request, left)
        keys = ",".join(str(mail.pk) for mail in done)
        return redirect(f"{reverse(f'admin:{PAGE}')}?released={keys}")

    def undo(request: HttpRequest) -> HttpResponseRedirect:
        done, left = take_cards_back(mail_ids=_keys(request.POST.getlist("mail")), by=request.user)
        for mail in done:
            owner.log_change(request, mail, "Taken back, it waits again.")
        messages.success(request, f"Took {len(done)} back; they wait again.")
        tell_left(request, left)
        return redirect(f"admin:{PAGE}")

    wrap = owner.admin_site.admin_view
    views: tuple[tuple[str, str, Any], ...] = (
        ("", PAGE, require_safe(show)),
        ("release/", f"{PAGE}_release", require_POST(release)),
        ("undo/", f"{PAGE}_undo", require_POST(undo)),
    )
    return [
        path(f"safe/{end}", wrap(needs_permission(view, RELEASE_PERMISSION)), name=name)
        for end, name, view in views
    ]


def marks_of(request: HttpRequest) -> dict[int, str]:
    """What was on each card, by the reply's key."""
    given = (one.partition(":") for one in request.POST.getlist("card"))
    return {key: mark for name, _, mark in given for key in _keys([name])}


def tell_left(request: HttpRequest, left: list[tuple[str, str]]) -> None:
    for subject, why in left:
        messages.warning(request, f"Left out: {subject}. {why}")


def _keys(given: list[str]) -> list[int]:
    return [int(one) for one in given if one.isdecimal() and len(one) <= _MAX_DIGITS]
