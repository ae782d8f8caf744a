"""From a rewritten letter back to a template: what a draft filled in returns to its slots. Pure.

Values are found by their place first (aligned with the base as it reads when filled in), then by
their text. What stands literally in the base stays literal.
Source: design page "Learning", Proposals, text → template.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from learning.proposals.lost_slots import Token, align, restore_slots, tokens
from learning.proposals.openings import greeting_to_slot
from templatesapp.categories import LANGUAGES
from templatesapp.entries import FactEntry
from templatesapp.lint import find_literals
from templatesapp.text import slots
from templatesapp.text.sentences import sentence_spans
from templatesapp.text.tokens import concepts, words

# Filled from elsewhere, a paragraph or a sentence each: without their slot the desk adds them anew.
TEXT_SLOTS = frozenset({"KNOWLEDGE_INJECTION", "POLICY_NOTE", "CTA"})
# A value this long, or with such a mark, is no word of everyday prose.
_TELLING_CHARACTERS = 5
_TELLING_MARK = re.compile(r"[€$£%@:/]|\d[.,]\d")
_MAX_REWORDED_TOKENS = 6
_PART_EDGE = re.compile(r"[;,]\s|\s[-–—]\s")
_LOOKS_AHEAD = 14  # characters: "10:30 in the evening" is told from its next words
_JOINED_BEFORE = re.compile(r"(?:\w|\d[.,:]|[€$£])\Z")
_JOINED_AFTER = re.compile(r"\w|[.,:]\d")
# Parts of fact names that say nothing about the subject.
_PLAIN_NAME_PARTS = frozenset({"FROM", "UNTIL", "PRICE", "TIME", "BY", "HOURS", "DAYS"})


@dataclass(frozen=True, slots=True)
class _Swap:
    """``text[start:end]`` gives way to ``value``: a slot, or nothing."""

    start: int
    end: int
    value: str


def slot_text(
    *,
    refined_body: str,
    base_body: str,
    values: Mapping[str, str],
    facts: Mapping[str, FactEntry] | None = None,
    language: str = "",
    own_sentences: Iterable[str] = (),
) -> str:
    """The template behind a rewritten letter, with the base's line ends and without its marks.

    ``base_body``: the template text that the draft was made from, "" for a new template.
    ``values``: slot name → what this draft put in. ``facts``: slot name → fact; only times and
    prices are looked for. ``language``: the letter's, "" for any.
    ``own_sentences``: what the desk adds by itself and must not become part of a template.
    """
    base, refined = slots.without_markers(_folded(base_body)), _folded(refined_body).strip()
    # A value that holds a slot is text of its own: the resolver may leave it where it stands.
    told = {name: value for name, value in values.items() if not slots.SLOT.search(value)}
    filled = {name: _folded(value).strip() for name, value in told.items() if value.strip()}
    text = greeting_to_slot(refined, base, filled.get("GREETING", ""))
    text = _without(text, [s for s in own_sentences if _squeezed(s) not in _squeezed(base)])
    text = _values_to_slots(text, base, filled, facts or {}, language)
    # An injected answer that was rewritten leaves its place as it would be without an answer.
    text = restore_slots(base, text, empty=set(slots.slot_names(base)) - (set(filled) - TEXT_SLOTS))
    return text.replace("\n", "\r\n") if "\r\n" in base_body else text


def _values_to_slots(
    text: str, base: str, values: Mapping[str, str], facts: Mapping[str, FactEntry], language: str
) -> str:
    reading = _Reading(base, values, text)
    placed = reading.swaps()
    back = {swap.value for swap in placed}

    def is_meant(name: str, position: int) -> bool:
        """What is back in its place is meant elsewhere only where its topic is spoken of."""
        if name not in facts or f"{{{{SLOT:{name}}}}}" not in back:
            return True
        return bool(_topic(text, position, language) & _topic_of(name, facts[name]))

    existing = [_Swap(*match.span(), match.group()) for match in slots.SLOT.finditer(text)]
    swaps = [*existing, *reading.literals()]
    swaps += _not_touching(swaps, placed)
    swaps += _not_touching(swaps, _by_text(text, base, values, is_meant))
    swaps += _not_touching(swaps, _facts(text, base, facts, language))
    return _swapped(text, swaps)


class _Reading:
    """The base as it reads with this draft's values, aligned with the rewritten text."""

    def __init__(self, base: str, values: Mapping[str, str], text: str) -> None:
        resolved = slots.resolve_slots(base, values)
        self.base, self.text, self.read = base, text, resolved.text
        self.placements = resolved.placements
        self.holes = [m for m in slots.SLOT.finditer(base) if values.get(m.group(1), "").strip()]
        self.left, self.right = tokens(self.read), tokens(text)
        self.pairs = align(self.left, self.right)

    def literals(self) -> list[_Swap]:
        """Three words and more in a row that the base has literally: never a value."""
        inside = {i for span in self.placements for i in _indexes(self.left, span.start, span.end)}
        swaps: list[_Swap] = []
        run: list[int] = []
        for index in range(len(self.left) + 1):
            place = self.pairs.get(index) if index not in inside else None
            if place is not None and (not run or place == run[-1] + 1):
                run.append(place)
                continue
            if len(run) >= 3:
                start, end = self.right[run[0]].start, self.right[run[-1]].end
                swaps.append(_Swap(start, end, self.text[start:end]))
            run = [place] if place is not None else []
        return swaps

    def swaps(self) -> list[_Swap]:
        """Values that stand where the base has their slot, unchanged or written another way."""
        found = []
        for hole, placement in zip(self.holes, self.placements, strict=True):
            indexes = _indexes(self.left, placement.start, placement.end)
            place = self._whole(indexes, placement.value) or self._reworded(indexes)
            if place:
                start, end = self._with_gaps(place, hole, placement.start, placement.end)
                found.append(_Swap(start, end, hole.group()))
        return found

    def _whole(self, indexes: Sequence[int], value: str) -> tuple[int, int] | None:
        places = [self.pairs.get(index, -1) for index in indexes]
        if not places or places != list(range(places[0], places[0] + len(places))):
            return None
        if places[0] < 0 or not (_is_telling(value) or self._has_neighbour(indexes, places)):
            return None
        start, end = self.right[places[0]].start, self.right[places[-1]].end
        is_value = _squeezed(self.text[start:end]) == _squeezed(value)
        if not is_value or not _has_edges(self.text, start, end):
            return None
        read = self.left[indexes[0]].start, self.left[indexes[-1]].end
        is_other = _says_more(self.text, start, end) and not _says_more(self.read, *read)
        return None if is_other else (start, end)

    def _has_neighbour(self, indexes: Sequence[int], places: Sequence[int]) -> bool:
        before = self.pairs.get(indexes[0] - 1) == places[0] - 1 and places[0] > 0
        return before or self.pairs.get(indexes[-1] + 1) == places[-1] + 1

    def _reworded(self, indexes: Sequence[int]) -> tuple[int, int] | None:
        """ "8" for "8 am" between the same words: the same numbers are the same fact."""
        if not indexes:
            return None
        before, after = self.pairs.get(indexes[0] - 1), self.pairs.get(indexes[-1] + 1)
        if before is None or after is None or not 1 < after - before <= _MAX_REWORDED_TOKENS + 1:
            return None
        start, end = self.right[before + 1].start, self.right[after - 1].end
        value = "".join(f"{self.left[index].text} " for index in indexes)
        numbers = _numbers(value)
        return (start, end) if numbers and numbers == _numbers(self.text[start:end]) else None

    def _with_gaps(
        self, place: tuple[int, int], hole: re.Match[str], start: int, end: int
    ) -> tuple[int, int]:
        """``place`` and the spaces around it that the resolver had put in, not the template."""
        left, right = place
        base, read, text = self.base, self.read, self.text
        is_tight = hole.start() > 0 and not base[hole.start() - 1].isspace()
        if is_tight and start and read[start - 1] == " " and text[left - 1 : left] == " ":
            left -= 1
        is_tight = hole.end() < len(base) and not base[hole.end()].isspace()
        if is_tight and read[end : end + 1] == " " and text[right : right + 1] == " ":
            right += 1
        return left, right


