"""From template to letter: composite, slots, forbidden phrases, length, mandatory sentences.

Every step is a function of texts; the order is the design page's ("Drafting", section 2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from drafting.pipeline.check.policy import PolicyDecision
from drafting.pipeline.phrases import has_phrase, remove_sentences_with, shorten
from templatesapp.text.letter import (
    closing,
    greeting,
    insert_before_closing,
    letter_words,
    personalise_greeting,
    split_letter,
)
from templatesapp.text.slots import Placement, resolve_slots, slot_names

INJECTION = "KNOWLEDGE_INJECTION"
POLICY_NOTE = "POLICY_NOTE"
PARAGRAPH = "\n\n"
# Words kept free below the quality check's upper bound, so that a greeting's name never tips it.
_LENGTH_SHARE = 1.2


@dataclass(frozen=True, slots=True)
class Letter:
    """The finished text and, for each value put in, its slot and place."""

    text: str
    filled: dict[str, str]
    placements: tuple[Placement, ...]
    unresolved: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LetterValues:
    """What is put into a letter. ``answers`` and ``follow_up`` go where the text has a place for
    knowledge, else before the closing."""

    name: str | None
    language: str
    booking_ref: str
    call_to_action: str
    facts: Mapping[str, str]
    answers: Sequence[str]
    follow_up: str


def bare_letter(language: str, signature: str) -> str:
    """The letter that is written where no template was selected."""
    words = letter_words(language)
    parts = ["{{SLOT:GREETING}}", words.thanks, "{{SLOT:KNOWLEDGE_INJECTION}}"]
    return PARAGRAPH.join([*parts, closing(signature, language)])


def join_letters(bodies: Sequence[str]) -> str:
    """One letter of several: the first one's greeting and closing, the others' paragraphs between.

    The place for knowledge stays once, before the closing."""
    marker = f"{{{{SLOT:{INJECTION}}}}}"
    opening, _, ending = split_letter(bodies[0])
    middle: list[str] = []
    for body in bodies:
        middle += [
            paragraph.replace(marker, "").strip()
            for paragraph in split_letter(body)[1]
            if paragraph.strip() != marker
        ]
    unique = list(dict.fromkeys(paragraph for paragraph in middle if paragraph))
    return PARAGRAPH.join(part for part in [opening, *unique, marker, ending] if part)


def write_letter(
    body: str,
    values: LetterValues,
    *,
    policy: PolicyDecision,
    prohibited: Sequence[str],
    maximum_words: int,
    is_protected: bool,
) -> Letter:
    """The text as it would leave. Of a protected body only the slots are filled."""
    names = slot_names(body)
    filled = _slot_values(values, body, policy)
    if not is_protected and INJECTION not in names and filled.get(INJECTION):
        body = insert_before_closing(body, f"{{{{SLOT:{INJECTION}}}}}")
    if "GREETING" not in names and not is_protected:
        body = personalise_greeting(body, values.name, values.language)
    resolved = resolve_slots(body, filled)
    text = resolved.text.replace("\r\n", "\n")
    if not is_protected:
        text = _keep_rules(text, values, policy, prohibited, maximum_words)
    return Letter(
        text=text,
        filled={name: filled[name] for name in slot_names(body) if filled.get(name)},
        placements=_placed(text, resolved.placements),
        unresolved=tuple(name for name in resolved.unresolved if name not in _MAY_BE_EMPTY),
    )


_MAY_BE_EMPTY = frozenset({"GREETING", "BOOKING_REF", "CTA", INJECTION, POLICY_NOTE})


def _slot_values(values: LetterValues, body: str, policy: PolicyDecision) -> dict[str, str]:
    injected = [*values.answers, values.follow_up]
    missing = [s for s in policy.mandatory_content if not has_phrase(body, s)]
    return {
        **values.facts,
        "GREETING": greeting(values.name, values.language),
        "BOOKING_REF": values.booking_ref,
        "CTA": values.call_to_action,
        POLICY_NOTE: " ".join(missing),
        INJECTION: " ".join(part for part in injected if part),
    }


def _keep_rules(
    text: str,
    values: LetterValues,
    policy: PolicyDecision,
    prohibited: Sequence[str],
    maximum_words: int,
) -> str:
    text = remove_sentences_with(text, [*prohibited, *policy.prohibited_content])
    mandatory = policy.mandatory_content
    kept = [*mandatory, *values.answers, values.follow_up]
    text = shorten(
        text,
        max_words=int(maximum_words * _LENGTH_SHARE),
        keep=[part for part in kept if part],
    )
    for sentence in mandatory:
        if not has_phrase(text, sentence):
            text = insert_before_closing(text, sentence)
    return text


def _placed(text: str, placements: Sequence[Placement]) -> tuple[Placement, ...]:
    """The values where they stand in the final text; those whose sentence went are left out."""
    found: list[Placement] = []
    position = 0
    for placement in placements:
        value = placement.value.replace("\r\n", "\n")
        start = text.find(value, position)
        if start >= 0:
            found.append(Placement(placement.name, value, start, start + len(value)))
            position = start + len(value)
    return tuple(found)
