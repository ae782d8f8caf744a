"""Spans of postal addresses on a page: a street with a number, and what goes on from there."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from learning.redaction.page import COVER, Keep, Page, Span, Word, before, says_one
from templatesapp.text.name_words import WORDS
from templatesapp.text.tokens import fold

_TOKEN = re.compile(r"\d[\w/-]*|[^\W\d_]+(?:['’-][^\W\d_]+)*")
_NUMBER = re.compile(r"\d{1,4}[a-z]?(?:[/-](?:\d{1,4}[a-z]?|[a-z]{1,3})){0,2}\Z", re.I)
# By their form alone; of four or five digits only where a town or a street stands beside them.
_CODE = re.compile(
    r"[A-Z]{1,2}\d[A-Z\d]?\s?\d[A-Z]{2}\b|\d{4}-\d{3}\b|\d{5}-\d{3}\b|\d{4}\s[A-Z]{2}\b"
)
_BARE_CODE = re.compile(r"(?:[A-Z]{1,2}-)?\d{4,5}\b")
_FLOOR = re.compile(r"\d{1,2}[a-z]{1,3}\Z", re.I)  # "3B", "2º" after it was composed
# A field of a form: "PLZ/Ort: 28012 Madrid".
_CODE_FIELD = re.compile(
    r"[^\d\n:]{2,24}[:\s]\s?(?:\d{4,5}|\d{4}-\d{3}|\d{5}-\d{3})\b(?:\s[^\W\d_]{3,})?"
)
_NUMBER_MARKS = WORDS.number_marks | WORDS.ordinal_marks  # "nr. 4", "nº 4"
_NO_NAMES = WORDS.clause_ends - WORDS.particles - WORDS.joiners
_STREET_ENDINGS = tuple(WORDS.street_endings)
_STATE_LETTERS = 2
_STATE = re.compile(r"[A-Z]{2}\Z")
_MOST_NAME, _MOST_TOWN = 6, 4  # words of a street or a line, of a town
_LONGEST_PART = 3  # letters or digits of "flat 12b"
_MOST_REST = 16  # words after the number
_MOST_LINES = 160  # characters of a line and the one below
_LOOK = 32  # characters before it in which "my address is" may stand
_SHORTEST_STEM = 3  # letters before "-straße"


@dataclass(slots=True)
class _Token(Word):
    gap: str  # what stands before it

    @property
    def is_number(self) -> bool:
        return self.text[0].isdigit()

    @property
    def goes_on(self) -> bool:
        """On the same line and in the same sentence as the one before it."""
        return "\n" not in self.gap and self.gap.strip() in ("", ",", "-", "–", "/", "(", "),", ")")


def find_postal(page: Page, keep: Keep) -> Iterator[Span]:
    """Whole addresses, from the street or what stands before it to the town. A street without a
    number is anybody's, and what stands in our own texts is ours."""
    said = list(_tokens(page.masked))
    place = 0
    while place < len(said):
        core = _core(said, place)
        if core is None:
            place += 1
            continue
        rest = _Rest(page.masked, said, core)
        first, last = said[place], said[rest.end - 1]
        has_number = any(one.is_number for one in said[place:core])
        is_name = any(one.is_capitalised for one in said[place:core])
        is_sure = rest.has_code or (has_number and is_name)
        is_named = says_one(before(page.masked, first.start, _LOOK), WORDS.address_words)
        is_ours = keep.has_text(page.masked[first.start : said[core - 1].end])
        if (is_sure or is_named) and not is_ours:
            start = _with_before(said, place).start
            is_open = "(" in page.masked[start : last.end] and page.masked.startswith(")", last.end)
            yield start, last.end + is_open
        place = rest.end


def _tokens(text: str) -> Iterator[_Token]:
    end = 0
    for match in _TOKEN.finditer(text):
        yield _Token(match.group(), fold(match.group()), *match.span(), text[end : match.start()])
        end = match.end()


