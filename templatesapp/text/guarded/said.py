"""The words of a text with their places, the numbers among them, and what they count."""

import re
from collections.abc import Set
from dataclasses import dataclass
from decimal import Decimal

from templatesapp.text.guarded.kinds import IN_BASE_UNITS, Kind, Value, day_amounts
from templatesapp.text.guarded.words import Guarding, guarding
from templatesapp.text.tokens import fold, stop_words

_NO_CENTS = r"[.,][-–—]{1,2}(?!\s?\d)"  # "34,- Euro"
_TOKEN = re.compile(rf"[AaPp]\.\s?[Mm]\b\.?|\d+(?:[.,:]\d+)*(?:{_NO_CENTS})?|[^\W\d_]+|[^\s\w]")
# Inside or around words; never between a number and its unit.
_DROPPED = frozenset("'’‘`´\"“”„«»*·")
_GLUE = frozenset("-‑/")
SIGNS = {"€": "EUR", "$": "USD", "£": "GBP", "dollar": "USD", "dollars": "USD", "usd": "USD",
          "pound": "GBP", "pounds": "GBP", "gbp": "GBP"}  # fmt: skip
DASHES = frozenset("-–—‑")
CLOCK = re.compile(r"([01]?\d|2[0-4])[:.]([0-5]\d)\Z")
_ORDINALS = frozenset({"th", "st", "nd", "rd", "er", "o", "ste", "ten", "."})
_THOUSANDS = re.compile(r"\d{1,3}(?:[.,]\d{3})+\Z")
_DECIMAL = re.compile(r"\d+[.,]\d{1,2}\Z")
_HALF_DAY_WITHIN = 30  # characters: "in the afternoon"


@dataclass(frozen=True, slots=True)
class Number:
    raw: str
    amount: Decimal
    end: int  # the word after it
    is_digits: bool

    @property
    def whole(self) -> int | None:
        return int(self.amount) if self.amount == int(self.amount) else None


def _is_glue(text: str, place: int) -> bool:
    """A hyphen or slash inside a word: forty-five, Mbit/s, 4-minute."""
    before, after = text[place - 1 : place], text[place + 1 : place + 2]
    return before.isalnum() and after.isalpha()


