"""A letter by its paragraphs: which of them deal with what was asked, and what is left out.

Source: asks.md, "The letter says what was asked, and little else".
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from drafting.pipeline.plan import Ask, AskKind
from templatesapp.entries import Catalogue, TemplateEntry
from templatesapp.text.coverage.cover import (
    CoverageStatus,
    asks_for_unsaid,
    cover_all,
    mentions,
    settles,
)
from templatesapp.text.coverage.questions import JOURNEY
from templatesapp.text.letter import split_letter
from templatesapp.text.reader.topics import topics_of
from templatesapp.text.sentences import sentence_spans, sentences
from templatesapp.text.slots import ALWAYS, resolve_slots, without_markers
from templatesapp.text.tokens import concepts, terms

PARAGRAPH = "\n\n"
NOT_ASKED = "not_asked"
_SAID_SHARE, _MOST_SAID, _FEWEST_SAID = 0.5, 0.7, 3  # of the words of the shorter sentence
_SAME_TOPIC, _LIKE_TOPIC = 0.7, 0.4
_NEAR = 0.3  # that a paragraph and an ask are about the same
_VERY_NEAR = 0.5  # where the letter does not name what is asked about
_ADDRESS = re.compile(r"https?://\S+|\S+@\S+")
_NUMBER = re.compile(r"\d[\d.,:]*\d|\d")
_BROKEN, _OF_TROUBLE = "broken", frozenset({"broken", "repair"})
_PLACES = frozenset({"{{SLOT:KNOWLEDGE_INJECTION}}", "{{SLOT:POLICY_NOTE}}", "{{SLOT:CTA}}"})


@dataclass(frozen=True, slots=True)
class Paragraph:
    """``body`` with its slots, ``text`` as it reads with the facts filled in."""

    body: str
    text: str
    is_always: bool
    is_place: bool


@dataclass(frozen=True, slots=True)
class LetterText:
    """A template prepared for judging. ``sentence_of``: the paragraph of each sentence."""

    template: TemplateEntry
    opening: str
    paragraphs: tuple[Paragraph, ...]
    ending: str
    text: str
    sentence_of: tuple[int, ...]


class LetterTexts:
    """The letters of one catalogue version, each prepared once."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue
        self._kept: dict[int, LetterText] = {}

    def of(self, template: TemplateEntry) -> LetterText:
        if template.key in self._kept:
            return self._kept[template.key]
        facts = self._catalogue.fact_values(template.language)
        opening, middle, ending = split_letter(template.body)
        link = template.canonical_reference_url
        is_link_due = template.reference_scope == "reference_required"
        bare = [without_markers(body).strip() for body in middle]
        paragraphs = tuple(
            Paragraph(
                body=own,
                text=resolve_slots(own, facts).text,
                is_always=ALWAYS in body or (is_link_due and link in body),
                is_place=is_place(own),
            )
            for body, own in zip(middle, bare, strict=True)
        )
        # The text is judged as a whole, since "It costs …" leans on the sentence before it.
        text = PARAGRAPH.join(paragraph.text for paragraph in paragraphs)
        places = (n for n, one in enumerate(paragraphs) for _ in sentence_spans(one.text))
        read = LetterText(template, opening, paragraphs, ending, text, tuple(places))
        return self._kept.setdefault(template.key, read)


@dataclass(frozen=True, slots=True)
class Fit:
    """What a letter does for the asks of a mail. ``by_ask``: the paragraphs that answer each, or
    take note of it; ``partly``: asks that it answers in part only; ``is_likely``: chosen though no
    sentence was seen to answer."""

    letter: LetterText
    by_ask: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    partly: frozenset[str] = frozenset()
    less_likely: frozenset[tuple[str, int | None]] = frozenset()
    is_likely: bool = False

    @property
    def answered(self) -> frozenset[str]:
        return frozenset(self.by_ask) - self.partly

    def in_part(self, asks: frozenset[str]) -> Fit:
        """The same letter, which answers these at best in part."""
        return replace(self, partly=self.partly | asks)

    def to_the_point(self) -> Fit:
        """The same letter by its likeliest paragraphs alone."""
        likely = {
            key: tuple(place for place in places if (key, place) not in self.less_likely)
            for key, places in self.by_ask.items()
        }
        return replace(self, by_ask=likely)

    def without(self, read: frozenset[int]) -> Fit:
        """The same letter where these paragraphs answer nothing."""
        left = {
            key: new
            for key, places in self.by_ask.items()
            if (new := tuple(place for place in places if place not in read))
        }
        return replace(self, by_ask=left, partly=self.partly & left.keys())

    def known(self, told: Mapping[str, int | None]) -> Fit:
        """The same letter where these asks are answered by the paragraph of that number, and by
        the likely ones that the rules saw answer; None: by no paragraph of it."""
        kept = {key: places for key, places in self.by_ask.items() if key not in told}
        for key, place in told.items():
            if place is not None:
                seen = () if key in self.partly else self.by_ask.get(key, ())
                likely = (one for one in seen if (key, one) not in self.less_likely)
                kept[key] = tuple(dict.fromkeys((*likely, place)))
        return replace(
            self,
            by_ask=kept,
            partly=self.partly - told.keys(),
            less_likely=self.less_likely - told.items(),
        )


