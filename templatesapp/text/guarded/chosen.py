"""The chosen letter: its values with what they are about, and its yes and no."""

from __future__ import annotations

from functools import lru_cache

from templatesapp.text.guarded.assertions import find_assertions
from templatesapp.text.guarded.kinds import Value
from templatesapp.text.guarded.known import Told, told_of
from templatesapp.text.guarded.scopes import PLAIN, read_sentences
from templatesapp.text.guarded.values import find_values


class ChosenLetter:
    """``told``: its values. ``said``: its yes and no. ``sentences``: as they stand in it."""

    def __init__(self, text: str, language: str) -> None:
        found = find_values(text, language).values if text else ()
        sentences = read_sentences(text, language, found) if text else ()
        self.sentences = frozenset(text[one.start : one.end].strip() for one in sentences)
        self.told: Told = told_of(found)
        self.said = frozenset(a.key for a in find_assertions(sentences, language) if a.key[2])
        self._values = [
            (value, sentence.concepts | sentence.context)
            for sentence in sentences
            for value in found
            if sentence.holds(value.start)
        ]

    def says(self, value: Value, held: frozenset[str]) -> bool:
        """An equal value in a sentence on the same topic."""
        return any(own.equals(value) and (about & held) - PLAIN for own, about in self._values)


chosen_letter = lru_cache(maxsize=512)(ChosenLetter)  # its values are the same for every mail
