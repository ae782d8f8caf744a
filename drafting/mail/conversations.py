"""Which conversation a mail belongs to: by the ids it names, never by its subject, and only for
somebody who is part of that conversation already."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from drafting.mail.choices import Direction
from drafting.mail.models import Message, Thread
from drafting.mail.parsing import ParsedMail
from drafting.mail.selectors import Staff


@dataclass(frozen=True, slots=True)
class Place:
    """``thread_id`` to join; else a new thread, ``related_id`` to the one that was named."""

    thread_id: int | None = None
    related_id: int | None = None


def direction_of(parsed: ParsedMail, staff: Staff) -> Direction:
    """Ours when one of us wrote it to somebody else.

    Mail from us to us alone is received mail: a loop, a form, or somebody who forges our address.
    So is mail "from us" that failed DMARC.
    """
    if not parsed.from_address or not staff.includes(parsed.from_address):
        return Direction.IN
    recipients = (*parsed.to, *parsed.cc)
    is_to_us_alone = bool(recipients) and not staff.outsiders(recipients)
    return Direction.IN if is_to_us_alone or not parsed.is_sender_verified else Direction.OUT


def find_place(parsed: ParsedMail, direction: Direction, staff: Staff) -> Place:
    """Where this mail goes. At most three queries, whatever it names."""
    people = _people(parsed, direction, staff)
    named = _named_messages(parsed)
    threads = {message.thread_id for message in named}
    open_to_them = _threads_of(people, threads, is_anyone=direction == Direction.OUT and not people)
    for message in named:
        if message.thread_id in open_to_them:
            return Place(thread_id=message.thread_id)
    if named:
        return Place(related_id=named[0].thread_id)
    return Place(thread_id=_thread_waiting_for(parsed, people))


def people_of_new_thread(parsed: ParsedMail, direction: Direction, staff: Staff) -> list[str]:
    """The participants that a first mail makes. A CC makes none.

    The Reply-To counts here, where there is nothing yet that it could open to anybody; in a mail
    that joins a conversation it makes no participant.
    """
    people = _people(parsed, direction, staff)
    if direction == Direction.IN and parsed.is_sender_verified:
        people = [*people, *staff.outsiders(parsed.reply_to)]
    return list(dict.fromkeys(people))


def _people(parsed: ParsedMail, direction: Direction, staff: Staff) -> list[str]:
    """Who must be part of a conversation for this mail to join it."""
    if direction == Direction.OUT:
        return staff.outsiders(parsed.to)
    return [parsed.from_address] if parsed.from_address else []


def _named_messages(parsed: ParsedMail) -> list[Message]:
    """The recorded mails that this one names, nearest first."""
    named = parsed.named_ids
    if not named:
        return []
    place = {message_id: index for index, message_id in enumerate(named)}
    found = Message.objects.filter(message_id__in=named).only("pk", "message_id", "thread_id")
    return sorted(found, key=lambda message: (place[message.message_id], message.pk))


def _threads_of(people: Collection[str], threads: set[int], *, is_anyone: bool) -> set[int]:
    """Those of ``threads`` that one of these people is part of."""
    if not threads:
        return set()
    if is_anyone:  # our own mail without a visible recipient: it shows nothing to anybody
        return threads
    return set(
        Thread.objects.filter(pk__in=threads, participants__address__in=people).values_list(
            "pk", flat=True
        )
    )


def _thread_waiting_for(parsed: ParsedMail, people: Collection[str]) -> int | None:
    """The thread of an answer that was recorded before the mail it answers."""
    if not parsed.message_id or not people:
        return None
    return (
        Message.objects.filter(
            in_reply_to=parsed.message_id, thread__participants__address__in=people
        )
        .order_by("pk")
        .values_list("thread_id", flat=True)
        .first()
    )
