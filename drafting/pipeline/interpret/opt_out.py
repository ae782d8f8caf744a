"""Whether a guest wants no more mail of any kind.

A sentence opts out by a word that means just that ("unsubscribe"), by a stop or a negation before
a contact ("don't send me any more offers"), by an end beside what is nothing but marketing ("ads,
enough"), by a removal from a list ("I asked to be taken off the mailing list"), or by stopping
what was just named ("those offers … stop sending them"). The same words about something narrower
(an old address, a missing confirmation, "by phone only"), taken back ("by accident") or told to a
reader, as a company's footer does ("click here to unsubscribe"), do not.
"""

import re
from collections.abc import Iterator

from drafting.pipeline.interpret.matching import Patterns, count_words, patterns_of
from drafting.pipeline.interpret.rules import OptOutRules
from drafting.pipeline.interpret.sentences import split_sentences
from templatesapp.text.languages import codes_for, desk_languages

_REACH = 40  # characters between the stop and the contact, or the removal and the list
_NEGATION = 12  # characters in front of a removal: "don't take us off"
_SHORT = 6  # words
_CLAUSE = re.compile(r"[;:,]\s|\s[-–—]+\s")


def wants_no_mail(text: str, language: str) -> bool:
    """Read with the rules of the mail's language; of every language where it is unknown, or where
    the mail is too short for its language to be sure ("basta mail!")."""
    codes = codes_for(language) if count_words(text) > _SHORT else desk_languages()
    return any(_opts_out(text, code) for code in codes)


def _opts_out(text: str, code: str) -> bool:
    patterns = patterns_of(OptOutRules, code)
    sentences = [sentence.folded for sentence in split_sentences(text, code)]
    for index, sentence in enumerate(sentences):
        before, around = sentences[max(0, index - 1) : index], sentences[index : index + 2]
        if not patterns.undo.search(" ".join([*before, *around])):
            topic = " ".join([*before, sentence])
            if _sentence_opts_out(sentence, topic, patterns):
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
    return patterns.direct.search(text) is not None or any(
        not patterns.stops.search(text[max(0, removal.start() - _NEGATION) : removal.start()])
        for removal in _beside(patterns.removals, patterns.lists, text)
    )


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
