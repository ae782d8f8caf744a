"""Whether a guest agrees to what was proposed: the first of five that holds, strictest first.

negated -> none · hedged, put off or a bare yes -> unclear 40 · explicit with a contrast that
limits the terms, or an informal go-ahead -> likely 60 · explicit -> confirmed 90. Only the new
text speaks. Informal words and bare answers need a proposal to answer.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from drafting.pipeline.interpret.matching import (
    WORD,
    AgreementRules,
    AskRules,
    Sentence,
    count_words,
    fold,
    patterns_of,
    split_sentences,
)
from drafting.pipeline.plan import Agreement, AgreementStatus, EvidenceSpan, Intent
from templatesapp.text.languages import codes_for, desk_languages, known_language

CONFIDENCE = {
    AgreementStatus.CONFIRMED: 90,
    AgreementStatus.LIKELY: 60,
    AgreementStatus.UNCLEAR: 40,
    AgreementStatus.NONE: 0,
}
_LINK = re.compile(r"https?://\S+")
_CLAUSE_EDGE = re.compile(r"[,;:()]|\s[-–—]+\s|$")
_NEGATION_BEFORE = 28  # characters: about four words
_NEGATION_AFTER = 40
_OBJECT_REACH = 70
_FEWEST_TOLD = 3  # words: of fewer nobody can tell the language ("ja")
_SHORT_ANSWER = 6  # words: "yes, I think so"
_AFTER_YES = ("", *",.!;:-–")
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
    return any(asks_consent(text) or proposals.search(fold(text)) for text in texts)


def asks_consent(text: str) -> bool:
    """Whether a mail of ours asks for a yes: a letter that takes note of one answers no other."""
    bare = _LINK.sub(" ", text)
    return "?" in bare or patterns_of(AgreementRules).consents.search(fold(bare)) is not None


def has_condition(text: str, language: str) -> bool:
    """Whether anything in a mail limits a yes, or puts it off."""
    patterns = patterns_of(AgreementRules, known_language(language))
    said = fold(text, language)
    return any(one.search(said) for one in (patterns.hedges, patterns.deferrals))


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
    for code in codes_for(language if count_words(text) >= _FEWEST_TOLD else ""):
        found = _find(text, code, has_proposal=has_proposal, has_asks=has_asks)
        if found.evidence_spans and sender_verified:
            return found
        if found.evidence_spans:
            unsaid = replace(found, status=AgreementStatus.NONE, confidence=0)
            return replace(unsaid, requires_human_confirmation=True)
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


def opens_with_yes(sentence: Sentence, language: str) -> bool:
    """ "Yes please, two of them", "oui pour le porteur", not "si llegamos tarde"."""
    patterns, folded = patterns_of(AgreementRules, known_language(language)), sentence.folded
    yes = patterns.bare.match(folded)
    if yes is None:
        return False
    rest = folded[yes.end() :].lstrip()
    goes_on = patterns.bare_fillers.match(rest) or patterns.yes_to.match(rest)
    return rest[:1] in _AFTER_YES or goes_on is not None


def is_unreserved(agreement: Agreement, language: str) -> bool:
    """A yes without a limit: explicit and confirmed, or an informal go-ahead."""
    if agreement.status is not AgreementStatus.LIKELY:
        return agreement.status is AgreementStatus.CONFIRMED
    codes = codes_for(language)
    said = [fold(span.text, code) for code in codes for span in agreement.evidence_spans]
    explicit = [patterns_of(AgreementRules, code).explicit for code in codes]
    return not any(pattern.search(text) for pattern in explicit for text in said)


def _find(text: str, code: str, *, has_proposal: bool, has_asks: bool) -> Agreement:
    sentences = split_sentences(text, code)
    status, used = _Reader(sentences, code, has_proposal).decide()
    if not used:
        return Agreement()
    extra = count_words(text) - sum(
        count_words(sentences[index].text) for index in {sign.index for sign in used}
    )
    return Agreement(
        status=status,
        confidence=CONFIDENCE[status],
        evidence_spans=tuple(_span(sentences[sign.index], sign) for sign in used),
        requires_human_confirmation=status in {AgreementStatus.LIKELY, AgreementStatus.UNCLEAR},
        additional_content=has_asks or extra > _EXTRA_WORDS,
    )


def _span(sentence: Sentence, sign: _Sign) -> EvidenceSpan:
    said = sentence.text[sign.start : sign.end]
    return EvidenceSpan(said, sentence.start + sign.start, is_negated=sign.is_negated)


class _Reader:
    """The signs of consent in a mail's sentences, and what they make together."""

    def __init__(self, sentences: Sequence[Sentence], code: str, has_proposal: bool) -> None:
        self.sentences = sentences
        self.folded = [sentence.folded for sentence in sentences]
        self.patterns = patterns_of(AgreementRules, code)
        self.has_proposal = has_proposal
        # What goes ahead with a proposal is no more than a yes where nobody has seen one.
        self.yeses = (
            (self.patterns.bare,)
            if has_proposal
            else (
                self.patterns.informal,
                self.patterns.bare,
            )
        )

    def _yes(self, text: str) -> re.Match[str] | None:
        return next(filter(None, (yes.search(text) for yes in self.yeses)), None)

    def decide(self) -> tuple[AgreementStatus, list[_Sign]]:
        found = list(self._signs())
        refusals = [s for s in found if s.kind == "refusal"]
        signs = [s for s in found if s.kind != "refusal"]
        negated = [s for s in signs if s.is_negated]
        explicit = [s for s in signs if s.kind == "explicit" and not s.is_negated]
        if negated or (refusals and not explicit):
            return AgreementStatus.NONE, negated or refusals
        if any(map(self._is_hedged, signs)):
            return AgreementStatus.UNCLEAR, signs
        if explicit:
            is_limited = refusals or any(map(self._is_limited, explicit))
            return AgreementStatus.LIKELY if is_limited else AgreementStatus.CONFIRMED, explicit
        vague = self._bare_answer() or self._half_yes()
        if self.has_proposal and not vague:
            vague = self._deferral()
        if vague:
            return AgreementStatus.UNCLEAR, [vague]
        return (AgreementStatus.LIKELY, signs) if signs else (AgreementStatus.NONE, [])

    def _signs(self) -> Iterator[_Sign]:
        patterns = self.patterns
        for index, text in enumerate(self.folded):
            asked = self.sentences[index].asked
            for match in (*patterns.explicit.finditer(text), *patterns.confirms.finditer(text)):
                sign = self._sign(index, match, "explicit")
                refuses = sign.is_negated and self.has_proposal and not asked
                if refuses or self._consents(text, match, asked):
                    yield sign
            if not self.has_proposal:
                continue
            for match in patterns.informal.finditer(text):
                if not (asked and self._reaches_question(text, match.end())):
                    yield self._sign(index, match, "informal")
            for match in patterns.refusals.finditer(text):
                yield _Sign(index, match.start(), match.end(), "refusal", is_negated=True)

    def _consents(self, text: str, match: re.Match[str], asked: bool) -> bool:
        """Whether a verb of consent is one to terms: "I agree with your other guests" is not."""
        patterns, has_proposal = self.patterns, self.has_proposal
        if asked and self._reaches_question(text, match.end()):
            return False
        if patterns.reported.search(text, 0, match.start()):
            return False
        end = min(_clause_end(text, match.end()), match.end() + _OBJECT_REACH)
        rest = text[match.end() : end].strip(" .!")
        joins = patterns_of(AskRules, patterns.language).coordinators
        if not rest or joins.match(rest):
            return True  # "I agree, but …", "I agree and …": nobody says so out of the blue
        if patterns.objects.search(match.group()):
            return True
        if patterns.hedges.match(rest):
            return has_proposal
        needs_object = patterns.confirms.match(text, match.start()) is not None
        if patterns.objects.search(rest):
            return has_proposal or not needs_object
        return has_proposal and not needs_object

    def _sign(self, index: int, match: re.Match[str], kind: str) -> _Sign:
        text, negators = self.folded[index], self.patterns.negators
        before = text[max(0, match.start() - _NEGATION_BEFORE) : match.start()]
        negated = negators.search(re.split(r"[,;:()]", before)[-1])
        has_own = negators.search(match.group())  # "no problem with", "do not agree"
        if not (has_own and kind == "informal"):
            after = text[match.end() : _clause_end(text, match.end())][:_NEGATION_AFTER]
            negated = negated or has_own or self.patterns.negators_after.search(after)
        return _Sign(index, match.start(), match.end(), kind, bool(negated))

    def _is_hedged(self, sign: _Sign) -> bool:
        """A hedge or condition in the sentence, or a deferral there or after a following "but"."""
        sentence = self.folded[sign.index]
        outside = sentence[: sign.start] + " | " + sentence[sign.end :]
        if self.patterns.hedges.search(outside) or self.patterns.deferrals.search(sentence):
            return True
        return self.patterns.deferrals.search(self._contrast_behind(sign)) is not None

    def _is_limited(self, sign: _Sign) -> bool:
        rest = self._contrast_behind(sign)
        if self.patterns.not_limits.search(rest):
            return False
        return self.patterns.limits.search(rest) is not None

    def _contrast_behind(self, sign: _Sign) -> str:
        """What follows a contrast: later in the sentence, or opening the next one."""
        sentence, following = [*self.folded[sign.index : sign.index + 2], ""][:2]
        match = self.patterns.contrasts.search(sentence, sign.end)
        if match and WORD.search(sentence, match.end()):
            return sentence[match.end() :]
        if match:  # "…, pero ¿podríamos …?" is two sentences
            return following
        opening = self.patterns.contrasts.match(following)
        return following[opening.end() :] if opening else ""

    def _deferral(self) -> _Sign | None:
        for index, sentence in enumerate(self.sentences):
            match = self.patterns.deferrals.search(sentence.folded)
            if match and not sentence.asked:
                return _Sign(index, match.start(), match.end(), "deferral")
        return None

    def _half_yes(self) -> _Sign | None:
        """ "In principle yes", "yes, but …": a bare yes beside a hedge, where something was
        proposed, or before a contrast."""
        patterns = self.patterns
        for index, text in enumerate(self.folded):
            contrast = patterns.contrasts.search(text)
            end = _clause_end(text, 0)
            clause = text[: min(end, contrast.start()) if contrast else end]
            yes = self._yes(clause)
            if not yes or count_words(clause) > _SHORT_ANSWER:
                continue
            if self.sentences[index].asked and self._reaches_question(text, yes.end()):
                continue
            is_opening = count_words(clause[: yes.start()]) == 0
            is_short = is_opening and count_words(text) <= _SHORT_ANSWER
            is_before = contrast and not text[len(clause) : contrast.start()].strip(" ,;:-")
            beside = clause[: yes.start()] + " | " + clause[yes.end() :]
            if (is_opening and is_before) or (
                self.has_proposal and patterns.hedges.search(text if is_short else beside)
            ):
                return _Sign(index, yes.start(), yes.end(), "bare")
        return None

    def _reaches_question(self, text: str, position: int) -> bool:
        """Whether the clause runs on into the question mark: "agreed but can we …?" does not."""
        is_limited = self.patterns.contrasts.match(text[position:].lstrip())
        return not is_limited and _clause_end(text, position) >= len(text)

    def _bare_answer(self) -> _Sign | None:
        """A yes that is all there is: nothing is left when greetings, thanks and names go."""
        patterns = self.patterns
        first: _Sign | None = None
        for index, text in enumerate(self.folded):
            match = self._yes(text)
            if match and first is None:
                first = _Sign(index, match.start(), match.end(), "bare")
            for yes in (*self.yeses, patterns.bare_fillers):
                text = yes.sub(" ", text)
            left = text
            if WORD.search(left) and not (index == 0 and count_words(left) == 1 and first is None):
                return None
        return first


def _clause_end(text: str, position: int) -> int:
    edge = _CLAUSE_EDGE.search(text, position)
    return edge.start() if edge else len(text)
