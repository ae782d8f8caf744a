"""The asks of a mail: what it asks for and what it tells, in reading order, each self-contained.

One that names no topic takes the nearest before it ("how much is it (shuttle)").
"""

import re
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, field, replace
from itertools import islice

from drafting.pipeline.interpret.agreement import answers_proposal, opens_with_yes
from drafting.pipeline.interpret.asks import (
    Asked,
    decides,
    is_bare_addition,
    what_is_told,
    whole_sentence,
)
from drafting.pipeline.interpret.matching import (
    AskRules,
    Sentence,
    fold,
    patterns_of,
    split_sentences,
)
from drafting.pipeline.interpret.parts import each_part
from drafting.pipeline.interpret.reading import Hit, Reading, Words, spelling_key
from drafting.pipeline.interpret.scenario import (
    ASPECTS,
    GROUPS,
    Topic,
    is_of_service,
    leading_topic,
    named_by,
    own_words,
    written,
)
from drafting.pipeline.plan import MAX_ASKS, Ask, AskKind
from templatesapp.text.coverage.questions import is_light
from templatesapp.text.coverage.rules import compiled_rules
from templatesapp.text.hours import hours, is_at_night
from templatesapp.text.languages import known_language, rules
from templatesapp.text.reader.topics import likely_topics
from templatesapp.text.tokens import (
    concept_spans,
    concepts,
    known_concepts,
    stem,
    words,
)

_CLAUSE_EDGE = re.compile(r"[,;:]\s|\s[-–—]+\s")
_QUOTED = re.compile(r"""[“„«"]\s?([^“”„«»"\n]{2,40}?)\s?[”“»"]""")
_MIN_CLAUSE = 3  # words of a clause that stands by itself
_REACH_OF_OWN = 8  # words
_VACANCY_REACH = 200  # characters: "do you have room? We come on 3 May"
_CRY = 3  # words
_MOST_OF_A_DEED = 6  # words
_A_THING = 4  # letters, the least: "was kostet das pro Stunde"
_MOST_WORDS_OF_ITS_OWN = 2  # besides a pronoun: "can we bring it along"
_SURE = 0.97
_CHECK_IN, _PAYMENT = "check-in", "payment"
_MOST_OF_TWO_THINGS = 12  # words: more say more than "what are … and …"
_BARE = 4  # words
_MOMENTS = known_concepts().coverage["moments"]
_BACK = 3  # sentences that a pronoun may reach over


Things = frozenset[tuple[str, str]]  # language and stem


