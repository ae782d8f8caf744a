"""Mail of ours that was written elsewhere, and the guests' mail that it answers. Reads only."""

from __future__ import annotations

from django.db.models import Q
from django.utils import timezone

from drafting.mail.choices import Direction, MailKind, MailState
from drafting.mail.models import Message, Thread
from drafting.mail.work_models import OutgoingMail

UNPROVEN = "It names us as its sender and nothing proves it: it answers nothing."


def is_answered_by(answer: Message) -> Q:
    """What our mail answers: the mails it names, and all that had come when it was sent.

    Without a date only the mails it names: marking too little is mended by a person, marking too
    much loses a mail.
    """
    is_answered = Q(message_id__in=[answer.in_reply_to, *answer.references]) & ~Q(message_id="")
    if answer.sent_at is not None:
        is_answered |= Q(received_at__lte=min(answer.sent_at, timezone.now()))
    return is_answered


def answered_by_ours(thread: Thread, answer: Message) -> list[int]:
    """The unanswered mail of a thread that it answers."""
    waiting = Message.objects.filter(thread=thread, direction=Direction.IN, answered_by=None)
    return list(waiting.filter(is_answered_by(answer)).values_list("pk", flat=True))


def replies_said_already(thread: Thread, answer: Message) -> list[OutgoingMail]:
    """Released replies that have not begun to leave, and all of whose mail ``answer`` answers."""
    queued = OutgoingMail.objects.filter(
        thread=thread, state=MailState.QUEUED, kind=MailKind.REPLY, own_message__isnull=False
    ).select_related("own_message", "thread")
    said = []
    for reply in queued:
        its_mail = Message.objects.filter(answered_by=reply.own_message_id)
        if its_mail.exists() and not its_mail.exclude(is_answered_by(answer)).exists():
            said.append(reply)
    return said


def answer_recorded_before(thread: Thread, message: Message) -> Message | None:
    """Our mail that names this one and was recorded first (mail read out of order)."""
    if not message.message_id:
        return None
    named = Message.objects.filter(
        thread=thread,
        direction=Direction.OUT,
        is_automated=False,
        in_reply_to=message.message_id,
    )
    ours = named.defer("raw").order_by("pk")
    return next((answer for answer in ours if UNPROVEN not in answer.notes), None)
