"""Folding and pattern building shared by the interpretation engines."""

import re
from collections.abc import Iterable
from functools import cache

from drafting.pipeline.interpret.rules import LanguageRules
from templatesapp.text.languages import LanguageData, desk_languages, read, rules
from templatesapp.text.tokens import fold_accents

# A stand-in for an accent that tells past from imperative (Spanish "llamé", I called, and "llame",
# call!): a letter no mail of ours has.
_PAST_MARK = "ə"
_NEVER = "(?!)"  # what no text matches


@cache
def _own_accents(language: str) -> tuple[re.Pattern[str], str]:
    """The ends of a past tense, and the accents that a language keeps: Italian "è" (is) is not "e"
    (and), French "où" (where) not "ou" (or)."""
    rule = rules(LanguageRules).get(language)
    past_end, kept = (rule.past_end, rule.kept_accents) if rule else ("", "")
    return re.compile(past_end or _NEVER), kept


def fold(text: str, language: str = "") -> str:
    """Lower case without accents, letter for letter: offsets stay those of ``text``."""
    lowered = text.lower()
    if lowered.isascii():
        return lowered
    # A few letters (İ) grow when lowered; folded one by one they do not.
    return _folded(lowered if len(lowered) == len(text) else text, language).lower()


def _folded(fragment: str, language: str) -> str:
    """A fragment keeps its case: ``\\W`` is not ``\\w``."""
    past_end, kept = _own_accents(language)
    return fold_accents(past_end.sub(_PAST_MARK, fragment), kept)


@cache
def words_pattern(fragments: tuple[str, ...], language: str = "") -> re.Pattern[str]:
    """One pattern for any of the fragments, as whole words. Never matches when there are none."""
    folded = "|".join(_folded(f, language) for f in fragments) or _NEVER
    return re.compile(rf"(?<!\w)(?:{folded})(?!\w)")


@cache
def line_pattern(fragments: tuple[str, ...]) -> re.Pattern[str]:
    """The same, for a whole line (use with ``fullmatch``)."""
    return re.compile("|".join(f"(?:{_folded(f, '')})" for f in fragments) or _NEVER)


class Patterns:
    """The forms of a language's rules by their names, each compiled when it is first asked for;
    those of all languages together for "": staff may write in another one than the guest's."""

    def __init__(self, shape: type[LanguageData], language: str) -> None:
        codes = (language,) if language else desk_languages()
        self._rules = [read(shape, code) for code in codes]
        self.language = language

    def __getattr__(self, name: str) -> re.Pattern[str]:
        pattern = words_pattern(union(getattr(rule, name) for rule in self._rules), self.language)
        self.__dict__[name] = pattern
        return pattern


@cache
def patterns_of(shape: type[LanguageData], language: str = "") -> Patterns:
    return Patterns(shape, language)


def union(groups: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    """All fragments of several languages, each once, in order."""
    return tuple(dict.fromkeys(fragment for group in groups for fragment in group))


WORD = re.compile(r"\w+(?:['-]\w+)*")


def count_words(text: str) -> int:
    """ "C'è l'ascensore" are four: elided words count."""
    return len(re.findall(r"\w+", text))
