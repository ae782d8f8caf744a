"""Booking references in a guest's text: the one finder of interpretation and redaction.

A reference has one of three shapes: letters and digits mixed (``MA4BJ9``: the hostel's own),
hyphenated or prefixed (``HB-20931``), or a platform's number (ten digits after a word that names
a booking, or two numbers joined by a dash). What only looks like one (flight BA2612, road SS163,
a promo code, a year, a phone number) is told apart by its shape and by the words in front of it.

Every step looks at one token and at most six words around it, so the time is linear.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import groupby, pairwise
from typing import ClassVar

from templatesapp.text.languages import SharedTable, Together
from templatesapp.text.tokens import fold

_WORD = re.compile(r"[^\W_]+")
_ADDRESS = re.compile(r"(?<!\S)(?:\S*(?:@|://)|www\.)\S*")
# What a guest puts into one token: no dot, so that 22.09.2026 and 1.450 never become one.
_JOINERS = frozenset("-–‑")
_WORDS_BEFORE = 5
_OTHER_REACH = 3  # "flight number is X"
_WORD_CACHE = 20_000  # words around numbers come again with every mail
_MAX_LENGTH = 14
_MAX_JOINED = 4


class ReferenceWords(SharedTable):
    """Words in front of a number that say what it is. Prefixes serve German compounds
    (Buchungsnummer, Gutscheincode)."""

    FILE: ClassVar[str] = "references"


SAID = Together(ReferenceWords)
_ABBREVIATIONS = tuple(SAID.number_abbreviations)
_CODE_ENDINGS = tuple(SAID.code_suffixes)
_PROMOTIONS = tuple(SAID.promo_prefixes)
_JOURNEYS = tuple(SAID.journey_prefixes)


class ReferenceKind(StrEnum):
    """The hostel's own first: the number that staff can look up."""

    OWN = "own"  # MA4BJ9
    HYPHENATED = "hyphenated"  # HB-20931, HB20931
    PLATFORM = "platform"  # 4127780935, 29473-518260433


@dataclass(frozen=True, slots=True)
class Reference:
    """``is_named``: a word for a booking or a platform stands beside it."""

    text: str
    start: int
    end: int
    kind: ReferenceKind
    is_named: bool = False


class _Cue(StrEnum):
    BOOKING = "booking"
    CODE = "code"  # a bare "code": a door's, a promotion's or a booking's
    OTHER = "other"  # a flight, a door code, a promotion, a plate: never a reference
    PHONE = "phone"
    NONE = "none"


_Token = re.Match[str]  # a word with its place in the text


def best_booking_reference(
    text: str, *, subject: str = "", thread: Iterable[str] = ()
) -> Reference | None:
    """The reference to look up: the hostel's own before a platform's, wherever they stand.

    Among equals one beside a booking word, then text before subject before thread (given oldest
    first; the newest mail counts first). Offsets are those of the text it stands in.
    """
    texts, kinds = (text, subject, *reversed(list(thread))), list(ReferenceKind)
    return min(
        (reference for one in texts for reference in find_booking_references(one)),
        key=lambda reference: (kinds.index(reference.kind), not reference.is_named),
        default=None,
    )


def find_booking_references(text: str) -> list[Reference]:
    """In reading order."""
    # Web and mail addresses hold look-alikes.
    tokens = list(_WORD.finditer(_ADDRESS.sub(lambda found: " " * len(found[0]), text)))
    # Where a reference may start: every kind has a digit in one of its parts.
    numbers = (index for index, token in enumerate(tokens) if not token.group().isalpha())
    starts = sorted({max(index - back, 0) for index in numbers for back in range(_MAX_JOINED)})
    found: list[Reference] = []
    free = 0
    for index in starts:
        if index < free:  # inside the reference before
            continue
        reference, used = _reference_at(text, tokens, index)
        if reference is not None:
            found.append(reference)
        free = index + used
    return found


def _reference_at(text: str, tokens: list[_Token], index: int) -> tuple[Reference | None, int]:
    """The reference that starts at this token, and how many tokens to step over."""
    start = tokens[index].start()
    # The widest reading first; where it is none, its parts are read on their own (Petrie-MA4BJ9).
    for find_width in (_joined, _grouped, _spaced):
        used = find_width(text, tokens, index)
        parts = [token.group() for token in tokens[index : index + used]]
        if all(map(str.isalpha, parts)):
            continue
        # Word cues are dear, and a booking word allows most: none with it is none without.
        if _kind(parts, _Cue.BOOKING) is None:
            continue
        cue = _cue_before(text, tokens, index)
        kind = _kind(parts, cue)
        if kind is not None:
            end = tokens[index + used - 1].end()
            return Reference(text[start:end], start, end, kind, cue is _Cue.BOOKING), used
    return None, 1