class SaidWords:
    """The words of a text, one after the other, read for what is said of them."""

    def __init__(self, text: str, language: str) -> None:
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
            said, (start, end) = match.group(), match.span()
            word = said if has_places else fold(said)  # what joins an emoji folds to nothing
            if not word or said in _DROPPED or (said in _GLUE and _is_glue(text, start)):
                continue
            word = f"{word[0]}m" if word[0] in "ap" and "." in word else word
            self.said.append(word.rstrip(".,-–—") if word[0].isdigit() else word)
            self.starts.append(start)
            self.ends.append(end)

    def _number_at(self, place: int) -> Number | None:
        word = self.said[place]
        if not word[0].isdigit():
            hit = self.know.numbers.at(self.said, place)
            return Number("", Decimal(hit[0]), hit[1], is_digits=False) if hit else None
        plain = word.replace(",", ".").replace(":", ".")
        if _THOUSANDS.match(word):
            plain = plain.replace(".", "")
        elif len(word) > 9 or not (word.isdigit() or _DECIMAL.match(word) or CLOCK.match(word)):
            return None
        return Number(word, Decimal(plain), place + 1, is_digits=True)

    def _word(self, place: int) -> str:
        return self.said[place] if 0 <= place < len(self.said) else ""

    def _made(
        self, kind: Kind, place: int, end: int, amounts: Set[Decimal], unit: str = ""
    ) -> tuple[Value, int]:
        """The value of ``said[place:end]`` with what stands before and after it; the place after
        it."""
        edge = self._edge(place)
        if kind in (Kind.MEASURE, Kind.AGE):
            if self.know.or_more.at(self.said, end) or self._word(end) == "+":
                edge = "from"
            elif self.know.or_less.at(self.said, end):
                edge = "until"
        value = Value(
            kind,
            self.starts[place],
            self.ends[end - 1],
            amounts=frozenset(amounts),
            unit=unit,
            edge=edge,
            is_denied=self.know.nots.before(self.said, place) is not None,
            is_later=self.know.later.before(self.said, place) is not None and edge != "from",
            is_moment=self.know.moments.before(self.said, place) is not None,
        )
        return value, end

    def _edge(self, place: int) -> str:
        for end in (place, place - 1 if self._word(place - 1) in self.know.fillers else place):
            start = self.know.starts.before(self.said, end)
            until = self.know.ends.before(self.said, end)
            if start and until:
                return "from" if start[1] <= until[1] else "until"
            if start or until:
                return "from" if start else "until"
        return ""

    # --- what is counted in a unit ---

    def _number_names_more(self, place: int) -> bool:
        return (
            self.know.units.at(self.said, place) is not None
            or self._word(place) in SIGNS
            or self.know.months.at(self.said, place) is not None
        )

    def _money(self, place: int, number: Number) -> tuple[Value, int] | None:
        before = self._word(place - 1)
        unit = SIGNS.get(before)
        if unit is None and place and self.know.coins.before(self.said, place):
            # "EUR 8.50", but not the cents of "8 euro 50"
            unit = "EUR" if not self._number_ends_at(place - 1) and number.is_digits else None
        if unit is not None and ":" not in number.raw:
            return self._made(Kind.MONEY, place - 1, number.end, {number.amount}, unit)
        unit = SIGNS.get(self._word(number.end))
        coin = self.know.coins.at(self.said, number.end)
        if unit or coin:
            end = coin[1] if coin and not unit else number.end + 1
            cents, end = self._cents_at(end) or (0, end)
            return self._made(Kind.MONEY, place, end, {number.amount + cents}, unit or "EUR")
        cent = self.know.cents.at(self.said, number.end)
        if cent is not None:
            return self._made(Kind.MONEY, place, cent[1], {number.amount / 100}, "EUR")
        if _DECIMAL.match(number.raw) and self.know.per_each.at(self.said, number.end):
            return self._made(Kind.MONEY, place, number.end, {number.amount}, "EUR")
        return None

    def _number_ends_at(self, place: int) -> bool:
        is_digits = self._word(place - 1)[:1].isdigit()
        return is_digits or self.know.numbers.before(self.said, place) is not None

    def _cents_at(self, place: int) -> tuple[Decimal, int] | None:
        """ "8 euro 50", "eight euro fifty", "ocho euros con cincuenta"."""
        start = place + 1 if self._word(place) in ("e", "y", "et", "con", "and", "und") else place
        if start >= len(self.said):
            return None
        number = self._number_at(start)
        if number is None or number.whole is None or not 5 <= number.whole < 100:
            return None
        after, cent = self._word(number.end), self.know.cents.at(self.said, number.end)
        if (
            (number.is_digits and len(number.raw) != 2)
            or self.know.units.at(self.said, number.end)
            or after in ("%", *SIGNS)
            or (self.know.coins.at(self.said, number.end) and not cent)
        ):
            return None
        return Decimal(number.whole) / 100, cent[1] if cent else number.end

    def _percent(self, place: int, number: Number) -> tuple[Value, int] | None:
        hit = self.know.percent.at(self.said, number.end)
        if self._word(number.end) != "%" and hit is None:
            return None
        end = hit[1] if hit else number.end + 1
        return self._made(Kind.PERCENT, place, end, {number.amount})

    def _date(self, place: int, number: Number) -> tuple[Value, int] | None:
        if not (number.whole and 1 <= number.whole <= 31):
            return None
        after = number.end
        while self._word(after) in _ORDINALS or self._word(after) in self.know.of_words:
            after += 1
            if after > number.end + 2:
                return None
        month = self.know.months.at(self.said, after)
        if month is None:
            return None
        return self._made(Kind.DATE, place, month[1], day_amounts(month[0], number.whole))

    def _month_first(self, place: int, month: int, after: int) -> tuple[Value, int] | None:
        """March 15, March 15th."""
        day = self._word(after)
        is_day = day.isdigit() and len(day) < 3 and 1 <= int(day) <= 31
        if not is_day or not self.know.has_half_days or self._number_names_more(after + 1):
            return None
        end = after + 2 if self._word(after + 1) in _ORDINALS - {"."} else after + 1
        return self._made(Kind.DATE, place, end, day_amounts(month, int(day)))

    def _measure(self, place: int, number: Number) -> tuple[Value, int] | None:
        if ":" in number.raw:
            return None
        hit = self.know.units.at(self.said, number.end)
        if hit is None or (hit[0] in ("m", "cm") and not number.is_digits):
            return None
        unit, factor = IN_BASE_UNITS.get(hit[0], (hit[0], 1))
        return self._made(Kind.MEASURE, place, hit[1], {number.amount * factor}, unit)

    # --- hours, as people write and say them ---

    def _clock(self, place: int, number: Number) -> tuple[Value, int] | None:
        match = CLOCK.match(number.raw) if number.is_digits else None
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
            if hit := lexicon.at(self.said, place):
                return hours, hit[1]
        return None

    def _hour(self, place: int, end: int, hour: int) -> tuple[Value, int] | None:
        know, said = self.know, self.said
        head, marked = know.before_hour.before(said, place), know.clock_after.at(said, end)
        if head is not None:
            return self._time(head[1], place, marked[1] if marked else end, hour, head[0])
        led = know.clock_before.before(said, place) is not None or place == self._led
        if marked is not None:
            return self._marked_hour(place, end, marked[1], hour, led=led)
        tail = know.after_hour.at(said, end)
        is_told = self._half_day(end) and (led or self._word(end) in ("am", "pm"))
        if led and tail and not is_told:
            return self._time(place, place, tail[1], hour, tail[0])
        if is_told or (led and self._is_bare_hour(place, end)):
            return self._time(place, place, end, hour, 0)
        return None

    def _marked_hour(
        self, place: int, end: int, after: int, hour: int, *, led: bool
    ) -> tuple[Value, int] | None:
        """8 Uhr 30, 15h30, huit heures et demie; "3 heures" is a length unless led by "à"."""
        is_unit = self.said[end] in self.know.hour_units
        if is_unit and hour == 24:
            return None  # "jusqu'à 24 heures": a day long
        minutes = self._word(after)
        tail = self.know.after_hour.at(self.said, after)
        is_minutes = minutes.isdigit() and len(minutes) == 2 and int(minutes) < 60
        if is_minutes and not self._number_names_more(after + 1):
            if is_unit and self.know.lasting.before(self.said, place):
                amounts = {Decimal(hour * 60 + int(minutes))}
                return self._made(Kind.MEASURE, place, after + 1, amounts, "minute")
            return self._time(place, place, after + 1, hour, int(minutes), exact=True)
        if tail is not None:
            return self._time(place, place, tail[1], hour, tail[0], exact=True)
        if is_unit and not led:
            return None
        if is_unit and self._word(place - 1) in self.know.of_words and not self._leads_on(after):
            return None  # "un délai de 24 heures"
        return self._time(place, place, after, hour, 0, exact=True)

    def _leads_on(self, place: int) -> bool:
        hit = self.know.joiners.at(self.said, place)
        after = hit[1] if hit else place + 1 if self._word(place) in DASHES else place
        return after > place and bool(self._word(after)) and self._number_at(after) is not None

    def _is_bare_hour(self, place: int, end: int) -> bool:
        """ "At 8.", "from 8 to 10": what follows is no thing that could be counted."""
        if self._is_counted(place) and not self._leads_on(end):
            return False
        after = self._word(end)
        if not after or (not after[0].isalnum() and after not in ("%", "x", "×", "°")):
            if after in DASHES:
                return self._leads_on(end) and self._number_is_time(end + 1)
            return after not in SIGNS
        if self._number_names_more(end):
            return False
        if self._leads_on(end):
            joined = self.know.joiners.at(self.said, end)
            return joined is not None and self._number_is_time(joined[1])
        return after in self.stops or self._half_day(end) is not None

    def _is_counted(self, place: int) -> bool:
        """ "The names of the three", "€45 each between three"; "el de las tres" is a ferry."""
        led = self.know.clock_before.before(self.said, place)
        if led and self.said[led[1]] in self.know.between_words:
            return True
        counted = self.know.counting.before(self.said, place)
        return counted is not None and (led is None or counted[1] <= led[1])

    def _number_is_time(self, place: int) -> bool:
        number = self._number_at(place) if place < len(self.said) else None
        others = (self._money, self._percent, self._date, self._measure)
        return number is not None and not any(read(place, number) for read in others)

    def _time(
        self, begin: int, place: int, end: int, hour: int, minute: int, *, exact: bool = False
    ) -> tuple[Value, int] | None:
        """``exact``: written with minutes or a mark, so of the 24-hour clock where a language has
        one."""
        if hour > 24 or hour * 60 + minute > 1440:
            return None
        half = self._half_day(end)
        total = hour * 60 + minute
        is_open = hour <= 12 and (self.know.has_half_days or not exact)
        amounts = {Decimal(total)}
        if half is not None and self.ends[half[1] - 1] - self.starts[end] < _HALF_DAY_WITHIN:
            hours, end = half
            if hour <= 12:
                amounts = {Decimal(total % 720 + hours * 60)}
        elif is_open and self.said[place] not in ("00", "0"):
            amounts = {Decimal(total % 720), Decimal(total % 720 + 720)}
        return self._made(Kind.TIME, begin, end, amounts)