def _core(said: Sequence[_Token], place: int) -> int | None:
    """The place after a street with its number that begins here; None where none does."""
    one = said[place]
    if one.key in WORDS.address_boxes:
        end = _numbered(said, place + 1)
        return end and (_numbered(said, end) or end)  # "20 41"
    if one.key in WORDS.streets_before:
        after = _name(said, place + 1)
        is_mark = len(one.key) == 1 and (
            after == place + 1
            or not said[place + 1].gap.strip()
            or said[place + 1].key in WORDS.ordinal_marks
        )
        return _numbered(said, after) if after > place + 1 and not is_mark else None
    if one.is_number and _NUMBER.match(one.text):
        return _after_number(said, place + 1)
    if one.is_number:
        return None
    after = place + 1
    while not (_is_street(said[after - 1]) or said[after - 1].key in WORDS.streets_after):
        if (
            after == len(said)
            or after == place + 3
            or not (said[after].goes_on and one.is_capitalised)
        ):
            return _coded(said, place)
        after += 1
    if said[after - 1].key in WORDS.streets_after:  # with no number where a postcode follows
        return after if after > place + 1 else None
    return _numbered(said, after) or _coded(said, place)


def _after_number(said: Sequence[_Token], place: int) -> int | None:
    """ "14 rue des Lilas", "27b Kings Road": the number was before it."""
    while place < len(said) and said[place].goes_on and said[place].key in WORDS.number_suffixes:
        place += 1
    if place == len(said) or not said[place].goes_on:
        return None
    if said[place].key in WORDS.streets_before:
        after = _name(said, place + 1)
        return after if after > place + 1 else None
    for after in range(place, min(place + _MOST_TOWN + 1, len(said))):
        one = said[after]
        if after > place and one.gap == " " and one.key in WORDS.streets_after:
            return after + 1
        if not one.is_capitalised or (after > place and one.gap != " "):
            return None
    return None


def _coded(said: Sequence[_Token], place: int) -> int | None:
    """ "Am Anger 7, 99084 Erfurt": any name and number before a postcode and a town."""
    after = place
    while (
        after < min(place + 3, len(said))
        and said[after].is_capitalised
        and (after == place or said[after].gap == " ")
    ):
        after += 1
    end = _numbered(said, after) if after > place else None
    if end is None or end + 1 >= len(said) or not said[end + 1].is_capitalised:
        return None
    return end if _BARE_CODE.fullmatch(said[end].text) else None


def _is_street(one: _Token) -> bool:
    # All endings at once first: nearly every word has none, and each is asked for many times.
    return one.key.endswith(_STREET_ENDINGS) and any(
        one.key == ending
        or (one.key.endswith(ending) and len(one.key) >= len(ending) + _SHORTEST_STEM)
        for ending in _STREET_ENDINGS
    )


def _name(said: Sequence[_Token], place: int) -> int:
    """The place after a street's name."""
    after = place
    while after < min(place + _MOST_NAME, len(said)):
        one = said[after]
        is_open = one.gap.strip() in ("", ".", "/") and "\n" not in one.gap
        if (
            one.is_number
            or not is_open
            or one.key in WORDS.number_marks | WORDS.town_marks
            or (one.key in _NO_NAMES and not one.is_capitalised)
        ):
            break
        after += 1
    return after


def _numbered(said: Sequence[_Token], place: int) -> int | None:
    """The place after a house's number that stands here."""
    while place < len(said) and said[place].key in _NUMBER_MARKS:
        place += 1
    if place >= len(said) or "\n" in said[place].gap or not _NUMBER.match(said[place].text):
        return None
    place += 1
    after = said[place] if place < len(said) else None
    if after is None:
        return place
    if after.gap.startswith((":", ".")) and after.is_number:
        return None  # an hour, a date
    if after.gap == " " and after.key in WORDS.price_words | WORDS.calendar:
        return None
    is_letter = len(after.text) == 1 and after.gap == " " and not after.is_number
    is_last = place + 1 == len(said) or said[place + 1].gap != " "
    return place + (is_letter and is_last)  # "23 a"


