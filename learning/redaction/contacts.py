"""Spans of addresses, numbers, references and dates of birth, each found in linear time."""

import re
from collections.abc import Iterator

import phonenumbers
from stdnum import iban, luhn

from learning.redaction.page import Keep, Page, Span, before, digits_of, says_one
from templatesapp.text.name_words import WORDS
from templatesapp.text.references import SAID, find_booking_references, is_ordinary_code
from templatesapp.text.tokens import fold_letters

REGIONS = ("IT", "GB", "DE", "US", "FR", "ES")

_PRICE_WORDS = WORDS.price_words | frozenset("€$£%")
_PHONE_WORDS = WORDS.phone_words | SAID.phone_words
_PHONE_PREFIXES = tuple(SAID.phone_prefixes)

_LONGEST_LOCAL = 64  # RFC 5321
_LONGEST_DOMAIN = 255
_LOCAL = re.compile(r"\w[\w.%+\-'&!#$*/=?^`{|}~]*\Z")
_DOMAIN = re.compile(r"(?:[^\W_]|[.-])*[^\W_]")
_AT = re.compile(r"@|\s?[\[(]\s?at\s?[\])]\s?", re.IGNORECASE)

# Its groups, of 34 characters at the most; it may begin inside of what looks like another.
_IBAN = re.compile(r"(?<![^\W_])(?=([A-Za-z]{2}[0-9]{2}(?:[ \u00a0-]?[A-Za-z0-9]){1,30}))")
_GROUP = re.compile(r"[A-Za-z0-9]+")
_SHORTEST_IBAN = 15
_CARD = re.compile(r"(?<![\d+])\d(?:[ -]?\d){12,18}(?![\d])")
# Digits with the marks people put between them; newlines never belong to a number.
_NUMBER = re.compile(r"(?<![\w,:€$£])[+(]{0,2}\d[\d().\t /‑–-]{4,28}\d(?![\w€$£%])")
_PARTING = re.compile(r"\s[/–-]\s|\s{2,}")
_DIGITS = re.compile(r"[+(0-9](?:.*\d)?", re.DOTALL)
_DATE = re.compile(
    r"\d{1,2}\s?[./-]\s?\d{1,2}\s?[./-]\s?(?:19|20)?\d\d|(?:19|20)\d\d[./-]\d{1,2}[./-]\d{1,2}"
    r"|\d{1,2}[./]\d{1,2}\.?\s?[-–/]\s?\d{1,2}[./]\d{1,2}\.?(?:\d{2,4})?"
)
_CODE = re.compile(r"(?<![\w@./-])[A-Z][0-9A-Z]{5,}(?![\w@])")
# The source's telephone pattern: the floor for a number in no region's form.
_SOURCE_PHONE = re.compile(
    r"[+]?[(]?[0-9]{2,4}[)]?[\s.\-]?[(]?[0-9]{2,4}[)]?[\s.\-]?[0-9]{3,5}[\s.\-]?[0-9]{3,5}"
)
_CONTEXT = 28  # characters in front of a number in which "call me on" may stand
_DAY = rf"\d{{1,2}}(?:{'|'.join(sorted(WORDS.day_marks))}|[.ºª°])?"
_JOINER = rf"(?:(?:{'|'.join(sorted(WORDS.date_joiners))})\s)?"
_MONTH, _YEAR = r"[^\W\d_]{3,10}\.?", r"((?:19|20)\d\d)"
_FULL_DATE = re.compile(
    r"(?<![\w./-])(?:"
    r"\d{1,2}\s?[./-]\s?\d{1,2}\s?[./-]\s?((?:19|20)?\d\d)"
    rf"|{_YEAR}[./-]\d{{1,2}}[./-]\d{{1,2}}"
    rf"|{_DAY}\s{_JOINER}{_MONTH},?\s{_JOINER}((?:19|20)\d\d|['’]\d\d)"
    rf"|{_MONTH}\s{_DAY},?\s{_YEAR}"
    r")(?![\w/-]|\.\d)",
    re.I,
)
_LAST_OF_GROWN, _LAST = 2008, 2024  # years of birth of who travels alone, of all but infants
_BEFORE, _AFTER = 32, 20  # characters in which the word for it may stand, on the same line
_CENTURY = 36  # of two digits from here on it is the last
_BETWEEN = ",;|\t()"  # what stands around an item of a list


def find_addresses(page: Page, keep: Keep) -> Iterator[Span]:
    """Whole e-mail addresses, any letters in the local part; ``(at)`` counts as ``@``."""
    text = page.masked
    for match in _AT.finditer(text):
        at, behind = match.span()
        local = _LOCAL.search(text, max(at - _LONGEST_LOCAL, 0), at)
        domain = _DOMAIN.match(text, behind, behind + _LONGEST_DOMAIN)
        if not (local and domain):
            continue
        _, dot, ending = domain.group().rpartition(".")
        address = text[local.start() : domain.end()]
        if dot and len(ending) >= 2 and not keep.has_address(address):
            yield local.start(), domain.end()


def find_ibans(page: Page, keep: Keep) -> Iterator[Span]:
    """IBANs by their check digits (mod 97); after the word IBAN also with wrong ones."""
    text = page.masked
    for match in _IBAN.finditer(text):
        start, groups = match.start(), match.group(1)
        named = says_one(before(text, start, _CONTEXT), WORDS.iban_words)
        # What follows an IBAN may look like one more group of it: the longest that holds is it.
        for group in reversed(list(_GROUP.finditer(groups))):
            number = groups[: group.end()]
            size = sum(map(str.isalnum, number))
            is_sure = named or iban.is_valid(number, check_country=False)
            if size >= _SHORTEST_IBAN and is_sure and not keep.has_number(number):
                yield start, start + group.end()
                break


