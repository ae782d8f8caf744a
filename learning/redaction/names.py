"""What a personal name is on a page: runs of capitalised words that no language uses for others.

Without a model a name is known by its place (``name_places``) or by whose it is: the sender's own,
common first names, those found before. All ask here how far it reaches, and whether it is ours.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from learning.redaction.page import COVER, Keep, Page, Span, Word
from templatesapp.text.lexicon import Phrases
from templatesapp.text.name_words import WORDS, address_words, no_names
from templatesapp.text.tokens import fold_letters

LONGEST_NAME = 5  # words
_SHORTEST_PART = 2  # letters of a sender's name part
SHORTEST_NICKNAME = 3
_SHORTEST_FIRM = 4
_LONGEST_LIST = 8  # names joined by "and" or commas
_QUOTE_MARKS = re.compile(r"^\s*(?:>\s?)*$")
_HYPHENS = re.compile(r"[-‑]")


class Sender:
    """The From header. ``parts`` are folded name words; an organisation has none. ``account``:
    those of the address, names only where they stand as one."""

    def __init__(self, name: str, address: str = "") -> None:
        self.parts: set[str] = set()
        self.account = set(address_words(address))
        found = [
            word for word in re.split(r"[\s,;\"()<>&/]+", fold_letters(name)) if word.strip(".'-")
        ]
        is_no_person = any("@" in word or any(map(str.isdigit, word)) for word in found)
        is_firm = bool(WORDS.organisation_words.intersection(found))
        if is_no_person or is_firm or self._is_at_home(found, address):
            return
        for word in found:
            if word not in WORDS.titles and word.strip(".") not in WORDS.titles:
                pieces = (word, *_HYPHENS.split(word))
                self.parts.update(p for p in pieces if len(p.strip(".")) >= _SHORTEST_PART)
        self.parts -= WORDS.particles | WORDS.joiners

    @staticmethod
    def _is_at_home(found: list[str], address: str) -> bool:
        """A firm writes from a domain of its name: "Mill Lark" <offers@mill-lark.example>."""
        local, _, domain = fold_letters(address).partition("@")
        named = [word for word in found if len(word) >= _SHORTEST_FIRM and word in domain]
        is_person = any(word in WORDS.first_names or word in local for word in found)
        return bool(named) and not is_person

    def owns(self, word: Word) -> bool:
        if word.is_capitalised and word.key in self.account:
            return True
        if word.key in self.parts or word.key.isalpha():  # most have one piece
            return word.key in self.parts
        return any(
            piece in self.parts and len(piece) > _SHORTEST_PART
            for piece in re.split(r"[-‑']", word.key)
        )

    def is_nickname(self, word: Word) -> bool:
        """Clem for Clementine, Maca for Macarena; Giulia of giuliaconti@…."""
        return len(word.key) >= SHORTEST_NICKNAME and any(
            part.startswith(word.key) for part in self.parts | self.account
        )

    def signs_as(self, word: Word) -> bool:
        """Whether it is their name where a name is expected, in small letters, too."""
        if word.key in WORDS.ordinary_names or word.key in no_names():
            return False
        return word.key in self.parts or word.key in self.account or self.is_nickname(word)


class Names:
    """Everything names are looked for with: the page, the sender, our own texts."""

    def __init__(self, page: Page, sender: Sender, keep: Keep) -> None:
        self.text = page.masked
        self.words = page.words
        self.sender = sender
        self.keep = keep
        self._no_names = no_names()

    # --- what a name is ---

    def gap(self, index: int) -> str:
        """What stands between word ``index`` and the one before it."""
        start = self.words[index - 1].end if index else 0
        return self.text[start : self.words[index].start]

    def is_name_word(self, index: int) -> bool:
        word = self.words[index]
        if self.sender.owns(word) and (word.is_capitalised or word.key not in WORDS.ordinary_names):
            return True
        if len(word.text) == 1:
            return word.is_capitalised and self.text[word.end : word.end + 1] == "."
        if not word.is_capitalised or word.key in self._no_names or self._is_compound(word):
            return False
        stem, _, ending = word.text.partition("'")
        return not (ending[:1].islower() and stem.lower() in self._no_names)  # "We're"

    def _is_compound(self, word: Word) -> bool:
        """Check-in, Hostelworld-Buchung: a part of it is a word of our field."""
        pieces = _HYPHENS.split(word.key)
        return (
            len(pieces) > 1
            and pieces[0] not in WORDS.first_names
            and any(piece in self._no_names for piece in pieces)
        )

    def run_at(self, index: int) -> int:
        """How many words from here form one name: capitalised, with particles and initials."""
        size, last = 0, 0
        while index + size < len(self.words) and size < LONGEST_NAME:
            if size and self.gap(index + size) not in {" ", ". ", "-", "‑"}:
                break
            word = self.words[index + size]
            if self.is_name_word(index + size):
                last = size + 1
            elif not (size and word.key in WORDS.particles):
                break
            size += 1
        return last

    def span(self, index: int, size: int) -> Span:
        last = self.words[index + size - 1]
        end = last.end
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

    def open_spans(self, found: Iterable[tuple[int, int]]) -> Iterator[Span]:
        """Of the names found (index, size) those that are none of ours."""
        for index, size in found:
            if not self.is_ours(index, size):
                yield self.span(index, size)

    def open_run(self, index: int) -> Iterator[Span]:
        """The one name that begins here."""
        size = self.run_at(index)
        if size and not self.is_organisation(index, size):
            yield from self.open_spans([(index, size)])

    def is_ordinary(self, index: int, size: int) -> bool:
        return all(word.key in WORDS.ordinary_names for word in self.words[index : index + size])

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
        while index < len(self.words) and self.words[index].key in WORDS.titles:
            index += 1
            if index < len(self.words) and self.gap(index) not in {" ", ". "}:
                return len(self.words)
        return index

    def is_organisation(self, index: int, size: int) -> bool:
        """The run goes on with a word for a firm: "Northgate Rowing Club"."""
        after = index + size
        is_joined = after < len(self.words) and self.gap(after) == " "
        return is_joined and self.words[after].key in WORDS.organisation_words

    def _joined_after(self, index: int, *, commas: bool) -> int | None:
        if index >= len(self.words):
            return None
        gap = self.gap(index)
        if gap.strip() in {"&", "/", "+"} and "\n" not in gap:
            return index
        if commas and gap == ", ":
            return index + 1 if self.words[index].key in WORDS.joiners else index
        if self.words[index].key in WORDS.joiners and gap == " " and index + 1 < len(self.words):
            return index + 1 if self.gap(index + 1) == " " else None
        return None

    def bare_key(self, index: int) -> str:
        return self.words[index].key.rstrip(".")

    def match(self, index: int, phrases: Phrases) -> int:
        """Length in words of the longest phrase that stands here on one line, 0 for none."""
        if index >= len(self.words) or self.words[index].key.rstrip(".") not in phrases.firsts:
            return 0
        end, furthest = index + 1, min(index + phrases.longest, len(self.words))
        while end < furthest and "\n" not in self.gap(end):
            end += 1
        return phrases.length_at_start([self.bare_key(place) for place in range(index, end)])

    def line_of(self, word: Word) -> str:
        start, end = self.text.rfind("\n", 0, word.start) + 1, self.text.find("\n", word.end)
        return self.text[start : end if end >= 0 else None]

    def begins_line(self, index: int) -> bool:
        start = self.words[index].start
        line = self.text.rfind("\n", 0, start) + 1
        return _QUOTE_MARKS.fullmatch(self.text[max(line, start - 40) : start]) is not None

    def begins_sentence(self, index: int) -> bool:
        gap = self.gap(index)
        if not index or "\n" in gap:
            return True
        return gap.strip(" \t\"'“„«(*-–—")[-1:] in {*".!?:;,)", COVER}


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
            last = max(step for step in range(size) if names.sender.owns(names.words[index + step]))
            first = _initials_before(names, index)
            yield names.words[first].start, names.span(index, last + 1)[1]
            if names.begins_line(first):
                yield from _signed_beside(names, index)
        index += size


def _signed_beside(names: Names, index: int) -> Iterator[Span]:
    """ "Fermín y Rocío" on a line of their own: who signs with the sender."""
    together = list(names.names_from(index))
    if len(together) < 2:
        return
    end = names.span(*together[-1])[1]
    if not names.text[end : end + 60].split("\n", 1)[0].strip(" ,.!*-–—"):
        yield from names.open_spans(together[1:])


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
    if names.line_of(word).strip(" >,.!-–—\t") == word.text:
        return True
    return bool(index) and names.words[index - 1].key in WORDS.titles


def find_nicknames(names: Names) -> Iterator[Span]:
    """A short form of the sender's name, alone on its line."""
    for word in names.words:
        if word.is_capitalised and names.sender.is_nickname(word):
            line = names.line_of(word)
            if not any(char.isalnum() for char in line.replace(word.text, "", 1)):
                yield word.start, word.end


def find_first_names(names: Names) -> Iterator[Span]:
    """Common first names anywhere, with the surname behind; not saints, streets and houses."""
    for index, word in enumerate(names.words):
        if word.key not in WORDS.first_names or not word.is_capitalised:
            continue
        before = names.bare_key(index - 1) if index else ""
        if before in WORDS.place_prefixes and names.gap(index) in {" ", ". ", "'"}:
            continue
        yield from names.open_run(index)


def find_again(names: Names, found: Sequence[str]) -> Iterator[Span]:
    """Names found once, wherever they stand again; parts of three letters or more."""
    parts = (part for name in found for part in re.split(r"[\s.]+", name))
    known = {fold_letters(part) for part in parts if len(part) > SHORTEST_NICKNAME - 1}
    for words in (WORDS.ordinary_names, WORDS.particles, no_names()):
        known = known - words  # each is long: nothing is made of them together
    for index, word in enumerate(names.words):
        if word.key in known and word.is_capitalised and not names.is_ours(index, 1):
            yield word.start, word.end
