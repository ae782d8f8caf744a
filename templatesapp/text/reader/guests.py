"""Who a booking platform, a channel manager or a web form says wrote a mail. No form keeps its
words for long: each name-like run of words is read by what stands around it and where."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile

from templatesapp.text.reader.frames import Framed
from templatesapp.text.reader.heads import Features, Head, shipped_heads
from templatesapp.text.tokens import fold_letters

GUESTS, GUEST = "guests", "guest"
_TOKEN = re.compile(r"[^\W\d_]+(?:['’.-][^\W\d_]+)*\.?|\d+|[^\w\s]|_")
_MOST_TOKENS, _MOST_LINES = 40, 40  # of a line; on each side of the words
_MOST_WORDS, _MOST_OF_A_PARTICLE = 4, 3
_MOST_LEADS = 4  # a name, nothing, what it is, nothing
_SENDER, _SUBJECT, _ABOVE, _ENDS, _BELOW = _PLACES = "from", "subject", "above", "ends", "below"
_BESIDE, _AROUND = 0.7, 0.5


@dataclass(frozen=True, slots=True)
class _Line:
    """``away``: lines from the guest's words."""

    place: str
    tokens: tuple[str, ...]
    away: int = 0


def name_in_frame(framed: Framed, *, subject: str, sender: str, head: Head | None = None) -> str:
    """The guest's name as the frame has it; "" where none is likely. ``sender``: of the From
    header."""
    head = head or shipped_heads()[GUESTS]
    rows = name_rows(framed, subject=subject, sender=sender)
    if not rows:
        return ""
    sure = head.probabilities([features for _, features in rows])[:, 0]
    best = int(sure.argmax())
    return rows[best][0] if sure[best] >= head.thresholds[GUEST] else ""


def name_rows(framed: Framed, *, subject: str, sender: str) -> list[tuple[str, Features]]:
    """What may be the name, with what speaks for it; of a name that stands there twice each."""
    lines = list(_lines(framed, subject, sender))
    found = [(line, a, b) for line in lines for a, b in _runs(line.tokens)]
    names = [" ".join(line.tokens[a:b]) for line, a, b in found]
    times = Counter(map(fold_letters, names))
    said = {place: {_folded(t) for line in lines if line.place == place for t in line.tokens}
            for place in _PLACES}  # fmt: skip
    return [
        (name, dict(_features(lines, *one, times[fold_letters(name)], said)))
        for name, one in zip(names, found, strict=True)
    ]


def _lines(framed: Framed, subject: str, sender: str) -> Iterator[_Line]:
    yield _Line(_SENDER, _tokens(sender))
    yield _Line(_SUBJECT, _tokens(subject))
    leads = lead_lines(framed.words)
    above = [*framed.before, *leads][-_MOST_LINES:]
    yield from (_Line(_ABOVE, _tokens(t), len(above) - n) for n, t in enumerate(above))
    ends = framed.words.split("\n")[len(leads) :][-2:]
    yield from (_Line(_ENDS, _tokens(text), len(ends) - n) for n, text in enumerate(ends))
    below = framed.after[:_MOST_LINES]
    yield from (_Line(_BELOW, _tokens(text), n) for n, text in enumerate(below, start=1))


def lead_lines(words: str) -> list[str]:
    """The first lines of what stands as the guest's words in which a frame may go on: "Isla
    wrote:", or names alone, and blank ones."""
    lines = (line.strip() for line in words.split("\n")[:_MOST_LEADS])
    return list(takewhile(lambda line: not line or line.endswith(":") or _is_name(line), lines))


def _is_name(line: str) -> bool:
    tokens = _tokens(line)
    return (0, len(tokens)) in _runs(tokens)


def _tokens(line: str) -> tuple[str, ...]:
    return tuple(_TOKEN.findall(line)[:_MOST_TOKENS])


def _runs(tokens: tuple[str, ...]) -> Iterator[tuple[int, int]]:
    """Where one to four words begin and end that are all capitalised, but for particles inside."""
    for start in range(len(tokens)):
        for end in range(start, min(start + _MOST_WORDS, len(tokens))):
            is_name = tokens[end][0].isupper()
            if not is_name and (end == start or not _is_particle(tokens[end])):
                break
            if is_name:
                yield start, end + 1


def _is_particle(token: str) -> bool:
    return token.isalpha() and len(token) <= _MOST_OF_A_PARTICLE


def _folded(token: str) -> str:
    return "0" if token.isdigit() else fold_letters(token)


def _features(
    lines: list[_Line], line: _Line, start: int, end: int, times: int, said: dict[str, set[str]]
) -> Iterator[tuple[str, float]]:
    tokens, place = line.tokens, line.place
    name = tokens[start:end]
    left = [_folded(token) for token in tokens[:start]]
    right = [_folded(token) for token in tokens[end:]]
    last, first = left[-1] if left else "^", right[0] if right else "$"
    is_alone = not left and not right
    for mark in (
        f"left {last}",
        f"right {first}",
        f"{place} left {last}",
        f"{place} right {first}",
        place,
        f"{place} {min(line.away, 5)}",
        f"words {len(name)}",
        f"words {len(name)} {place}",
        f"alone {is_alone} {place}",
        f"capitals {all(map(str.isupper, name)) and len(name[0]) > 3}",
        f"initial {len(name[-1].strip('.')) == 1}",
        f"dot {name[-1].endswith('.')}",
        f"capital left {bool(left) and tokens[start - 1][0].isupper()}",
        f"capital right {bool(right) and tokens[end][0].isupper()}",
        f"times {min(times, 4)}",
        f"{place} times {min(times, 4)}",
    ):
        yield mark, 1.0
    yield from ((f"word left {word}", _BESIDE) for word in list(filter(str.isalpha, left))[-1:])
    yield from ((f"line begins {word}", _BESIDE) for word in list(filter(str.isalpha, left))[:1])
    yield from ((f"word right {word}", _BESIDE) for word in list(filter(str.isalpha, right))[:1])
    number = lines.index(line)
    yield from ((f"line above {_folded(t)}", _AROUND) for t in lines[number - 1].tokens[-3:])
    yield from (
        (f"line below {_folded(token)}", _AROUND)
        for below in lines[number + 1 : number + 2]
        for token in below.tokens[:2]
    )
    opening = _folded(name[0])
    for other, folded in said.items():
        if other != place and opening in folded:
            yield f"begins one of {other}", 1.0
            yield f"{place} begins one of {other}", _BESIDE
    yield f"first {opening}", _AROUND
    yield from ((f"holds {_folded(token)}", _AROUND) for token in name)
