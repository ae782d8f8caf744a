"""What our mail says in its headers, and the row it becomes in the conversation."""

from collections.abc import Sequence
from datetime import datetime
from email.utils import formataddr, make_msgid, parseaddr
from typing import Any

from drafting.mail.aliases import Alias
from drafting.mail.choices import Direction, MailSource, ThreadKind
from drafting.mail.models import Contact, MailSettings, Message, Thread
from drafting.mail.parsing import ParsedMail
from drafting.mail.selectors import Staff, get_staff
from drafting.mail.services import next_sequence
from drafting.mail.tokens import reply_address
from drafting.mail.work_models import OutgoingMail
from drafting.outbox.reply_headers import (
    checked_headers,
    reply_copies,
    reply_headers,
    reply_recipients,
)

AUTOMATIC_MAIL = "auto-generated"  # RFC 3834: no answer of a machine is wanted


def new_reply(
    *,
    thread: Thread,
    parent: Message | None,
    answered: Sequence[Message] = (),
    subject: str = "",
    is_automatic: bool = False,
    **row: Any,
) -> OutgoingMail:
    """A reply in this thread with its addresses and headers, not saved yet. ``answered``: every
    reviewer who wrote one of them gets the answer. ``row``: what else it holds."""
    staff = get_staff()
    known = parent or Message(subject=thread.subject)
    recipients = _recipients(thread, known, answered, staff)
    is_guest = thread.kind == ThreadKind.GUEST
    alias = staff.writes_as((*known.to, *known.cc) if is_guest else ())
    copies = reply_copies(known, recipients, staff.includes) if is_guest else []
    row |= {"thread": thread, "copies": copies, "is_automatic": is_automatic}
    if answered:
        row["waiting_since"] = min(message.received_at for message in answered)
    headers = reply_headers(
        known,
        sender=sender(alias),
        recipients=recipients,
        copies=copies,
        names=contact_names(recipients),
        message_id=new_message_id(staff),
        subject=subject,
        reply_to=_tagged_address(thread, alias),
        is_automatic=is_automatic,
    )
    return _with_headers(headers, recipients, row)


def _recipients(
    thread: Thread, parent: Message, answered: Sequence[Message], staff: Staff
) -> list[str]:
    if thread.kind == ThreadKind.BRIEFING:
        # Whatever a Reply-To says: what stands in a briefing is for reviewers.
        newest_first = sorted(answered, key=lambda message: -message.sequence)
        wrote = [parent.from_address, *(message.from_address for message in newest_first)]
        return list(dict.fromkeys(address for address in wrote if address in staff.reviewers))
    found = reply_recipients(parent, staff.includes)
    return found or list(thread.participants.values_list("address", flat=True))


def new_mail(
    *,
    recipients: list[str],
    subject: str,
    thread: Thread | None = None,
    is_by_person: bool = False,
    from_address: str = "",
    **row: Any,
) -> OutgoingMail:
    """A mail that answers none, not saved yet: a briefing, an alert, a person's first mail.
    ``thread``: where an answer to it joins. ``row``: what else it holds."""
    staff = get_staff()
    alias = staff.writes_as([from_address])
    headers = checked_headers(
        {
            "From": sender(alias),
            "To": ", ".join(recipients),
            "Subject": subject,
            "Message-ID": new_message_id(staff),
            "Reply-To": _tagged_address(thread, alias) if thread else "",
            "Auto-Submitted": "" if is_by_person else AUTOMATIC_MAIL,
        }
    )
    return _with_headers(headers, recipients, row | ({"thread": thread} if thread else {}))


def _with_headers(
    headers: dict[str, str], recipients: list[str], row: dict[str, Any]
) -> OutgoingMail:
    return OutgoingMail(
        recipients=recipients,
        subject=headers["Subject"],
        message_id=headers["Message-ID"],
        headers=headers,
        **row,
    )


def sender(alias: Alias) -> str:
    name, address = alias.name, alias.address
    return formataddr((name, address)) if name.isascii() else f"{name} <{address}>"


def alias_of(mail: OutgoingMail, staff: Staff | None = None) -> Alias:
    """The address that a mail of ours leaves from, as it is set now."""
    return (staff or get_staff()).writes_as([parseaddr(mail.headers.get("From", ""))[1]])


def new_message_id(staff: Staff) -> str:
    return make_msgid(domain=staff.mailbox.rpartition("@")[2] or "localhost")


def _tagged_address(thread: Thread, alias: Alias) -> str:
    if not alias.address or not MailSettings.current().has_plus_addresses:
        return ""
    return reply_address(alias.address, thread.pk)


def record_own_message(
    *, mail: OutgoingMail, contacts: Sequence[Contact], now: datetime
) -> Message:
    """Our mail's place in its conversation, as if it had been read from the Sent folder. Needs the
    thread's lock."""
    thread, alias = mail.thread, alias_of(mail)
    said = ParsedMail(
        from_address=alias.address,
        to=tuple(mail.recipients),
        subject=mail.subject,
        message_id=mail.message_id,
        body_text=mail.body_text.strip(),
    )
    return add_own_message(
        thread=thread,
        contact=contacts[0] if contacts else None,
        source=MailSource.DESK,
        now=now,
        content_hash=said.content_hash,
        message_id=mail.message_id,
        in_reply_to=mail.headers.get("In-Reply-To", ""),
        references=mail.headers.get("References", "").split(),
        from_address=said.from_address,
        from_name=alias.name,
        to=mail.recipients,
        cc=mail.copies,
        subject=mail.subject,
        body_text=mail.body_text,
        new_text=mail.body_text,
    )


def add_own_message(
    *, thread: Thread, contact: Contact | None, source: MailSource, now: datetime, **said: Any
) -> Message:
    """A mail of ours at the end of a thread. Needs the thread's lock."""
    return Message.objects.create(
        thread=thread,
        sequence=next_sequence(thread),
        direction=Direction.OUT,
        source=source,
        contact=contact,
        sent_at=now,
        received_at=now,
        **said,
    )


def contact_names(addresses: Sequence[str]) -> dict[str, str]:
    return dict(Contact.objects.filter(address__in=addresses).values_list("address", "name"))


def upsert_contacts(addresses: Sequence[str]) -> list[Contact]:
    """The contacts of these addresses. Before any thread is locked, as recording mail does it."""
    Contact.objects.bulk_create(
        (Contact(address=address) for address in sorted(addresses)), ignore_conflicts=True
    )
    found = {each.address: each for each in Contact.objects.filter(address__in=addresses)}
    return [found[address] for address in addresses if address in found]
