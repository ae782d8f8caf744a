"""Composes our mail: its headers, and the row it becomes in the conversation.

Providers replace our Message-ID, so no reply ever threads onto a mail of ours: its parent is always
a mail that came in.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from email.utils import formataddr, make_msgid, parseaddr
from typing import Any

from config.errors import invalid
from drafting.mail.aliases import Alias, reply_address
from drafting.mail.choices import Direction, MailSource, ThreadKind
from drafting.mail.models import MAX_HEADER_CHARACTERS, Contact, MailSettings, Message, Thread
from drafting.mail.parsing import ParsedMail
from drafting.mail.selectors import Staff, get_staff
from drafting.mail.senders import takes_no_answers
from drafting.mail.services import next_sequence
from drafting.mail.work_models import OutgoingMail

MAX_REFERENCES = 20
# What ends a line for a mail program, or for the code that folds headers.
_LINE_BREAKING = frozenset({"Cc", "Zl", "Zp"})
_NO_NAME = re.compile(r"[\x00-\x1f\x7f\"<>()\[\]\\,;:@]|[^\w .'-]")
_PREFIX = re.compile(
    r"(?:re|aw|antw|antwort|sv|vs|r|rif|odp|(?P<forward>fwd?|wg|tr|rv|i|doorst|enc))"
    r"\s?(?:\[\d{1,3}\]|\(\d{1,3}\)|\^\d{1,3})?\s?[:\uff1a]\s*",
    re.IGNORECASE,
)


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
    reviewer who wrote one of them gets the answer. ``row``: what else it holds. Raises
    ``validation_error`` for a line break in a header."""
    staff = get_staff()
    known = parent or Message(subject=thread.subject)
    recipients = _recipients(thread, known, answered, staff)
    is_guest = thread.kind == ThreadKind.GUEST
    copies = _copies(known, recipients, staff) if is_guest else []
    row |= {"thread": thread, "recipients": recipients, "copies": copies}
    if answered:
        row["waiting_since"] = min(message.received_at for message in answered)
    headers = {
        "To": named_addresses(recipients),
        "Cc": ", ".join(copies),
        "Subject": _reply_subject(subject or known.subject),
        **_references(known),
        "Auto-Submitted": "auto-replied" if is_automatic else "",
    }
    alias = staff.writes_as((*known.to, *known.cc) if is_guest else ())
    return _mail(staff, alias, headers, is_automatic=is_automatic, **row)


def new_mail(
    *,
    recipients: list[str],
    subject: str,
    is_by_person: bool = False,
    from_address: str = "",
    **row: Any,
) -> OutgoingMail:
    """A mail that answers none, not saved yet: a briefing, an alert, a person's first mail.
    ``row``: what else it holds; its ``thread``, where one is given, is named in Reply-To."""
    headers = {"To": ", ".join(recipients), "Subject": subject}
    if not is_by_person:  # RFC 3834: no answer of a machine is wanted
        headers["Auto-Submitted"] = "auto-generated"
    staff = get_staff()
    return _mail(staff, staff.writes_as([from_address]), headers, recipients=recipients, **row)


def _mail(staff: Staff, alias: Alias, headers: dict[str, str], **row: Any) -> OutgoingMail:
    has_tag = "thread" in row and alias.address and MailSettings.current().has_plus_addresses
    headers = _checked(
        {
            "From": sender(alias),
            **headers,
            "Message-ID": make_msgid(domain=staff.mailbox.rpartition("@")[2] or "localhost"),
            "Reply-To": reply_address(alias.address, row["thread"].pk) if has_tag else "",
        }
    )
    subject, message_id = headers["Subject"], headers["Message-ID"]
    return OutgoingMail(subject=subject, message_id=message_id, headers=headers, **row)


def sender(alias: Alias) -> str:
    name, address = alias.name, alias.address
    return formataddr((name, address)) if name.isascii() else f"{name} <{address}>"


def alias_of(mail: OutgoingMail, staff: Staff | None = None) -> Alias:
    """The address that a mail of ours leaves from, as it is set now."""
    return (staff or get_staff()).writes_as([parseaddr(mail.headers.get("From", ""))[1]])