@dataclass(slots=True)
class Wants:
    """Finds what a mail wants, and gives each ask its topic, and to one that leans on another the
    words it leans on.

    ``readings``: of a text in which ``text`` begins at ``offset``. ``earlier``: our last mail (of
    the thread, where none is ours), which "it" may speak of, as of the guest's own ``subject``.
    ``things``: of the house (``InterpretSettings``). ``has_agreed``: to terms.
    ``is_as_told``: it is what that mail told to write. ``last``: the topic of the ask before.
    ``beside``: a sentence, and its asks so far with their topics.
    """

    text: str
    language: str
    readings: Sequence[Reading]
    offset: int
    earlier: str
    things: Things
    subject: str = ""
    has_agreed: bool = False
    is_as_told: bool = False
    last: Topic | None = None
    beside: tuple[str, list[tuple[str, Topic]]] = field(default_factory=lambda: ("", []))

    def find(
        self, asked: Sequence[Asked], told: Sequence[tuple[str, int]], message: int | None
    ) -> tuple[tuple[Ask, ...], bool]:
        """The asks, and whether there were more than are read. ``told``: sorts of notices
        ("arrival", "agreement") with their offsets in the text."""
        sorts = {sort for sort, _ in told}
        self.has_agreed = "agreement" in sorts
        self.is_as_told = writes_as_told(self.text, self.earlier)
        if "emergency" in sorts:  # "please hurry!"
            asked = [ask for ask in asked if len(ask.text.split()) > _CRY]
        chosen = [ask for ask in asked if self._is_decided(ask)]
        places = (
            place
            for sort, place in told
            if sort != "agreement" or not any(ask.start <= place < ask.end for ask in chosen)
        )
        notices = self._told(AskKind.NOTICE, sorted(places))
        wants = [*self._asked(asked), *self._given_up(asked), *notices]
        wants += self._replied(wants)
        if "threat" in sorts and not any(want.kind is AskKind.ACTION for want in wants):
            wants.extend(self._demanded())
        wants.sort(key=lambda want: want.start)
        numbered = enumerate(wants[:MAX_ASKS], start=1)
        asks = tuple(self._ask(f"a{number}", want, message) for number, want in numbered)
        return asks, len(wants) > MAX_ASKS

    @property
    def _sentences(self) -> Sequence[Sentence]:
        return split_sentences(self.text, self.language)

    def _among(self, start: int, end: int, *concepts: str) -> list[tuple[Reading, Hit]]:
        """Those that begin between two offsets of the text, each with its reading."""
        begin, stop = start + self.offset, end + self.offset
        found = ((reading, reading.among(begin, stop, *concepts)) for reading in self.readings)
        return [(reading, hit) for reading, hits in found for hit in hits]

    def _has(self, start: int, end: int, *concepts: str) -> bool:
        return bool(self._among(start, end, *concepts))

    def _asked(self, asked: Sequence[Asked]) -> Iterator[Asked]:
        stay_asked = False
        for ask in asked:
            kind = self._kind(ask, stay_asked=stay_asked)
            is_vacancy = self._has(ask.start, ask.end, "vacancies")
            stay_asked = stay_asked or (kind is AskKind.STATE and is_vacancy)
            is_brief = len(ask.text.split()) <= _MOST_OF_TWO_THINGS
            is_question = is_brief and kind is AskKind.QUESTION
            texts = each_part(ask.text, self.language) if is_question else (ask.text,)
            for text in texts:
                told = what_is_told(text, self.language) if kind is AskKind.QUESTION else ""
                yield replace(ask, kind=kind, text=told or text)

    def _kind(self, ask: Asked, *, stay_asked: bool) -> AskKind:
        """A question about this guest's own matters is a state: somebody has to look."""
        start, end = ask.start, ask.end
        # It speaks of nothing but beds, dates and prices.
        of_stay = GROUPS["free_beds"].issuperset(concepts(ask.text, self.language))
        is_state = self._has(start, end, "states")
        if ask.kind is AskKind.ACTION and not is_state and not self._is_supposed(start, end):
            return AskKind.ACTION
        if is_state or self._is_looked_up(start, end):
            return AskKind.STATE
        near = (start - _VACANCY_REACH, end + _VACANCY_REACH)
        if of_stay and self._has(start, end, "vacancies") and self._has(*near, "dates"):
            return AskKind.STATE
        if of_stay and stay_asked and self._has(start, end, "prices"):
            return AskKind.STATE
        is_deed = self._has(start, end, "deeds") and not what_is_told(ask.text, self.language)
        return AskKind.ACTION if is_deed else AskKind.QUESTION

    def _is_looked_up(self, start: int, end: int) -> bool:
        """ "Has my transfer arrived?", not "my train arrives at eleven, may I leave my bag?"."""
        own = self._among(start, end, "own", "own_things")
        return any(
            reading is other and abs(mine.start - hit.start) <= _REACH_OF_OWN
            for reading, mine in own
            for other, hit in self._among(start, end, "looked_up")
        )

    def _is_supposed(self, start: int, end: int) -> bool:
        """ "What happens if we have to cancel?" wants nothing cancelled."""
        found = self._among(start, end, "cancels", "changes")
        return bool(found) and all(reading.is_supposed(hit) for reading, hit in found)

    def _replied(self, wants: Sequence[Asked]) -> Iterator[Asked]:
        """What our last mail told to write, a yes with more than that ("yes, one on Tuesday") or a
        bare "sì, cancellate", where no ask says it."""
        first = next(iter(self._sentences), None)
        said = [want for want in wants if want.sentence == first]
        is_as_told = self.is_as_told and all(want.kind is AskKind.NOTICE for want in said)
        if first is None or (said and not is_as_told):
            return
        length = len(first.text.split())
        is_more = length > _CRY and self._says_yes(first)
        is_brief = bool(self.earlier) and length <= _MOST_OF_A_DEED and not first.asked
        is_deed = is_brief and self._has(0, len(first.text), "cancels")
        if is_as_told or is_more or is_deed:
            yield whole_sentence(first, AskKind.ACTION)

    def _says_yes(self, sentence: Sentence) -> bool:
        """To what our last mail asks or offers; who agrees to terms says it in a notice."""
        if self.has_agreed or sentence.start != self._sentences[0].start:
            return False
        offers = answers_proposal(is_reply=False, staff_texts=(self.earlier,), quote="")
        return offers and opens_with_yes(sentence, self.language)

    def _given_up(self, asked: Sequence[Asked]) -> Iterator[Asked]:
        """What the guest no longer wants of us, where no ask says it."""
        places = (
            reading.words.offsets[hit.start][0] - self.offset
            for reading, hit in self._among(0, len(self.text), "gives_up", "withdraws")
        )
        alone = [at for at in places if not any(ask.start <= at < ask.end for ask in asked)]
        return filter(self._is_given_up, self._told(AskKind.ACTION, sorted(alone)))

    def _is_given_up(self, want: Asked) -> bool:
        """ "We no longer need the parking space", "don't cancel, we come": what we say of it is no
        answer."""
        start, end = want.start, want.start + len(want.text)
        if self._has(start, end, "withdraws"):
            return True
        return self._has(start, end, "gives_up") and is_of_service(want.text, self.language)

    def _demanded(self) -> list[Asked]:
        """What a threat makes its condition: "if you do not return the deposit, …"."""
        hits = [
            reading.words.offsets[hit.start][0] - self.offset
            for reading in self.readings
            for hit in sorted(reading.hits("conditions"), key=lambda hit: hit.start)
        ]
        return list(islice(self._told(AskKind.ACTION, hits), 1))

    def _told(self, kind: AskKind, places: Iterable[int]) -> Iterator[Asked]:
        """One of each clause in which something is told at one of the places."""
        said: set[str] = set()
        for place in places:
            before = [sentence for sentence in self._sentences if sentence.start <= place]
            clause = _clause_at(before[-1], place) if before else ""
            if before and clause not in said:
                said.add(clause)
                yield Asked(kind, clause, before[-1], place, place + len(clause))

    def _ask(self, number: str, want: Asked, message: int | None) -> Ask:
        topic = leading_topic(want.text, self.language)
        text, is_unresolved = want.text, False
        leans = self._leans(want, topic)
        if self._is_decided(want) or self._is_for_others(want) or self._is_given_up(want):
            is_unresolved = True  # no text of the house knows what was offered, or ordered
        elif leans and want.kind is not AskKind.NOTICE:
            topic, text, is_unresolved = self._leaning(want, topic)
        self.last = topic or named_thing(want.text, self.language) or self.last
        if want.sentence.text != self.beside[0]:
            self.beside = want.sentence.text, []
        if topic is not None and topic.concept and want.kind is not AskKind.NOTICE:
            said = self.beside[1]
            # "is it vegetarian, and can we have it at seven": of the breakfast before both
            is_of_same = bool(said) and not leans and self._points(want)
            said.append((want.text, said[-1][1] if is_of_same else topic))
        if topic is not None and topic.concept == _CHECK_IN and want.kind is not AskKind.NOTICE:
            text = self._at_night(want, text)
        return Ask(
            id=number,
            kind=want.kind,
            text=text,
            topic=topic.concept if topic else "",
            is_unresolved=is_unresolved,
            evidence=want.sentence.text,
            message=message,
        )

    def _leans(self, want: Asked, topic: Topic | None) -> bool:
        """Whether it speaks of something named before: "has it arrived", "is there a charge"."""
        is_owed = self._has(want.start, want.start + len(want.text), "owed")
        names_none = (
            topic is None
            or (topic.concept == _PAYMENT and is_owed)
            or (topic.concept in GROUPS["ways"] and is_elliptic(want.text, self.language))
            or (topic.concept in GROUPS["verbs"] and self._points(want))
            or self._is_of_it(want, topic)
        )
        return names_none and not names_one_of(want.text, self.language, self.things)

    def _is_of_it(self, want: Asked, topic: Topic | None) -> bool:
        """ "Can he sleep in our room?" is not about the room."""
        if topic is None or topic.concept not in GROUPS["places"]:
            return False
        forms = patterns_of(AskRules, known_language(self.language)).of_it
        return forms.search(fold(want.text, self.language)) is not None

    def _is_decided(self, want: Asked) -> bool:
        """Whether it says what it shall be of what our last mail offered, or yes to what that
        asks, or the words that it told to write."""
        if not self.earlier:
            return False
        if want.kind is AskKind.ACTION and self.is_as_told:
            return not self._has(0, len(self.text), "cancels")
        if decides(fold(want.text, self.language), self.language):
            return True
        return want.kind is AskKind.ACTION and self._says_yes(want.sentence)

    def _is_for_others(self, want: Asked) -> bool:
        """ "And for children?" after what something costs, in this mail or our last: of both."""
        said = fold(want.text, self.language).strip(" ?¿,")
        follows = self.last is not None or bool(self.earlier)
        return follows and is_bare_addition(said, self.language)

    def _at_night(self, want: Asked, text: str) -> str:
        """With the hour of the night that is told beside it: "can I still check in (23:00)"."""
        if hours(text, self.language):
            return text
        near = [s.text for s in self._sentences if s.start <= want.sentence.start][-2:]
        told = [hour for said in near for hour in hours(said, self.language) if is_at_night(hour)]
        return f"{text.rstrip(' ?')} ({int(told[-1]):02}:00)" if told else text

    def _points(self, want: Asked) -> bool:
        start, end = want.start, want.start + len(want.text) + 2
        aside = self._among(start, end, "expletives")
        for reading, hit in self._among(start, end, "pointers", "owed"):
            if not any(r is reading and e.start <= hit.start < e.end for r, e in aside):
                return True
        own = {spelling_key(word) for word in own_words(want.text, self.language)}
        articles = self._among(start, end, "articles")
        return any(_stands_alone(r.words, hit, own, self.language) for r, hit in articles)

    def _leaning(self, want: Asked, own: Topic | None) -> tuple[Topic | None, str, bool]:
        has_pointer = self._points(want) or self._is_of_it(want, own)
        above = [s.text[: want.start - s.start] for s in self._sentences if s.start < want.start]
        before = [self.subject, *above] if self.subject else above
        topic = None
        if not has_pointer and own is None:
            topic = goes_on(want.text, self.language, before[-_BACK:] or self._sent)
            if topic is None and asks_for_itself(want.text, self.language):
                return own, want.text, False
        if topic is None:
            if not is_elliptic(want.text, self.language, has_pointer=has_pointer):
                return own, want.text, False
            # The nearest words before that name a thing, else the last ask's topic.
            topic = (
                self._asked_in(want.sentence.text)
                or self._named_beside(want)
                or next(filter(None, map(self._named_in, reversed(before[-_BACK:]))), self.last)
                or self._sent_topic
                or self._own_thing(want, above[-1:])
            )
        # "Come lo rinfresco?" does not speak of what it does.
        if topic is None or (not topic.concept and topic.named in want.text):
            return own, want.text, own is None
        return topic, f"{want.text.rstrip(' ?')} ({topic.named})", False

    @property
    def _sent(self) -> Sequence[str]:
        """The sentences of our last mail."""
        return [said.text for said in split_sentences(self.earlier, self.language)]

    @property
    def _sent_topic(self) -> Topic | None:
        """The first thing that our last mail names: it answers what was asked first."""
        topics = (leading_topic(said, self.language) for said in self._sent)
        return next(filter(None, topics), None)

    def _asked_in(self, said: str) -> Topic | None:
        """What the last ask of a sentence is about: "how many steps are there, can somebody carry
        our bags, and what does it cost"."""
        sentence, asked = self.beside
        return asked[-1][1] if asked and sentence == said else None

    def _named_in(self, said: str) -> Topic | None:
        """The weightiest thing of a sentence; of one that asks, none that stands beside what it
        asks: "before I fill my bag: is there anything for me at breakfast"."""
        topic, asked = leading_topic(said, self.language), self._asked_in(said)
        is_asked = topic is None or any(topic.named in text for text, _ in self.beside[1])
        return topic if is_asked or asked is None else asked

    def _own_thing(self, want: Asked, before: Sequence[str]) -> Topic | None:
        """What only the house knows and the sentence before names with an article, of which a
        price or a time is asked: "I would like a massage. What does it cost?"."""
        if not before or ASPECTS.isdisjoint(concepts(want.text, self.language)):
            return None
        said, code = words(before[-1]), known_language(self.language)
        articles = rules(AskRules)[code].determiners
        for place in range(len(said) - 1, 0, -1):
            is_own = (self.language, stem(said[place], self.language)) in self.things
            if is_own and said[place - 1] in articles:
                return Topic("", written(before[-1], place, place))
        return None

    def _named_beside(self, want: Asked) -> Topic | None:
        """What the same sentence names before: "an umbrella, do you have one?"."""
        said = want.sentence.text[: max(want.start - want.sentence.start, 0)]
        return leading_topic(said, self.language) or named_thing(said, self.language)


