"""Whose stay a mail of a booking platform, a channel manager or a web form is about: guest and
booking. No form keeps its words for long: what looks like a name or a number is read by what stands
around it and where."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from templatesapp.text.reader.frames import Framed
from templatesapp.text.reader.heads import Features, Head, shipped_heads
from templatesapp.text.references import names_other_number
from templatesapp.text.tokens import fold_letters

STAYS, GUEST, BOOKING = "stays", "guest", "booking"
_CODE = re.compile(r"(?:[A-Z]{1,4} )?(?=[-./A-Z]*\d)[\dA-Z]+(?:[-./][\dA-Z]+)*")
_WORD = r"[^\W\d_]+(?:['’.-][^\W\d_]+)*\.?"
_TOKEN = re.compile(rf"(?<!\w){_CODE.pattern}(?!\w)|{_WORD}|\w+|[^\w\s]")
_HOST = re.compile(r"\d{1,3}(?:\.\d{1,3}){3}")  # "IP: 203.0.113.9", below a form
_FEWEST_CHARACTERS, _MOST_CHARACTERS = 4, 60  # of a number
_MOST_TOKENS, _MOST_LINES = 40, 20  # of a line; on each side of the words
_MOST_WORDS, _MOST_OF_A_PARTICLE = 4, 3
_MOST_LEADS = 4
_NEAR = 3  # tokens in front of a number in which "VAT no." may stand
_SENDER, _SUBJECT, _ABOVE, _ENDS, _BELOW = _PLACES = "from", "subject", "above", "ends", "below"
_DIGITS = re.compile(r"\d")
_BESIDE, _AROUND = 0.7, 0.5


@dataclass(frozen=True, slots=True)
class _Line:
    """``folded``: the tokens as features name them; ``away``: lines from the guest's words."""

    place: str
    tokens: tuple[str, ...]
    folded: tuple[str, ...]
    away: int


@dataclass(frozen=True, slots=True)
class Stay:
    """As the frame writes them; "" where nothing is likely."""

    guest: str = ""
    booking: str = ""


def read_stay(framed: Framed, *, subject: str, sender: str, head: Head | None = None) -> Stay:
    """``sender``: of the From header."""
    head = head or shipped_heads()[STAYS]
    rows = stay_rows(framed, subject=subject, sender=sender)
    sure = head.probabilities([features for _, _, features in rows])
    found = {}
    for place, output in enumerate(head.names):
        own = [(sure[n, place], text) for n, (kind, text, _) in enumerate(rows) if kind == output]
        best, text = max(own, key=lambda one: one[0], default=(0.0, ""))
        found[output] = text if best >= head.thresholds[output] else ""
    return Stay(**found)


def booking_key(number: str) -> str:
    """The same number, however it is written."""
    return re.sub(r"[ .]", "", number.upper())


def stay_rows(framed: Framed, *, subject: str, sender: str) -> list[tuple[str, str, Features]]:
    """What may be the guest's name or the booking's number, with what speaks for it; of what stands
    there twice each."""
    lines = list(_lines(framed, subject, sender))
    runs = ((n, line, run) for n, line in enumerate(lines) for run in _runs(line.tokens))
    found = [
        (n, kind, a, b)
        for n, line, (kind, a, b) in runs
        if kind == GUEST or not names_other_number(" ".join(line.tokens[max(a - _NEAR, 0) : b]))
    ]
    texts = [" ".join(lines[n].tokens[a:b]) for n, _, a, b in found]
    times = Counter(map(fold_letters, texts))
    said = {place: {token for line in lines if line.place == place for token in line.folded}
            for place in _PLACES}  # fmt: skip
    return [
        (kind, text, _features(lines, n, a, b, times[fold_letters(text)], said))
        for text, (n, kind, a, b) in zip(texts, found, strict=True)
    ]


