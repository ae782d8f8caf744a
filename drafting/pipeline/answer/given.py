"""Sentences of a letter held against what the guest wrote and what we wrote to them: what is told
is not asked for again, what is sent is not sent again, and nobody reads of a case that is not
theirs.

Source: asks.md, "The letter says what was asked, and little else"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import ClassVar

from drafting.pipeline.interpret.reading import Hit, PhraseIndex, Words, read_words
from drafting.pipeline.outcomes import sentence_key
from drafting.pipeline.plan import ActionPlan
from templatesapp.text.coverage.clauses import TOPICLESS, clauses
from templatesapp.text.guarded.kinds import Kind, Value
from templatesapp.text.guarded.values import find_values
from templatesapp.text.languages import WordTable, codes_for, known_language, rules
from templatesapp.text.reader.sayings import sayings
from templatesapp.text.reader.topics import topics_of
from templatesapp.text.sentences import sentence_spans, sentences
from templatesapp.text.slots import cut_spans, resolve_slots
from templatesapp.text.tokens import concepts, terms

ALREADY_TOLD, OTHER_CASE = "already_told", "other_case"
_ASKING, _HELPING, _SUPPOSING, _BESIDE = "asking", "helping", "supposing", "beside"
_OF_SENTENCE = frozenset({_ASKING, _HELPING, _SUPPOSING, _BESIDE})
_OF_MAIL = {"counted": "guests", "on_day": "day", "looks": "description", "placed": "room"}
_PART = re.compile(r"[;:]\s+|\s[-–—;:]\s")
_FLIGHT = re.compile(r"\b(?:[A-Z]{2}|[A-Z]\d|\d[A-Z])[ ]?\d{2,4}\b")
_BROKEN = re.compile(r"(?<!\n)\n(?!\n)")
_AMOUNT = re.compile(r"(?<![\d.,:])\d{1,5}[.,]\d{2}(?![\d.,:])")
_FIRST_DAY = re.compile(r"\b\d{1,2}\b\D{1,8}\Z")  # "12. to 16 May": before the day that has a month
_BY_KIND = {Kind.DATE: "day", Kind.PHONE: "phone", Kind.MONEY: "amount", Kind.AGE: "ages"}
_BY_UNIT = {"person": "guests", "year": "ages"}
_BY_PROOF = {"invoice_data_given": ("address", "tax", "name")}
_ON_THE_WAY = frozenset(
    {"arrival", "arrival-time", "late-arrival", "check-in", "airport", "train", "ferry", "bus"}
)
_MOST_BEFORE = 4  # words: "for the offer we need"
_NEAR = 0.15  # that a case may be the guest's, though no word of it is said
_FOR_ALL = frozenset({"safety", "medical"})  # who is in danger may not say so


class GivenRules(WordTable):
    """What letters ask guests for, and how many guests say they are."""

    FILE: ClassVar[str] = "given"
    NOTATION: ClassVar[str] = "phrase"


@dataclass(frozen=True, slots=True)
class Guest:
    """What the guest wrote, as letters are held against it. ``told``: kinds of data, which are the
    names of lists in given.toml; ``said``: each sentence; ``read``: each of our earlier mails."""

    language: str
    told: frozenset[str]
    concepts: frozenset[str]
    terms: frozenset[str]
    said: tuple[str, ...]
    read: tuple[str, ...] = ()

    @classmethod
    def of(cls, plan: ActionPlan, subject: str) -> Guest:
        text, language = f"{subject}\n{plan.normalized_text}", plan.language
        return cls(
            language,
            told_in(plan, text),
            frozenset(concepts(text, language)),
            frozenset(terms(text, language)),
            tuple(sentences(text)),
            tuple(said for sent in plan.sent for said in sentences(_unwrapped(sent))),
        )

    @property
    def gives_what_we_asked(self) -> bool:
        """Whether the mail tells something that an earlier one of ours asks for."""
        return any(not self.told.isdisjoint(asked_for(said, self.language)) for said in self.read)

    def has_read(self, text: str, language: str) -> bool:
        """Whether each sentence of a text of ours stands, in whatever words, in an earlier mail of
        ours: who asks after it wants to know something else."""
        if not self.read:
            return False
        keys, own = set(map(sentence_key, self.read)), sentences(text)
        new = [one for one in own if sentence_key(one) not in keys]
        said = sayings(self.read, language) if new else None
        return bool(own) and (said is None or all(said.says(one, language) for one in new))

    def why_not(self, sentence: str, language: str) -> str:
        """Why the sentence of a letter is none for this guest, "" where it is one."""
        asked = asked_for(sentence, language)
        if asked and asked <= self.told:
            return ALREADY_TOLD
        return OTHER_CASE if self._is_other_case(sentence, language) else ""

    def _is_other_case(self, sentence: str, language: str) -> bool:
        """Whether it begins with a condition about a thing that the mail does not touch: "If the
        air conditioning does not work, …"."""
        case = supposed_in(sentence, language)
        about = set(concepts(case, language)) - TOPICLESS
        if not about or about <= self.concepts or about & _FOR_ALL:
            return False
        if language == self.language and self.terms & set(terms(case, language)):
            return False
        near = [topics_of(text, language) for text in (case, sentence)]
        mail = (topics_of(said, self.language) for said in self.said)
        return all(float(one @ said) < _NEAR for said in mail for one in near)

    def left_of(
        self, text: str, language: str, facts: Mapping[str, str], *, is_always: bool = False
    ) -> tuple[str, list[dict[str, str]]]:
        """A text of ours without the sentences that are none for this guest, and these, with the
        reason. One that the next leans on stays. ``is_always``: the text stays but for what is
        told."""
        spans = sentence_spans(text)
        said = [resolve_slots(span.text, facts).text for span in spans]
        leaning = {clause.sentence for clause in clauses(text, language) if clause.begins_leaning}
        doomed = {
            place: why
            for place, sentence in enumerate(said)
            if place + 1 not in leaning
            and (why := self.why_not(sentence, language))
            and not (is_always and why == OTHER_CASE)
        }
        holes = [(spans[place].start, spans[place].end) for place in doomed]
        gone = [{"sentence": said[place], "why": why} for place, why in doomed.items()]
        return cut_spans(text, holes).strip(), gone


