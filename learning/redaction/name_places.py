"""Names by their place: behind a greeting, a closing, "my friend", "this is"; before an address.

A word that our field or the languages use for other things is none (``words.no_names``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from learning.redaction import words as w
from learning.redaction.names import LONGEST_NAME, Names, bare, open_spans
from learning.redaction.page import COVER, Span

_LAST_LINES = 5  # looked at from the end of a block for a bare name
_MOST_GREETINGS = 3
_ATTRIBUTION_REACH = 14  # words of an attribution line


def _by_first(phrases: Sequence[tuple[str, ...]]) -> dict[str, list[tuple[str, ...]]]:
    table: dict[str, list[tuple[str, ...]]] = {}
    for phrase in phrases:
        table.setdefault(phrase[0], []).append(phrase)
    return table


_GREETINGS = _by_first(w.GREETINGS)
_CLOSINGS = _by_first(w.CLOSINGS)
_INTRODUCTIONS = _by_first((*w.INTRODUCTIONS, *w.WEAK_INTRODUCTIONS))
_WEAK = frozenset(w.WEAK_INTRODUCTIONS)


def find_greeted(names: Names) -> Iterator[Span]:
    """The name in a greeting clause: "Dear Annika," but nothing of what follows."""
    for index, word in enumerate(names.words):
        phrases = _GREETINGS.get(bare(word.key))
        if phrases is None or not names.begins_line(index):
            continue
        size = names.match(index, phrases)
        position = index + size
        for _ in range(_MOST_GREETINGS - 1):  # "Hallo lieber Paolo"
            if position < len(names.words):
                key = bare(names.words[position].key)
                position += names.match(position, _GREETINGS.get(key, ()))
        if size and position < len(names.words) and _is_near(names.gap(position)):
            yield from open_spans(names, names.names_from(position))


def _is_near(gap: str) -> bool:
    return gap.strip(" ,.:") == "" and "\n" not in gap and len(gap) <= 3


def find_signed(names: Names) -> Iterator[Span]:
    """The name behind a closing, in its line or on the next one."""
    for index, word in enumerate(names.words):
        phrases = _CLOSINGS.get(bare(word.key))
        if phrases is None or not names.begins_sentence(index):
            continue
        size = names.match(index, phrases)
        position = index + size
        if not size or position >= len(names.words):
            continue
        gap = names.gap(position)
        if COVER in gap or gap.count("\n") > 3 or gap.strip(" \n\t\r,.!-–—>:*") != "":
            continue
        found = list(names.names_from(position))
        if found and _ends_clause(names, found[-1]):
            if "\n" not in gap and gap == " " and names.is_ordinary(*found[0]):
                continue
            yield from open_spans(names, iter(found))


def _ends_clause(names: Names, last: tuple[int, int]) -> bool:
    """Nothing of a sentence goes on behind the name: "Thanks Anna" but not "Best Western is"."""
    _, end = names.span(*last)
    rest = names.text[end : end + 60].split("\n", 1)[0]
    return not re.match(r"\s?[\w']", rest) or rest.lstrip().startswith(COVER)


def find_last_lines(names: Names) -> Iterator[Span]:
    """A bare name at the end of the mail, of a quoted mail, or above its contact lines."""
    lines = _lines(names.text)
    if sum(any(char.isalnum() for char in names.text[slice(*line)]) for line in lines) < 2:
        return  # a heading or a subject: nothing is signed
    for block in _blocks(lines, names.text):
        looked_at = 0
        for start, end in reversed(block):
            line = names.text[start:end].strip(" >\t")
            if not any(char.isalpha() for char in line):
                continue
            looked_at += 1
            if looked_at > _LAST_LINES:
                break
            spans = _name_line(names, start, end)
            if spans:
                yield from spans
                break
            if len(line) > 60 or line[-1] in "?!.":
                break


def _lines(text: str) -> list[Span]:
    lines: list[Span] = []
    start = 0
    for part in text.split("\n"):
        lines.append((start, start + len(part)))
        start += len(part) + 1
    return lines


def _blocks(lines: list[Span], text: str) -> Iterator[list[Span]]:
    """Lines of the same quoting depth; a quote's attribution line ends the block before it."""
    block: list[Span] = []
    was_quoted = False
    for start, end in lines:
        line = text[start:end].lstrip()
        quoted = line.startswith(">")
        attribution = line.rstrip().endswith(":") and COVER not in line[-2:] and len(line) > 20
        if (quoted != was_quoted or attribution) and block:
            yield block
            block = []
        if not attribution:
            block.append((start, end))
        was_quoted = quoted
    if block:
        yield block


