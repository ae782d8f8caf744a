"""The words of a text, read from left to right for what is counted: times, prices, measures."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from decimal import Decimal

from templatesapp.text.guarded.kinds import (
    IN_BASE_UNITS,
    MAX_VALUES,
    WRITTEN,
    Kind,
    Value,
    day_amounts,
)
from templatesapp.text.guarded.words import Guarding, guarding
from templatesapp.text.tokens import fold, stop_words

_TOKEN = re.compile(r"[AaPp]\.\s?[Mm]\b\.?|\d+(?:[.,:]\d+)*|[^\W\d_]+|[^\s\w]")
_DROPPED = frozenset(
    "'’‘`´\"“”„«»*·"
)  # inside or around words; never between a number and its unit
_GLUE = frozenset("-‑/")
_SIGNS = {"€": "EUR", "$": "USD", "£": "GBP", "dollar": "USD", "dollars": "USD", "usd": "USD",
          "pound": "GBP", "pounds": "GBP", "gbp": "GBP"}  # fmt: skip
_DASHES = frozenset("-–—‑")
_SIDES = frozenset({"x", "×", "by"})  # 45 x 65 x 55 cm
_CLOCK = re.compile(r"([01]?\d|2[0-4])[:.]([0-5]\d)\Z")
_THOUSANDS = re.compile(r"\d{1,3}(?:[.,]\d{3})+\Z")
_DECIMAL = re.compile(r"\d+[.,]\d{1,2}\Z")
_BETWEEN = frozenset({"between", "zwischen", "tra", "fra", "entre"})
_FILLERS = frozenset(
    {"about", "around", "at", "circa", "ca", "etwa", "ungefahr", "environ", "sobre", "unos", "the",
     "der", "dem", "den", "le", "les", "las", "los", "el", "il", "i", "gli", "ore", "um", "als",
     "his", "her", "an", "on", "am"}
)  # fmt: skip
_UNDER = frozenset({"under", "over", "unter", "uber", "sotto", "sopra", "below", "above"})
_OF = frozenset({"de", "of", "del"})
_ORDINALS = frozenset({"th", "st", "nd", "rd", "er", "o", "ste", "ten", "."})
# Hours as a clock's in one place and as a length in another: "à 8 heures", "en 8 heures".
_HOUR_UNITS = frozenset({"h", "heures", "heure", "horas", "hs", "ore", "hrs"})


@dataclass(frozen=True, slots=True)
class _Number:
    raw: str
    amount: Decimal
    end: int  # the word after it
    is_digits: bool

    @property
    def whole(self) -> int | None:
        return int(self.amount) if self.amount == int(self.amount) else None


class Reader:
    """The words of a text, read for what is counted."""

    def __init__(self, text: str, language: str) -> None:
        self.text = text
        self.know: Guarding = guarding(language)
        self.stops = stop_words(language)
        self.said: list[str] = []
        self.starts: list[int] = []
        self.ends: list[int] = []
        self.numbers: list[tuple[int, int]] = []
        self._led = -1  # place of a number that what stands before makes an hour
        folded = fold(text)
        has_places = len(folded) == len(text)  # else a letter became two, or none
        for match in _TOKEN.finditer(folded if has_places else text):
            word = match.group()
            start, end = match.span()
            if word in _DROPPED or (word in _GLUE and _is_glue(text, start)):
                continue
            if not has_places:
                word = fold(word)
            if not word:
                continue  # what joins an emoji folds to nothing
            if len(word) > 1 and word[0] in "ap" and "." in word:
                word = f"{word[0]}m"
            self.said.append(word)
            self.starts.append(start)
            self.ends.append(end)

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
        named = self._named_at(place)
        if named is not None:
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

    # --- numbers -------------------------------------------------------------------------

    def _number_at(self, place: int) -> _Number | None:
        word = self.said[place]
        if not word[0].isdigit():
            hit = self.know.numbers.at(self.said, place)
            if hit is None:
                return None
            return _Number("", Decimal(hit[0]), hit[1], is_digits=False)
        if _THOUSANDS.match(word):
            return _Number(word, Decimal(word.replace(".", "").replace(",", "")), place + 1, True)
        if word.isdigit() or _DECIMAL.match(word) or _CLOCK.match(word):
            if len(word) > 9:
                return None
            plain = word.replace(",", ".").replace(":", ".")
            return _Number(word, Decimal(plain), place + 1, is_digits=True)
        return None

    def _word(self, place: int) -> str:
        return self.said[place] if 0 <= place < len(self.said) else ""

    def _made(self, kind: Kind, place: int, end: int, *, amounts: set[Decimal] | frozenset[Decimal],
              unit: str = "", named: bool = False) -> Value:  # fmt: skip
        """The value of ``said[place:end]`` with what stands before and after it."""
        begin = place
        edge = self._edge(place)
        is_counted = kind in (Kind.MEASURE, Kind.AGE)
        if is_counted and (self.know.or_more.at(self.said, end) or self._word(end) == "+"):
            edge = "from"
        return Value(
            kind,
            self.starts[begin],
            self.ends[end - 1],
            amounts=frozenset(amounts),
            unit=unit,
            edge=edge,
            is_denied=self.know.nots.before(self.said, place) is not None,
            is_later=self.know.later.before(self.said, place) is not None and edge != "from",
            is_moment=self.know.moments.before(self.said, place) is not None,
            is_named=named,
        )

    def _edge(self, place: int) -> str:
        for end in (place, place - 1 if self._word(place - 1) in _FILLERS else place):
            start = self.know.starts.before(self.said, end)
            until = self.know.ends.before(self.said, end)
            if start and until:
                return "from" if start[1] <= until[1] else "until"
            if start or until:
                return "from" if start else "until"
        return ""

    # --- kinds ---------------------------------------------------------------------------

    def _named_at(self, place: int) -> tuple[Value, int] | None:
        hit = self.know.named_times.at(self.said, place)
        if hit is not None:
            both = {Decimal(hit[0]), Decimal(hit[0] % 1440)}
            return self._made(Kind.TIME, place, hit[1], amounts=both, named=True), hit[1]
        hit = self.know.amounts.at(self.said, place)
        if hit is not None and not self.know.per_person.near_before(self.said, hit[1], 0):
            before = self._word(place - 1)
            if before in _SIGNS or self.know.coins.before(self.said, place):
                return None  # "€19 an hour"
            minutes = {Decimal(hit[0])}
            return self._made(Kind.MEASURE, place, hit[1], amounts=minutes, unit="minute"), hit[1]
        month = self.know.months.at(self.said, place)
        if month is not None:
            return self._month_first(place, *month)
        return None

    def _month_first(self, place: int, month: int, after: int) -> tuple[Value, int] | None:
        """March 15, March 15th."""
        day = self._word(after)
        if not (day.isdigit() and len(day) < 3 and 1 <= int(day) <= 31):
            return None
        if not self.know.has_half_days or self._number_names_more(after + 1):
            return None
        end = after + 2 if self._word(after + 1) in _ORDINALS - {"."} else after + 1
        return self._made(Kind.DATE, place, end, amounts=day_amounts(month, int(day))), end

    def _number_names_more(self, place: int) -> bool:
        return (
            self.know.units.at(self.said, place) is not None
            or self._word(place) in _SIGNS
            or self.know.months.at(self.said, place) is not None
        )

    def _money(self, place: int, number: _Number) -> tuple[Value, int] | None:
        before = self._word(place - 1)
        unit = _SIGNS.get(before)
        if unit is None and place and self.know.coins.before(self.said, place):
            # "EUR 8.50", but not the cents of "8 euro 50"
            unit = "EUR" if not self._number_ends_at(place - 1) and number.is_digits else None
        if unit is not None and ":" not in number.raw:
            return self._amount(place - 1, number.end, number.amount, unit)
        unit = _SIGNS.get(self._word(number.end))
        coin = self.know.coins.at(self.said, number.end)
        if unit is not None or coin is not None:
            end = number.end + 1 if unit is not None else coin[1] if coin else number.end
            cents = self._cents_at(end)
            amount = number.amount + (cents[0] if cents else 0)
            return self._amount(place, cents[1] if cents else end, amount, unit or "EUR")
        cent = self.know.cents.at(self.said, number.end)
        if cent is not None:
            return self._amount(place, cent[1], number.amount / 100, "EUR")
        is_priced = bool(_DECIMAL.match(number.raw)) and self.know.per_person.at(
            self.said, number.end
        )
        return self._amount(place, number.end, number.amount, "EUR") if is_priced else None

    def _amount(self, place: int, end: int, amount: Decimal, unit: str) -> tuple[Value, int]:
        return self._made(Kind.MONEY, place, end, amounts={amount}, unit=unit), end

    def _number_ends_at(self, place: int) -> bool:
        word = self._word(place - 1)
        return bool(word) and (
            word[0].isdigit() or self.know.numbers.before(self.said, place) is not None
        )

    def _cents_at(self, place: int) -> tuple[Decimal, int] | None:
        """ "8 euro 50", "eight euro fifty", "ocho euros con cincuenta"."""
        start = place + 1 if self._word(place) in ("e", "y", "et", "con", "and", "und") else place
        if start >= len(self.said):
            return None
        number = self._number_at(start)
        if number is None or number.whole is None or not 5 <= number.whole < 100:
            return None
        if number.is_digits and len(number.raw) != 2:
            return None
        after = self._word(number.end)
        if self.know.units.at(self.said, number.end) or after in _SIGNS or after == "%":
            return None
        cent = self.know.cents.at(self.said, number.end)
        if self.know.coins.at(self.said, number.end) and not cent:
            return None
        return Decimal(number.whole) / 100, cent[1] if cent else number.end

    def _percent(self, place: int, number: _Number) -> tuple[Value, int] | None:
        hit = self.know.percent.at(self.said, number.end)
        if self._word(number.end) != "%" and hit is None:
            return None
        end = hit[1] if hit else number.end + 1
        return self._made(Kind.PERCENT, place, end, amounts={number.amount}), end

    def _date(self, place: int, number: _Number) -> tuple[Value, int] | None:
        if not (number.whole and 1 <= number.whole <= 31):
            return None
        after = number.end
        while self._word(after) in _ORDINALS or self._word(after) in _OF:
            after += 1
            if after > number.end + 2:
                return None
        month = self.know.months.at(self.said, after)
        if month is None:
            return None
        amounts = day_amounts(month[0], number.whole)
        return self._made(Kind.DATE, place, month[1], amounts=amounts), month[1]

    def _clock(self, place: int, number: _Number) -> tuple[Value, int] | None:
        match = _CLOCK.match(number.raw) if number.is_digits else None
        if match and ":" in number.raw:
            hour, minute, end = int(match[1]), int(match[2]), number.end
            marked = self.know.clock_after.at(self.said, end)
            return self._time(place, place, marked[1] if marked else end, hour, minute, exact=True)
        if match and "." in number.raw:
            return self._dotted(place, number.end, int(match[1]), int(match[2]))
        if number.whole is None or not 0 <= number.whole <= 24:
            return None
        return self._hour(place, number.end, number.whole)

    def _dotted(self, place: int, end: int, hour: int, minute: int) -> tuple[Value, int] | None:
        """15.30 is a time after a clock word or before "Uhr", else a number."""
        marked = self.know.clock_after.at(self.said, end)
        half = self._half_day(end)
        if not (marked or half or self.know.clock_before.before(self.said, place)):
            return None
        if len(self.said[place].split(".")[-1]) != 2 or self._number_names_more(end):
            return None
        return self._time(place, place, marked[1] if marked else end, hour, minute, exact=True)

    def _half_day(self, place: int) -> tuple[int, int] | None:
        """(12 for the later half, the word after), where the words say which half of the day."""
        for lexicon, hours in ((self.know.mornings, 0), (self.know.evenings, 12)):
            hit = lexicon.at(self.said, place)
            if hit is not None:
                return hours, hit[1]
        return None

    def _hour(self, place: int, end: int, hour: int) -> tuple[Value, int] | None:
        know, said = self.know, self.said
        head = know.before_hour.before(said, place)
        if head is not None:
            begin = head[1]
            marked = know.clock_after.at(said, end)
            return self._time(begin, place, marked[1] if marked else end, hour, head[0])
        marked = know.clock_after.at(said, end)
        led = know.clock_before.before(said, place) is not None or place == self._led
        if marked is not None:
            return self._marked_hour(place, end, marked[1], hour, led=led)
        half = self._half_day(end)
        if half is not None and (led or self._word(end) in ("am", "pm")):
            return self._time(place, place, end, hour, 0)
        tail = know.after_hour.at(said, end)
        if tail is not None and led:
            return self._time(place, place, tail[1], hour, tail[0])
        if led and self._is_bare_hour(place, end):
            return self._time(place, place, end, hour, 0)
        return None

    def _marked_hour(
        self, place: int, end: int, after: int, hour: int, *, led: bool
    ) -> tuple[Value, int] | None:
        """8 Uhr 30, 15h30, huit heures et demie; "3 heures" is a length unless led by "à"."""
        is_unit = self.said[end] in _HOUR_UNITS
        if is_unit and hour == 24:
            return None  # "jusqu'à 24 heures": a day long
        minutes = self._word(after)
        tail = self.know.after_hour.at(self.said, after)
        if (
            minutes.isdigit()
            and len(minutes) == 2
            and int(minutes) < 60
            and not self._number_names_more(after + 1)
        ):
            if is_unit and self.know.lasting.before(self.said, place):
                amount = {Decimal(hour * 60 + int(minutes))}
                value = self._made(Kind.MEASURE, place, after + 1, amounts=amount, unit="minute")
                return value, after + 1
            return self._time(place, place, after + 1, hour, int(minutes), exact=True)
        if tail is not None:
            return self._time(place, place, tail[1], hour, tail[0], exact=True)
        if is_unit and not led:
            return None
        if is_unit and self._word(place - 1) in _OF and not self._leads_on(after):
            return None  # "un délai de 24 heures"
        return self._time(place, place, after, hour, 0, exact=True)

    def _leads_on(self, place: int) -> bool:
        hit = self.know.joiners.at(self.said, place)
        after = hit[1] if hit else place + 1 if self._word(place) in _DASHES else place
        return after > place and bool(self._word(after)) and self._number_at(after) is not None

    def _is_bare_hour(self, place: int, end: int) -> bool:
        """ "At 8.", "from 8 to 10": what follows is no thing that could be counted."""
        after = self._word(end)
        if not after or (not after[0].isalnum() and after not in ("%", "x", "×", "°")):
            if after in _DASHES:
                return self._leads_on(end) and self._number_is_time(end + 1)
            return after not in _SIGNS
        if self._number_names_more(end):
            return False
        if self._leads_on(end):
            joined = self.know.joiners.at(self.said, end)
            return joined is not None and self._number_is_time(joined[1])
        return after in self.stops or self._half_day(end) is not None

    def _number_is_time(self, place: int) -> bool:
        number = self._number_at(place) if place < len(self.said) else None
        if number is None:
            return False
        if self._money(place, number) or self._percent(place, number) or self._date(place, number):
            return False
        return self._measure(place, number) is None

    def _time(
        self, begin: int, place: int, end: int, hour: int, minute: int, *, exact: bool = False
    ) -> tuple[Value, int] | None:
        """``exact``: written with minutes or a mark, so of the 24-hour clock where a language has
        one."""
        if hour > 24 or hour * 60 + minute > 1440:
            return None
        half = self._half_day(end)
        total = hour * 60 + minute
        if half is not None and self._is_half_day_of(end, half[1]):
            hours, end = half
            total = (total % 720) + hours * 60 if hour <= 12 else total
            amounts = {Decimal(total)}
        elif (
            hour <= 12
            and (self.know.has_half_days or not exact)
            and self.said[place] not in ("00", "0")
        ):
            amounts = {Decimal(total % 720), Decimal(total % 720 + 720)}
        else:
            amounts = {Decimal(total)}
        return self._made(Kind.TIME, begin, end, amounts=amounts), end

    def _is_half_day_of(self, place: int, end: int) -> bool:
        return self.ends[end - 1] - self.starts[place] < 30

    def _age(self, place: int, number: _Number) -> tuple[Value, int] | None:
        if number.whole is None or not 1 <= number.whole <= 99:
            return None
        unit = self.know.units.at(self.said, number.end)
        is_years = unit is not None and unit[0] == "year"
        end = unit[1] if unit and is_years else number.end
        is_told = self.know.ages.near_before(self.said, place, 3)
        edge = self._edge(place) or ("from" if self.know.or_more.at(self.said, end) else "")
        if self._word(number.end) == "+":
            edge = "from"
        if is_years:
            is_limit = bool(edge) or is_told
            return (
                (self._made(Kind.AGE, place, end, amounts={number.amount}), end)
                if is_limit
                else None
            )
        if unit is not None or not number.is_digits:
            return None
        under = self._word(place - 1) in _UNDER and (
            not self._word(end)[:1].isalpha()
            or self._word(end) in self.stops
            or self.know.people.before(self.said, place - 1) is not None
        )
        is_age = is_told or under
        if not is_age or self._word(end) in _SIGNS or self._word(end) == "%":
            return None
        return self._made(Kind.AGE, place, end, amounts={number.amount}), end

    def _measure(self, place: int, number: _Number) -> tuple[Value, int] | None:
        if ":" in number.raw:
            return None
        hit = self.know.units.at(self.said, number.end)
        if hit is None:
            return None
        if hit[0] in ("m", "cm") and not number.is_digits:
            return None
        unit, factor = IN_BASE_UNITS.get(hit[0], (hit[0], 1))
        amounts = {number.amount * factor}
        return self._made(Kind.MEASURE, place, hit[1], amounts=amounts, unit=unit), hit[1]

    def _shared(self, place: int, number: _Number, depth: int) -> tuple[Value | None, int]:
        """ "5 to 7 days", "45 x 65 cm", "8-10 Uhr": the kind stands with the last of them."""
        joined = self.know.joiners.at(self.said, number.end)
        word = self._word(number.end)
        after = joined[1] if joined else number.end
        if word in _DASHES or word in _SIDES or word in ("or", "oder", "o", "ou"):
            after = number.end + 1
        if after == number.end or after >= len(self.said) or depth > 2:
            return None, number.end
        other, _ = self._value_at(after, depth + 1)
        if other is None and joined is not None and self._is_span(number, after):
            self._led = after
            made = self._time(place, place, number.end, number.whole or 0, 0)
            return made if made is not None else (None, number.end)
        if other is None or other.start != self.starts[after] or other.kind in WRITTEN:
            return None, number.end
        if other.kind is Kind.DATE:
            return None, number.end
        if other.kind is Kind.TIME:
            if number.whole is None or number.whole > 24:
                return None, number.end
            made = self._time(place, place, number.end, number.whole, 0)
            return made if made is not None else (None, number.end)
        factor = 60 if other.unit == "minute" and self._is_hours(after) else 1
        amounts = {number.amount * factor}
        made_value = self._made(other.kind, place, number.end, amounts=amounts, unit=other.unit)
        return made_value, number.end

    def _is_span(self, first: _Number, place: int) -> bool:
        """ "On Sundays 9 to 11.": two hours and nothing that they could count."""
        last = self._number_at(place)
        if last is None or first.whole is None or last.whole is None:
            return False
        follows = self._word(last.end)[:1]
        is_hours = first.is_digits and last.is_digits and first.whole < last.whole <= 24
        return is_hours and not (follows.isalnum() or follows in ("%", *_SIGNS, *_DASHES))

    def _is_hours(self, place: int) -> bool:
        number = self._number_at(place)
        hit = self.know.units.at(self.said, number.end) if number else None
        return hit is not None and hit[0] == "hour"

    # --- spans ---------------------------------------------------------------------------

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
            joint = tuple(self.said[begin:end])
            head = self._word(places.get(first.start, 0) - 1)
            if joint[0] in _DASHES or self._joins(begin, end, head, first):
                found[index] = replace(first, edge="from")
                found[index + 1] = replace(second, edge="until")
        return found

    def _joins(self, begin: int, end: int, head: str, first: Value) -> bool:
        hit = self.know.joiners.at(self.said, begin)
        if hit is None:
            return False
        if self.said[begin] in ("and", "und", "e", "et", "y"):
            near = self._word_before(first.start)
            return head in _BETWEEN or near in _BETWEEN
        return hit[1] == end or all(w in _FILLERS for w in self.said[hit[1] : end])

    def _word_before(self, start: int) -> str:
        """The second word before a value: "tra le 8"."""
        place = next((i for i, s in enumerate(self.starts) if s >= start), 0)
        return self._word(place - 2)


def _is_glue(text: str, place: int) -> bool:
    """A hyphen or slash inside a word: forty-five, Mbit/s, 4-minute."""
    before, after = text[place - 1 : place], text[place + 1 : place + 2]
    return before.isalnum() and after.isalpha()
