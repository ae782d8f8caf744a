"""A reply that a person decided not to send, and taking that decision back for a while."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

from config.errors import DomainError
from drafting.mail.choices import BatchState, MailSource, MailState
from drafting.mail.claims import end_batch, wait_for_person
from drafting.mail.contact_services import set_contact_blocked
from drafting.mail.models import Contact, Message
from drafting.mail.services import refresh_urgency
from drafting.mail.work_models import OutgoingMail, SentBack
from drafting.outbox.releases import locked_mail

TAKE_BACK_MINUTES = 10
MAY_BLOCK = "drafting.change_contact"


@contextmanager
def setting_aside(*, mail_id: int, by: Any) -> Iterator[None]:
    """Notes who decided against a waiting reply, where what is done inside cancels it."""
    waits = OutgoingMail.objects.filter(pk=mail_id, state=MailState.AWAITING_RELEASE).exists()
    begun = timezone.now()
    yield
    if waits:
        cancelled = OutgoingMail.objects.filter(pk=mail_id, state=MailState.CANCELLED)
        cancelled.update(set_aside_by=by, set_aside_at=begun)


def may_take_back(mail: OutgoingMail, now: datetime) -> bool:
    since = now - timedelta(minutes=TAKE_BACK_MINUTES)
    is_recent = mail.set_aside_at is not None and mail.set_aside_at > since
    return mail.state == MailState.CANCELLED and is_recent


def take_back(*, mail_id: int, by: Any) -> OutgoingMail:
    """Let a reply wait again that was sent back, closed, answered elsewhere or whose sender was
    blocked: what went with that decision goes.

    Raises ``already_decided`` when it is too late, or where an agent has begun anew;
    ``permission_denied`` for who may not unblock a sender.
    """
    _unblock(mail_id, by)
    with locked_mail(mail_id) as mail:
        now = timezone.now()
        if not may_take_back(mail, now) or mail.batch is None:
            raise DomainError("already_decided", f"This mail is {mail.get_state_display()}.")
        if mail.thread.has_live_claim(now) or mail.thread.batches.filter(pk__gt=mail.batch.pk):
            raise DomainError("already_decided", "Somebody works on this conversation already.")
        _reopen_mail(mail)
        SentBack.objects.filter(
            thread=mail.thread, person=mail.set_aside_by, created_at__gte=mail.set_aside_at
        ).delete()
        end_batch(mail.batch.pk, BatchState.ANSWERED, now)
        mail.state, mail.last_error = MailState.AWAITING_RELEASE, ""
        mail.set_aside_by = mail.set_aside_at = None
        mail.save(update_fields=["state", "last_error", "set_aside_by", "set_aside_at"])
        wait_for_person(mail.thread, known_ids=mail.batch.message_ids)
    return mail


def _unblock(mail_id: int, by: Any) -> None:
    """Before the thread is locked, as every change of a contact does it."""
    mail = OutgoingMail.objects.filter(pk=mail_id).first()
    if mail is None or not may_take_back(mail, timezone.now()):
        return
    blocked = Contact.objects.filter(threads=mail.thread_id, is_blocked=True).order_by("pk")
    ids = list(blocked.values_list("pk", flat=True))
    if ids and not by.has_perm(MAY_BLOCK):
        raise DomainError("permission_denied", "A manager lets a blocked sender in again.")
    for contact_id in ids:
        set_contact_blocked(contact_id=contact_id, is_blocked=False, by=by)


def _reopen_mail(mail: OutgoingMail) -> None:
    """What was marked as answered elsewhere is unanswered again."""
    ids = mail.batch.message_ids if mail.batch else []
    marks = Message.objects.filter(answers__in=ids, source=MailSource.ELSEWHERE).distinct()
    keys = list(marks.values_list("pk", flat=True))
    Message.objects.filter(answered_by__in=keys).update(answered_by=None)
    Message.objects.filter(pk__in=keys).delete()
    refresh_urgency(thread=mail.thread)
