"""Replies that may leave ten at a time: an unchanged letter that the desk was sure of, to a mail
where nothing asks for a closer look. Released by the queue's own service, one by one."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from config.errors import DomainError
from drafting.drafts.choices import DeliveryStatus, Selection
from drafting.drafts.models import Attestation
from drafting.mail.choices import Direction, ThreadKind, Urgency
from drafting.mail.models import Attachment, Message
from drafting.mail.work_models import OutgoingMail
from drafting.outbox.care import why_care
from drafting.outbox.models import ReplyFile
from drafting.outbox.release_queue import release_queue
from drafting.outbox.releases import locked_mail, release_reply, undo_release

CARDS_AT_MOST = 10
_READ_AT_MOST = 100  # of the queue, for a screen of cards
Done = tuple[list[Any], list[tuple[str, str]]]  # rows, and what was left: subject, why


def safe_replies(person: Any) -> list[OutgoingMail]:
    """The first ten, in the queue's order. One query."""
    waiting = _candidates(person)[:_READ_AT_MOST]
    return [mail for mail in waiting if _is_plain(mail)][:CARDS_AT_MOST]


def card_mark(mail: OutgoingMail) -> str:
    """What was on the card: another mark is another text, subject or address."""
    shown = "\0".join((mail.subject, mail.body_text, *mail.everybody))
    return hashlib.sha256(shown.encode()).hexdigest()[:16]


def release_cards(*, marks: Mapping[int, str], by: Any) -> Done:
    """Releases what still stands as it was shown, each in a transaction of its own; the rest with
    why it was left out. Raises ``validation_error`` for more than a screen."""
    if len(marks) > CARDS_AT_MOST:
        raise DomainError("validation_error", f"At most {CARDS_AT_MOST} leave at once.")

    def release(mail: OutgoingMail) -> OutgoingMail:
        waiting = _candidates(by).filter(pk=mail.pk).first()
        if waiting is not None and card_mark(mail) != marks[mail.pk]:
            raise DomainError("conflict", "It was changed after you read it.")
        released = release_reply(mail_id=mail.pk, by=by)
        if waiting is None or not _is_plain(waiting):
            raise DomainError("conflict", "It wants a closer look now.")
        return released

    return one_by_one(list(marks), release)


def take_cards_back(*, mail_ids: Sequence[int], by: Any) -> Done:
    """Takes back what this person released and has not begun to leave."""

    def take_back(mail: OutgoingMail) -> OutgoingMail:
        if mail.released_by != by:
            raise DomainError("already_decided", "Somebody else has decided about it.")
        return undo_release(mail_id=mail.pk, by=by)

    return one_by_one(mail_ids[:CARDS_AT_MOST], take_back)


def one_by_one(mail_ids: Sequence[int], act: Callable[[OutgoingMail], OutgoingMail]) -> Done:
    """Acts on each in a transaction of its own; those refused by subject, with why."""
    done, left = [], []
    for mail_id in mail_ids:
        subject = f"Reply {mail_id}"
        try:
            with locked_mail(mail_id) as mail:
                subject = mail.subject
                done.append(act(mail))
        except DomainError as error:
            left.append((subject, error.detail))
    return done, left


def _candidates(person: Any) -> QuerySet[OutgoingMail]:
    """What the database can tell; ``_is_plain`` looks at the rest."""
    received = Message.objects.filter(thread=OuterRef("thread"), direction=Direction.IN)
    newer = received.filter(pk__gt=OuterRef("batch__parent"), answered_by=None, is_automated=False)
    doubtful = received.filter(is_sender_verified=False)
    known = Message.objects.filter(
        contact=OuterRef("batch__parent__contact"), direction=Direction.OUT
    )
    files = Attachment.objects.filter(message__thread=OuterRef("thread"))
    last = Attestation.objects.filter(draft=OuterRef("draft"))
    changed = last.filter(Q(refinement_applied=True) | ~Q(delivery_status=DeliveryStatus.READY))
    own_files = ReplyFile.objects.filter(outgoing_mail=OuterRef("pk"))
    return (
        release_queue(person)
        .filter(
            thread__urgency=Urgency.NONE,
            thread__kind=ThreadKind.GUEST,
            body_text=F("draft__body_plain"),
            draft__selection=Selection.AUTO,
            draft__delivery_status=DeliveryStatus.READY,
            draft__is_protected=False,
            draft__rests_on_state=False,
            draft__composite=False,
            draft__acknowledgement=None,
            draft__template__isnull=False,
        )
        .exclude(Exists(newer) | Exists(doubtful) | Exists(changed) | Exists(own_files))
        .exclude(~Exists(known) & Exists(files))
        .select_related("thread", "draft__template", "batch__parent")
        .defer("batch__parent__raw")
    )


def _is_plain(mail: OutgoingMail) -> bool:
    """Whether it goes to nobody but who wrote, and no policy asks for a person."""
    parent = mail.batch.parent if mail.batch else None
    return parent is not None and mail.everybody == [parent.from_address] and not why_care(mail)
