"""What a mail asks for: questions (wants information) and requests (wants an action).

A sentence is cut where a new ask begins: at a clause boundary (start, comma, colon, dash,
coordinator) that is followed by a question word, an inversion, an imperative or a request
phrase. Each piece is one ask at most, and a question before it is a request: "could you tell me
what time …" wants information. Rules: ``templatesapp/languages/<code>/asks.toml``.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import zip_longest

from drafting.pipeline.interpret.matching import (
    WORD,
    AskRules,
    LanguageRules,
    Patterns,
    Sentence,
    count_words,
    fold,
    split_sentences,
    words_pattern,
)
from drafting.pipeline.interpret.scenario import ACTIONS, leading_topic
from drafting.pipeline.plan import MAX_ASKS, AskKind
from templatesapp.text.coverage.rules import compiled_rules
from templatesapp.text.languages import known_language, rules
from templatesapp.text.tokens import concepts, terms

_MIN_SIDE_WORDS = 3  # of both halves of a question that is cut at "and"
_MIN_JOINED_WORDS = 4  # of both sides of "and whether"
_MIN_RUN_WORDS = 4  # of what a question goes on from without a comma or an "and"
_TOPIC_WORDS = 5
_MOST_BESIDE = 3  # words beside an announced question
_INDIRECT_REACH = 28  # characters between "let me know" and "whether"
_SAME_SHARE = 0.8  # of words: a request that says what a question says
_EDGES = " ,;:-–—¿(\n"
_MARKS = re.compile(r"[,;:(]\s|\s[-–—]+\s")  # of who writes with care
_ASKED = frozenset(("time", "price"))  # "what time", "quel prix"
_ECHO_EDGES = " ,;:¿?!.-"


class _Asks(Patterns):
    """With the forms that are made of several lists."""

    def __init__(self, language: str) -> None:
        super().__init__(AskRules, language)
        r = rules(AskRules)[language]

        def either(forms: Iterable[str]) -> str:
            return f"(?:{'|'.join(fold(form, language) for form in forms)})"

        coordinators = either(r.coordinators)
        self.boundary = re.compile(rf"[,;:(]\s|\s[-–—]+\s|,(?=\S)|\s{coordinators}\s")
        self.coordinator = re.compile(rf"\s*{coordinators}\s")
        joins = compiled_rules(language)["and_words"].all
        self.additions = words_pattern(tuple(" ".join(phrase) for phrase in joins), language)
        self.filler = re.compile(rf"(?:{either(r.fillers)}(?!\w)[\s,!:]*){{0,4}}")
        leads, complements = either(r.indirect_leads), either(r.complements)
        self.indirect = re.compile(
            rf"(?<!\w)(?:{leads}(?!\w)[^.?!]{{0,{_INDIRECT_REACH}}}?(?<!\w){complements}"
            rf"|{either(r.noun_leads)})(?!\w)"
        )
        self.no_question = words_pattern(r.pleasantries + r.rhetorical, language)
        self.desire_reach = rules(LanguageRules)[language].desire_reach


_compiled = cache(_Asks)


@dataclass(frozen=True, slots=True)
class _Piece:
    """A part of a folded sentence that may hold one ask. ``opens``: what stands at its start."""

    start: int
    end: int
    opens: str  # "", "question", "request", "indirect"


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
        is_behind = previous_asked and sentence.asked
        if is_behind and patterns.echoes.fullmatch(folded.strip(_ECHO_EDGES)):
            continue  # "Is that possible?" after what is to be possible
        previous_asked = False
        for kind, start, end in _Clauses(sentence, patterns).asks():
            asked = _asked(
                sentence, AskKind.QUESTION if kind == "question" else AskKind.ACTION, start, end
            )
            previous_asked = kind != "ultimatum"
            (found if previous_asked else ultimatums).append(asked)
        if not previous_asked and (listed := _listed_inside(sentence, patterns)):
            found.append(listed)
        if not sentence.is_item:
            introduction = sentence
        elif sentence.opens and introduction and (wanted := _listed(introduction, code)):
            found = [ask for ask in found if ask.sentence is not introduction]
            if not previous_asked:
                found.append(whole_sentence(sentence, wanted))
    more = [ask for ask in found if not _wants_word(ask, code)]
    # An ultimatum repeats, as a condition, what was asked before it.
    return _unique(more or found or ultimatums[:1], code)


def with_subject(text: str, subject: str, language: str) -> str:
    """The text with the subject in place of a sentence that says no more than "see subject", above
    a text that takes up nothing of what the subject asks, or for a mail without a text."""
    if not text:
        return subject
    code = known_language(language)
    pointers = _compiled(code).subject_pointers
    for one in split_sentences(text, code):
        rest, found = pointers.subn(" ", one.folded)
        if found and count_words(rest) <= _MOST_BESIDE:
            return f"{text[: one.start]}{subject}{text[one.start + len(one.text) :]}"
    is_asked = any(one.asked for one in split_sentences(subject, code))
    topic = leading_topic(subject, code) if is_asked else None
    if topic is None or topic.concept in concepts(text, code):
        return text
    return f"{subject}\n{text}"


def as_marked(sentence: Sentence, language: str) -> tuple[Asked, ...]:
    """What is asked in a sentence that begins as a question does and lacks its mark."""
    code = known_language(language)
    clauses = _Clauses(replace(sentence, asked=True), _compiled(code))
    is_marked = sentence.text.rstrip("\"')] ").endswith(("?", "!"))
    if is_marked or not clauses.opens_question():
        return ()
    kinds = {"question": AskKind.QUESTION, "request": AskKind.ACTION}
    return tuple(_asked(sentence, kinds[kind], *place) for kind, *place in clauses.asks())


def begins_as_question(text: str, language: str) -> bool:
    """With its mark or without: "is there a lift"."""
    code = known_language(language)
    first = split_sentences(text, code)[:1]
    return any(
        _Clauses(replace(one, asked=True), _compiled(code)).opens_question() for one in first
    )


def _wants_word(ask: Asked, language: str) -> bool:
    if ask.kind is not AskKind.ACTION and ask.text.endswith("?"):
        return False
    begin = ask.start - ask.sentence.start
    said = ask.sentence.folded[begin : begin + ask.end - ask.start]
    return is_of_answering(said, language, is_all=ask.kind is not AskKind.ACTION)


def is_of_answering(folded: str, language: str, *, is_all: bool = True) -> bool:
    """ "Please let us know soon.", "I have a quick question.": of what else was asked. ``is_all``:
    hardly a word stands beside it ("…, whether that is so")."""
    code = known_language(language)
    rest, replies = _compiled(code).replies.subn(" ", folded)
    if not replies or (is_all and count_words(rest) > _MOST_BESIDE):
        return False
    return set(terms(rest, code)) <= _manners(code)


@cache
def _manners(language: str) -> frozenset[str]:
    return frozenset(terms(" ".join(rules(AskRules)[language].manners), language))


def asks_nothing(sentence: Sentence, language: str) -> bool:
    """Whether it is one of those that want no answer: "How are you?", "We would hate to lose the
    beds."."""
    code = known_language(language)
    return _compiled(code).no_question.search(sentence.folded.lstrip("¿¡ ")) is not None


