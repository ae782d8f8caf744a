"""The addresses that we write from beside the mailbox's own: each with a name and a signature."""

import re
from dataclasses import dataclass

from django.core.exceptions import ValidationError

from config.mail_urls import read_address

MAX_ALIASES = 50
MAX_SIGNATURE_CHARACTERS = 1_000
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
