"""Finds the sentences that a rewrite wishes for: slotted, redacted, and only then kept.

A wish is a row of evidence that is not stored yet: one sentence that a guest was told otherwise
than the letter says, or all of a letter in their language. Without a letter none answers what they
asked.
"""

from collections.abc import Callable
from functools import partial
from itertools import chain

from learning.proposals.changes import SentenceChange, kept_share, sentence_changes
from learning.proposals.choices import Change
from learning.proposals.meaning import is_for_anyone, meanings
from learning.proposals.models import ProposalEvidence
from learning.proposals.slotting import slot_text
from learning.records import RewrittenDraft
from learning.redaction import own_words, redact
from templatesapp.entries import Catalogue
from templatesapp.models import EmailTemplate
from templatesapp.selectors import current_catalogue
from templatesapp.text.letter import split_letter
from templatesapp.text.sentences import sentences
from templatesapp.text.slots import FACT_PREFIX, SLOT

# Of a letter's sentences; a text that keeps fewer is no edit of that letter.
_KEPT_SHARE = 0.5


def wishes_of(rewritten: RewrittenDraft, template: EmailTemplate | None) -> list[ProposalEvidence]:
    """What the rewrite would have the letter say, in order.

    ``template`` None: it was drafted from nothing, or from a wrong letter. Then only what answers
    asks that nothing of ours answers is a wish.
    """
    catalogue = current_catalogue()
    changes = _changed(rewritten, template, catalogue) if template is not None else None
    if changes is None:
        template, changes = None, _all_new(rewritten, catalogue)
    known = meanings(rewritten.language, catalogue)
    return [
        _wish(rewritten, template, each)
        for each in changes
        if is_for_anyone(each.sentence or each.beside, rewritten.language)
        and not (each.sentence and known.is_said(each.sentence))
    ]


def translation_of(rewritten: RewrittenDraft, template: EmailTemplate) -> ProposalEvidence:
    """The whole rewrite as the letter in its language, slotted and redacted."""
    catalogue = current_catalogue()
    base = text_of_version(template, rewritten.template_version)
    said = _kept(rewritten.refined_body, base, rewritten, catalogue)
    return _wish(rewritten, template, SentenceChange(Change.LANGUAGE, "", said))


def _wish(
    rewritten: RewrittenDraft, template: EmailTemplate | None, told: SentenceChange
) -> ProposalEvidence:
    return ProposalEvidence(
        draft_id=rewritten.draft_id,
        attempt=rewritten.attempt,
        contact_hash=rewritten.contact_hash,
        template=template,
        scenario_category=rewritten.corrected_category or rewritten.scenario_category,
        language=rewritten.language,
        change=told.change,
        beside=told.beside,
        body_redacted=told.sentence or told.beside,
        created_at=rewritten.occurred_at,
    )


def text_of_version(template: EmailTemplate, version: int | None) -> str:
    """The body that a version of the template had; today's where history does not reach."""
    if version is None or version == template.version:
        return template.body
    row = template.history.filter(version=version).order_by("history_date").last()
    return row.body if row else template.body


def _changed(
    rewritten: RewrittenDraft, template: EmailTemplate, catalogue: Catalogue
) -> list[SentenceChange] | None:
    """Sentence by sentence, between the draft and its rewrite; None where it is another text."""
    base = text_of_version(template, rewritten.template_version)
    drafted, said = (
        _kept(text, base, rewritten, catalogue)
        for text in (rewritten.original_body, rewritten.refined_body)
    )
    if kept_share(drafted, said) < _KEPT_SHARE:
        return None
    return sentence_changes(drafted, said)


def _all_new(rewritten: RewrittenDraft, catalogue: Catalogue) -> list[SentenceChange]:
    """Every sentence of the message, each beside what was asked and nothing answers."""
    if not rewritten.unanswered:
        return []
    asked = " ".join(map(redactor(rewritten, catalogue), rewritten.unanswered))
    text = _kept(rewritten.refined_body, "", rewritten, catalogue)
    return [
        SentenceChange(Change.ADDED, SLOT.sub(" ", asked), " ".join(sentence.split()))
        for paragraph in split_letter(text)[1]
        for sentence in sentences(paragraph)
    ]


def _kept(text: str, base: str, rewritten: RewrittenDraft, catalogue: Catalogue) -> str:
    """Slotted as ``base`` is, and redacted."""
    said_by_policy = [policy.mandatory_content.values() for policy in catalogue.policies]
    slotted = slot_text(
        refined_body=text,
        base_body=base,
        values=rewritten.slots_filled,
        facts={f"{FACT_PREFIX}{name}": fact for name, fact in catalogue.facts.items()},
        language=rewritten.language,
        own_sentences=chain(rewritten.promises, *said_by_policy),
    )
    return redactor(rewritten, catalogue)(slotted.replace("\r\n", "\n"))


def redactor(rewritten: RewrittenDraft, catalogue: Catalogue) -> Callable[[str], str]:
    """Takes out of a text whatever the guest of this draft could be known by."""
    return partial(
        redact,
        known_values=rewritten.slots_filled,
        sender_name=rewritten.sender_name,
        sender_address=rewritten.sender_address,
        keep=own_words(catalogue),
    )
