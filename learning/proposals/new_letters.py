"""A letter made of sentences that guests were told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from learning.proposals.openings import GREETING_SLOT, greeting_end
from templatesapp.entries import Catalogue
from templatesapp.nearest import nearest_templates
from templatesapp.text.letter import closing, split_letter
from templatesapp.text.sentences import sentences
from templatesapp.text.slots import read_as_empty

MAX_SUBJECT_CHARACTERS = 100


@dataclass(frozen=True, slots=True)
class NewLetter:
    """``nearest``: primary key of the live letter that it is most like; None where none is."""

    subject: str
    body: str
    nearest: int | None


def letter_of(told: Sequence[str], *, language: str, catalogue: Catalogue) -> NewLetter:
    """Greeting, the sentences, closing; with the nearest live letter beside it."""
    signed = closing(catalogue.profile.signature, language)
    body = "\n\n".join([GREETING_SLOT, " ".join(told), signed])
    subject = subject_of(body)
    near = nearest_templates(catalogue=catalogue, subject=subject, body=body, language=language)
    return NewLetter(subject, body, near[0].template.key if near else None)


def subject_of(body: str) -> str:
    """First sentence behind the greeting, at most 100 characters, cut between words."""
    paragraphs = split_letter(body)[1]
    text = read_as_empty("\n\n".join(paragraphs)).strip()
    found = sentences(text[greeting_end(text) :])
    first = " ".join(found[0].split()).rstrip(".:;, ") if found else ""
    if len(first) > MAX_SUBJECT_CHARACTERS:
        first = first[: MAX_SUBJECT_CHARACTERS - 1].rsplit(" ", 1)[0].rstrip(",;:") + "…"
    return first[:1].upper() + first[1:] if first else "New template"