def _lines(framed: Framed, subject: str, sender: str) -> Iterator[_Line]:
    yield _line(_SENDER, sender)
    yield _line(_SUBJECT, subject)
    leads = lead_lines(framed.words)
    above = [*framed.before, *leads][-_MOST_LINES:]
    yield from (_line(_ABOVE, text, len(above) - n) for n, text in enumerate(above))
    ends = framed.words.split("\n")[len(leads) :][-2:]
    yield from (_line(_ENDS, text, len(ends) - n) for n, text in enumerate(ends))
    below = framed.after[:_MOST_LINES]
    yield from (_line(_BELOW, text, n) for n, text in enumerate(below, start=1))


def _line(place: str, text: str, away: int = 0) -> _Line:
    tokens = _tokens(text)
    return _Line(place, tokens, tuple(map(_folded, tokens)), away)


def lead_lines(words: str) -> list[str]:
    """The first lines of what stands as the guest's words down to the last in which a frame may go
    on: "Isla wrote:", or a name alone."""
    lines = [line.strip() for line in words.split("\n")[:_MOST_LEADS]]
    leads = [n for n, line in enumerate(lines, start=1) if line.endswith(":") or _is_name(line)]
    return lines[: max(leads, default=0)]


def _is_name(line: str) -> bool:
    tokens = _tokens(line)
    return (GUEST, 0, len(tokens)) in _runs(tokens)


def _tokens(line: str) -> tuple[str, ...]:
    return tuple(_TOKEN.findall(line)[:_MOST_TOKENS])


def _runs(tokens: tuple[str, ...]) -> Iterator[tuple[str, int, int]]:
    """Where numbers stand, and where one to four words begin and end that are all capitalised, but
    for particles inside."""
    for start, token in enumerate(tokens):
        if _CODE.fullmatch(token):
            is_number = _FEWEST_CHARACTERS <= len(token) <= _MOST_CHARACTERS
            if is_number and not _HOST.fullmatch(token):
                yield BOOKING, start, start + 1
            continue
        for end in range(start, min(start + _MOST_WORDS, len(tokens))):
            is_name = tokens[end][0].isupper() and not _CODE.fullmatch(tokens[end])
            if not is_name and (end == start or not _is_particle(tokens[end])):
                break
            if is_name:
                yield GUEST, start, end + 1


def _is_particle(token: str) -> bool:
    return token.isalpha() and len(token) <= _MOST_OF_A_PARTICLE


def _folded(token: str) -> str:
    return _DIGITS.sub("0", fold_letters(token))


def _features(
    lines: list[_Line], number: int, start: int, end: int, times: int, said: dict[str, set[str]]
) -> Features:
    line = lines[number]
    tokens, place = line.tokens, line.place
    name, folded = tokens[start:end], line.folded[start:end]
    left, right = line.folded[:start], line.folded[end:]
    last, first = left[-1] if left else "^", right[0] if right else "$"
    is_alone = not left and not right
    is_number = _CODE.fullmatch(name[0]) is not None
    marks = [
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
        f"characters {min(len(name[0]), 20) if is_number else 0}",
        f"number {is_number}",
    ]
    words_left, words_right = [*filter(str.isalpha, left)], [*filter(str.isalpha, right)]
    beside = [f"word left {word}" for word in words_left[-1:]]
    beside += [f"line begins {word}" for word in words_left[:1]]
    beside += [f"word right {word}" for word in words_right[:1]]
    around = [f"first {folded[0]}", *[f"holds {token}" for token in folded]]
    for above in lines[max(number - 1, 0) : number]:
        around += [f"line above {token}" for token in above.folded[-3:]]
    for below in lines[number + 1 : number + 2]:
        around += [f"line below {token}" for token in below.folded[:2]]
    begun = [other for other, there in said.items() if other != place and folded[0] in there]
    marks += [f"begins one of {other}" for other in begun]
    beside += [f"{place} begins one of {other}" for other in begun]
    found = dict.fromkeys(marks, 1.0) | dict.fromkeys(beside, _BESIDE)
    return found | dict.fromkeys(around, _AROUND)
