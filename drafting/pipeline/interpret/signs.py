"""Four small questions about a mail that the word patterns of its language answer: which payment
request it follows, which of the desk's steps it touches, whether it wants no more mail, and whether
a machine wrote it."""

import re
from collections.abc import Iterator, Sequence

from drafting.pipeline.interpret.asks import find_asked
from drafting.pipeline.interpret.matching import (
    AutoReplyRules,
    OptOutRules,
    Patterns,
    PrepaymentRules,
    TriggerRules,
    count_words,
    fold,
    patterns_of,
    split_sentences,
)
from drafting.pipeline.interpret.scenario import is_of_service
from drafting.pipeline.plan import AskKind, Intents, PrepaymentStep, WorkflowTriggers
from templatesapp.text.languages import codes_for, desk_languages

_ORDINAL_REACH = 30  # characters between "last" and "notice"
_STEPS = (PrepaymentStep.FIRST, PrepaymentStep.SECOND, PrepaymentStep.THIRD)
_REACH = 40  # characters between the stop and the contact, or the removal and the list
_NEGATION = 12  # characters in front of a removal: "don't take us off"
_SHORT = 6  # words
_NEWSLETTER = "newsletter"  # in every language of ours
_CLAUSE = re.compile(r"[;:,]\s|\s[-–—]+\s")


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


def find_triggers(
    text: str,
    subject: str,
    language: str,
    *,
    intents: Intents,
    booking_ref: str | None,
    prepayment_step: PrepaymentStep | None,
    categories: Sequence[str],
) -> WorkflowTriggers:
    """``categories``: the mail's scenarios. An action counts where it is asked, not told."""

    def says(field: str, said: str = f"{subject}\n{text}") -> bool:
        return any(
            getattr(patterns_of(TriggerRules, code), field).search(fold(said, code))
            for code in codes_for(language)
        )

    return WorkflowTriggers(
        prepayment=prepayment_step is not None
        or "prepayment" in categories[:1]
        or says("prepayment"),
        terms_and_conditions=says("terms"),
        booking_action_required=any(
            says("booking_actions", ask.text) and not is_of_service(ask.text, language)
            for ask in (*intents.questions, *intents.requests)
        ),
        booking_context=booking_ref is not None or says("booking_context"),
    )


# A mail of more words that speaks of no mail ends with a link of so many ("Unsubscribe").
_FOOTED, _LINK = 12, 2


def wants_no_mail(text: str, language: str, earlier: str = "") -> bool:
    """Read with the rules of the mail's language; of every language where it is unknown, or where
    the mail is too short for its language to be sure ("basta mail!"). ``earlier``: our mail before
    it; where that is of a newsletter, "take me off" is, too."""
    if count_words(text) > _SHORT:
        return any(_opts_out(text, code) for code in codes_for(language))
    said = [text]
    if _NEWSLETTER in fold(earlier):
        said.append(f"{text.rstrip(' .!')} {_NEWSLETTER}")
    return any(_opts_out(one, code) for one in said for code in desk_languages())


def is_marketing(text: str) -> bool:
    """Whether a mail of ours brings offers, or speaks of its being a newsletter."""
    patterns, said = patterns_of(OptOutRules), fold(text)
    return any(one.search(said) for one in (patterns.topics, patterns.marketing))


def _opts_out(text: str, code: str) -> bool:
    patterns = patterns_of(OptOutRules, code)
    sentences = [sentence.folded for sentence in split_sentences(text, code)]
    is_footed = count_words(text) > _FOOTED and not patterns.topics.search(" ".join(sentences))
    for index, sentence in enumerate(sentences):
        is_last = index == len(sentences) - 1
        if is_footed and is_last and count_words(sentence) <= _LINK:
            continue
        before, around = sentences[max(0, index - 1) : index], sentences[index : index + 2]
        # Few sentences do, so what takes it back is looked for last.
        is_wish = _sentence_opts_out(sentence, " ".join([*before, sentence]), patterns)
        if is_wish and not patterns.undo.search(" ".join([*before, *around])):
            return True
    return False


def _sentence_opts_out(sentence: str, topic: str, patterns: Patterns) -> bool:
    if patterns.footers.search(sentence):
        return False
    if patterns.exceptions.search(sentence):
        return any(
            _says_it(clause, patterns) and not patterns.exceptions.search(clause)
            for clause in _CLAUSE.split(sentence)
        )
    return (
        _says_it(sentence, patterns)
        or _is_stopped(patterns.contacts, sentence, patterns)
        or any(_beside(patterns.ends, patterns.marketing, sentence))
        or (
            patterns.topics.search(topic) is not None
            and _is_stopped(patterns.references, sentence, patterns)
        )
    )


def _says_it(text: str, patterns: Patterns) -> bool:
    """A word that means just that, or a removal from a list, in either order."""
    return any(
        _is_of_mail(text[m.start() :], patterns) for m in patterns.direct.finditer(text)
    ) or any(
        not patterns.stops.search(text[max(0, removal.start() - _NEGATION) : removal.start()])
        for removal in _beside(patterns.removals, patterns.lists, text)
    )


def _is_of_mail(text: str, patterns: Patterns) -> bool:
    """No leave of something else: "take me off the breakfast list", "darme de baja de la gita"."""
    clause = _CLAUSE.split(text)[0]
    if any(p.search(clause) for p in (patterns.topics, patterns.lists, patterns.marketing)):
        return True
    return not any(is_of_service(clause, code) for code in desk_languages())


def _beside(pattern: re.Pattern[str], other: re.Pattern[str], text: str) -> Iterator[re.Match[str]]:
    """Matches of ``pattern`` with one of ``other`` within reach, before or after."""
    spans = [match.span() for match in other.finditer(text)]
    for match in pattern.finditer(text) if spans else ():
        gaps = (max(start - match.end(), match.start() - end) for start, end in spans)
        if min(gaps) <= _REACH:
            yield match


def _is_stopped(pattern: re.Pattern[str], sentence: str, patterns: Patterns) -> bool:
    """A stop before what is stopped, in its clause: "no cleaning, mail us" stops no mail."""
    for match in pattern.finditer(sentence):
        before = _CLAUSE.split(sentence[max(0, match.start() - _REACH) : match.start()])[-1]
        if patterns.stops.search(before + match.group()):
            return True
    return False


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
