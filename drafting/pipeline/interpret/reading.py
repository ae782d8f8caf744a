"""One mail under one language's lexicon: which concepts stand where, negated or not.

The lexicon is data: many phrases, found in one pass over the words, in linear time. A phrase is
written as words with blanks between them, matched on folded words (lower case, no accents; an
apostrophe parts words: ``don't`` is ``don t``):

``refund``       the word            ``refund*``    every word that starts so
``a|b``          one of them         ``the?``       may be missing
``..``           up to three words   ``..6``        up to six words
``#``            a number in digits         ``^word``   the word at a sentence's start

No phrase reaches over the end of a sentence.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache

from drafting.pipeline.interpret.matching import EscalationRules, NoticeRules, ReprisalRules, fold
from drafting.pipeline.plan import InterpretSettings
from templatesapp.text.languages import codes_for, house_nouns, rules
from templatesapp.text.sentences import STOPS

_WORD = re.compile(r"[^\W_]+")
_GAP = re.compile(r"\.\.(\d*)$")
_DEFAULT_GAP = 3
_WORD_CACHE = 20_000  # words come again with every mail
_LINE_OF_PROSE = 45  # characters; a shorter line ends where its writer ended it
_MIN_STEM = 2
NUMBER = "#"
_SPELLINGS = (("ß", "ss"), ("œ", "oe"), ("æ", "ae"), ("ae", "a"), ("oe", "o"), ("ue", "u"))
_KEPT = 8  # one mail is read by several concerns, one after the other
_AFTER = 2  # words
_BEFORE = 12  # light words that a negation reaches over: more are nobody's sentence
_FEW = 2  # words
_NEAR_WORDS = 9  # an act and whom it turns to stand in one clause


@dataclass(frozen=True, slots=True)
class Words:
    """A text as folded words; ``sentences[i]`` is the number of the sentence that holds word i."""

    text: str
    words: tuple[str, ...]
    offsets: tuple[tuple[int, int], ...]
    sentences: tuple[int, ...]
    questions: frozenset[int]  # numbers of the sentences that end in a question mark

    def bounds(self, sentence: int) -> tuple[int, int]:
        """The first word of a sentence and the one after its last."""
        return bisect_left(self.sentences, sentence), bisect_right(self.sentences, sentence)

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
        for sentence in dict.fromkeys(text.sentences):
            sentence_start, sentence_end = text.bounds(sentence)
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
            ends = (
                _match(words, at, limit, rest)
                for at in range(position, furthest + 1)
                if not rest or rest[0].gap or (at < limit and rest[0].fits(words[at]))
            )
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


@dataclass(frozen=True, slots=True)
class Lexicon:
    index: PhraseIndex
    negators: frozenset[str]
    light_words: frozenset[str]


@cache
def lexicon(code: str) -> Lexicon:
    concepts: dict[str, tuple[str, ...]] = {}
    for shape in (EscalationRules, ReprisalRules, NoticeRules):
        concepts |= rules(shape)[code].by_name
    negators = PhraseIndex({"n": concepts.pop("negators")}).by_word
    light = PhraseIndex({"l": concepts.pop("light_words")}).by_word
    return Lexicon(PhraseIndex(concepts), frozenset(negators), frozenset(light))


class Reading:
    """One mail under one language's lexicon: the concepts' hits, by sentence."""

    def __init__(self, words: Words, language: str, settings: InterpretSettings) -> None:
        self.words = words
        self.language = language
        self.settings = settings
        self._lexicon = lexicon(language)
        self._all: dict[str, list[Hit]] = {}
        self._hits: dict[str, list[Hit]] = {}  # that are not negated; by sentence, too
        self._by_sentence: dict[tuple[str, int], list[Hit]] = {}
        self._harmless: list[Hit] = []
        hits = self._lexicon.index.find(words)
        harmless = {n for h in hits if h.concept == "harmless" for n in range(h.start, h.end)}
        for hit in hits:
            if hit.concept == "harmless":
                continue
            if not harmless.isdisjoint(range(hit.start, hit.end)):
                self._harmless.append(hit)
                continue
            self._all.setdefault(hit.concept, []).append(hit)
            if not self.is_negated(hit):
                self._hits.setdefault(hit.concept, []).append(hit)
                self._by_sentence.setdefault((hit.concept, hit.sentence), []).append(hit)

    def among(self, start: int, end: int, *concepts: str) -> list[Hit]:
        """Hits, negated or not, that begin between two offsets of the text."""
        first = bisect_left(self.words.offsets, (start, 0))
        last = bisect_left(self.words.offsets, (end, 0))
        return [
            hit
            for concept in concepts
            for hit in self._all.get(concept, ())
            if first <= hit.start < last
        ]

    def sentence_text(self, sentence: int) -> str:
        """The text of a sentence, "" where there is no such number."""
        first, last = self.words.bounds(sentence)
        if first == last:
            return ""
        return self.words.text[self.words.offsets[first][0] : self.words.offsets[last - 1][1] + 4]

    def harmless(self, *concepts: str) -> list[Hit]:
        """Hits in a harmless phrase: "my aunt is a lawyer"."""
        return [hit for hit in self._harmless if hit.concept in concepts]

    def hits(self, *concepts: str) -> list[Hit]:
        """Hits anywhere that are not negated."""
        return [hit for concept in concepts for hit in self._hits.get(concept, ())]

    def told(self, *concepts: str) -> list[Hit]:
        """Those said, not asked: outside a question, or in a clause before the one that asks."""
        return [
            hit
            for hit in self.hits(*concepts)
            if not self.is_question(hit.sentence) or self._is_before_comma(hit)
        ]

    def has(self, *concepts: str) -> bool:
        return any(concept in self._hits for concept in concepts)

    def within(self, sentence: int, *concepts: str, reach: int = 0) -> bool:
        """True where a concept stands in the sentence, or at most ``reach`` sentences off."""
        numbers = range(sentence - reach, sentence + reach + 1)
        return any((c, number) in self._by_sentence for c in concepts for number in numbers)

    def near(self, hit: Hit, *concepts: str, words: int = _NEAR_WORDS) -> bool:
        """True where a concept stands in the same sentence, at most ``words`` words apart."""
        return any(
            max(hit.start - other.end, other.start - hit.end) <= words
            for concept in concepts
            for other in self._by_sentence.get((concept, hit.sentence), ())
        )

    def is_question(self, sentence: int) -> bool:
        return sentence in self.words.questions

    def is_supposed(self, hit: Hit) -> bool:
        """Asked of a case that may come: "what happens if we have to cancel?"."""
        return self.is_question(hit.sentence) and any(
            other.sentence == hit.sentence and other.start < hit.start
            for other in self._all.get("hypothetical", ())
        )

    def is_negated(self, hit: Hit) -> bool:
        """True where a negation stands before it with nothing but light words between.

        "I do not want to go to court" is none; "if you do not pay I will" and "I won't hesitate
        to" are: a verb or a pronoun between them ends the reach of the negation.
        """
        for position in range(hit.start - 1, max(hit.start - 1 - _BEFORE, -1), -1):
            if self.words.sentences[position] != hit.sentence:
                return False
            word = self.words.words[position]
            if "," in self.words.between(position, position + 1):
                return False
            if word in self._lexicon.negators:
                return True
            if word not in self._lexicon.light_words:
                return False
        return False

    def _is_before_comma(self, hit: Hit) -> bool:
        """A clause of the same sentence follows that of the hit; it supposes nothing itself."""
        first, last = self.words.bounds(hit.sentence)
        supposed = [other.start for other in self._all.get("hypothetical", ())]
        return not any(first <= start < hit.end for start in supposed) and any(
            _is_edge(self.words.between(at, at + 1)) for at in range(hit.end - 1, last - 1)
        )

    def is_denied(self, hit: Hit) -> bool:
        """Negated before, inside or right after it, or where its clause ends ("… nicht.")."""
        last = hit.end
        while last < len(self.words.words) and not _is_edge(self.words.between(last - 1, last)):
            last += 1
        said = {
            *self.words.words[hit.start : min(hit.end + _AFTER, last)],
            self.words.words[last - 1],
        }
        return self.is_negated(hit) or not self._lexicon.negators.isdisjoint(said)

    def is_willed(self, sentence: int) -> bool:
        """The writer's own intention, or the consequence of a condition put to us."""
        return self.within(sentence, "intents") or self.within(
            sentence, "conditions", "deadlines", reach=1
        )

    def is_ultimatum(self, sentence: int) -> bool:
        after_deadline = self.within(sentence, "afterwards") and self.within(
            sentence, "deadlines", "demands", reach=1
        )
        return after_deadline or self.within(sentence, "conditions", reach=1)

    def is_asked(self, sentence: int) -> bool:
        """A question that holds no ultimatum."""
        return self.is_question(sentence) and not self.within(sentence, "conditions")


def _is_edge(gap: str) -> bool:
    return any(mark in gap for mark in ",.;:!?\n")


@lru_cache(maxsize=_KEPT)
def readings(text: str, language: str, settings: InterpretSettings) -> tuple[Reading, ...]:
    """The text under the lexicon of its language; under every one where it is none of ours, or of
    so few words that nobody can tell."""
    words = read_words(text)
    codes = codes_for(language if len(words.words) > _FEW else "")
    own = [tuple(map(spelling_key, _WORD.findall(fold(n)))) for n in settings.house_nouns]
    return tuple(
        Reading(_as_house(words, own, code) if own else words, code, settings) for code in codes
    )


def _as_house(words: Words, own: Iterable[tuple[str, ...]], code: str) -> Words:
    """This house's own nouns read as one that the rules know, each word of them."""
    known, said = house_nouns(code)[0], list(words.words)
    for noun in filter(None, own):
        for place, word in enumerate(words.words):
            if word == noun[0] and words.words[place : place + len(noun)] == noun:
                said[place : place + len(noun)] = [known] * len(noun)
    return replace(words, words=tuple(said))