def writes_as_told(text: str, told: str) -> bool:
    """Whether it is what a mail told its reader to write: "reply with «delete»"."""
    said, quoted = words(text), (words(one) for one in _QUOTED.findall(told))
    return any(one and one == said[: len(one)] and len(said) - len(one) <= _CRY for one in quoted)


def _clause_at(sentence: Sentence, start: int) -> str:
    place = start - sentence.start
    edges = [0, *(edge.end() for edge in _CLAUSE_EDGE.finditer(sentence.text)), len(sentence.text)]
    first = max(edge for edge in edges if edge <= place)
    last = min(edge for edge in edges if edge > first)
    clause = sentence.text[first:last].strip(" ,;:-–—.!")
    return clause if len(clause.split()) >= _MIN_CLAUSE else sentence.text.strip(" .!")


def _stands_alone(said: Words, hit: Hit, own: Set[str], language: str) -> bool:
    """Whether "la" is a pronoun: not the article of "la boulangerie" (a word that the clause has
    beside others, or one written as a name is), nor of "le date", nor the polite "Sie". Before a
    verb it is one."""
    place = said.offsets[hit.start][0]
    if said.text[place].isupper() and said.sentences[hit.start - 1] == hit.sentence:
        return False
    thing = "".join(said.words[hit.end : hit.end + 1])
    is_article = said.words[hit.start] in rules(AskRules)[known_language(language)].determiners
    if is_article and not ASPECTS.isdisjoint(concepts(thing, language)):
        return False
    if len(thing) < _A_THING or thing not in own or is_light(thing, language):
        return True
    return len(own) == 1 and not said.text[said.offsets[hit.end][0]].isupper()


