"""Whether a machine wrote a mail, by its words alone: not every such program sets a header.

A sentence that only a machine writes is enough ("this is an automated message"). What a person
could write, too, needs what goes with it: an absence ("I am out of the office") a remark ("back
on Monday", "please contact my colleague"), a receipt ("we have received your enquiry") a promise
("will answer within 24 hours"); and the mail must ask nothing else: who asks is there.
"""

import re

from drafting.pipeline.interpret.asks import find_asked
from drafting.pipeline.interpret.matching import Patterns, fold, patterns_of
from drafting.pipeline.interpret.rules import AutoReplyRules
from drafting.pipeline.interpret.sentences import split_sentences
from drafting.pipeline.plan import AskKind
from templatesapp.text.languages import codes_for


def is_auto_reply(text: str, language: str) -> bool:
    """``text``: the subject, where it is the sender's own, and what was written this time.

    Read with the rules of its language; of every language where it is unknown.
    """
    return any(_is_automatic(text, code) for code in codes_for(language))


def _is_automatic(text: str, code: str) -> bool:
    patterns = patterns_of(AutoReplyRules, code)
    stated = [fold(s.text, code) for s in split_sentences(text, code) if not s.asked]
    told = [sentence for sentence in stated if not patterns.exceptions.search(sentence)]
    if _is_said(patterns.machine, told):
        return True
    is_away = _is_said(patterns.absences, told) and _is_said(patterns.remarks, told)
    is_receipt = _is_said(patterns.receipts, told) and _is_said(patterns.promises, told)
    return (is_away or is_receipt) and not _asks_something(text, code, patterns)


def _is_said(pattern: re.Pattern[str], sentences: list[str]) -> bool:
    return any(pattern.search(sentence) for sentence in sentences)


def _asks_something(text: str, code: str, patterns: Patterns) -> bool:
    """Whether it wants more than that another person be asked ("please contact my colleague")."""
    return any(
        ask.kind is AskKind.QUESTION or not patterns.remarks.search(fold(ask.sentence.text, code))
        for ask in find_asked(text, code)
    )
