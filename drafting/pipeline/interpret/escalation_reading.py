"""One mail under one language's escalation lexicon: which concepts stand where, negated or not."""

from bisect import bisect_left, bisect_right
from dataclasses import dataclass, replace
from functools import cache, lru_cache

from drafting.pipeline.interpret.matching import fold
from drafting.pipeline.interpret.phrases import Hit, PhraseIndex, Words, read_words, spelling_key
from drafting.pipeline.interpret.rules import EscalationRules, NoticeRules, ReprisalRules
from drafting.pipeline.plan import InterpretSettings
from templatesapp.text.languages import codes_for, house_nouns, rules

_KEPT = 8  # one mail is read by several concerns, one after the other
_AFTER = 2  # words
_BEFORE = 12  # light words that a negation reaches over: more are nobody's sentence
_NEAR_WORDS = 9  # an act and whom it turns to stand in one clause


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

    def __init__(self, words: Words, lexicon: Lexicon, settings: InterpretSettings) -> None:
        self.words = words
        self.settings = settings
        self._lexicon = lexicon
        self._all: dict[str, list[Hit]] = {}
        self._hits: dict[str, list[Hit]] = {}  # that are not negated; by sentence, too
        self._by_sentence: dict[tuple[str, int], list[Hit]] = {}
        self._harmless: list[Hit] = []
        hits = lexicon.index.find(words)
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
        first, last = self._bounds(sentence)
        if first == last:
            return ""
        return self.words.text[self.words.offsets[first][0] : self.words.offsets[last - 1][1] + 4]

    def _bounds(self, sentence: int) -> tuple[int, int]:
        """Its first word and the one behind its last."""
        said = self.words.sentences
        return bisect_left(said, sentence), bisect_right(said, sentence)

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
        first, last = self._bounds(hit.sentence)
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

    def is_aggrieved(self) -> bool:
        """The mail as a whole is at odds with us."""
        return self.has("demands", "objections", "refusals", "failures", "complaints")


def _is_edge(gap: str) -> bool:
    return any(mark in gap for mark in ",.;:!?\n")


@lru_cache(maxsize=_KEPT)
def readings(text: str, language: str, settings: InterpretSettings) -> tuple[Reading, ...]:
    """The text under the lexicon of its language; under every one where it is none of ours."""
    words = read_words(text)
    own = frozenset(spelling_key(fold(noun)) for noun in settings.house_nouns)
    return tuple(
        Reading(_as_house(words, own, code) if own else words, lexicon(code), settings)
        for code in codes_for(language)
    )


def _as_house(words: Words, own: frozenset[str], code: str) -> Words:
    """This house's own noun reads as one that the rules know."""
    known = house_nouns(code)[0]
    return replace(words, words=tuple(known if word in own else word for word in words.words))
