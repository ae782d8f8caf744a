"""Finds where the slots that a rewritten text lost belong. Pure.
And which words of one text stand in another.

A slot that was empty in the draft left no trace there; it is put back where the words around it
still stand. Where they do not, a place is suggested for a person to take with one key.
"""

import re
from collections.abc import Collection
from dataclasses import dataclass

from rapidfuzz.distance import Indel

from templatesapp.text.letter import split_letter
from templatesapp.text.sentences import Span, paragraph_spans, sentence_spans
from templatesapp.text.slots import SLOT, slot_names, without_markers

_TOKEN = re.compile(rf"{SLOT.pattern}|\w+|[^\w\s]")
# A paragraph is found again when this share of its words stands in one paragraph of the text.
_FOUND_SHARE = 0.5


class Token(Span):
    """A slot, a word or a punctuation mark."""

    @property
    def slot(self) -> str:
        """Name of the slot that the token is, or an empty string."""
        found = SLOT.fullmatch(self.text)
        return found.group(1) if found else ""

    @property
    def is_word(self) -> bool:
        return self.text[0].isalnum()


def tokens(text: str) -> list[Token]:
    return [Token(match.group(), *match.span()) for match in _TOKEN.finditer(text)]


def align(left: list[Token], right: list[Token]) -> dict[int, int]:
    """``pairs_of`` tokens, case ignored."""
    return pairs_of([_key(t) for t in left], [_key(t) for t in right])


def pairs_of(left: list[str], right: list[str]) -> dict[int, int]:
    """Index in ``left`` → index in ``right`` of the longest common subsequence."""
    pairs: dict[int, int] = {}
    for code in Indel.opcodes(left, right):
        if code.tag == "equal":
            pairs |= zip(
                range(code.src_start, code.src_end),
                range(code.dest_start, code.dest_end),
                strict=True,
            )
    return pairs


def is_same_text(left: str, right: str) -> bool:
    """Whether two texts differ in white space only."""
    return [t.text for t in tokens(left)] == [t.text for t in tokens(right)]


def _key(token: Token) -> str:
    if token.text in "’‘`´":
        return "'"
    return token.text if token.slot else token.text.casefold()


@dataclass(frozen=True, slots=True)
class Insert:
    """``text`` put in at character ``position``."""

    text: str
    position: int


def restore_slots(base: str, text: str, *, empty: Collection[str]) -> str:
    """``text`` with the ``empty`` slots of the base put back wherever their place is sure."""
    for match in SLOT.finditer(base):
        name = match.group(1)
        if name not in empty or text.count(match.group()) >= base.count(match.group()):
            continue
        insert = _Aligned(base, text).place(match.start())
        if insert is not None:
            text = text[: insert.position] + insert.text + text[insert.position :]
    return text


def lay_out_as(base: str, text: str) -> str:
    """``text`` with the lone slots and the marks of ``base``, a letter of as many paragraphs in
    other words (of another language); as it is where they have not as many."""
    places = [paragraph.text for paragraph in paragraph_spans(base)]
    said = [p.text for p in paragraph_spans(text) if not SLOT.fullmatch(p.text)]
    if len(said) != sum(not SLOT.fullmatch(place) for place in places):
        return text
    rest, inside = iter(said), "\n".join(said)
    parts = [
        (place if place not in inside else "")
        if SLOT.fullmatch(place)
        else place.removesuffix(without_markers(place)) + next(rest)
        for place in places
    ]
    return "\n\n".join(part for part in parts if part)


def suggest_insert(base: str, text: str, name: str) -> Insert:
    """Where a person may put the lost slot ``name``.

    A slot alone in its line goes before the closing; one in a sentence comes with the sentence.
    """
    marker = f"{{{{SLOT:{name}}}}}"
    newline = "\r\n" if "\r\n" in text else "\n"
    start = base.find(marker)
    if start < 0 or name == "GREETING":
        return Insert(marker + newline * 2, 0)
    sure = _Aligned(base, text).place(start)
    if sure is not None:
        return Insert(sure.text.replace("\r\n", "\n").replace("\n", newline), sure.position)
    return suggest_sentence(base, text, marker)


