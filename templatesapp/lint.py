"""Whether a text may become a live template: pure checks, each finding names what to mend.

Sources: learning.md (``approve``) and drafting.md (slots, references, facts).
"""

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from templatesapp.categories import DEFAULT_LANGUAGE, LANGUAGES
from templatesapp.text import slots
from templatesapp.text.coverage.clauses import clauses
from templatesapp.text.guarded.check import read_facts
from templatesapp.text.guarded.kinds import CONTRADICTS, Kind
from templatesapp.text.guarded.known import Known
from templatesapp.text.guarded.values import find_values
from templatesapp.text.letter import split_letter
from templatesapp.text.links import foreign_links

_REDACTION_TOKEN = re.compile(r"\[(?:EMAIL|PHONE|BOOKING_REF|CARD|IBAN|NAME)\]")
_BRACES = re.compile(r"\{\{|\}\}")
# Facts carry these, so that a change reaches every text.
_LITERAL_KINDS = frozenset({Kind.TIME, Kind.MONEY})
# What of a letter is looked at.
LINTED = ("subject", "body", "language", "reference_scope", "canonical_reference_url")


@dataclass(frozen=True, slots=True)
class Finding:
    """``code`` is stable; ``is_error`` findings stop an approval, others are advice.

    ``insert`` is a text that mends the finding when put at character ``position`` of the body.
    ``choices`` are the names of slots of which one may belong in the place of ``insert``, what was
    written out: a person says which.
    """

    code: str
    message: str
    is_error: bool = True
    insert: str = ""
    position: int = -1
    choices: tuple[str, ...] = ()


def lint_template(
    *,
    subject: str,
    body: str,
    reference_scope: str = "",
    canonical_reference_url: str = "",
    fact_names: Collection[str],
    required_slots: Iterable[str] = (),
    allowed_links: Collection[str] | None = None,
    language: str = DEFAULT_LANGUAGE,
    known: Known | None = None,
) -> list[Finding]:
    """Findings in reading order of the checks; an empty list means: may go live.

    ``required_slots`` are the slots of the text it replaces; ``allowed_links`` hosts or addresses
    (None: links are not judged); ``known`` what facts and knowledge say (None: not compared)."""
    text = f"{subject}\n{body}"
    fillable, present = slots.known_slots(fact_names), set(slots.slot_names(body))
    found = [
        Finding("redaction_token", f"{token} stands where a person's data was: write around it.")
        for token in dict.fromkeys(_REDACTION_TOKEN.findall(text))
    ]
    if _BRACES.search(slots.SLOT.sub("", slots.without_markers(text))):
        said = "Braces are left over that belong to no slot: one is written {{SLOT:GREETING}}."
        found += [Finding("leftover_braces", said)]
    found += [
        Finding("unknown_slot", f"Nothing can be filled in for “{slots.name_in_words(name)}”.")
        for name in slots.slot_names(text)
        if name not in fillable
    ]
    found += [
        Finding(
            "lost_slot", f"“{slots.name_in_words(name)}” is not filled in any more.", insert=name
        )
        for name in dict.fromkeys(required_slots)
        if name not in present
    ]
    found += [
        Finding(
            "literal_fact",
            f"“{literal}” is a time or a price: use its slot.",
            # "Full by ten": a bare number may be something else.
            is_error=not (literal.isdigit() or literal.isalpha()),
            insert=literal,
        )
        for literal in dict.fromkeys(find_literals(text, language))
    ]
    if known is not None:
        found += _contradictions(text, language, known)
    return [*found, *_links(body, reference_scope, canonical_reference_url, allowed_links)]


def lint_frame(body: str) -> Iterator[Finding]:
    """Advice on a whole letter: one that greets everybody alike or that nobody signs leaves so."""
    if "GREETING" not in slots.slot_names(body):
        said = "It greets nobody by name: begin with the slot “Greeting”."
        yield Finding("no_greeting", said, is_error=False)
    if not split_letter(body)[2]:
        yield Finding(
            "no_signature", "Nobody signs it: end with the slot “Signature”.", is_error=False
        )


def find_literals(text: str, language: str = "") -> list[str]:
    """Times and prices written out in a text; slots and web addresses do not count. Without a
    ``language`` those of any."""
    bare = slots.SLOT.sub(" ", text)
    found = {
        (value.start, value.end): bare[value.start : value.end]
        for code in ([language] if language else LANGUAGES)
        for value in find_values(bare, code).values
        if value.kind in _LITERAL_KINDS and not value.is_named
    }
    return [found[place] for place in sorted(found)]


def asserts_state(body: str, language: str) -> bool:
    """Whether a text tells a guest something about their own booking, payment or thing: that it
    has arrived, was found, is cancelled. Such a text needs ``requires``."""
    return any(
        clause.values.says("done_words")
        and clause.values.says("own_words")
        and not clause.values.says("supposing")
        for clause in clauses(slots.read_as_empty(body), language)
    )


def _contradictions(text: str, language: str, known: Known) -> list[Finding]:
    """What is written out and stands otherwise in facts or knowledge; a yes or no is advice, as a
    letter may speak of another case than the item."""
    bare = slots.SLOT.sub(" ", text)
    values = {(value.start, value.end) for value in find_values(bare, language).values}
    return [
        Finding(
            CONTRADICTS,
            f"You say “{one.said}”; what we know ({slots.source_in_words(one.fact)}): {one.known}",
            is_error=one.span in values,
        )
        for one in read_facts(bare, language=language, known=known).findings
        if one.code == CONTRADICTS
    ]


def _links(
    body: str, scope: str, canonical: str, allowed: Collection[str] | None
) -> Iterator[Finding]:
    if scope == "reference_required" and not (canonical and canonical in body):
        missing = f"The required link {canonical} is not in the text."
        told = missing if canonical else "A link is required and no address is given."
        yield Finding("missing_reference", told)
    if allowed is not None:
        for link in foreign_links(body, [*allowed, *([canonical] if canonical else [])]):
            yield Finding("foreign_link", f"{link.url} is not an address that we link to.")