def is_place(body: str) -> bool:
    """Whether it holds nothing but a place for something else."""
    return body in _PLACES


def saying(letter: LetterText, answer: str) -> tuple[int, str] | None:
    """The paragraph and the sentence of a letter that says what a sentence of a known answer of
    its language says: half of the words of the shorter one, on the same topics (on like ones
    with most of the words), and one of its numbers if it has any."""
    language = letter.template.language
    wanted = [_Said.of(sentence, language) for sentence in sentences(answer)]
    for place, span in zip(letter.sentence_of, sentence_spans(letter.text), strict=True):
        own = _Said.of(span.text, language)
        if any(own.says(one, language) for one in wanted):
            return place, span.text
    return None


@dataclass(frozen=True, slots=True)
class _Said:
    """A sentence with its content words and numbers, links apart."""

    text: str
    words: frozenset[str]
    numbers: frozenset[str]

    @classmethod
    def of(cls, text: str, language: str) -> _Said:
        bare = _ADDRESS.sub(" ", text)
        return cls(text, frozenset(terms(bare, language)), frozenset(_NUMBER.findall(bare)))

    def says(self, other: _Said, language: str) -> bool:
        both = len(self.words & other.words)
        share = both / max(1, min(len(self.words), len(other.words)))
        if both < _FEWEST_SAID or share < _SAID_SHARE:
            return False
        if other.numbers and not other.numbers & self.numbers:
            return False
        about = topics_of(self.text, language) @ topics_of(other.text, language)
        return float(about) >= (_LIKE_TOPIC if share >= _MOST_SAID else _SAME_TOPIC)


def fit_letter(
    letter: LetterText, asks: Sequence[Ask], language: str, *, is_borrowed: bool = False
) -> Fit:
    """``language``: of the mail. ``is_borrowed``: the letter is for other mail; how a letter tells
    what is asked was learned from right ones. States are answered by no general letter: they are
    only noted. So is what we are to do, unless the letter says how, or is for guests who want just
    that."""
    by_ask: dict[str, tuple[int, ...]] = {}
    partly: set[str] = set()
    less_likely: set[tuple[str, int | None]] = set()
    asks = [ask for ask in asks if may_deal(letter, ask, language)]
    asked = [ask for ask in asks if ask.kind is not AskKind.NOTICE and not ask.is_unresolved]
    judged = cover_all(
        [ask.text for ask in asked],
        letter.text,
        language=language,
        answer_language=letter.template.language,
        is_reply=False,
        kinds=[ask.kind.value for ask in asked],
        ours=() if is_borrowed else range(len(letter.sentence_of)),
    )
    for ask, entry in zip(asked, judged, strict=True):
        numbers = entry.answering or entry.partly
        if not numbers:
            continue
        places = by_ask[ask.id] = _places(letter, numbers)
        likeliest = _places(letter, entry.likeliest or numbers)
        less_likely |= {(ask.id, place) for place in places if place not in likeliest}
        is_told = entry.status is CoverageStatus.COVERED and (
            ask.kind is AskKind.QUESTION
            or (ask.kind is AskKind.ACTION and _settles(letter, ask, places, language))
        )
        if not is_told:
            partly.add(ask.id)
    is_answered = bool(asked) and by_ask.keys() - partly >= {ask.id for ask in asked}
    for ask in asks:
        if ask.kind is AskKind.QUESTION or ask.id in by_ask:
            continue
        # Whose questions are answered is not told of trains for telling by which they come.
        besides = JOURNEY if is_answered and ask.kind is AskKind.NOTICE else ()
        if noted := _mentioning(letter, ask, language, besides):
            by_ask[ask.id] = noted
            partly.add(ask.id)
    return Fit(letter, by_ask, frozenset(partly), frozenset(less_likely))


