"""What a mail asks for: questions (wants information) and requests (wants an action).

A sentence is cut where a new ask begins: at a clause boundary (start, comma, colon, dash,
coordinator) that is followed by a question word, an inversion, an imperative or a request
phrase. Each piece is one ask at most, and a question before it is a request: "could you tell me
what time …" wants information. Rules: ``templatesapp/languages/<code>/asks.toml``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, partial

from drafting.pipeline.interpret.matching import WORD, Patterns, count_words, fold, words_pattern
from drafting.pipeline.interpret.rules import AskRules
from drafting.pipeline.interpret.sentences import Sentence, split_sentences
from drafting.pipeline.interpret.topics import leading_topic
from drafting.pipeline.plan import MAX_ASKS, AskKind
from templatesapp.text.languages import known_language, rules
from templatesapp.text.tokens import terms

_MIN_SIDE_WORDS = 3  # of both halves of a question that is cut at "and"
_INDIRECT_REACH = 28  # characters between "let me know" and "whether"
_SAME_SHARE = 0.8  # of words: a request that says what a question says
_EDGES = " ,;:-–—¿(\n"
_ECHO_EDGES = " ,;:¿?!.-"


class _Asks(Patterns):
    """With the forms that are made of several lists."""

    def __init__(self, language: str) -> None:
        super().__init__(AskRules, language)
        r = rules(AskRules)[language]
        either = partial(_either, language=language)
        coordinators = either(r.coordinators)
        self.boundary = re.compile(rf"[,;:(]\s|\s[-–—]+\s|,(?=\S)|\s{coordinators}\s")
        self.coordinator = re.compile(rf"\s*{coordinators}\s")
        self.filler = re.compile(rf"(?:{either(r.fillers)}(?!\w)[\s,!:]*){{0,4}}")
        leads, complements = either(r.indirect_leads), either(r.complements)
        self.indirect = re.compile(
            rf"(?<!\w)(?:{leads}(?!\w)[^.?!]{{0,{_INDIRECT_REACH}}}?(?<!\w){complements}"
            rf"|{either(r.noun_leads)})(?!\w)"
        )
        self.no_question = words_pattern(r.pleasantries + r.rhetorical, language)
        self.desire_reach = r.desire_reach


@dataclass(frozen=True, slots=True)
class _Piece:
    """A part of a folded sentence that may hold one ask. ``opens``: what stands at its start."""

    start: int
    end: int
    opens: str  # "", "question", "request", "indirect"


def _either(forms: Iterable[str], language: str) -> str:
    return f"(?:{'|'.join(fold(form, language) for form in forms)})"


@cache
def _compiled(language: str) -> _Asks:
    return _Asks(language)


@dataclass(frozen=True, slots=True)
class Asked:
    """A clause that asks: for information (question) or to do something (action).

    ``start`` and ``end`` are offsets in the text.
    """

    kind: AskKind
    text: str
    sentence: Sentence
    start: int
    end: int


def find_asked(text: str, language: str) -> tuple[Asked, ...]:
    """What asks, in reading order, each once. An unknown language: "?" and English."""
    code = known_language(language)
    patterns = _compiled(code)
    found: list[Asked] = []
    ultimatums: list[Asked] = []
    previous_asked = False
    introduction: Sentence | None = None  # of a list
    for sentence in split_sentences(text, code):
        if len(found) > MAX_ASKS:
            break
        folded = sentence.folded
        if previous_asked and _is_echo(sentence, folded, patterns):
            continue
        previous_asked = False
        for kind, start, end in _asks_of(sentence, folded, patterns):
            asked = _asked(
                sentence, AskKind.QUESTION if kind == "question" else AskKind.ACTION, start, end
            )
            previous_asked = kind != "ultimatum"
            (found if previous_asked else ultimatums).append(asked)
        if not sentence.is_item:
            introduction = sentence
        elif sentence.opens and introduction and (wanted := _listed(introduction, code)):
            found = [ask for ask in found if ask.sentence is not introduction]
            if not previous_asked:
                found.append(_asked(sentence, wanted, 0, len(folded)))
    # An ultimatum repeats, as a condition, what was asked before it.
    return _unique(found or ultimatums[:1], code)


def _listed(introduction: Sentence, language: str) -> AskKind | None:
    """What "Please tell us:" asks of each item below it; None where it asks for nothing, or for
    something that it names itself."""
    folded, patterns = introduction.folded, _compiled(language)
    rest, leads = patterns.indirect_leads.subn(" ", folded)
    if folded[-1:] in ".?!" or leading_topic(rest, language) is not None:
        return None
    if leads:
        return AskKind.QUESTION
    asks = patterns.requests, patterns.desires, patterns.performatives
    return AskKind.ACTION if any(pattern.search(folded) for pattern in asks) else None


def _asked(sentence: Sentence, kind: AskKind, start: int, end: int) -> Asked:
    text = sentence.text[start:end].strip(_EDGES)
    return Asked(kind, text, sentence, sentence.start + start, sentence.start + end)


def _is_echo(sentence: Sentence, folded: str, patterns: _Asks) -> bool:
    """ "Is that possible?" behind what is to be possible."""
    return sentence.asked and patterns.echoes.fullmatch(folded.strip(_ECHO_EDGES)) is not None


def _is_echo_clause(folded: str, piece: _Piece, patterns: _Asks) -> bool:
    clause = folded[_skip(folded, piece.start, patterns)[0] : piece.end]
    return patterns.echoes.fullmatch(clause.strip(_ECHO_EDGES)) is not None


def _asks_of(sentence: Sentence, folded: str, patterns: _Asks) -> Iterator[tuple[str, int, int]]:
    """``(question|request|ultimatum, start, end)`` in the sentence."""
    if sentence.asked and patterns.no_question.search(folded.lstrip("¿¡ ")):
        return
    pieces = _cut(folded, sentence.asked, patterns)
    found = False
    for index, piece in enumerate(pieces):
        is_last = index == len(pieces) - 1
        kind = _kind(folded, piece, sentence.asked, patterns)
        if not kind and sentence.asked and is_last and not found:
            kind = "question"
            piece = _Piece(0, len(folded), "") if len(pieces) == 1 else piece
        if found and kind == "question" and _is_echo_clause(folded, piece, patterns):
            continue
        if kind:
            found = True
            yield kind, piece.start, piece.end
    if not found and not sentence.asked and patterns.ultimatums.search(folded):
        yield "ultimatum", 0, len(folded)


def _cut(folded: str, asked: bool, patterns: _Asks) -> list[_Piece]:
    starts: list[tuple[int, str]] = []
    seen = -1
    for boundary, content, is_comma in _boundaries(folded, patterns):
        if content == seen:  # "hola, me …": the greeting was skipped already
            continue
        seen = content
        previous = starts[-1] if starts else (0, "")
        opens = _opens(folded, content, asked, is_comma, patterns)
        if not opens and _joins(folded, content, is_comma, patterns):
            opens = _joined(folded, content, previous, boundary, patterns)
        if not opens:
            if boundary == 0:
                starts.append((0, ""))
            continue
        if previous[1] == "request" and _is_bare_lead(folded, previous[0], boundary, patterns):
            continue
        if boundary and opens != "request":
            left, right = folded[previous[0] : boundary], folded[boundary:]
            short = count_words(right) < _MIN_SIDE_WORDS
            if short or (previous[1] and count_words(left) < _MIN_SIDE_WORDS):
                continue
        starts.append((boundary, opens))
    ends = [start for start, _ in starts[1:]] + [len(folded)]
    return [_Piece(start, end, opens) for (start, opens), end in zip(starts, ends, strict=True)]


def _said_before(folded: str, previous: tuple[int, str], boundary: int, patterns: _Asks) -> str:
    """What the piece up to here is: another complement or action may join it."""
    start, opens = previous
    if patterns.indirect.search(folded, start, boundary):
        return "indirect"
    if opens == "request" or _has_request(folded, start, boundary, patterns):
        return "request"
    return opens


def _is_bare_lead(folded: str, start: int, end: int, patterns: _Asks) -> bool:
    """ "Por favor, …": a request phrase whose content comes behind the comma."""
    content = _skip(folded, start, patterns)[0]
    if content >= end:
        return True
    match = patterns.requests.match(folded, content, end)
    return match is not None and not WORD.search(folded, match.end(), end)


def _boundaries(folded: str, patterns: _Asks) -> Iterator[tuple[int, int, bool]]:
    """``(boundary, where the clause's own words begin, only a comma stands there)``."""
    yield 0, _skip(folded, 0, patterns)[0], False
    for match in patterns.boundary.finditer(folded):
        content, joined = _skip(folded, match.end(), patterns)
        is_comma = match.group()[0] == "," and not joined
        yield match.start(), content, is_comma


def _skip(folded: str, position: int, patterns: _Asks) -> tuple[int, bool]:
    """Past a coordinator and fillers; whether there was a coordinator."""
    while position < len(folded) and folded[position] in " ,;:-–—¿(\"'":
        position += 1
    coordinator = patterns.coordinator.match(folded, position)
    if coordinator:
        position = coordinator.end()
    filler = patterns.filler.match(folded, position)
    if filler:
        position = filler.end()
    while position < len(folded) and folded[position] in " ,;:¿(\"'":
        position += 1
    return position, coordinator is not None


def _opens(folded: str, content: int, asked: bool, is_comma: bool, patterns: _Asks) -> str:
    if asked:
        question = patterns.comma_starts if is_comma else patterns.question_starts
        if question.match(folded, content):
            return "question"
    if patterns.unmarked_starts.match(folded, content):
        return "question"
    if patterns.indirect.match(folded, content):
        return "indirect"
    if _is_request_at(folded, content, patterns):
        return "request"
    return ""


def _joins(folded: str, content: int, is_comma: bool, patterns: _Asks) -> bool:
    """Whether a complement or an action stands here that may go on with what was asked before."""
    complement = not is_comma and patterns.complements.match(folded, content)
    return bool(complement or patterns.second_actions.match(folded, content))


def _joined(
    folded: str, content: int, previous: tuple[int, str], boundary: int, patterns: _Asks
) -> str:
    said = _said_before(folded, previous, boundary, patterns)
    if said == "indirect" and patterns.complements.match(folded, content):
        return "indirect"
    if said == "request" and patterns.second_actions.match(folded, content):
        return "request"
    return ""


def _is_request_at(folded: str, content: int, patterns: _Asks) -> bool:
    request = patterns.requests.match(folded, content)
    if request:
        return not _asks_nothing(folded, request.end(), patterns)
    if patterns.desires.match(folded, content):
        return True
    declared = patterns.performatives.match(folded, content)
    imperative = patterns.imperatives.match(folded, content)
    if imperative and _asks_nothing(folded, imperative.end(), patterns):
        return bool(declared)  # "see you then", "give our love"
    return bool(declared or (imperative and count_words(folded[content:]) >= 2))


def _kind(folded: str, piece: _Piece, asked: bool, patterns: _Asks) -> str:
    """What a piece asks: "question", "request" or nothing."""
    start, end = piece.start, _before_echo(folded, piece, patterns)
    if end < piece.end and _has_request(folded, start, end, patterns):
        return "request"  # "we would like to add a person, is that possible?"
    end = piece.end
    if piece.opens == "indirect" or patterns.indirect.search(folded, start, end):
        return "question"
    if asked and patterns.ability_questions.search(folded, start, end):
        return "question"
    if _has_request(folded, start, end, patterns):
        return "request"
    if piece.opens == "request":
        return "request" if _opening_counts(folded, piece, patterns) else ""
    return "question" if piece.opens == "question" else ""


def _before_echo(folded: str, piece: _Piece, patterns: _Asks) -> int:
    """Where the piece ends without an echo after its last comma."""
    comma = folded.rfind(",", piece.start, piece.end)
    tail = folded[comma + 1 : piece.end].strip(_ECHO_EDGES)
    return comma if comma > piece.start and patterns.echoes.fullmatch(tail) else piece.end


def _has_request(folded: str, start: int, end: int, patterns: _Asks) -> bool:
    for match in patterns.requests.finditer(folded, start, end):
        if _asks_nothing(folded, match.end(), patterns):
            continue
        if _is_question_at(folded, match.end(), patterns):
            return False  # "please what is your earliest check-in"
        names_action = patterns.desired.search(match.group())
        if names_action or WORD.search(folded, match.end(), end):
            return True
    trailing = patterns.trailing_please.search(folded, start, end)
    if trailing and _is_question_at(folded, start, patterns):
        return False  # "what is the password, please"
    if trailing and count_words(folded[start : trailing.start()]) >= 1:
        return True
    return _has_desire(folded, start, end, patterns)


def _is_question_at(folded: str, position: int, patterns: _Asks) -> bool:
    return patterns.unmarked_starts.match(folded, _skip(folded, position, patterns)[0]) is not None


def _has_desire(folded: str, start: int, end: int, patterns: _Asks) -> bool:
    return any(
        patterns.desired.search(folded, match.end(), min(end, match.end() + patterns.desire_reach))
        for match in patterns.desires.finditer(folded, start, end)
    )


def _opening_counts(folded: str, piece: _Piece, patterns: _Asks) -> bool:
    content = _skip(folded, piece.start, patterns)[0]
    if patterns.desires.match(folded, content):
        return _has_desire(folded, content, piece.end, patterns)
    return True


def _asks_nothing(folded: str, position: int, patterns: _Asks) -> bool:
    while position < len(folded) and folded[position] in " ,":
        position += 1
    return patterns.no_request.match(folded, position) is not None


def _unique(asks: list[Asked], language: str) -> tuple[Asked, ...]:
    """Each once: no request for what another request or a question says already."""
    said = [_words(ask) for ask in asks if ask.kind is AskKind.QUESTION]
    questions: set[frozenset[str]] = set()
    wanted: list[frozenset[str]] = []
    kept = []
    for ask in asks:
        key = _words(ask)
        if ask.kind is AskKind.QUESTION:
            is_new = key not in questions
            questions.add(key)
        else:
            content = frozenset(terms(ask.text, language)) or key
            is_new = not any(_same(key, words) for words in said) and not any(
                content <= earlier for earlier in wanted
            )
            wanted.append(content)
        if is_new:
            kept.append(ask)
    return tuple(kept)


def _words(ask: Asked) -> frozenset[str]:
    return frozenset(WORD.findall(ask.text.lower()))


def _same(left: frozenset[str], right: frozenset[str]) -> bool:
    return len(left & right) >= _SAME_SHARE * max(len(left | right), 1)