def _recipients(
    thread: Thread, parent: Message, answered: Sequence[Message], staff: Staff
) -> list[str]:
    """Reply-To, else From; never ourselves, nor who takes no answers. Who writes through a form, or
    through our own page, stands in Reply-To alone."""
    if thread.kind == ThreadKind.BRIEFING:
        # Whatever a Reply-To says: what stands in a briefing is for reviewers.
        newest_first = sorted(answered, key=lambda message: -message.sequence)
        wrote = [parent.from_address, *(message.from_address for message in newest_first)]
        return list(dict.fromkeys(address for address in wrote if address in staff.reviewers))
    wanted = staff.outsiders(parent.reply_to) or list(filter(None, [parent.from_address]))
    participants = thread.participants.values_list("address", flat=True)
    found = dict.fromkeys(wanted or participants)
    return [address for address in found if not takes_no_answers(address)]


def _copies(parent: Message, recipients: Sequence[str], staff: Staff) -> list[str]:
    """Whom the guest wrote to beside us: they are in the conversation, as the guest wanted."""
    others = staff.outsiders((*parent.to, *parent.cc))
    known = {*recipients, parent.from_address}
    return [each for each in dict.fromkeys(others) if each not in known]


def named_addresses(addresses: Sequence[str]) -> str:
    """For a header: ``Name <address>`` of each, as far as we know their names."""
    known = Contact.objects.filter(address__in=addresses)
    names = dict(known.values_list("address", "name"))
    return ", ".join(named_address(names.get(each, ""), each) for each in addresses)


def named_address(name: str, address: str) -> str:
    """``Name <address>``, the name without what has a meaning in a header."""
    plain = " ".join(_NO_NAME.sub(" ", name).split())
    return f"{plain} <{address}>" if plain and plain.lower() != address else address


def _reply_subject(subject: str) -> str:
    """One "Re: ", whatever mail programs of other languages wrote before; a forward stays one."""
    rest, forward = subject.strip(), ""
    while match := _PREFIX.match(rest):
        forward = forward or (match["forward"] or "")
        rest = rest[match.end() :]
    return f"Re: {forward and forward + ': '}{rest}"[:MAX_HEADER_CHARACTERS].strip()


def _references(parent: Message) -> dict[str, str]:
    """In-Reply-To and References; none where the parent has no Message-ID."""
    if not parent.message_id:
        return {}
    earlier = list(parent.references) or [parent.in_reply_to]
    # The parent stands last, wherever else it may have been named.
    chain = [each for each in dict.fromkeys(earlier) if each and each != parent.message_id]
    chain.append(parent.message_id)
    if len(chain) > MAX_REFERENCES:
        chain = [chain[0], *chain[-(MAX_REFERENCES - 1) :]]
    return {"In-Reply-To": parent.message_id, "References": " ".join(chain)}


def retitled_headers(headers: Mapping[str, str], subject: str) -> dict[str, str]:
    """The same headers with another subject: one "Re: ". Raises ``validation_error`` for an empty
    one, and for a line break in it, at its ends too."""
    _checked({"Subject": subject})
    if _reply_subject(subject) == _reply_subject(""):
        raise invalid("subject", "Write a subject.")
    return _checked({**headers, "Subject": _reply_subject(subject)})


def _checked(headers: Mapping[str, str]) -> dict[str, str]:
    """Those that hold something. Raises ``validation_error`` for a line break in a value."""
    for name, value in headers.items():
        if any(unicodedata.category(character) in _LINE_BREAKING for character in value):
            raise invalid(name.lower().replace("-", "_"), "A header holds no line break.")
    return {name: value for name, value in headers.items() if value}


def record_own_message(
    *, mail: OutgoingMail, contacts: Iterable[Contact], now: datetime
) -> Message:
    """Our mail's place in its conversation, as if it had been read from the Sent folder. Needs the
    thread's lock."""
    alias = alias_of(mail)
    said: dict[str, Any] = {
        "from_address": alias.address,
        "to": mail.recipients,
        "subject": mail.subject,
        "message_id": mail.message_id,
        "body_text": mail.body_text,
    }
    return add_own_message(
        thread=mail.thread,
        contact=next(iter(contacts), None),
        source=MailSource.DESK,
        now=now,
        content_hash=ParsedMail(**said).content_hash,
        in_reply_to=mail.headers.get("In-Reply-To", ""),
        references=mail.headers.get("References", "").split(),
        from_name=alias.name,
        cc=mail.copies,
        new_text=mail.body_text,
        **said,
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
