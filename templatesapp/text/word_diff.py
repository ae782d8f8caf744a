"""Word diff for people, laid out in rows of paragraphs: what was added and removed.

Words are compared, not lines, and white space that moved is no change; a slot is one word even
inside another. The alignment is the longest common subsequence (rapidfuzz), so a moved paragraph
shows as removed here and added there.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from itertools import groupby
from typing import Any, Literal, NamedTuple

from rapidfuzz.distance import Indel

from templatesapp.text.slots import SLOT, slot_names

OpName = Literal["equal", "insert", "delete"]

_TOKEN = re.compile(rf"(?P<word>{SLOT.pattern}|(?:(?!{SLOT.pattern})\S)+)(?P<space>\s*)")
# A lone word that two changes of this many words have in common says nothing to a reader.
_CHOPPED_BY = 2
# Words of a step that a short diff shows.
_AROUND, _BEGINNING, _END = 4, 12, 4
_PARAGRAPH_END = re.compile(r"(?<=\n\n)")
_WORD = re.compile(r"\S+\s*")
_SENTENCE_END = re.compile(r"[.!?:]\s+\Z")


@dataclass(frozen=True, slots=True)
class Op:
    """``text``: words with the white space after them, folded to a space, a line or a blank line.

    The texts of equal and delete give the old words, those of equal and insert the new ones.
    """

    op: OpName
    text: str


class _Word(NamedTuple):
    text: str
    space: str


_Step = tuple[OpName, list[_Word]]


def word_diff(old: str, new: str) -> list[Op]:
    """The steps from ``old`` to ``new``; neighbours of one kind are one step, deletes first."""
    before, after = _words(old), _words(new)
    steps: list[_Step] = []
    opcodes = Indel.opcodes([w.text for w in before], [w.text for w in after])
    for code in opcodes:
        if code.tag == "equal":
            kept = zip(
                before[code.src_start : code.src_end], after[code.dest_start :], strict=False
            )
            steps.append(("equal", [_Word(b.text, b.space or a.space) for a, b in kept]))
        elif code.tag == "delete":
            steps.append(("delete", before[code.src_start : code.src_end]))
        else:
            steps.append(("insert", after[code.dest_start : code.dest_end]))
    return [Op(name, "".join(w.text + w.space for w in ws)) for name, ws in _tidy(steps)]


def _words(text: str) -> list[_Word]:
    return [_Word(match["word"], _folded(match["space"])) for match in _TOKEN.finditer(text)]


def _folded(space: str) -> str:
    return "\n" * min(space.count("\n"), 2) or " " * bool(space)


def _tidy(steps: Sequence[_Step]) -> list[_Step]:
    """Changes parted by one common word become one change; in a change deletes come first."""
    tidy: list[_Step] = []
    flat: list[_Step] = []
    for index, step in enumerate(steps):
        is_chopped = _is_chopped(steps, index)
        flat += [("delete", step[1]), ("insert", step[1])] if is_chopped else [step]
    for is_equal, run in groupby(flat, lambda step: step[0] == "equal"):
        group = list(run)
        names: tuple[OpName, ...] = ("equal",) if is_equal else ("delete", "insert")
        for name in names:
            words = [word for step_name, ws in group if step_name == name for word in ws]
            if words:
                tidy.append((name, words))
    return tidy


def _is_chopped(steps: Sequence[_Step], index: int) -> bool:
    name, words = steps[index]
    if name != "equal" or len(words) != 1 or SLOT.fullmatch(words[0].text):
        return False
    sides = (steps[max(index - 2, 0) : index], steps[index + 1 : index + 3])
    sizes = [{op: len(said) for op, said in side} for side in sides]
    return all(size.get(op, 0) >= _CHOPPED_BY for size in sizes for op in ("delete", "insert"))


@dataclass(frozen=True, slots=True)
class DiffRow:
    """One paragraph, or several that a change runs through."""

    steps: tuple[Op, ...]

    @property
    def before(self) -> tuple[Op, ...]:
        return tuple(step for step in self.steps if step.op != "insert")

    @property
    def after(self) -> tuple[Op, ...]:
        return tuple(step for step in self.steps if step.op != "delete")

    @property
    def is_changed(self) -> bool:
        return any(step.op != "equal" for step in self.steps)


@dataclass(frozen=True, slots=True)
class DiffView:
    """``slots_*``: names, in order of appearance; ``added`` and ``removed`` count words."""

    rows: tuple[DiffRow, ...]
    added: int
    removed: int
    slots_kept: tuple[str, ...]
    slots_added: tuple[str, ...]
    slots_removed: tuple[str, ...]

    @property
    def is_changed(self) -> bool:
        return any(row.is_changed for row in self.rows)


def diff_view(old: str, new: str) -> DiffView:
    """The word diff of two texts in rows; white space that moved is no change."""
    return _view(word_diff(old, new))


def changes_view(old: str, new: str) -> DiffView:
    """The same with only the lines that differ, each with one line around it; a row a change."""
    before, after = ([line for line in text.splitlines() if line.strip()] for text in (old, new))
    groups = SequenceMatcher(None, before, after, autojunk=False).get_grouped_opcodes(1)
    rows = []
    for group in groups:
        (_, i, _, j, _), (_, _, to_i, _, to_j) = group[0], group[-1]
        steps = word_diff("\n".join(before[i:to_i]), "\n".join(after[j:to_j]))
        rows.append(DiffRow(tuple(_settled(steps))))
    return replace(diff_view(old, new), rows=tuple(rows))


def short_changes(old: str, new: str) -> list[Op]:
    """Only what differs, for a line of a list: of what stays a few words beside it, of what is new
    or gone its beginning and its end."""
    steps = _settled(word_diff(old, new))
    if all(step.op == "equal" for step in steps):
        return []
    last = len(steps) - 1
    return [
        replace(step, text=_shortened(step, is_first=place == 0, is_last=place == last))
        for place, step in enumerate(steps)
    ]


def _shortened(step: Op, *, is_first: bool, is_last: bool) -> str:
    words = step.text.split()
    begin, end = _BEGINNING, _END
    if step.op == "equal":
        begin, end = _AROUND * (not is_first), _AROUND * (not is_last)
    if len(words) > begin + end:
        words = [*words[:begin], "…", *words[len(words) - end :]]
    return f"{' '.join(words)} "


def view_of_rows(steps: Iterable[Mapping[str, Any]]) -> DiffView:
    """The same of ``[{op, text}]``, as errors and the API carry a diff."""
    return _view([Op(step["op"], step["text"]) for step in steps])


def _view(steps: Sequence[Op]) -> DiffView:
    before = slot_names(" ".join(step.text for step in steps if step.op != "insert"))
    after = slot_names(" ".join(step.text for step in steps if step.op != "delete"))
    return DiffView(
        rows=tuple(_rows(_settled(steps))),
        added=_count(steps, "insert"),
        removed=_count(steps, "delete"),
        slots_kept=tuple(name for name in after if name in before),
        slots_added=tuple(name for name in after if name not in before),
        slots_removed=tuple(name for name in before if name not in after),
    )


def _count(steps: Sequence[Op], op: str) -> int:
    return sum(len(step.text.split()) for step in steps if step.op == op)


def _settled(steps: Sequence[Op]) -> list[Op]:
    """The same diff with each lone change where a reader would put it.

    "The [bus stops here. The] ferry" and "[The bus stops here.] The ferry" are one diff: the second
    says what happened.
    """
    settled = list(steps)
    for index in range(1, len(settled) - 1):
        before, change, behind = settled[index - 1 : index + 2]
        if (before.op, behind.op) == ("equal", "equal") and change.op != "equal":
            parts = [_WORD.findall(step.text) for step in (before, change, behind)]
            texts = ["".join(words) for words in _slid(*parts)]
            names = (before.op, change.op, behind.op)
            settled[index - 1 : index + 2] = [
                Op(op, text) for op, text in zip(names, texts, strict=True)
            ]
    return [step for step in settled if step.text]


def _slid(
    before: list[str], change: list[str], behind: list[str]
) -> tuple[list[str], list[str], list[str]]:
    """The change slid over the words around it to the start of a line, else of a sentence."""
    places = [(before, change, behind)]
    while before and change and before[-1].strip() == change[-1].strip():
        before, change, behind = before[:-1], [before[-1], *change[:-1]], [change[-1], *behind]
        places.append((before, change, behind))
    before, change, behind = places[0]
    while behind and change and behind[0].strip() == change[0].strip():
        before, change, behind = [*before, change[0]], [*change[1:], behind[0]], behind[1:]
        places.append((before, change, behind))
    return max(places, key=lambda place: _starts_well("".join(place[0][-1:])))


def _starts_well(before: str) -> int:
    """How well a change stands behind this word; of equals the first place is kept."""
    if not before or before.endswith("\n"):
        return 2
    return 1 if _SENTENCE_END.search(before) else 0


def _rows(steps: Sequence[Op]) -> list[DiffRow]:
    rows: list[DiffRow] = []
    open_row: list[Op] = []
    for step in steps:
        parts = _PARAGRAPH_END.split(step.text) if step.op == "equal" else [step.text]
        for part in filter(None, parts):
            if _is_complete(open_row) and "equal" in (step.op, open_row[-1].op):
                rows.append(DiffRow(tuple(open_row)))
                open_row = []
            open_row.append(replace(step, text=part))
    if open_row:
        rows.append(DiffRow(tuple(open_row)))
    return rows


def _is_complete(steps: Sequence[Op]) -> bool:
    """Whether both sides have come to the end of a paragraph."""
    before = [step.text for step in steps if step.op != "insert"]
    after = [step.text for step in steps if step.op != "delete"]
    sides = [side[-1] for side in (before, after) if side]
    return bool(sides) and all(text.endswith("\n\n") for text in sides)
