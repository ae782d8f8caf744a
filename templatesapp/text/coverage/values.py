"""Values in a text that answer a kind of question: a time, an amount, a place, a number …"""

import re
from collections.abc import Callable

from templatesapp.text.coverage.rules import Aspect, Compiled
from templatesapp.text.guarded.kinds import Kind
from templatesapp.text.guarded.values import find_values

_AMOUNT = re.compile(r"[€$£]\s?\d|\d\s?[€$£%]")
_NUMBER = re.compile(r"(?<![\d.,:/])\d{1,6}(?![\d:/]|[.,]\d)")
_SPEED = re.compile(r"\b\d+\s?(?:[mg]bps|[mg]bit|mb/s|megabit|km/h)", re.IGNORECASE)
_READABLE = re.compile(
    r"\b(?=\w*\d)(?=\w*[A-Za-z])\w{4,}|\b\w*[a-z][A-Z]\w*|[\"“„«'‘]\S[^\"”»'’]*[\"”»'’]"
    r"|\+?\d[\d ]{6,}\d|\b\d{4,}\b|@|://"
)
_CAPITAL = re.compile(r"(?<=[a-zà-ÿ,:] )[A-ZÀ-Ý][\w-]{2,}")
_UNIT_WITHIN = 3  # words between a number and its unit ("five to seven working days")
_EARLY_WORDS = 5
_FRAGMENT_WORDS = 8


def clock_times(text: str, rules: Compiled) -> set[int]:
    """Times of day as minutes after midnight: 13:00, 1 pm, 13 Uhr, 13h, "at 8", half past three."""
    return {
        int(amount)
        for value in find_values(text, rules.language).values
        if value.kind is Kind.TIME and not value.is_named
        for amount in value.amounts
    }


def numbers(text: str) -> set[int]:
    """Whole numbers written in digits that are no part of a time, date or decimal."""
    return {int(match.group()) for match in _NUMBER.finditer(text)}


class Values:
    """What one clause holds, asked for by aspect. ``text`` as written."""

    __slots__ = ("_known", "_rules", "text", "times", "words")

    def __init__(self, text: str, text_words: list[str], rules: Compiled) -> None:
        self.text = text
        self.words = text_words
        self._rules = rules
        self._known: dict[str, bool] = {}  # each is asked for again and again
        self.times = clock_times(text, rules)

    def has(self, aspect: Aspect) -> bool:
        if aspect not in self._known:
            finder = _FINDERS.get(aspect)
            self._known[aspect] = finder is not None and finder(self)
        return self._known[aspect]

    def says(self, name: str) -> bool:
        """Whether a phrase of the list ``name`` stands in the clause."""
        if name not in self._known:
            self._known[name] = self._rules[name].is_in(self.words)
        return self._known[name]

    def has_number(self) -> bool:
        return any(w[0].isdigit() for w in self.words) or self.says("number_words")

    def has_measure(self, units: str) -> bool:
        """A number, in digits or words, with a unit close behind it."""
        unit, number = self._rules[units], self._rules["number_words"]
        for index, word in enumerate(self.words):
            if not (word[0].isdigit() or word in number):
                continue
            behind = self.words[index + 1 : index + 2 + _UNIT_WITHIN]
            if any(unit.length_at_start(behind[i:]) for i in range(len(behind))):
                return True
            if word[-1].isalpha() and word.lstrip("0123456789.,") in {p[0] for p in unit.all}:
                return True  # "60cm"
        return False

    def has_time(self, *, besides: frozenset[str] = frozenset()) -> bool:
        """``besides``: time words that say nothing new, as the question names them."""
        if self.times:
            return True
        if not besides:
            return self.says("time_words")
        places = self._rules["time_words"].places(self.words)
        return any(" ".join(self.words[start:end]) not in besides for start, end in places)

    def has_price(self) -> bool:
        return (
            bool(_AMOUNT.search(self.text))
            or self.has_measure("coins")
            or self._is_free()
            or self.says("price_words")
        )

    def _is_free(self) -> bool:
        """Costs nothing: "free of charge", but neither "not included" nor "gluten-free"."""
        negation = self._rules["negations"]
        return any(
            not any(w in negation for w in self.words[max(start - 2, 0) : start])
            and not self._is_joined(start)
            for start, _ in self._rules["free_words"].places(self.words)
        )

    def _is_joined(self, place: int) -> bool:
        """Whether a hyphen joins the word to the one before it."""
        return place > 0 and "-".join(self.words[place - 1 : place + 1]) in self.text.casefold()

    def negates_early(self) -> bool:
        """Whether the clause opens with its no: "We do not have …", not "… and never crowded"."""
        negation = self._rules["negations"]
        return any(w in negation for w in self.words[:_EARLY_WORDS])

    def has_place(self) -> bool:
        if "://" in self.text:
            return True
        hidden = {i for s, e in self._rules["no_places"].places(self.words) for i in range(s, e)}
        for start, end in self._rules["place_words"].places(self.words):
            behind = self.words[end : end + 1]
            is_when = behind and (
                behind[0][0].isdigit() or self._rules["time_words"].length_at_start(behind)
            )
            if start not in hidden and not is_when:
                return True
        return False

    def begins_with_place(self) -> bool:
        """ "At reception, any time": a place without a sentence around it."""
        is_fragment = len(self.words) <= _FRAGMENT_WORDS
        begins = self._rules["place_words"].length_at_start(self.words) > 0
        return is_fragment and begins and self.has_place()

    def has_name(self) -> bool:
        if self._rules.nouns_are_capital:
            return self.says("naming_words")
        return bool(_CAPITAL.search(self.text))

    def has_code(self) -> bool:
        return bool(_READABLE.search(self.text)) or self.has_name() or self.says("reveal_words")


_FINDERS: dict[Aspect, Callable[[Values], bool]] = {
    Aspect.TIME: lambda v: v.has_time(),
    Aspect.PRICE: Values.has_price,
    Aspect.PLACE: Values.has_place,
    Aspect.DURATION: lambda v: v.has_measure("duration_units"),
    Aspect.DISTANCE: lambda v: v.has_measure("distance_units") or v.says("distance_units"),
    Aspect.COUNT: Values.has_number,
    Aspect.FREQUENCY: lambda v: v.says("frequency_words"),
    Aspect.SIZE: lambda v: v.has_measure("size_units") or v.says("size_units"),
    Aspect.SPEED: lambda v: bool(_SPEED.search(v.text)),
    Aspect.AGE: lambda v: v.says("age_words"),
    Aspect.CODE: Values.has_code,
    Aspect.PERSON: lambda v: v.says("person_words"),
    Aspect.WAY: lambda v: v.says("way_words"),
    Aspect.REASON: lambda v: v.says("reason_words"),
}
