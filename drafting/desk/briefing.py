"""The day's summary as a mail to the reviewers, once a date. It opens a thread that they may
answer; an agent works on their answers as on any mail. It decides nothing."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, timedelta

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import QuerySet

from config.errors import DomainError
from drafting.desk.overdue import list_overdue
from drafting.desk.summary import as_lines, session_summary
from drafting.mail.choices import (
    BatchState,
    MailKind,
    MailSource,
    MailState,
    ThreadKind,
    ThreadStatus,
)
from drafting.mail.models import Contact, Message, Thread
from drafting.mail.parsing import ParsedMail
from drafting.mail.selectors import IS_UNANSWERED, get_staff
from drafting.mail.sign_in import describe_sign_in
from drafting.mail.work_models import FollowUp, OutgoingMail
from drafting.outbox.composing import add_own_message, own_headers, upsert_contacts

MAX_LISTED = 20
SUBJECT = "Briefing {day}"


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
    contacts = upsert_contacts(reviewers)
    thread = Thread.objects.create(
        subject=subject, kind=ThreadKind.BRIEFING, status=ThreadStatus.OPEN, briefing_date=day
    )
    thread.participants.add(*contacts)
    headers = own_headers(recipients=reviewers, subject=subject, thread=thread)
    message = _own_message(thread, contacts[0], reviewers, headers, text, now)
    return OutgoingMail.objects.create(
        kind=MailKind.BRIEFING,
        thread=thread,
        own_message=message,
        state=MailState.QUEUED,
        recipients=reviewers,
        subject=subject,
        body_text=text,
        message_id=headers["Message-ID"],
        headers=headers,
        not_before=now,
        created_at=now,
    )


def _own_message(
    thread: Thread,
    contact: Contact,
    reviewers: list[str],
    headers: dict[str, str],
    text: str,
    now: datetime,
) -> Message:
    said = ParsedMail(
        from_address=get_staff().mailbox,
        to=tuple(reviewers),
        subject=thread.subject,
        message_id=headers["Message-ID"],
        body_text=text,
    )
    return add_own_message(
        thread=thread,
        contact=contact,
        source=MailSource.DESK,
        now=now,
        content_hash=said.content_hash,
        message_id=said.message_id,
        from_address=said.from_address,
        to=reviewers,
        subject=said.subject,
        body_text=text,
        new_text=text,
    )


def briefing_text(*, day: date, now: datetime) -> str:
    """What a reviewer wants to know in the morning: what waits, what went wrong, what is due."""
    summary = session_summary(since=now - timedelta(days=1), now=now)
    parts = [
        f"Briefing for {day.isoformat()}",
        describe_sign_in(),
        _section("Guests who wait too long", overdue_lines(now)),
        _section("Mail that waits for an answer", _waiting_lines()),
        _section("Replies that wait for a release", _mail_lines(MailState.AWAITING_RELEASE)),
        _section("Uncertain: sent or not?", _mail_lines(MailState.UNCERTAIN)),
        _section("Not sent", _mail_lines(MailState.FAILED)),
        _section("Handed over to a person", _handed_over_lines()),
        _section("Follow-ups due", _follow_up_lines(day)),
        _section("The last 24 hours", as_lines(summary)),
        "Answer this mail to ask about any of it. Decisions are made in the back office only.",
    ]
    return "\n\n".join(part for part in parts if part)


def _section(title: str, lines: Sequence[str]) -> str:
    if not lines:
        return ""
    shown = [f"- {line.strip()}" for line in lines[:MAX_LISTED]]
    if len(lines) > MAX_LISTED:
        shown.append(f"- and {len(lines) - MAX_LISTED} more")
    return "\n".join([f"{title} ({len(lines)})", *shown])


def overdue_lines(now: datetime) -> list[str]:
    """Who waits longer than the settings allow, longest first, and whose they are. No words of
    theirs: this leaves the desk."""
    return [waiting.line(now) for waiting in list_overdue(now=now)]


def _waiting_lines() -> list[str]:
    waiting = Message.objects.filter(IS_UNANSWERED, thread__kind=ThreadKind.GUEST)
    rows = waiting.order_by("-urgency", "received_at").only("subject", "from_name", "from_address")
    return [f"{row.subject or '(no subject)'}, {row.from_name or row.from_address}" for row in rows]


def _mail_lines(state: MailState) -> list[str]:
    mails: QuerySet[OutgoingMail] = OutgoingMail.objects.filter(state=state).order_by("created_at")
    return [f"{mail.subject}, to {', '.join(mail.recipients)}" for mail in mails]


def _handed_over_lines() -> list[str]:
    threads = Thread.objects.filter(
        status=ThreadStatus.WAITING_FOR_PERSON, batches__state=BatchState.HANDED_OVER
    ).distinct()
    return [str(thread) for thread in threads.order_by("pk")]


def _follow_up_lines(day: date) -> list[str]:
    due = FollowUp.objects.filter(done_at__isnull=True, due__lte=day)
    return [f"{each.question} (due {each.due})" for each in due]
