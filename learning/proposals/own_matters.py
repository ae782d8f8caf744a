"""Whether a sentence holds for any guest: nothing of one guest may become part of a letter.

What no rule here catches is caught by numbers: a proposal names nothing that fewer guests were told
than the setting asks for (``evidence.shared_marks``).
"""

import re

from learning.redaction import TOKENS
from learning.redaction.words import WORDS
from templatesapp.lint import asserts_state
from templatesapp.text.coverage.clauses import clauses
from templatesapp.text.guarded.kinds import Kind
from templatesapp.text.guarded.values import find_values
from templatesapp.text.slots import FACT_PREFIX, SLOT, slot_names
from templatesapp.text.tokens import content_words, words

_GUESTS_UNITS = frozenset({"person", "night"})
# A relation that any guest may be or have: no word about one of them.
_ANYBODY = frozenset({"guest", "person", "participant", "host", "receptionist", "manager", "kids",
                      "children", "child", "friends", "traveller", "traveler"})  # fmt: skip
_ONE_GUEST = frozenset(f" {' '.join(words(phrase))} " for phrase in WORDS.one_guest)
_FEWEST_WORDS = 2
_MARK = re.compile(r"\d+(?:[.:,]\d+)*|(?<=[^.!?:\s]\s)[A-ZÀ-Þ][\w’'-]+")


def is_for_anyone(sentence: str, language: str) -> bool:
    """Whether a slotted and redacted sentence may be said to every guest.

    Not with a date, a count of guests or nights, a name, a relation, a word of what the guest
    wrote, a state of their booking; and no courtesy or promise, which tell nothing.
    """
    if any(token in sentence for token in TOKENS) or sentence.endswith("?"):
        return False
    if any(not name.startswith(FACT_PREFIX) for name in slot_names(sentence)):
        return False
    bare = SLOT.sub(" ", sentence)
    if all(clause.is_idle or clause.is_promise for clause in clauses(bare, language)):
        return False
    is_said = len(set(content_words(bare, language))) >= _FEWEST_WORDS
    return is_said and not is_own_matter(sentence, language)


def is_own_matter(sentence: str, language: str) -> bool:
    """Whether a sentence tells of one guest: a date, a count of guests or nights, a relation, a
    word of what they wrote, a state of their booking."""
    bare = SLOT.sub(" ", sentence)
    return (
        _names_a_date_or_count(bare, language)
        or _names_a_relation(bare)
        or _speaks_to_one(bare, language)
        or asserts_state(bare, language)
    )


def marks(sentence: str, language: str) -> frozenset[str]:
    """Numbers, and words in capitals inside the sentence: by these it could tell of somebody."""
    bare = SLOT.sub(" ", sentence)
    numbers = {str(number) for _, number in find_values(bare, language).numbers}
    return frozenset(_MARK.findall(bare)) | numbers


def _names_a_date_or_count(sentence: str, language: str) -> bool:
    if WORDS.calendar.intersection(words(sentence)) and re.search(r"\d", sentence):
        return True
    return any(
        value.kind is Kind.DATE or (value.kind is Kind.MEASURE and value.unit in _GUESTS_UNITS)
        for value in find_values(sentence, language).values
    )


def _names_a_relation(sentence: str) -> bool:
    """ "Your friend", "your little daughter"; "the manager" is anybody's."""
    said = words(sentence)
    return any(
        word in WORDS.relations - _ANYBODY
        and _before(said, place) in WORDS.owners - {"the", "a", "an", "our", "another"}
        for place, word in enumerate(said)
    )


def _speaks_to_one(sentence: str, language: str) -> bool:
    """ "Your bed is ready"; "if your bed is ready" may be said to anyone."""
    if any(clause.values.says("supposing") for clause in clauses(sentence, language)):
        return False
    said = f" {' '.join(words(sentence))} "
    return any(phrase in said for phrase in _ONE_GUEST)


def _before(said: list[str], place: int) -> str:
    """The nearest word that is no adjective."""
    earlier = reversed(said[:place])
    return next((word for word in earlier if word not in WORDS.relation_adjectives), "")