def supposes(sentence: Sentence, language: str) -> bool:
    """Whether it says what its writer takes for given: "breakfast is included, I take it"."""
    code = known_language(language)
    return _compiled(code).suppositions.search(sentence.folded) is not None


def declares(sentence: Sentence, language: str) -> bool:
    """Whether it declares a deed that is ours to do ("she has fallen ill and we must cancel"), or
    what it shall be of what we offered ("then we take the second room")."""
    if decides(sentence.folded, language):
        return True
    says = _compiled(known_language(language)).performatives.search(sentence.folded)
    return bool(says) and not ACTIONS.isdisjoint(concepts(sentence.text, language))


def decides(folded: str, language: str) -> bool:
    """Whether it says which of the things that were offered it shall be."""
    return _compiled(known_language(language)).decisions.search(folded) is not None


def what_is_told(text: str, language: str) -> str:
    """What is to be known of what is to be sent or given: "the address" of "could you send me the
    address"; "" where anything else is wanted, an invoice beside it, say."""
    code = known_language(language)
    patterns, folded = _compiled(code), fold(text, language)
    for lead in patterns.tellings.finditer(folded):
        told = patterns.told.match(folded, _past(folded, lead.end(), " "))
        if patterns.complements.search(folded, 0, lead.start()):
            return ""  # "whether you work with agencies, or would give us the net rates"
        if told and all(map(patterns.told.search, _wanted(patterns, folded[told.end() :]))):
            said = WORD.finditer(folded, lead.start(), lead.end())
            articles = (w.start() for w in said if w[0] in rules(AskRules)[code].determiners)
            return text[next(articles, told.start()) :]
    return ""


