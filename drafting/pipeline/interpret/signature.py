"""Where a mail's text ends and its signature begins, and which name stands there.

A mail without a signature has no name, whatever its From header says."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import chain

from drafting.pipeline.interpret.matching import all_forms, fold, line_pattern
from templatesapp.text.name_words import WORDS, address_words, no_names

_MAX_LINES = 8  # of a signature, blank ones apart
_MAX_LINE_LENGTH, _MOST_LINE_WORDS = 90, 9
_LONG_WORD, _FEWEST_OF_FIRM, _FEWEST_OF_ADDRESS = 4, 5, 3
_DISCLAIMED = 200  # characters of a line that show it to be a firm's small print
_MAX_NAME_WORDS = 6
_MAX_NAME_LENGTH = 48
_DELIMITER = re.compile(r"--\s?")
_DATA_LINE = re.compile(  # phone, address, link or reference, perhaps with a key in front
    r"(?:[^\W\d_]{1,14}\.?\s?[:.]?\s{0,2})?"
    r"(?:\+?[\d ()/.-]{6,24}|\S{1,80}@\S{1,80}|(?:https?://|www\.)\S{1,200})"
)
_EMOJI_AND_MARKS = re.compile(r"[^\w\s.,;:/|()&'+@-]|_")
# "Director, Halden Ltd.": a few capitalised words, a dot that ends no sentence.
_COMPANY = re.compile(r"(?:[A-ZÀ-Þ&][\w&'-]{0,20}[ ,]{1,2}){1,4}[A-ZÀ-Þ][\w]{0,8}\.")
_KISSES = re.compile(r"[xo]{1,6}")
_INITIAL_END = re.compile(r"\s[^\W\d_]\.$")
_CUT = re.compile(r"\s*[,;:/|(]|\s+[-–—]+\s|\s+\d")
_SAID = re.compile(r":(?:\s+[^\W\d_]\S*){3}")  # "Ignore: answer in English" signs nothing
_PARTS = re.compile(r"[,;:/|]\s|\(|\s[-–—]+\s")
_NAME_WORD = re.compile(r"[^\W\d_](?:[^\W\d_]|['.-])*")
# The last sentence of a line, where a closing and a name may follow the text; no initial ends one.
_SENTENCE_END = re.compile(r"(?:(?<![\s-][^\W\d_])\.|[.!?;)]*[!?;)])\.{0,3}\s+|[,–—]\s|\s-\s|^")
_LONGEST_END = 5  # words, from a known name to the end of the mail: "Davide Ferri ref. 7JQ"
_SHORTEST_GLUED = 3  # letters of a known name after words of the text: "open the door marta"
_LONGEST_FUNCTION_WORD = 3  # letters: of some that other languages call people by
_TAIL = 80
_POSTSCRIPT = 6  # lines below the name


@cache
def _closings() -> tuple[re.Pattern[str], ...]:
    """A closing phrase at the start of a line: any of them, then one pattern a phrase, of which the
    longest match wins."""
    joiners, phrases = "|".join(all_forms().joiners), [*map(fold, all_forms().closings)]
    return tuple(
        re.compile(rf"[\W_]{{0,3}}(?:(?:{joiners})\s)?(?:{phrase})(?![\w'])")
        for phrase in ("|".join(phrases), *phrases)
    )


def after_closing(line: str) -> str | None:
    """What stands after a closing phrase ("Best, Tom" -> "Tom"); None when there is none.

    Several may follow each other: "Thanks and kind regards", "Grazie mille, saluti".
    """
    rest = line.strip()
    found = False
    for _ in range(3):
        folded, (anyone, *each) = fold(rest), _closings()
        if not anyone.match(folded):  # most lines begin with none
            break
        found = True
        matches = (pattern.match(folded) for pattern in each)
        rest = rest[max(match.end() for match in matches if match) :].lstrip(" ,.!;:-–—\t")
    return rest if found else None


def clean_name(raw: str, *, sender_name: str = "", trusted: bool = False) -> str | None:
    """The name in a signature line, as signed; None when the line is no name.

    ``trusted``: it stands behind a closing, so lower case and single words will do. The parts
    of ``sender_name`` are known names in any case.
    """
    words = _words_of_line(raw)
    if not 1 <= len(words) <= _MAX_NAME_WORDS or sum(map(len, words)) > _MAX_NAME_LENGTH:
        return None
    names = _names_among(words)
    if not names or not all(_NAME_WORD.fullmatch(name) for name in names):
        return None
    folded = [fold(name).rstrip(".") for name in names]
    known = name_parts(sender_name)
    longest = _LONGEST_FUNCTION_WORD if len(names) > 1 else 1  # "Hui Min", "Per Olsen"
    is_other = len(folded[0]) > longest and folded[0] in no_names()
    if is_other and not _begins_one(folded[0], known):
        return None
    whole = fold("".join(names)).rstrip(".")  # "P. IVA", a firm's number
    if any(name.rpartition("'")[2] in _offices() for name in (*folded, whole)):
        return None
    if all(name[0].isupper() for name in names):
        return " ".join(words)
    if len(words) == 1 and trusted and len(words[0]) > 1:
        return words[0]
    if len(names) > 2:
        return None
    own = _own_words(words, known).split()
    is_joined = bool(own) and any(map(_is_joiner, words[len(own) : len(own) + 1]))
    return " ".join(words if is_joined else own) or None  # "Ingrid and the boys"


def _words_of_line(raw: str) -> list[str]:
    """Words of the line's first part: no marks, no kisses, nothing after a comma or number."""
    line = _EMOJI_AND_MARKS.sub(" ", raw).strip().strip(" ,;:-'+").lstrip(".")
    if not _INITIAL_END.search(line):
        line = line.rstrip(" .")
    cut = _CUT.search(line)
    if cut:
        line = line[: cut.start()]
    words = line.strip(" ,-+&").split()
    while len(words) > 1 and _KISSES.fullmatch(words[-1]):
        words.pop()
    possessives = line_pattern(all_forms().possessives)
    for size in (1, 2):  # "i. A. Anke Sievers" has it in two
        if len(words) > size and possessives.fullmatch(fold("".join(words[:size]))):
            return words[size:]
    return words


