"""Spans of personal names on a page: the sender's own, and those that stand where a name stands.

Without a model a name is known by its place: behind a greeting, a closing, "my friend", "this is",
in front of an address, alone on the last line. A word that our field or the languages use for other
things is none (``words.no_names``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from learning.redaction import words as w
from learning.redaction.keep import Keep
from learning.redaction.page import COVER, Page, Span, Word, fold

_LONGEST_NAME = 5  # words
_SHORTEST_PART = 2  # letters of a sender's name part
_SHORTEST_NICKNAME = 3
_LONGEST_LIST = 8  # names joined by "and" or commas
_LAST_LINES = 5  # looked at from the end of a block for a bare name
_MOST_GREETINGS = 3
_ATTRIBUTION_REACH = 14  # words of an attribution line
_PRONOUN = re.compile(r"^\s*(?:>\s?)*$")


@dataclass(frozen=True, slots=True)
class Sender:
    """The From header. ``parts`` are folded name words; an organisation has none."""

    full: tuple[str, ...] = ()
    parts: frozenset[str] = frozenset()

    @classmethod
    def of(cls, name: str) -> Sender:
        found = [word for word in re.split(r"[\s,;\"()<>&/]+", fold(name)) if word.strip(".'-")]
        if any("@" in word or any(map(str.isdigit, word)) for word in found):
            return cls()
        if any(word in w.ORGANISATION_WORDS for word in found):
            return cls()
        named = [x for x in found if x not in w.TITLES and x.strip(".") not in w.TITLES]
        pieces = {piece for word in named for piece in (word, *re.split(r"[-‑]", word))}
        parts = {
            piece
            for piece in pieces
            if len(piece.strip(".")) >= _SHORTEST_PART and piece not in w.PARTICLES
        }
        return cls(tuple(named), frozenset(parts - w.JOINERS))

    def owns(self, word: Word) -> bool:
        return word.key in self.parts or any(
            piece in self.parts and len(piece) > _SHORTEST_PART
            for piece in re.split(r"[-‑']", word.key)
        )

    def is_nickname(self, word: Word) -> bool:
        """Clem for Clementine, Maca for Macarena."""
        return len(word.key) >= _SHORTEST_NICKNAME and any(
            part.startswith(word.key) for part in self.parts
        )


class Names:
    """Everything names are looked for with: the page, the sender, our own texts."""

    def __init__(self, page: Page, sender: Sender, keep: Keep) -> None:
        self.page = page
        self.text = page.masked
        self.words = page.words
        self.sender = sender
        self.keep = keep
        self._no_names = w.no_names()

    # --- what a name is ---

    def gap(self, index: int) -> str:
        """What stands between word ``index`` and the one before it."""
        start = self.words[index - 1].end if index else 0
        return self.text[start : self.words[index].start]

    def is_name_word(self, index: int) -> bool:
        word = self.words[index]
        if self.sender.owns(word) and (word.is_capitalised or word.key not in w.ORDINARY_NAMES):
            return True
        if not word.is_capitalised or word.key in self._no_names or self._is_compound(word):
            return False
        return len(word.text) > 1 or self.text[word.end : word.end + 1] == "."

    def _is_compound(self, word: Word) -> bool:
        """Check-in, Hostelworld-Buchung: a part of it is a word of our field."""
        pieces = re.split(r"[-‑]", word.key)
        return (
            len(pieces) > 1
            and pieces[0] not in w.FIRST_NAMES
            and any(piece in self._no_names for piece in pieces)
        )

    def run_at(self, index: int) -> int:
        """How many words from here form one name: capitalised, with particles and initials."""
        size, last = 0, 0
        while index + size < len(self.words) and size < _LONGEST_NAME:
            if size and self.gap(index + size) not in {" ", ". ", "-", "‑"}:
                break
            word = self.words[index + size]
            if self.is_name_word(index + size):
                last = size + 1
            elif not (size and word.key in w.PARTICLES):
                break
            size += 1
        return last

    def span(self, index: int, size: int) -> Span:
        end = self.words[index + size - 1].end
        last = self.words[index + size - 1]
        if len(last.text) == 1 and self.text[end : end + 1] == ".":
            end += 1
        return self.words[index].start, end

    def is_ours(self, index: int, size: int) -> bool:
        """A name of our own texts; the sender's own only within a longer phrase of ours."""
        start, end = self.span(index, size)
        name = self.text[start:end]
        if not any(self.sender.owns(word) for word in self.words[index : index + size]):
            return self.keep.has_name(name)
        wider = []
        if index and self.gap(index) == " ":
            wider.append(self.text[self.words[index - 1].start : end])
        if index + size < len(self.words) and self.gap(index + size) == " ":
            wider.append(self.text[start : self.words[index + size].end])
        return any(self.keep.has_name(phrase) for phrase in wider)

    def is_ordinary(self, index: int, size: int) -> bool:
        return all(word.key in w.ORDINARY_NAMES for word in self.words[index : index + size])

    def names_from(self, index: int, *, commas: bool = False) -> Iterator[tuple[int, int]]:
        """The name here and those joined to it: (index, size)."""
        for _ in range(_LONGEST_LIST):
            index = self._past_titles(index)
            size = self.run_at(index) if index < len(self.words) else 0
            if not size or self.is_organisation(index, size):
                return
            yield index, size
            following = self._joined_after(index + size, commas=commas)
            if following is None:
                return
            index = following

    def _past_titles(self, index: int) -> int:
        while index < len(self.words) and self.words[index].key in w.TITLES:
            index += 1
            if index < len(self.words) and self.gap(index) not in {" ", ". "}:
                return len(self.words)
        return index

    def is_organisation(self, index: int, size: int) -> bool:
        """The run goes on with a word for a firm: "Northgate Rowing Club"."""
        after = index + size
        following = self.words[after : after + 2]
        return bool(following) and (
            self.gap(after) == " " and following[0].key in w.ORGANISATION_WORDS
        )

    def _joined_after(self, index: int, *, commas: bool) -> int | None:
        if index >= len(self.words):
            return None
        gap = self.gap(index)
        if gap.strip() in {"&", "/", "+"} and "\n" not in gap:
            return index
        if commas and gap == ", ":
            return index + 1 if self.words[index].key in w.JOINERS else index
        if self.words[index].key in w.JOINERS and gap == " " and index + 1 < len(self.words):
            return index + 1 if self.gap(index + 1) == " " else None
        return None

    def match(self, index: int, phrases: Sequence[tuple[str, ...]]) -> int:
        """Length in words of the first phrase that stands here, 0 for none."""
        for phrase in phrases:
            if index + len(phrase) > len(self.words):
                continue
            if all(
                _bare(self.words[index + step].key) == key
                and (not step or "\n" not in self.gap(index + step))
                for step, key in enumerate(phrase)
            ):
                return len(phrase)
        return 0

    def begins_line(self, index: int) -> bool:
        start = self.words[index].start
        line = self.text.rfind("\n", 0, start) + 1
        return _PRONOUN.fullmatch(self.text[max(line, start - 40) : start]) is not None

    def begins_sentence(self, index: int) -> bool:
        gap = self.gap(index)
        if not index or "\n" in gap:
            return True
        return gap.strip(" \t\"'“„«(*-–—")[-1:] in {*".!?:;,)", COVER}


