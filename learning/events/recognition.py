"""Which of our letters a rewrite became, told by its text: the best evidence about fit there is.

A draft that was rewritten into another of our letters says that this letter was the right one,
whatever reason was given. Events keep what was recognised, never the text.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from rapidfuzz.distance import Levenshtein

from learning.events.choices import Recognised
from templatesapp.entries import Catalogue, TemplateEntry
from templatesapp.selectors import current_catalogue
from templatesapp.text.postings import FieldedIndex
from templatesapp.text.slots import FACT_PREFIX, resolve_slots

LIKE_A_LETTER = 0.75  # of its words in order; from here on a rewrite is that letter
CANDIDATES = 20  # letters of the index that a text is compared with


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
) -> Recognition:
    """What a text is beside the letter that it was drafted from (its template id, or "").

    ``values`` are what the draft filled in: they count as their slots. ``corrected_template_id``
    is the author's own word and outweighs the likeness: that letter in ``language``, the text's,
    where there is one. A sibling in another language is the same letter. No query where the kept
    catalogue is today's.
    """
    if not is_applied and not corrected_template_id:
        return Recognition(Recognised.UNCHANGED)
    catalogue = current_catalogue()
    named = [t for t in catalogue.templates if t.template_id == corrected_template_id]
    named.sort(key=lambda t: t.language != language)
    found = named[0] if named else _letters(catalogue).nearest(refined_body, values)
    if found is None:
        return Recognition(Recognised.NEW)
    if found.template_id == drafted_from:
        return Recognition(Recognised.REWORDED)
    return Recognition(Recognised.BECAME, found)


class _Letters:
    """The live letters as they read with today's facts, and where each of their words stands."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._templates = catalogue.templates
        facts = {
            language: {
                f"{FACT_PREFIX}{fact.name}": fact.formatted(language)
                for fact in catalogue.facts.values()
            }
            for language in {t.language for t in self._templates}
        }
        self._words = [
            _words(resolve_slots(template.body, facts[template.language]).text)
            for template in self._templates
        ]
        self._index = FieldedIndex([{"body": words} for words in self._words], {"body": 1.0})

    def nearest(self, text: str, values: Mapping[str, str]) -> TemplateEntry | None:
        """The letter that is most like the text, if one is like it enough."""
        for value in values.values():
            # What stands in every letter tells none apart, and what is the guest's in none.
            text = text.replace(value, " ") if len(value.split()) > 1 else text
        words = _words(text)
        scores = self._index.scores(words)
        likely = sorted(scores, key=lambda number: (-scores[number], number))[:CANDIDATES]
        alike = [
            (Levenshtein.normalized_similarity(words, self._words[number]), -number)
            for number in likely
        ]
        best, place = max(alike, default=(0.0, 0))
        return self._templates[-place] if best >= LIKE_A_LETTER else None


_letters = lru_cache(maxsize=2)(_Letters)


def _words(text: str) -> list[str]:
    return [word for part in text.casefold().split() if (word := part.strip(".,;:!?()\"'"))]
