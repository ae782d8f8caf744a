"""The slot grammar ``{{SLOT:NAME}}`` and its one resolver, and how holes in a text are closed.

A value is put in literally; a slot without a value vanishes together with the space, comma or
empty line it would leave. A text without slots comes back as it went in, so resolving twice
changes nothing. Sentences that must go are closed by the same rules. Only the neighbourhood of a
hole is ever touched. Source: design page "Drafting", Slots.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

_LINE = re.compile(r"[^\n]*\n|[^\n]+")
# The tail of a text that could become a slot by what is put after it.
_OPEN_MARKER = re.compile(r"\{(?:\{(?:S(?:L(?:O(?:T(?::[A-Z0-9_]*\}?)?)?)?)?)?)?\Z")
_LEFT_PUNCTUATION = ",;:.!?(-–"
_WEAK = frozenset(",;:")
_DOUBLED = ",;."
_STOPS = ",;:.!?)]"
_CLOSING = ",;:.!?)]}»”’'\"%"
_SENTENCE_END = ".!?"
_NOTHING_LEFT = frozenset(" \t,;:.!?-–—()[]•*")
_OPENING = "{{SLOT:"
SLOT = re.compile(r"\{\{SLOT:([A-Z][A-Z0-9_]*)\}\}")
STANDARD_SLOTS = frozenset(
    ("GREETING", "KNOWLEDGE_INJECTION", "BOOKING_REF", "CTA", "POLICY_NOTE", "OWNERS", "SIGNATURE")
)
FACT_PREFIX = "FACT_"
# At the head of a paragraph that stays in the letter whatever was asked.
ALWAYS = "{{ALWAYS}}"
_ALWAYS_MARKS = re.compile(r"\{\{ALWAYS\}\}[ \t]*\r?\n?")


@dataclass(frozen=True, slots=True)
class Placement:
    """Where a value comes to stand. Of a hole ``text[start:end]`` gives way to it, and an empty
    value closes the hole; in the filled text ``text[start:end] == value``."""

    name: str
    value: str
    start: int
    end: int


def fill_holes(text: str, holes: Sequence[Placement]) -> tuple[str, tuple[Placement, ...]]:
    """The text with its holes filled or closed. ``holes``: in order, not overlapping, each within
    one line, values without white space around them."""
    lines: list[_Line] = []
    taken = 0
    for line in _LINE.finditer(text):
        first = taken
        while taken < len(holes) and holes[taken].start < line.end():
            taken += 1
        inside = holes[first:taken]
        lines.append(_fill_line(line, inside) if inside else _Line(line.group(), []))
    filled = ""
    placements: list[Placement] = []
    for kept in _without_gaps(lines):
        at = len(filled)
        placements += [
            replace(one, start=one.start + at, end=one.end + at) for one in kept.placements
        ]
        filled += kept.text
    if lines and lines[-1].vanished and not text.endswith("\n"):
        filled = filled.rstrip("\r\n")
    return filled, tuple(placements)


def cut_spans(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """The text without ``text[start:end]`` of each span (in order, not overlapping)."""
    holes = []
    for start, end in spans:
        for line in _LINE.finditer(text, start, end):
            bare = line.group().rstrip("\r\n")
            if bare:
                holes.append(Placement("", "", line.start(), line.start() + len(bare)))
    return fill_holes(text, holes)[0]


@dataclass(slots=True)
class _Line:
    """One line of the result; offsets of its placements count from the line's start."""

    text: str
    placements: list[Placement]
    vanished: bool = False  # a hole without a value was all the line held


def _fill_line(line: re.Match[str], holes: Sequence[Placement]) -> _Line:
    text, edges = line.string, [*(hole.start for hole in holes[1:]), line.end()]
    out = text[line.start() : holes[0].start]
    placements: list[Placement] = []
    for index, (hole, edge) in enumerate(zip(holes, edges, strict=True), start=1):
        right = text[hole.end : edge]
        if hole.value:
            out = _with_room(out, hole.value)
            end = len(out) + len(hole.value)
            placements.append(replace(hole, start=len(out), end=end))
            out = _with_room(out + hole.value, right)
        else:
            floor = placements[-1].end if placements else 0
            out, right = _close_gap(out, right, floor=floor, is_last=index == len(holes))
        out += right
    is_gone = not placements and _NOTHING_LEFT.issuperset(out.rstrip("\r\n"))
    return _Line(out, placements, is_gone)


def _with_room(left: str, right: str) -> str:
    """``left``, with the space that keeps two words (or a sentence end and a sentence) apart."""
    if not left or not right or left[-1].isspace() or right[0].isspace():
        needs = False
    elif _OPEN_MARKER.search(left, max(left.rfind("{") - 1, 0)):
        needs = True  # or left and right together would read as a slot
    elif left[-1].isalnum():
        needs = right[0] not in _CLOSING and (right[0].isalnum() or right[0] in "(«“")
    else:
        needs = left[-1] in _SENTENCE_END and right[0].isupper()
    return left + " " if needs else left


