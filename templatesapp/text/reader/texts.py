"""The features of a mail, and of one thing that it asks: letters, words, pairs of words, concepts
and where it all stands. The same for every language."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import chain, pairwise

from templatesapp.text.reader.heads import Features
from templatesapp.text.tokens import concept_spans, words

_RUNS = (3, 4, 5)  # letters
_MOST_WORDS = 1_000  # of a mail; what comes after says little new
_KEPT_WORDS = 20_000
_SHAPES = "?!€$%:@…"


@lru_cache(maxsize=16)  # one mail is read by several heads
def mail_features(subject: str, text: str, language: str) -> Features:
    """Each feature once, all together of length one: a long story weighs no more than a line."""
    return _of_length_one(_mail_names(subject, text, language))


@lru_cache(maxsize=128)  # a mail's sentences, read by several heads
def ask_features(text: str, sentence: str, language: str) -> Features:
    """``text``: the clause that asks; ``sentence``: in which it stands."""
    return _of_length_one(_ask_names(text, sentence, language))


def _of_length_one(said: Iterable[str]) -> Features:
    names = dict.fromkeys(said)
    return dict.fromkeys(names, 1 / max(len(names), 1) ** 0.5)


def word_features(word: str, language: str) -> Features:
    """What one word brings into an ask."""
    return dict.fromkeys((*names_of([word], language), f"around {word}"), 1.0)


def _mail_names(subject: str, text: str, language: str) -> list[str]:
    said, headed = words(text)[:_MOST_WORDS], words(subject)[:_MOST_WORDS]
    return [
        *names_of(said, language),
        *[f"s {name}" for name in names_of(headed, language)],
        *[f"mark {mark}" for mark in _SHAPES if mark in text],
        f"language {language}",
        f"length {min(len(said).bit_length(), 9)}",
        *[f"begins {word}" for word in said[:3]],
        *[f"ends {word}" for word in said[-3:]],
    ]


def _ask_names(text: str, sentence: str, language: str) -> list[str]:
    said, around = words(text)[:_MOST_WORDS], words(sentence)[:_MOST_WORDS]
    return [
        *names_of(said, language),
        *[f"mark {mark}" for mark in _SHAPES if mark in text],
        *[f"around {word}" for word in around],
        f"final {sentence[-1:]}",
        f"length {min(len(said), 12)}",
        *[f"begins {' '.join(said[:count])}" for count in (1, 2, 3)],
    ]


def names_of(said: Sequence[str], language: str) -> list[str]:
    """Of words alone: their runs of letters, themselves, pairs of them, and concepts."""
    return [
        *chain.from_iterable(map(runs_of, said)),
        *[f"w {word}" for word in said],
        *[f"w {left} {right}" for left, right in pairwise(said)],
        *[f"c {one}" for one in concepts_of(said, language)],
    ]


def concepts_of(said: Sequence[str], language: str) -> Iterable[str]:
    """Each once, in the order of the text."""
    return dict.fromkeys(span.concept for span in concept_spans(said, language))


@lru_cache(maxsize=_KEPT_WORDS)
def runs_of(word: str) -> tuple[str, ...]:
    """Runs of letters, the word's bounds among them."""
    bound = f" {word} "
    return tuple(
        bound[start : start + size] for size in _RUNS for start in range(len(bound) - size + 1)
    )
