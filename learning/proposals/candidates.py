"""The text that a rewrite stands for: slotted, then redacted, and only then kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from learning.events.outcomes import Outcome
from learning.own_words import own_words
from learning.proposals.alignment import is_same_text
from learning.proposals.choices import ProposalType
from learning.proposals.left_out import restore_left_out
from learning.proposals.slotting import slot_text
from learning.proposals.subjects import subject_of
from learning.records import RewrittenDraft
from learning.redaction import redact
from templatesapp.categories import CATEGORIES, LANGUAGES
from templatesapp.entries import Catalogue
from templatesapp.models import MAX_BODY_CHARACTERS, EmailTemplate
from templatesapp.selectors import current_catalogue
from templatesapp.text.distance import text_hash
from templatesapp.text.slots import FACT_PREFIX, read_as_empty

Redactor = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A rewrite that may become a proposal. Its own texts are redacted, ``body`` also slotted;
    the texts of ``rewritten`` are not, and are never stored."""

    rewritten: RewrittenDraft
    type: ProposalType
    template: EmailTemplate | None
    base_body: str  # "" for a new template
    category: str
    subject: str
    body: str
    original_body: str
    letter: str  # the rewritten draft as a letter
    email_subject: str

    @property
    def text_hash(self) -> str:
        return text_hash(" ".join(self.body.split()))


def make_candidate(
    rewritten: RewrittenDraft, template: EmailTemplate | None, outcome: Outcome
) -> Candidate | None:
    """The text that the rewrite stands for; None where it is none or says nothing new."""
    catalogue = current_catalogue()
    redacted = _redactor(rewritten, catalogue)
    kind = _type(rewritten, template, outcome)
    base_body, category = "", rewritten.corrected_category or rewritten.scenario_category
    if kind == ProposalType.PATCH and template is not None:
        base_body = text_of_version(template, rewritten.template_version)
        category = rewritten.scenario_category
    body = redacted(_template_text(rewritten, base_body, catalogue))
    if category not in CATEGORIES or not _says_something(body):
        return None
    if kind == ProposalType.PATCH and template is not None:
        subject, live = template.subject, [template.body, base_body]
    else:
        subject = subject_of(body)
        live = [t.body for t in catalogue.templates if t.language == rewritten.language]
    if any(is_same_text(body, text) for text in live):
        return None
    return Candidate(
        rewritten=rewritten,
        type=kind,
        template=template,
        base_body=base_body,
        category=category,
        subject=subject,
        body=body,
        original_body=redacted(rewritten.original_body),
        letter=redacted(rewritten.refined_body),
        email_subject=redacted(rewritten.email_subject),
    )


def _template_text(rewritten: RewrittenDraft, base_body: str, catalogue: Catalogue) -> str:
    """The rewrite with its slots, and with what the draft had left out of its template."""

    def slotted(text: str) -> str:
        return slot_text(
            refined_body=text,
            base_body=base_body,
            values=rewritten.slots_filled,
            fact_forms=_fact_forms(catalogue),
            own_sentences=_own_sentences(rewritten, catalogue),
        )

    text = slotted(rewritten.refined_body)
    if not (base_body and rewritten.left_out):
        return text
    return restore_left_out(base=base_body, drafted=slotted(rewritten.original_body), text=text)


def _says_something(body: str) -> bool:
    return bool(read_as_empty(body).strip()) and len(body) <= MAX_BODY_CHARACTERS


def _type(
    rewritten: RewrittenDraft, template: EmailTemplate | None, outcome: Outcome
) -> ProposalType:
    """A patch where the template was the right one; a wrongly chosen one is never overwritten."""
    if template is None or not template.active or template.language != rewritten.language:
        return ProposalType.NEW
    return ProposalType.NEW if outcome == Outcome.WRONG_TEMPLATE else ProposalType.PATCH


def text_of_version(template: EmailTemplate, version: int | None) -> str:
    """The body that a version of the template had; today's where history does not reach."""
    if version is None or version == template.version:
        return template.body
    row = template.history.filter(version=version).order_by("history_date").last()
    return row.body if row else template.body


def _fact_forms(catalogue: Catalogue) -> dict[str, list[str]]:
    """Slot name → ways to write today's value, in any language; times also as stored."""
    return {
        f"{FACT_PREFIX}{fact.name}": [
            *(fact.formatted(language) for language in LANGUAGES),
            *([fact.value] if fact.kind == "time" else []),
        ]
        for fact in catalogue.facts.values()
    }


def _own_sentences(rewritten: RewrittenDraft, catalogue: Catalogue) -> Iterable[str]:
    yield from rewritten.promises
    for policy in catalogue.policies:
        yield from policy.mandatory_content.values()


def _redactor(rewritten: RewrittenDraft, catalogue: Catalogue) -> Redactor:
    """Takes out of a text whatever the guest of this draft could be known by."""
    keep = own_words(catalogue)

    def redacted(text: str) -> str:
        return redact(
            text,
            known_values=rewritten.slots_filled,
            sender_name=rewritten.sender_name,
            sender_address=rewritten.sender_address,
            keep=keep,
        ).text

    return redacted