def _bare(key: str) -> str:
    return key.rstrip(".")


def by_first(phrases: Sequence[tuple[str, ...]]) -> dict[str, list[tuple[str, ...]]]:
    table: dict[str, list[tuple[str, ...]]] = {}
    for phrase in phrases:
        table.setdefault(phrase[0], []).append(phrase)
    return table


_GREETINGS = by_first(w.GREETINGS)
_CLOSINGS = by_first(w.CLOSINGS)
_INTRODUCTIONS = by_first((*w.INTRODUCTIONS, *w.WEAK_INTRODUCTIONS))
_WEAK = frozenset(w.WEAK_INTRODUCTIONS)


# --- the places --------------------------------------------------------------------------------


def find_sender(names: Names) -> Iterator[Span]:
    """The sender's name, whole or in parts; an ordinary word only where it stands as a name."""
    index = 0
    while index < len(names.words):
        word = names.words[index]
        if not names.sender.owns(word):
            index += 1
            continue
        size = max(names.run_at(index), 1)
        own = sum(names.sender.owns(x) for x in names.words[index : index + size])
        doubtful = names.is_ordinary(index, 1) and own < 2
        if not (doubtful and not _stands_as_name(names, index)) and not names.is_ours(index, size):
            # "Angus today": only the words that are his, with what stands between them.
            last = max(
                step for step in range(size) if names.sender.owns(names.words[index + step])
            )
            first = _initials_before(names, index)
            yield names.words[first].start, names.span(index, last + 1)[1]
        index += size