def _by_text(
    text: str, base: str, values: Mapping[str, str], is_meant: Callable[[str, int], bool]
) -> list[_Swap]:
    """Telling values wherever they stand. One that two slots have goes to the likelier one."""
    owners: dict[str, list[str]] = {}
    for name, value in values.items():
        if name != "GREETING" and (_is_telling(value) or name == "BOOKING_REF"):
            owners.setdefault(_squeezed(value), []).append(name)
    swaps: list[_Swap] = []
    for value in sorted(owners, key=len, reverse=True):
        names = owners[value]
        if set(names) & TEXT_SLOTS:
            swaps += _not_touching(swaps, _text_value(text, base, names[0], values[names[0]]))
            continue
        for start, end in _occurrences(text, value):
            name = _likelier(names, base, text, start)
            if name and is_meant(name, start):
                swaps += _not_touching(swaps, [_Swap(start, end, f"{{{{SLOT:{name}}}}}")])
    return swaps


def _text_value(text: str, base: str, name: str, value: str) -> list[_Swap]:
    """The whole value, else its paragraphs: the first found becomes the slot, the others go."""
    whole = _occurrences(text, value)[:1]
    parts = [part for part in re.split(r"\n[ \t]*\n|\n", value) if _is_telling(part)]
    found = whole or [span for part in parts for span in _occurrences(text, part)[:1]]
    found.sort()
    marker = f"{{{{SLOT:{name}}}}}"
    has_slot = not base or marker in base
    return [
        _Swap(start, end, marker if has_slot and index == 0 else "")
        for index, (start, end) in enumerate(found)
    ]


