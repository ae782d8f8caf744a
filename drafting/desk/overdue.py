"""Guests who wait longer than the settings allow, and the mail that tells people of ours."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Min
from django.urls import reverse
from django.utils import timezone

from drafting.mail.choices import ThreadKind, ThreadStatus
from drafting.mail.models import MailSettings, Message, Thread
from drafting.mail.selectors import IS_UNANSWERED
from templatesapp.admin.times import short_time


@dataclass(frozen=True, slots=True)
class Waiting:
    """A conversation whose oldest unanswered mail came ``since`` then."""

    thread: Thread
    since: datetime

    def line(self, now: datetime) -> str:
        """Where it stands, since when, whose it is: no guest's name and none of their words."""
        owner = self.thread.assignee
        since = short_time(timezone.localtime(self.since), timezone.localtime(now))
        whose = owner.get_full_name() or owner.username if owner else "nobody's"
        urgency = f", {self.thread.get_urgency_display().lower()}" if self.thread.urgency else ""
        return f"Conversation {self.thread.pk}, since {since}{urgency}, {whose}: {self._address()}"

    def _address(self) -> str:
        path = reverse("admin:drafting_thread_change", args=[self.thread.pk])
        return f"{next(iter(settings.CSRF_TRUSTED_ORIGINS), '')}{path}"


def list_overdue(*, now: datetime, hours: int | None = None) -> list[Waiting]:
    """Who waits for ``hours`` or longer, the longest first; by default as long as the settings
    let anybody wait. Two queries."""
    desk = MailSettings.current()
    if hours is None:
        allowed = [desk.remind_after_hours, desk.remind_managers_after_hours]
        hours = min((each for each in allowed if each), default=0)
    if not hours:
        return []
    waiting = (
        Message.objects.filter(IS_UNANSWERED, thread__kind=ThreadKind.GUEST)
        .exclude(thread__status=ThreadStatus.CLOSED)
        .order_by()
        .values_list("thread")
        .annotate(since=Min("received_at"))
        .filter(since__lte=now - timedelta(hours=hours))
    )
    since = dict(waiting)
    threads = Thread.objects.select_related("assignee").in_bulk(since)
    found = [Waiting(threads[key], moment) for key, moment in since.items()]
    return sorted(found, key=lambda each: (each.since, each.thread.pk))
