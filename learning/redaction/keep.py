"""Our own texts as redaction asks them: is this name, number or address one of ours?"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from templatesapp.text.folding import fold_letters

_CHUNK = re.compile(r"\S+")
_NUMBER = re.compile(r"\+?\d[\d ()./-]{3,30}\d")
_WORD = re.compile(r"[^\W\d_]+(?:['’.-][^\W\d_]+)*")
_LONGEST_NAME = 4  # words
_SHORTEST_TAIL = 7  # digits: a number written with or without its country code


@dataclass(frozen=True, slots=True)
class Keep:
    """What stands in the live templates, knowledge, facts and settings."""

    addresses: frozenset[str] = frozenset()
    numbers: frozenset[str] = frozenset()  # digits only
    codes: frozenset[str] = frozenset()  # folded words that hold a digit
    names: frozenset[tuple[str, ...]] = frozenset()  # runs of capitalised words, folded

    def has_address(self, address: str) -> bool:
        return fold_letters(address) in self.addresses

    def has_number(self, text: str) -> bool:
        digits = "".join(filter(str.isdigit, text))
        if digits in self.numbers:
            return True
        tail = digits.lstrip("0")
        return len(tail) >= _SHORTEST_TAIL and any(
            number.endswith(tail) or digits.endswith(number)
            for number in self.numbers
            if len(number) >= _SHORTEST_TAIL
        )

    def has_code(self, text: str) -> bool:
        return fold_letters(text) in self.codes

    def has_name(self, text: str) -> bool:
        return tuple(fold_letters(word.group()) for word in _WORD.finditer(text)) in self.names


@lru_cache(maxsize=4)
def keep_of(texts: tuple[str, ...]) -> Keep:
    """The index of our texts; worked out once for the same texts."""
    addresses: set[str] = set()
    numbers: set[str] = set()
    codes: set[str] = set()
    names: set[tuple[str, ...]] = set()
    for text in texts:
        for chunk in _CHUNK.findall(text):
            word = chunk.strip(".,;:!?()<>[]\"'")
            if "@" in word:
                addresses.add(fold_letters(word.removeprefix("mailto:")))
            elif any(map(str.isdigit, word)):
                codes.add(fold_letters(word))
        numbers.update("".join(filter(str.isdigit, match)) for match in _NUMBER.findall(text))
        names.update(_names(text))
    return Keep(frozenset(addresses), frozenset(numbers), frozenset(codes), frozenset(names))


def _names(text: str) -> set[tuple[str, ...]]:
    """Runs of capitalised words; one word alone only where no sentence begins with it.

    "Will you …" must not make a guest called Will one of ours.
    """
    found: set[tuple[str, ...]] = set()
    run: list[str] = []
    end = 0
    for match in _WORD.finditer(text):
        gap = text[end : match.start()]
        end = match.end()
        if not match.group()[0].isupper():
            run = []
            continue
        if gap != " " or len(run) == _LONGEST_NAME:
            run = []
        run.append(fold_letters(match.group()))
        found.update(tuple(run[start:]) for start in range(len(run) - 1))
        if not _begins_sentence(text, match.start(), match.end()):
            found.add((run[-1],))
    return found


def _begins_sentence(text: str, start: int, end: int) -> bool:
    """True at the start of a sentence, but not for a line that holds nothing more (a sign-off)."""
    before = text[max(start - 3, 0) : start].rstrip(" \"'“„«(")
    if before and before[-1] not in ".!?:\n":
        return False
    line_end = text.find("\n", end)
    rest = text[end : line_end if line_end >= 0 else len(text)]
    return any(word[0].islower() for word in rest.split())