def _facts(text: str, base: str, facts: Mapping[str, FactEntry], language: str) -> list[_Swap]:
    """Times and prices that the rewriter wrote out and that are today's facts."""
    owners: dict[str, list[str]] = {}
    for name, fact in facts.items():
        # As a rewriter may write today's value: in any language, a time also as it is stored.
        forms = dict.fromkeys(fact.formatted(language) for language in LANGUAGES)
        for form in forms | ({fact.value: None} if fact.kind == "time" else {}):
            if find_literals(form):
                owners.setdefault(form, []).append(name)
    swaps: list[_Swap] = []
    for form in sorted(owners, key=len, reverse=True):
        for start, end in _occurrences(text, form):
            said = _topic(text, start, language)
            fitting = [name for name in owners[form] if said & _topic_of(name, facts[name])]
            name = _likelier(fitting, base, text, start) if fitting else ""
            if name:
                swaps += _not_touching(swaps, [_Swap(start, end, f"{{{{SLOT:{name}}}}}")])
    return swaps


def _topic(text: str, position: int, language: str) -> frozenset[str]:
    """What a sentence speaks of at a place: its own part, or the nearest before that names a thing
    ("check-in is from 3:30 pm; the next train is at 3:30 pm")."""
    span = next((s for s in sentence_spans(text) if s.start <= position < s.end), None)
    if span is None:
        return frozenset()
    edges = [0, *(edge.end() for edge in _PART_EDGE.finditer(span.text)), len(span.text)]
    parts = [
        span.text[start:end] for start, end in pairwise(edges) if start <= position - span.start
    ]
    around = next((part for part in reversed(parts) if concepts(part, language)), span.text)
    return frozenset([*words(around), *concepts(around, language)])


def _topic_of(name: str, fact: FactEntry) -> frozenset[str]:
    return fact.concepts or frozenset(_name_words(name))


def _likelier(names: Sequence[str], base: str, text: str, position: int) -> str:
    """Which of several slots with one value is meant at a place; "" where nothing tells."""
    if len(names) == 1:
        return names[0]
    in_base = [name for name in names if name in slots.slot_names(base)]
    if len(in_base) == 1:
        return in_base[0]
    said = _topic(text, position, "")
    scores = {name: len(said & _name_words(name)) for name in in_base or names}
    best = max(scores.values())
    likely = [name for name, score in scores.items() if score == best]
    return likely[0] if best and len(likely) == 1 else ""


def _name_words(name: str) -> set[str]:
    parts = set(name.removeprefix(slots.FACT_PREFIX).split("_")) - _PLAIN_NAME_PARTS
    return {part.casefold() for part in parts}


def _occurrences(text: str, value: str) -> list[tuple[int, int]]:
    """Places of ``value`` as whole words, white space of any kind between its words."""
    pattern = r"\s+".join(re.escape(word) for word in value.split())
    if not pattern:
        return []
    spans = [match.span() for match in re.finditer(pattern, text)]
    return [span for span in spans if _has_edges(text, *span) and not _says_more(text, *span)]


def _says_more(text: str, start: int, end: int) -> bool:
    """Whether the value goes on: "10:30" in "10:30 pm" is another time."""
    if not text[end - 1].isdigit():
        return False
    value, ahead = text[start:end], text[start : end + _LOOKS_AHEAD].split("\n", 1)[0]
    return any(said.startswith(value) and said != value for said in find_literals(ahead))


def _has_edges(text: str, start: int, end: int) -> bool:
    """Whether ``text[start:end]`` is no part of a longer word, number or amount."""
    is_open = _JOINED_BEFORE.search(text[max(start - 2, 0) : start]) and text[start].isalnum()
    return not is_open and not (text[end - 1].isalnum() and _JOINED_AFTER.match(text, end))


def _without(text: str, unwanted: Iterable[str]) -> str:
    spans = sorted(span for sentence in unwanted for span in _occurrences(text, sentence))
    return _swapped(text, _not_touching((), (_Swap(*span, "") for span in spans)))


def _not_touching(taken: Sequence[_Swap], new: Iterable[_Swap]) -> list[_Swap]:
    kept: list[_Swap] = []
    for swap in new:
        if all(swap.end <= s.start or s.end <= swap.start for s in (*taken, *kept)):
            kept.append(swap)
    return kept


def _swapped(text: str, swaps: Iterable[_Swap]) -> str:
    """The text with every swap made; what gives way to nothing closes its gap."""
    removed: list[tuple[int, int]] = []
    out: list[str] = []
    position = length = 0
    for swap in sorted(swaps, key=lambda s: s.start):
        kept = text[position : swap.start]
        piece = swap.value or text[swap.start : swap.end]
        out += [kept, piece]
        length += len(kept) + len(piece)
        if not swap.value:
            removed.append((length - len(piece), length))
        position = swap.end
    done = "".join([*out, text[position:]])
    return slots.cut_spans(done, removed) if removed else done


def _indexes(of: Sequence[Token], start: int, end: int) -> list[int]:
    return [i for i, token in enumerate(of) if token.start >= start and token.end <= end]


def _is_telling(value: str) -> bool:
    words = value.split()
    return len(words) > 1 or len(value) >= _TELLING_CHARACTERS or bool(_TELLING_MARK.search(value))


def _numbers(text: str) -> list[int]:
    """Numbers of a value; an ending ":00" or ",00" adds nothing."""
    return [int(number) for number in re.findall(r"\d+", re.sub(r"[.:,h]00\b", "", text))]


def _folded(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _squeezed(text: str) -> str:
    return " ".join(text.split())