def _joined(text: str, tokens: list[_Token], index: int) -> int:
    """How many tokens from here on hang together by a dash (1 = stands alone)."""
    used = 1
    while index + used < len(tokens) and used < _MAX_JOINED:
        if text[tokens[index + used - 1].end() : tokens[index + used].start()] not in _JOINERS:
            break
        used += 1
    return used


def _grouped(text: str, tokens: list[_Token], index: int) -> int:
    """``4127.780.935``: 3 where ten digits are printed as Booking.com prints them, else 0."""
    parts = tokens[index : index + 3]
    if [len(part.group()) for part in parts] != [4, 3, 3]:
        return 0
    gaps = {text[a.end() : b.start()] for a, b in pairwise(parts)}
    return 3 if gaps in ({"."}, {" "}) else 0


def _spaced(text: str, tokens: list[_Token], index: int) -> int:
    """``Ref. HB 20931``: 2 where an upper-case prefix stands apart from its number, else 0."""
    prefix = tokens[index].group()
    if index + 1 >= len(tokens) or not (prefix.isalpha() and prefix.isupper()):
        return 0
    gap = text[tokens[index].end() : tokens[index + 1].start()]
    number = tokens[index + 1].group()
    is_pair = number.isdigit() and gap in {" ", " #", "#"}
    return 2 if is_pair and _cue_before(text, tokens, index) is _Cue.BOOKING else 0


@lru_cache(maxsize=_WORD_CACHE)
def _cue_of(word: str) -> _Cue:
    known = (
        (_Cue.BOOKING, SAID.platform_words | SAID.booking_words, SAID.booking_prefixes),
        (_Cue.PHONE, SAID.phone_words, SAID.phone_prefixes),
        (_Cue.OTHER, SAID.journey_words | SAID.other_number_words, SAID.other_number_prefixes),
    )
    for cue, words, prefixes in known:
        if word in words or word.startswith(tuple(prefixes)):
            return cue
    return _Cue.OTHER if word.startswith((*_PROMOTIONS, *_JOURNEYS)) else _Cue.NONE


def names_other_number(before: str) -> bool:
    """Whether what stands in front of a number says that it is no booking's: "VAT no.", "IBAN"."""
    return any(_cue_of(fold(word)) is _Cue.OTHER for word in _WORD.findall(before))


def _cue_before(text: str, tokens: list[_Token], index: int) -> _Cue:
    """What the nearest telling word in front says.

    "booking code X" is a booking: the word "code" waits for what stands before it.
    """
    after_code = False
    right = tokens[index]
    for step in range(1, min(_WORDS_BEFORE, index) + 1):
        left = tokens[index - step]
        gap = text[left.end() : right.start()]
        if _is_barrier(gap, left.group()) or (step > 1 and ("(" in gap or ")" in gap)):
            break
        word = fold(left.group())
        cue = _cue_of(word)
        if cue is _Cue.OTHER and step > _OTHER_REACH:
            break
        if cue is not _Cue.NONE:
            return cue
        if word in SAID.code_words or word.endswith(_CODE_ENDINGS):
            after_code = True
        elif any(char.isdigit() for char in word):
            break  # another number has taken what stands further left
        right = left
    if not after_code:
        return _Cue.NONE
    following = tokens[index + 1 : index + 1 + _WORDS_BEFORE]  # "the code X gives a discount"
    is_promotion = any(fold(token.group()).startswith(_PROMOTIONS) for token in following)
    return _Cue.OTHER if is_promotion else _Cue.CODE


def _is_barrier(gap: str, left: str) -> bool:
    """True at the end of a sentence; "Nr. X" and "Ref.: X" go on."""
    if any(mark in gap for mark in "!?,;"):
        return True
    if gap == "." or ":" in gap:  # Booking.com; Ref.: X
        return False
    return "." in gap and len(left) > 5 and not fold(left).endswith(_ABBREVIATIONS)


def _kind(parts: list[str], cue: _Cue) -> ReferenceKind | None:
    if cue is _Cue.OTHER or not all(map(str.isascii, parts)):
        return None
    # MA4BJ9: the one shape a bare "code" does not make doubtful (promo codes are words).
    if cue is _Cue.CODE and (
        not parts[0].isupper() or [size for _, size in _runs(parts[0])] != [2, 1, 2, 1]
    ):
        return None
    if all(map(str.isdigit, parts)):
        return _kind_of_digits(parts, cue)
    named = cue is _Cue.BOOKING
    if len(parts) == 1:
        return _kind_of_mixed(parts[0], named)
    return _kind_of_prefixed(parts, named)


