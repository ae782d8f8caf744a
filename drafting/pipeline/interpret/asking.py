"""Which sentences of a mail ask something, by who has read many, beside what the rules found.

Source: reading.md, "Two opinions". The rules know forms of asking; what is asked without one ("we
come with bicycles and have no idea where to leave them") the reader sees. Of what they found in a
sentence without a question mark it takes away what hardly asks, as long as something is asked.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TypeAlias

import numpy as np

from drafting.pipeline.interpret.asks import (
    Asked,
    as_marked,
    asks_nothing,
    declares,
    is_of_answering,
    supposes,
    whole_sentence,
)
from drafting.pipeline.interpret.matching import Sentence, fold, split_sentences
from drafting.pipeline.plan import ActionPlan, AskKind
from templatesapp.text.reader.heads import Features, shipped_heads
from templatesapp.text.reader.mails import need_features, need_words, way_odds
from templatesapp.text.reader.texts import ask_features
from templatesapp.text.reader.topics import shipped_topics
from templatesapp.text.tokens import words

ASK, UNREAD = "asks", "unread"  # heads: the kind of an ask, whether a sentence asks
NAMES = ("asks",)
_FEWEST_WORDS = 2
_FEWEST_IDLE = 8  # "Cancel my booking." is said in fewer
# Of what begins as a question does and has no mark: beside what else is asked, and alone.
_UNMARKED, _UNMARKED_ALONE = 0.5, 0.3
_SUPPOSED = 0.2  # "breakfast is included, I take it" asks from here on
_BESIDE_MARK, _BESIDE_WORD = 0.3, 0.08  # what stands around counts less than the sentence
_FOUND_MARK, _QUARTERS = 0.5, 4  # of what the rules found in it
_MOST_BESIDE = 30  # words of a neighbour
_MOST_SENTENCES = 100
_ASK_WORDS, _BESIDE = 8, 20  # words of one ask, and beside all of them
_EDGE = 4  # sentences from the end, that tell a matter from a farewell
Found: TypeAlias = tuple[tuple[AskKind, str], ...]  # of a sentence: what was found asked in it


def asking_features(
    said: Sequence[str], found: Sequence[Found], language: str
) -> Iterator[Features]:
    """Of each sentence of a mail: its words, where they point, where it stands, what stands beside
    it, and what the rules found asked in it."""
    topics = shipped_topics()
    for sentence, features in zip(said, _features(said, found, language), strict=True):
        yield {**need_features(sentence, language, topics), **features}


def _features(said: Sequence[str], found: Sequence[Found], language: str) -> Iterator[Features]:
    """The same without where the words point."""
    own = [words(one)[:_MOST_BESIDE] for one in said]
    is_read = [bool(asked) for asked in found]
    for place, sentence in enumerate(said):
        marks = [
            f"place {min(place, 3)}",
            f"from end {min(len(said) - place - 1, _EDGE)}",
            f"read {is_read[place]}",
            f"asks in mail {any(is_read)}",
            f"words {min(len(own[place]) // 3, 8)}",
            f"language {language}",
        ]
        beside: dict[str, float] = {}
        for side, other in (("before", place - 1), ("after", place + 1)):
            if 0 <= other < len(said):
                marks += [f"{side} read {is_read[other]}", f"{side} {said[other][-1:]}"]
                beside |= {f"{side} {word}": _BESIDE_WORD for word in own[other]}
        own_marks = dict.fromkeys(_found_marks(sentence, found[place]), _FOUND_MARK)
        around = beside | dict.fromkeys(marks, _BESIDE_MARK)
        yield {**need_words(sentence, language), **around, **own_marks}


def _found_marks(sentence: str, found: Found) -> Iterator[str]:
    """Of what form it is, how much of the sentence and where in it."""
    whole = " ".join(words(sentence))
    for kind, text in found:
        own = words(text)
        share = len(own) / max(len(words(sentence)), 1)
        yield f"read {kind}"
        yield f"read {kind} {sentence[-1:]}"
        yield f"share {int(_QUARTERS * share)} {kind}"
        yield f"at {int(_QUARTERS * whole.find(' '.join(own)) / max(len(whole), 1))}"
        yield f"begins {' '.join(own[:1])} {kind}"
        yield f"begins {' '.join(own[:2])}"


def with_likely(asked: tuple[Asked, ...], text: str, language: str) -> tuple[Asked, ...]:
    """What the rules found asked but what hardly asks, with the sentences that surely ask and in
    which they found nothing, each as a whole."""
    said = split_sentences(text, language)[:_MOST_SENTENCES] if text else ()
    read: dict[int, Found] = {}
    for ask in asked:
        at = ask.sentence.start
        read[at] = (*read.get(at, ()), (ask.kind, ask.text))
    found = tuple(read.get(one.start, ()) for one in said)
    chances = _chances(tuple(one.text for one in said), found, language)
    limits = shipped_heads()[UNREAD].thresholds
    level = _UNMARKED if asked else _UNMARKED_ALONE
    new: list[Asked] = []
    idle = set()
    for one, is_found, sure in zip(said, found, chances, strict=True):
        is_telling = not one.asked and len(one.text.split()) >= _FEWEST_IDLE
        if is_found and is_telling and sure < limits["idle"]:
            if not declares(one, language):
                idle.add(one.start)
        elif not is_found and sure >= level and (marked := as_marked(one, language)):
            new += marked
        elif not is_found and sure >= _SUPPOSED:
            new += _unfound(one, sure >= limits["asks"], language)
    kept = [ask for ask in asked if ask.sentence.start not in idle]
    return tuple(sorted((*kept, *new), key=lambda ask: ask.start)) or asked


def _unfound(one: Sentence, is_sure: bool, language: str) -> list[Asked]:
    """A sentence that surely asks, or one that may and says what its writer takes for given."""
    if not is_sure:
        is_meant = not one.asked and supposes(one, language)
        return [whole_sentence(one, AskKind.QUESTION)] if is_meant else []
    if " " not in one.text or asks_nothing(one, language):
        return []  # "USt-IdNr."
    return [whole_sentence(one, _kind(one.text, language))]


def _kind(sentence: str, language: str) -> AskKind:
    """A question or an action; which questions are states the rules tell."""
    likely = shipped_heads()[ASK].chances(ask_features(sentence, sentence, language))
    of_ours = max(likely[AskKind.QUESTION], likely[AskKind.STATE])
    return AskKind.ACTION if likely[AskKind.ACTION] > of_ours else AskKind.QUESTION


@lru_cache(maxsize=16)  # read with the mail, and again when its draft is composed
def _chances(said: tuple[str, ...], found: tuple[Found, ...], language: str) -> tuple[float, ...]:
    """Of each sentence, how surely it asks. Of a word or none nothing is known."""
    rows = list(_features(said, found, language))
    pulls = np.array([shipped_topics().pull(one, language) for one in said], dtype=np.float64)
    where = way_odds(UNREAD, pulls) if said else 0.0
    sure = shipped_heads()[UNREAD].probabilities(rows, where)[:, 0].tolist()
    told = zip(said, found, sure, strict=True)
    return tuple(
        p if len(words(one)) >= _FEWEST_WORDS else float(bool(asked)) for one, asked, p in told
    )


def may_ask_more(plan: ActionPlan) -> bool:
    """Whether a sentence surely asks that nobody read as asking, or the mail says much beside what
    it asks: of such drafts judged by people half were right, of others three in four."""
    asked = [ask for ask in plan.asks if ask.kind is not AskKind.NOTICE]
    if len(plan.normalized_text.split()) - _ASK_WORDS * len(asked) > _BESIDE:
        return True
    return bool(unread_asks(plan))


def unread_asks(plan: ActionPlan) -> tuple[str, ...]:
    """The sentences that surely ask and were not read as asking."""
    said, found = read_sentences(plan)
    doubt = shipped_heads()[UNREAD].thresholds["doubt"]
    told = zip(said, found, _chances(said, found, plan.language), strict=True)
    return tuple(
        one
        for one, asked, sure in told
        if sure >= doubt and not asked
        if not is_of_answering(fold(one, plan.language), plan.language)
    )


def read_sentences(plan: ActionPlan) -> tuple[tuple[str, ...], tuple[Found, ...]]:
    """The sentences of a mail, and what was found asked in each. Which questions are states is
    told later."""
    asked: dict[str, Found] = {}
    for ask in plan.asks:
        if ask.kind is not AskKind.NOTICE:
            at = " ".join(words(ask.evidence))
            kind = AskKind.ACTION if ask.kind is AskKind.ACTION else AskKind.QUESTION
            asked[at] = (*asked.get(at, ()), (kind, ask.own_words))
    split = split_sentences(plan.normalized_text, plan.language)[:_MOST_SENTENCES]
    said = tuple(one.text for one in split)
    return said, tuple(asked.get(" ".join(words(one)), ()) for one in said)
