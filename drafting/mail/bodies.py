"""The parts of a mail: one plain text that a person would read, and everything else as files."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from email.message import Message as MailPart
from typing import Any, TypeVar

import structlog

from drafting.mail.calendars import CALENDAR_TYPES, read_calendar
from drafting.mail.headers import clean_text, decode, decode_value
from drafting.mail.models import MAX_CONTENT_TYPE_CHARACTERS, MAX_FILENAME_CHARACTERS, Attachment
from drafting.pipeline.interpret.markup import html_to_text

MAX_ATTACHMENTS = 100  # files kept of one mail; all of them stay in the raw mail
MAX_PARTS = 2_000
MAX_DEPTH = 50  # of parts within parts; real mail stays below ten
MAX_HTML_CHARACTERS = 400_000  # of a mail, turned into text; takes 1 s, at its worst 4 s
_CONTENT_TYPE = re.compile(r"[a-z0-9!#$&^_.+-]+/[a-z0-9!#$&^_.+-]+")
_UNSAFE_IN_FILENAME = re.compile(r"[\x00-\x1f\x7f\"*:<>?|\u202a-\u202e\u2066-\u2069]+")
# Encrypted, or signed so that the text lies inside the signature.
_SEALED = ("multipart/encrypted", "application/pkcs7-mime", "application/x-pkcs7-mime")
_PGP = "-----BEGIN PGP MESSAGE-----"
T = TypeVar("T")
logger = structlog.get_logger(__name__)


@dataclass(slots=True)
class Content:
    """What a walk over the parts has found so far."""

    notes: list[str] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    parts: int = 0
    html_characters_left: int = MAX_HTML_CHARACTERS
    is_text_wanted: bool = True  # False inside an alternative that has given its text

    @property
    def body_text(self) -> str:
        return "\n\n".join(text for text in self.texts if text)


def read_content(mail: MailPart) -> Content:
    """Text, files and repair notes of a parsed mail. Raises nothing for what a sender can write."""
    content = Content()
    _read_part(mail, content, depth=0)
    if mail.get_content_type() in _SEALED or _PGP in content.body_text:
        content.notes.append("The mail is encrypted or sealed: its text cannot be read here.")
        content.texts.clear()
    if not content.body_text:
        content.notes.append("The mail has no text.")
    return content


def _read_part(part: MailPart, content: Content, *, depth: int) -> None:
    content.parts += 1
    if content.parts > MAX_PARTS or depth > MAX_DEPTH:
        content.notes.append("The mail has too many parts; the rest is only in the raw mail.")
        return
    children: Any = part.get_payload() if part.is_multipart() else None
    if part.get_content_maintype() == "message":
        # A forwarded or returned mail: another person's text is not what this sender wrote.
        _keep_file(part, content, _flattened(part), default_name="message.eml")
    elif not isinstance(children, list):
        _read_leaf(part, content)
    elif part.get_content_subtype() == "alternative":
        _read_alternative(children, content, depth=depth + 1)
    else:
        for child in children:
            _read_part(child, content, depth=depth + 1)


def _read_alternative(children: list[Any], content: Content, *, depth: int) -> None:
    """One of the forms is the text: plain where it says something, else the richest other one."""
    plain = [child for child in children if child.get_content_type() == "text/plain"]
    others = [child for child in reversed(children) if child.get_content_type() != "text/plain"]
    wanted, before = content.is_text_wanted, len(content.texts)
    for child in (*plain, *others):
        _read_part(child, content, depth=depth)
        content.is_text_wanted = wanted and not any(content.texts[before:])
    content.is_text_wanted = wanted


def _read_leaf(part: MailPart, content: Content) -> None:
    data = _payload(part)
    is_whole_mail = content.parts == 1
    is_text = part.get_content_type() in ("text/plain", "text/html") or (
        # A boundary that never came; or any text where there is nothing else to read.
        part.get_content_maintype() in (("multipart", "text") if is_whole_mail else ("multipart",))
    )
    is_file = part.get_content_disposition() == "attachment" or bool(_filename(part))
    is_invitation = is_whole_mail and part.get_content_type() == "text/calendar"
    if is_invitation and (said := read_calendar(data)):
        _keep_file(part, content, data)
        content.texts.append(said)
        return
    if not is_text or (is_file and not is_whole_mail):
        _keep_file(part, content, data)
        return
    if not content.is_text_wanted:
        return
    text = _decoded(part, data, content)
    if part.get_content_type() == "text/html":
        if len(text) > content.html_characters_left:
            content.notes.append("The HTML text was cut.")
        markup = text[: content.html_characters_left]
        content.html_characters_left -= len(markup)
        text = clean_text(html_to_text(markup))
        content.notes.append("Only an HTML text came; its plain reading is kept here.")
    content.texts.append(text.strip())


def _payload(part: MailPart) -> bytes:
    data = _if_readable(lambda: part.get_payload(decode=True))
    if isinstance(data, bytes):
        return data
    raw = part.get_payload()
    return raw.encode("utf-8", "surrogateescape") if isinstance(raw, str) else b""


def _decoded(part: MailPart, data: bytes, content: Content) -> str:
    charset = _if_readable(part.get_content_charset)
    text, is_repaired = decode(data, charset)
    if is_repaired:
        content.notes.append("The declared character set did not fit; the text was repaired.")
    if "\0" in text:
        content.notes.append("NUL bytes were removed.")
    return clean_text(text)


def _filename(part: MailPart) -> str:
    for header, source in part.raw_items():
        if header.lower() in ("content-disposition", "content-type") and not source.isascii():
            part.replace_header(header, decode_value(source)[0])
    name = _if_readable(part.get_filename)
    return safe_filename(decode_value(name or "")[0])


def _if_readable(read: Callable[[], T]) -> T | None:
    """What the library reads of a part; None where it fails, which it does in many ways."""
    try:
        return read()
    except (ValueError, LookupError, TypeError, AttributeError, AssertionError):
        return None


def safe_filename(name: str) -> str:
    """A bare file name: no folders, no control or direction characters, no leading dots."""
    last = name.replace("\\", "/").rpartition("/")[2]
    cleaned = _UNSAFE_IN_FILENAME.sub("_", last).strip(" .")
    stem, dot, extension = cleaned.rpartition(".")
    if len(cleaned) > MAX_FILENAME_CHARACTERS and dot and len(extension) <= 10:
        return f"{stem[: MAX_FILENAME_CHARACTERS - len(extension) - 1]}.{extension}"
    return cleaned[:MAX_FILENAME_CHARACTERS]


def _keep_file(part: MailPart, content: Content, data: bytes, default_name: str = "") -> None:
    if len(content.attachments) >= MAX_ATTACHMENTS:
        content.notes.append(f"Only the first {MAX_ATTACHMENTS} attachments are kept apart.")
        return
    content_type = part.get_content_type()
    if len(content_type) > MAX_CONTENT_TYPE_CHARACTERS or not _CONTENT_TYPE.fullmatch(content_type):
        content_type = "application/octet-stream"
    # Name and type are the sender's word, cleaned, and never trusted.
    name = _filename(part) or default_name
    is_invitation = content_type in CALENDAR_TYPES or name.lower().endswith(".ics")
    content.attachments.append(
        Attachment(
            filename=name,
            content_type=content_type,
            size_bytes=len(data),
            content=data,
            calendar_text=read_calendar(data) if is_invitation else "",
        )
    )


def _flattened(part: MailPart) -> bytes:
    try:
        children: Any = part.get_payload()
        if isinstance(children, list) and children:
            return b"\n".join(child.as_bytes() for child in children)
    except Exception as error:  # the generator fails in many ways on what a parser let through
        logger.warning("mail_part_not_flattened", error=type(error).__name__)
    return _payload(part)
