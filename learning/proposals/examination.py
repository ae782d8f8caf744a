"""Examines a rewrite for wishes, and makes proposals of those that enough guests share.

Every condition of the design page "Learning", Proposals, stands here once.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import Q, QuerySet

from learning.events.choices import Reason, Recognised, Source
from learning.events.models import RefinementEvent
from learning.events.recognition import recognise
from learning.proposals.evidence import (
    RewrittenDraft,
    count_evidence,
    keep_wish,
    translation_of,
    wishes_of,
)
from learning.proposals.models import ProposalEvidence, ReviewState, TemplateProposal
from learning.thresholds.models import LearningSettings
from learning.thresholds.selectors import is_gate_open
from templatesapp.categories import CATEGORIES, LANGUAGES, is_hard_rule_protected
from templatesapp.models import EmailTemplate
from templatesapp.selectors import current_catalogue


@transaction.atomic
def examine_rewrite(*, rewritten: RewrittenDraft, now: datetime) -> TemplateProposal | None:
    """Keeps what the rewrite wishes for; the pending proposal that it makes or strengthens, or
    None.

    Always takes back what an earlier attempt at the same draft had wished for. Examining the same
    attempt again changes nothing. Locks the template, then proposals: the order of a decision.
    """
    is_evidence = _is_evidence(rewritten)
    earlier = set(_earlier_evidence(rewritten).values_list("proposal_id", flat=True))
    if not (is_evidence or earlier):
        return None
    template = _locked_template(rewritten)
    _withdraw_earlier(rewritten, earlier)
    attempts = RefinementEvent.objects.filter(draft_id=rewritten.draft_id)
    if not is_evidence or attempts.filter(attempt__gt=rewritten.attempt).exists():
        return None
    known = ProposalEvidence.objects.filter(
        draft_id=rewritten.draft_id, attempt=rewritten.attempt
    ).select_related("proposal")
    if seen := [row.proposal for row in known]:
        return next((p for p in seen if p and p.review_state == ReviewState.PENDING), None)
    categories = [rewritten.scenario_category, rewritten.corrected_category]
    categories += [template.category] if template else []
    if any(map(is_hard_rule_protected, categories)) or _is_another_letter(rewritten, template):
        return None
    found = [keep_wish(wish, rewritten, now) for wish in _wishes(rewritten, template)]
    return next((proposal for proposal in found if proposal is not None), None)


def _earlier_evidence(rewritten: RewrittenDraft) -> QuerySet[ProposalEvidence]:
    return ProposalEvidence.objects.filter(
        Q(proposal=None) | Q(proposal__review_state=ReviewState.PENDING),
        draft_id=rewritten.draft_id,
        attempt__lt=rewritten.attempt,
    )


def _withdraw_earlier(rewritten: RewrittenDraft, earlier: Iterable[UUID | None]) -> None:
    """Takes an earlier attempt's evidence away; a proposal that had no other is withdrawn."""
    _earlier_evidence(rewritten).filter(proposal=None).delete()
    pending = TemplateProposal.objects.filter(
        pk__in=[key for key in earlier if key], review_state=ReviewState.PENDING
    )
    for proposal in pending.select_for_update(of=("self",)).order_by("pk"):
        _earlier_evidence(rewritten).filter(proposal=proposal).delete()
        if proposal.evidence.exists():
            count_evidence(proposal)
            continue
        proposal.review_state = ReviewState.WITHDRAWN
        proposal._change_reason = "a later attempt took its place"
        proposal.save(update_fields=["review_state"])


def _is_evidence(rewritten: RewrittenDraft) -> bool:
    """What can be told without a template, cheapest first."""
    return (
        rewritten.refinement_applied
        and rewritten.quality_passed
        and not rewritten.is_composite
        and rewritten.refined_body.strip() != ""
        and rewritten.scenario_category in CATEGORIES
        and rewritten.language in LANGUAGES
        and (rewritten.source != Source.SAMPLE or current_catalogue().profile.is_sample_desk)
        and is_gate_open()
    )


def _locked_template(rewritten: RewrittenDraft) -> EmailTemplate | None:
    """The template, locked so that two like rewrites meet one after the other.

    Without a key lock: transactions that write a draft hold a weaker lock on the same row. With
    its siblings where it was translated: drafts from any of them wish for the same letter.
    """
    if rewritten.template_key is None:
        # Rewrites without a template meet at this row, which no decision ever locks.
        list(LearningSettings.objects.select_for_update(no_key=True).filter(pk=1))
        return None
    drafted_from = EmailTemplate.objects.filter(pk=rewritten.template_key)
    if rewritten.rewrite_reason == Reason.LANGUAGE_ADAPT:
        family = EmailTemplate.objects.filter(template_id__in=drafted_from.values("template_id"))
        list(family.select_for_update(no_key=True).order_by("pk"))
    return drafted_from.select_for_update(no_key=True).first()


def _wishes(
    rewritten: RewrittenDraft, template: EmailTemplate | None
) -> Sequence[ProposalEvidence]:
    letter = _letter(rewritten, template)
    if rewritten.rewrite_reason != Reason.LANGUAGE_ADAPT:
        return wishes_of(rewritten, letter)
    if letter is None or letter.acknowledges:
        return ()
    # One that is switched off counts: somebody decided that.
    siblings = EmailTemplate.objects.filter(template_id=letter.template_id)
    is_written = siblings.filter(language=rewritten.language).exists()
    return () if is_written else (translation_of(rewritten, letter),)


def _letter(rewritten: RewrittenDraft, template: EmailTemplate | None) -> EmailTemplate | None:
    """The letter that the rewrite speaks about; None where it was the wrong one, or none."""
    if template is None or rewritten.rewrite_reason == Reason.WRONG_TEMPLATE:
        return None
    is_mismatch = rewritten.corrected_category not in ("", template.category)
    return None if is_mismatch or not template.active else template


def _is_another_letter(rewritten: RewrittenDraft, template: EmailTemplate | None) -> bool:
    """What became another of our letters is credit for it; one in another language, not said to be
    translated, says nothing, nor does a translation into the letter's own."""
    is_translated = template is not None and template.language != rewritten.language
    if is_translated != (rewritten.rewrite_reason == Reason.LANGUAGE_ADAPT):
        return True
    recognised = recognise(
        refined_body=rewritten.refined_body,
        is_applied=True,
        drafted_from=template.template_id if template else "",
        values=rewritten.slots_filled,
        draft_body=rewritten.original_body,
    )
    return recognised.kind == Recognised.BECAME
