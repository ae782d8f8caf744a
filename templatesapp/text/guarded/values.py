"""Values in a text with their places: times, prices, dates, measures, ages, addresses.

The one finder: coverage, lint and the guard of facts read from it. One pass over the words of the
text from left to right; nothing is looked at more than a few words around a number.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from functools import lru_cache

from templatesapp.text.guarded.kinds import MAX_VALUES, Found, Kind, Value, day_amounts
from templatesapp.text.guarded.said import DASHES, SIGNS, Number, SaidWords
from templatesapp.text.links import find_links

_MAIL = re.compile(r"(?<![\w.+-])[\w.+-]{1,64}@(?:[\w-]{1,63}\.){1,8}[\w-]{1,63}")
_IBAN = re.compile(r"\b[A-Z]{2}\d{2}(?:[ ]?[A-Z0-9]{4}){2,7}(?:[ ]?[A-Z0-9]{1,4})?\b")
_PHONE = re.compile(
    r"(?<![\w.,:])"
    r"(?:(?:\+|00)\d[\d ()/.-]{6,20}\d|0\d[\d ()/-]{6,16}\d|\d{3}[ ]\d{3}[ ]\d{4})(?!\w)"
)
_DATE = re.compile(
    r"\b(?:(?P<iso>\d{4}-(?P<im>\d\d)-(?P<id>\d\d))"
    r"|(?P<d>\d{1,2})[./](?P<m>\d{1,2})[./](?:\d{4}|\d\d)\b"
    r"|(?P<sd>\d{1,2})/(?P<sm>\d{1,2})(?![\d/])"
    r"|(?P<gd>\d{1,2})\.(?P<gm>0?[1-9]|1[0-2])\.(?!\d))"
)
_SIDES = frozenset({"x", "×"})  # 45 x 65 x 55 cm


def normal_url(text: str) -> str:
    """Host and path; scheme, www., query, fragment and a last slash say nothing."""
    plain = text.split("://", 1)[-1].split("?", 1)[0].split("#", 1)[0]
    host, _, path = plain.partition("/")
    return f"{host.lower().removeprefix('www.')}/{path.rstrip('/')}"


def written_values(text: str) -> tuple[list[Value], str]:
    """Addresses and numbers that are read letter by letter, and the text without them."""
    found: list[Value] = []
    if "@" in text:
        for match in _MAIL.finditer(text):
            mail = match.group().rstrip(".").lower()
            found.append(Value(Kind.EMAIL, match.start(), match.start() + len(mail), written=mail))
    if "." in text:
        found += [
            Value(Kind.URL, link.start, link.end, written=normal_url(link.url))
            for link in find_links(text)
        ]
    bare = _blanked(text, found)
    for kind, pattern in ((Kind.IBAN, _IBAN), (Kind.PHONE, _PHONE)):
        matches = [
            Value(kind, *match.span(), written=normal(kind, match.group()))
            for match in pattern.finditer(bare)
            if kind is not Kind.PHONE or len(normal(kind, match.group())) >= 8
        ]
        found += matches
        bare = _blanked(bare, matches)
    return found, bare


def normal(kind: Kind, text: str) -> str:
    """What is written, of whichever kind, as it is compared."""
    if kind is Kind.URL:
        return normal_url(text)
    if kind is Kind.PHONE:  # 00 and + are the same
        return "".join(filter(str.isdigit, text)).removeprefix("00")
    return text.strip().lower() if kind is Kind.EMAIL else text.replace(" ", "").upper()


def _blanked(text: str, values: list[Value]) -> str:
    for value in values:
        text = f"{text[: value.start]}{' ' * (value.end - value.start)}{text[value.end :]}"
    return text


def numeric_dates(text: str) -> Iterator[Value]:
    for match in _DATE.finditer(text):
        day, month = next(
            (int(match[d]), int(match[m]))
            for d, m in (("id", "im"), ("d", "m"), ("sd", "sm"), ("gd", "gm"))
            if match[d]
        )
        if 1 <= day <= 31 and 1 <= month <= 12 and match.group() != "24/7":
            yield Value(Kind.DATE, *match.span(), amounts=day_amounts(month, day))


@lru_cache(maxsize=2_048)  # one letter is read by lint, coverage and the guard
def find_values(text: str, language: str) -> Found:
    """Values of the text in order of place, at most ``MAX_VALUES``."""
    written, bare = written_values(text)
    reader = Reader(bare, language)
    values = sorted([*written, *numeric_dates(bare), *reader.read()], key=lambda v: v.start)
    values = _without_overlaps(values)
    return Found(
        values=tuple(values[:MAX_VALUES]),
        numbers=tuple(reader.numbers),
        is_cut=len(values) > MAX_VALUES,
    )


def _without_overlaps(values: list[Value]) -> list[Value]:
    kept: list[Value] = []
    for value in values:
        if not kept or value.start >= kept[-1].end:
            kept.append(value)
        elif value.end - value.start > kept[-1].end - kept[-1].start:
            kept[-1] = value
    return kept


class Reader(SaidWords):
    """The words of a text, read for what is counted."""

    def read(self) -> list[Value]:
        found: list[Value] = []
        place = 0
        while place < len(self.said) and len(found) <= MAX_VALUES:
            word = self.said[place]
            if not word[0].isdigit() and word not in self.know.heads:
                place += 1
                continue
            value, after = self._value_at(place)
            if value is not None:
                found.append(value)
            place = max(after, place + 1)
        return self._with_spans(found)

    def _value_at(self, place: int, depth: int = 0) -> tuple[Value | None, int]:
        if (named := self._named_at(place)) is not None:
            return named
        number = self._number_at(place)
        if number is None:
            return None, place + 1
        if number.whole is not None and not depth:
            self.numbers.append((self.starts[place], number.whole))
        for read in (self._money, self._percent, self._date, self._clock, self._age, self._measure):
            hit = read(place, number)
            if hit is not None:
                return hit
        return self._shared(place, number, depth)

    def _named_at(self, place: int) -> tuple[Value, int] | None:
        if hit := self.know.named_times.at(self.said, place):
            both = {Decimal(hit[0]), Decimal(hit[0] % 1440)}
            value, end = self._made(Kind.TIME, place, hit[1], both)
            return replace(value, is_named=True), end
        hit = self.know.amounts.at(self.said, place)
        if hit and self.know.per_each.before(self.said, hit[1]) is None:
            if self._word(place - 1) in SIGNS or self.know.coins.before(self.said, place):
                return None  # "€19 an hour"
            return self._made(Kind.MEASURE, place, hit[1], {Decimal(hit[0])}, "minute")
        month = self.know.months.at(self.said, place)
        return self._month_first(place, *month) if month else None

    def _age(self, place: int, number: Number) -> tuple[Value, int] | None:
        if number.whole is None or not 1 <= number.whole <= 99:
            return None
        unit = self.know.units.at(self.said, number.end)
        is_years = unit is not None and unit[0] == "year"
        end = unit[1] if unit and is_years else number.end
        if self._is_the_guests_own(place, end):
            return None
        is_told = self.know.ages.near_before(self.said, place, 3)
        edge = self._edge(place) or ("from" if self.know.or_more.at(self.said, end) else "")
        if self._word(number.end) == "+":
            edge = "from"
        after = self._word(end)
        if is_years:
            is_age = bool(edge) or is_told
        else:
            under = self._word(place - 1) in self.know.beyond_words and (
                not after[:1].isalpha()
                or after in self.stops
                or self.know.people.before(self.said, place - 1) is not None
            )
            is_bare = unit is None and number.is_digits and after not in ("%", *SIGNS)
            is_age = is_bare and (is_told or under)
        return self._made(Kind.AGE, place, end, {number.amount}) if is_age else None

    def _is_the_guests_own(self, place: int, end: int) -> bool:
        """ "Your son of 13 years", "votre fille âgée de 14 ans": nobody's limit."""
        said, know = self.said, self.know
        lead = place - (self._word(place - 1) in know.of_words)
        told = know.ages.before(said, place) or know.ages.before(said, lead)
        lead = told[1] if told else lead
        limits = (limit.before(said, place) for limit in (know.starts, know.ends))
        if any(hit and hit[1] < lead for hit in limits) or know.or_more.at(said, end):
            return False
        return know.possessives.near_before(said, lead, 2 if lead < place else 0)

    def _shared(self, place: int, number: Number, depth: int) -> tuple[Value | None, int]:
        """ "5 to 7 days", "45 x 65 cm", "8-10 Uhr": the kind stands with the last of them."""
        joined = self.know.joiners.at(self.said, number.end)
        word = self._word(number.end)
        after = joined[1] if joined else number.end
        joining = (DASHES, _SIDES, self.know.by_words, self.know.or_words)
        if any(word in words for words in joining):
            after = number.end + 1
        if after == number.end or after >= len(self.said) or depth > 2:
            return None, number.end
        other, _ = self._value_at(after, depth + 1)
        if (other is None or other.kind is Kind.TIME) and self.know.counting.before(
            self.said, place
        ):
            return None, number.end  # "mesa para dos a las nueve"
        is_span = other is None and joined is not None and self._is_span(number, after)
        if is_span:
            self._led = after
        elif other is None or other.start != self.starts[after] or other.kind is Kind.DATE:
            return None, number.end
        if other is None or other.kind is Kind.TIME:
            is_hour = number.whole is not None and number.whole <= 24
            made = self._time(place, place, number.end, number.whole or 0, 0) if is_hour else None
            return made or (None, number.end)
        factor = 60 if other.unit == "minute" and self._is_hours(after) else 1
        return self._made(other.kind, place, number.end, {number.amount * factor}, other.unit)

    def _is_span(self, first: Number, place: int) -> bool:
        """ "On Sundays 9 to 11.": two hours and nothing that they could count."""
        last = self._number_at(place)
        if last is None or first.whole is None or last.whole is None:
            return False
        follows = self._word(last.end)[:1]
        is_hours = first.is_digits and last.is_digits and first.whole < last.whole <= 24
        return is_hours and not (follows.isalnum() or follows in ("%", *SIGNS, *DASHES))

    def _is_hours(self, place: int) -> bool:
        number = self._number_at(place)
        hit = self.know.units.at(self.said, number.end) if number else None
        return hit is not None and hit[0] == "hour"

    def _with_spans(self, values: list[Value]) -> list[Value]:
        """ "8:00 - 10:15", "between 8 and 10:15": the first begins a span, the second ends it."""
        places = {start: index for index, start in enumerate(self.starts)}
        after_of = {end: index + 1 for index, end in enumerate(self.ends)}
        found = list(values)
        for index in range(len(found) - 1):
            first, second = found[index], found[index + 1]
            if first.kind != second.kind or first.kind not in (Kind.TIME, Kind.DATE):
                continue
            begin, end = after_of.get(first.end, -1), places.get(second.start, -1)
            if begin < 0 or end < 0 or not 0 < end - begin <= 4:
                continue
            if self.said[begin] in DASHES or self._joins(begin, end, places.get(first.start, 0)):
                found[index] = replace(first, edge="from")
                found[index + 1] = replace(second, edge="until")
        return found

    def _joins(self, begin: int, end: int, first: int) -> bool:
        """``first``: place of the value before; "tra le 8": of two words before that."""
        hit = self.know.joiners.at(self.said, begin)
        if hit is None:
            return False
        if self.said[begin] in self.know.and_words:
            return any(self._word(first - n) in self.know.between_words for n in (1, 2))
        return hit[1] == end or all(w in self.know.fillers for w in self.said[hit[1] : end])
