"""What a rewrite changed in a letter, sentence by sentence, and that change made. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from learning.proposals.alignment import pairs_of
from learning.proposals.choices import Change
from templatesapp.text.distance import normalise_question, similarity_pct
from templatesapp.text.gaps import cut_spans
from templatesapp.text.letter import insert_before_closing, split_letter
from templatesapp.text.sentences import Span, sentence_spans, sentences
from templatesapp.text.slots import ALWAYS, SLOT, without_markers

# Below it a sentence in another's place says something else: one was dropped, one added.
_SAME_SENTENCE_PCT = 40.0
_LONE_MARK = re.compile(re.escape(ALWAYS) + r"[ \t]*\n\s*\n")
_ENDS = (".", "!", "?", "…", ")")


@dataclass(frozen=True, slots=True)
class SentenceChange:
    """``beside``: the sentence that the new one follows ("": none) or replaces, or that was
    dropped; ``sentence``: the new one ("" where one was dropped)."""

    change: Change
    beside: str
    sentence: str


def sentence_changes(drafted: str, rewritten: str) -> list[SentenceChange]:
    """What was added, replaced and dropped between a letter and its rewrite, in order.

    A sentence that only moved is no change.
    """
    old, new = _sentences(drafted), _sentences(rewritten)
    old_keys, new_keys = [sentence_key(s) for s in old], [sentence_key(s) for s in new]
    found: list[SentenceChange] = []
    before = after = 0
    for kept, kept_as in [*pairs_of(old_keys, new_keys).items(), (len(old), len(new))]:
        beside = old[before - 1] if before else ""
        found += _block(old[before:kept], new[after:kept_as], beside)
        before, after = kept + 1, kept_as + 1
    stay, had = set(new_keys), set(old_keys)
    return [
        change
        for change in found
        if (change.sentence and sentence_key(change.sentence) not in had)
        or (not change.sentence and sentence_key(change.beside) not in stay)
    ]


def kept_share(drafted: str, rewritten: str) -> float:
    """How much of a letter its rewrite still says, 0-1: sentences kept, or reworded in place."""
    old = _sentences(drafted)
    dropped = sum(c.change == Change.DROPPED for c in sentence_changes(drafted, rewritten))
    return 1 - dropped / len(old) if old else 0.0


def change_letter(body: str, change: SentenceChange) -> str | None:
    """The letter with one sentence added, replaced or dropped, in its own line ends.

    None where it no longer has the sentence that was replaced or dropped. An added one follows its
    neighbour; where it has none, or that is gone, a slot, a link, or no part of the message itself,
    it is a paragraph of its own before the closing, and said whatever was asked: guests were told
    it who had not asked for it.
    """
    text = body.replace("\r\n", "\n")
    place = _find(text, change.beside)
    if change.change == Change.ADDED:
        changed = _with_sentence(text, place, change.sentence)
    elif place is None:
        return None
    elif change.change == Change.DROPPED:
        changed = _LONE_MARK.sub("", cut_spans(text, [(place.start, place.end)]))
    else:
        changed = f"{text[: place.start]}{change.sentence}{text[place.end :]}"
    return changed.replace("\n", "\r\n") if "\r\n" in body else changed


def _with_sentence(text: str, beside: Span | None, sentence: str) -> str:
    is_inside = beside is not None and any(beside.text in part for part in split_letter(text)[1])
    # After a link a sentence would seem to be a part of it.
    is_ended = beside is not None and beside.text.endswith(_ENDS)
    if beside is None or not (is_inside and is_ended):
        return insert_before_closing(text, f"{ALWAYS} {sentence}")
    return f"{text[: beside.end]} {sentence}{text[beside.end :]}"


def _block(gone: Sequence[str], come: Sequence[str], before: str) -> Iterator[SentenceChange]:
    """Sentences between two that stayed: the likest pairs are one replaced by the other."""
    replaced = _replaced(gone, come)
    for sentence in come:
        old = replaced.get(sentence, "")
        kind = Change.REPLACED if old else Change.ADDED
        yield SentenceChange(kind, old or before, sentence)
        before = old or sentence
    dropped = (sentence for sentence in gone if sentence not in replaced.values())
    yield from (SentenceChange(Change.DROPPED, sentence, "") for sentence in dropped)


def _replaced(gone: Sequence[str], come: Sequence[str]) -> dict[str, str]:
    """By the new sentence the one in whose place it stands, the likest first."""
    likeness = [
        (similarity_pct(sentence_key(old), sentence_key(new)), old, new)
        for old, new in product(gone, come)
    ]
    replaced: dict[str, str] = {}
    for pct, old, new in sorted(likeness, key=lambda pair: -pair[0]):
        is_free = new not in replaced and old not in replaced.values()
        if is_free and pct >= _SAME_SENTENCE_PCT:
            replaced[new] = old
    return replaced


def _find(text: str, sentence: str) -> Span | None:
    """After the mark of its paragraph."""
    wanted = sentence_key(sentence)
    for found in sentence_spans(text):
        bare = without_markers(found.text)
        if sentence_key(bare) == wanted:
            return Span(bare, found.end - len(bare), found.end)
    return None


def _sentences(text: str) -> list[str]:
    return [" ".join(sentence.split()) for sentence in sentences(text.replace("\r\n", "\n"))]


def sentence_key(sentence: str) -> str:
    """Words alone: marks and capitals make no other sentence. A slot is a word."""
    return normalise_question(SLOT.sub(lambda slot: f" {slot.group(1)} ", sentence))
