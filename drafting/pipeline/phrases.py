"""Editing an assembled text by whole sentences: what must go takes its sentence with it, what is
too long loses sentences, and nothing is ever cut in the middle."""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from templatesapp.text.links import find_links
from templatesapp.text.sentences import Span, paragraph_spans, sentence_spans
from templatesapp.text.tokens import words

# The closing is the last paragraphs of few words: "Warm regards," and the signature under it.
_CLOSING_WORDS = 15
_CLOSING_PARAGRAPHS = 2
_CITATION = re.compile(r"\[[^\]]+\]\s*")


@lru_cache(maxsize=4096)  # a thousand phrases that no letter may hold, looked for in each
def word_key(text: str) -> str:
    """Folded words with one space around each, so that ``word_key(a) in word_key(b)`` compares
    whole words."""
    return f" {' '.join(words(text))} "


def has_phrase(text: str, phrase: str) -> bool:
    """Whether the words of ``phrase`` stand in ``text`` side by side; no words never do."""
    key = word_key(phrase)
    return bool(key.strip()) and key in word_key(text)


def sentences_with(text: str, phrases: Iterable[str]) -> list[Span]:
    """The sentences that hold one of the phrases (whole words, case and accents folded)."""
    spans = sentence_spans(text)
    said = [word_key(span.text) for span in spans]
    whole = "".join(said)  # of two spaces between sentences, so that no phrase reaches over them
    keys = [key for key in map(word_key, phrases) if key in whole and key.strip()]
    return [span for span, own in zip(spans, said, strict=True) if any(k in own for k in keys)]


def shorten(text: str, *, max_words: int, keep: Sequence[str]) -> list[Span]:
    """What must go for at most ``max_words`` words: whole sentences from the end of the longest
    paragraphs, in reading order.

    Never goes: a sentence with a link, one that holds (or is part of) a text of ``keep``
    (mandatory sentences, answers), the greeting and the closing. So the result may stay too long.
    """
    excess = len(text.split()) - max_words
    if excess <= 0:
        return []
    kept_keys = [key for key in map(word_key, keep) if key.strip()]
    removable = _removable(text, kept_keys)
    sizes = [sum(len(span.text.split()) for span in part) for part, _ in removable]
    doomed: list[Span] = []
    while excess > 0:
        open_parts = [i for i, (_, spans) in enumerate(removable) if spans]
        if not open_parts:
            break
        longest = max(open_parts, key=lambda i: sizes[i])
        span = removable[longest][1].pop()
        doomed.append(span)
        sizes[longest] -= len(span.text.split())
        excess -= len(span.text.split())
    return sorted(doomed, key=lambda span: span.start)


def strip_citation_markers(text: str) -> str:
    """``text`` without the citations of a snippet."""
    return _CITATION.sub("", text)


def _removable(text: str, kept_keys: Sequence[str]) -> list[tuple[list[Span], list[Span]]]:
    """Per paragraph: its sentences, and those of them that may go, in order."""
    paragraphs, sentences = paragraph_spans(text), sentence_spans(text)
    fixed = _fixed_paragraphs(paragraphs)
    linked = [link.start for link in find_links(text)]

    def may_go(span: Span) -> bool:
        key = word_key(span.text)
        has_link = any(span.start <= at < span.end for at in linked)
        return not (has_link or any(kept in key or key in kept for kept in kept_keys))

    parts = []
    for index, paragraph in enumerate(paragraphs):
        inside = [s for s in sentences if paragraph.start <= s.start < paragraph.end]
        parts.append((inside, [s for s in inside if index not in fixed and may_go(s)]))
    return parts


def _fixed_paragraphs(paragraphs: Sequence[Span]) -> set[int]:
    """Indices of the greeting and of the closing."""
    fixed = {0} if paragraphs and paragraphs[0].text.rstrip().endswith((",", "!", ":")) else set()
    for index in range(len(paragraphs) - 1, 0, -1):
        is_short = len(paragraphs[index].text.split()) <= _CLOSING_WORDS
        if not is_short or len(paragraphs) - index > _CLOSING_PARAGRAPHS:
            break
        fixed.add(index)
    return fixed
