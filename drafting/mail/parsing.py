"""A mail's bytes, or the fields of a posted mail, become one plain value.

Whatever a sender can write gets in: what could be read, and a note for everything that was
repaired. Only size is refused.
"""

import hashlib
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.message import Message as MailPart
from email.parser import BytesHeaderParser, BytesParser
from itertools import islice

import structlog
from django.conf import settings

from config.errors import DomainError
from drafting.mail import headers
from drafting.mail.bodies import Content, read_content
from drafting.mail.delivery_reports import DeliveryReport, read_delivery_report
from drafting.mail.headers import clean_text, decode, read_authentication
from drafting.mail.models import (
    MAX_HEADER_CHARACTERS,
    MAX_NAME_CHARACTERS,
    MAX_READ_CHARACTERS,
    Attachment,
)
from drafting.mail.senders import (
    A_GUEST,
    NO_ANSWERS,
    Envelope,
    Sender,
    judge_sender,
    takes_no_answers,
)
from drafting.pipeline.interpret.normalise import normalise

MAX_HEADERS = 2_000  # of one part; real mail has fewer than a hundred
# The library reads the parameters of these in time that grows with their square.
MAX_PARAMETER_CHARACTERS = 4_000
_WITH_PARAMETERS = frozenset({"content-type", "content-disposition"})
# Each may open a part, and each part takes half a kilobyte and ten microseconds.
MAX_BOUNDARY_LINES = 50_000
_BOUNDARY_LINE = re.compile(rb"^--", re.MULTILINE)
logger = structlog.get_logger(__name__)


@dataclass(slots=True)
class ParsedMail:
    """Addresses are folded, ids in angle brackets, moments in UTC, texts free of NUL."""

    from_address: str = ""
    from_name: str = ""
    reply_to: tuple[str, ...] = ()
    to: tuple[str, ...] = ()
    cc: tuple[str, ...] = ()
    subject: str = ""
    message_id: str = ""
    in_reply_to: str = ""
    references: tuple[str, ...] = ()
    sent_at: datetime | None = None
    # When our mail server took it, by its Received header.
    delivered_at: datetime | None = None
    body_text: str = ""
    new_text: str = ""
    quoted_text: str = ""
    signature_text: str = ""
    attachments: tuple[Attachment, ...] = ()  # not stored yet
    sender: Sender = A_GUEST
    report: DeliveryReport | None = None
    authentication: str = ""
    is_sender_verified: bool = True
    is_sender_proven: bool = False
    notes: list[str] = field(default_factory=list)  # what had to be repaired

    @property
    def named_ids(self) -> tuple[str, ...]:
        """The mails that this one answers, nearest first."""
        return tuple(dict.fromkeys(filter(None, (self.in_reply_to, *reversed(self.references)))))

    @property
    def content_hash(self) -> str:
        """Of what was said, not of how it travelled: the same mail fetched twice has one hash."""
        said: list[object] = [
            self.from_address,
            self.subject,
            " ".join(self.body_text.split()),
            [hashlib.sha256(file.content).hexdigest() for file in self.attachments],
        ]
        if not self.message_id:  # then only the rest tells two short mails apart
            said += [str(self.sent_at), sorted(self.to), self.named_ids]
        return hashlib.sha256(json.dumps(said).encode()).hexdigest()


class BoundedPart(MailPart):
    """A part that forgets headers beyond the bound, and cuts those that are slow to read."""

    def set_raw(self, name: str, value: str) -> None:
        if len(self._headers) >= MAX_HEADERS:  # type: ignore[attr-defined]
            return
        if name.lower() in _WITH_PARAMETERS:
            value = value[:MAX_PARAMETER_CHARACTERS]
        super().set_raw(name, value)

    def lines(self, name: str) -> list[str]:
        """The source of all headers of a name in lower case, 8-bit bytes as surrogates."""
        return [str(value) for found, value in self.raw_items() if found.lower() == name]

    def line(self, name: str) -> str:
        return next(iter(self.lines(name)), "")


