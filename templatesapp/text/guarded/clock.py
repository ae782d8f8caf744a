"""Times of day among the words of a text."""

from decimal import Decimal

from templatesapp.text.guarded.kinds import Kind, Value
from templatesapp.text.guarded.said import CLOCK, DASHES, SIGNS, Number, SaidWords

_HALF_DAY_WITHIN = 30  # characters: "in the afternoon"


class Clock(SaidWords):
    """Hours, as people write and say them."""

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
        is_open = hour <= 12 and (self.know.has_half_days or not exact)
        amounts = {Decimal(total)}
        if half is not None and self.ends[half[1] - 1] - self.starts[end] < _HALF_DAY_WITHIN:
            hours, end = half
            if hour <= 12:
                amounts = {Decimal(total % 720 + hours * 60)}
        elif is_open and self.said[place] not in ("00", "0"):
            amounts = {Decimal(total % 720), Decimal(total % 720 + 720)}
        return self._made(Kind.TIME, begin, end, amounts)