def _close_gap(left: str, right: str, *, floor: int, is_last: bool) -> tuple[str, str]:
    """Both sides of a hole that closes, without what it would leave behind.

    ``floor``: end of the last value placed on the line; nothing before it is cut.
    """
    body = right.rstrip("\r\n")
    end = right[len(body) :]
    if left.endswith("(") and body.startswith(")") and len(left) > floor:
        left, body = left[:-1], body[1:]
    head, tail = left.rstrip(" \t"), body.lstrip(" \t")
    if not tail:
        if is_last:
            return head, end
        return left, "" if not head or left[-1:].isspace() else body
    if tail[0] in _DOUBLED and (not head or head[-1] in _LEFT_PUNCTUATION):
        if tail[0] == "." and head[-1:] in _WEAK and len(head) > floor:
            left = head = head[:-1]  # "Thank you, {{…}}." keeps the stop, not the comma
        else:
            tail = body = tail[1:].lstrip(" \t")
    if not tail or tail[0] in _STOPS:
        return head, tail + end
    if not head or left[-1:].isspace():
        return left, tail + end
    return _with_room(left, body), body + end


def _without_gaps(lines: Iterable[_Line]) -> list[_Line]:
    """The lines that stay: around vanished lines the longer run of blank ones, at an edge none."""
    empty = groupby(lines, lambda line: line.vanished or not line.text.strip())
    runs = [(is_empty, list(run)) for is_empty, run in empty]
    kept: list[_Line] = []
    for position, (is_empty, run) in enumerate(runs):
        if not is_empty or not any(line.vanished for line in run):
            kept += run
        elif 0 < position < len(runs) - 1:
            blanks = [list(part) for gone, part in groupby(run, lambda x: x.vanished) if not gone]
            longest: list[_Line] = max(blanks, key=len, default=[])
            kept += longest
    return kept


@dataclass(frozen=True, slots=True)
class Resolved:
    """``unresolved``: names without a value, in order of appearance, each once."""

    text: str
    placements: tuple[Placement, ...]
    unresolved: tuple[str, ...]


def name_in_words(name: str) -> str:
    """ "FACT_BUS_STOP" and "BUS_STOP" → "Bus stop"."""
    return name.removeprefix(FACT_PREFIX).replace("_", " ").capitalize()


def source_in_words(name: str) -> str:
    """What a finding names, within a sentence: "bus stop"; an answer has no name but its key."""
    return name_in_words(name).lower() if name.isupper() else "an answer of ours"


def known_slots(fact_names: Iterable[str] = ()) -> frozenset[str]:
    """Names a template may use: the standard ones and ``FACT_…`` of every fact."""
    return STANDARD_SLOTS | {FACT_PREFIX + name for name in fact_names}


def slot_names(body: str) -> tuple[str, ...]:
    """Slots of the body in order of appearance, each once."""
    return tuple(dict.fromkeys(SLOT.findall(body)))


def without_markers(body: str) -> str:
    """The body without the marks of its paragraphs: what is rendered, hashed and compared."""
    return _ALWAYS_MARKS.sub("", body) if ALWAYS in body else body


def read_as_empty(body: str) -> str:
    """The body as it reads when no slot has a value."""
    return resolve_slots(body, {}).text


def resolve_slots(body: str, values: Mapping[str, str]) -> Resolved:
    """Fill the slots of a template; its marks of paragraphs go.

    ``values``: one text per name; blank means no value.

    White space around a value belongs to the template and is dropped; line ends in a value become
    those of the body. A slot inside a value stays literal, also when its text is resolved again.
    """
    body = without_markers(body)
    if _OPENING not in body:  # as most answers are
        return Resolved(body, (), ())
    newline = "\r\n" if "\r\n" in body else "\n"
    literal = _literal_spans(
        body, {_as_placed(value, newline) for value in values.values() if _OPENING in value}
    )
    holes = [
        Placement(slot[1], _as_placed(values.get(slot[1], ""), newline), *slot.span())
        for slot in SLOT.finditer(body)
        if not any(start <= slot.start() and slot.end() <= end for start, end in literal)
    ]
    text, placements = fill_holes(body, holes)
    unresolved = dict.fromkeys(hole.name for hole in holes if not hole.value)
    return Resolved(text, placements, tuple(unresolved))


def _as_placed(value: str, newline: str) -> str:
    return newline.join(part.rstrip("\r") for part in value.strip().split("\n"))


def _literal_spans(body: str, values: Iterable[str]) -> list[tuple[int, int]]:
    """Where a value that holds a slot already stands: that slot is text, not ours to fill."""
    return [
        (match.start(), match.start() + len(value))
        for value in values
        for match in re.finditer(f"(?={re.escape(value)})", body)
    ]
