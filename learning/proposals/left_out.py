"""A letter shows only the paragraphs that were asked for: a template keeps the others. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from templatesapp.text.distance import similarity_pct

# Of one paragraph with its slots, in a template and in a letter: sentences may be cut from it.
_SAME_PARAGRAPH_PCT = 50.0


def restore_left_out(*, base: str, drafted: str, text: str) -> str:
    """``text`` with the paragraphs of ``base`` that ``drafted`` never had, each after the one that
    stands before it in the base.

    ``drafted``, ``text``: the draft and its rewrite with their slots. What the draft had and the
    rewrite has not was taken out on purpose.
    """
    gap = "\r\n\r\n" if "\r\n" in base else "\n\n"
    paragraphs, had, rewritten = base.split(gap), drafted.split(gap), text.split(gap)
    place = 0
    for paragraph in paragraphs:
        found = _find(paragraph, rewritten)
        if found is not None:
            place = found + 1
        elif _find(paragraph, had) is None:
            rewritten.insert(place, paragraph)
            place += 1
    return gap.join(rewritten)


def _find(paragraph: str, among: Sequence[str]) -> int | None:
    """Where the paragraph stands, as it is or reworded."""
    likeness = [similarity_pct(paragraph, other) for other in among]
    best = max(likeness, default=0.0)
    return likeness.index(best) if best >= _SAME_PARAGRAPH_PCT else None
