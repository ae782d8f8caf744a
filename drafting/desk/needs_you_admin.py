"""The page *Needs you*, beside the conversations."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import URLPattern
from django.utils import timezone

from drafting.desk.first_hour import starter_urls
from drafting.desk.navigation import badges
from drafting.desk.needs_you import list_needs
from drafting.mail.models import Thread
from drafting.mail.sign_in import describe_sign_in
from drafting.outbox.conversation_admin import ThreadAdmin
from drafting.outbox.release_queue import RELEASE_PERMISSION
from drafting.outbox.thread_admin import as_key
from drafting.outbox.typed_text import typed_at
from templatesapp.admin.pages import page_urls, show_page

PAGE = "drafting_thread_needs_you"
COUNTS = "drafting_thread_counts"
PERMISSION = "drafting.view_thread"

admin.site.unregister(Thread)


@admin.register(Thread)
class ThreadWithNeedsAdmin(ThreadAdmin):
    """Every conversation, and those that need a person."""

    def get_urls(self) -> list[URLPattern]:
        own = page_urls(
            self,
            ("needs-you/", PAGE, self.needs_view, PERMISSION),
            ("counts/", COUNTS, self.counts_view, PERMISSION),
        )
        return [*own, *starter_urls(self), *super().get_urls()]

    def needs_view(self, request: HttpRequest) -> HttpResponse:
        person: Any = request.user
        return show_page(
            request,
            self,
            "admin/drafting/needs_you.html",
            title="Needs you",
            needs=list_needs(person_id=person.pk, now=timezone.now()),
            sign_in=describe_sign_in(),
            may_act=person.has_perm(RELEASE_PERMISSION),
        )

    def counts_view(self, request: HttpRequest) -> HttpResponse:
        """What waits, and who is typing in the conversation ``?thread=``, for pages that stay open;
        asked every few seconds."""
        editing = ""
        if thread := as_key(request.GET.get("thread", "")):
            _, editing = typed_at(thread_id=thread, person=request.user, now=timezone.now())
        return JsonResponse({"counts": badges(request), "editing": editing})
