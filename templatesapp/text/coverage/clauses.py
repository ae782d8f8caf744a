"""A text taken apart for coverage: clauses with their words, what they lean on, and their values
that answer a kind of question: a time, an amount, a place, a number …"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import lru_cache

from templatesapp.text.coverage.rules import Aspect, Compiled, compiled_rules, is_topical
from templatesapp.text.guarded.kinds import Kind
from templatesapp.text.guarded.values import find_values
from templatesapp.text.sentences import sentence_spans
from templatesapp.text.tokens import (
    ConceptSpan,
    concept_spans,
    known_concepts,
    stem,
    stop_words,
    words,
)

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
TOPICLESS = known_concepts().coverage["topicless"]
_MOMENTS = known_concepts().coverage["moments"]
_SHARE = re.compile(r"\d\s?%")  # taken off a price: the sign is no word
_CLAUSE = re.compile(r";\s+|\s[-–—]\s|,\s+")
_PRONOUN_WITHIN = 4  # words; a pronoun further on seldom stands for the topic


def clock_times(text: str, rules: Compiled) -> set[int]:
    """Times of day as minutes after midnight: 13:00, 1 pm, 13 Uhr, 13h, "at 8", half past three."""
    return {
        int(amount)
        for value in find_values(text, rules.language).values
        if value.kind is Kind.TIME and not value.is_named
        for amount in value.amounts
    }


def numbers(text: str) -> set[int]:
    """Those in digits that are no part of a time, date or decimal."""
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
            self._known[aspect] = aspect in _FINDERS and _FINDERS[aspect](self)
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
        is_told = _AMOUNT.search(self.text) or self.has_measure("coins") or self._is_free()
        return bool(is_told) or self.says("price_words")

    def _is_free(self) -> bool:
        """Costs nothing: "free of charge", but neither "not included" nor "gluten-free"."""
        text = self.text.casefold()
        return any(
            not self._negates(max(start - 2, 0), start)
            and not (start and "-".join(self.words[start - 1 : start + 1]) in text)
            for start, _ in self._rules["free_words"].places(self.words)
        )

    def negates_early(self) -> bool:
        """Whether the clause opens with its no: "We do not have …", not "… and never crowded"."""
        return self._negates(0, _EARLY_WORDS)

    def _negates(self, start: int, end: int) -> bool:
        return any(word in self._rules["negations"] for word in self.words[start:end])

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
        begins = self._rules["place_words"].length_at_start(self.words) > 0
        return len(self.words) <= _FRAGMENT_WORDS and begins and self.has_place()

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


@dataclass(frozen=True, slots=True)
class Clause:
    """``stems`` and ``concepts`` include those of the clause before where this one leans on it
    ("It is …", "We serve it …"). ``is_first``: nothing was said before it. ``sentence``: its place
    among ``sentence_spans`` of the text."""

    sentence: int = field(compare=False)  # the same clause in another text, at whatever place
    values: Values
    own_stems: frozenset[str]
    own_concepts: frozenset[str]
    stems: frozenset[str]
    concepts: frozenset[str]
    verb_stems: frozenset[str]
    is_first: bool
    begins_leaning: bool
    has_pronoun: bool
    says_yes: bool
    says_no: bool
    is_topicless: bool  # holds no topic of its own: "Yes, that is no problem"
    is_idle: bool  # a courtesy or a promise: answers nothing
    is_promise: bool  # somebody of ours will do or say it

    @property
    def is_statement(self) -> bool:
        """Beside courtesies and promises."""
        return not (self.is_idle or self.is_topicless)


@lru_cache(maxsize=4096)  # letters and answers are judged again and again
def clauses(text: str, language: str) -> tuple[Clause, ...]:
    """The clauses of ``text`` that state something, in order; questions are left out."""
    rules = compiled_rules(language)
    found: list[Clause] = []
    before: Clause | None = None  # the last that says something
    for number, sentence in enumerate(sentence_spans(text)):
        if sentence.text.endswith("?"):
            continue
        for index, piece in enumerate(_pieces(sentence.text, rules)):
            own = _alone(piece, language)
            stems, concepts = own.own_stems, own.own_concepts
            if before and (
                concepts <= TOPICLESS or (own.has_pronoun and (own.begins_leaning or index > 0))
            ):
                stems, concepts = stems | before.stems, concepts | before.concepts
            first = before is None
            clause = replace(own, sentence=number, is_first=first, stems=stems, concepts=concepts)
            before = before if clause.is_idle else clause
            found.append(clause)
    return tuple(found)


def _pieces(sentence: str, rules: Compiled) -> list[str]:
    """The sentence split at semicolons and dashes, and at a comma before "but", "and", …"""
    pieces: list[str] = []
    start = 0
    for mark in _CLAUSE.finditer(sentence):
        rest = words(sentence[mark.end() : mark.end() + 40])
        if mark.group()[0] == "," and not rules["but_words"].length_at_start(rest):
            continue
        pieces.append(sentence[start : mark.start()])
        start = mark.end()
    pieces.append(sentence[start:])
    return [piece for piece in pieces if words(piece)]


@lru_cache(maxsize=16_384)  # a letter's sentences stand in every draft made of it
def _alone(text: str, language: str) -> Clause:
    """A clause as if nothing had been said before it."""
    rules, text_words = compiled_rules(language), words(text)
    values = Values(text, text_words, rules)
    yes = rules["yes_openers"].length_at_start(text_words)
    no = rules["no_openers"].length_at_start(text_words)
    is_promise = values.says("deferrals") or values.says("undertakings")
    # A courtesy in the same sentence does not take the answer away.
    answers = yes or no or values.times or values.says("lexical_no") or values.has_number()
    is_idle = is_promise or (values.says("courtesies") and not answers)
    spans = concept_spans(text_words, language)
    verbs = {
        place
        for place in range(1, len(text_words))
        if text_words[place] in rules["homographs"] and text_words[place - 1] in rules["verb_marks"]
    }
    aside = {i for s in spans if _is_moment(s, text_words, rules) for i in range(s.start, s.end)}
    concepts = frozenset(
        s.concept
        for s in spans
        if not (s.end - s.start == 1 and s.start in verbs)
        and not aside.issuperset(range(s.start, s.end))
    ) | ({"discount"} if _SHARE.search(text) else frozenset())
    is_opener = rules["leaning_openers"].length_at_start(text_words) > 0
    stops = stop_words(language)
    stems = frozenset(
        stem(w, language) for i, w in enumerate(text_words) if w not in stops and i not in aside
    )
    # Two content words without a concept may be chance, three are a topic.
    is_vague = sum(is_topical(word, language) for word in text_words) <= 2
    return Clause(
        sentence=0,
        values=values,
        own_stems=stems,
        own_concepts=concepts,
        stems=stems,
        concepts=concepts,
        verb_stems=frozenset(stem(text_words[i], language) for i in verbs),
        is_first=True,
        begins_leaning=is_opener or rules["leaning_words"].length_at_start(text_words) > 0,
        has_pronoun=is_opener or rules["leaning_words"].is_in(text_words[:_PRONOUN_WITHIN]),
        says_yes=yes > 0,
        says_no=no > 0,
        is_topicless=concepts <= TOPICLESS and is_vague,
        is_idle=is_idle,
        is_promise=is_promise,
    )


def _is_moment(span: ConceptSpan, text_words: list[str], rules: Compiled) -> bool:
    """ "paid at check-in", "until you arrive": when something happens, not what is spoken of."""
    before = text_words[max(span.start - 2, 0) : span.start]
    return span.concept in _MOMENTS and any(
        w in rules[name] for w in before for name in ("scene_words", "bounds")
    )
