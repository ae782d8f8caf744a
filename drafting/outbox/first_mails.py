"""A conversation that a person begins: to a guest who has not written, or not about this."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils import timezone

from config.errors import DomainError, invalid
from config.mail_urls import read_address
from drafting.mail.choices import ThreadKind, ThreadStatus
from drafting.mail.models import MAX_HEADER_CHARACTERS, Contact, Thread
from drafting.mail.selectors import get_staff
from drafting.mail.work_models import MAX_REPLY_CHARACTERS, OutgoingMail
from drafting.outbox.care import refuse_suppressed
from drafting.outbox.composing import new_mail, upsert_contacts
from drafting.outbox.files import attach_files, check_files
from drafting.outbox.models import ReplyFile
from drafting.outbox.releases import queue_mail
from templatesapp.categories import LANGUAGES


@dataclass(frozen=True, slots=True)
class FirstMail:
    """What a person writes. ``to``: an address, or ``Name <address>``."""

    to: str
    subject: str
    body_text: str
    language: str = "en"
    from_address: str = ""  # "": the mailbox's own
    files: Sequence[ReplyFile] = ()


def begin_conversation(*, first: FirstMail, by: Any) -> OutgoingMail:
    """Open a conversation with a mail of ours; it leaves as a released reply does, and the guest's
    answer joins it. Raises ``validation_error`` by field, ``conflict`` for an address that is not
    written to."""
    address = _checked(first)
    now = timezone.now()
    contacts = upsert_contacts([address])
    with transaction.atomic():
        if Contact.objects.filter(address=address, is_blocked=True).exists():
            raise DomainError("conflict", "The address is blocked.")
        refuse_suppressed([address])
        thread = Thread.objects.create(
            subject=first.subject.strip(), kind=ThreadKind.GUEST, status=ThreadStatus.OPEN
        )
        thread.participants.add(*contacts)
        mail = new_mail(
            recipients=[address],
            subject=thread.subject,
            thread=thread,
            is_by_person=True,
            from_address=first.from_address,
            body_text=first.body_text.strip(),
            language=first.language,
            created_at=now,
        )
        mail.save()
        attach_files(mail=mail, files=first.files, by=by)
        queue_mail(mail=mail, by=by, now=now)
    return mail


def _checked(first: FirstMail) -> str:
    try:
        address = read_address(first.to.strip())[1]
    except ValueError:
        raise invalid("to", "It is no mail address.") from None
    staff = get_staff()
    if staff.includes(address):
        raise invalid("to", "This address is one of ours.")
    if first.from_address not in ("", *(alias.address for alias in staff.aliases)):
        raise invalid("from_address", "It is none of our other addresses.")
    if not first.subject.strip() or len(first.subject) > MAX_HEADER_CHARACTERS:
        raise invalid("subject", f"Write a subject of at most {MAX_HEADER_CHARACTERS} characters.")
    if not first.subject.isprintable():
        raise invalid("subject", "A subject holds no line break.")
    if not first.body_text.strip() or len(first.body_text) > MAX_REPLY_CHARACTERS:
        raise invalid("body_text", f"Write a text of at most {MAX_REPLY_CHARACTERS} characters.")
    if first.language not in LANGUAGES:
        raise invalid("language", f"One of {', '.join(LANGUAGES)}.")
    check_files(first.files)
    return address
