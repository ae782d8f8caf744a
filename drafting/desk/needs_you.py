"""What only a person can move on, in one list: the first page of the day. Reads only."""

from datetime import date, datetime, timedelta
from functools import reduce
from operator import or_
from typing import Any

from django.db.models import Exists, F, Min, OuterRef, Q, QuerySet, Subquery
from django.utils import timezone

from drafting.mail.choices import MailKind, MailState, ThreadStatus, Urgency
from drafting.mail.models import Message, Thread
from drafting.mail.selectors import IS_UNANSWERED
from drafting.mail.work_models import FollowUp, OutgoingMail, RecipientReport

SHOWN_AT_MOST = 200
OVERDUE_HOURS = 24  # a guest expects an answer within a day
# Flag → (as shown, tone of its tag), in the order in which they are told.
REASONS = {
    "is_critical": ("Threat or emergency", "bad"),
    "is_high": ("Urgent", "bad"),
    "is_stuck": ("Not sent, or uncertain", "bad"),
    "is_bounced": ("Bounced", "bad"),
    "is_handed_over": ("Handed over", "warn"),
    "is_overdue": ("Overdue", "warn"),
    "is_promised": ("Promised for today", "warn"),
    "is_mine": ("Yours", "good"),
}


def moments(now: datetime) -> dict[str, Any]:
    """The day, and ``overdue``: what came before it waits too long."""
    return {"today": timezone.localdate(now), "overdue": now - timedelta(hours=OVERDUE_HOURS)}


def needing_threads(*, person_id: int | None, today: date, overdue: datetime) -> QuerySet[Any]:
    """Conversations that need a person, each with a flag for every reason; the most urgent first,
    then those that wait longest. What merely waits for its release is the queue's."""
    mine = OuterRef("pk")
    unanswered = Message.objects.filter(IS_UNANSWERED, thread=mine)
    outgoing = OutgoingMail.objects.filter(thread=mine)
    waits = Q(has_new=True)
    is_left = Q(status=ThreadStatus.WAITING_FOR_PERSON)
    # An emergency that was acknowledged is one until a person has acted.
    is_open = waits | is_left
    return (
        Thread.objects.exclude(status=ThreadStatus.CLOSED)
        .annotate(
            has_new=Exists(unanswered),
            reply_id=Subquery(outgoing.filter(state=MailState.AWAITING_RELEASE).values("pk")[:1]),
            is_stuck=Exists(
                outgoing.filter(
                    ~Exists(_sent_after(OuterRef("created_at"))),
                    state__in=(MailState.FAILED, MailState.UNCERTAIN),
                )
            ),
            is_promised=Exists(FollowUp.objects.filter(thread=mine, done_at=None, due__lte=today)),
            has_report=Exists(
                RecipientReport.objects.filter(
                    ~Exists(_sent_after(OuterRef("report__received_at"))),
                    report__thread=mine,
                    is_delayed=False,
                )
            ),
            is_overdue=Exists(unanswered.filter(received_at__lt=overdue)),
        )
        .annotate(
            is_critical=is_open & Q(urgency=Urgency.CRITICAL),
            is_high=is_open & Q(urgency=Urgency.HIGH),
            is_bounced=is_left & Q(has_report=True, reply_id=None),
            is_handed_over=is_left & Q(has_report=False, reply_id=None),
            is_mine=waits & Q(assignee_id=person_id or 0),
        )
        .filter(reduce(or_, (Q(**{flag: True}) for flag in REASONS)))
        .order_by("-urgency", "pk")
    )


def list_needs(*, person_id: int | None, now: datetime) -> list[tuple[Any, list[tuple[str, str]]]]:
    """The list as it is shown, at most ``SHOWN_AT_MOST``: each conversation (with ``since``, None
    where nothing is unanswered, and ``reply_id``, that waits for its release) and the words of its
    REASONS. One query."""
    waiting = Message.objects.filter(IS_UNANSWERED, thread=OuterRef("pk")).order_by()
    oldest = waiting.values("thread").annotate(since=Min("received_at")).values("since")
    threads = (
        needing_threads(person_id=person_id, **moments(now))
        .annotate(since=Subquery(oldest))
        .select_related("assignee")
        .order_by("-urgency", F("since").asc(nulls_last=True), "pk")
    )
    return [
        (thread, [words for flag, words in REASONS.items() if getattr(thread, flag)])
        for thread in threads[:SHOWN_AT_MOST]
    ]


def _sent_after(moment: OuterRef) -> QuerySet[OutgoingMail]:
    """What of ours left in the same conversation later: it ends what was wrong before."""
    thread = OuterRef(OuterRef("pk"))
    sent = OutgoingMail.objects.filter(thread=thread, state=MailState.SENT, sent_at__gt=moment)
    return sent.exclude(kind=MailKind.RECEIPT)
