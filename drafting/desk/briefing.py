"""What happened, and what a person should look at: the session summary.

Mail to people of ours: the day's summary to the reviewers, once a date, and reminders of guests
who wait longer than the settings allow, to whoever the conversation is assigned to, then to the
managers: each step once for as long as the guest waits, however often it is looked.

Each opens a thread that they may answer; an agent works on their answers as on any mail. It decides
nothing."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import Any

import structlog
from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Min, OuterRef, QuerySet, Subquery
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone

from config.errors import DomainError
from drafting.mail.choices import (
    BatchState,
    MailKind,
    MailState,
    ReminderStep,
    ThreadKind,
    ThreadStatus,
)
from drafting.mail.models import MailSettings, Message, Thread
from drafting.mail.selectors import IS_UNANSWERED
from drafting.mail.services import upsert_contacts
from drafting.mail.sign_in import describe_sign_in
from drafting.mail.work_models import FollowUp, OutgoingMail, Reminder
from drafting.outbox.composing import new_mail, record_own_message
from drafting.outbox.replies import manager_addresses
from learning.proposals.selectors import backlog_warning, pending_queue, summary_line
from learning.statistics import session_counts
from templatesapp.times import short_time

SUBJECT = "Briefing {day}"
REMINDER_SUBJECT = "{count} waiting: guests without an answer"
_CLOSING = "Answer in the back office. This mail comes once for each of them."
logger = structlog.get_logger(__name__)


def list_overdue(*, now: datetime) -> list[Any]:
    """Conversations that wait longer than the settings let anybody wait, the longest first; each
    with ``since``, when its oldest unanswered mail came. Two queries."""
    hours = min(filter(None, _allowed_hours().values()), default=0)
    if not hours:
        return []
    unanswered = Message.objects.filter(IS_UNANSWERED, thread=OuterRef("pk")).order_by()
    oldest = unanswered.values("thread").annotate(since=Min("received_at")).values("since")
    threads = Thread.objects.filter(kind=ThreadKind.GUEST).exclude(status=ThreadStatus.CLOSED)
    waiting = threads.annotate(since=Subquery(oldest)).select_related("assignee")
    return list(waiting.filter(since__lte=now - timedelta(hours=hours)).order_by("since", "pk"))


def _overdue_line(thread: Any, now: datetime) -> str:
    """Where it stands, since when, whose it is: no guest's name and none of their words."""
    owner = thread.assignee
    since = short_time(timezone.localtime(thread.since), timezone.localtime(now))
    whose = owner.get_full_name() or owner.username if owner else "nobody's"
    urgency = f", {thread.get_urgency_display().lower()}" if thread.urgency else ""
    path = reverse("admin:drafting_thread_change", args=[thread.pk])
    address = f"{next(iter(settings.CSRF_TRUSTED_ORIGINS), '')}{path}"
    return f"Conversation {thread.pk}, since {since}{urgency}, {whose}: {address}"


def send_briefing(*, day: date, now: datetime) -> OutgoingMail:
    """Queue the briefing of a day. Raises ``already_decided`` where the day has one, ``conflict``
    where nobody is to get it."""
    reviewers = list(settings.DESK_REVIEWERS)
    if not reviewers:
        raise DomainError("conflict", "DESK_REVIEWERS is not set: nobody would get the briefing.")
    text = briefing_text(day=day, now=now)
    try:
        with transaction.atomic():
            return mail_staff(reviewers, SUBJECT.format(day=day.isoformat()), text, now, day=day)
    except IntegrityError:  # the day is unique: two commands at once send one briefing
        raise DomainError("already_decided", f"The briefing of {day} was sent already.") from None


def mail_staff(
    reviewers: list[str], subject: str, text: str, now: datetime, *, day: date | None = None
) -> OutgoingMail:
    """Queue a mail to people of ours in a conversation of its own, which they may answer. Raises
    IntegrityError where the day has its briefing. Inside a transaction."""
    contacts = upsert_contacts(reviewers).values()
    thread = Thread.objects.create(
        subject=subject, kind=ThreadKind.BRIEFING, status=ThreadStatus.OPEN, briefing_date=day
    )
    thread.participants.add(*contacts)
    mail = new_mail(
        recipients=reviewers,
        subject=subject,
        thread=thread,
        kind=MailKind.BRIEFING,
        state=MailState.QUEUED,
        body_text=text,
        not_before=now,
        created_at=now,
    )
    mail.own_message = record_own_message(mail=mail, contacts=contacts, now=now)
    mail.save()
    return mail


