"""Which of our letters a rewrite became, told by its text: the best evidence about fit there is.

A draft that was rewritten into another of our letters says that this letter was the right one,
whatever reason was given. A draft says of its letter only what was asked for, so a text is compared
with what it holds of each letter. Events keep what was recognised, never the text.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain

from rapidfuzz.distance import LCSseq, Levenshtein

from learning.events.choices import Recognised
from templatesapp.entries import Catalogue, TemplateEntry
from templatesapp.selectors import current_catalogue
from templatesapp.text.letter import split_letter
from templatesapp.text.postings import FieldedIndex
from templatesapp.text.sentences import sentences
from templatesapp.text.slots import FACT_PREFIX, resolve_slots

LIKE_A_LETTER = 0.75  # of its words in order; from here on a rewrite is that letter
HELD = 0.5  # of a sentence's words in order; from here on a text holds it
CANDIDATES = 20  # letters of the index that a text is compared with

_Words = list[str]


@dataclass(frozen=True, slots=True)
class Recognition:
    """``became``: the letter that the text is, where that is not the one drafted from."""

    kind: Recognised
    became: TemplateEntry | None = None


def recognise(
    *,
    refined_body: str,
    is_applied: bool,
    drafted_from: str,
    values: Mapping[str, str],
    corrected_template_id: str = "",
    language: str = "",
    draft_body: str = "",
) -> Recognition:
    """What a text is beside the letter that it was drafted from (its template id, or "").

    A text nearer to ``draft_body`` than to any letter is the draft's letter. ``values`` are what
    the draft filled in: what is the guest's in them counts for no letter. ``corrected_template_id``
    is the author's own word and outweighs the likeness: that letter in ``language``, the text's,
    where there is one. A sibling in another language is the same letter. No query where the kept
    catalogue is today's.
    """
    if not is_applied and not corrected_template_id:
        return Recognition(Recognised.UNCHANGED)
    catalogue = current_catalogue()
    named = [t for t in catalogue.templates if t.template_id == corrected_template_id]
    named.sort(key=lambda t: t.language != language)
    if named:
        found: TemplateEntry | None = named[0]
    else:
        words = _words(_without(values, refined_body))
        alike, found = _letters(catalogue).nearest(words, drafted_from)
        own = _alike(words, _words(_without(values, draft_body))) if drafted_from else 0.0
        if own >= max(alike, LIKE_A_LETTER):
            return Recognition(Recognised.REWORDED)
    if found is None:
        return Recognition(Recognised.NEW)
    if found.template_id == drafted_from:
        return Recognition(Recognised.REWORDED)
    return Recognition(Recognised.BECAME, found)


class _Letters:
    """The live letters as they read with today's facts, and where each of their words stands."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._templates = catalogue.templates
        self._sentences = [
            _sentences(resolve_slots(one.body, catalogue.fact_values(one.language)).text)
            for one in self._templates
        ]
        documents = [{"body": [*chain(*held)]} for held in self._sentences]
        self._index = FieldedIndex(documents, {"body": 1.0})

    def nearest(self, text: _Words, drafted_from: str) -> tuple[float, TemplateEntry | None]:
        """How much the most similar letter is like the text (0-1), and that letter where it is
        like it enough. Of letters that say the same the one ``drafted_from``."""
        scores = self._index.scores(text)
        likely = sorted(scores, key=lambda number: (-scores[number], number))[:CANDIDATES]
        alike = [
            (
                _alike(text, _held(self._sentences[number], text)),
                self._templates[number].template_id == drafted_from,
                _alike(text, [*chain(*self._sentences[number])]),
                -number,
            )
            for number in likely
        ]
        best, *_, place = max(alike, default=(0.0, 0))
        return best, self._templates[-place] if best >= LIKE_A_LETTER else None


_letters = lru_cache(maxsize=2)(_Letters)


def _held(letter: Sequence[_Words], text: _Words) -> _Words:
    """What a text holds of a letter, as if the desk had cut it: its sentences that are in it."""
    flat = [*chain(*letter)]
    found = set[int]()
    for step in LCSseq.opcodes(text, flat):
        if step.tag == "equal":
            found.update(range(step.dest_start, step.dest_end))
    held: _Words = []
    start = 0
    for sentence in letter:
        places = range(start, start + len(sentence))
        start = places.stop
        if len(found.intersection(places)) >= HELD * len(sentence):
            held += sentence
    return held


def _alike(text: _Words, other: _Words) -> float:
    """0-1; two empty texts have nothing in common."""
    return Levenshtein.normalized_similarity(text, other) if text else 0.0


def _without(values: Mapping[str, str], text: str) -> str:
    for name, value in values.items():
        if len(value.split()) > 1 and not name.startswith(FACT_PREFIX):
            text = text.replace(value, " ")
    return text


def _sentences(text: str) -> list[_Words]:
    """The words of each sentence between greeting and closing, which every letter has."""
    found = [_bare(said) for part in split_letter(text)[1] for said in sentences(part)]
    return [words for words in found if words]


def _words(text: str) -> _Words:
    return [*chain(*_sentences(text))]


def _bare(text: str) -> _Words:
    return [word for part in text.casefold().split() if (word := part.strip(".,;:!?()\"'"))]
