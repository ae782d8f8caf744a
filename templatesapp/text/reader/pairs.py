"""What the reader says of an ask and a sentence that may answer it, and by which features.

What is compared is meaning: concepts, the kind of value asked for, what is denied or allowed, where
both lie among what guests ask, and the rules' own verdict. Words count only as concepts, by where
they move a question, or inside one language. Of a sentence of our own letters one head
says whether it tells what a guest asks, trained on what mail of all kinds asks and the letters that
answer it; of others' sentences another.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from templatesapp.text.coverage.clauses import Clause, clauses
from templatesapp.text.coverage.judge import NO_TOPIC, Setting, find_topic, judge
from templatesapp.text.coverage.questions import Part, heavy_units, parse_question
from templatesapp.text.coverage.rules import Aspect
from templatesapp.text.reader.heads import shipped_heads
from templatesapp.text.reader.topics import shipped_topics, words_met
from templatesapp.text.sentences import sentence_spans
from templatesapp.text.tokens import concepts, hypernyms, stem, stop_words, words

_SAYS = (
    "negations", "lexical_no", "affirming", "weak_affirming", "done_words", "supposing", "duties",
    "instructing", "telling", "refusals", "deferrals", "own_words", "undertakings", "courtesies",
    "bounds", "free_words", "number_words", "way_words", "place_words", "time_words", "but_words",
)  # fmt: skip
_IS = ("says_yes", "says_no", "is_promise", "is_idle", "begins_leaning", "is_topicless")
_WORD_VALUE = 0.5  # a word alone says less than what it stands for
_WAY_VALUE = 2.0  # how near the two lie says more
_VALUES = tuple(aspect for aspect in Aspect if aspect not in (Aspect.OPEN, Aspect.CHOICE))
PAIRS, TELLING = "pairs", "telling"
_LEANING = frozenset({"begins_leaning", "is_topicless"})  # marks of what speaks of something said
# Of an ask and a sentence without a topic in common: anybody's, and one of our letters.
_NEAR, _OURS_NEAR = 0.2, 0.05


@dataclass(frozen=True, slots=True, eq=False)  # kept by its text: the same one, or another
class AskSide:
    """An ask taken apart. ``concepts``: all that it speaks of, how it is asked among them;
    ``topics``: of its content alone."""

    text: str
    language: str
    kind: str
    parts: tuple[Part, ...]
    concepts: frozenset[str]
    topics: frozenset[str]
    stems: frozenset[str]
    words: tuple[str, ...]
    numbers: frozenset[str]


@dataclass(frozen=True, slots=True, eq=False)
class SentenceSide:
    """One sentence taken apart: its clauses, what they hold and say."""

    text: str
    language: str
    clauses: tuple[Clause, ...]
    concepts: frozenset[str]
    leaning: frozenset[str]
    stems: frozenset[str]
    own_stems: frozenset[str]
    marks: tuple[str, ...]
    words: tuple[str, ...]
    numbers: frozenset[str]
    times: frozenset[int]

    @property
    def is_statement(self) -> bool:
        """Whether it says anything beside courtesies and promises."""
        return any(clause.is_statement for clause in self.clauses)


@lru_cache(maxsize=4096)
def ask_side(text: str, language: str, kind: str = "question") -> AskSide:
    text_words = words(text)
    stops = stop_words(language)
    return AskSide(
        text=text,
        language=language,
        kind=kind,
        parts=parse_question(text, language),
        concepts=frozenset(concepts(text, language)),
        topics=frozenset().union(*(unit.concepts for unit in heavy_units(text, language))),
        stems=frozenset(stem(w, language) for w in text_words if w not in stops),
        words=tuple(text_words),
        numbers=frozenset(word for word in text_words if word[0].isdigit()),
    )


@lru_cache(maxsize=4096)
def sentence_sides(text: str, language: str) -> Mapping[int, SentenceSide]:
    """The sentences that state something, by their number among ``sentence_spans``."""
    found: dict[int, list[Clause]] = {}
    for clause in clauses(text, language):
        found.setdefault(clause.sentence, []).append(clause)
    spans = sentence_spans(text)
    return {n: _sentence(spans[n].text, language, tuple(held)) for n, held in found.items()}


def whole_side(text: str, language: str) -> SentenceSide:
    """All of a short text as if it were one sentence."""
    return _sentence(text, language, clauses(text, language))


@lru_cache(maxsize=4096)  # in whatever text it stands
def _sentence(text: str, language: str, found: tuple[Clause, ...]) -> SentenceSide:
    said = [word for clause in found for word in clause.values.words]
    return SentenceSide(
        text=text,
        language=language,
        clauses=found,
        concepts=frozenset().union(*(clause.own_concepts for clause in found)),
        leaning=frozenset().union(*(clause.concepts for clause in found)),
        stems=frozenset().union(*(clause.stems for clause in found)),
        own_stems=frozenset().union(*(clause.own_stems for clause in found)),
        marks=tuple(_marks(found, said)),
        words=tuple(said),
        numbers=frozenset(word for word in said if word[0].isdigit()),
        times=frozenset(time for clause in found for time in clause.values.times),
    )


def _marks(found: Sequence[Clause], said: Sequence[str]) -> Iterator[str]:
    yield from (n for n in _SAYS if any(clause.values.says(n) for clause in found))
    yield from (f"has {a}" for a in _VALUES if any(clause.values.has(a) for clause in found))
    yield from (name for name in _IS if any(getattr(clause, name) for clause in found))
    if not found:
        yield "nothing"
    yield f"length {min(len(said) // 5, 6)}"


def nearness(ask: AskSide, sentence: SentenceSide) -> float:
    """How near the two lie among what guests ask: -1 to 1."""
    topics = shipped_topics()
    asked = topics.direction(ask.text, ask.language)
    return float(asked @ topics.direction(sentence.text, sentence.language))


def pair_features(ask: AskSide, sentence: SentenceSide, *, same_language: bool) -> dict[str, float]:
    """Feature names and values of one pair."""
    found = dict.fromkeys(_of_meaning(ask, sentence), 1.0)
    for name, value in _of_ways(ask, sentence):
        found[name] = found[f"{name} {ask.kind}"] = _WAY_VALUE * value
    for part in ask.parts:
        share = 1 / len(ask.parts)
        for name in _of_part(part, sentence, ask.kind, same_language):
            found[name] = found.get(name, 0.0) + share
    if same_language:
        both = len(ask.stems & sentence.stems)
        found[f"stems {min(both, 4)}"] = 1.0
        found["stems said"] = 2 * both / max(len(ask.stems), 1)
        found["stems asked"] = 2 * both / max(len(sentence.stems), 1)
    for word in sentence.words:
        if not word[0].isdigit():
            found[f"word {word}"] = found[f"{ask.kind} word {word}"] = _WORD_VALUE
    for word in ask.words:
        found[f"asks {word}"] = _WORD_VALUE
    return found


def _of_meaning(ask: AskSide, sentence: SentenceSide) -> list[str]:
    topics = ask.topics & sentence.concepts
    foreign = sentence.concepts - ask.concepts
    unsaid = ask.topics - sentence.leaning
    leaning = (ask.topics & sentence.leaning) - topics
    shared, kind = f"shared {min(len(topics), 3)}", ask.kind
    same = min(len(ask.numbers & sentence.numbers), 2)
    names = [
        kind,
        f"{shared} foreign {min(len(foreign), 4)}",
        f"{shared} unsaid {min(len(unsaid), 3)}",
        f"{shared} of {min(len(ask.topics), 3)}",
        f"leaning {min(len(leaning), 2)}",
        f"begins {' '.join(ask.words[:2])}",
        f"first {' '.join(sentence.words[:1])}",
        f"first {' '.join(sentence.words[:2])}",
        f"first {' '.join(sentence.words[:1])} {kind}",
        f"numbers {same} {bool(ask.numbers)} {bool(sentence.numbers)}",
        f"lengths {min(len(ask.words) // 4, 6)} {min(len(sentence.words) // 5, 5)}",
    ]
    names += [f"both {concept}" for concept in ask.concepts & sentence.concepts]
    names += [f"unsaid {concept}" for concept in unsaid]
    names += [f"foreign {concept}" for concept in foreign]
    names += _kinships(ask.concepts - sentence.concepts, foreign)
    for mark in sentence.marks:
        names += (mark, f"{mark} {shared}", f"{mark} {kind}")
    names += [f"asked {concept} {mark}" for mark in sentence.marks for concept in ask.concepts]
    return names


def _of_ways(ask: AskSide, sentence: SentenceSide) -> Iterator[tuple[str, float]]:
    """How near the two lie, and how far each takes up the other's words."""
    asked, said = (ask.text, ask.language), (sentence.text, sentence.language)
    topics = shipped_topics()
    taken, told = words_met(topics, *asked, *said), words_met(topics, *said, *asked)
    yield "near", nearness(ask, sentence)
    yield "words met", taken.share
    yield "least word met", taken.least
    yield "words lost", taken.lost
    yield "words unmet", taken.unmet
    yield "words asked", told.share
    yield "words unasked", told.unmet