def briefing_text(*, day: date, now: datetime) -> str:
    """What a reviewer wants to know in the morning: what waits, what went wrong, what is due."""
    summary = session_summary(since=now - timedelta(days=1), now=now)
    unanswered = Message.objects.filter(IS_UNANSWERED, thread__kind=ThreadKind.GUEST)
    waiting = unanswered.only("subject", "from_name", "from_address")
    handed_over = Thread.objects.filter(
        status=ThreadStatus.WAITING_FOR_PERSON, batches__state=BatchState.HANDED_OVER
    ).distinct()
    follow_ups = FollowUp.objects.filter(done_at__isnull=True, due__lte=day)
    sections = {
        # Where they are and whose; no words of theirs: this leaves the desk.
        "Guests who wait too long": [_overdue_line(each, now) for each in list_overdue(now=now)],
        "Mail that waits for an answer": [
            f"{row.subject or '(no subject)'}, {row.from_name or row.from_address}"
            for row in waiting.order_by("-urgency", "received_at")
        ],
        "Replies that wait for a release": _mail_lines(MailState.AWAITING_RELEASE),
        "Uncertain: sent or not?": _mail_lines(MailState.UNCERTAIN),
        "Not sent": _mail_lines(MailState.FAILED),
        "Handed over to a person": [str(each) for each in handed_over.order_by("pk")],
        "Follow-ups due": [f"{each.question} (due {each.due})" for each in follow_ups],
        "The last 24 hours": [line.strip() for line in as_lines(summary)],
    }
    told = {"day": day.isoformat(), "sign_in": describe_sign_in(), "sections": sections}
    return render_to_string("drafting/briefing.txt", told).strip()


def _mail_lines(state: MailState) -> list[str]:
    mails: QuerySet[OutgoingMail] = OutgoingMail.objects.filter(state=state).order_by("created_at")
    return [f"{mail.subject}, to {', '.join(mail.recipients)}" for mail in mails]


@transaction.atomic
def remind(*, now: datetime) -> list[OutgoingMail]:
    """Queue what is due, one mail a person or group of managers; nothing twice, also where two
    call at once: the conversations are locked meanwhile."""
    keys = [thread.pk for thread in list_overdue(now=now)]
    list(Thread.objects.select_for_update().filter(pk__in=keys).order_by("pk"))
    overdue = list_overdue(now=now)
    managers = tuple(manager_addresses())
    told: dict[tuple[str, ...], list[Reminder]] = {}
    for step, hours in _allowed_hours().items():
        known = Reminder.objects.filter(step=step, thread__in=overdue)
        known_ones = set(known.values_list("thread", "since"))
        for thread in overdue if hours else ():
            is_late = thread.since <= now - timedelta(hours=hours)
            if not is_late or (thread.pk, thread.since) in known_ones:
                continue
            owner = thread.assignee
            has_owner = step is ReminderStep.ASSIGNED and owner and owner.is_active and owner.email
            if recipients := (owner.email,) if has_owner else managers:
                one = Reminder(thread=thread, since=thread.since, step=step)
                told.setdefault(recipients, []).append(one)
    return [_tell(list(people), found, now) for people, found in told.items()]


def _allowed_hours() -> dict[ReminderStep, int]:
    """After how many hours each step is due; 0: never."""
    desk = MailSettings.current()
    return {
        ReminderStep.ASSIGNED: desk.remind_after_hours,
        ReminderStep.MANAGERS: desk.remind_managers_after_hours,
    }


def _tell(people: list[str], found: Sequence[Reminder], now: datetime) -> OutgoingMail:
    lines = dict.fromkeys(f"- {_overdue_line(one.thread, now)}" for one in found)
    subject = REMINDER_SUBJECT.format(count=len(lines))
    text = "\n\n".join(["These guests wait for an answer:", "\n".join(lines), _CLOSING])
    mail = mail_staff(people, subject, text, now)
    for one in found:
        one.mail = mail
    Reminder.objects.bulk_create(found)
    logger.info("reminded", people=len(people), conversations=len(lines))
    return mail


def session_summary(*, since: datetime | None, now: datetime) -> dict[str, Any]:
    """GET session-summary: events and gate of the span, proposals that wait a line each.

    ``oldest_pending_days`` is None where nothing waits.
    """
    pending = list(pending_queue())
    counts = session_counts(since=since)
    oldest = min((proposal.created_at for proposal in pending), default=None)
    return counts | {
        "pending_proposals": [summary_line(proposal) for proposal in pending],
        "pending_proposal_count": len(pending),
        "oldest_pending_days": (now - oldest).days if oldest else None,
        "backlog_warning": backlog_warning(pending=len(pending)) or None,
    }


def as_lines(summary: dict[str, Any]) -> list[str]:
    """The summary as a person reads it in a shell or a mail."""
    excluded = ", ".join(f"{kind} {count}" for kind, count in summary["excluded"].items() if count)
    told = summary | {"excluded": excluded}
    text = render_to_string("drafting/session_summary.txt", told)
    return [line for line in text.splitlines() if line]
