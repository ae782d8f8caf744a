"""The mailbox's other addresses (name, signature), and plus addresses that find a conversation."""

import re
from dataclasses import dataclass

from django.core.exceptions import ValidationError
from django.utils.crypto import constant_time_compare, salted_hmac

from config.mail_urls import read_address

MAX_ALIASES = 50
MAX_SIGNATURE_CHARACTERS = 1_000
_TAG = re.compile(r"t([0-9]{1,18})x([0-9a-f]{16})")
_TAG_HEX_DIGITS = 16  # 64 bits: an address is guessed over SMTP, one try a mail
_SPECIAL = re.compile(r'[\x00-\x1f"(),:;<>@\[\]\\]')


@dataclass(frozen=True, slots=True)
class Alias:
    address: str  # in lower case
    name: str = ""
    signature: str = ""


def read_aliases(text: str) -> tuple[Alias, ...]:
    """One a paragraph: ``Name <address>``, and below it the lines of its signature.

    Raises ValueError, in words for whoever wrote it.
    """
    paragraphs = re.split(r"\n\s*\n", text.replace("\r\n", "\n").strip())
    found = tuple(_read(each) for each in paragraphs if each)
    if len({each.address for each in found}) < len(found):
        raise ValueError("an address stands there twice")
    if len(found) > MAX_ALIASES:
        raise ValueError(f"at most {MAX_ALIASES} addresses")
    return found


def check_aliases(value: str) -> None:
    try:
        read_aliases(value)
    except ValueError as error:
        raise ValidationError(f"This is no list of addresses: {error}.") from None


def _read(paragraph: str) -> Alias:
    first, _, signature = paragraph.strip().partition("\n")
    name, address = read_address(first.strip())
    if _SPECIAL.search(name):
        raise ValueError(f"'{name}' holds a sign that a name in a mail cannot have")
    if len(signature) > MAX_SIGNATURE_CHARACTERS:
        raise ValueError(f"a signature has at most {MAX_SIGNATURE_CHARACTERS} characters")
    return Alias(address, name, signature.strip())


def reply_address(mailbox: str, thread_id: int) -> str:
    """``desk+t12x…@host``: what is sent there belongs to thread 12."""
    local, _, domain = mailbox.rpartition("@")
    return f"{local}+t{thread_id}x{_signature(thread_id)}@{domain}"


def thread_of_address(address: str) -> int | None:
    """The thread that a reply address names; None for any other address."""
    tag = address.rpartition("@")[0].rpartition("+")[2]
    match = _TAG.fullmatch(tag)
    if match is None or not constant_time_compare(_signature(int(match[1])), match[2]):
        return None
    return int(match[1])


def _signature(thread_id: int) -> str:
    return salted_hmac("drafting.mail.reply", str(thread_id)).hexdigest()[:_TAG_HEX_DIGITS]