def _unwrapped(text: str) -> str:
    """Lines of a quote are broken where its program liked."""
    return _BROKEN.sub(" ", text)


@cache
def _index(code: str, *, of_mail: bool) -> PhraseIndex:
    lists = rules(GivenRules)[code].by_name
    return PhraseIndex({name: lists[name] for name in lists if (name in _OF_MAIL) == of_mail})


def told_in(plan: ActionPlan, text: str) -> frozenset[str]:
    """The kinds of data that the mail holds. ``text``: with its subject."""
    found = find_values(text, known_language(plan.language))
    kinds = {kind for value in found.values if (kind := _kind_of(value, text, plan.language))}
    days = [value for value in found.values if value.kind is Kind.DATE]
    said = _in_digits(text, found.numbers)
    hits = (
        hit for code in codes_for(plan.language) for hit in _index(code, of_mail=True).find(said)
    )
    kinds.update(_OF_MAIL[hit.concept] for hit in hits)
    proven = (kind for proof in plan.proofs for kind in _BY_PROOF.get(proof, ()))
    shown = {
        "dates": len(days) > 1 or any(_begins_before(day, text) for day in days),
        "flight": _FLIGHT.search(text),
        "amount": _AMOUNT.search(text),
        "reference": plan.booking_ref,
        "name": plan.guest_name,
    }
    return frozenset({*kinds, *proven, *(kind for kind, is_told in shown.items() if is_told)})


def _kind_of(value: Value, text: str, language: str) -> str:
    """Hours tell a time only where they are of the way here."""
    if value.kind is Kind.TIME:
        around = next((s.text for s in sentence_spans(text) if s.start <= value.start < s.end), "")
        return "time" if _ON_THE_WAY & set(concepts(around, language)) else ""
    if value.kind is Kind.MEASURE:
        return _BY_UNIT.get(value.unit, "")
    return _BY_KIND.get(value.kind, "")


def _begins_before(day: Value, text: str) -> bool:
    return bool(_FIRST_DAY.search(text, max(day.start - 12, 0), day.start))


def _in_digits(text: str, numbers: Iterable[tuple[int, int]]) -> Words:
    """The words of a mail, numbers in words as digits."""
    said, worded = read_words(text), dict(numbers)
    shown = (
        word if word.isdigit() else str(worded.get(start, word))
        for word, (start, _) in zip(said.words, said.offsets, strict=True)
    )
    return replace(said, words=tuple(shown))


def asked_for(sentence: str, language: str) -> frozenset[str]:
    """The kinds of data that a sentence of a letter asks for; none where it says, or asks for,
    anything else besides."""
    kinds: set[str] = set()
    for part in filter(None, map(str.strip, _PART.split(sentence))):
        found = _asked_in(read_words(part), known_language(language))
        if found is None:
            return frozenset()
        kinds |= found
    return frozenset(kinds)


def _asked_in(said: Words, code: str) -> set[str] | None:
    """None: something else is said, or asked for."""
    hits = _index(code, of_mail=False).find(said)
    asks = min((h for h in hits if h.concept in (_ASKING, _HELPING)), key=_place, default=None)
    if asks is None:
        return None
    is_after = asks.concept == _ASKING
    wanted = range(asks.end, len(said.words)) if is_after else range(asks.start)
    supposed = {n for hit in hits if hit.concept == _SUPPOSING for n in _clause(said, hit)}
    told = {n for hit in hits for n in range(hit.start, hit.end)} | supposed
    left = [n for n in range(len(said.words)) if n not in told]
    before = [n for n in left if n < asks.start]
    if any(n in wanted for n in left) or (is_after and len(before) > _MOST_BEFORE):
        return None
    inside = (hit for hit in hits if hit.start in wanted and hit.start not in supposed)
    return {hit.concept for hit in inside} - _OF_SENTENCE


def supposed_in(sentence: str, language: str) -> str:
    """The condition that a sentence of a letter begins with, "" for none."""
    said = read_words(sentence)
    hits = _index(known_language(language), of_mail=False).find(said)
    first = next((hit for hit in hits if hit.concept == _SUPPOSING and not hit.start), None)
    return sentence[: said.offsets[_clause(said, first)[-1]][1]] if first else ""


def _place(hit: Hit) -> tuple[int, int]:
    return hit.start, -hit.end


def _clause(said: Words, hit: Hit) -> range:
    """The words of a condition, up to the comma that ends it."""
    ends = (n for n in range(hit.start + 1, len(said.words)) if "," in said.between(n - 1, n))
    return range(hit.start, next(ends, len(said.words)))
