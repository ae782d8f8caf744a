"""Words of mail servers, booking platforms and mail programs, all languages together."""

import re
from collections.abc import Iterator
from typing import ClassVar

from templatesapp.text.languages import SharedTable, each


class MailWords(SharedTable):
    """The English file says what each list is for. Unlike other forms these are looked for in the
    text as written, whatever its case, so accents count."""

    FILE: ClassVar[str] = "mail"
    NOTATION: ClassVar[str] = "form"


def listed(name: str) -> Iterator[str]:
    """English first: of two folders the one with the English name counts."""
    return (entry for words in each(MailWords) for entry in words.by_name.get(name, ()))


def choice(name: str) -> str:
    """One of a list's forms, as a group of a regular expression."""
    return f"(?:{'|'.join(listed(name))})"


def any_of(name: str) -> re.Pattern[str]:
    return re.compile(choice(name), re.IGNORECASE)
