"""Finds which sentences a rewrite changed, makes a change, carries it over to a text. Pure.

Whole sentences and not words: two people's words in one sentence seldom make sense together.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

from learning.proposals.lost_slots import pairs_of
from learning.proposals.models import Change
from templatesapp.text.distance import normalise_question, similarity_pct
from templatesapp.text.letter import insert_before_closing, split_letter
from templatesapp.text.sentences import Span, sentence_spans, sentences
from templatesapp.text.slots import ALWAYS, SLOT, cut_spans, without_markers

# Below it a sentence in another's place says something else: one was dropped, one added.
_SAME_SENTENCE_PCT = 40.0
_TOLD_TWICE_PCT = 75.0  # of two that were added: one says the other in other words
_LONE_MARK = re.compile(re.escape(ALWAYS) + r"[ \t]*\n\s*\n")
_ENDS = (".", "!", "?", "…", ")")


@dataclass(frozen=True, slots=True)
class SentenceChange:
    """``beside``: the sentence that the new one follows ("": none) or replaces, or that was
    dropped; ``sentence``: the new one ("" where one was dropped)."""

    change: Change
    beside: str
    sentence: str


@dataclass(frozen=True, slots=True)
class _Piece:
    """A sentence and the white space behind it; pieces are compared without the space."""

    text: str
    space: str


_FIRST = _Piece("", "\n\n")  # what stands before a letter


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


def rebase_text(*, base: str, live: str, proposed: str) -> str | None:
    """``live`` with what ``proposed`` changed in ``base``, in the line ends of ``live``.

    What both added at one place stands there, theirs first. None where both changed the same
    sentences: a person has to write that text.
    """
    b, l, p = _pieces(base), _pieces(live), _pieces(proposed)  # noqa: E741
    texts_b, texts_l, texts_p = ([piece.text for piece in part] for part in (b, l, p))
    to_live, to_proposed = pairs_of(texts_b, texts_l), pairs_of(texts_b, texts_p)
    anchors = [i for i in range(len(b)) if i in to_live and i in to_proposed]
    merged: list[_Piece] = []
    at_b = at_l = at_p = 0
    for anchor in [*anchors, len(b)]:
        until_l, until_p = to_live.get(anchor, len(l)), to_proposed.get(anchor, len(p))
        ours, theirs = p[at_p:until_p], l[at_l:until_l]
        if anchor == at_b and ours and theirs:  # both added something here
            before = (l[at_l - 1], p[at_p - 1]) if at_b else (_FIRST, _FIRST)
            chunk = _beside_each_other(merged, [before[0], *theirs], [before[1], *ours])
        else:
            chunk = _chosen(b[at_b:anchor], theirs, ours)
        if chunk is None:
            return None
        merged += chunk
        if anchor < len(b):
            is_same_space = l[until_l].space == b[anchor].space
            merged.append(p[until_p] if is_same_space else l[until_l])
        at_b, at_l, at_p = anchor + 1, until_l + 1, until_p + 1
    text = "".join(piece.text + piece.space for piece in merged).strip()
    return text.replace("\n", "\r\n") if "\r\n" in live else text


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


def _pieces(text: str) -> list[_Piece]:
    folded = text.replace("\r\n", "\n").strip()
    spans = sentence_spans(folded)
    edges = [span.start for span in spans[1:]] + [len(folded)]
    return [
        _Piece(" ".join(span.text.split(" ")), folded[span.end : edge] or "\n\n")
        for span, edge in zip(spans, edges, strict=False)  # no sentence: only the end is left
    ]


def _chosen(b: list[_Piece], l: list[_Piece], p: list[_Piece]) -> list[_Piece] | None:  # noqa: E741
    """What stands between two sentences that all three texts have; None where two differ."""
    texts_b, texts_l, texts_p = ([x.text for x in part] for part in (b, l, p))
    if texts_l in (texts_b, texts_p):
        return p
    return l if texts_p == texts_b else None


def _beside_each_other(
    merged: list[_Piece], live: list[_Piece], proposed: list[_Piece]
) -> list[_Piece] | None:
    """What both added after the last of ``merged``, each after that sentence as it has it: first
    what goes on in its line. What says the same stands once, as it lives; None where one sentence
    is another in other words."""
    keys = [_bare_key(piece) for piece in live[1:]]
    new = [piece for piece in proposed[1:] if _bare_key(piece) not in keys]
    if any(similarity_pct(_bare_key(x), y) >= _TOLD_TWICE_PCT for x in new for y in keys):
        return None
    if not new:
        first, second = live, []
    elif "\n" in live[0].space and "\n" not in proposed[0].space:
        first, second = [proposed[0], *new], live
    else:
        first, second = live, [proposed[0], *new]
    if merged:
        merged[-1] = replace(merged[-1], space=first[0].space)
    if not second:
        return first[1:]
    return [*first[1:-1], replace(first[-1], space=second[0].space), *second[1:]]


def _bare_key(piece: _Piece) -> str:
    return sentence_key(without_markers(piece.text))