def parse_mail(raw: bytes) -> ParsedMail:
    """Read one RFC 5322 mail. Raises DomainError ``payload_too_large``, and nothing else."""
    if len(raw) > settings.MAX_MAIL_BYTES:
        megabytes = settings.MAX_MAIL_BYTES // 1_000_000
        raise DomainError("payload_too_large", f"A mail may have {megabytes} MB.")
    try:
        if next(islice(_BOUNDARY_LINE.finditer(raw), MAX_BOUNDARY_LINES, None), None) is not None:
            raise ValueError("More lines that could open a part than any mail has parts.")
        mail = BytesParser(BoundedPart).parsebytes(raw)
        content = read_content(mail)
    # The parser recurses and trusts: a sender can make it raise anything.
    except Exception as error:
        logger.warning("mail_not_parsed", error=type(error).__name__)
        mail, content = _headers_only(raw)
    parsed = ParsedMail(body_text=content.body_text, attachments=tuple(content.attachments))
    _read_headers(mail, parsed)
    parsed.notes = list(dict.fromkeys((*parsed.notes, *content.notes)))
    _judge_sender(parsed, mail)
    split_text(parsed)
    return parsed


def _headers_only(raw: bytes) -> tuple[BoundedPart, Content]:
    content = Content(notes=["The mail could not be taken apart; its text is shown as it came."])
    head, _, body = raw.replace(b"\r\n", b"\n").partition(b"\n\n")
    text, _ = decode(body[:MAX_READ_CHARACTERS])
    content.texts.append(clean_text(text).strip())
    try:
        return BytesHeaderParser(BoundedPart).parsebytes(head), content
    except Exception as error:
        logger.warning("mail_headers_not_parsed", error=type(error).__name__)
        return BoundedPart(), content


def _read_headers(mail: BoundedPart, parsed: ParsedMail) -> None:
    if not mail.keys():
        parsed.notes.append("There are no mail headers.")
    _read_sender(mail, parsed)
    parsed.subject, is_repaired = headers.decode_value(mail.line("subject"))
    if is_repaired:
        parsed.notes.append("The subject header was repaired.")
    if len(parsed.subject) > MAX_HEADER_CHARACTERS:
        parsed.notes.append(f"The subject header was cut at {MAX_HEADER_CHARACTERS} characters.")
        parsed.subject = parsed.subject[:MAX_HEADER_CHARACTERS]
    _read_ids(mail, parsed)
    date = mail.line("date")
    parsed.sent_at = headers.read_date(date)
    if parsed.sent_at is None:
        parsed.notes.append("The date is unreadable." if date else "The mail has no date.")
    # The topmost line is our own server's; those below are the sender's word.
    parsed.delivered_at = headers.read_date(mail.line("received").rpartition(";")[2])
    parsed.reply_to, parsed.to, parsed.cc = (
        _addresses(name, mail, parsed) for name in ("reply-to", "to", "cc")
    )


def _read_sender(mail: BoundedPart, parsed: ParsedMail) -> None:
    parsed.from_name = headers.decode_value(mail.line("from"))[0][:MAX_NAME_CHARACTERS]
    for name in ("from", "sender", "reply-to", "return-path"):
        named, address = headers.read_sender(mail.line(name))
        if address:
            parsed.from_name, parsed.from_address = named, address
            break
    if not parsed.from_address:
        parsed.notes.append("No sender could be read.")
    elif name != "from":
        parsed.notes.append(f"No sender in the From header; taken from {name}.")
    parsed.authentication, parsed.is_sender_verified, parsed.is_sender_proven = read_authentication(
        mail.lines("authentication-results")
    )
    if not parsed.is_sender_verified:
        parsed.notes.append("DMARC failed: the sender is not verified.")


