"""The slot grammar ``{{SLOT:NAME}}`` and its one resolver.

A value is put in literally; a slot without a value vanishes together with the space, comma or
empty line it would leave. A text without slots comes back as it went in, so resolving twice
changes nothing. Source: design page "Drafting", Slots.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from templatesapp.text.gaps import Placement, fill_holes

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
        Placement(
            match.group(1), _as_placed(values.get(match.group(1), ""), newline), *match.span()
        )
        for match in SLOT.finditer(body)
        if not any(start <= match.start() and match.end() <= end for start, end in literal)
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