class _Rest:
    """What goes on after a street and its number: flat, postcode, town and country, each taken
    where it stands. ``end``: the place after what is taken; ``has_code``: whether a postcode is
    among it."""

    def __init__(self, text: str, said: Sequence[_Token], place: int) -> None:
        self._text, self._said = text, said
        self._most, self._towns = min(place + _MOST_REST, len(said)), 0
        self.end, self.has_code = place, False
        while self.end < self._most and (self._takes_field() or self._takes_next()):
            pass

    def _takes_next(self) -> bool:
        one = self._said[self.end]
        code = self._code(self.end)
        if "\n" in one.gap:
            if not (code or _is_line_of_place(self._text, one.start, self.has_code)):
                return False
        elif not self._goes_on(self.end):
            return False
        taken = self._coded(code) if code else self._part() or self._town() or self._joined()
        self.end += taken
        return taken > 0

    def _takes_field(self) -> bool:
        """A line of a form that begins here and holds the postcode."""
        one = self._said[self.end]
        is_line = "\n" in one.gap and not self.has_code
        field = _CODE_FIELD.match(self._text, one.start) if is_line else None
        if field:
            self.end, self.has_code = self._after(field.end()), True
        return field is not None

    def _coded(self, code_end: int) -> int:
        self.has_code = True
        after = self._after(code_end)
        is_bare = _BARE_CODE.match(self._said[after - 1].text)
        is_followed = after < len(self._said) and is_bare and _is_town(self._said[after])
        return after - self.end + bool(is_followed)

    def _part(self) -> int:
        """ "Apt 3B", "3. Stock", "2.º"."""
        one, following = self._said[self.end], self._following(self.end)
        if one.key in WORDS.address_parts:
            is_last = following is None or not self._goes_on(self.end + 1)
            return 1 if is_last or (following and len(following.text) > _LONGEST_PART) else 2
        if not one.is_number:
            return 0
        if following and following.gap == "." and following.key in WORDS.ordinal_marks:
            return 2
        is_part = following is not None and following.key in WORDS.address_parts
        return int(is_part or _FLOOR.match(one.text) is not None)

    def _town(self) -> int:
        one = self._said[self.end]
        if one.is_number:
            return 0
        is_place = len(one.text) == _STATE_LETTERS or one.key in WORDS.places
        is_word = one.key in WORDS.joiners | WORDS.clause_ends | WORDS.particles
        is_capital = one.is_capitalised and (self._towns < _MOST_TOWN or _STATE.match(one.text))
        taken = int(bool(is_capital or (self.has_code and is_place and not is_word)))
        self._towns += taken
        return taken

    def _joined(self) -> int:
        """What stands before a town: "in Leeds", "à 13008 Marseille"."""
        one, following = self._said[self.end], self._following(self.end)
        if one.key not in WORDS.particles | WORDS.town_marks or following is None:
            return 0
        is_before = following.is_capitalised or self._code(self.end + 1)
        return int(following.gap == " " and bool(is_before))

    def _following(self, place: int) -> _Token | None:
        return self._said[place + 1] if place + 1 < len(self._said) else None

    def _goes_on(self, place: int) -> bool:
        """On the same line, or after a point that ends no sentence: "int. 7", "3. Stock"."""
        one, last = self._said[place], self._said[place - 1]
        is_part = {last.key, one.key} & (WORDS.address_parts | _NUMBER_MARKS)
        return one.goes_on or (one.gap.strip() == "." and bool(is_part))

    def _code(self, place: int) -> int:
        """Where a postcode that begins here ends in the text; 0 where none does."""
        start = self._said[place].start
        found = _CODE.match(self._text, start)
        if not (found or self.has_code) and self._stands_by_town(place):
            found = _BARE_CODE.match(self._text, start)
        return found.end() if found else 0

    def _stands_by_town(self, place: int) -> bool:
        after = self._following(place)
        is_before = after is not None and after.gap in (" ", ", ") and not after.is_number
        return is_before or self._said[place - 1].is_capitalised

    def _after(self, end: int) -> int:
        places = range(self.end, len(self._said))
        return next((n for n in places if self._said[n].start >= end), len(self._said))


def _is_town(one: _Token) -> bool:
    """However it is written."""
    is_word = one.key in WORDS.joiners | WORDS.clause_ends or len(one.key) < _LONGEST_PART
    return one.gap == " " and not one.is_number and not is_word


def _is_line_of_place(text: str, start: int, has_code: bool) -> bool:
    """Whether the line that begins here goes on with the address: it or the next holds the
    postcode, or it names the country after it."""
    line, below = (*text[start : start + _MOST_LINES].split("\n", 2), "")[:2]
    line = line.strip(" ,.")
    if COVER in line or fold(line) in WORDS.closings | WORDS.greetings:
        return False
    held = re.findall(r"\w[\w'’.-]*", line)
    is_short = len(held) <= _MOST_NAME and all(one[0].isupper() or one[0].isdigit() for one in held)
    codes = (_CODE, _BARE_CODE)
    has_code |= any(code.search(line) or code.match(below) for code in codes)
    return is_short and (has_code or _CODE_FIELD.match(below) is not None)


def _with_before(said: Sequence[_Token], place: int) -> _Token:
    """The flat that is named before the street."""
    for back in (2, 1):
        first = place - back
        if first >= 0 and said[first].key in WORDS.address_parts and said[place].goes_on:
            return said[first]
    return said[place]
