"""A change made to one text, carried over to another: three-way merge by sentences. Pure.

Whole sentences and not words: two people's words in one sentence seldom make sense together.
"""

from __future__ import annotations

from dataclasses import dataclass

from learning.proposals.alignment import pairs_of
from templatesapp.text.sentences import sentence_spans


@dataclass(frozen=True, slots=True)
class _Piece:
    """A sentence and the white space behind it; pieces are compared without the space."""

    text: str
    space: str


def rebase_text(*, base: str, live: str, proposed: str) -> str | None:
    """``live`` with what ``proposed`` changed in ``base``, in the line ends of ``live``.

    None where both changed the same sentences: a person has to write that text.
    """
    b, l, p = _pieces(base), _pieces(live), _pieces(proposed)  # noqa: E741
    texts_b, texts_l, texts_p = ([piece.text for piece in part] for part in (b, l, p))
    to_live, to_proposed = pairs_of(texts_b, texts_l), pairs_of(texts_b, texts_p)
    anchors = [i for i in range(len(b)) if i in to_live and i in to_proposed]
    merged: list[_Piece] = []
    at_b = at_l = at_p = 0
    for anchor in [*anchors, len(b)]:
        until_l, until_p = to_live.get(anchor, len(l)), to_proposed.get(anchor, len(p))
        chunk = _chosen(b[at_b:anchor], l[at_l:until_l], p[at_p:until_p])
        if chunk is None:
            return None
        merged += chunk
        if anchor < len(b):
            is_same_space = l[until_l].space == b[anchor].space
            merged.append(p[until_p] if is_same_space else l[until_l])
        at_b, at_l, at_p = anchor + 1, until_l + 1, until_p + 1
    text = "".join(piece.text + piece.space for piece in merged).strip()
    return text.replace("\n", "\r\n") if "\r\n" in live else text


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