def _names_among(words: list[str]) -> list[str]:
    """Words that must look like names."""
    titles = _titles()
    named = (word for word in words if not titles.fullmatch(fold(word).rstrip(".")))
    return [word for word in named if not _is_joining(word)]


@cache
def _offices() -> frozenset[str]:
    """Words of a firm's or an office's name; the shortest may be a family's, too ("Sá")."""
    return frozenset(w for w in WORDS.organisation_words - WORDS.ordinary_names if len(w) > 2)


def name_parts(name: str) -> set[str]:
    """Its folded words."""
    return set(re.split(r"[\W_]+", fold(name))) - {""}


@cache
def _titles() -> re.Pattern[str]:
    return line_pattern(tuple(re.escape(title) for title in all_forms().titles))


def _is_joining(word: str) -> bool:
    return _is_joiner(word) or word.lower() in all_forms().particles


def _is_joiner(word: str) -> bool:
    return word in {"&", "+"} or bool(
        line_pattern(all_forms().joiners).fullmatch(fold(word).rstrip("."))
    )


def own_names(sender_name: str, address: str) -> str:
    """Whose words are the sender's names: those of the header, and of the address ("r.adeyemi@…",
    "giuliaconti@…"), without words that stand there for others, unless it is surely a person's.
    A firm has none."""
    person = name_in_header(sender_name, address)
    if not person and name_parts(sender_name) & _offices():
        return ""
    named = [person] if person else sorted(name_parts(sender_name) - no_names())
    return " ".join([*named, *address_words(address)])


def split_signature(text: str, *, sender_name: str = "") -> tuple[str, str]:
    """``(text, signature)``: the signature is made of whole lines at the end."""
    footer = line_pattern(all_forms().device_footers)
    lines = [
        line
        for line in _above_small_print(text.rstrip().split("\n"))
        if len(line) >= _MAX_LINE_LENGTH or not footer.fullmatch(fold(line.strip()).rstrip("."))
    ]
    start = _signature_start(lines, sender_name)
    new, signature = "\n".join(lines[:start]), "\n".join(lines[start:])
    is_closed = any(
        _DELIMITER.fullmatch(one.strip()) or after_closing(one) for one in lines[start:]
    )
    if not is_closed and (not new.strip() or _is_address(lines)):
        # "Late Checkout": two capitals make no name of a whole mail
        return "\n".join(lines), ""
    return new, signature


def _is_address(lines: Sequence[str]) -> bool:
    """Whether nothing else stands there: a whole mail of it is what we asked for."""
    whole = " ".join(lines)
    is_said = any(line.rstrip().endswith((".", "!", "?")) for line in lines)  # "Thanks."
    return not is_said and _is_of_firm(whole, _FEWEST_OF_ADDRESS) and any(map(str.isdigit, whole))


def _above_small_print(lines: list[str]) -> list[str]:
    """What stands above a firm's disclaimer; all of it where nothing does."""
    begins = line_pattern(all_forms().disclaimers)
    for index, line in enumerate(lines):
        is_small_print = begins.match(fold(line[:_DISCLAIMED].lstrip("*_-=#¿ \t")))
        if is_small_print and any(map(str.strip, lines[:index])):
            return lines[:index]
    return lines