def _name_line(names: Names, start: int, end: int) -> list[Span]:
    """The spans of a line that holds names and nothing else but numbers and marks."""
    inside = _indexes(names, start, end)
    if not 1 <= len(inside) <= 8:
        return []
    lead = names.text[start : names.words[inside[0]].start].strip(" >\t*-–—_•")
    if lead.startswith(COVER) and names.words[inside[0]].key in w.JOINERS:
        inside, lead = inside[1:], ""  # "[NAME] und Hauke"
    if not inside or lead.strip(COVER + " &+/") or (lead and lead.strip(COVER) == ""):
        return []
    found = list(names.names_from(inside[0]))
    if not found or found[-1][0] + found[-1][1] - 1 > inside[-1]:
        return []
    after = names.text[names.span(*found[-1])[1] : end].strip()
    if after and after[0] not in "(,/|-–—:" + COVER:
        return []
    index, size = found[0]
    if not any(names.sender.owns(word) for word in names.words[index : index + size]):
        line = names.text[start:end].rstrip()
        doubtful = len(found) == 1 and size == 1 and names.is_ordinary(index, size)
        if doubtful or line.endswith(("?", "!")) or _is_below_name(names, start):
            return []
    return list(open_spans(names, iter(found)))


def _is_below_name(names: Names, start: int) -> bool:
    """The line above is a covered name: this one names the firm or the town."""
    line_start = names.text.rfind("\n", 0, max(start - 1, 0)) + 1
    line = names.text[line_start : max(start - 1, 0)].strip(" >\t\r")
    return bool(line) and not line.strip(COVER)


def _indexes(names: Names, start: int, end: int) -> list[int]:
    low, high = 0, len(names.words)
    while low < high:
        middle = (low + high) // 2
        if names.words[middle].start < start:
            low = middle + 1
        else:
            high = middle
    found = []
    while low < len(names.words) and names.words[low].end <= end:
        found.append(low)
        low += 1
    return found


def find_introduced(names: Names) -> Iterator[Span]:
    """ "This is Kayleigh", "name Jonathan Breakspear", "a nome di Rossi"."""
    for index, word in enumerate(names.words):
        phrases = _INTRODUCTIONS.get(bare(word.key))
        if phrases is None:
            continue
        size = names.match(index, phrases)
        position = index + size
        if not size or position >= len(names.words):
            continue
        gap = names.gap(position)
        if gap.strip(" :'’\"“„«=") != "" or "\n" in gap or len(gap) > 4:
            continue
        phrase = tuple(bare(x.key) for x in names.words[index:position])
        found = list(names.names_from(position, commas=":" in gap))
        if not found:
            continue
        single = found[0][1] == 1
        if phrase in _WEAK and single and not _is_sure_alone(names, found[0][0], phrase):
            continue
        yield from open_spans(names, iter(found))


def _is_sure_alone(names: Names, index: int, phrase: tuple[str, ...]) -> bool:
    """A single word behind a weak introduction: no ordinary one, and the clause ends there.

    German writes every noun with a capital, so "ich bin Lehrerin" never proves a name.
    """
    if phrase[0] in w.LONE_INTRODUCTIONS or names.is_ordinary(index, 1):
        return False
    word = names.words[index]
    following = names.text[word.end : word.end + 8]
    if not following.strip() or following[0] in ",.!?;)\n(" + COVER:
        return True
    if index + 1 >= len(names.words):
        return False
    return names.words[index + 1].key in w.CLAUSE_ENDS


