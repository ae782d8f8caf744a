"""Records mail, and what people decide about senders.
A mail is written down whatever it holds; what to do about it comes later."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from datetime import datetime, timedelta
from functools import partial
from typing import Any, NamedTuple, cast

from django.db import IntegrityError, transaction
from django.db.models import Max, Q
from django.utils import timezone

from config.errors import DomainError
from drafting.failpoints import failpoint
from drafting.mail import conversations, listeners
from drafting.mail.choices import (
    BatchState,
    ClaimEnd,
    Direction,
    MailSource,
    MailState,
    SenderKind,
    ThreadStatus,
    Urgency,
)
from drafting.mail.claims import end_batch, leave_to_person, settle_thread
from drafting.mail.entries import Entry, decided_sender, judge, moment_of
from drafting.mail.models import Attachment, Contact, Message, Thread
from drafting.mail.parsing import ParsedMail, parse_mail
from drafting.mail.relays import open_form, open_forward, take_frame_off
from drafting.mail.selectors import IS_UNANSWERED, get_staff
from drafting.mail.senders import Sender
from drafting.mail.work_models import OutgoingMail
from templatesapp.written import Written

ALERT_HOURS = 24
# What a row says as the mail does.
_PARSED = {field.name for field in fields(ParsedMail)} - {"notes"}
AS_PARSED = [field.name for field in Message._meta.fields if field.name in _PARSED]
ANSWERED_ELSEWHERE = "It was answered from a mail program."
_RECORDED = Written(lambda **same: Message.objects.filter(**same).defer("raw")[:1])
_MOST_URGENT = Written(
    lambda **mails: (
        Message.objects.filter(IS_UNANSWERED, **mails).order_by("-urgency").values("urgency")[:1]
    )
)


class RecordedMail(NamedTuple):
    message: Message
    created: bool  # False: the same mail had been recorded before


def record_mail(
    *,
    source: MailSource,
    raw: bytes | None = None,
    parsed: ParsedMail | None = None,
    received_at: datetime | None = None,
    is_ours: bool = False,
) -> RecordedMail:
    """Write one mail down, once, in the thread it belongs to.

    ``is_ours``: it lay in our Sent folder, or an operator vouches for the archive; mail that only
    names our address as its sender needs the receiving server's word, whatever way it came.

    Give the bytes as received, or a mail that was taken apart elsewhere. Recording the same mail
    again, also at the same moment in another process, returns the row that is there. Raises
    DomainError ``payload_too_large`` and nothing else that a sender could cause.
    """
    parsed = parsed or parse_mail(raw or b"")
    # Looked up before anything is interpreted: most of a second import is here already.
    if (recorded := _find_recorded(parsed)) is not None:
        if is_ours:
            conversations.settle_copies(OutgoingMail.objects.filter(own_message=recorded), parsed)
            if conversations.UNPROVEN in recorded.notes:
                _prove_own(recorded)
        return RecordedMail(recorded, False)
    staff = get_staff()
    open_forward(parsed, staff)
    open_form(parsed, staff)
    relay_key = take_frame_off(parsed)
    direction = conversations.direction_of(parsed, staff)
    if direction == Direction.OUT and (own := conversations.find_own_copy(parsed)) is not None:
        return RecordedMail(own, False)
    entry = Entry(
        parsed=parsed,
        direction=direction,
        staff=staff,
        source=source,
        raw=raw,
        received_at=received_at or moment_of(parsed, source),
        is_ours=is_ours,
        relay_key=relay_key,
    )
    judge(entry)
    try:
        # A savepoint where the caller has a transaction: the unique constraint decides between
        # two processes, and the loser's transaction must stay usable.
        with transaction.atomic():
            message = _write(entry)
            transaction.on_commit(partial(failpoint, "recorded"))
    except IntegrityError:
        if (recorded := _find_recorded(parsed)) is None:
            raise
        return RecordedMail(recorded, False)
    return RecordedMail(message, True)


def refresh_urgency(*, thread: Thread) -> None:
    """Set the thread's urgency from its unanswered mail. Needs the thread's lock."""
    highest = _MOST_URGENT.first(thread_id=thread.pk)
    urgency = Urgency(highest["urgency"]) if highest else Urgency.NONE
    if thread.urgency != urgency:
        thread.urgency = urgency
        thread.save(update_fields=["urgency"])


def confirm_emergency(message: Message) -> None:
    """Put an unanswered mail before those that only may be an emergency. Takes the thread's lock:
    call it in a transaction."""
    thread = Thread.objects.select_for_update().get(pk=message.thread_id)
    waiting = Message.objects.filter(IS_UNANSWERED, pk=message.pk)
    if waiting.update(urgency=Urgency.EMERGENCY):
        refresh_urgency(thread=thread)


def mark_answered(*, thread: Thread, answer: Message, message_ids: Iterable[Any]) -> int:
    """Say that ``answer``, our mail in this thread, answers these messages. Returns how many.

    Needs the thread's lock. A message that has an answer keeps it.
    """
    marked = Message.objects.filter(
        thread=thread, pk__in=message_ids, direction=Direction.IN, answered_by__isnull=True
    ).update(answered_by=answer)
    refresh_urgency(thread=thread)
    return marked


def retract_mail(mail: OutgoingMail) -> None:
    """Take a mail that never left out of its conversation: its questions are open again.

    Needs the thread's lock.
    """
    own = mail.own_message
    mail.follow_ups.all().delete()
    mail.kept_promises.update(done_at=None, done_by=None)
    if own is None:
        return
    mail.own_message = None
    mail.save(update_fields=["own_message"])
    Message.objects.filter(answered_by=own).update(answered_by=None)
    own.delete()
    refresh_urgency(thread=mail.thread)


def _find_recorded(parsed: ParsedMail) -> Message | None:
    return _RECORDED.first(message_id=parsed.message_id, content_hash=parsed.content_hash)


def _write(entry: Entry) -> Message:
    parsed = entry.parsed
    contacts = _upsert_contacts(entry)
    conversations.find_place(entry)
    thread = _locked_thread(entry, contacts)
    message = Message.objects.create(
        thread=thread,
        sequence=1 if entry.thread_id is None else next_sequence(thread),
        direction=entry.direction,
        source=entry.source,
        contact=next(iter(contacts.values()), None),
        content_hash=parsed.content_hash,
        received_at=entry.received_at,
        raw=entry.raw,
        is_automated=entry.is_automated,
        sender_kind=entry.sender.kind,
        sender_reason=entry.sender.reason,
        urgency=entry.urgency if entry.is_personal else Urgency.NONE,
        notes=_notes(entry),
        **{name: getattr(parsed, name) for name in AS_PARSED},
    )
    for file in parsed.attachments:
        file.message = message
    Attachment.objects.bulk_create(parsed.attachments)
    _settle(entry, thread, message)
    return message


def _notes(entry: Entry) -> list[str]:
    parsed = entry.parsed
    notes = [*parsed.notes, entry.why_a_person]
    if entry.related_id is not None:
        notes.append("It names a conversation that its sender has no part in.")
    if entry.copy_of_id is not None:
        notes.append("A second copy of a mail above: one answer is for both.")
    elif parsed.message_id and Message.objects.filter(message_id=parsed.message_id).exists():
        notes.append("The same Message-ID was recorded before with other content.")
    if entry.direction == Direction.OUT and not entry.is_surely_ours:
        notes.append(conversations.UNPROVEN)
    return [note for note in notes if note]


def _upsert_contacts(entry: Entry) -> dict[str, Contact]:
    """The contacts of this mail by address, first the one it is from (ours: the one it is to)."""
    parsed, addresses = entry.parsed, conversations.people_of_new_thread(entry)
    names = {parsed.from_address: parsed.from_name} if entry.direction == Direction.IN else {}
    found = upsert_contacts(addresses, names)
    sender = found.get(parsed.from_address)
    if sender is not None and not sender.name and names.get(sender.address):
        # A name once known stays: what a sender calls itself is not to be trusted twice.
        Contact.objects.filter(pk=sender.pk, name="").update(name=parsed.from_name)
        sender.name = parsed.from_name
    # A KeyError where one was erased meanwhile: the mail is recorded at the next try, with it.
    return {address: found[address] for address in addresses}


def upsert_contacts(addresses: Sequence[str], names: Mapping[str, str] = {}) -> dict[str, Contact]:
    """The contacts of these addresses, in their order; new ones with their names; one that is
    erased meanwhile is left out. Before any thread is locked."""
    # No check first: of two processes that meet a new guest at once, one row stays. In order of
    # address, so that two of them never wait for each other.
    Contact.objects.bulk_create(
        (Contact(address=each, name=names.get(each, "")) for each in sorted(addresses)),
        ignore_conflicts=True,
    )
    found = {each.address: each for each in Contact.objects.filter(address__in=addresses)}
    return {address: found[address] for address in addresses if address in found}


def _locked_thread(entry: Entry, contacts: dict[str, Contact]) -> Thread:
    """The thread to write into, under its lock (a new one is nobody else's yet)."""
    if entry.thread_id is not None:
        # On SQLite the transaction itself is the lock (IMMEDIATE).
        thread = Thread.objects.select_for_update().filter(pk=entry.thread_id).first()
        if thread is not None:  # else it was erased since it was found
            return thread
    # What cannot be answered by mail is a person's.
    is_answerable = bool(contacts) or entry.direction == Direction.OUT
    thread = Thread.objects.create(
        subject=entry.parsed.subject,
        related_id=entry.related_id,
        relay_key=entry.relay_key,
        status=ThreadStatus.OPEN if is_answerable else ThreadStatus.WAITING_FOR_PERSON,
    )
    through = Thread.participants.through
    through._default_manager.bulk_create(
        through(thread=thread, contact=contact) for contact in contacts.values()
    )
    return thread


def next_sequence(thread: Thread) -> int:
    last = Message.objects.filter(thread=thread).aggregate(last=Max("sequence"))["last"]
    return (last or 0) + 1


def _settle(entry: Entry, thread: Thread, message: Message) -> None:
    """What this mail changes for its thread: what it answers, what answers it, the status."""
    if entry.direction == Direction.OUT and not entry.is_automated:
        if entry.is_surely_ours:
            _answer_by_ours(thread, message)
        return
    if entry.reported is not None and entry.parsed.report is not None:
        conversations.record_bounce(
            message=message, report=entry.parsed.report, reported=entry.reported
        )
    if not entry.is_personal:
        return
    is_first = message.sequence == 1  # nothing in the conversation can be changed by it
    answer = None if is_first else conversations.answer_recorded_before(thread, message)
    if answer is not None:
        mark_answered(thread=thread, answer=answer, message_ids=[message.pk])
        message.answered_by = answer
        return
    is_blocked = message.contact is not None and message.contact.is_blocked
    if not is_blocked and not is_first:
        listeners.work_ended.tell(thread=thread, reason=ClaimEnd.NEWER_INBOUND, now=timezone.now())
    if entry.why_a_person:
        leave_to_person(thread, known_ids=[message.pk])
    elif thread.status != ThreadStatus.OPEN and message.contact is not None and not is_blocked:
        thread.status = ThreadStatus.OPEN
        thread.save(update_fields=["status"])
    if not is_first or message.urgency != Urgency.NONE:
        refresh_urgency(thread=thread)
    is_fresh = entry.received_at > timezone.now() - timedelta(hours=ALERT_HOURS)
    # Old mail that is read in alarms nobody.
    if is_blocked or not is_fresh or entry.source == MailSource.IMPORTED:
        return
    if entry.is_alarming:  # who is in danger is not told to wait
        listeners.alarmed.tell(message)
    elif not entry.why_a_person:
        listeners.arrived.tell(message)


def _answer_by_ours(thread: Thread, message: Message) -> None:
    """A released reply to the same mail would be a second answer, so it does not leave."""
    for reply in conversations.replies_said_already(thread, message):
        # The sender may be taking it: the state decides.
        queued = OutgoingMail.objects.filter(pk=reply.pk, state=MailState.QUEUED)
        if queued.update(state=MailState.CANCELLED, last_error=ANSWERED_ELSEWHERE):
            retract_mail(reply)
            if reply.batch_id is not None:
                end_batch(reply.batch_id, BatchState.ABANDONED, timezone.now(), ANSWERED_ELSEWHERE)
    answered = Message.objects.filter(conversations.is_answered_by(message), thread=thread)
    mark_answered(thread=thread, answer=message, message_ids=answered.values("pk"))
    settle_thread(thread=thread, reason=ANSWERED_ELSEWHERE, now=timezone.now())


def _prove_own(message: Message) -> None:
    """A mail that came to the inbox under our address lies in the Sent folder, too: it is ours."""
    with transaction.atomic():
        thread = Thread.objects.select_for_update().get(pk=message.thread_id)
        message.notes = [note for note in message.notes if note != conversations.UNPROVEN]
        message.save(update_fields=["notes"])
        _answer_by_ours(thread, message)


def set_contact_blocked(*, contact_id: int, is_blocked: bool, by: Any, reason: str = "") -> Contact:
    """Block a sender, whose mail is then recorded and never worked on, or let them in again."""
    reason = reason or ("blocked" if is_blocked else "unblocked")
    with transaction.atomic():
        contact = _decided(contact_id, "is_blocked", is_blocked, "blocked", by, reason)
        _settle_threads(contact, "The sender was blocked." if is_blocked else "")
    return contact


def set_contact_guest(
    *, contact_id: int, is_guest: bool, by: Any, reason: str = ""
) -> dict[str, Any]:
    """Say whether a sender is a guest: for the mail that is there and unanswered, and for all that
    comes. Returns what ``restore_guest`` takes. Raises ``already_decided``."""
    reason = reason or ("a guest" if is_guest else "not a guest")
    former: dict[str, str] = {}
    with transaction.atomic():
        was = Contact.objects.values_list("is_guest", flat=True).get(pk=contact_id)
        contact = _decided(contact_id, "is_guest", is_guest, "a guest already", by, reason)
        for message in _undecided_mail(contact):
            if not message.is_automated:
                former[str(message.pk)] = message.sender_reason
            before = Sender(SenderKind(message.sender_kind), message.sender_reason)
            sender = decided_sender(before, is_guest=is_guest)
            message.sender_kind, message.sender_reason = sender.kind, sender.reason
            message.is_automated = not is_guest
            message.save(update_fields=["sender_kind", "sender_reason", "is_automated"])
        _settle_threads(contact, "" if is_guest else "The sender is not a guest.")
    return {"contact_id": contact_id, "was": was, "former": former}


def restore_guest(*, contact_id: int, was: bool | None, former: Mapping[str, str], by: Any) -> None:
    """Take back that a sender is no guest. ``was``: what had been decided before; ``former``: by
    their keys, why mails were a guest's; those that are unanswered are again. Raises
    ``already_decided``."""
    with transaction.atomic():
        contact = _decided(contact_id, "is_guest", was, "a guest already", by, "taken back")
        for key, reason in former.items():
            unanswered = Message.objects.filter(pk=key, answered_by=None, is_automated=True)
            unanswered.update(
                sender_kind=SenderKind.GUEST, sender_reason=reason, is_automated=False
            )
        _settle_threads(contact, "")


def _decided(
    contact_id: int, field: str, value: bool | None, said: str, by: Any, reason: str
) -> Contact:
    # No key: whoever has a thread's lock and writes a mail of this contact need not wait.
    contact: Any = Contact.objects.select_for_update(no_key=True).get(pk=contact_id)
    if getattr(contact, field) == value:
        raise DomainError("already_decided", f"This sender is {'' if value else 'not '}{said}.")
    setattr(contact, field, value)
    contact._history_user, contact._change_reason = by, reason
    contact.save(update_fields=[field])
    return cast(Contact, contact)


def _undecided_mail(contact: Contact) -> list[Message]:
    """Unanswered mail but for reports. A second copy of a guest's mail stays one."""
    mails = Message.objects.filter(
        Q(sender_kind=SenderKind.GUEST, is_automated=False) | ~Q(sender_kind=SenderKind.GUEST),
        contact=contact,
        direction=Direction.IN,
        answered_by=None,
    ).exclude(sender_kind=SenderKind.REPORT)
    return list(mails.only("sender_kind", "sender_reason", "is_automated"))


def _settle_threads(contact: Contact, why_nothing_is_left: str) -> None:
    for thread in contact.threads.select_for_update().order_by("pk"):
        refresh_urgency(thread=thread)
        if why_nothing_is_left and thread.status != ThreadStatus.CLOSED:
            # A reply that may not leave would stand in the release queue for good.
            settle_thread(thread=thread, reason=why_nothing_is_left, now=timezone.now())
