"""Rewrites of the sample property's letters become proposals that a person can approve."""

from __future__ import annotations

import pytest

from config.errors import DomainError
from learning.proposals.decisions import approve_proposal
from learning.proposals.examination import examine_rewrite
from learning.proposals.models import Change, TemplateProposal
from learning.proposals.selectors import proposal_detail
from learning.thresholds.models import LearningSettings
from templatesapp.categories import PROTECTED_CATEGORIES
from templatesapp.models import EmailTemplate
from templatesapp.selectors import current_catalogue
from templatesapp.text.letter import greeting, personalise_greeting
from templatesapp.text.slots import resolve_slots, slot_names
from tests.drafting.drafts.plans import load_sample_desk
from tests.learning.factories import NOW, open_gate
from tests.learning.proposal_factories import reviewer, rewrite

pytestmark = pytest.mark.django_db

ADDED = (
    "By the way, towels can be hired for €4.50, and breakfast starts at 8 am on the terrace; "
    "you need not book it."
)


def _appended(paragraphs):
    return [*paragraphs[:-1], ADDED, *paragraphs[-1:]]


def _prepended(paragraphs):
    return [paragraphs[0], ADDED, *paragraphs[1:]]


def _replaced(paragraphs):
    return [paragraphs[0], ADDED, *paragraphs[2:]]


def _letter(template):
    values = current_catalogue().fact_values(template.language)
    values |= {
        "GREETING": greeting("Annika Rehberg", template.language),
        "BOOKING_REF": "MA4BJ9",
    }
    used = {name: values[name] for name in slot_names(template.body) if name in values}
    text = resolve_slots(template.body, used).text
    return personalise_greeting(text, "Annika Rehberg", "en").replace("\r\n", "\n"), used


def _with_inserts(detail):
    """The text after the one-key insert of each finding, from the last place to the first."""
    body = detail["proposed_body_redacted"]
    findings = [finding for finding in detail["lint"] if finding["position"] >= 0]
    for finding in sorted(findings, key=lambda finding: -finding["position"]):
        place = finding["position"]
        body = body[:place] + finding["insert"] + body[place:]
    return body


@pytest.mark.parametrize("change", [_appended, _prepended, _replaced])
def test_nine_in_ten_are_approved_as_they_are_or_after_their_inserts(change):
    load_sample_desk()
    open_gate()
    LearningSettings.objects.update(minimum_evidence=1)
    person, clean, refused, filled = reviewer(), 0, [], {}
    templates = EmailTemplate.objects.filter(purpose="answer", language="en")
    for template in templates.exclude(category__in=PROTECTED_CATEGORIES):
        letter, values = _letter(template)
        rewritten = rewrite(
            template,
            original_body=letter,
            refined_body="\n\n".join(change(letter.split("\n\n"))),
            slots_filled=values,
            scenario_category=template.category,
        )
        examine_rewrite(rewritten=rewritten, now=NOW)
        filled[template.pk] = set(values)
    # All are made before one is approved: what a letter says already is no wish.
    for proposal in TemplateProposal.objects.exclude(change=Change.DROPPED):
        template = proposal.source_template
        detail = proposal_detail(proposal.pk)
        assert "Annika" not in detail["proposed_body_redacted"]
        assert "MA4BJ9" not in detail["proposed_body_redacted"]
        assert "{{SLOT:FACT_TOWEL_PRICE}}" in detail["proposed_body_redacted"]
        body = _with_inserts(detail)
        try:
            approve_proposal(proposal_id=proposal.pk, by=person, body=body, now=NOW)
        except DomainError as error:
            refused.append((template.template_id, str(error)))
        clean += not detail["lint"]
        template.refresh_from_db()
        if not refused or refused[-1][0] != template.template_id:
            assert set(slot_names(template.body)) >= filled[template.pk]
    total = TemplateProposal.objects.exclude(change=Change.DROPPED).count()
    assert total >= 30
    assert len(refused) <= total / 10, refused
    if change is not _replaced:
        assert clean >= total * 0.9
