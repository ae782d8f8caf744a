"""From paragraphs to a letter: slots, forbidden phrases, length, mandatory sentences.

Every step is a function of texts; the order is the design page's ("Drafting", section 2)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from drafting.pipeline.phrases import has_phrase, sentences_with, shorten
from templatesapp.text.letter import (
    closing,
    greeting,
    insert_before_closing,
    letter_words,
    personalise_greeting,
)
from templatesapp.text.sentences import Span
from templatesapp.text.slots import Placement, cut_spans, resolve_slots, slot_names

INJECTION = "KNOWLEDGE_INJECTION"
POLICY_NOTE = "POLICY_NOTE"
PARAGRAPH = "\n\n"
PROHIBITED, TOO_LONG = "prohibited", "too_long"
# Words kept free below the quality check's upper bound, so that a greeting's name never tips it.
_LENGTH_SHARE = 1.2


@dataclass(frozen=True, slots=True)
class Letter:
    """The finished text; for each value put in, its slot and place; and the sentences that had to
    go, with the reason."""

    text: str
    filled: dict[str, str]
    placements: tuple[Placement, ...]
    unresolved: tuple[str, ...]
    left_out: tuple[dict[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class LetterValues:
    """What is put into a letter. ``answers`` go where the text has a place for knowledge, else
    before the closing. ``promise`` goes before the closing; of a fixed text into that place, too.
    ``mandatory``: sentences that policy asks for."""

    name: str | None
    language: str
    booking_ref: str
    call_to_action: str
    facts: Mapping[str, str]
    answers: Sequence[str] = ()
    promise: str = ""
    mandatory: Sequence[str] = ()


def bare_letter(language: str, signature: str) -> str:
    """The letter that is written where no template was selected."""
    words = letter_words(language)
    parts = ["{{SLOT:GREETING}}", words.thanks, f"{{{{SLOT:{INJECTION}}}}}"]
    return PARAGRAPH.join([*parts, closing(signature, language)])


def write_letter(
    body: str,
    values: LetterValues,
    *,
    is_fixed: bool,
    prohibited: Sequence[str] = (),
    maximum_words: int = 0,
    keep: Sequence[str] = (),
) -> Letter:
    """The text as it would leave. Of a fixed body only the slots are filled. ``keep``: texts whose
    sentences are never shortened away."""
    names = slot_names(body)
    filled = _slot_values(values, body, is_fixed=is_fixed)
    if not is_fixed and INJECTION not in names and filled.get(INJECTION):
        body = insert_before_closing(body, f"{{{{SLOT:{INJECTION}}}}}")
    if not is_fixed and values.promise:
        body = insert_before_closing(body, values.promise)
    if "GREETING" not in names and not is_fixed:
        body = personalise_greeting(body, values.name, values.language)
    resolved = resolve_slots(body, filled)
    text = resolved.text.replace("\r\n", "\n")
    left_out: tuple[dict[str, str], ...] = ()
    if not is_fixed:
        text, left_out = _keep_rules(text, values, prohibited, maximum_words, keep)
    return Letter(
        text=text,
        filled={name: filled[name] for name in slot_names(body) if filled.get(name)},
        placements=_placed(text, resolved.placements),
        unresolved=tuple(name for name in resolved.unresolved if name not in _MAY_BE_EMPTY),
        left_out=left_out,
    )


_MAY_BE_EMPTY = frozenset({"GREETING", "BOOKING_REF", "CTA", INJECTION, POLICY_NOTE})


def _slot_values(values: LetterValues, body: str, *, is_fixed: bool) -> dict[str, str]:
    missing = [s for s in values.mandatory if not has_phrase(body, s)]
    injected = [PARAGRAPH.join(values.answers), values.promise if is_fixed else ""]
    return {
        **values.facts,
        "GREETING": greeting(values.name, values.language),
        "BOOKING_REF": values.booking_ref,
        "CTA": values.call_to_action,
        POLICY_NOTE: " ".join(missing),
        INJECTION: PARAGRAPH.join(part for part in injected if part),
    }


def _keep_rules(
    text: str,
    values: LetterValues,
    prohibited: Sequence[str],
    maximum_words: int,
    keep: Sequence[str],
) -> tuple[str, tuple[dict[str, str], ...]]:
    """The text with what must be said and without what may not, and what had to go."""
    forbidden = sentences_with(text, prohibited)
    text = _without(text, forbidden)
    kept = [*values.mandatory, *values.answers, values.promise, *keep]
    too_many = shorten(text, max_words=int(maximum_words * _LENGTH_SHARE), keep=kept)
    text = _without(text, too_many)
    for sentence in values.mandatory:
        if not has_phrase(text, sentence):
            text = insert_before_closing(text, sentence)
    gone = ((PROHIBITED, forbidden), (TOO_LONG, too_many))
    return text, tuple({"sentence": s.text, "why": why} for why, spans in gone for s in spans)


def _without(text: str, doomed: Sequence[Span]) -> str:
    return cut_spans(text, [(span.start, span.end) for span in doomed])


def _placed(text: str, placements: Sequence[Placement]) -> tuple[Placement, ...]:
    """The values where they stand in the final text; those whose sentence went are left out."""
    found = []
    position = 0
    for placement in placements:
        value = placement.value.replace("\r\n", "\n")
        start = text.find(value, position)
        if start >= 0:
            found.append(Placement(placement.name, value, start, start + len(value)))
            position = start + len(value)
    return tuple(found)
