"""Prices, percentages, dates and measures among the words of a text."""

from __future__ import annotations

from decimal import Decimal

from templatesapp.text.guarded.kinds import IN_BASE_UNITS, Kind, Value, day_amounts
from templatesapp.text.guarded.said import DECIMAL, SIGNS, Number, SaidWords

_ORDINALS = frozenset({"th", "st", "nd", "rd", "er", "o", "ste", "ten", "."})


class Amounts(SaidWords):
    """What is counted in a unit."""

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
        if unit is not None or coin is not None:
            end = number.end + 1 if unit is not None else coin[1] if coin else number.end
            cents, end = self._cents_at(end) or (0, end)
            return self._made(Kind.MONEY, place, end, {number.amount + cents}, unit or "EUR")
        cent = self.know.cents.at(self.said, number.end)
        if cent is not None:
            return self._made(Kind.MONEY, place, cent[1], {number.amount / 100}, "EUR")
        if DECIMAL.match(number.raw) and self.know.per_person.at(self.said, number.end):
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
        if number.is_digits and len(number.raw) != 2:
            return None
        after = self._word(number.end)
        if self.know.units.at(self.said, number.end) or after in SIGNS or after == "%":
            return None
        cent = self.know.cents.at(self.said, number.end)
        if self.know.coins.at(self.said, number.end) and not cent:
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
        if not (day.isdigit() and len(day) < 3 and 1 <= int(day) <= 31):
            return None
        if not self.know.has_half_days or self._number_names_more(after + 1):
            return None
        end = after + 2 if self._word(after + 1) in _ORDINALS - {"."} else after + 1
        return self._made(Kind.DATE, place, end, day_amounts(month, int(day)))

    def _measure(self, place: int, number: Number) -> tuple[Value, int] | None:
        if ":" in number.raw:
            return None
        hit = self.know.units.at(self.said, number.end)
        if hit is None:
            return None
        if hit[0] in ("m", "cm") and not number.is_digits:
            return None
        unit, factor = IN_BASE_UNITS.get(hit[0], (hit[0], 1))
        return self._made(Kind.MEASURE, place, hit[1], {number.amount * factor}, unit)