def _wanted(patterns: Patterns, folded: str) -> Iterator[str]:
    """What is wanted by name: a verb that stands last wants what stands before it."""
    said = (wanted.group() for wanted in patterns.desired.finditer(folded))
    return (wanted for wanted in said if " " in wanted)


def is_bare_addition(folded: str, language: str) -> bool:
    """ "And with a dog?", with nothing else said."""
    additions = _compiled(known_language(language)).bare_additions
    return count_words(folded) <= _TOPIC_WORDS and additions.match(folded) is not None


def _listed(introduction: Sentence, language: str) -> AskKind | None:
    """What "Please tell us:" or "Three questions:" asks of each item below it; None where it asks
    for nothing, or for something that it names itself."""
    folded, patterns = introduction.folded, _compiled(language)
    if folded[-1:] == ":" and patterns.announcements.search(folded):
        return AskKind.QUESTION
    rest, leads = patterns.indirect_leads.subn(" ", folded)
    if folded[-1:] in ".?!" or leading_topic(rest, language) is not None:
        return None
    if leads:
        return AskKind.QUESTION
    asks = patterns.requests, patterns.desires, patterns.performatives
    return AskKind.ACTION if any(pattern.search(folded) for pattern in asks) else None


def _listed_inside(sentence: Sentence, patterns: _Asks) -> Asked | None:
    """ "Information needed: price of breakfast, pets.": what stands after the colon."""
    announced = patterns.announcements.search(sentence.folded)
    colon = sentence.folded.find(":", announced.end()) + 1 if announced else 0
    if not colon or not WORD.search(sentence.folded, colon):
        return None
    return _asked(sentence, AskKind.QUESTION, colon, len(sentence.folded))


def whole_sentence(sentence: Sentence, kind: AskKind) -> Asked:
    """All of a sentence as one ask."""
    return _asked(sentence, kind, 0, len(sentence.folded))


def _asked(sentence: Sentence, kind: AskKind, start: int, end: int) -> Asked:
    text = sentence.text[start:end].strip(_EDGES)
    return Asked(kind, text, sentence, sentence.start + start, sentence.start + end)