def _kinships(asked: Iterable[str], said: Iterable[str]) -> Iterator[str]:
    for one in asked:
        for other in said:
            if other in hypernyms(one):
                yield "broader"
            elif one in hypernyms(other):
                yield "narrower"
            elif hypernyms(one) & hypernyms(other):
                yield "sibling"


def _of_part(part: Part, sentence: SentenceSide, ask_kind: str, same_language: bool) -> list[str]:
    setting = Setting(same_language, is_reply=False, is_short=False, takes_bare_yes=False)
    verdict, _ = judge(part, sentence.clauses, setting)
    topic = max(
        (find_topic(part, clause, same_language) for clause in sentence.clauses),
        key=lambda topic: (topic.head_met, topic.share),
        default=NO_TOPIC,
    )
    share = round(topic.share * 5)
    near = "on" if topic.head_met and share >= 3 else "near" if share >= 2 else "off"
    aspect = str(part.aspect)
    rules = f"rules {verdict.score}"
    met = f"whole {topic.is_whole} all {topic.is_all} met {topic.is_met}"
    fits = f"fits {f'has {aspect}' in sentence.marks} {near}"
    names = [rules, f"{rules} {aspect}", f"{rules} {same_language}", f"{rules} {ask_kind}"]
    names += (f"share {share} {topic.head_met}", f"share {share} {aspect}")
    names += (f"share {share} {ask_kind}", met, f"{met} {aspect}")
    names += (fits, f"{fits} {aspect}", f"{fits} {ask_kind}")
    names += [f"{aspect} {mark}" for mark in sentence.marks]
    for kind in {aspect, _kind(part)}:
        names.append(f"{kind} {near}")
        names += [f"{kind} {mark} {near}" for mark in sentence.marks]
    names += [f"hint {hint} {f'has {hint}' in sentence.marks} {near}" for hint in part.hints]
    if part.times:
        names.append(f"times {bool(part.times & sentence.times)} {bool(sentence.times)}")
    if part.when:
        said = any(clause.values.has_time(besides=part.when) for clause in sentence.clauses)
        names.append(f"when {said}")
    return names


