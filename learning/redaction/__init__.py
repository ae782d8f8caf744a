"""Personal data out, tokens in: one function for proposals, ledger, memory and logs."""

import re
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

from learning.redaction import contacts, name_places, names, postal
from learning.redaction.names import Names, Sender
from learning.redaction.page import TOKENS, Keep, Page, Span, keep_of, own_words
from templatesapp.text.tokens import fold_letters

__all__ = ["TOKENS", "own_words", "redact"]

# Of a draft's slots only these hold a guest's data; facts, calls to action and policy do not.
_PERSONAL_SLOTS = ("GREETING", "BOOKING_REF")
_NAME = TOKENS[-1]
_SHORTEST_VALUE = 2  # characters
_MOST_PASSES = 6

_CONTACT_RULES: tuple[tuple[str, Callable[[Page, Keep], Iterator[Span]]], ...] = (
    ("[EMAIL]", contacts.find_addresses),
    ("[ADDRESS]", postal.find_postal),
    ("[BIRTH_DATE]", contacts.find_births),
    ("[IBAN]", contacts.find_ibans),
    ("[CARD]", contacts.find_cards),
    ("[BOOKING_REF]", contacts.find_references),
    ("[PHONE]", contacts.find_phones),
)
_NAME_RULES: tuple[Callable[[Names], Iterator[Span]], ...] = (
    names.find_sender,
    names.find_nicknames,
    name_places.find_in_headers,
    name_places.find_greeted,
    name_places.find_titled,
    name_places.find_related,
    name_places.find_introduced,
    name_places.find_at_desk,
    name_places.find_signed,
    name_places.find_last_lines,
    name_places.find_behind_text,
    names.find_first_names,
)


def redact(
    text: str,
    *,
    known_values: Mapping[str, str] = MappingProxyType({}),
    sender_name: str = "",
    sender_address: str = "",
    keep: tuple[str, ...] = (),
) -> str:
    """Replace what identifies a person by tokens; twice is the same as once.

    ``known_values``: a draft's filled slots (slot name -> value).
    ``sender_name`` and ``sender_address`` come from the From header. ``keep``: our own texts;
    addresses, numbers and names that stand in them stay.
    """
    page = Page(text)
    own = keep_of(keep)
    for value, token in _values(known_values):
        page.cover(_find_value(page, value), token)
    if "@" in sender_address and not own.has_address(sender_address):
        page.cover(_find_value(page, sender_address), "[EMAIL]")
    sender = Sender(sender_name, sender_address)
    # Covering a name or a number may show the next one its place ("Anna [NAME]").
    for _ in range(_MOST_PASSES):
        if not _one_pass(page, sender, own):
            break
    return page.redacted()


def _one_pass(page: Page, sender: Sender, keep: Keep) -> bool:
    found = False
    for token, rule in _CONTACT_RULES:
        found |= page.cover(rule(page, keep), token)
    for name_rule in _NAME_RULES:
        found |= page.cover(name_rule(Names(page, sender, keep)), _NAME)
    covered = [page.source[start:end] for start, end, token in page.findings if token == _NAME]
    return found | page.cover(names.find_again(Names(page, sender, keep), covered), _NAME)


def _values(filled: Mapping[str, str]) -> list[tuple[str, str]]:
    """(value, token), the longest value first, so that none covers a part of another."""
    told = {name: filled.get(name, "").strip() for name in _PERSONAL_SLOTS}
    pairs = [
        (value, f"{{{{SLOT:{name}}}}}")
        for name, value in told.items()
        if len(value) >= _SHORTEST_VALUE
    ]
    return sorted(pairs, key=lambda pair: (-len(pair[0]), pair))


def _find_value(page: Page, value: str) -> Iterator[Span]:
    """Whole occurrences, in any case, with or without accents, over any white space."""
    parts = [re.escape(part) for part in fold_letters(value).split()]
    if parts:
        pattern = re.compile(r"(?<!\w)" + r"\s{1,4}".join(parts) + r"(?!\w)")
        for match in pattern.finditer(fold_letters(page.masked)):
            yield match.span()