def _signature_start(lines: list[str], sender_name: str) -> int:
    """Index of the first line of the signature; ``len(lines)`` without one."""
    seen, best = 0, len(lines)
    for index in range(len(lines) - 1, -1, -1):
        line = lines[index].strip()
        if not line:
            continue
        seen += 1
        if _DELIMITER.fullmatch(line) and seen <= _MAX_LINES + 4:
            return index
        if seen > _MAX_LINES or (len(line) > _MAX_LINE_LENGTH and not _is_of_firm(line)):
            break
        rest = after_closing(line)
        if rest is not None and (
            not rest or clean_name(rest, sender_name=sender_name, trusted=True)
        ):
            return index if index else best  # a mail of thanks only is text
        is_data, is_short = _DATA_LINE.fullmatch(line), len(line.split()) <= _MOST_LINE_WORDS
        is_sentence = "?" in line or line.endswith((".", "!", ":"))
        is_sentence = is_sentence or bool(_SAID.search(line)) or not is_short
        is_sentence = is_sentence and not _is_of_firm(line)
        if is_sentence and not (is_data or _INITIAL_END.search(line) or _COMPANY.fullmatch(line)):
            break  # no closing stands above it
        if is_data or (is_short and clean_name(line, sender_name=sender_name) is not None):
            best = index
    return best


def _is_of_firm(line: str, fewest: int = _FEWEST_OF_FIRM) -> bool:
    """ "Nordwind GmbH & Co. KG, Geschäftsführer: Dr. Rolf Hein, Amtsgericht Kiel HRB 12345": a long
    line that hardly has a longer word in small letters; no sentence in any language."""
    words = [word for word in _NAME_WORD.findall(line) if len(word) >= _LONG_WORD]
    small = sum(word[0].islower() for word in words)
    return len(words) >= fewest and not {"?", "!"} & set(line) and small * 5 <= len(words)


def find_guest_name(
    text: str, signature: str, *, sender_name: str = "", address: str = "", guest: str = ""
) -> str | None:
    """The name of the ``guest`` whom a platform names, as it is signed; else who signs."""
    known = guest or own_names(sender_name, address)
    signed = _signer(text, signature, known, name_in_header(guest or sender_name, address))
    return guest if guest and not (signed and _is_sender(signed, guest)) else signed


def _signer(text: str, signature: str, known: str, person: str) -> str | None:
    """The sender's name as it is signed, wherever it stands there; else the first name-like part of
    the signature, or what stands at the end of the text. ``known``: ``own_names``; a firm's or a
    team's mail may be signed by anybody."""
    if signature.strip():
        found = list(_signed_names(signature, known, person))
        return _of_sender(found, known) or next(iter(found), None)
    above, _, line = text.rstrip().rpartition("\n")
    tail = line[-_TAIL:]
    found = _names_in_last_line(tail, known, person)
    starts = [m.end() for m in _SENTENCE_END.finditer(tail)]
    ends = {m.end() for m in _SENTENCE_END.finditer(tail) if set(".!?") & set(m.group())}
    return (
        _of_sender(found, known)
        or _sender_at_end(tail, starts if above else starts[1:], known)
        or next(iter(found), None)
        or _name_above_postscript(text, known)
        or _stranger_at_end(tail, max(ends | {0} if above else ends, default=len(tail)))
        or _introduced(text, known)
    )


def _of_sender(names: Iterable[str], sender_name: str) -> str | None:
    return next((name for name in names if _is_sender(name, sender_name)), None)


def name_in_header(sender_name: str, address: str) -> str:
    """The From header's name where it is surely a person's: the address is made of it, too
    ("Callum Reid" <callum.reid@…>, <creid@…>), or a part of it ("Studio Ferri - Elena Ferri").
    Empty for a house, a desk, a team."""
    parts = [sender_name, *_PARTS.split(sender_name)]
    return next(filter(None, (_person_in(part, address) for part in parts)), "")


def _person_in(sender_name: str, address: str) -> str:
    name = clean_name(sender_name.title() if sender_name.islower() else sender_name) or ""
    local = re.split(r"[\W\d_]+", fold(address.partition("@")[0]))
    said = [part for part in re.split(r"[\W_]+", fold(name)) if len(part) > 1]
    if local == said:  # "Reservations" <reservations@…>: one word of both may be anything
        said = said if len(said) > 1 else []
    account = "".join(local)
    if len(said) > 1 and account == said[0][0] + said[-1]:
        return name
    return name if any(part in local or account.startswith(part) for part in said) else ""


def _signed_names(signature: str, sender_name: str, person: str) -> Iterator[str]:
    is_closed = False
    for line in filter(str.strip, signature.split("\n")):
        rest = after_closing(line)
        is_closed = is_closed or rest is not None
        said = line if rest is None else rest
        yield from _names_in(said, sender_name, person, trusted=is_closed)


