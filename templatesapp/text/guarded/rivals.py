"""Whether a value that answers is one of several that fit what was asked: "how much is the ticket",
where the house knows the tickets of two buses."""

from templatesapp.text.coverage.clauses import TOPICLESS
from templatesapp.text.coverage.questions import parse_question
from templatesapp.text.coverage.rules import Aspect
from templatesapp.text.guarded.kinds import Kind, Value
from templatesapp.text.guarded.known import GuardedFact, Known, meaning
from templatesapp.text.guarded.scopes import PLAIN, read_sentences
from templatesapp.text.guarded.values import find_values

_KINDS = {Aspect.PRICE: Kind.MONEY, Aspect.TIME: Kind.TIME, Aspect.DURATION: Kind.MEASURE}


def is_one_of_several(
    ask: str, mail: str, sentence: str, *, known: Known, language: str, answer_language: str
) -> bool:
    """Whether ``sentence`` tells one of our facts where others of its kind, of something else, fit
    all that ``ask`` and its ``mail`` name as well."""
    kinds = {_KINDS.get(part.aspect) for part in parse_question(ask, language)}
    told = [
        (value, own)
        for value in find_values(sentence, answer_language).values
        if value.kind in kinds
        for own in known.like(value)
        if own.concepts and own.value.equals(value)
    ]
    if not told:  # mostly; and the mail is long
        return False
    named, said = _held(f"{ask}\n\n{mail}", language), _held(sentence, answer_language)
    return any(
        own.concepts <= said and _rivals(value, own, named, said, known) for value, own in told
    )


def _held(text: str, language: str) -> frozenset[str]:
    held = (one.concepts for one in read_sentences(text, language, ()))
    return meaning(frozenset().union(*held))


def _rivals(
    value: Value, own: GuardedFact, named: frozenset[str], said: frozenset[str], known: Known
) -> list[GuardedFact]:
    """Facts that the mail may as well ask for; where it names nothing that the told one is about,
    those that are about some of the same."""
    of_facts = PLAIN.union(*(one.concepts for one in known.by_name.values()))
    shared = named & (own.concepts | said) & of_facts - TOPICLESS
    return [
        one
        for one in known.like(value)
        if not one.value.equals(value) and one.fact.edge == own.fact.edge
        if (shared <= one.concepts if shared & own.concepts else one.concepts & own.concepts)
    ]
