"""What people decide about a sender: blocked or not, a guest or not."""

from __future__ import annotations

from typing import Any, cast

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from config.errors import DomainError
from drafting.mail.choices import Direction, SenderKind, ThreadStatus
from drafting.mail.claims import settle_thread
from drafting.mail.entries import decided_sender
from drafting.mail.models import Contact, Message
from drafting.mail.senders import Sender
from drafting.mail.services import refresh_urgency


def set_contact_blocked(*, contact_id: int, is_blocked: bool, by: Any, reason: str = "") -> Contact:
    """Block a sender, whose mail is then recorded and never worked on, or let them in again."""
    reason = reason or ("blocked" if is_blocked else "unblocked")
    with transaction.atomic():
        contact = _decided(contact_id, "is_blocked", is_blocked, "blocked", by, reason)
        _settle_threads(contact, "The sender was blocked." if is_blocked else "")
    return contact


def set_contact_guest(*, contact_id: int, is_guest: bool, by: Any, reason: str = "") -> Contact:
    """Say whether a sender is a guest: for the mail that is there and unanswered, and for all that
    comes. Raises ``already_decided``."""
    reason = reason or ("a guest" if is_guest else "not a guest")
    with transaction.atomic():
        contact = _decided(contact_id, "is_guest", is_guest, "a guest already", by, reason)
        for message in _undecided_mail(contact):
            before = Sender(SenderKind(message.sender_kind), message.sender_reason)
            sender = decided_sender(before, is_guest=is_guest)
            message.sender_kind, message.sender_reason = sender.kind, sender.reason
            message.is_automated = not is_guest
            message.save(update_fields=["sender_kind", "sender_reason", "is_automated"])
        _settle_threads(contact, "" if is_guest else "The sender is not a guest.")
    return contact


def _decided(contact_id: int, field: str, value: bool, said: str, by: Any, reason: str) -> Contact:
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
