"""Names by their place: behind a greeting, a closing, "my friend", "this is"; before an address.

A word that our field or the languages use for other things is none (``name_words.no_names``).
"""

import re
from bisect import bisect_left
from collections.abc import Iterator

from learning.redaction.names import LONGEST_NAME, Names
from learning.redaction.page import COVER, Span, as_seen
from templatesapp.text.lexicon import Phrases
from templatesapp.text.name_words import WORDS, no_names

_LAST_LINES = 5  # looked at from the end of a block for a bare name
_MOST_GREETINGS = 3
_SIGNED_WORDS = 3  # at the end of a line
_CLOSING_WORDS = 6
_SENTENCE_GAP = re.compile(r"[^\n\w]{0,6}[.?!][^\n\w]{0,6}")
_LINE = re.compile(r"^.*$", re.MULTILINE)
_ATTRIBUTION_REACH = 14  # words of an attribution line


_GREETINGS = Phrases(WORDS.greetings)
_CLOSINGS = Phrases(WORDS.closings)
_INTRODUCTIONS = Phrases(WORDS.introductions | WORDS.weak_introductions)
_RELAYED = Phrases(WORDS.relayed)


def _behind(names: Names, phrases: Phrases) -> Iterator[tuple[int, int]]:
    """Where one of the phrases stands, and the word behind it."""
    for index, word in enumerate(names.words):
        size = names.match(index, phrases) if word.key.rstrip(".") in phrases.firsts else 0
        if size and index + size < len(names.words):
            yield index, index + size


def find_greeted(names: Names) -> Iterator[Span]:
    """The name in a greeting clause: "Dear Annika," but nothing of what follows."""
    for index, position in _behind(names, _GREETINGS):
        if not names.begins_line(index):
            continue
        for _ in range(_MOST_GREETINGS - 1):  # "Hallo lieber Paolo"
            position += names.match(position, _GREETINGS)
        gap = names.gap(position) if position < len(names.words) else "\n"
        if gap.strip(" ,:") == "" and len(gap) <= 3:
            yield from names.open_spans(names.names_from(position))


def find_signed(names: Names) -> Iterator[Span]:
    """The name behind a closing, in its line or on the next one."""
    for index, position in _behind(names, _CLOSINGS):
        gap = names.gap(position)
        if COVER in gap or gap.count("\n") > 3 or gap.strip(" \n\t\r,.!-–—>:*") != "":
            continue
        found = list(names.names_from(position)) if names.begins_sentence(index) else []
        if found and _ends_clause(names, found[-1]):
            if gap == " " and names.is_ordinary(*found[0]):
                continue
            yield from names.open_spans(found)


def _ends_clause(names: Names, last: tuple[int, int]) -> bool:
    """Nothing of a sentence goes on behind the name: "Thanks Anna" but not "Best Western is"."""
    _, end = names.span(*last)
    rest = names.text[end : end + 60].split("\n", 1)[0]
    return not re.match(r"\s?[\w']", rest) or rest.lstrip().startswith(COVER)


def find_last_lines(names: Names) -> Iterator[Span]:
    """A bare name at the end of the mail, of a quoted mail, or above its contact lines."""
    if sum(any(map(str.isalnum, line)) for line in names.text.split("\n")) < 2:
        return  # a heading or a subject: nothing is signed
    for block in _blocks(names.text):
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
            if len(as_seen(line)) > 60 or line[-1] in "?!.":
                break


def find_behind_text(names: Names) -> Iterator[Span]:
    """Who signs in the last line behind what it says: "lg emre", "is it far? Remi", "tom bed 9"."""
    for block in _blocks(names.text):
        written = (line for line in reversed(block) if names.text[slice(*line)].strip(" >\t"))
        start, end = next(written, (0, 0))
        inside = _indexes(names, start, end)
        if not inside or COVER in names.text[names.words[inside[-1]].end : end]:
            continue
        signed = [i for i in inside[-_SIGNED_WORDS:] if names.sender.signs_as(names.words[i])]
        yield from names.open_spans((index, 1) for index in signed or _last_name(names, inside))