def _kind(part: Part) -> str:
    marks = " state" if part.is_state else " duty" if part.is_duty else ""
    return f"{part.aspect}{marks}{' modal' if part.has_modal else ''}"


@dataclass(frozen=True, slots=True)
class Opinion:
    """``answers``: how surely the sentence answers all of the ask, 0-1. ``is_for`` and
    ``is_against`` (it does not even answer a part): surely enough to count beside the rules;
    ``is_certain``: surely enough to count in their place."""

    answers: float
    is_for: bool
    is_against: bool
    is_certain: bool


class Opinions(Mapping[int, Opinion]):
    """Of an ask and each sentence that may be about it, by its number; each is formed when it is
    asked for. Of all others the reader knows nothing ("Yes, of course", "At nine"). ``ours``: those
    of a letter of ours."""

    def __init__(self, ask: AskSide, text: str, language: str, ours: Collection[int] = ()) -> None:
        self._ask, self._ours, self._same = ask, ours, ask.language == language
        self._sides = {
            number: side
            for number, side in sentence_sides(text, language).items()
            if has_ground(ask, side, same_language=self._same, is_ours=number in ours)
        }

    def __getitem__(self, number: int) -> Opinion:
        return pair_opinion(self._ask, self._sides[number], self._same, number in self._ours)

    def __iter__(self) -> Iterator[int]:
        return iter(self._sides)

    def __len__(self) -> int:
        return len(self._sides)


@lru_cache(maxsize=8192)  # a letter's sentences are weighed for each letter and draft they stand in
def pair_opinion(
    ask: AskSide, sentence: SentenceSide, same_language: bool, is_ours: bool
) -> Opinion:
    head = shipped_heads()[TELLING if is_ours else PAIRS]
    features = pair_features(ask, sentence, same_language=same_language)
    said = head.chances(features)
    return opinion_of(said["answers"], said["tells"], head.thresholds)


def has_ground(
    ask: AskSide, sentence: SentenceSide, *, same_language: bool, is_ours: bool = False
) -> bool:
    """Whether the two share a topic, or the sentence has one that lies near the ask."""
    if ask.topics & sentence.concepts or (same_language and ask.stems & sentence.own_stems):
        return True
    if is_ours:
        return nearness(ask, sentence) >= _OURS_NEAR
    return _LEANING.isdisjoint(sentence.marks) and nearness(ask, sentence) >= _NEAR


def opinion_of(answers: float, tells: float, thresholds: Mapping[str, float]) -> Opinion:
    return Opinion(
        answers=answers,
        is_for=answers >= thresholds["for"],
        is_against=tells < thresholds["against"],
        is_certain=answers >= thresholds["certain"],
    )
