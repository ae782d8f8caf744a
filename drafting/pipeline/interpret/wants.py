"""The asks of a mail: what it asks for and what it tells, in reading order, each self-contained."""

import re
from collections.abc import Iterable, Iterator, Sequence, Set
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


def find_wants(
    text: str,
    language: str,
    *,
    asked: Sequence[Asked],
    told: Sequence[tuple[str, int]],
    mails: Sequence[Reading],
    offset: int,
    earlier: str = "",
    message: int | None = None,
    things: frozenset[tuple[str, str]] = frozenset(),
) -> tuple[tuple[Ask, ...], bool]:
    """The asks, and whether there were more than are read.

    ``told``: sorts of notices ("arrival", "agreement") with their offsets in the text. ``mails``:
    readings of a text in which ``text`` begins at ``offset``. ``earlier``: the last mail of the
    thread, which "it" may speak of. ``things``: of the house (``InterpretSettings``).
    """
    topic = leading_topic(earlier, language)
    mail = _Mail(split_sentences(text, language), language, mails, offset, topic, things)
    sorts = {sort for sort, _ in told}
    if "emergency" in sorts:  # "please hurry!"
        asked = [ask for ask in asked if len(ask.text.split()) > _CRY]
    wants = [*mail.asked(asked), *mail.noticed(sorted(start for _, start in told))]
    if "threat" in sorts and not any(want.kind is AskKind.ACTION for want in wants):
        wants.extend(mail.demanded())
    wants.sort(key=lambda want: want.start)
    numbered = enumerate(wants[:MAX_ASKS], start=1)
    asks = tuple(mail.ask(f"a{number}", want, message) for number, want in numbered)
    return asks, len(wants) > MAX_ASKS


@dataclass(slots=True)
class _Mail:
    """Finds what is wanted, and gives each ask its topic, and to one that leans on another the
    words it leans on. ``offset``: of the sentences' text in the readings; ``last``: the topic of
    the ask before."""

    sentences: Sequence[Sentence]
    language: str
    readings: Sequence[Reading]
    offset: int
    earlier: Topic | None
    things: frozenset[tuple[str, str]]
    last: Topic | None = None

    def _among(self, start: int, end: int, *concepts: str) -> list[tuple[Reading, Hit]]:
        """Those that begin between two offsets of the text, each with its reading."""
        begin, stop = start + self.offset, end + self.offset
        found = ((reading, reading.among(begin, stop, *concepts)) for reading in self.readings)
        return [(reading, hit) for reading, hits in found for hit in hits]

    def _has(self, start: int, end: int, *concepts: str) -> bool:
        return bool(self._among(start, end, *concepts))

    def asked(self, asked: Sequence[Asked]) -> Iterator[_Want]:
        stay_asked = False
        for ask in asked:
            kind = self._kind(ask, stay_asked=stay_asked)
            is_vacancy = self._has(ask.start, ask.end, "vacancies")
            stay_asked = stay_asked or (kind is AskKind.STATE and is_vacancy)
            yield _Want(ask.start, kind, ask.text, ask.sentence.text)

    def _kind(self, ask: Asked, *, stay_asked: bool) -> AskKind:
        """A question about this guest's own matters is a state: somebody has to look."""
        start, end = ask.start, ask.end
        # It speaks of nothing but beds, dates and prices.
        of_stay = _THE_STAY.issuperset(concepts(ask.text, self.language))
        is_state = self._has(start, end, "states")
        if ask.kind is AskKind.ACTION and not is_state and not self._is_supposed(start, end):
            return AskKind.ACTION
        own = self._has(start, end, "own", "own_things")
        if is_state or (own and self._has(start, end, "looked_up")):
            return AskKind.STATE
        near = (start - _VACANCY_REACH, end + _VACANCY_REACH)
        if of_stay and self._has(start, end, "vacancies") and self._has(*near, "dates"):
            return AskKind.STATE
        if of_stay and stay_asked and self._has(start, end, "prices"):
            return AskKind.STATE
        return AskKind.ACTION if self._has(start, end, "deeds") else AskKind.QUESTION

    def _is_supposed(self, start: int, end: int) -> bool:
        """ "What happens if we have to cancel?" wants nothing cancelled."""
        found = self._among(start, end, "cancels", "changes")
        return bool(found) and all(reading.is_supposed(hit) for reading, hit in found)

    def demanded(self) -> Iterator[_Want]:
        """What a threat makes its condition: "if you do not return the deposit, …"."""
        for reading in self.readings:
            for hit in sorted(reading.hits("conditions"), key=lambda hit: hit.start):
                place = reading.words.offsets[hit.start][0] - self.offset
                sentence = self._sentence_at(place)
                if sentence is not None:
                    clause = _clause_at(sentence, place)
                    yield _Want(place, AskKind.ACTION, clause, sentence.text)
                    return

    def noticed(self, places: Iterable[int]) -> Iterator[_Want]:
        """One notice of each clause in which something is told."""
        said: set[str] = set()
        for place in places:
            sentence = self._sentence_at(place)
            clause = _clause_at(sentence, place) if sentence else ""
            if sentence and clause not in said:
                said.add(clause)
                yield _Want(place, AskKind.NOTICE, clause, sentence.text)

    def _sentence_at(self, start: int) -> Sentence | None:
        before = [sentence for sentence in self.sentences if sentence.start <= start]
        return before[-1] if before else None

    def ask(self, number: str, want: _Want, message: int | None) -> Ask:
        topic = leading_topic(want.text, self.language)
        text, is_unresolved = want.text, False
        leans = topic is None or (topic.concept in _VERBS and self._points(want))
        leans = leans and not names_one_of(want.text, self.language, self.things)
        if leans and want.kind is not AskKind.NOTICE:
            topic, text, is_unresolved = self._leaning(want, topic)
        self.last = topic or named_thing(want.text, self.language) or self.last
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
        start, end = want.start, want.start + len(want.text) + 2
        if self._has(start, end, "pointers"):
            return True
        own = {spelling_key(word) for word in own_words(want.text, self.language)}
        articles = self._among(start, end, "articles")
        return any(_stands_alone(reading.words, hit, own) for reading, hit in articles)

    def _leaning(self, want: _Want, own: Topic | None) -> tuple[Topic | None, str, bool]:
        has_pointer = self._points(want)
        before = [s.text[: want.start - s.start] for s in self.sentences if s.start < want.start]
        topic = None
        if not has_pointer and own is None:
            topic = goes_on(want.text, self.language, before[-_BACK:])
            if topic is None and asks_for_itself(want.text, self.language):
                return own, want.text, False
        if topic is None:
            if not is_elliptic(want.text, self.language, has_pointer=has_pointer):
                return own, want.text, False
            # The nearest words before that name a thing, else the last ask's topic.
            named = (leading_topic(said, self.language) for said in reversed(before[-_BACK:]))
            topic = next(filter(None, named), self.last) or self.earlier
        # "Come lo rinfresco?" does not speak of what it does.
        if topic is None or (not topic.concept and topic.named in want.text):
            return own, want.text, own is None
        return topic, f"{want.text.rstrip(' ?')} ({topic.named})", False


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