def suggest_sentence(base: str, text: str, wanted: str) -> Insert:
    """The sentence of the base that holds ``wanted`` (else ``wanted`` itself), before the closing
    of ``text`` as a paragraph of its own."""
    newline = "\r\n" if "\r\n" in text else "\n"
    start = base.find(wanted)
    sentence = next((s.text for s in sentence_spans(base) if s.start <= start < s.end), wanted)
    ending = split_letter(text)[2]
    if not ending:
        return Insert(newline * 2 + sentence, len(text))
    return Insert(sentence + newline * 2, text.rfind(ending.split("\n", 1)[0]))


class _Aligned:
    """A base beside a text: which of its tokens stand there, and in which paragraphs."""

    def __init__(self, base: str, text: str) -> None:
        self.base, self.text = base, text
        self.left, self.right = tokens(base), tokens(text)
        self.pairs = align(self.left, self.right)
        self.places = paragraph_spans(text)

    def place(self, start: int) -> Insert | None:
        """Where the slot at ``start`` of the base belongs in the text; None where nothing tells."""
        paragraph = next(p for p in paragraph_spans(self.base) if p.start <= start < p.end)
        if SLOT.fullmatch(paragraph.text):
            return self._paragraph_place(paragraph)
        return self._inline_place(start, paragraph)

    def found(self, paragraph: Span) -> Span | None:
        """The paragraph of the text that holds most of a paragraph of the base."""
        own = [
            i
            for i, token in enumerate(self.left)
            if paragraph.start <= token.start < paragraph.end and (token.is_word or token.slot)
        ]
        starts = [self.right[self.pairs[i]].start for i in own if i in self.pairs]
        counted = [(sum(p.start <= s < p.end for s in starts), p) for p in self.places]
        best, place = max(counted, key=lambda item: item[0], default=(0, None))
        return place if own and best >= max(1, len(own) * _FOUND_SHARE) else None

    def _paragraph_place(self, slot: Span) -> Insert | None:
        """Before the paragraph that follows the slot in the base, else behind the one before it."""
        paragraphs = paragraph_spans(self.base)
        others = [p for p in paragraphs if not SLOT.fullmatch(p.text) or p.text in self.text]
        gap = "\r\n\r\n" if "\r\n" in self.text else "\n\n"
        following = next((p for p in others if p.start > slot.start), None)
        if following and (found := self.found(following)):
            return Insert(slot.text + gap, found.start)
        before = next((p for p in reversed(others) if p.start < slot.start), None)
        if before and (found := self.found(before)):
            return Insert(gap + slot.text, found.end)
        return None

    def _inline_place(self, start: int, paragraph: Span) -> Insert | None:
        """Between the two tokens that stand around the slot, or beside two that stand on one side.

        They are of the slot's own paragraph, and a word is among them: a full stop stands anywhere.
        """
        base, text, left, right = self.base, self.text, self.left, self.right
        at = next(i for i, token in enumerate(left) if token.start == start)
        own = {i for i, t in enumerate(left) if paragraph.start <= t.start < paragraph.end}
        own -= {i for i, t in enumerate(left) if t.slot and t.slot not in slot_names(text)}
        before = [i for i in range(at - 1, -1, -1) if i in own][:2]
        after = [i for i in range(at + 1, len(left)) if i in own][:2]
        marker = left[at].text
        gap_before = base[left[at - 1].end : start] if before[:1] == [at - 1] else " "
        gap_after = base[left[at].end : left[at + 1].start] if after[:1] == [at + 1] else " "
        p = self.pairs.get(before[0]) if before else None
        q = self.pairs.get(after[0]) if after else None
        if p is not None and q == p + 1 and _has_word(left, [before[0], after[0]]):
            gap = text[right[p].end : right[q].start]  # it stays
            return Insert(f"{gap_before}{marker}{gap_after}".removesuffix(gap), right[p].end)
        if p is not None and _is_pair(left, before) and self.pairs.get(before[1]) == p - 1:
            end = right[p].end
            room = " " if text[end : end + 1].isalnum() else ""
            return Insert(_inline(gap_before) + marker + room, end)
        if q is not None and _is_pair(left, after) and self.pairs.get(after[1]) == q + 1:
            return Insert(marker + _inline(gap_after), right[q].start)
        return None


def _is_pair(of: list[Token], indexes: list[int]) -> bool:
    return len(indexes) == 2 and _has_word(of, indexes)


def _has_word(of: list[Token], indexes: list[int]) -> bool:
    return any(of[index].is_word for index in indexes)


def _inline(gap: str) -> str:
    return gap if "\n" not in gap else " "