def _initials_before(names: Names, index: int) -> int:
    """ "A. Bellweather": the initial belongs to the name."""
    while index and len(names.words[index - 1].text) == 1 and names.gap(index) == ". ":
        if not any(part.startswith(names.words[index - 1].key) for part in names.sender.parts):
            break
        index -= 1
    return index


def _stands_as_name(names: Names, index: int) -> bool:
    """A word such as Blanche or Will is the name only alone on its line or beside a title."""
    word = names.words[index]
    if not word.is_capitalised:
        return False
    line_start = names.text.rfind("\n", 0, word.start) + 1
    line_end = names.text.find("\n", word.end)
    line = names.text[line_start : line_end if line_end >= 0 else len(names.text)]
    if line.strip(" >,.!-–—\t") == word.text:
        return True
    return bool(index) and names.words[index - 1].key in w.TITLES


def find_nicknames(names: Names) -> Iterator[Span]:
    """A short form of the sender's name, alone on its line."""
    for word in names.words:
        if word.is_capitalised and names.sender.is_nickname(word):
            line_start = names.text.rfind("\n", 0, word.start) + 1
            line_end = names.text.find("\n", word.end)
            line = names.text[line_start : line_end if line_end >= 0 else len(names.text)]
            if not any(char.isalnum() for char in line.replace(word.text, "", 1)):
                yield word.start, word.end


def find_greeted(names: Names) -> Iterator[Span]:
    """The name in a greeting clause: "Dear Annika," but nothing of what follows."""
    for index, word in enumerate(names.words):
        phrases = _GREETINGS.get(_bare(word.key))
        if phrases is None or not names.begins_line(index):
            continue
        size = names.match(index, phrases)
        position = index + size
        for _ in range(_MOST_GREETINGS - 1):  # "Hallo lieber Paolo"
            if position < len(names.words):
                key = _bare(names.words[position].key)
                position += names.match(position, _GREETINGS.get(key, ()))
        if size and position < len(names.words) and _is_near(names.gap(position)):
            yield from _open_spans(names, names.names_from(position))


def _is_near(gap: str) -> bool:
    return gap.strip(" ,.:") == "" and "\n" not in gap and len(gap) <= 3


def _open_spans(names: Names, found: Iterator[tuple[int, int]]) -> Iterator[Span]:
    for index, size in found:
        if not names.is_ours(index, size):
            yield names.span(index, size)


