"""Word diff for people: what was added and removed, with moved white space ignored.

Words are compared, not lines; a slot is one word even inside another. The alignment is the longest
common subsequence (rapidfuzz), so a moved paragraph shows as removed here and added there.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from rapidfuzz.distance import Indel

from templatesapp.text.slots import SLOT

OpName = Literal["equal", "insert", "delete"]

_TOKEN = re.compile(rf"(?P<word>{SLOT.pattern}|(?:(?!{SLOT.pattern})\S)+)(?P<space>\s*)")
# A lone word that two changes of this many words have in common says nothing to a reader.
_CHOPPED_BY = 2


@dataclass(frozen=True, slots=True)
class Op:
    """``text``: words with the white space behind them, folded to a space, a line or a blank line.

    The texts of equal and delete give the old words, those of equal and insert the new ones.
    ``is_moved``: the same words stand elsewhere in the other text (``diff_view`` marks them).
    """

    op: OpName
    text: str
    is_moved: bool = False


@dataclass(frozen=True, slots=True)
class _Word:
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
    lines = space.count("\n")
    if lines:
        return "\n\n" if lines > 1 else "\n"
    return " " if space else ""


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
    return _has_change(steps[max(index - 2, 0) : index]) and _has_change(
        steps[index + 1 : index + 3]
    )


def _has_change(steps: Sequence[_Step]) -> bool:
    sizes = {name: len(words) for name, words in steps}
    return min(sizes.get("delete", 0), sizes.get("insert", 0)) >= _CHOPPED_BY