def _kind_of_digits(parts: list[str], cue: _Cue) -> ReferenceKind | None:
    """Ten digits need a booking word; two joined numbers only where a phone could be meant."""
    named = cue is _Cue.BOOKING
    digits = "".join(parts)
    if digits.startswith("0") or cue is _Cue.PHONE:
        return None
    if len(parts) in (1, 3):
        return ReferenceKind.PLATFORM if named and len(digits) == 10 else None
    shorter, longer = sorted(map(len, parts))[:2]
    is_long = shorter >= (3 if named else 4) and longer >= (5 if named else 6)
    return ReferenceKind.PLATFORM if len(parts) == 2 and is_long else None


def _runs(token: str) -> list[tuple[bool, int]]:
    """``MA4BJ9`` -> [(letters, 2), (digits, 1), (letters, 2), (digits, 1)]; True = digits."""
    return [(is_digit, len(list(group))) for is_digit, group in groupby(token, str.isdigit)]


def _is_plain(token: str) -> bool:
    """A dated or ordinary thing: MAY2026, COVID19, IPHONE14, ISO9001."""
    folded = fold(token)
    word = folded.strip("0123456789")
    return word in SAID.plain_prefixes or (word in SAID.months and len(token) - len(word) != 3)


def _kind_of_mixed(token: str, named: bool) -> ReferenceKind | None:
    runs = _runs(token)
    if len(runs) < 2 or not 5 <= len(token) <= _MAX_LENGTH or _is_plain(token):
        return None
    if len(runs) == 2:
        return _kind_of_two_runs(token, runs, named)
    if token.isupper():
        return ReferenceKind.OWN if named or 6 <= len(token) <= 10 else None
    return ReferenceKind.OWN if named and len(token) >= 6 else None


def _kind_of_two_runs(
    token: str, runs: list[tuple[bool, int]], named: bool
) -> ReferenceKind | None:
    """Letters, then digits (HB20931): flights, roads and promo codes have this shape too.

    Two letters and up to four digits is a flight, a whole word with a short number a promo code:
    both need a booking word. Digits first (12june, 6bed) are never taken without one.
    """
    (starts_with_digit, first), (_, second) = runs
    if starts_with_digit:
        return ReferenceKind.OWN if named and token.isupper() and min(first, second) > 2 else None
    if named and (second >= 3 if first <= 4 else token.isupper() and second >= 2):
        return ReferenceKind.HYPHENATED if second >= 4 else ReferenceKind.OWN
    is_year = second == 4 and token[-4:-2] in {"19", "20"}
    is_free = (first == 2 and second >= 5) or (first in (3, 4) and second >= 3)
    if token.isupper() and is_free and not is_year and len(token) >= 6:
        return ReferenceKind.HYPHENATED
    return None


def _kind_of_prefixed(parts: list[str], named: bool) -> ReferenceKind | None:
    """``HB-20931``, ``BRK-2026-0117``; 20-24 May, USB-C and 6-Bed are none."""
    head, tail = parts[0], parts[1:]
    size = sum(map(len, parts))
    if not head.isupper() and not named:
        return None
    if size > _MAX_LENGTH or _is_plain(head) or not any(map(str.isdigit, "".join(tail))):
        return None
    if head.isalpha() and len(head) <= 5 and all(part.isdigit() for part in tail):
        digits = size - len(head)
        return ReferenceKind.HYPHENATED if digits >= (3 if named else 5) else None
    is_code = all(part.isupper() or part.isdigit() for part in parts)
    return ReferenceKind.HYPHENATED if named and is_code and size >= 6 else None


def is_ordinary_code(text: str, start: int, code: str) -> bool:
    """True where an upper-case code is a thing's name, a flight, a road or a promotion.

    For redaction, which takes more for personal than the finder does: a bare AB1234 counts there.
    """
    if _is_plain(code) or (
        code[:2] in SAID.airline_codes and code[2:].isdigit() and len(code) <= 6
    ):
        return True
    runs = _runs(code)
    if len(runs) == 2 and runs[0][1] >= 4 and runs[1][1] <= 3 and not runs[0][0]:
        return True  # LIMONE10: a word with a short number
    before = [fold(word.group()) for word in _WORD.finditer(text[max(start - 30, 0) : start])]
    return any(
        word.startswith((*_PROMOTIONS, *_JOURNEYS)) or word in SAID.journey_words
        for word in before[-3:]
    )
