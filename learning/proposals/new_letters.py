"""A letter made of sentences that guests were told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from learning.proposals.openings import GREETING_SLOT
from learning.proposals.subjects import subject_of
from templatesapp.entries import Catalogue
from templatesapp.nearest import nearest_templates
from templatesapp.text.letter import closing


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