def touch_letter(
    letter: LetterText,
    asks: Sequence[Ask],
    language: str,
    *,
    around: Sequence[str] = (),
    is_likely: bool = False,
) -> Fit:
    """What a letter that is likely the right one says of what was asked, where nothing was seen to
    answer: what mentions it, else what is about the same as it, or as one of the mail's other
    sentences (``around``), or where the letter is the likely one by all that was weighed
    (``is_likely``) what comes nearest. A person finds it beside the promise."""
    asks = [ask for ask in asks if may_deal(letter, ask, language)]
    beside = _nearest(letter, around, language)
    by_ask = {
        ask.id: found
        for ask in asks
        if (
            found := _mentioning(letter, ask, language)
            or _nearest(letter, [ask.text], language, is_likely=is_likely)
            or beside
        )
    }
    return Fit(letter, by_ask, frozenset(by_ask), is_likely=is_likely)


def may_deal(letter: LetterText, ask: Ask, language: str) -> bool:
    """That there is Wi-Fi says nothing to whoever writes that it does not work, nor a price to
    whoever no longer wants the thing."""
    if ask.is_unresolved and ask.kind is AskKind.ACTION:
        return False
    if _BROKEN not in concepts(ask.text, language):
        return True
    return not _OF_TROUBLE.isdisjoint(concepts(letter.text, letter.template.language))


def _nearest(
    letter: LetterText, said: Sequence[str], language: str, *, is_likely: bool = False
) -> tuple[int, ...]:
    """The paragraph that is most about what one of the sentences is about, if any is enough."""
    written = letter.template.language
    near = {
        (number, one): float(topics_of(one, language) @ topics_of(paragraph.text, written))
        for number, paragraph in enumerate(letter.paragraphs)
        if not paragraph.is_place
        for one in said
    }
    if not near:
        return ()
    number, one = max(near, key=lambda pair: (near[pair], -pair[0]))
    if is_likely:
        return (number,)
    is_elsewhere = asks_for_unsaid(one, letter.text, language=language, answer_language=written)
    return (number,) if near[number, one] >= (_VERY_NEAR if is_elsewhere else _NEAR) else ()


def _mentioning(
    letter: LetterText, ask: Ask, language: str, besides: Collection[str] = ()
) -> tuple[int, ...]:
    written = letter.template.language
    found = mentions(
        ask.text, letter.text, language=language, answer_language=written, besides=besides
    )
    return _places(letter, found)


def _settles(letter: LetterText, ask: Ask, places: Iterable[int], language: str) -> bool:
    """Whether a paragraph does ("Yes, you can leave it here. The room is open until 9 pm.")."""
    template = letter.template
    # Chosen for guests who want just this; one for any guest only tells.
    if template.is_protected and (template.requires is None or template.requires):
        return True
    told, written = (letter.paragraphs[place].text for place in places), letter.template.language
    return any(settles(ask.text, text, language=language, answer_language=written) for text in told)


def _places(letter: LetterText, sentences: Iterable[int]) -> tuple[int, ...]:
    found = (letter.sentence_of[n] for n in sentences if n < len(letter.sentence_of))
    return tuple(dict.fromkeys(found))


def spoken_of(letter: LetterText, said: Iterable[str], language: str) -> frozenset[int]:
    """The paragraphs on what a mail speaks of that asks nothing: "we are bringing our dog"."""
    written = letter.template.language
    found = (mentions(one, letter.text, language=language, answer_language=written) for one in said)
    return frozenset(place for numbers in found for place in _places(letter, numbers))


def kept_paragraphs(fit: Fit, asks: Sequence[Ask], told: Collection[int] = ()) -> tuple[int, ...]:
    """The paragraphs that stay: those that deal with an ask, and those that always do. Where none
    does, a mail that asks nothing gets what it speaks of (``told``), else the letter whole, and so
    does one whose case it is for: little but greeting and signature would be left."""
    template = fit.letter.template
    wanted = {place for places in fit.by_ask.values() for place in places}
    is_for_case = bool(template.requires) or template.purpose != "answer"
    only_tells = all(ask.kind is AskKind.NOTICE for ask in asks)
    if only_tells and not (wanted or is_for_case):
        wanted.update(told)
    if template.is_protected or (not wanted and (is_for_case or only_tells)):
        return tuple(range(len(fit.letter.paragraphs)))
    return tuple(
        number
        for number, one in enumerate(fit.letter.paragraphs)
        if number in wanted or one.is_always or one.is_place
    )


def left_out(fit: Fit, kept: Sequence[int]) -> list[dict[str, str]]:
    """The sentences of the paragraphs that do not stay, with the reason."""
    return [
        {"sentence": span.text, "why": NOT_ASKED}
        for number, paragraph in enumerate(fit.letter.paragraphs)
        if number not in kept
        for span in sentence_spans(paragraph.text)
    ]