def find_signed(names: Names) -> Iterator[Span]:
    """The name behind a closing, in its line or on the next one."""
    for index, word in enumerate(names.words):
        phrases = _CLOSINGS.get(_bare(word.key))
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
            yield from _open_spans(names, iter(found))


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
    return list(_open_spans(names, iter(found)))


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
        phrases = _INTRODUCTIONS.get(_bare(word.key))
        if phrases is None:
            continue
        size = names.match(index, phrases)
        position = index + size
        if not size or position >= len(names.words):
            continue
        gap = names.gap(position)
        if gap.strip(" :'’\"“„«=") != "" or "\n" in gap or len(gap) > 4:
            continue
        phrase = tuple(_bare(x.key) for x in names.words[index:position])
        found = list(names.names_from(position, commas=":" in gap))
        if not found:
            continue
        single = found[0][1] == 1
        if phrase in _WEAK and single and not _is_sure_alone(names, found[0][0], phrase):
            continue
        yield from _open_spans(names, iter(found))


def _is_sure_alone(names: Names, index: int, phrase: tuple[str, ...]) -> bool:
    """A single word behind a weak introduction: no ordinary one, and the clause ends there.

    German writes every noun with a capital, so "ich bin Lehrerin" never proves a name.
    """
    if phrase[0] in {"ich", "hier", "namen", "gast"} or names.is_ordinary(index, 1):
        return False
    word = names.words[index]
    following = names.text[word.end : word.end + 8]
    if not following.strip() or following[0] in ",.!?;)\n(" + COVER:
        return True
    if index + 1 >= len(names.words):
        return False
    return names.words[index + 1].key in {"from", "da", "di", "de", "aus", "here", "and", "e", "y"}


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
        yield from _open_spans(names, iter(found))


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
            yield from _open_spans(names, iter([(following, size)]))


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
            yield from _open_spans(names, iter([(position, 1)]))


def find_in_headers(names: Names) -> Iterator[Span]:
    """Names in front of an address ("Loredana Pace <…>"), in quoted headers and attributions."""
    for index in range(len(names.words)):
        if names.words[index].key in w.ATTRIBUTION_VERBS:
            yield from _attributed(names, index)
        elif names.words[index].key in w.HEADER_KEYS and names.begins_line(index):
            if index + 1 < len(names.words) and names.gap(index + 1).startswith(":"):
                if "\n" not in names.gap(index + 1):
                    yield from _open_spans(names, names.names_from(index + 1, commas=True))
        end = names.words[index].end
        if names.text[end : end + 4].lstrip(' "').startswith(("<" + COVER, "[" + COVER)):
            first = index
            while first and names.is_name_word(first - 1) and names.gap(first) == " ":
                first -= 1
            if names.is_name_word(first) and names.words[index].key not in w.ORGANISATION_WORDS:
                yield from _open_spans(names, iter([(first, index - first + 1)]))


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
    while position >= 0 and last - position < _LONGEST_NAME and names.is_name_word(position):
        if names.gap(position + 1) != " " and position != last:
            break
        position -= 1
    if last > position:
        yield from _open_spans(names, iter([(position + 1, last - position)]))
    if verb + 1 < len(names.words) and len(rest.split()) <= _ATTRIBUTION_REACH:
        yield from _open_spans(names, names.names_from(verb + 1))


def find_first_names(names: Names) -> Iterator[Span]:
    """Common first names anywhere, with the surname behind; not saints, streets and houses."""
    for index, word in enumerate(names.words):
        if word.key not in w.FIRST_NAMES or not word.is_capitalised:
            continue
        before = names.words[index - 1].key.rstrip(".") if index else ""
        if before in w.PLACE_PREFIXES and names.gap(index) in {" ", ". ", "'"}:
            continue
        size = names.run_at(index)
        if size and not names.is_organisation(index, size):
            yield from _open_spans(names, iter([(index, size)]))


def find_again(names: Names, found: Sequence[str]) -> Iterator[Span]:
    """Names found once, wherever they stand again; parts of three letters or more."""
    known = {
        fold(part)
        for name in found
        for part in re.split(r"[\s.]+", name)
        if len(part) > _SHORTEST_NICKNAME - 1
    }
    known -= w.ORDINARY_NAMES | w.PARTICLES | w.no_names()
    for index, word in enumerate(names.words):
        if word.key in known and word.is_capitalised and not names.is_ours(index, 1):
            yield word.start, word.end
