"""Our own texts as redaction asks them: is this name, number or address one of ours?"""

import re
from functools import lru_cache

from templatesapp.text.tokens import fold_letters

_NUMBER = re.compile(r"\+?\d[\d ()./-]{3,30}\d")
_WORD = re.compile(r"[^\W\d_]+(?:['’.-][^\W\d_]+)*")
_LONGEST_NAME = 4  # words
_SHORTEST_TAIL = 7  # digits: a number written with or without its country code


class Keep:
    """What stands in the live templates, knowledge, facts and settings."""

    def __init__(self, texts: tuple[str, ...]) -> None:
        self._addresses: set[str] = set()
        self._numbers: set[str] = set()  # digits only
        self._codes: set[str] = set()  # folded words that hold a digit
        self._names: set[tuple[str, ...]] = set()  # runs of capitalised words, folded
        for text in texts:
            for chunk in text.split():
                word = chunk.strip(".,;:!?()<>[]\"'")
                if "@" in word:
                    self._addresses.add(fold_letters(word.removeprefix("mailto:")))
                elif any(map(str.isdigit, word)):
                    self._codes.add(fold_letters(word))
            self._numbers.update(map(digits_of, _NUMBER.findall(text)))
            self._names.update(_names(text))

    def has_address(self, address: str) -> bool:
        return fold_letters(address) in self._addresses

    def has_number(self, text: str) -> bool:
        digits = digits_of(text)
        if digits in self._numbers:
            return True
        tail = digits.lstrip("0")
        return len(tail) >= _SHORTEST_TAIL and any(
            number.endswith(tail) or digits.endswith(number)
            for number in self._numbers
            if len(number) >= _SHORTEST_TAIL
        )

    def has_code(self, text: str) -> bool:
        return fold_letters(text) in self._codes

    def has_name(self, text: str) -> bool:
        return tuple(fold_letters(word.group()) for word in _WORD.finditer(text)) in self._names


keep_of = lru_cache(maxsize=4)(Keep)  # the same texts come with every redaction


def digits_of(text: str) -> str:
    return "".join(filter(str.isdigit, text))


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
