"""The page that redaction works on: its text, our own texts, and what is covered already.
And the words that tell where a name or a number stands."""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from templatesapp.categories import LANGUAGES
from templatesapp.entries import Catalogue
from templatesapp.text.name_words import WORDS
from templatesapp.text.tokens import fold_letters

_NUMBER = re.compile(r"\+?\d[\d ()./-]{3,30}\d")
_OUR_WORD = re.compile(r"[^\W\d_]+(?:['’.-][^\W\d_]+)*")
_LONGEST_NAME = 4  # words
_SHORTEST_TAIL = 7  # digits: a number written with or without its country code
# Stands for a covered character. Private use: removed from the input, so never a guest's own.
COVER = "\ue000"
_CONTACTS = ("[EMAIL]", "[PHONE]", "[BOOKING_REF]", "[CARD]", "[IBAN]")
TOKENS = (*_CONTACTS, "[ADDRESS]", "[BIRTH_DATE]", "[NAME]")
_COVERED_BEFORE = re.compile("|".join([*map(re.escape, TOKENS), r"\{\{SLOT:[A-Z0-9_]+\}\}"]))
_COVERED_RUN = re.compile(f"{COVER}+")
_LONGEST_LOOK = 512  # characters: more than an address and a number before it
_WORD = re.compile(r"[^\W\d_]+(?:['’.‑-][^\W\d_]+)*")
_UNUSUAL = re.compile(r"[^\n\t\r -~]+")  # all that may be no visible character
_DROPPED_CATEGORIES = frozenset({"Cf", "Cc", "Co", "Cs", "Cn"})
Span = tuple[int, int]


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
        self._said = fold_letters("\n".join(texts))

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

    def has_text(self, text: str) -> bool:
        return fold_letters(text) in self._said

    def has_code(self, text: str) -> bool:
        return fold_letters(text) in self._codes

    def has_name(self, text: str) -> bool:
        return tuple(fold_letters(word.group()) for word in _OUR_WORD.finditer(text)) in self._names


keep_of = lru_cache(maxsize=4)(Keep)  # the same texts come with every redaction


@lru_cache(maxsize=2)
def own_words(catalogue: Catalogue) -> tuple[str, ...]:
    """What we say ourselves, which redaction leaves alone; worked out once per version."""
    return tuple(dict.fromkeys(text for text in _sources(catalogue) if text))


def _sources(catalogue: Catalogue) -> Iterable[str]:
    for template in catalogue.templates:
        yield template.subject
        yield template.body
    for item in catalogue.knowledge:
        yield item.question
        yield item.answer
    for fact in catalogue.facts.values():
        yield fact.value
        yield from (fact.formatted(language) for language in LANGUAGES)
    profile = catalogue.profile
    yield from (profile.business_name, profile.owners, profile.signature, *profile.allowed_links)
    for sentences in profile.calls_to_action.values():
        yield from sentences.values()
    for policy in catalogue.policies:
        yield from policy.mandatory_content.values()


def digits_of(text: str) -> str:
    return "".join(filter(str.isdigit, text))


def _names(text: str) -> set[tuple[str, ...]]:
    """Runs of capitalised words; one word alone only where no sentence begins with it.

    "Will you …" must not make a guest called Will one of ours.
    """
    found: set[tuple[str, ...]] = set()
    run: list[str] = []
    end = 0
    for match in _OUR_WORD.finditer(text):
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


_ELISION = re.compile(rf"(?:{'|'.join(sorted(WORDS.elisions))})['’](?=.)", re.I)


def clean(text: str) -> str:
    """NFKC without zero-width, bidi and control characters, so that none of them hides a name."""
    kept = _UNUSUAL.sub(lambda found: "".join(filter(_is_kept, found[0])), text)
    # Composing may bring forth what was just removed, and removing may bring letters together.
    composed = unicodedata.normalize("NFKC", kept)
    return composed if composed == text else clean(composed)


def _is_kept(char: str) -> bool:
    return unicodedata.category(char) not in _DROPPED_CATEGORIES


def before(masked: str, start: int, size: int) -> str:
    """The last ``size`` characters before ``start``, what is covered as one of them: a token is
    not as long as what it stands for, and a rule must see the same of both."""
    return as_seen(masked[max(start - _LONGEST_LOOK, 0) : start])[-size:]


def says_one(text: str, words: frozenset[str]) -> bool:
    """Whether one of the (folded) words stands in the text."""
    return not words.isdisjoint(re.findall(r"[^\W\d_]+", fold_letters(text)))


def as_seen(masked: str) -> str:
    """What is covered as one character each."""
    return _COVERED_RUN.sub(COVER, masked)


@dataclass(slots=True)  # a page makes hundreds, and frozen ones take three times as long
class Word:
    text: str
    key: str  # folded
    start: int
    end: int

    @property
    def is_capitalised(self) -> bool:
        return self.text[0].isupper()


class Page:
    """Rules look at ``masked`` and cover what they find; offsets never move."""

    def __init__(self, text: str) -> None:
        self.source = clean(text)
        self.findings: list[tuple[int, int, str]] = []  # start and end in ``source``, token
        self.masked = _COVERED_BEFORE.sub(lambda match: COVER * len(match.group()), self.source)
        self._words: list[Word] | None = None

    def cover(self, spans: Iterable[Span], token: str) -> bool:
        """Cover the spans that are still open; True where there was one."""
        pieces: list[str] = []
        position, found = 0, False
        for start, end in sorted(set(spans)):
            if start < position or start >= end or COVER in self.masked[start:end]:
                continue
            self.findings.append((start, end, token))
            pieces += [self.masked[position:start], COVER * (end - start)]
            position, found = end, True
        if found:
            self.masked = "".join(pieces) + self.masked[position:]
            self._words = None
        return found

    @property
    def words(self) -> list[Word]:
        """The open words, elided articles split off (d'Odile -> Odile)."""
        if self._words is None:
            folded = fold_letters(self.masked)
            self._words = []
            for match in _WORD.finditer(self.masked):
                start, end = match.span()
                if not match.group().isalpha() and (elided := _ELISION.match(match.group())):
                    start += elided.end()
                key = folded[start:end].replace("ß", "ss")
                self._words.append(Word(self.masked[start:end], key, start, end))
        return self._words

    def redacted(self) -> str:
        pieces: list[str] = []
        position = 0
        for start, end, token in sorted(self.findings):
            pieces += [self.source[position:start], token]
            position = end
        return "".join(pieces) + self.source[position:]