def _names_in(said: str, sender_name: str, person: str, *, trusted: bool) -> Iterator[str]:
    """Of each part of a line ("Bises de Brest, Solène"): the name that it is, and the person's in
    it ("Giulia aus Chur"). Lower case is a name only where no header knows another."""
    known = name_parts(sender_name)
    for part in _PARTS.split(said):
        name = clean_name(part, sender_name=sender_name, trusted=trusted)
        if name and (_is_sender(name, sender_name) or not (person and name.islower())):
            yield name
        if not (name and _is_sender(name, sender_name)):
            own = _own_words(_words_of_line(part), known)
            if own and own[0].isupper():
                yield own


def _name_above_postscript(text: str, sender_name: str) -> str | None:
    """The sender's name on a line of its own, with a postscript under it."""
    for line in reversed(text.split("\n")[-_POSTSCRIPT:]):
        name = clean_name(line, sender_name=sender_name)
        if name and name == line.strip(" ,.") and _is_sender(name, sender_name):
            return name
    return None


def _names_in_last_line(tail: str, sender_name: str, person: str) -> list[str]:
    """What stands after a closing that ends the text."""
    closed = (after_closing(tail[m.end() :]) or "" for m in _SENTENCE_END.finditer(tail))
    names = (_names_in(rest, sender_name, person, trusted=True) for rest in closed)
    return [*chain.from_iterable(names), *_glued(tail)]


def _glued(tail: str) -> Iterator[str]:
    """ "where is the bus cheers Fiona x": a first name behind a closing, with no mark before it."""
    words = _words_of_line(_PARTS.split(tail)[-1])
    for closing in (" ".join(words[-size:]) for size in (2, 3)):
        name = after_closing(closing) or ""
        if name and name.istitle() and fold(name) in WORDS.first_names:
            yield name


def _sender_at_end(tail: str, starts: list[int], sender_name: str) -> str | None:
    """ "…, see you there. Tom", "Tom bed 9", "open up please tom": only a name that we know."""
    known = name_parts(sender_name)
    whole = starts[:1] if starts[:1] == [0] else []
    for start in (*whole, *reversed(starts)):
        name = clean_name(tail[start:], sender_name=sender_name)
        if name and _is_sender(name, sender_name):
            return name
        words = tail[start:].split()
        own = _own_words(words, known)
        is_rest = len(words) <= _LONGEST_END and not tail.rstrip().endswith((".", "!", "?"))
        if own and (is_rest or len(own.split()) == len(words)):
            return own
    third, second, last = ["", "", "", *(word.strip(".,!)") for word in tail.split())][-3:]
    for words, before in (([second, last], third), ([last], second)):
        own = _own_words(words, known, _SHORTEST_GLUED)
        is_word = fold(own) in WORDS.ordinary_names
        if own and len(own.split()) == len(words) and not (is_word or before[:1].isupper()):
            return own
    return None


def _own_words(words: list[str], known: set[str], shortest: int = 2) -> str:
    """The words in front that are the sender's names, and no words of a language."""
    own: list[str] = []
    for word in (word.strip(".,!)") for word in words):
        key = fold(word)
        is_own = len(key) >= shortest and _begins_one(key, known)
        if not (is_own and (own or key not in no_names())) and not (own and _is_joining(word)):
            break
        own.append(word)
    while own and _is_joining(own[-1]):
        own.pop()
    return " ".join(own)


def _stranger_at_end(tail: str, start: int) -> str | None:
    """ "Is it far? Remi": one to three words that are no others; in small letters a first name."""
    words = tail[start:].split()
    is_name = 1 <= len(words) <= 3 and not any(fold(word) in no_names() for word in words)
    is_first_name = len(words) == 1 and fold(words[0]) in WORDS.first_names
    if not is_name or words[-1][-1] in ".!?:":
        return None
    return clean_name(" ".join(words), trusted=is_first_name)


def _introduced(text: str, sender_name: str) -> str | None:
    """ "I'm Tom, we met in May": a name that we know, where people say theirs."""
    plain = re.sub(r"[\W_]", " ", fold(text))
    for match in _introductions().finditer(plain):
        own = _own_words(text[match.end() :].split(maxsplit=3)[:3], name_parts(sender_name))
        if own:
            return own
    return None


@cache
def _introductions() -> re.Pattern[str]:
    phrases = sorted(WORDS.introductions | WORDS.weak_introductions, key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, phrases))})(?!\w)")


def _is_sender(name: str, sender_name: str) -> bool:
    """Whether a part of it is a name of the sender's: not of the desk that sends ("Accounts")."""
    known = name_parts(sender_name)
    return any(_begins_one(part, known) for part in name_parts(name))


def _begins_one(part: str, known: set[str]) -> bool:
    """Whether it is one of the known, or their beginning: "Simo" signs for Simone."""
    return part in known or (len(part) > 2 and any(one.startswith(part) for one in known))
