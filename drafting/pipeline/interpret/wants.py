"""The asks of a mail: what it asks for and what it tells, in reading order, each self-contained."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass

from drafting.pipeline.interpret.asks import Asked
from drafting.pipeline.interpret.escalation_reading import Reading
from drafting.pipeline.interpret.phrases import Hit, Words, spelling_key
from drafting.pipeline.interpret.sentences import Sentence, split_sentences
from drafting.pipeline.interpret.topics import (
    Topic,
    asks_for_itself,
    goes_on,
    is_elliptic,
    leading_topic,
    named_thing,
    names_one_of,
    own_words,
)
from drafting.pipeline.plan import MAX_ASKS, Ask, AskKind
from templatesapp.text.tokens import concepts

_CLAUSE_EDGE = re.compile(r"[,;:]\s|\s[-–—]+\s")
_MIN_CLAUSE = 3  # words of a clause that stands by itself
_VACANCY_REACH = 200  # characters: "do you have room? We come on 3 May"
_CRY = 3  # words
# Concepts that a verb names: "has it arrived?" speaks of what came before.
_VERBS = frozenset({"arrival", "confirmation", "found", "change", "not-received", "lost", "charge"})
# What a question about free beds speaks of, and no more.
_THE_STAY = frozenset(
    {"room", "bed", "dorm", "availability", "night", "person", "date", "price", "time", "booking",
     "group", "family", "arrival", "stay", "extend", "add-person", "change", "move", "recommend",
     "long-stay", "view", "bathroom", "weekend", "instead", "arrival-time", "day", "payment"}
)  # fmt: skip
_A_THING = 4  # letters, the least: "was kostet das pro Stunde"
_BACK = 3  # sentences that a pronoun may reach over


@dataclass(frozen=True, slots=True)
class _Want:
    start: int
    kind: AskKind
    text: str
    evidence: str


@dataclass(frozen=True, slots=True)
class Told:
    """``sort`` of a notice ("arrival", "agreement") and its offset in the text."""

    sort: str
    start: int


def find_wants(
    text: str,
    language: str,
    *,
    asked: Sequence[Asked],
    told: Sequence[Told],
    mails: Sequence[Reading],
    offset: int,
    earlier: str = "",
    message: int | None = None,
    things: frozenset[tuple[str, str]] = frozenset(),
) -> tuple[tuple[Ask, ...], bool]:
    """The asks, and whether there were more than are read.

    ``mails``: readings of a text in which ``text`` begins at ``offset``. ``earlier``: the last mail
    of the thread, which "it" may speak of. ``things``: of the house (``InterpretSettings``).
    """
    sentences = split_sentences(text, language)
    sorts = {notice.sort for notice in told}
    if "emergency" in sorts:  # "please hurry!"
        asked = [ask for ask in asked if len(ask.text.split()) > _CRY]
    wants = [*_asked(asked, language, mails, offset), *_noticed(told, sentences)]
    if "threat" in sorts and not any(want.kind is AskKind.ACTION for want in wants):
        wants.extend(_demanded(sentences, mails, offset))
    wants.sort(key=lambda want: want.start)
    resolver = _Resolver(
        sentences, language, mails, offset, leading_topic(earlier, language), things
    )
    asks = tuple(
        resolver.ask(f"a{number}", want, message)
        for number, want in enumerate(wants[:MAX_ASKS], start=1)
    )
    return asks, len(wants) > MAX_ASKS


def _asked(
    asked: Sequence[Asked], language: str, mails: Sequence[Reading], offset: int
) -> Iterator[_Want]:
    stay_asked = False
    for ask in asked:
        start, end = ask.start + offset, ask.end + offset
        of_stay = _THE_STAY.issuperset(concepts(ask.text, language))
        kind = _kind(ask, mails, start, end, of_stay=of_stay, stay_asked=stay_asked)
        stay_asked = stay_asked or (kind is AskKind.STATE and _has(mails, start, end, "vacancies"))
        yield _Want(ask.start, kind, ask.text, ask.sentence.text)


def _kind(
    ask: Asked,
    mails: Sequence[Reading],
    start: int,
    end: int,
    *,
    of_stay: bool,
    stay_asked: bool,
) -> AskKind:
    """A question about this guest's own matters is a state: somebody has to look. ``of_stay``: it
    speaks of nothing but beds, dates and prices."""
    is_action = ask.kind is AskKind.ACTION and not _is_supposed(mails, start, end)
    if is_action and not _has(mails, start, end, "states"):
        return AskKind.ACTION
    own = _has(mails, start, end, "own", "own_things") and _has(mails, start, end, "looked_up")
    if own or _has(mails, start, end, "states"):
        return AskKind.STATE
    near = (start - _VACANCY_REACH, end + _VACANCY_REACH)
    if of_stay and _has(mails, start, end, "vacancies") and _has(mails, *near, "dates"):
        return AskKind.STATE
    if of_stay and stay_asked and _has(mails, start, end, "prices"):
        return AskKind.STATE
    if _has(mails, start, end, "deeds"):
        return AskKind.ACTION
    return AskKind.QUESTION


def _is_supposed(mails: Sequence[Reading], start: int, end: int) -> bool:
    """ "What happens if we have to cancel?" wants nothing cancelled."""
    found = [(m, hit) for m in mails for hit in m.among(start, end, "cancels", "changes")]
    return bool(found) and all(mail.is_supposed(hit) for mail, hit in found)


def _has(mails: Sequence[Reading], start: int, end: int, *concepts: str) -> bool:
    return any(mail.among(start, end, *concepts) for mail in mails)


def _demanded(
    sentences: Sequence[Sentence], mails: Sequence[Reading], offset: int
) -> Iterator[_Want]:
    """What a threat makes its condition: "if you do not return the deposit, …"."""
    for mail in mails:
        for hit in sorted(mail.hits("conditions"), key=lambda hit: hit.start):
            place = mail.words.offsets[hit.start][0] - offset
            sentence = _sentence_at(sentences, place)
            if sentence is not None:
                yield _Want(place, AskKind.ACTION, _clause_at(sentence, place), sentence.text)
                return


def _noticed(told: Sequence[Told], sentences: Sequence[Sentence]) -> Iterator[_Want]:
    said: set[str] = set()
    for notice in sorted(told, key=lambda notice: notice.start):
        sentence = _sentence_at(sentences, notice.start)
        if sentence is None:
            continue
        clause = _clause_at(sentence, notice.start)
        if clause not in said:
            said.add(clause)
            yield _Want(notice.start, AskKind.NOTICE, clause, sentence.text)


def _sentence_at(sentences: Sequence[Sentence], start: int) -> Sentence | None:
    before = [sentence for sentence in sentences if sentence.start <= start]
    return before[-1] if before else None


def _clause_at(sentence: Sentence, start: int) -> str:
    place = start - sentence.start
    edges = [0, *(edge.end() for edge in _CLAUSE_EDGE.finditer(sentence.text)), len(sentence.text)]
    first = max(edge for edge in edges if edge <= place)
    last = min(edge for edge in edges if edge > first)
    clause = sentence.text[first:last].strip(" ,;:-–—.!")
    return clause if len(clause.split()) >= _MIN_CLAUSE else sentence.text.strip(" .!")


def _stands_alone(said: Words, hit: Hit, own: Set[str]) -> bool:
    """Whether "la" is a pronoun: not the article of "la boulangerie" (a word that the clause has
    beside others, or one written as a name is) nor the polite "Sie"."""
    place = said.offsets[hit.start][0]
    if said.text[place].isupper() and said.sentences[hit.start - 1] == hit.sentence:
        return False
    thing = "".join(said.words[hit.end : hit.end + 1])
    if len(thing) < _A_THING or thing not in own:
        return True
    return len(own) == 1 and not said.text[said.offsets[hit.end][0]].isupper()


class _Resolver:
    """Gives each ask its topic, and to one that leans on another the words it leans on."""

    def __init__(
        self,
        sentences: Sequence[Sentence],
        language: str,
        mails: Sequence[Reading],
        offset: int,
        earlier: Topic | None,
        things: frozenset[tuple[str, str]],
    ) -> None:
        self._sentences = sentences
        self._language = language
        self._mails = mails
        self._offset = offset
        self._earlier = earlier
        self._things = things
        self._last: Topic | None = None

    def ask(self, number: str, want: _Want, message: int | None) -> Ask:
        topic = leading_topic(want.text, self._language)
        text, is_unresolved = want.text, False
        leans = topic is None or (topic.concept in _VERBS and self._points(want))
        leans = leans and not names_one_of(want.text, self._language, self._things)
        if leans and want.kind is not AskKind.NOTICE:
            topic, text, is_unresolved = self._leaning(want, topic)
        self._last = topic or named_thing(want.text, self._language) or self._last
        return Ask(
            id=number,
            kind=want.kind,
            text=text,
            topic=topic.concept if topic else "",
            is_unresolved=is_unresolved,
            evidence=want.evidence,
            message=message,
        )

    def _points(self, want: _Want) -> bool:
        start = want.start + self._offset
        end = start + len(want.text) + 2
        if _has(self._mails, start, end, "pointers"):
            return True
        own = {spelling_key(word) for word in own_words(want.text, self._language)}
        return any(
            _stands_alone(mail.words, hit, own)
            for mail in self._mails
            for hit in mail.among(start, end, "articles")
        )

    def _leaning(self, want: _Want, own: Topic | None) -> tuple[Topic | None, str, bool]:
        has_pointer = self._points(want)
        before = [s.text[: want.start - s.start] for s in self._sentences if s.start < want.start]
        topic = None
        if not has_pointer and own is None:
            topic = goes_on(want.text, self._language, before[-_BACK:])
            if topic is None and asks_for_itself(want.text, self._language):
                return own, want.text, False
        if topic is None:
            if not is_elliptic(want.text, self._language, has_pointer=has_pointer):
                return own, want.text, False
            topic = self._nearest(before[-_BACK:]) or self._earlier
        # "Come lo rinfresco?" does not speak of what it does.
        if topic is None or (not topic.concept and topic.named in want.text):
            return own, want.text, own is None
        return topic, f"{want.text.rstrip(' ?')} ({topic.named})", False

    def _nearest(self, before: Sequence[str]) -> Topic | None:
        """The nearest words before that name a thing, else the last ask's topic."""
        named = (leading_topic(said, self._language) for said in reversed(before))
        return next((topic for topic in named if topic), self._last)