def _read_ids(mail: BoundedPart, parsed: ParsedMail) -> None:
    ids = headers.read_ids(" ".join(mail.lines("message-id")))
    if not ids:
        parsed.notes.append("The mail has no Message-ID.")
    elif len(ids) > 1:
        parsed.notes.append("The mail has several Message-IDs; the first counts.")
    in_reply_to = headers.read_ids(mail.line("in-reply-to"))
    references = headers.read_references(" ".join(mail.lines("references")))
    parsed.message_id = ids[0] if ids else ""
    parsed.in_reply_to = in_reply_to[0] if in_reply_to else ""
    parsed.references = tuple(dict.fromkeys([*references, *in_reply_to[1:]]))


def _addresses(name: str, mail: BoundedPart, parsed: ParsedMail) -> tuple[str, ...]:
    read = [headers.read_addresses(value) for value in mail.lines(name)]
    if any(len(pairs) >= headers.MAX_RECIPIENTS for pairs in read):
        most = headers.MAX_RECIPIENTS
        parsed.notes.append(f"Only the first {most} addresses of {name} are kept.")
    return tuple(dict.fromkeys(address for pairs in read for _, address in pairs))


def _judge_sender(parsed: ParsedMail, mail: MailPart) -> None:
    """Who wrote it, and what it reports. ``entries`` adds what only the desk's own addresses
    tell."""
    try:
        report = read_delivery_report(mail, parsed.body_text, parsed.from_address)
        envelope = Envelope(mail, parsed.from_address, parsed.reply_to, report is not None)
        parsed.sender, parsed.report = judge_sender(envelope), report
    except Exception as error:  # a fault of the rules must not lose the mail
        logger.exception("mail_sender_not_judged", error=type(error).__name__)


def mail_from_fields(
    *,
    from_address: str,
    from_name: str = "",
    to: Sequence[str] = (),
    subject: str = "",
    body_text: str = "",
    message_id: str = "",
    in_reply_to: str = "",
    references: Sequence[str] = (),
    sent_at: datetime | None = None,
) -> ParsedMail:
    """The same value from a mail that somebody has taken apart already. Raises nothing; what is no
    address or id goes."""
    ids, answered = headers.read_ids(message_id), headers.read_ids(in_reply_to)
    body_text = clean_text(body_text).strip()
    notes = [] if ids else ["The mail has no Message-ID."]
    if not body_text:
        notes.append("The mail has no text.")
    addresses = [headers.read_sender(recipient)[1] for recipient in to]
    parsed = ParsedMail(
        from_address=headers.fold_address(from_address),
        from_name=headers.one_line(from_name)[:MAX_NAME_CHARACTERS],
        to=tuple(dict.fromkeys(filter(None, addresses))),
        subject=headers.one_line(subject)[:MAX_HEADER_CHARACTERS],
        message_id=ids[0] if ids else "",
        in_reply_to=answered[0] if answered else "",
        references=tuple(headers.read_references(" ".join(references))),
        sent_at=sent_at and sent_at.astimezone(UTC),
        body_text=body_text,
        notes=notes,
    )
    if takes_no_answers(parsed.from_address):
        parsed.sender = NO_ANSWERS
    split_text(parsed)
    return parsed


def split_text(parsed: ParsedMail) -> None:
    """What the sender wrote this time, apart from quote and signature."""
    try:
        text = parsed.body_text[:MAX_READ_CHARACTERS]
        split = normalise(text, sender_name=parsed.from_name)
    except Exception as error:  # a fault of the split must not lose the mail
        logger.exception("mail_text_not_split", error=type(error).__name__)
        parsed.new_text = parsed.body_text
        return
    parsed.new_text, parsed.quoted_text = split.text, split.quote
    parsed.signature_text = split.signature
    if len(parsed.body_text) > MAX_READ_CHARACTERS:
        parsed.notes.append(f"Only the first {MAX_READ_CHARACTERS} characters are read.")
