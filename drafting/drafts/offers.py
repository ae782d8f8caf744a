"""What of our own may answer an ask that a reply leaves open, and where in the reply it goes.

The desk was not sure enough to say it by itself; a person puts it in by one press. On mail that
nobody trained on six of ten known answers that a draft does not say are offered so; of the asks
with an offer two in five have one that the labels know."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from drafting.drafts.kept import current_desk
from drafting.pipeline.answer.assemble import PARAGRAPH
from drafting.pipeline.answer.knowledge import WORTH_SHOWING, likeliest
from drafting.pipeline.answer.likely import Found
from drafting.pipeline.check.surroundings import Desk
from drafting.pipeline.interpret.normalise import own_subject
from drafting.pipeline.outcomes import AnswerSource, Origin, Outcome, OutcomeKind, sentence_key
from drafting.pipeline.plan import ActionPlan, Ask, AskKind
from templatesapp.text.letter import split_letter
from templatesapp.text.reader.sayings import Sayings, sayings
from templatesapp.text.sentences import sentences

_LIKELIEST, _MOST = 3, 2  # looked at, and offered: the fourth finds one in three hundred more
_ROOM = PARAGRAPH * 2  # between greeting and signature of a reply that says nothing yet


@dataclass(frozen=True, slots=True)
class Offer:
    """``mend`` goes in the place of the characters from ``start`` to ``end``."""

    text: str
    mend: str
    start: int
    end: int


def find_offers(
    *, plan: ActionPlan, subject: str, outcomes: Sequence[Outcome], body: str
) -> Mapping[str, Sequence[Offer]]:
    """By the ask's id, the likeliest first: answers of ours in the language of our letters to this
    guest that ``body`` does not say. What it surely answers, and what asks for none, has none."""
    desk = current_desk()
    language = desk.catalogue.letter_language(plan.language)
    promised = Counter(one.sentence for one in outcomes if one.outcome is OutcomeKind.PROMISED)
    left = {
        one.ask: one
        for one in outcomes
        if one.outcome is not OutcomeKind.ANSWERED or one.is_unproven
    }
    said = sayings(tuple(sentences(body)), language)
    offers = {}
    for ask in (ask for ask in plan.asks if ask.id in left):
        outcome, texts = left[ask.id], [one.text for one in _likely(ask, plan, subject, desk)]
        put = _place(body, outcome, is_only_one=promised[outcome.sentence] == 1)
        new = [text for text in texts if not _is_said(text, said, language)]
        offers[ask.id] = [put(text) for text in new[:_MOST]]
    return offers


def put_in(
    *, plan: ActionPlan, subject: str, body: str, known: Mapping[str, Origin]
) -> dict[str, Origin]:
    """Where sentences of a person's text are from that stand there as they were offered, by their
    keys: they answer what they were offered for. ``known``: of the draft's own sentences."""
    keys, new = set(map(sentence_key, sentences(body))) - known.keys(), dict[str, Origin]()
    if not keys:
        return new
    desk = current_desk()
    offered = ((ask, one) for ask in plan.asks for one in _likely(ask, plan, subject, desk))
    for asked, one in offered:
        first, *rest = map(sentence_key, sentences(one.text))
        if keys.issuperset((first, *rest)):
            origin = Origin(AnswerSource.KNOWLEDGE, citation=one.item.citation)
            before = new.get(first, replace(origin, is_own=True))
            # Of what is to be done somebody makes sure.
            is_own = before.is_own and asked.kind is AskKind.QUESTION
            new = dict.fromkeys(rest, origin) | new
            new[first] = replace(before, asks=(*before.asks, asked.id), is_own=is_own)
    return new


def _likely(ask: Ask, plan: ActionPlan, subject: str, desk: Desk) -> list[Found]:
    """A state is told by who has looked, and what was only told asks for no answer."""
    if ask.kind not in (AskKind.QUESTION, AskKind.ACTION):
        return []
    language, own = desk.catalogue.letter_language(plan.language), own_subject(subject)
    found = likeliest(ask, plan, own, letter_language=language, search=desk.search)
    likely = (one for one in found if one.chance >= WORTH_SHOWING and one.item.language == language)
    return list(islice(likely, _LIKELIEST))


def _is_said(text: str, said: Sayings, language: str) -> bool:
    return all(said.says(sentence, language) for sentence in sentences(text))


def _place(body: str, outcome: Outcome, *, is_only_one: bool) -> Callable[[str], Offer]:
    """In the place of a promise of nothing else, or as a paragraph before it; after the paragraph
    that may answer; else at the end of the letter."""
    start = body.find(outcome.sentence) if outcome.sentence else -1
    end = start + len(outcome.sentence)
    if start < 0:
        return _at_the_end(body)
    if outcome.outcome is not OutcomeKind.PROMISED:
        end = (body + PARAGRAPH).index(PARAGRAPH, end)
        return lambda text: Offer(text, PARAGRAPH + text, end, end)
    if is_only_one:
        return lambda text: Offer(text, text, start, end)
    start -= len(body[:start].rpartition(PARAGRAPH)[2])
    return lambda text: Offer(text, text + PARAGRAPH, start, start)


def _at_the_end(body: str) -> Callable[[str], Offer]:
    if _ROOM in body:
        place = body.index(_ROOM) + len(PARAGRAPH)
        return lambda text: Offer(text, text, place, place)
    ending = split_letter(body)[2]
    if not ending:
        return lambda text: Offer(text, PARAGRAPH + text, len(body), len(body))
    place = body.rindex(ending)
    return lambda text: Offer(text, text + PARAGRAPH, place, place)