def _last_name(names: Names, inside: list[int]) -> list[int]:
    """The words of a line's last sentence, or behind its closing, where they are a name."""
    last, behind = inside[-1], names.text[names.words[inside[-1]].end :].split("\n", 1)[0]
    words = names.words
    if words[last].key in no_names() or any(map(str.isdigit, behind)):
        return []
    closed = (i + names.match(i, _CLOSINGS) for i in inside[-_CLOSING_WORDS:-1])
    if COVER not in names.gap(last) and last in closed:
        return [last]
    gaps = {i: names.gap(i) for i in inside[-_SIGNED_WORDS:]}
    firsts = [i for i, gap in gaps.items() if _SENTENCE_GAP.fullmatch(gap) and COVER not in gap]
    said = list(range(firsts[-1], last + 1)) if firsts else []
    is_first_name = len(said) == 1 and words[last].key in WORDS.first_names
    is_name = not behind.strip() and all(map(names.is_name_word, said))
    return said if is_first_name or is_name else []


def _blocks(text: str) -> Iterator[list[Span]]:
    """Lines of the same quoting depth; a quote's attribution line ends the block before it."""
    block: list[Span] = []
    was_quoted = False
    for start, end in (found.span() for found in _LINE.finditer(text)):
        line = as_seen(text[start:end].lstrip())
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
    if lead.startswith(COVER) and names.words[inside[0]].key in WORDS.joiners:
        inside, lead = inside[1:], ""  # "[NAME] und Hauke"
    if not inside or lead.strip(COVER + " &+/") or (lead and lead.strip(COVER) == ""):
        return []
    found = list(names.names_from(inside[0]))
    if not found or found[-1][0] + found[-1][1] - 1 > inside[-1]:
        return []
    after = names.text[names.span(*found[-1])[1] : end].strip()
    if after and after[0] not in "(,/|-–—:" + COVER:
        return []
    below = names.text[end:].lstrip(" >\t\r\n")
    beyond = (after[1:].lstrip() or below) if after.startswith(",") else ""
    if beyond.startswith(COVER) and len(found) == 1:
        return []  # a closing that nobody knows: "Sheepishly, [NAME]"
    index, size = found[0]
    if not any(names.sender.owns(word) for word in names.words[index : index + size]):
        line = names.text[start:end].rstrip()
        doubtful = len(found) == 1 and size == 1 and names.is_ordinary(index, size)
        if doubtful or line.endswith(("?", "!")) or _is_below_name(names, start):
            return []
    return list(names.open_spans(found))


def _is_below_name(names: Names, start: int) -> bool:
    """The line above is a covered name: this one names the firm or the town."""
    line_start = names.text.rfind("\n", 0, max(start - 1, 0)) + 1
    line = names.text[line_start : max(start - 1, 0)].strip(" >\t\r")
    return bool(line) and not line.strip(COVER)


def _indexes(names: Names, start: int, end: int) -> list[int]:
    first = bisect_left(names.words, start, key=lambda word: word.start)
    last = bisect_left(names.words, end + 1, key=lambda word: word.end)
    return list(range(first, last))


def find_introduced(names: Names) -> Iterator[Span]:
    """ "This is Kayleigh", "name Jonathan Breakspear", "a nome di Rossi"."""
    for index, position in _behind(names, _INTRODUCTIONS):
        gap = names.gap(position)
        is_near = len(gap) <= 4 or ":" in gap  # forms are filled up
        if gap.strip(" :'’\"“„«=") != "" or not is_near:
            continue
        phrase = " ".join(map(names.bare_key, range(index, position)))
        found = list(names.names_from(position, commas=":" in gap))
        is_weak = phrase in WORDS.weak_introductions and bool(found) and found[0][1] == 1
        if is_weak and not _is_sure_alone(names, found[0][0], phrase):
            continue
        yield from names.open_spans(found)


def _is_sure_alone(names: Names, index: int, phrase: str) -> bool:
    """A single word behind a weak introduction: no ordinary one, and the clause ends there.

    German writes every noun with a capital, so "ich bin Lehrerin" never proves a name.
    """
    if phrase.split()[0] in WORDS.lone_introductions or names.is_ordinary(index, 1):
        return False
    word = names.words[index]
    following = names.text[word.end : word.end + 8]
    if not following.strip() or following[0] in ",.!?;)\n(" + COVER:
        return True
    if index + 1 >= len(names.words):
        return False
    return names.words[index + 1].key in WORDS.clause_ends