def named_thing(text: str, language: str) -> Topic | None:
    """The last content word of a clause that the vocabulary does not know: "the ticket"."""
    own = [word for word in own_words(text, language) if not is_light(word, language)]
    if not own:
        return None
    last = max(place for place, word in enumerate(words(text)) if word == own[-1])
    return Topic("", written(text, last, last))


def names_one_of(text: str, language: str, things: Things) -> bool:
    """Whether a clause speaks of a thing of the house that the vocabulary does not know."""
    return any((language, stem(word, language)) in things for word in own_words(text, language))


def is_elliptic(text: str, language: str, *, has_pointer: bool = False) -> bool:
    """Whether a clause without a topic leans on what was said before it."""
    own = own_words(text, language)
    if has_pointer:
        return len(own) <= _MOST_WORDS_OF_ITS_OWN
    if len(words(text)) <= _BARE and not ASPECTS.isdisjoint(concepts(text, language)):
        # "fino a che ora?", not "potete guardare?"
        own = [word for word in own if not is_light(word, language)]
    return not own  # "how much?", "gibt es so was bei euch?"


def goes_on(text: str, language: str, before: Sequence[str]) -> Topic | None:
    """What a clause without a topic most likely goes on about, of the sentences before it: "until
    when do you serve" after breakfast and after oat milk."""
    likely = _likely_things(text, language)
    best: tuple[float, Topic] | None = None
    for sentence in reversed(before):
        said = words(sentence)
        bounds = {end for _, end in compiled_rules(language)["bounds"].places(said)}
        for span in concept_spans(said, language):
            if span.concept in _MOMENTS and not bounds.isdisjoint((span.start, span.start - 1)):
                continue  # "leave our bags after check-out; until when?"
            like = likely.get(span.concept, 0.0)
            if like and (best is None or like > best[0]):
                best = like, Topic(span.concept, named_by(sentence, said, span, language))
    return best[1] if best else None


def asks_for_itself(text: str, language: str) -> bool:
    """Whether it is surely a question of its own: "until when must we be out" after luggage."""
    return any(like >= _SURE for like in _likely_things(text, language).values())


def _likely_things(text: str, language: str) -> dict[str, float]:
    """By concept, how likely the clause asks of it by itself, where it is likely at all."""
    likely: dict[str, float] = {}
    for name, like in likely_topics(text, language):
        for concept in concepts(name.replace("-", " "), "en"):  # named in English by the labels
            if concept not in ASPECTS:
                likely[concept] = max(like, likely.get(concept, 0.0))
    return likely
