"""A text taken apart for coverage: clauses with their words, values and what they lean on."""

import re
from dataclasses import dataclass, replace
from functools import lru_cache

from templatesapp.text.coverage.rules import Compiled, compiled_rules, is_topical
from templatesapp.text.coverage.values import Values
from templatesapp.text.sentences import sentence_spans
from templatesapp.text.tokens import ConceptSpan, concept_spans, stem, stop_words, words

# Concepts that any sentence may hold without changing its topic.
TOPICLESS = frozenset(
    {"time", "price", "night", "person", "included", "availability", "payment", "cash", "card",
     "house-rule", "recommend", "found", "date", "opening-hours", "deadline", "booking", "room",
     "free-cancellation", "directions", "arrival", "instead", "move", "change", "charge", "day"}
)  # fmt: skip
_MOMENTS = frozenset({"check-in", "checkout", "arrival", "departure", "reception", "arrival-time"})
_SHARE = re.compile(r"\d\s?%")  # taken off a price: the sign is no word
_CLAUSE = re.compile(r";\s+|\s[-–—]\s|,\s+")
_PRONOUN_WITHIN = 4  # words; a pronoun further on seldom stands for the topic


@dataclass(frozen=True, slots=True, eq=False)  # kept by its text: the same one, or another
class Clause:
    """``stems`` and ``concepts`` include those of the clause before where this one leans on it
    ("It is …", "We serve it …"). ``is_first``: nothing was said before it. ``sentence``: its place
    among ``sentence_spans`` of the text."""

    sentence: int
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


@lru_cache(maxsize=4096)  # letters and answers are judged again and again
def clauses(text: str, language: str) -> tuple[Clause, ...]:
    """The clauses of ``text`` that state something, in order; questions are left out."""
    rules = compiled_rules(language)
    found: list[Clause] = []
    for number, sentence in enumerate(sentence_spans(text)):
        if sentence.text.endswith("?"):
            continue
        for index, piece in enumerate(_pieces(sentence.text, rules)):
            said = next((c for c in reversed(found) if not c.is_idle), None)
            found.append(_placed(_alone(piece, language), number, said, goes_on=index > 0))
    return tuple(found)


def _placed(clause: Clause, sentence: int, before: Clause | None, *, goes_on: bool) -> Clause:
    """A clause at its place, with what it takes from the one before it."""
    if before is None:
        return replace(clause, sentence=sentence)
    leans = clause.own_concepts <= TOPICLESS or (
        clause.has_pronoun and (clause.begins_leaning or goes_on)
    )
    return replace(
        clause,
        sentence=sentence,
        stems=clause.own_stems | before.stems if leans else clause.own_stems,
        concepts=clause.own_concepts | before.concepts if leans else clause.own_concepts,
        is_first=False,
    )


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
    if span.concept not in _MOMENTS:
        return False
    before = text_words[max(span.start - 2, 0) : span.start]
    return any(w in rules[name] for w in before for name in ("scene_words", "bounds"))
