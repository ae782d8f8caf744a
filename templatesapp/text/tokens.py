"""Words, stems and concepts of guest mail: the one tokeniser of ranking, scenario and coverage.

A *concept* is an English name for what a word or phrase means ("wlan" and "internet" are ``wifi``,
"Frühstückszeiten" is ``breakfast`` and ``time``). Concepts are what lets an Italian question meet
an English template. The words themselves stand in ``templatesapp/languages``.
"""

import operator
import re
import threading
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import ClassVar, NamedTuple

import Stemmer

from templatesapp.text.languages import DEFAULT_LANGUAGE as DEFAULT_LANGUAGE
from templatesapp.text.languages import (
    INTERNATIONAL,
    LanguageData,
    Listed,
    Vocabulary,
    codes_for,
    known_language,
    read,
    rules,
)

NOTHING = "_"  # the concept that hides what stands inside its phrases

# Longer than any word of a language: such runs are tokens of attackers or base64, not
# words, and must neither be stemmed nor fill the cache.
_LONGEST_WORD = 40
_STEM_CACHE = 50_000  # words; about what a year of a small hostel's mail holds
_SPANS_KEPT = 16_384
_SHORT = 1_000  # characters of a text whose words are kept
_RUN_CACHE = 2_000  # accented letters and marks, alone or side by side
_SHORTEST_COMPOUND = 8  # letters; below it a German part is found inside unrelated words

_NOT_ASCII = re.compile(r"[^\x00-\x7f]+")
_ZERO_WIDTH = dict.fromkeys(map(ord, "\u00ad\u200b\u200c\u200d\u2060\ufeff"))
_APOSTROPHES = dict.fromkeys(map(ord, "\u2018\u2019\u02bc\u00b4`"), "'")
# A number with its separators stays one word (13:00, 62.50); letters may hold inner apostrophes.
_WORD = re.compile(r"\d+(?:[.:,]\d+)+|[^\W_]+(?:'[^\W_]+)*")

_PLACED_WORD = re.compile(r"\d+(?:[.:,]\d+)+|[^\W_]+(?:['’‘`´ʼ][^\W_]+)*")
_LETTERS = 4096  # kept: those of a few scripts
_NO_ASCII_LETTER = re.compile(r"[^\x00-\x7f]")


class ConceptSpan(NamedTuple):  # a mail makes hundreds
    """A concept found in ``words(text)[start:end]``."""

    concept: str
    start: int
    end: int


def fold(text: str) -> str:
    """Lower case without accents, compatibility forms or zero-width characters.

    ``ß`` becomes ``ss``; ``ü`` becomes ``u``, like ``ue`` after German stemming.
    """
    lowered = text.lower().replace("`", "'")
    if lowered.isascii():
        return lowered
    return _NOT_ASCII.sub(_folded_run, lowered)


def _folded_run(run: re.Match[str]) -> str:
    """Accents and marks are few of a text's letters, and the same ones again and again."""
    return _bare(run[0]) if len(run[0]) > _LONGEST_WORD else _bare_kept(run[0])


def _bare(letters: str) -> str:
    visible = unicodedata.normalize("NFKC", letters).translate(_ZERO_WIDTH).translate(_APOSTROPHES)
    parts = unicodedata.normalize("NFD", visible.casefold())
    bare = "".join(c for c in parts if not unicodedata.combining(c))
    return unicodedata.normalize("NFC", bare)


_bare_kept = lru_cache(maxsize=_RUN_CACHE)(_bare)


def words(text: str) -> list[str]:
    """Folded words in order, punctuation stripped: "Hi," is ``hi``, "l'ascensore" ``l ascensore``.

    "don't" stays one word (``dont``): its *t* is a negation, not a word.
    """
    return list((_words if len(text) <= _SHORT else _words.__wrapped__)(text))


@lru_cache(maxsize=1024)  # a mail's sentences and asks, read by many
def _words(text: str) -> tuple[str, ...]:
    found: list[str] = []
    for word in _WORD.findall(fold(text)):
        if "'" in word:
            found.extend(_split_apostrophes(word))
        else:
            found.append(word)
    return tuple(found)


def placed_words(text: str) -> list[tuple[str, int, int]]:
    """``words`` with the places of each in the text as written."""
    folded = fold(text)
    has_places = len(folded) == len(text)  # else a letter became two, or none
    found: list[tuple[str, int, int]] = []
    for match in (_WORD if has_places else _PLACED_WORD).finditer(folded if has_places else text):
        word = match.group()
        start, end = match.span()
        if has_places and "'" not in word:
            found.append((word, start, end))
        else:
            found.extend((part, start, end) for part in words(word))
    return found


def _split_apostrophes(word: str) -> list[str]:
    if word.endswith("n't"):
        return [word.replace("'", "")]
    return [part for part in word.removesuffix("'s").split("'") if part]


