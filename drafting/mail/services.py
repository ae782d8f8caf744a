"""Recording mail. A mail is written down whatever it holds; what to do about it comes later."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import structlog
from django.db import IntegrityError, transaction
from django.db.models import Max
from django.utils import timezone

from config.errors import DomainError
from drafting.failpoints import failpoint
from drafting.mail.alarms import is_locked_out
from drafting.mail.alerts import raise_alert
from drafting.mail.choices import Direction, MailSource, ThreadStatus, Urgency
from drafting.mail.claims import settle_thread
from drafting.mail.conversations import Place, direction_of, find_place, people_of_new_thread
from drafting.mail.models import Attachment, Contact, Message, Thread
from drafting.mail.own_answers import UNPROVEN, answer_recorded_before, answered_by_ours
from drafting.mail.own_copies import find_own_copy, settle_found_copy
from drafting.mail.parsing import MailFields, ParsedMail, mail_from_fields, parse_mail
from drafting.mail.selectors import (
    IS_UNANSWERED,
    Staff,
    get_interpret_settings,
    get_staff,
)
from drafting.pipeline.interpret import interpret
from drafting.pipeline.plan import IncomingMail, Tier
from drafting.runs.choices import StopReason
from drafting.runs.endings import end_runs_of_thread

MAX_INTERPRETED_CHARACTERS = 20_000
VULNERABLE = "vulnerable_circumstance"  # ill, in danger, stranded or locked out
ALERT_HOURS = 24
# The moment of a hand-over in bulk says nothing about the mail; then the sender's clock counts.
_SOURCES_OF_OLD_MAIL = frozenset({MailSource.IMPORTED, MailSource.API})
_SOURCES_OF_STRANGERS = frozenset({MailSource.FETCHED, MailSource.RECEIVED})
logger = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class RecordedMail:
    message: Message
    created: bool  # False: the same mail had been recorded before
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Entry:
    """A mail ready to be written."""

    parsed: ParsedMail
    direction: Direction
    staff: Staff
    source: MailSource
    raw: bytes | None
    received_at: datetime
    urgency: Urgency
    is_alarming: bool  # somebody has to look at once
    is_from_sent_folder: bool = False
    is_briefing_answer: bool = False

    @property
    def is_automated(self) -> bool:
        is_from_us = self.direction == Direction.IN and self.staff.includes(
            self.parsed.from_address
        )
        return self.parsed.is_automated or (is_from_us and not self.is_briefing_answer)

    @property
    def is_surely_ours(self) -> bool:
        """Our mail that may answer a guest's. Anybody can write our address into a mail to us:
        what comes in by the mail server needs its word, or the guest would never be answered."""
        return (
            self.is_from_sent_folder
            or self.source not in _SOURCES_OF_STRANGERS
            or self.parsed.is_sender_proven
        )

    @property
    def is_personal(self) -> bool:
        return self.direction == Direction.IN and not self.is_automated


def record_mail(
    *,
    source: MailSource,
    raw: bytes | None = None,
    fields: MailFields | None = None,
    received_at: datetime | None = None,
    is_from_sent_folder: bool = False,
) -> RecordedMail:
    """Write one mail down, once, in the thread it belongs to.

    Give the bytes as received or the fields of a mail taken apart elsewhere. Recording the same
    mail again, also at the same moment in another process, returns the row that is there. Raises
    DomainError ``payload_too_large`` and nothing else that a sender could cause.
    """
    if (raw is None) == (fields is None):
        raise ValueError("Give either raw or fields.")
    parsed = parse_mail(raw) if raw is not None else mail_from_fields(fields)  # type: ignore[arg-type]
    # Looked up before anything is interpreted: most of a second import is here already.
    if (recorded := _find_recorded(parsed)) is not None:
        if is_from_sent_folder:
            settle_found_copy(recorded, parsed)
        if is_from_sent_folder and UNPROVEN in recorded.notes:
            _prove_own(recorded)
        return RecordedMail(recorded, False, tuple(recorded.notes))
    staff = get_staff()
    direction = direction_of(parsed, staff)
    if direction == Direction.OUT and (own := find_own_copy(parsed)) is not None:
        return RecordedMail(own, False, tuple(own.notes))
    entry = _entry(parsed, direction, staff, source, raw, received_at)
    entry = replace(entry, is_from_sent_folder=is_from_sent_folder)
    try:
        # A savepoint where the caller has a transaction: the unique constraint decides between
        # two processes, and the loser's transaction must stay usable.
        with transaction.atomic():
            message = _write(entry)
            transaction.on_commit(partial(failpoint, "recorded"))
    except IntegrityError:
        recorded = _find_recorded(parsed)
        if recorded is None:
            raise
        return RecordedMail(recorded, False, tuple(recorded.notes))
    return RecordedMail(message, True, tuple(message.notes))


def _entry(
    parsed: ParsedMail,
    direction: Direction,
    staff: Staff,
    source: MailSource,
    raw: bytes | None,
    received_at: datetime | None,
) -> _Entry:
    urgency, is_alarming = (
        _read_urgency(parsed) if direction == Direction.IN else (Urgency.NONE, False)
    )
    return _Entry(
        parsed=parsed,
        direction=direction,
        staff=staff,
        source=source,
        raw=raw,
        received_at=received_at or _received_at(parsed, source),
        urgency=urgency,
        is_alarming=is_alarming,
    )


def set_contact_blocked(*, contact_id: int, is_blocked: bool, by: Any, reason: str = "") -> Contact:
    """Block a sender, whose mail is then recorded and never worked on, or let them in again."""
    with transaction.atomic():
        # No key: whoever has a thread's lock and writes a mail of this contact need not wait.
        contact = Contact.objects.select_for_update(no_key=True).get(pk=contact_id)
        if contact.is_blocked == is_blocked:
            raise DomainError(
                "already_decided", f"This sender is {'' if is_blocked else 'not '}blocked."
            )
        contact.is_blocked = is_blocked
        contact._history_user = by  # type: ignore[attr-defined]
        contact._change_reason = reason or ("blocked" if is_blocked else "unblocked")  # type: ignore[attr-defined]
        contact.save(update_fields=["is_blocked"])
        for thread in contact.threads.select_for_update().order_by("pk"):
            refresh_urgency(thread=thread)
            if is_blocked and thread.status != ThreadStatus.CLOSED:
                # A reply that may not leave would stand in the release queue for good.
                settle_thread(thread=thread, reason="The sender was blocked.", now=timezone.now())
    return contact


def refresh_urgency(*, thread: Thread) -> None:
    """Set the thread's urgency from its unanswered mail. Needs the thread's lock."""
    unanswered = Message.objects.filter(IS_UNANSWERED, thread=thread)
    highest = unanswered.aggregate(highest=Max("urgency"))["highest"]
    urgency = Urgency.NONE if highest is None else Urgency(highest)
    if thread.urgency != urgency:
        thread.urgency = urgency
        thread.save(update_fields=["urgency"])


def mark_answered(*, thread: Thread, answer: Message, message_ids: Sequence[int]) -> int:
    """Say that ``answer``, our mail in this thread, answers these messages. Returns how many.

    Needs the thread's lock. A message that has an answer keeps it.
    """
    marked = Message.objects.filter(
        thread=thread, pk__in=message_ids, direction=Direction.IN, answered_by__isnull=True
    ).update(answered_by=answer)
    refresh_urgency(thread=thread)
    return marked


# --- writing ------------------------------------------------------------------------------------


def _find_recorded(parsed: ParsedMail) -> Message | None:
    return (
        Message.objects.filter(message_id=parsed.message_id, content_hash=parsed.content_hash)
        .defer("raw")
        .first()
    )


def _write(entry: _Entry) -> Message:
    parsed = entry.parsed
    contacts = _upsert_contacts(entry)
    place = find_place(parsed, entry.direction, entry.staff)
    entry = replace(entry, is_briefing_answer=place.is_briefing)
    thread = _locked_thread(entry, place, contacts)
    notes = list(parsed.notes)
    if place.related_id is not None:
        notes.append("It names a conversation that its sender has no part in.")
    if parsed.message_id and Message.objects.filter(message_id=parsed.message_id).exists():
        notes.append("The same Message-ID was recorded before with other content.")
    if entry.direction == Direction.OUT and not entry.is_surely_ours:
        notes.append(UNPROVEN)
    message = Message.objects.create(
        thread=thread,
        sequence=_next_sequence(thread),
        direction=entry.direction,
        source=entry.source,
        contact=next(iter(contacts.values()), None),
        content_hash=parsed.content_hash,
        received_at=entry.received_at,
        raw=entry.raw,
        is_automated=entry.is_automated,
        urgency=entry.urgency if entry.is_personal else Urgency.NONE,
        notes=notes,
        **_said(parsed),
    )
    Attachment.objects.bulk_create(
        Attachment(
            message=message,
            filename=file.filename,
            content_type=file.content_type,
            size_bytes=len(file.content),
            content=file.content,
        )
        for file in parsed.attachments
    )
    _settle(entry, thread, message)
    return message


def _said(parsed: ParsedMail) -> dict[str, Any]:
    return {
        "message_id": parsed.message_id,
        "in_reply_to": parsed.in_reply_to,
        "references": list(parsed.references),
        "from_address": parsed.from_address,
        "from_name": parsed.from_name,
        "reply_to": list(parsed.reply_to),
        "to": list(parsed.to),
        "cc": list(parsed.cc),
        "subject": parsed.subject,
        "sent_at": parsed.sent_at,
        "body_text": parsed.body_text,
        "new_text": parsed.new_text,
        "quoted_text": parsed.quoted_text,
        "signature_text": parsed.signature_text,
        "authentication": parsed.authentication,
        "is_sender_verified": parsed.is_sender_verified,
    }


def _upsert_contacts(entry: _Entry) -> dict[str, Contact]:
    """The contacts of this mail by address, first the one it is from (ours: the one it is to)."""
    parsed = entry.parsed
    addresses = people_of_new_thread(parsed, entry.direction, entry.staff)
    if not addresses:
        return {}
    # No check first: of two processes that meet a new guest at once, one row stays. In order of
    # address, so that two of them never wait for each other.
    Contact.objects.bulk_create(
        (Contact(address=address) for address in sorted(addresses)), ignore_conflicts=True
    )
    if entry.direction == Direction.IN and parsed.from_name:
        # A name once known stays: what a sender calls itself is not to be trusted twice.
        Contact.objects.filter(address=parsed.from_address, name="").update(name=parsed.from_name)
    found = {contact.address: contact for contact in Contact.objects.filter(address__in=addresses)}
    return {address: found[address] for address in addresses}


def _locked_thread(entry: _Entry, place: Place, contacts: dict[str, Contact]) -> Thread:
    """The thread to write into, under its lock (a new one is nobody else's yet)."""
    if place.thread_id is not None:
        # On SQLite the transaction itself is the lock (IMMEDIATE).
        thread = Thread.objects.select_for_update().filter(pk=place.thread_id).first()
        if thread is not None:  # else it was erased since it was found
            return thread
    # What cannot be answered by mail is a person's.
    is_answerable = bool(contacts) or entry.direction == Direction.OUT
    thread = Thread.objects.create(
        subject=entry.parsed.subject,
        related_id=place.related_id,
        status=ThreadStatus.OPEN if is_answerable else ThreadStatus.WAITING_FOR_PERSON,
    )
    thread.participants.add(*contacts.values())
    return thread


def _next_sequence(thread: Thread) -> int:
    last = Message.objects.filter(thread=thread).aggregate(last=Max("sequence"))["last"]
    return (last or 0) + 1


def _settle(entry: _Entry, thread: Thread, message: Message) -> None:
    """What this mail changes for its thread: what it answers, what answers it, the status."""
    if entry.direction == Direction.OUT and not entry.is_automated:
        if entry.is_surely_ours:
            _answer_by_ours(thread, message)
        return
    if not entry.is_personal:
        return
    answer = answer_recorded_before(thread, message)
    if answer is not None:
        mark_answered(thread=thread, answer=answer, message_ids=[message.pk])
        message.answered_by = answer
        return
    is_blocked = message.contact is not None and message.contact.is_blocked
    if not is_blocked:
        end_runs_of_thread(thread=thread, reason=StopReason.NEWER_INBOUND, now=timezone.now())
    if thread.status != ThreadStatus.OPEN and message.contact is not None and not is_blocked:
        thread.status = ThreadStatus.OPEN
        thread.save(update_fields=["status"])
    refresh_urgency(thread=thread)
    if entry.is_alarming and not is_blocked and _is_fresh(entry):
        raise_alert(message=message)


def _answer_by_ours(thread: Thread, message: Message) -> None:
    mark_answered(thread=thread, answer=message, message_ids=answered_by_ours(thread, message))
    reason = "It was answered from a mail program."
    settle_thread(thread=thread, reason=reason, now=timezone.now())


def _prove_own(message: Message) -> None:
    """A mail that came to the inbox under our address lies in the Sent folder, too: it is ours."""
    with transaction.atomic():
        thread = Thread.objects.select_for_update().get(pk=message.thread_id)
        message.notes = [note for note in message.notes if note != UNPROVEN]
        message.save(update_fields=["notes"])
        _answer_by_ours(thread, message)


def _is_fresh(entry: _Entry) -> bool:
    """Mail that comes in now; old mail that is read in alarms nobody."""
    is_live = entry.source != MailSource.IMPORTED
    return is_live and entry.received_at > timezone.now() - timedelta(hours=ALERT_HOURS)


# --- what is known before writing ----------------------------------------------------------------


def _received_at(parsed: ParsedMail, source: MailSource) -> datetime:
    now = timezone.now()
    moment = parsed.delivered_at or (parsed.sent_at if source in _SOURCES_OF_OLD_MAIL else None)
    return min(moment or now, now)


def _read_urgency(parsed: ParsedMail) -> tuple[Urgency, bool]:
    """The escalation tier, known before anybody claims the thread: the urgent are claimed first;
    and whether the mail is an alarm: CRITICAL, or a guest in danger or locked out."""
    mail = IncomingMail(
        body=parsed.body_text[:MAX_INTERPRETED_CHARACTERS],
        subject=parsed.subject,
        from_address=parsed.from_address,
        from_name=parsed.from_name,
        sender_verified=parsed.is_sender_verified,
    )
    try:
        escalation = interpret(mail, settings=get_interpret_settings()).escalation
        is_alarming = (
            escalation.tier is Tier.CRITICAL
            or VULNERABLE in escalation.triggers
            or is_locked_out(f"{mail.subject}\n{parsed.new_text[:MAX_INTERPRETED_CHARACTERS]}")
        )
        return Urgency[escalation.tier.name], is_alarming
    except Exception as error:  # a fault of the interpreter must not lose the mail
        logger.exception("mail_not_interpreted", error=type(error).__name__)
        return Urgency.HIGH, False  # unread by the desk: a person should see it soon
