"""What a value in a text is about: the concepts of its clause, and of what the clause leans on.
And its yes and no: included or not, free or charged, possible or not, and of what."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise

from templatesapp.text.coverage.questions import parse_question
from templatesapp.text.coverage.rules import Aspect, Compiled, compiled_rules, is_topical
from templatesapp.text.guarded.kinds import Value
from templatesapp.text.guarded.words import guarding
from templatesapp.text.sentences import paragraph_spans, sentence_spans
from templatesapp.text.tokens import (
    ConceptSpan,
    concept_spans,
    hypernyms,
    known_concepts,
    placed_words,
    words,
)

PLAIN = frozenset(known_concepts().plain)
_SAME_THING = frozenset(known_concepts().same_thing)
_FRAME_LISTS = ("scene_words", "bounds", "affirming")  # say nothing of their own here
_OPENERS = ("yes_openers", "no_openers")
_CUT = re.compile(r"[;()]|,\s|\s[-–—]\s|:\s")
_OPENING = 4  # words; a pronoun further on seldom stands for the topic
_NO_WITHIN = 4  # words of what obliges
MAX_LOOSE_WORDS = 2  # content words without a concept that a clause without a topic may hold

Placed = tuple[str, int, int]  # a word or a concept, with its place in the whole text
_NO_TOPICS = PLAIN.difference(known_concepts().places_and_means)
Said = tuple[str, bool, frozenset[str]]  # axis, yes, concepts


@dataclass(frozen=True, slots=True)
class Piece:
    """``spans``: concepts with their places in the whole text. ``loose``: content words that no
    concept explains. ``said``: folded words."""

    start: int
    end: int
    concepts: frozenset[str]
    spans: tuple[Placed, ...]
    said: tuple[str, ...]
    loose: int
    is_supposing: bool
    is_denying: bool  # says that something is not so, other than included or free

    @property
    def topics(self) -> frozenset[str]:
        return self.concepts - PLAIN

    @property
    def is_bare(self) -> bool:
        """Whether it names nothing: "there is"."""
        return not (self.loose or self.topics)


@dataclass(frozen=True, slots=True)
class Sentence:
    """``context``: concepts of what was said before, where this one leans on it.
    ``around``: those of its whole paragraph so far."""

    start: int
    end: int
    pieces: tuple[Piece, ...]
    context: frozenset[str]
    around: frozenset[str]
    is_question: bool  # its values count, its yes or no is asked and not said

    @property
    def concepts(self) -> frozenset[str]:
        return frozenset().union(*(piece.concepts for piece in self.pieces))

    @property
    def is_bare(self) -> bool:
        return all(piece.is_bare for piece in self.pieces)

    @property
    def is_vague(self) -> bool:
        """Whether it names no topic, and hardly anything else: "Sure, go ahead."."""
        pieces = self.pieces
        return sum(one.loose for one in pieces) <= MAX_LOOSE_WORDS and not any(
            one.topics for one in pieces
        )

    def piece_at(self, place: int) -> int:
        ends = (index for index, piece in enumerate(self.pieces) if place < piece.end)
        return next(ends, len(self.pieces) - 1)

    def piece_of(self, value: Value) -> Piece:
        return self.pieces[self.piece_at(value.start)]

    def holds(self, place: int) -> bool:
        return self.start <= place < self.end

    def scopes(self, index: int) -> Iterator[tuple[frozenset[str], bool]]:
        """Wider and wider sets of concepts for piece ``index``; False once what stands beside the
        piece counts."""
        held = self.pieces[index].concepts
        yield held, True
        for other in (*range(index - 1, -1, -1), *range(index + 1, len(self.pieces))):
            if not self.pieces[other].concepts <= held:
                held |= self.pieces[other].concepts
                yield held, False
        if not self.context <= held:
            yield held | self.context, False

    def scopes_before(self, index: int) -> Iterator[tuple[frozenset[str], bool]]:
        """The same of what came before, up to the nearest that has a topic."""
        held = self.pieces[index].concepts
        yield held, True
        for other in range(index - 1, -1, -1):
            held |= self.pieces[other].concepts
            if self.pieces[other].topics:
                yield held, False
                return
        yield held | self.context, False


@lru_cache(maxsize=64)
def read_sentences(text: str, language: str, values: tuple[Value, ...]) -> tuple[Sentence, ...]:
    """The sentences of the text, in order."""
    rules = compiled_rules(language)
    ends = [span.end for span in paragraph_spans(text)]
    found: list[Sentence] = []
    before: frozenset[str] = frozenset()
    around: frozenset[str] = frozenset()
    paragraph = waiting = 0
    for span in sentence_spans(text):
        while paragraph < len(ends) and span.start >= ends[paragraph]:
            paragraph += 1
            before = around = frozenset()
        inside = []
        while waiting < len(values) and values[waiting].start < span.end:
            inside.append(values[waiting])
            waiting += 1
        pieces = _pieces(text, span.start, span.end, language, inside)
        own = frozenset().union(*(piece.concepts for piece in pieces))
        around |= own
        context = before if _leans(pieces, rules) else frozenset()
        is_question = span.text.endswith("?")
        found.append(Sentence(span.start, span.end, pieces, context, around, is_question))
        before = own | context
    return tuple(found)


def _pieces(
    text: str, start: int, end: int, language: str, values: Sequence[Value]
) -> tuple[Piece, ...]:
    placed = [(w, a + start, b + start) for w, a, b in placed_words(text[start:end])]
    spans = _spans(placed, language)
    marks = {
        match.end()
        for match in _CUT.finditer(text, start, end)
        if not any(value.start < match.end() and match.start() < value.end for value in values)
    }
    cuts = sorted(marks.union(_heads(text, placed, language, values)))
    pieces = []
    for first, last in pairwise([start, *cuts, end]):
        inside = [word for word in placed if first <= word[1] < last]
        if inside:
            within = tuple(s for s in spans if first <= s[1] < last)
            pieces.append(_piece(first, last, inside, within, language))
    return tuple(pieces) or (_piece(start, end, [], (), language),)


def _piece(
    start: int, end: int, placed: Sequence[Placed], spans: tuple[Placed, ...], language: str
) -> Piece:
    rules, know = compiled_rules(language), guarding(language)
    said = tuple(word for word, _, _ in placed)
    opened = max(rules[name].length_at_start(said) for name in _OPENERS)
    topical = [one for one in placed[opened:] if is_topical(one[0], language)]
    loose = sum(
        not any(word in rules[name] for name in _FRAME_LISTS)
        and not any(first <= place < last for _, first, last in spans)
        for word, place, _ in topical
    )
    supposing = rules["supposing"].is_in(said)
    named = frozenset(concept for concept, _, _ in spans)
    concepts = named.union(*(hypernyms(one) for one in named & _SAME_THING))
    others = (know.undenied, know.included, know.free)
    denying = says_no(said, language) and not any(phrases.is_in(said) for phrases in others)
    return Piece(start, end, concepts, spans, said, loose, supposing, denying)


def _spans(placed: Sequence[Placed], language: str) -> list[Placed]:
    """Concepts with their places; "check-out" inside "late check-out" is another thing."""
    found = concept_spans([word for word, _, _ in placed], language, is_fine=True)
    return [
        (span.concept, placed[span.start][1], placed[span.end - 1][2])
        for span in found
        if not any(_stands_in(other, span) for other in found)
    ]


def _stands_in(narrow: ConceptSpan, broad: ConceptSpan) -> bool:
    is_inside = narrow.start <= broad.start and broad.end <= narrow.end
    is_other = narrow.concept not in _SAME_THING
    return is_inside and is_other and broad.concept in hypernyms(narrow.concept)


def _heads(
    text: str, placed: Sequence[Placed], language: str, values: Sequence[Value]
) -> Iterator[int]:
    """Where "and", "but", "while" begin another statement, not between the ends of one span."""
    heads = guarding(language).clause_heads
    said = [word for word, _, _ in placed]
    for place in range(1, len(said)):
        word, first, last = placed[place]
        if word not in heads.firsts or heads.at(said, place) is None:
            continue
        is_other = text[first:last].lower() != word  # "è" is no "e", "où" no "ou"
        if is_other or any(value.start <= first < value.end for value in values):
            continue
        joins = any(not text[v.end : first].strip() for v in values if v.end <= first)
        leads = any(not text[last : v.start].strip() for v in values if v.start >= last)
        if not (joins and leads):
            yield first


def _leans(pieces: Sequence[Piece], rules: Compiled) -> bool:
    """Whether the sentence goes on about what was said: "It costs …", "Until 22:30."."""
    head = pieces[0]
    opening = head.said[:_OPENING]
    return (
        rules["leaning_openers"].length_at_start(opening) > 0
        or rules["leaning_words"].is_in(opening)
        or (head.loose <= MAX_LOOSE_WORDS and not head.topics and "room" not in head.concepts)
    )


@dataclass(frozen=True, slots=True)
class Asked:
    """What a yes-or-no question is about. ``axis`` as of assertions."""

    concepts: frozenset[str]
    axis: str


@dataclass(frozen=True, slots=True)
class Assertion:
    """``near``: the concept that a price's yes or no stands beside. ``is_needless``: a no to a duty
    ("not necessarily in cash"). ``is_reply``: the "yes" that opens a sentence."""

    axis: str
    is_yes: bool
    piece: Piece
    sentence: Sentence
    index: int
    near: str = ""
    is_needless: bool = False
    is_reply: bool = False

    @property
    def topics(self) -> frozenset[str]:
        """What the clause itself is about."""
        return self.piece.concepts - _NO_TOPICS

    def may_reply(self, asked: Asked, language: str) -> bool:
        """Whether it names nothing, so that it is said of what was asked: "they are included". That
        somebody should do something affirms nothing."""
        rules = compiled_rules(language)
        tells = any(rules[name].is_in(self.piece.said) for name in ("instructing", "duties"))
        is_vague = self.sentence.context <= PLAIN and self.piece.is_bare and not tells
        return is_vague and self.axis == asked.axis

    @property
    def key(self) -> Said:
        """What it says, for comparing with what another text says."""
        return self.axis, self.is_yes, self.topics


def asked_of(question: str, language: str) -> Asked | None:
    """None for a question that a yes or a no does not answer, or answers the other way round ("is
    there no …", "must we pay for …")."""
    know, parts = guarding(language), parse_question(question, language)
    said = words(question)
    free = compiled_rules(language)["free_words"]  # asked, a bare "free" is a price
    is_price = any(phrases.is_in(said) for phrases in (know.included, know.free, free))
    answers = (Aspect.YES_NO, Aspect.PRICE) if is_price else (Aspect.YES_NO,)
    if len(parts) != 1 or parts[0].aspect not in answers or says_no(said, language):
        return None
    if know.charged.is_in(said) or know.obliging.is_in(said):
        return None
    (sentence, *_) = read_sentences(question, language, ())
    axis = "price" if is_price else "possible"
    return Asked(sentence.concepts, axis) if sentence.concepts else None


def opening(piece: Piece, language: str) -> bool | None:
    """Whether it begins with a yes, or with a no."""
    rules = compiled_rules(language)
    if rules["yes_openers"].length_at_start(piece.said):
        return True
    return False if rules["no_openers"].length_at_start(piece.said) else None


def find_assertions(sentences: Sequence[Sentence], language: str) -> Iterator[Assertion]:
    """Those of statements; what stands after "if" asserts nothing."""
    know, rules = guarding(language), compiled_rules(language)
    affirming = rules["affirming"]
    for sentence in sentences:
        for index, piece in enumerate(sentence.pieces):
            if piece.is_supposing or sentence.is_question or not piece.said:
                continue
            yes = rules["yes_openers"].length_at_start(piece.said)
            is_no = says_no(piece.said[yes:], language)  # that of "No problem" denies nothing
            for phrases, yes in ((know.included, True), (know.free, True), (know.charged, False)):
                if places := phrases.places(piece.said):
                    near = _nearest(piece, places[0][0])
                    is_yes = yes and not says_no(_besides(places, piece.said), language)
                    yield Assertion("price", is_yes, piece, sentence, index, near)
                    break
            else:
                denies = is_no or know.forbidden.is_in(piece.said)
                affirms = affirming.is_in(piece.said) or "allowed" in piece.concepts
                if (denies or affirms) and "broken" not in piece.concepts:
                    needless = is_no and _is_needless(piece.said, language)
                    yield Assertion(
                        "possible", not denies, piece, sentence, index, is_needless=needless
                    )


def _nearest(piece: Piece, telling: int) -> str:
    """The topic closest to the telling word, counted from the piece's first."""
    topics = [span for span in piece.spans if span[0] not in PLAIN]
    if not topics:
        return ""
    place = piece.start + (piece.end - piece.start) * telling // len(piece.said)
    return min(topics, key=lambda s: min(abs(s[1] - place), abs(s[2] - place)))[0]


def _besides(places: Sequence[tuple[int, int]], said: Sequence[str]) -> list[str]:
    """The words that no place holds: the no of "costs nothing" denies no price."""
    held = {place for start, end in places for place in range(start, end)}
    return [word for place, word in enumerate(said) if place not in held]


def says_no(said: Sequence[str], language: str) -> bool:
    """Whether a word of no is among them, other than one that only limits or regrets."""
    return not _nos(language).isdisjoint(said)


def _is_needless(said: Sequence[str], language: str) -> bool:
    """Whether its no is said of a duty: "you need not …", "das müssen Sie dafür nicht"."""
    nos = [place for place, word in enumerate(said) if word in _nos(language)]
    return any(
        first - _NO_WITHIN <= no < last + _NO_WITHIN
        for first, last in guarding(language).obliging.places(said)
        for no in nos
    )


def is_denied(value: Value, sentence: Sentence, text: str, language: str) -> bool:
    """Whether a no of its clause is said of it: "at 11, you cannot check in yet". Not one of a
    clause inside that: "friends who are no guests may stay until …", "until …, when nobody is"."""
    first = last = sentence.piece_of(value)
    if first is sentence.pieces[0] and not first.topics and not first.loose:
        last = sentence.pieces[:2][-1]
    if not last.is_denying:
        return False
    know, no = guarding(language), _nos(language)
    before, after = words(text[first.start : value.start]), words(text[value.end : last.end])
    if no.isdisjoint(before):
        following = next((place for place, word in enumerate(after) if word in no), 0)
        return not know.subordinating.is_in(after[:following])
    place = max(place for place, word in enumerate(before) if word in no)
    is_inner = know.subordinating.is_in(before[max(0, place - 3) : place])
    goes_on = compiled_rules(language)["affirming"].is_in(before[place + 3 :])
    return not (is_inner and goes_on) and not know.subordinating.is_in(before[place:])


@cache
def _nos(language: str) -> frozenset[str]:
    """Single words of no, without those that only limit or regret."""
    limiting = guarding(language).limiting
    return frozenset(
        phrase[0]
        for phrase in compiled_rules(language)["negations"].all
        if len(phrase) == 1 and not limiting.is_in(phrase)
    )
