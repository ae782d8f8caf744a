"""Which sentences of a mail ask something, by who has read many, beside what the rules found.

Source: reading.md, "Two opinions". The rules know forms of asking; what is asked without one ("we
come with bicycles and have no idea where to leave them") the reader sees. What they found it takes
away from nobody: where it was sure that a wish is none, one in five was a wish.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from drafting.pipeline.interpret.asks import Asked, asks_nothing, whole_sentence
from drafting.pipeline.interpret.matching import split_sentences
from drafting.pipeline.plan import ActionPlan, AskKind
from templatesapp.text.reader.heads import Features, shipped_heads
from templatesapp.text.reader.mails import need_features
from templatesapp.text.reader.texts import ask_features
from templatesapp.text.reader.topics import shipped_topics
from templatesapp.text.tokens import words

ASK, UNREAD = "asks", "unread"  # heads: the kind of an ask, whether a sentence asks
NAMES = ("asks",)
_FEWEST_WORDS = 2
_BESIDE_MARK, _BESIDE_WORD = 0.3, 0.08  # what stands around counts less than the sentence
_MOST_BESIDE = 30  # words of a neighbour
_MOST_SENTENCES = 100
_ASK_WORDS, _BESIDE = 8, 20  # words of one ask, and beside all of them
_EDGE = 4  # sentences from the end, that tell a matter from a farewell


def asking_features(
    said: Sequence[str], is_read: Sequence[bool], language: str
) -> Iterator[Features]:
    """Of each sentence of a mail: its words, where they point, where it stands and what stands
    beside it. ``is_read``: the rules found something asked in it."""
    topics = shipped_topics()
    own = [words(one)[:_MOST_BESIDE] for one in said]
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
        found = need_features(sentence, language, topics)
        yield {**found, **beside, **dict.fromkeys(marks, _BESIDE_MARK)}


def with_likely(asked: tuple[Asked, ...], text: str, language: str) -> tuple[Asked, ...]:
    """What the rules found asked, with the sentences that surely ask and in which they found
    nothing, each as a whole."""
    said = split_sentences(text, language)[:_MOST_SENTENCES] if text else ()
    read = {ask.sentence.start for ask in asked}
    is_read = tuple(one.start in read for one in said)
    chances = _chances(tuple(one.text for one in said), is_read, language)
    limit = shipped_heads()[UNREAD].thresholds["asks"]
    found = [
        whole_sentence(one, _kind(one.text, language))
        for one, is_found, sure in zip(said, is_read, chances, strict=True)
        if sure >= limit and not is_found and not asks_nothing(one, language)
    ]
    return tuple(sorted((*asked, *found), key=lambda ask: ask.start)) if found else asked


def _kind(sentence: str, language: str) -> AskKind:
    """A question or an action; which questions are states the rules tell."""
    head = shipped_heads()[ASK]
    sure = head.probabilities([ask_features(sentence, sentence, language)])[0]
    likely = dict(zip(head.names, sure, strict=True))
    of_ours = max(likely[AskKind.QUESTION], likely[AskKind.STATE])
    return AskKind.ACTION if likely[AskKind.ACTION] > of_ours else AskKind.QUESTION


@lru_cache(maxsize=16)  # read with the mail, and again when its draft is composed
def _chances(said: tuple[str, ...], is_read: tuple[bool, ...], language: str) -> tuple[float, ...]:
    """Of each sentence, how surely it asks. Of a word or none nothing is known."""
    rows = list(asking_features(said, is_read, language))
    sure = shipped_heads()[UNREAD].probabilities(rows)[:, 0].tolist()
    told = zip(said, is_read, sure, strict=True)
    return tuple(
        p if len(words(one)) >= _FEWEST_WORDS else float(is_found) for one, is_found, p in told
    )


def may_ask_more(plan: ActionPlan) -> bool:
    """Whether a sentence surely asks that nobody read as asking, or the mail says much beside what
    it asks: of such drafts judged by people half were right, of others three in four."""
    asked = [ask for ask in plan.asks if ask.kind is not AskKind.NOTICE]
    if len(plan.normalized_text.split()) - _ASK_WORDS * len(asked) > _BESIDE:
        return True
    said, is_read = read_sentences(plan)
    doubt = shipped_heads()[UNREAD].thresholds["doubt"]
    chances = _chances(said, is_read, plan.language)
    return any(sure >= doubt for sure, found in zip(chances, is_read, strict=True) if not found)


def read_sentences(plan: ActionPlan) -> tuple[tuple[str, ...], tuple[bool, ...]]:
    """The sentences of a mail, and in which of them something was found asked."""
    asked = {" ".join(words(a.evidence)) for a in plan.asks if a.kind is not AskKind.NOTICE}
    split = split_sentences(plan.normalized_text, plan.language)[:_MOST_SENTENCES]
    said = tuple(one.text for one in split)
    return said, tuple(" ".join(words(one)) in asked for one in said)