@lru_cache(maxsize=64)  # a caller may name any language
def stop_words(language: str) -> frozenset[str]:
    """Folded; of every language for an unknown one."""
    listed = (rules(Vocabulary)[code].stop_words for code in codes_for(language))
    return frozenset(word for own in listed for word in words(" ".join(own)))


def content_words(text: str, language: str) -> list[str]:
    """Folded words that are no stop words, in order, with repeats."""
    stops = stop_words(language)
    return [w for w in words(text) if w not in stops]


def stem(word: str, language: str) -> str:
    """The folded Snowball stem of one word, after the language's synonyms ("brekkie")."""
    return _stem_folded(fold(word), known_language(language))


def _stem_folded(word: str, language: str) -> str:
    return word if len(word) > _LONGEST_WORD else _stem(word, language)


class _Stemmers(threading.local):
    """PyStemmer objects are not safe to share between threads."""

    def __init__(self) -> None:
        self.by_language = {
            code: Stemmer.Stemmer(own.stemmer, 0) for code, own in rules(Vocabulary).items()
        }


_stemmers = _Stemmers()


@lru_cache(maxsize=_STEM_CACHE)
def _stem(word: str, language: str) -> str:
    vocabulary = rules(Vocabulary)[language]
    plain = _synonyms(language).get(word, word)
    for bare, accented in vocabulary.endings.items():
        if plain.endswith(bare) and len(plain) > len(bare) + 1:
            plain = plain[: -len(bare)] + accented
            break
    return fold(_stemmers.by_language[language].stemWord(plain))


@cache
def _synonyms(language: str) -> Mapping[str, str]:
    return {fold(k): fold(v) for k, v in rules(Vocabulary)[language].synonyms.items()}


def terms(text: str, language: str) -> list[str]:
    """Stems of the content words, in order, with repeats."""
    code = known_language(language)
    return [_stem_folded(w, code) for w in content_words(text, language)]


@cache
def _patterns(language: str, is_fine: bool) -> Mapping[str, list[tuple[tuple[str, ...], str]]]:
    """By the first key the keys of each phrase of a language, one a word, and its concept."""
    by_first: dict[str, list[tuple[tuple[str, ...], str]]] = {}
    for concept, phrase in _phrases(rules(Vocabulary)[language], is_fine):
        keys = tuple(_keys(phrase, language))
        if keys:
            by_first.setdefault(keys[0], []).append((keys, concept))
    return by_first


@cache
def written_words(language: str) -> frozenset[str]:
    """The folded words that name a concept by themselves, as the vocabulary writes them."""
    phrases = (words(said) for _, said in _phrases(rules(Vocabulary)[language], False))
    return frozenset(said[0] for said in phrases if len(said) == 1)


def _phrases(vocabulary: Vocabulary, is_fine: bool) -> Iterable[tuple[str, str]]:
    fine = vocabulary.fine_concepts.items() if is_fine else ()
    for concept, listed in [*vocabulary.concepts.items(), *fine]:
        yield from ((concept, phrase) for phrase in listed)
    # Loan words, brands and places in their exact forms: a foreign stemmer would make other words.
    for concept, listed in read(Vocabulary, INTERNATIONAL).concepts.items():
        for phrase in listed:
            yield concept, " ".join(f"={word}" for word in words(phrase))


def _keys(phrase: str, language: str) -> Iterable[str]:
    """The keys of a pattern: stems, and ``=word`` where the phrase asks for the form."""
    for piece in phrase.split():
        if piece.startswith("="):
            yield f"={fold(piece[1:])}"
        else:
            yield from (stem(word, language) for word in words(piece))


@cache
def _compound_parts(language: str) -> tuple[tuple[str, str], ...]:
    table = rules(Vocabulary)[language].compound_parts
    return tuple((fold(part), concept) for concept, parts in table.items() for part in parts)


def concept_spans(
    text_words: Sequence[str], language: str, *, is_fine: bool = False
) -> tuple[ConceptSpan, ...]:
    """Concepts of folded words with their places, in order of place; with ``is_fine`` also those
    that only tell facts apart.

    A concept found twice at overlapping places counts once. For an unknown language every
    vocabulary is tried.
    """
    return _spans(tuple(text_words), language, is_fine)


@lru_cache(maxsize=_SPANS_KEPT)  # ranking, coverage and the guard read the same sentences
def _spans(text_words: tuple[str, ...], language: str, is_fine: bool) -> tuple[ConceptSpan, ...]:
    codes = codes_for(language)
    found = [span for code in codes for span in _matches(text_words, code, is_fine)]
    hidden = [span for span in found if span.concept == NOTHING]
    found.sort(key=lambda s: (s.start, -s.end, s.concept))
    last_end: dict[str, int] = {}
    spans = []
    for span in found:
        is_hidden = any(_hides(h, span) for h in hidden)
        if not is_hidden and span.start >= last_end.get(span.concept, 0):
            last_end[span.concept] = span.end
            spans.append(span)
    return tuple(spans)