class _Clauses:
    """A folded sentence, cut where a new ask begins."""

    def __init__(self, sentence: Sentence, patterns: _Asks) -> None:
        self.folded, self.asked, self.patterns = sentence.folded, sentence.asked, patterns
        self.is_careless = sentence.text[:1].islower() and not _MARKS.search(sentence.folded)

    def asks(self) -> Iterator[tuple[str, int, int]]:
        """``(question|request|ultimatum, start, end)`` in the sentence."""
        folded, patterns = self.folded, self.patterns
        is_open = self.asked or patterns.unmarked_starts.match(folded, self._skip(0)[0])
        if is_open and patterns.no_question.search(folded.lstrip("¿¡ ")):
            return
        pieces = self._cut()
        found = False
        topic = None  # "And the city tax, …?"
        for piece, following in zip_longest(pieces, pieces[1:]):
            if topic is not None:
                piece = replace(piece, start=topic)
            topic = piece.start if self._is_topic(piece, following) else None
            kind = self._kind(piece) or ("question" if self._is_joined(piece, following) else "")
            if not kind and self.asked and piece is pieces[-1] and not found:
                kind = "question"
                piece = _Piece(0, len(folded), "") if len(pieces) == 1 else piece
            own = folded[self._skip(piece.start)[0] : piece.end].strip(_ECHO_EDGES)
            is_echo = found and kind == "question" and patterns.echoes.fullmatch(own)
            if not kind or is_echo:
                continue
            found = True
            end = self._end_of(piece) if kind == "question" else piece.end
            yield kind, self._start_of(piece), end
        if not found and not self.asked and patterns.ultimatums.search(folded):
            yield "ultimatum", 0, len(folded)

    def opens_question(self) -> bool:
        return self._opens(self._skip(0)[0], is_comma=False) == "question"

    def _start_of(self, piece: _Piece) -> int:
        """After "one more thing:"; the word "one" there points at nothing."""
        lead = self.patterns.filler.match(self.folded, piece.start)
        return lead.end() if lead and ":" in lead.group() else piece.start

    def _end_of(self, piece: _Piece) -> int:
        """Where the question ends, and begins to be explained, or thanked for: "when is breakfast
        because we leave early", "… thanks kim"."""
        for why in self.patterns.reasons.finditer(self.folded, piece.start, piece.end):
            if count_words(self.folded[piece.start : why.start()]) >= _MIN_SIDE_WORDS:
                return why.start()
        return piece.end

    def _cut(self) -> list[_Piece]:
        starts: list[tuple[int, str]] = []
        seen = -1
        for boundary, content, is_comma in self._boundaries():
            if content == seen:  # "hola, me …": the greeting was skipped already
                continue
            seen = content
            previous = starts[-1] if starts else (0, "")
            opens = self._opens(content, is_comma) or self._joins(
                content, is_comma, previous, boundary
            )
            if not opens:
                if not starts:
                    starts.append((0, ""))
                continue
            if previous[1] == "request" and self._is_bare_lead(previous[0], boundary):
                continue
            if starts and self._is_led(previous[0], content):
                continue
            if starts and opens != "request":
                is_short = count_words(self.folded[boundary:]) < _MIN_SIDE_WORDS
                left = self.folded[previous[0] : boundary]
                if is_short or (previous[1] and count_words(left) < _MIN_SIDE_WORDS):
                    continue
            starts.append((boundary, opens))
        ends = [start for start, _ in starts[1:]] + [len(self.folded)]
        return [_Piece(start, end, opens) for (start, opens), end in zip(starts, ends, strict=True)]

    def _is_topic(self, piece: _Piece, following: _Piece | None) -> bool:
        """Whether a few words before a comma say what the question after it is about."""
        if piece.opens or following is None or following.opens != "question" or not self.asked:
            return False
        said = self.folded[self._skip(piece.start)[0] : piece.end]
        if count_words(said) > _TOPIC_WORDS or self.patterns.speakers.match(said):
            return False
        return leading_topic(said, self.patterns.language) is not None

    def _is_joined(self, piece: _Piece, following: _Piece | None) -> bool:
        """Whether what no form of a question fits is one all the same, since "and" joins a question
        to it: "Fährt da ein Schiff, und was kostet es?", but "we come at nine, and …"."""
        if not self.asked or following is None or following.opens in ("request", "indirect"):
            return False
        joint = _past(self.folded, following.start, " ,")
        says = self.patterns.speakers.match(self.folded, self._skip(piece.start)[0])
        return bool(self.patterns.additions.match(self.folded, joint)) and not says

    def _is_bare_lead(self, start: int, end: int) -> bool:
        """ "Por favor, …": a request phrase whose content comes behind the comma."""
        content = self._skip(start)[0]
        if content >= end:
            return True
        match = self.patterns.requests.match(self.folded, content, end)
        return match is not None and not WORD.search(self.folded, match.end(), end)

    def _is_led(self, start: int, content: int) -> bool:
        """ "Can you tell me, when does the bus go?": what leads the question says it."""
        leads = self.patterns.indirect_leads.finditer(self.folded, start, content)
        is_led = any(not self.folded[lead.end() : content].strip(" ,") for lead in leads)
        return is_led and self.patterns.complements.match(self.folded, content) is not None

    def _boundaries(self) -> Iterator[tuple[int, int, bool]]:
        """``(boundary, where the clause's own words begin, only a comma stands there)``."""
        content = self._skip(0)[0]
        yield (content - 1 if self._is_opened(content) else 0), content, False
        found = []
        for match in self.patterns.boundary.finditer(self.folded):
            content, joined = self._skip(match.end())
            found.append((match.start(), content, match.group()[0] == "," and not joined))
        yield from sorted({*found, *self._run_on(found)}) if self.is_careless else found

    def _run_on(self, found: Sequence[tuple[int, int, bool]]) -> Iterator[tuple[int, int, bool]]:
        """Where a question begins in what is written in one breath: "when is breakfast do you have
        oat milk"."""
        patterns, folded = self.patterns, self.folded
        begun = [0, *(content for _, content, _ in found)]
        for match in patterns.unmarked_starts.finditer(folded):
            last, start = max(place for place in begun if place <= match.start()), match.start()
            # "and if we miss it what is a taxi": a condition of what follows
            is_condition = last and patterns.complements.match(folded, last)
            if is_condition and not patterns.unmarked_starts.match(folded, last):
                continue
            # "the bar is open until when?", "grazie per come avete accolto …"
            if self._is_led_by(folded[:start].rstrip()) or not WORD.search(folded, match.end()):
                continue
            if count_words(folded[last:start]) >= _MIN_RUN_WORDS:
                begun.append(start)
                yield start, start, False

    def _is_led_by(self, before: str) -> bool:
        """Whether it ends in what is asked: "quando", "fino a che ora" before "si può cenare"."""
        complements, last = self.patterns.complements, before.rfind(" ") + 1
        if complements.match(before, last):
            return True
        phrase = before.rfind(" ", 0, max(last - 1, 0)) + 1
        said = concepts(before[phrase:], self.patterns.language)
        return complements.match(before, phrase) is not None and not _ASKED.isdisjoint(said)

    def _skip(self, position: int) -> tuple[int, bool]:
        """Past a coordinator and fillers; whether there was a coordinator."""
        folded = self.folded
        position = _past(folded, position, " ,;:-–—¿(\"'")
        coordinator = self.patterns.coordinator.match(folded, position)
        if coordinator:
            position = coordinator.end()
        filler = self.patterns.filler.match(folded, position)
        if filler:
            position = filler.end()
        return _past(folded, position, " ,;:¿(\"'"), coordinator is not None

    def _opens(self, content: int, is_comma: bool) -> str:
        patterns = self.patterns
        question = patterns.comma_starts if is_comma else patterns.question_starts
        if self.asked and (self._is_opened(content) or question.match(self.folded, content)):
            return "question"
        if not self.asked and patterns.decisions.match(self.folded, content):
            return "request"  # "dann hätten wir gern das mit Meerblick"
        if patterns.unmarked_starts.match(self.folded, content):
            return "question"
        if patterns.indirect.match(self.folded, content):
            return "indirect"
        return "request" if self._is_request_at(content) else ""

    def _is_opened(self, content: int) -> bool:
        return self.folded[content - 1 : content] == "¿"

    def _joins(self, content: int, is_comma: bool, previous: tuple[int, str], boundary: int) -> str:
        """What a complement or an action that stands here goes on with of what was asked before."""
        patterns, folded, (start, opens) = self.patterns, self.folded, previous
        is_complement = patterns.complements.match(folded, content) is not None
        is_action = patterns.second_actions.match(folded, content) is not None
        if is_complement and is_comma and self._goes_on(content, previous, boundary):
            return "indirect"
        if not is_action and (is_comma or not is_complement):
            return ""
        if patterns.indirect.search(folded, start, boundary):
            opens = "indirect"
        elif opens == "request" or self._has_request(start, boundary):
            opens = "request"
        if opens == "request" and is_action:
            return opens
        if not is_complement or not opens:
            return ""
        said = [match.start() for match in patterns.complements.finditer(folded, start, boundary)]
        # "From when and until when": one ask.
        sides = folded[said[0] if said else start : boundary], folded[boundary:]
        if opens != "indirect" and min(map(count_words, sides)) < _MIN_JOINED_WORDS:
            return ""
        # "Would you look whether he is there and if …", "when does the bus go and if we miss it …"
        return "indirect" if opens in ("indirect", "question") or said else ""

    def _goes_on(self, content: int, previous: tuple[int, str], boundary: int) -> bool:
        """ "Whether there are lockers, whether …": what begins as the one before it did."""
        patterns, folded, (start, opens) = self.patterns, self.folded, previous
        if opens != "indirect" and not patterns.indirect.search(folded, start, boundary):
            return False
        first = patterns.complements.search(folded, start, boundary)
        again = patterns.complements.match(folded, content)
        if first is None or again is None:
            return False
        return folded.startswith(first.group(), content)

    def _is_request_at(self, content: int) -> bool:
        patterns, folded = self.patterns, self.folded
        request = patterns.requests.match(folded, content)
        if request:
            return not self._asks_nothing(request.end())
        if patterns.desires.match(folded, content):
            return True
        declared = self._declared(content)
        imperative = patterns.imperatives.match(folded, content)
        if imperative and self._asks_nothing(imperative.end()):
            return declared  # "see you then", "give our love"
        return declared or bool(imperative and count_words(folded[content:]) >= 2)

    def _declared(self, content: int) -> bool:
        """A deed of ours, or a choice, that begins here."""
        patterns, folded = self.patterns, self.folded
        return any(
            said.match(folded, content) for said in (patterns.performatives, patterns.decisions)
        )

    def _kind(self, piece: _Piece) -> str:
        """What a piece asks: "question", "request" or nothing."""
        patterns, folded, start, end = self.patterns, self.folded, piece.start, piece.end
        if piece.opens == "indirect" or patterns.indirect.search(folded, start, end):
            return "question"
        if patterns.ability_questions.search(folded, start, end) and (
            self.asked or patterns.ability_questions.match(folded, self._skip(start)[0])
        ):
            return "question"
        if self._has_request(start, end):
            return self._kind_of_request(start, end)
        if piece.opens == "request":
            content = self._skip(start)[0]
            is_wish = patterns.desires.match(folded, content)
            names = self._declared(content) or not is_wish or self._has_desire(content, end)
            return self._kind_of_request(start, end) if names else ""
        return piece.opens

    def _kind_of_request(self, start: int, end: int) -> str:
        """What is to be told is asked for."""
        is_told = what_is_told(self.folded[start:end], self.patterns.language)
        return "question" if is_told else "request"

    def _has_request(self, start: int, end: int) -> bool:
        patterns, folded = self.patterns, self.folded
        trailing = patterns.trailing_please.search(folded, start, end)
        for match in patterns.requests.finditer(folded, start, end):
            is_trailing = trailing and trailing.start() <= match.start() < trailing.end()
            if is_trailing or self._asks_nothing(match.end()):
                continue
            if self._is_question_at(match.end()) or self._is_after_colon(match.end()):
                return False  # "please what is your earliest check-in", "please: is there a lift?"
            names_action = patterns.desired.search(match.group())
            if names_action or WORD.search(folded, match.end(), end):
                return True
        if trailing and self._is_question_at(start):
            return False  # "what is the password, please"
        if trailing and WORD.search(folded, start, trailing.start()):
            return True
        return self._has_desire(start, end)

    def _is_question_at(self, position: int) -> bool:
        content = self._skip(position)[0]
        return self.patterns.unmarked_starts.match(self.folded, content) is not None

    def _is_after_colon(self, position: int) -> bool:
        """Whether a question of its own begins there, after a colon."""
        content = _past(self.folded, position, " ")
        is_marked = self.asked and self.folded.startswith(":", content)
        return is_marked and self._opens(self._skip(content)[0], is_comma=False) == "question"

    def _has_desire(self, start: int, end: int) -> bool:
        if self.patterns.no_question.search(self.folded, start, end):
            return False  # "we don't want to lose the beds"
        reach = self.patterns.desire_reach
        inverted = self.patterns.unmarked_starts.finditer(self.folded, start, end)
        asked = [(one.start(), one.end() + 1) for one in inverted] if self.asked else []
        return any(
            self.patterns.desired.search(self.folded, match.end(), min(end, match.end() + reach))
            for match in self.patterns.desires.finditer(self.folded, start, end)
            # "Do I need to bring a towel?" wants nothing done, nor does "I wanted to say thanks".
            if not any(first <= match.start() <= last for first, last in asked)
            and not self._asks_nothing(match.end())
        )

    def _asks_nothing(self, position: int) -> bool:
        position = _past(self.folded, position, " ,")
        return self.patterns.no_request.match(self.folded, position) is not None


def _past(text: str, position: int, marks: str) -> int:
    """The first place from ``position`` on where none of the marks stands."""
    return len(text) - len(text[position:].lstrip(marks))


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