def find_related(names: Names) -> Iterator[Span]:
    """Names behind a relation: "my friend Leo", "mia moglie Carla", "my daughter, Anaya,"."""
    for index, word in enumerate(names.words):
        if word.key not in w.RELATIONS or index + 1 >= len(names.words):
            continue
        if not _is_owned(names, index):
            continue
        gap = names.gap(index + 1)
        if gap not in {" ", ", ", " (", ": ", " – ", " - ", ' "', " “"}:
            continue
        position = index + 1
        found = list(names.names_from(position, commas=True))
        if not found:
            continue
        in_apposition = gap not in {" "}
        if in_apposition and names.is_ordinary(*found[0]):
            continue
        yield from open_spans(names, iter(found))


def _is_owned(names: Names, index: int) -> bool:
    """ "my friend", "my best friend": a pronoun or an article stands before it."""
    for step in (1, 2, 3):
        if index - step < 0 or "\n\n" in names.gap(index - step + 1):
            return False
        key = names.words[index - step].key
        if key in w.OWNERS:
            return True
        if key not in w.RELATION_ADJECTIVES:
            return False
    return False


def find_titled(names: Names) -> Iterator[Span]:
    """ "Mr Fenn", "Frau Müller", "Sig.ra Pace"; a title that is a word too needs its capital."""
    for index, word in enumerate(names.words[:-1]):
        key = word.key.rstrip(".")
        if key not in w.TITLES or names.gap(index + 1) not in {" ", ". "}:
            continue
        if key in w.WEAK_TITLES and not word.is_capitalised:
            continue
        following = index + 1
        if names.words[following].key in w.TITLES:
            continue
        size = names.run_at(following)
        if size and not names.is_organisation(following, size):
            yield from open_spans(names, iter([(following, size)]))


def find_at_desk(names: Names) -> Iterator[Span]:
    """ "Marta on the desk", "Luca della reception", "Anna vom Empfang"."""
    for index, word in enumerate(names.words):
        if word.key not in w.DESKS:
            continue
        position = index - 1
        while position >= 0 and index - position <= 4 and names.gap(position + 1) == " ":
            if names.words[position].key not in w.DESK_JOINERS:
                break
            position -= 1
        if index - position < 2 or position < 0 or names.gap(position + 1) != " ":
            continue
        if names.words[position + 1].key in w.WEAK_DESK_JOINERS:
            continue  # "nach Schließung der Rezeption"
        if names.is_name_word(position) and not names.is_ordinary(position, 1):
            yield from open_spans(names, iter([(position, 1)]))


def find_in_headers(names: Names) -> Iterator[Span]:
    """Names in front of an address ("Loredana Pace <…>"), in quoted headers and attributions."""
    for index, word in enumerate(names.words):
        if word.key in w.ATTRIBUTION_VERBS:
            yield from _attributed(names, index)
        elif word.key in w.HEADER_KEYS and _is_header(names, index):
            yield from open_spans(names, names.names_from(index + 1, commas=True))
        if names.text[word.end : word.end + 4].lstrip(' "').startswith(("<" + COVER, "[" + COVER)):
            first = index
            while first and names.is_name_word(first - 1) and names.gap(first) == " ":
                first -= 1
            if names.is_name_word(first) and word.key not in w.ORGANISATION_WORDS:
                yield from open_spans(names, iter([(first, index - first + 1)]))


def _is_header(names: Names, index: int) -> bool:
    """ "From: …" of a quoted mail, at the start of a line."""
    if index + 1 >= len(names.words) or not names.begins_line(index):
        return False
    gap = names.gap(index + 1)
    return gap.startswith(":") and "\n" not in gap


def _attributed(names: Names, verb: int) -> Iterator[Span]:
    """ "On 3 May at 10:00, Peter Lindqvist wrote:", "schrieb Peter Lindqvist:"."""
    line_end = names.text.find("\n", names.words[verb].end)
    rest = names.text[names.words[verb].end : line_end if line_end >= 0 else len(names.text)]
    if not rest.rstrip().endswith(":"):
        return
    position = verb - 1
    while position >= 0 and names.words[position].key in {"ha", "a"}:
        position -= 1
    last = position
    while position >= 0 and last - position < LONGEST_NAME and names.is_name_word(position):
        if names.gap(position + 1) != " " and position != last:
            break
        position -= 1
    if last > position:
        yield from open_spans(names, iter([(position + 1, last - position)]))
    if verb + 1 < len(names.words) and len(rest.split()) <= _ATTRIBUTION_REACH:
        yield from open_spans(names, names.names_from(verb + 1))
