"""Makes a letter in another language out of what guests were written in it."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from learning.proposals.changes import sentence_key
from learning.proposals.lost_slots import lay_out_as
from learning.proposals.meaning import Meanings, is_own_matter, marks, meanings
from learning.proposals.openings import GREETING_SLOT, greeting_end
from learning.redaction import TOKENS
from templatesapp.models import EmailTemplate
from templatesapp.selectors import current_catalogue
from templatesapp.text.letter import SIGNATURE, closing, letter_words, split_letter
from templatesapp.text.sentences import sentence_spans, sentences
from templatesapp.text.slots import FACT_PREFIX, SLOT, cut_spans, slot_names
from templatesapp.text.tokens import concepts

_COMPARED = 10  # translations of one letter, the newest
_KEPT_SHARE = 0.5  # of a translation's sentences that others say too; below it they are no one text

Told = Sequence[tuple[str, str]]


def letter_in(
    language: str, *, source: EmailTemplate, told: Told, shared: Collection[str], minimum: int
) -> str | None:
    """The body of ``source`` in ``language``; None where its translations do not agree enough to
    be one text.

    ``told``: slotted and redacted letters with their contact, oldest first. A sentence stays where
    ``minimum`` contacts were told it in whatever words; the numbers and names in it are among
    ``shared``; and one that tells of a guest's own matter stands for one of the source. Of several
    the letter that lost the fewest slots is taken, then the one that says most.
    """
    told = told[-_COMPARED:]
    said = [(sentences(_message(text)), contact) for text, contact in told]
    known = meanings(language, current_catalogue())
    translations = _Translations(language, source, said, known, frozenset(shared), minimum)
    bodies = [body for text, _ in told if (body := translations.agreed(text))]
    wanted = set(slot_names(source.body))
    return min(
        bodies, key=lambda body: (len(wanted - set(slot_names(body))), -len(body)), default=None
    )


@dataclass(frozen=True)
class _Translations:
    """What guests were written in place of one letter. ``said``: by sentences, with the contact."""

    language: str
    source: EmailTemplate
    said: Sequence[tuple[list[str], str]]
    known: Meanings
    shared: frozenset[str]
    minimum: int

    def agreed(self, text: str) -> str | None:
        """The letter of what others were told as well, laid out as the source."""
        middle = _message(text)
        spans = [span for span in sentence_spans(middle) if SLOT.sub("", span.text).strip()]
        kept = [span for span in spans if self._is_told(span.text) and self._fits(span.text)]
        if not kept or len(kept) < _KEPT_SHARE * len(spans):
            return None
        middle = cut_spans(middle, [(s.start, s.end) for s in spans if s not in kept])
        has_greeting = GREETING_SLOT in self.source.body
        opening = GREETING_SLOT if has_greeting else letter_words(self.language).anonymous
        ending = split_letter(self.source.body)[2]
        if ending and ending != SIGNATURE:
            ending = closing(current_catalogue().profile.signature, self.language)
        parts = [opening, middle.strip(), ending]
        return lay_out_as(self.source.body, "\n\n".join(part for part in parts if part))

    def _is_told(self, sentence: str) -> bool:
        """Whether enough guests were told it, in whatever words."""
        guests = {
            contact for said, contact in self.said if any(self._same(sentence, s) for s in said)
        }
        return len(guests) >= self.minimum

    def _same(self, left: str, right: str) -> bool:
        return sentence_key(left) == sentence_key(right) or self.known.is_same(left, right)

    def _fits(self, sentence: str) -> bool:
        """Whether it may stand in the letter: it names nothing that only some were told, none of
        the source's slots is new in it, and what it tells of one guest the source tells in a
        sentence about the same."""
        language, source = self.language, self.source
        if any(token in sentence for token in TOKENS):
            return False
        own = {name for name in slot_names(sentence) if not name.startswith(FACT_PREFIX)}
        if not (own <= set(slot_names(source.body)) and marks(sentence, language) <= self.shared):
            return False
        about = set(concepts(sentence, language))
        return not is_own_matter(sentence, language) or any(
            about.intersection(concepts(SLOT.sub(" ", said), source.language))
            for said in sentences(source.body)
            if is_own_matter(said, source.language)
        )


def _message(text: str) -> str:
    """Without greeting and closing, which the letter gets from the desk."""
    opening, middle, _ = split_letter(text)
    first = middle[0] if middle and not opening else ""
    return "\n\n".join([first[greeting_end(first) :].strip(), *middle[1:]] if first else middle)
