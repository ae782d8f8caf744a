"""Which payment request a mail answers: first, second, third, or that it was paid.

By structure: the requests of staff in the thread are counted, an ordinal in the last of them
("third and last notice") wins over the count; without a thread, what the mail says it received.
A payment that is only announced is none. The answer selects nothing by itself.
"""

from collections.abc import Sequence

from drafting.pipeline.interpret.matching import Patterns, fold, patterns_of
from drafting.pipeline.interpret.rules import PrepaymentRules
from drafting.pipeline.interpret.sentences import split_sentences
from drafting.pipeline.plan import PrepaymentStep
from templatesapp.text.languages import desk_languages

_ORDINAL_REACH = 30  # characters between "last" and "notice"
_STEPS = (PrepaymentStep.FIRST, PrepaymentStep.SECOND, PrepaymentStep.THIRD)


def find_prepayment_step(
    text: str,
    language: str,
    *,
    subject: str = "",
    quote: str = "",
    staff_texts: Sequence[str] = (),
) -> PrepaymentStep | None:
    """``text`` is the new text; ``staff_texts`` the staff's mails of the thread, oldest first."""
    code = language if language in desk_languages() else ""
    patterns, any_language = patterns_of(PrepaymentRules, code), patterns_of(PrepaymentRules)
    folded = fold(text, code)
    folded_subject = fold(subject)
    earlier = [fold(t) for t in staff_texts or [quote] if t]
    requested = [t for t in earlier if _is_request(t, any_language)]
    about_payment = (
        bool(requested)
        or any_language.payment.search(folded_subject)
        or patterns.received.search(folded)
    )
    if about_payment and paid_at(text, language) is not None:
        return PrepaymentStep.SUCCESS
    if requested:
        named = _ordinal(requested[-1], any_language)
        return named or _STEPS[min(len(requested), len(_STEPS)) - 1]
    return _received_step(folded_subject, folded, patterns, any_language)


def _is_request(text: str, patterns: Patterns) -> bool:
    """An imperative, an open or failed payment, a numbered reminder; "will be charged" is none."""
    if patterns.payment.search(text) and patterns.requests.search(text):
        return True
    return _ordinal(text, patterns) is not None


def paid_at(text: str, language: str) -> int | None:
    """Where the guest says that it is paid (an offset), None where nobody does."""
    code = language if language in desk_languages() else ""
    patterns = patterns_of(PrepaymentRules, code)
    for sentence in split_sentences(text, code):
        if patterns.paid.search(sentence.folded) and not patterns.not_paid.search(sentence.folded):
            return sentence.start
    return None


def _ordinal(text: str, patterns: Patterns) -> PrepaymentStep | None:
    """ "last notice", "second reminder" in a text."""
    for reminder in patterns.reminders.finditer(text):
        window = text[max(0, reminder.start() - _ORDINAL_REACH) : reminder.end() + _ORDINAL_REACH]
        if patterns.third.search(window):
            return PrepaymentStep.THIRD
        if patterns.second.search(window):
            return PrepaymentStep.SECOND
    return None


def _received_step(
    subject: str, folded: str, patterns: Patterns, any_language: Patterns
) -> PrepaymentStep | None:
    """Without a thread: what the mail itself says it got."""
    for match in patterns.received.finditer(folded):
        window = folded[max(0, match.start() - 80) : match.end() + 80]
        if patterns.payment.search(window) or any_language.payment.search(subject):
            return _ordinal(f"{subject} . {folded}", any_language) or PrepaymentStep.FIRST
    if any_language.payment.search(subject):
        return _ordinal(subject, any_language)
    return None
