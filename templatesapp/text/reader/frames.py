"""Which lines of a mail its writer wrote, and which a booking platform, a channel manager or a web
form put around them. No form keeps its words for long: each line is read by its words, its shape,
its place and its neighbours, and those that are most surely one person's stand together."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from templatesapp.text.reader.heads import Features, Head, Rows, shipped_heads
from templatesapp.text.tokens import fold_letters

FRAMES, OWN = "frames", "own"
_MOST_CHARACTERS, _MOST_LINES, _MOST_WORDS = 20_000, 400, 40
_WORD = re.compile(r"[^\W_]+")
_DIGITS = re.compile(r"\d+")
_SHAPES = {
    "key": re.compile(r"[^:\n]{1,40}:\s*\S"),
    "colon": re.compile(r".*:\Z", re.DOTALL),
    "address": re.compile(r".*(?:https?:|www\.|\.(?:com|org|net|example)\b)", re.DOTALL),
    "rule": re.compile(r".*(?:-{2,}|_{3,}|={3,})", re.DOTALL),
    "gap": re.compile(r".*  ", re.DOTALL),
    "lower": re.compile(r"[a-zà-ÿ]"),
}
_MARKS = '|·•©#[]<>→»@*_=–("'
_NEAR = 1  # lines away
# Words that are lost weigh more than a line too many: found with authors left out.
_DOUBT, _NEARLY = 0.3, 0.3  # log-odds; of the sum of the surest lines
# Of a line's own words, its shape, where it stands, its neighbours' words and shapes.
_WORDS, _SHAPE, _PLACE, _BLANK, _BESIDE, _AROUND = 1.0, 0.5, 0.4, 0.3, 0.5, 0.25
_QUOTED = re.compile(r"[\"'»“„«]\s*(.*?)\s*[\"'«”“»]", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Framed:
    """``words``: the lines that stand together as one person's, without quotation marks around
    them; ``before``, ``after``: those above and below. ``evidence``: of a frame around them, in
    log-odds."""

    words: str
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    evidence: float = 0.0


def read_frame(text: str, head: Head | None = None) -> Framed:
    """``text``: cleaned, with its line breaks. What is longer than any platform's mail is its
    writer's own."""
    head = head or shipped_heads()[FRAMES]
    lines = [line.strip() for line in text.split("\n")] if len(text) <= _MOST_CHARACTERS else []
    written = [place for place, line in enumerate(lines) if line]
    if not 0 < len(written) <= _MOST_LINES:
        return Framed(text)
    rows = Rows(line_features(lines), len(head.weights))
    odds = head.scores(rows)[:, 0] + _DOUBT
    first, last = _strongest_run(odds)
    outside = float(odds[:first].sum() + odds[last:].sum())
    own = "\n".join(lines[written[first] : written[last - 1] + 1])
    quoted = _QUOTED.fullmatch(own)
    return Framed(
        words=quoted[1] if quoted else own,
        before=tuple(lines[place] for place in written[:first]),
        after=tuple(lines[place] for place in written[last:]),
        evidence=-outside,
    )


def _strongest_run(odds: NDArray[np.float64]) -> tuple[int, int]:
    """Where the lines begin and end that are most surely one person's: the run of the largest sum
    (Kadane), and what stands apart from it but is nearly as sure, such as the end of a list."""
    runs = [(0.0, 0, 0)]
    total, start = 0.0, 0
    for place, value in enumerate(odds.tolist()):
        if total <= 0:
            total, start = 0.0, place
        total += value
        runs.append((total, start, place + 1))
    best, first, last = max(runs, key=lambda run: (run[0], -run[1]))
    if best <= 0:
        return 0, len(odds)
    edges = np.flatnonzero(np.diff(np.concatenate(([False], odds > 0, [False]))))
    for begin, end in edges.reshape(-1, 2).tolist():  # each run above nothing
        if odds[begin:end].sum() >= _NEARLY * best:
            first, last = min(first, begin), max(last, end)
    return first, last


def line_features(lines: Sequence[str]) -> list[Features]:
    """Of each line that is not blank."""
    written = [place for place, line in enumerate(lines) if line.strip()]
    said = [_names(lines[place]) for place in written]
    shapes = [list(_shape(lines[place].strip())) for place in written]
    return [_line(lines, place, number, said, shapes) for number, place in enumerate(written)]


def _line(
    lines: Sequence[str],
    place: int,
    number: int,
    said: Sequence[Sequence[str]],
    shapes: Sequence[Sequence[str]],
) -> Features:
    found = dict.fromkeys(said[number], _WORDS / _spread(said[number]))
    found |= dict.fromkeys([f"s {shape}" for shape in shapes[number]], _SHAPE)
    found[f"up {min(number, 8)}"] = _PLACE
    found[f"down {min(len(said) - 1 - number, 10)}"] = _PLACE
    for side, beside in (("above", place - 1), ("below", place + 1)):
        is_blank = not 0 <= beside < len(lines) or not lines[beside].strip()
        found[f"{side} {'blank' if is_blank else 'text'}"] = _BLANK
    for step in (-2, -_NEAR, _NEAR, 2):
        other = number + step
        if not 0 <= other < len(said):
            found[f"{step} none"] = _PLACE
            continue
        found |= dict.fromkeys([f"{step} s {shape}" for shape in shapes[other]], _AROUND)
        if abs(step) == _NEAR:
            value = _BESIDE / _spread(said[other])
            found |= dict.fromkeys([f"{step} {name}" for name in said[other]], value)
    return found


def _spread(names: Sequence[str]) -> float:
    return float(max(len(names), 4) ** 0.5)


def _names(line: str) -> list[str]:
    """Words, beginnings of words, pairs; of a number only that it is one."""
    said = [_DIGITS.sub("0", word) for word in _WORD.findall(fold_letters(line))][:_MOST_WORDS]
    names = [f"w {word}" for word in said]
    names += [f"b {left} {right}" for left, right in pairwise(said)]
    names += [f"f {word}" for word in said[:1]]
    names += [f"p {word[:4]}" for word in said]
    return list(dict.fromkeys(names))


def _shape(line: str) -> Iterator[str]:
    said = _WORD.findall(line)
    yield f"words {min(len(said) if len(said) <= 2 else 2 + len(said) // 3, 12)}"
    yield from (name for name, shape in _SHAPES.items() if shape.match(line))
    yield from (f"mark {mark}" for mark in _MARKS if mark in line)
    digits = sum(map(str.isdigit, line))
    yield f"digits {int(8 * digits / max(len(line), 1))}"
    if digits:
        yield "number"
    capitals = sum(word[0].isupper() for word in said)
    yield f"capitals {int(4 * capitals / max(len(said), 1))}"
    yield f"ends {line[-1] if line[-1:] in '.?!,:;' else ''}"
