"""The words of a text with their places, and the numbers among them."""

from __future__ import annotations

import re
from collections.abc import Set
from dataclasses import dataclass
from decimal import Decimal

from templatesapp.text.guarded.kinds import Kind, Value
from templatesapp.text.guarded.words import Guarding, guarding
from templatesapp.text.tokens import fold, stop_words

_TOKEN = re.compile(r"[AaPp]\.\s?[Mm]\b\.?|\d+(?:[.,:]\d+)*|[^\W\d_]+|[^\s\w]")
# Inside or around words; never between a number and its unit.
_DROPPED = frozenset("'’‘`´\"“”„«»*·")
_GLUE = frozenset("-‑/")
SIGNS = {"€": "EUR", "$": "USD", "£": "GBP", "dollar": "USD", "dollars": "USD", "usd": "USD",
          "pound": "GBP", "pounds": "GBP", "gbp": "GBP"}  # fmt: skip
DASHES = frozenset("-–—‑")
CLOCK = re.compile(r"([01]?\d|2[0-4])[:.]([0-5]\d)\Z")
_THOUSANDS = re.compile(r"\d{1,3}(?:[.,]\d{3})+\Z")
DECIMAL = re.compile(r"\d+[.,]\d{1,2}\Z")


@dataclass(frozen=True, slots=True)
class Number:
    raw: str
    amount: Decimal
    end: int  # the word after it
    is_digits: bool

    @property
    def whole(self) -> int | None:
        return int(self.amount) if self.amount == int(self.amount) else None


class SaidWords:
    """The words of a text, one after the other."""

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
            word = said if has_places else fold(said)
            if not word:  # what joins an emoji folds to nothing
                continue
            if said in _DROPPED or (said in _GLUE and _is_glue(text, start)):
                continue
            if len(word) > 1 and word[0] in "ap" and "." in word:
                word = f"{word[0]}m"
            self.said.append(word)
            self.starts.append(start)
            self.ends.append(end)

    def _number_at(self, place: int) -> Number | None:
        word = self.said[place]
        if not word[0].isdigit():
            hit = self.know.numbers.at(self.said, place)
            if hit is None:
                return None
            return Number("", Decimal(hit[0]), hit[1], is_digits=False)
        if _THOUSANDS.match(word):
            return Number(word, Decimal(word.replace(".", "").replace(",", "")), place + 1, True)
        if word.isdigit() or DECIMAL.match(word) or CLOCK.match(word):
            if len(word) > 9:
                return None
            plain = word.replace(",", ".").replace(":", ".")
            return Number(word, Decimal(plain), place + 1, is_digits=True)
        return None

    def _word(self, place: int) -> str:
        return self.said[place] if 0 <= place < len(self.said) else ""

    def _made(
        self, kind: Kind, place: int, end: int, amounts: Set[Decimal], unit: str = ""
    ) -> tuple[Value, int]:
        """The value of ``said[place:end]`` with what stands before and after it; the place after
        it."""
        edge = self._edge(place)
        is_counted = kind in (Kind.MEASURE, Kind.AGE)
        if is_counted and (self.know.or_more.at(self.said, end) or self._word(end) == "+"):
            edge = "from"
        elif is_counted and self.know.or_less.at(self.said, end):
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


def _is_glue(text: str, place: int) -> bool:
    """A hyphen or slash inside a word: forty-five, Mbit/s, 4-minute."""
    before, after = text[place - 1 : place], text[place + 1 : place + 2]
    return before.isalnum() and after.isalpha()