def find_related(names: Names) -> Iterator[Span]:
    """Names behind a relation: "my friend Leo", "mia moglie Carla", "my daughter, Anaya,"."""
    for index, word in enumerate(names.words):
        if word.key not in WORDS.relations or index + 1 >= len(names.words):
            continue
        gap = names.gap(index + 1)
        if gap not in {" ", ", ", " (", ": ", " – ", " - ", ' "', " “"}:
            continue
        found = list(names.names_from(index + 1, commas=True))
        in_apposition = gap != " "
        if found and not (in_apposition and names.is_ordinary(*found[0])):
            yield from names.open_spans(found)


def find_titled(names: Names) -> Iterator[Span]:
    """ "Mr Fenn", "Frau Müller", "Sig.ra Pace"; a title that is a word too needs its capital."""
    for index, word in enumerate(names.words[:-1]):
        key = names.bare_key(index)
        if key not in WORDS.titles or names.gap(index + 1) not in {" ", ". "}:
            continue
        if key in WORDS.weak_titles and not word.is_capitalised:
            continue
        following = index + 1
        if names.words[following].key in WORDS.titles:
            continue
        yield from names.open_run(following)


def find_at_desk(names: Names) -> Iterator[Span]:
    """ "Marta on the desk", "Luca della reception", "Anna vom Empfang"."""
    for index, word in enumerate(names.words):
        if word.key not in WORDS.desks:
            continue
        position = index - 1
        while position >= 0 and index - position <= 4 and names.gap(position + 1) == " ":
            if names.words[position].key not in WORDS.desk_joiners:
                break
            position -= 1
        if index - position < 2 or position < 0 or names.gap(position + 1) != " ":
            continue
        if names.words[position + 1].key in WORDS.weak_desk_joiners:
            continue  # "nach Schließung der Rezeption"
        # "die Dame vom Empfang"
        is_thing = position and names.bare_key(position - 1) in WORDS.owners
        if names.words[position].key in WORDS.relations or is_thing:
            continue
        if names.is_name_word(position) and not names.is_ordinary(position, 1):
            yield from names.open_spans([(position, 1)])


def find_in_headers(names: Names) -> Iterator[Span]:
    """Names in front of an address ("Loredana Pace <…>"), in quoted headers and attributions, and
    those that a platform passes on."""
    for index, word in enumerate(names.words):
        if index and names.match(index, _RELAYED):
            yield from _relayed(names, index - 1)
        if word.key in WORDS.attribution_verbs:
            yield from _attributed(names, index)
        elif word.key in WORDS.header_keys and _is_header(names, index):
            yield from names.open_spans(names.names_from(index + 1, commas=True))
        if names.text[word.end : word.end + 4].lstrip(' "').startswith(("<" + COVER, "[" + COVER)):
            first = index
            while first and names.is_name_word(first - 1) and names.gap(first) == " ":
                first -= 1
            if names.is_name_word(first) and word.key not in WORDS.organisation_words:
                yield from names.open_spans([(first, index - first + 1)])


def _is_header(names: Names, index: int) -> bool:
    """ "From: …" of a quoted mail, at the start of a line."""
    if index + 1 >= len(names.words) or not names.begins_line(index):
        return False
    gap = names.gap(index + 1)
    return gap.strip().startswith(":") and "\n" not in gap


def _relayed(names: Names, last: int) -> Iterator[Span]:
    """ "Marcus Feld sent you a message", at the start of a line."""
    first = last + 1
    while first and names.is_name_word(first - 1) and names.gap(first) == " ":
        first -= 1
    if 0 <= last - first < LONGEST_NAME and names.begins_line(first):
        yield from names.open_spans([(first, last - first + 1)])


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
        yield from names.open_spans([(position + 1, last - position)])
    if verb + 1 < len(names.words) and len(rest.split()) <= _ATTRIBUTION_REACH:
        yield from names.open_spans(names.names_from(verb + 1))