def _hides(hidden: ConceptSpan, span: ConceptSpan) -> bool:
    """A phrase that is listed as a concept is meant, though it hides a word of its own."""
    if not hidden.start <= span.start < span.end <= hidden.end:
        return False
    is_whole = hidden[1:] == span[1:] and span.end - span.start > 1
    return span.concept == NOTHING or not is_whole


def _matches(text_words: Sequence[str], language: str, is_fine: bool) -> Iterable[ConceptSpan]:
    by_first = _patterns(language, is_fine)
    forms = [(_stem_folded(word, language), f"={word}") for word in text_words]
    has_compounds = bool(_compound_parts(language))
    for start, word in enumerate(text_words):
        following = forms[start + 1] if start + 1 < len(forms) else ()
        for first in forms[start]:
            for keys, concept in by_first.get(first, ()):
                if len(keys) > 1 and keys[1] not in following:
                    continue  # most end here
                if len(keys) <= 2 or _fits(keys, forms, start):
                    yield ConceptSpan(concept, start, start + len(keys))
        if has_compounds and len(word) >= _SHORTEST_COMPOUND:
            for concept in _inside_compound(word, language):
                yield ConceptSpan(concept, start, start + 1)


def _fits(keys: Sequence[str], forms: Sequence[tuple[str, str]], start: int) -> bool:
    """``forms``: stem and exact form of each word. The first key is how the pattern was found."""
    following = forms[start + 1 : start + len(keys)]
    return len(following) == len(keys) - 1 and all(map(operator.contains, following, keys[1:]))


@lru_cache(maxsize=_STEM_CACHE)
def _inside_compound(word: str, language: str) -> tuple[str, ...]:
    return tuple(concept for part, concept in _compound_parts(language) if part in word)


def concepts(text: str, language: str) -> list[str]:
    """English concept names in order of place, with repeats: "Gepäckaufbewahrung" gives
    ``luggage`` and ``luggage-storage``."""
    return [span.concept for span in concept_spans(words(text), language)]


def concept_term(concept: str) -> str:
    """The index term of a concept: the English stem of a plain word, else its own name."""
    return concept if "-" in concept else stem(concept, DEFAULT_LANGUAGE)


def index_terms(text: str, language: str) -> list[str]:
    """What a document is in the index: its stems, and the concepts its own stems do not say.

    A document that says "elevator" is found by "lift"; one that says "lift" is not counted twice.
    """
    text_words = words(text)
    stops = stop_words(language)
    code = known_language(language)
    stems = [_stem_folded(w, code) for w in text_words]
    found = [s for w, s in zip(text_words, stems, strict=True) if w not in stops]
    for span in concept_spans(text_words, language):
        term = concept_term(span.concept)
        places = range(span.start, span.end)
        if not any(stems[i] == term and text_words[i] not in stops for i in places):
            found.append(term)
    return found


def query_terms(text: str, language: str) -> list[str]:
    """What a query is: unique stems of the content words, then unique concept terms.

    For a language without a vocabulary the words are read as English and the concept words of
    every language are tried.
    """
    found = terms(text, language)
    found.extend(concept_term(concept) for concept in concepts(text, language))
    return list(dict.fromkeys(found))


@lru_cache(maxsize=_LETTERS)
def _bare_letter(letter: str) -> str:
    return unicodedata.normalize("NFD", letter.lower())[0]


def fold_letters(text: str) -> str:
    """Lower case without accents, letter for letter: a place in the folded text is one in the text.
    (``fold`` may change a text's length: ß is ss.)"""
    return text.lower() if text.isascii() else fold_accents(text).lower()


def fold_accents(text: str, keep: str = "") -> str:
    """The same for letters with accents alone: a form's ``\\W`` stays what it is. ``keep``: letters
    that stay what they are (in lower case)."""

    def folded(found: re.Match[str]) -> str:
        letter = found.group()
        return letter.lower() if keep and letter.lower() in keep else _bare_letter(letter)

    return _NO_ASCII_LETTER.sub(folded, text)


@dataclass(frozen=True, slots=True)
class Concepts(LanguageData):
    FILE: ClassVar[str] = "concepts"

    journey: Listed  # what a question about the way to us speaks of, besides towns
    towns: Listed
    sights: Listed
    broader: Mapping[str, Listed]  # of a concept, nearest first
    coverage: Mapping[str, frozenset[str]]
    kin: Mapping[str, frozenset[str]]
    # What they are to the guard of facts.
    plain: Listed
    places_and_means: Listed
    same_thing: Listed
    sold_by_others: Listed
    little_ones: Listed
    owed: Listed


def known_concepts() -> Concepts:
    return read(Concepts, INTERNATIONAL)


@cache
def hypernyms(concept: str) -> frozenset[str]:
    """All broader concepts of a concept or English word: ``bus`` → ``public-transport`` and
    ``transport``. No synonyms, for it holds one way only: a rule about pets answers for dogs."""
    nearest = known_concepts().broader.get(concept, ())
    return frozenset(nearest).union(*map(hypernyms, nearest))
