"""Whether a guest wants no more mail of any kind.

A sentence opts out by a word that means just that ("unsubscribe"), or by a stop or a negation
before a contact ("don't send me any more offers"). The same words about something narrower (an
old address, a missing confirmation, "by phone only") or taken back ("by accident") do not.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from drafting.pipeline.interpret.matching import fold, words_pattern
from drafting.pipeline.interpret.sentences import split_sentences
from drafting.pipeline.languages import rules
from drafting.pipeline.languages.shapes import OptOutRules

_REACH = 40  # characters between the stop and the contact
_CLAUSE = re.compile(r"[;:,]\s|\s[-–—]+\s")


@dataclass(frozen=True, slots=True)
class _Patterns:
    direct: re.Pattern[str]
    stops: re.Pattern[str]
    contacts: re.Pattern[str]
    exceptions: re.Pattern[str]
    undo: re.Pattern[str]


@cache
def _compiled(language: str) -> _Patterns:
    rule: OptOutRules = rules("opt_out")[language]
    return _Patterns(
        **{
            name: words_pattern(getattr(rule, name), language)
            for name in _Patterns.__dataclass_fields__
        }
    )


def wants_no_mail(text: str, language: str) -> bool:
    """Read with the rules of the mail's language; of every language where it is unknown."""
    codes = [language] if language in rules("opt_out") else sorted(rules("opt_out"))
    return any(_opts_out(text, code) for code in codes)


def _opts_out(text: str, code: str) -> bool:
    patterns = _compiled(code)
    folded = fold(text, code)
    if not (patterns.direct.search(folded) or patterns.contacts.search(folded)):
        return False
    sentences = [sentence.folded for sentence in split_sentences(text, code)]
    for index, sentence in enumerate(sentences):
        around = " ".join(sentences[max(0, index - 1) : index + 2])
        if _sentence_opts_out(sentence, patterns) and not patterns.undo.search(around):
            return True
    return False


def _sentence_opts_out(sentence: str, patterns: _Patterns) -> bool:
    if patterns.exceptions.search(sentence):
        return any(
            patterns.direct.search(clause) and not patterns.exceptions.search(clause)
            for clause in _CLAUSE.split(sentence)
        )
    if patterns.direct.search(sentence):
        return True
    for contact in patterns.contacts.finditer(sentence):
        window = sentence[max(0, contact.start() - _REACH) : contact.end()]
        if patterns.stops.search(window):
            return True
    return False