def find_cards(page: Page, keep: Keep) -> Iterator[Span]:
    """Card numbers by Luhn; after a word for a card also with a wrong check digit."""
    text, said = page.masked, WORDS.card_words
    for match in _CARD.finditer(text):
        digits = digits_of(match.group())
        named = len(digits) in (15, 16) and says_one(before(text, match.start(), _CONTEXT), said)
        if (luhn.is_valid(digits) or named) and not keep.has_number(digits):
            yield match.span()


def find_references(page: Page, keep: Keep) -> Iterator[Span]:
    """The shared finder, and below it the source's pattern: capitals with a digit."""
    for reference in find_booking_references(page.masked):
        if not keep.has_code(reference.text):
            yield reference.start, reference.end
    for match in _CODE.finditer(page.masked):
        code = match.group()
        letters = sum(map(str.isalpha, code))
        if not 2 <= letters < len(code) or is_ordinary_code(page.masked, match.start(), code):
            continue
        if not keep.has_code(code):
            yield match.span()


def find_phones(page: Page, keep: Keep) -> Iterator[Span]:
    """Numbers valid in a region, written internationally, or after words like "call me on"."""
    text = page.masked
    for match in _NUMBER.finditer(text):
        for start, end in _parts(text, *match.span()):
            number = text[start:end]
            digits = digits_of(number)
            if not 6 <= len(digits) <= 16 or keep.has_number(number):
                continue
            named = _has_phone_word_before(text, start)
            if not named and (_is_priced(text, start, end) or _DATE.fullmatch(number.strip())):
                continue
            if named or _is_phone(number, digits):
                yield start, end


def _parts(text: str, start: int, end: int) -> Iterator[Span]:
    """The number, or the numbers: dates, " / " and " - " part what stands in one run."""
    between = [edge for match in _PARTING.finditer(text, start, end) for edge in match.span()]
    edges = [start, *between, end]
    for begin, stop in zip(edges[::2], edges[1::2], strict=True):
        if part := _DIGITS.search(text, begin, stop):
            yield part.span()


def _is_phone(number: str, digits: str) -> bool:
    if number.lstrip("(").startswith(("+", "00")):
        return len(digits) >= 8
    if "." in number and _DATE.match(number.strip()):
        return False
    if len(digits) < 7:
        return False
    if digits.startswith("0") and len(digits) >= 9:
        return True
    leniency = phonenumbers.Leniency.VALID
    if any(
        phonenumbers.PhoneNumberMatcher(number, region, leniency, max_tries=3).has_next()
        for region in REGIONS
    ):
        return True
    return _SOURCE_PHONE.fullmatch(number) is not None and not _DATE.search(number)


def _is_priced(text: str, start: int, end: int) -> bool:
    """A currency or a unit stands beside it."""
    words = fold_letters(before(text, start, 6)).split()
    after = fold_letters(text[end : end + 12]).split()
    return bool(
        (words and words[-1].strip(".,:(") in _PRICE_WORDS)
        or (after and after[0].strip(".,;:!?)") in _PRICE_WORDS)
    )


def _has_phone_word_before(text: str, start: int) -> bool:
    window = fold_letters(before(text, start, _CONTEXT)).rpartition("\n")[2]
    if any(char.isdigit() for char in window.rstrip()[-12:]):
        return False
    words = re.findall(r"[^\W\d_]+", window)[-4:]
    return any(word in _PHONE_WORDS or word.startswith(_PHONE_PREFIXES) for word in words)


def find_births(page: Page, keep: Keep) -> Iterator[Span]:
    """Whole dates of long ago, and dates beside a word for birth; where a text speaks of birth or
    of passports also those of a list."""
    text = page.masked
    is_spoken_of = says_one(text, WORDS.birth_words | WORDS.passport_words)
    for match in _FULL_DATE.finditer(text):
        year = _year(next(filter(None, match.groups())))
        is_listed = _is_listed(text, *match.span())
        is_told = year <= (_LAST if is_spoken_of and is_listed else _LAST_OF_GROWN)
        is_told |= _is_said_beside(text, *match.span())
        if is_told and not keep.has_text(match.group()):
            yield match.span()


def _year(digits: str) -> int:
    year = int(digits.lstrip("'’"))
    return year if year > 99 else year + (1900 if year >= _CENTURY else 2000)


def _is_listed(text: str, start: int, end: int) -> bool:
    ahead = text[max(start - _BEFORE, 0) : start].rstrip(" ")
    behind = text[end : end + _AFTER].lstrip(" ")
    is_alone = not ahead or ahead[-1] in _BETWEEN + "\n" or ahead.split()[-1][0].isupper()
    return is_alone and (not behind or behind[0] in _BETWEEN + "\n")


def _is_said_beside(text: str, start: int, end: int) -> bool:
    ahead = text[max(start - _BEFORE, 0) : start].rpartition("\n")[2]
    ahead = re.split(r"\d|[.!?;]\s[A-Z]", ahead)[-1]
    if ahead.rstrip()[-1:] in ("*", "°"):
        return True
    said = f"{ahead} {text[end : end + _AFTER].partition(chr(10))[0]}"
    return says_one(said, WORDS.birth_words)
