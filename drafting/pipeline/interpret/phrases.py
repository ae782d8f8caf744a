"""A phrase finder for rules kept as data: many phrases, one pass over the words, linear time.

A phrase is written as words with blanks between them, matched on folded words (lower case, no
accents; an apostrophe parts words: ``don't`` is ``don t``):

``refund``       the word            ``refund*``    every word that starts so
``a|b``          one of them         ``the?``       may be missing
``..``           up to three words   ``..6``        up to six words
``#``            a number in digits         ``^word``   the word at a sentence's start

No phrase reaches over the end of a sentence.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

from drafting.pipeline.interpret.matching import fold
from templatesapp.text.sentences import STOPS

_WORD = re.compile(r"[^\W_]+")
_GAP = re.compile(r"\.\.(\d*)$")
_DEFAULT_GAP = 3
_WORD_CACHE = 20_000  # words come again with every mail
_LINE_OF_PROSE = 45  # characters; a shorter line ends where its writer ended it
_MIN_STEM = 2
NUMBER = "#"


@dataclass(frozen=True, slots=True)
class Words:
    """A text as folded words; ``sentences[i]`` is the number of the sentence that holds word i."""

    text: str
    words: tuple[str, ...]
    offsets: tuple[tuple[int, int], ...]
    sentences: tuple[int, ...]
    questions: frozenset[int]  # numbers of the sentences that end in a question mark

    def sentence_bounds(self) -> Iterator[tuple[int, int]]:
        """The first word of each sentence and the one behind its last."""
        for _, places in groupby(range(len(self.words)), self.sentences.__getitem__):
            first, *others = places
            yield first, (others[-1] if others else first) + 1

    def between(self, left: int, right: int) -> str:
        """What stands between two words."""
        return self.text[self.offsets[left][1] : self.offsets[right][0]]


@dataclass(frozen=True, slots=True)
class Hit:
    """Words ``start`` to ``end`` (exclusive) belong to a concept."""

    concept: str
    start: int
    end: int
    sentence: int


_SPELLINGS = (("ß", "ss"), ("œ", "oe"), ("æ", "ae"), ("ae", "a"), ("oe", "o"), ("ue", "u"))


@lru_cache(maxsize=_WORD_CACHE)
def spelling_key(folded: str) -> str:
    """One spelling for ü and ue, ß and ss, œ and oe; text and phrases are keyed alike."""
    for spelling, key in _SPELLINGS:
        folded = folded.replace(spelling, key)
    return folded


def read_words(text: str) -> Words:
    folded = fold(text)
    words: list[str] = []
    offsets: list[tuple[int, int]] = []
    sentences: list[int] = []
    questions: set[int] = set()
    sentence, line_start = 0, 0
    for match in _WORD.finditer(folded):
        if words:
            gap_start = offsets[-1][1]
            gap = text[gap_start : match.start()]
            if gap != " ":  # most are
                if "?" in gap:
                    questions.add(sentence)
                if _ends_sentence(gap, words[-1], text[match.start()], gap_start - line_start):
                    sentence += 1
                if "\n" in gap:
                    line_start = gap_start + gap.rindex("\n") + 1
        words.append(spelling_key(match.group()))
        offsets.append(match.span())
        sentences.append(sentence)
    if words and "?" in text[offsets[-1][1] :]:
        questions.add(sentence)
    return Words(text, tuple(words), tuple(offsets), tuple(sentences), frozenset(questions))


def _ends_sentence(gap: str, left: str, right_char: str, line_length: int) -> bool:
    if any(mark in gap for mark in "!?…") or "\n\n" in gap or "; " in gap:
        return True
    if "." in gap and gap.strip(" \n\t\"')”»¿¡(") in {".", "..", "..."} and gap != ".":
        is_ordinal = left.isdigit() and len(left) <= 2  # 5. Mai
        is_short = len(left) == 1 or left in STOPS.abbreviations
        return not is_ordinal and (not is_short or "\n" in gap)
    return "\n" in gap and line_length < _LINE_OF_PROSE and not right_char.islower()


@dataclass(frozen=True, slots=True)
class _Slot:
    words: frozenset[str] = frozenset()
    stems: tuple[str, ...] = ()
    gap: int = 0  # > 0: any words, up to so many
    begins: bool = False  # only at the start of a sentence

    def fits(self, word: str) -> bool:
        if word in self.words or (bool(self.stems) and word.startswith(self.stems)):
            return True
        return NUMBER in self.words and word.isdigit()


_Phrase = tuple[str, tuple[_Slot, ...]]  # its concept, and what follows the first word


class PhraseIndex:
    """Phrases of many concepts, found by their first word."""

    def __init__(self, concepts: Mapping[str, Iterable[str]]) -> None:
        self.by_word: dict[str, list[_Phrase]] = {}
        self.by_stem: dict[str, list[_Phrase]] = {}
        self.by_beginning: dict[str, list[_Phrase]] = {}
        for concept, phrases in concepts.items():
            for first, *rest in (slots for phrase in phrases for slots in _variants(phrase)):
                table = self.by_beginning if first.begins else self.by_word
                for word in first.words:
                    table.setdefault(word, []).append((concept, tuple(rest)))
                for stem in first.stems:
                    self.by_stem.setdefault(stem, []).append((concept, tuple(rest)))
        self.longest_stem = max(map(len, self.by_stem), default=0)

    def find(self, text: Words) -> list[Hit]:
        """All hits, in reading order; for one concept and start the longest."""
        best: dict[tuple[str, int], int] = {}
        for sentence_start, sentence_end in text.sentence_bounds():
            for start in range(sentence_start, sentence_end):
                word = text.words[start]
                phrases = _starting(self, word)
                if start == sentence_start:
                    phrases = (*phrases, *self.by_beginning.get(word, ()))
                following = text.words[start + 1] if start + 1 < sentence_end else ""
                for concept, rest in phrases:
                    if rest and not rest[0].gap and not rest[0].fits(following):
                        continue  # most end here
                    end = _match(text.words, start + 1, sentence_end, rest) if rest else start + 1
                    if end > best.get((concept, start), 0):
                        best[concept, start] = end
        return [
            Hit(concept, start, end, text.sentences[start])
            for (concept, start), end in best.items()
        ]


@lru_cache(maxsize=_WORD_CACHE)
def _starting(index: PhraseIndex, word: str) -> tuple[_Phrase, ...]:
    """What may follow this word, wherever in a sentence it stands."""
    found = [*index.by_word.get(word, ())]
    if word.isdigit():
        found += index.by_word.get(NUMBER, ())
    for size in range(_MIN_STEM, min(index.longest_stem, len(word)) + 1):
        found += index.by_stem.get(word[:size], ())
    return tuple(found)


def _match(words: Sequence[str], position: int, limit: int, slots: tuple[_Slot, ...]) -> int:
    """The end (exclusive, ``limit`` at most) of the longest match from here, 0 where there is none.

    Tries no more places than the gaps allow: they are a few words each and end with the sentence.
    """
    for number, slot in enumerate(slots):
        if slot.gap:
            rest = slots[number + 1 :]
            furthest = min(position + slot.gap, limit)
            ends = (_match(words, at, limit, rest) for at in range(position, furthest + 1))
            return max(ends, default=0)
        if position >= limit or not slot.fits(words[position]):
            return 0
        position += 1
    return position


def _variants(phrase: str) -> list[tuple[_Slot, ...]]:
    """One sequence of slots for each choice of the optional words."""
    variants: list[tuple[_Slot, ...]] = [()]
    for part in phrase.replace("'", " ").replace("’", " ").split():
        slot = _slot(part.rstrip("?"))
        extended = [(*variant, slot) for variant in variants]
        variants = extended + variants if part.endswith("?") else extended
    return [variant for variant in variants if variant and not variant[0].gap]


def _slot(part: str) -> _Slot:
    gap = _GAP.match(part)
    if gap:
        return _Slot(gap=int(gap.group(1) or _DEFAULT_GAP))
    choices = spelling_key(fold(part.lstrip("^"))).split("|")
    return _Slot(
        begins=part.startswith("^"),
        words=frozenset(choice for choice in choices if not choice.endswith("*")),
        stems=tuple(choice[:-1] for choice in choices if choice.endswith("*")),
    )
