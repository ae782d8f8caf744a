"""Whether a guest agrees to what was proposed: the first of five that holds, strictest first.

negated -> none · hedged, put off or a bare yes -> unclear 40 · explicit with a contrast that
limits the terms, or an informal go-ahead -> likely 60 · explicit -> confirmed 90. Only the new
text speaks. Informal words and bare answers need a proposal to answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from drafting.pipeline.interpret.matching import WORD, Patterns, count_words, fold, patterns_of
from drafting.pipeline.interpret.rules import AgreementRules, AskRules
from drafting.pipeline.interpret.sentences import Sentence, split_sentences
from drafting.pipeline.plan import Agreement, AgreementStatus, EvidenceSpan, Intent
from templatesapp.text.languages import codes_for, desk_languages

CONFIDENCE = {
    AgreementStatus.CONFIRMED: 90,
    AgreementStatus.LIKELY: 60,
    AgreementStatus.UNCLEAR: 40,
    AgreementStatus.NONE: 0,
}
_CLAUSE_EDGE = re.compile(r"[,;:()]|\s[-–—]+\s|$")
_NEGATION_BEFORE = 28  # characters: about four words
_NEGATION_AFTER = 40
_OBJECT_REACH = 70
_SHORT_ANSWER = 6  # words: "yes, I think so"
_EXTRA_WORDS = 8  # more than these beside the agreement are other matters


@dataclass(frozen=True, slots=True)
class _Sign:
    """A sign of consent in sentence ``index``; offsets within the sentence."""

    index: int
    start: int
    end: int
    kind: str  # explicit | informal | refusal
    is_negated: bool = False


def answers_proposal(*, is_reply: bool, staff_texts: Sequence[str], quote: str) -> bool:
    """Whether a proposal precedes the mail: the last staff text or the quote wants an answer.

    A reply ("Re:") whose earlier mails nobody has counts as one.
    """
    earlier = [*staff_texts[-1:], quote] if quote else list(staff_texts[-1:])
    texts = [text for text in earlier if text.strip()]
    if not texts:
        return is_reply
    proposals = patterns_of(AgreementRules).proposals
    return any("?" in text or proposals.search(fold(text)) for text in texts)


def find_agreement(
    text: str,
    language: str,
    *,
    has_proposal: bool,
    has_asks: bool = False,
    sender_verified: bool = True,
) -> Agreement:
    """The agreement in a mail's new text; ``position`` of its spans is an offset in ``text``.

    Nothing counts from a sender whose server reported a DMARC failure.
    """
    for code in codes_for(language):
        found = _find(text, code, has_proposal=has_proposal, has_asks=has_asks)
        if found.evidence_spans:
            return found if sender_verified else _unverified(found)
    return Agreement()


def find_confirmations(
    text: str, language: str, *, message: int | None = None
) -> tuple[Intent, ...]:
    """Sentences that state a confirmation by the guest ("I confirm our arrival at ten")."""
    if language not in desk_languages():
        return ()
    pattern = patterns_of(AgreementRules, language).confirmations
    sentences = split_sentences(text, language)
    return tuple(
        Intent(s.text, s.text, message)
        for s in sentences
        if not s.asked and pattern.search(s.folded)
    )


def is_unreserved(agreement: Agreement, language: str) -> bool:
    """A yes without a limit: explicit and confirmed, or an informal go-ahead."""
    if agreement.status is not AgreementStatus.LIKELY:
        return agreement.status is AgreementStatus.CONFIRMED
    codes = codes_for(language)
    said = [fold(span.text, code) for code in codes for span in agreement.evidence_spans]
    explicit = [patterns_of(AgreementRules, code).explicit for code in codes]
    return not any(pattern.search(text) for pattern in explicit for text in said)


def _unverified(found: Agreement) -> Agreement:
    return Agreement(
        evidence_spans=found.evidence_spans,
        requires_human_confirmation=True,
        additional_content=found.additional_content,
    )


def _find(text: str, code: str, *, has_proposal: bool, has_asks: bool) -> Agreement:
    patterns = patterns_of(AgreementRules, code)
    sentences = split_sentences(text, code)
    folded = [s.folded for s in sentences]
    signs = list(_signs(sentences, folded, patterns, has_proposal))
    status, used = _decide(sentences, folded, signs, patterns, has_proposal)
    spans = tuple(_span(sentences, sign) for sign in used)
    if not spans:
        return Agreement()
    extra = count_words(text) - sum(
        count_words(sentences[index].text) for index in {sign.index for sign in used}
    )
    return Agreement(
        status=status,
        confidence=CONFIDENCE[status],
        evidence_spans=spans,
        requires_human_confirmation=status in {AgreementStatus.LIKELY, AgreementStatus.UNCLEAR},
        additional_content=has_asks or extra > _EXTRA_WORDS,
    )


def _span(sentences: Sequence[Sentence], sign: _Sign) -> EvidenceSpan:
    sentence = sentences[sign.index]
    return EvidenceSpan(
        text=sentence.text[sign.start : sign.end],
        position=sentence.start + sign.start,
        is_negated=sign.is_negated,
    )


def _decide(
    sentences: Sequence[Sentence],
    folded: list[str],
    signs: list[_Sign],
    patterns: Patterns,
    has_proposal: bool,
) -> tuple[AgreementStatus, list[_Sign]]:
    refusals = [s for s in signs if s.kind == "refusal"]
    signs = [s for s in signs if s.kind != "refusal"]
    negated = [s for s in signs if s.is_negated]
    explicit = [s for s in signs if s.kind == "explicit" and not s.is_negated]
    if negated or (refusals and not explicit):
        return AgreementStatus.NONE, negated or refusals
    if any(_is_hedged(folded, sign, patterns) for sign in signs):
        return AgreementStatus.UNCLEAR, signs
    if not explicit:
        vague = _bare_answer(folded, patterns)
        if has_proposal and not vague:
            vague = _deferral(sentences, folded, patterns) or _half_yes(sentences, folded, patterns)
        if vague:
            return AgreementStatus.UNCLEAR, [vague]
    if explicit and (refusals or any(_is_limited(folded, s, patterns) for s in explicit)):
        return AgreementStatus.LIKELY, explicit
    if explicit:
        return AgreementStatus.CONFIRMED, explicit
    return (AgreementStatus.LIKELY, signs) if signs else (AgreementStatus.NONE, [])


def _signs(
    sentences: Sequence[Sentence], folded: list[str], patterns: Patterns, has_proposal: bool
) -> Iterator[_Sign]:
    for index, text in enumerate(folded):
        asked = sentences[index].asked
        for match in (*patterns.explicit.finditer(text), *patterns.confirms.finditer(text)):
            needs_object = patterns.confirms.match(text, match.start()) is not None
            sign = _sign(index, match, "explicit", text, patterns)
            refuses = sign.is_negated and has_proposal and not asked
            if refuses or _consents(text, match, patterns, asked, needs_object, has_proposal):
                yield sign
        if not has_proposal:
            continue
        for match in patterns.informal.finditer(text):
            if not (asked and _reaches_question(text, match.end())):
                yield _sign(index, match, "informal", text, patterns)
        for match in patterns.refusals.finditer(text):
            yield _Sign(index, match.start(), match.end(), "refusal", is_negated=True)


def _consents(
    text: str,
    match: re.Match[str],
    patterns: Patterns,
    asked: bool,
    needs_object: bool,
    has_proposal: bool,
) -> bool:
    """Whether a verb of consent consents to terms: "I agree with your other guests" does not."""
    if asked and _reaches_question(text, match.end()):
        return False
    if patterns.reported.search(text, 0, match.start()):
        return False
    edge = _CLAUSE_EDGE.search(text, match.end())
    end = min(edge.start() if edge else len(text), match.end() + _OBJECT_REACH)
    rest = text[match.end() : end].strip(" .!")
    joins = patterns_of(AskRules, patterns.language).coordinators
    if not rest or joins.match(rest):
        return True  # "I agree, but …", "I agree and …": nobody says so out of the blue
    if patterns.objects.search(match.group()):
        return True
    if patterns.hedges.match(rest):
        return has_proposal
    if patterns.objects.search(rest):
        return has_proposal or not needs_object
    return has_proposal and not needs_object and count_words(rest) <= 1


def _reaches_question(text: str, position: int) -> bool:
    """Whether the clause runs on into the question mark."""
    edge = _CLAUSE_EDGE.search(text, position)
    return edge is None or edge.start() >= len(text)


def _sign(index: int, match: re.Match[str], kind: str, text: str, patterns: Patterns) -> _Sign:
    before = text[max(0, match.start() - _NEGATION_BEFORE) : match.start()]
    before = re.split(r"[,;:()]", before)[-1]
    edge = _CLAUSE_EDGE.search(text, match.end())
    after = text[
        match.end() : min(edge.start() if edge else len(text), match.end() + _NEGATION_AFTER)
    ]
    negated = bool(
        patterns.negators.search(before)
        or patterns.negators.search(match.group())
        or patterns.negators_after.search(after)
    )
    if kind == "informal" and patterns.negators.search(match.group()):
        negated = bool(patterns.negators.search(before))  # "no problem with": its own negation
    return _Sign(index, match.start(), match.end(), kind, negated)


def _is_hedged(folded: list[str], sign: _Sign, patterns: Patterns) -> bool:
    """A hedge or condition in the sentence, or a deferral there or behind a following "but"."""
    sentence = folded[sign.index]
    outside = sentence[: sign.start] + " | " + sentence[sign.end :]
    if patterns.hedges.search(outside) or patterns.deferrals.search(sentence):
        return True
    following = _contrast_behind(folded, sign, patterns)
    return bool(following and patterns.deferrals.search(following))


def _is_limited(folded: list[str], sign: _Sign, patterns: Patterns) -> bool:
    rest = _contrast_behind(folded, sign, patterns)
    if not rest or patterns.not_limits.search(rest):
        return False
    return patterns.limits.search(rest) is not None


def _contrast_behind(folded: list[str], sign: _Sign, patterns: Patterns) -> str:
    """What follows a contrast: later in the sentence, or opening the next one."""
    sentence = folded[sign.index]
    following = folded[sign.index + 1] if sign.index + 1 < len(folded) else ""
    match = patterns.contrasts.search(sentence, sign.end)
    if match:  # "…, pero ¿podríamos …?" is two sentences
        return sentence[match.end() :] if WORD.search(sentence, match.end()) else following
    if following:
        opening = patterns.contrasts.match(following)
        if opening:
            return following[opening.end() :]
    return ""


def _deferral(sentences: Sequence[Sentence], folded: list[str], patterns: Patterns) -> _Sign | None:
    for index, text in enumerate(folded):
        match = patterns.deferrals.search(text)
        if match and not sentences[index].asked:
            return _Sign(index, match.start(), match.end(), "deferral")
    return None


def _half_yes(sentences: Sequence[Sentence], folded: list[str], patterns: Patterns) -> _Sign | None:
    """ "In principle yes", "yes, but …": a bare yes beside a hedge or before a contrast."""
    for index, text in enumerate(folded):
        edge = _CLAUSE_EDGE.search(text)
        clause = text[: edge.start()] if edge else text
        yes = patterns.bare.search(clause)
        if not yes or count_words(clause) > _SHORT_ANSWER:
            continue
        if sentences[index].asked and _reaches_question(text, yes.end()):
            continue
        is_opening = count_words(clause[: yes.start()]) == 0
        if is_opening and count_words(text) <= _SHORT_ANSWER and patterns.hedges.search(text):
            return _Sign(index, yes.start(), yes.end(), "bare")
        contrast = patterns.contrasts.match(text[len(clause) :].lstrip(" ,;:-"))
        hedged = patterns.hedges.search(clause[: yes.start()] + " | " + clause[yes.end() :])
        if hedged or (is_opening and contrast):
            return _Sign(index, yes.start(), yes.end(), "bare")
    return None


def _bare_answer(folded: list[str], patterns: Patterns) -> _Sign | None:
    """A yes that is all there is: nothing is left when greetings, thanks and names go."""
    first: _Sign | None = None
    for index, text in enumerate(folded):
        match = patterns.bare.search(text)
        if match and first is None:
            first = _Sign(index, match.start(), match.end(), "bare")
        left = patterns.bare_fillers.sub(" ", patterns.bare.sub(" ", text))
        if WORD.search(left) and not (index == 0 and count_words(left) == 1 and first is None):
            return None
    return first
