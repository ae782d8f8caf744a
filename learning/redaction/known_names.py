"""Names known whatever their place: the sender's own, common first names, those found before."""

import re
from collections.abc import Iterator, Sequence

from learning.redaction.names import SHORTEST_NICKNAME, Names
from learning.redaction.page import Span
from learning.redaction.words import WORDS, no_names
from templatesapp.text.tokens import fold_letters


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
    known = {
        fold_letters(part)
        for name in found
        for part in re.split(r"[\s.]+", name)
        if len(part) > SHORTEST_NICKNAME - 1
    }
    known -= WORDS.ordinary_names | WORDS.particles | no_names()
    for index, word in enumerate(names.words):
        if word.key in known and word.is_capitalised and not names.is_ours(index, 1):
            yield word.start, word.end
