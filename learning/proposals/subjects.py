"""The subject that a new template gets: the first sentence of its letter. Pure."""

from __future__ import annotations

from learning.proposals.openings import greeting_end
from templatesapp.text.letter import split_letter
from templatesapp.text.sentences import sentences
from templatesapp.text.slots import read_as_empty

MAX_SUBJECT_CHARACTERS = 100
FALLBACK = "New template"


def subject_of(body: str) -> str:
    """First sentence behind the greeting, at most 100 characters, cut between words."""
    paragraphs = split_letter(body)[1]
    text = read_as_empty("\n\n".join(paragraphs)).strip()
    found = sentences(text[greeting_end(text) :])
    first = " ".join(found[0].split()).rstrip(".:;, ") if found else ""
    if len(first) > MAX_SUBJECT_CHARACTERS:
        first = first[: MAX_SUBJECT_CHARACTERS - 1].rsplit(" ", 1)[0].rstrip(",;:") + "…"
    return first[:1].upper() + first[1:] if first else FALLBACK
