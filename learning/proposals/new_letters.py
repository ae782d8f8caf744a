"""A letter made of sentences that guests were told."""

from __future__ import annotations

from collections.abc import Sequence

from learning.proposals.openings import GREETING_SLOT, greeting_end
from templatesapp.entries import Catalogue
from templatesapp.nearest import nearest_templates
from templatesapp.text.letter import closing, split_letter
from templatesapp.text.sentences import sentences
from templatesapp.text.slots import read_as_empty

MAX_SUBJECT_CHARACTERS = 100


def letter_of(
    told: Sequence[str], *, language: str, catalogue: Catalogue
) -> tuple[str, str, int | None]:
    """Subject and body (greeting, the sentences, closing), and the primary key of the live letter
    that it is most like, None where none is."""
    signed = closing(catalogue.profile.signature, language)
    body = "\n\n".join([GREETING_SLOT, " ".join(told), signed])
    subject = subject_of(body)
    near = nearest_templates(catalogue=catalogue, subject=subject, body=body, language=language)
    return subject, body, near[0][0].key if near else None


def subject_of(body: str) -> str:
    """First sentence behind the greeting, at most 100 characters, cut between words."""
    paragraphs = split_letter(body)[1]
    text = read_as_empty("\n\n".join(paragraphs)).strip()
    found = sentences(text[greeting_end(text) :])
    first = " ".join(found[0].split()).rstrip(".:;, ") if found else ""
    if len(first) > MAX_SUBJECT_CHARACTERS:
        first = first[: MAX_SUBJECT_CHARACTERS - 1].rsplit(" ", 1)[0].rstrip(",;:") + "…"
    return first[:1].upper() + first[1:] if first else "New template"
