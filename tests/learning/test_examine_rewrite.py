from __future__ import annotations

import uuid
from datetime import timedelta

import pytest

from learning.proposals.choices import ReviewState
from learning.proposals.models import ProposalEvidence, TemplateProposal
from learning.proposals.services import (
    approve_proposal,
    examine_rewrite,
    reject_proposal,
    roll_back_proposal,
)
from learning.thresholds.models import LearningSettings
from templatesapp.models import DeskProfile
from templatesapp.services import revise_template
from tests.factories import PropertyFactFactory
from tests.learning.factories import NOW, open_gate, refine
from tests.learning.proposal_factories import (
    BASE_BODY,
    REWRITTEN_BODY,
    SLOTTED_BODY,
    base_template,
    reviewer,
    rewrite,
)

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.fixture(autouse=True)
def gate() -> None:
    open_gate()


def _examine(**fields):
    template = fields.pop("template", None) or base_template()
    return examine_rewrite(rewritten=rewrite(template, **fields), now=NOW)


def test_a_heavy_rewrite_for_missing_information_is_a_patch():
    template = base_template()
    proposal = _examine(template=template)
    stored = TemplateProposal.objects.get()
    assert proposal == stored
    assert (stored.type, stored.source_template, stored.base_version) == ("patch", template, 1)
    assert (stored.scenario_category, stored.language) == ("breakfast", "en")
    assert stored.previous_body == BASE_BODY
    assert stored.proposed_body_redacted == SLOTTED_BODY
    assert stored.proposed_subject == "Breakfast"
    assert stored.findings == []
    assert stored.review_state == ReviewState.PENDING
    assert stored.retention_expires_at == NOW + timedelta(days=90)
    assert stored.pii_redaction_applied
    assert [row.contact_hash for row in stored.evidence.all()] != [""]
    assert stored.history.get().history_change_reason.startswith("proposed from draft")


@pytest.mark.parametrize(
    "fields",
    [
        {"refinement_applied": False},
        {"quality_passed": False},
        {"is_composite": True},
        {"rewrite_reason": "style"},
        {"rewrite_reason": "language-adapt"},
        {"rewrite_reason": "none"},
        {"edit_distance_pct": 34.9},
        {"refined_body": "  \n "},
        {"scenario_category": "prepayment"},
        {"corrected_category": "cancellation"},
        {"source": "sample"},
        {"language": "other"},
    ],
    ids=str,
)
def test_a_rewrite_that_says_nothing_about_the_text_is_no_proposal(fields):
    assert _examine(**fields) is None
    assert not TemplateProposal.objects.exists()


def test_a_protected_template_is_never_proposed_upon():
    assert _examine(template=base_template(category="cancellation")) is None


def test_nothing_is_proposed_before_the_gate_opens():
    LearningSettings.objects.update(confirmed_at=None)
    assert _examine() is None


def test_sample_rewrites_count_on_a_sample_desk():
    DeskProfile(is_sample_desk=True).save()
    assert _examine(source="sample") is not None


def test_a_moved_boundary_counts():
    tuning = LearningSettings.current()
    tuning.light_edit_below_pct = 20
    tuning.save()
    assert _examine(edit_distance_pct=25.0) is not None


@pytest.mark.parametrize(
    ("fields", "category"),
    [
        ({"edit_distance_pct": 70.0}, "breakfast"),
        ({"rewrite_reason": "wrong-template"}, "breakfast"),
        ({"rewrite_reason": "wrong-template", "corrected_category": "faq"}, "faq"),
        ({"corrected_category": "luggage", "edit_distance_pct": 15.0}, "luggage"),
        ({"language": "it"}, "breakfast"),
    ],
    ids=str,
)
def test_a_template_that_was_wrong_is_not_overwritten(fields, category):
    template = base_template()
    proposal = _examine(template=template, **fields)
    assert (proposal.type, proposal.scenario_category) == ("new", category)
    assert proposal.source_template == template
    assert proposal.previous_body == ""
    assert proposal.proposed_subject.startswith("Breakfast is a buffet with fruit")
    assert proposal.proposed_body_redacted.startswith("{{SLOT:GREETING}}\n\nBreakfast")
    assert "{{SLOT:BOOKING_REF}}" in proposal.proposed_body_redacted


def test_without_a_template_the_reason_is_not_asked():
    proposal = examine_rewrite(
        rewritten=rewrite(None, rewrite_reason="none", edit_distance_pct=90.0), now=NOW
    )
    assert proposal is not None
    assert (proposal.type, proposal.source_template) == ("new", None)
    assert proposal.proposed_body_redacted.startswith("{{SLOT:GREETING}}")


def test_the_corrected_category_of_the_template_itself_is_no_mismatch():
    assert _examine(corrected_category="breakfast").type == "patch"


def test_the_live_text_again_is_no_proposal():
    template = base_template()
    same = BASE_BODY.replace("{{SLOT:GREETING}}", "Hello Annika!").replace(
        "{{SLOT:BOOKING_REF}}", " MA4BJ9"
    )
    refined = same.replace("{{SLOT:KNOWLEDGE_INJECTION}}\r\n\r\n", "")
    assert _examine(template=template, refined_body=refined) is None


def test_a_new_text_that_is_live_already_is_no_proposal():
    base_template()
    other = base_template(category="faq", body=SLOTTED_BODY.replace("oat milk", "soy milk"))
    assert other
    refined = REWRITTEN_BODY.replace("oat milk", "soy milk").replace(
        "Your booking MA4BJ9", "{{SLOT:KNOWLEDGE_INJECTION}}\n\nYour booking MA4BJ9"
    )
    assert _examine(refined_body=refined, rewrite_reason="wrong-template") is None


def test_facts_that_the_rewriter_wrote_out_return_to_their_slots():
    PropertyFactFactory.create(name="BREAKFAST_PRICE", value="8.50")
    refined = REWRITTEN_BODY.replace("as well.", "as well, for €8.50.")
    body = _examine(refined_body=refined).proposed_body_redacted
    assert "for {{SLOT:FACT_BREAKFAST_PRICE}}." in body


def test_the_promise_of_a_personal_answer_does_not_become_part_of_a_template():
    promise = "About the sauna: Peter & Cristiana will write to you."
    refined = REWRITTEN_BODY.replace("as well.", f"as well. {promise}")
    proposal = _examine(refined_body=refined, promises=(promise,))
    assert proposal.proposed_body_redacted == SLOTTED_BODY


def test_a_text_with_a_leftover_is_proposed_with_its_finding():
    refined = REWRITTEN_BODY.replace("as well.", "as well, for €9.99.")
    proposal = _examine(refined_body=refined)
    assert [finding["code"] for finding in proposal.findings] == ["literal_fact"]


def test_like_rewrites_gather_behind_one_proposal():
    template = base_template()
    first = _examine(template=template)
    refined = REWRITTEN_BODY.replace("fresh bread", "warm bread")
    assert _examine(template=template, refined_body=refined) == first
    first.refresh_from_db()
    assert (TemplateProposal.objects.count(), first.evidence_count) == (1, 2)
    assert first.proposed_body_redacted == SLOTTED_BODY


def test_another_idea_is_another_proposal():
    template = base_template()
    _examine(template=template)
    refined = REWRITTEN_BODY.replace("is a buffet with fruit, eggs and", "comes with honey and")
    _examine(template=template, refined_body=refined)
    assert TemplateProposal.objects.count() == 2


def test_evidence_counts_guests_and_those_unknown_once():
    template = base_template()
    contacts = ["a" * 64, "a" * 64, "b" * 64, "", ""]
    for contact in contacts:
        _examine(template=template, contact_hash=contact)
    proposal = TemplateProposal.objects.get()
    assert proposal.evidence_count == 3
    assert proposal.evidence.count() == 5
    assert proposal.history.count() == 1  # counting is no decision


def test_examining_the_same_attempt_again_changes_nothing():
    template = base_template()
    rewritten = rewrite(template)
    first = examine_rewrite(rewritten=rewritten, now=NOW)
    assert examine_rewrite(rewritten=rewritten, now=NOW) == first
    assert ProposalEvidence.objects.count() == 1


def test_a_later_attempt_withdraws_what_the_earlier_one_proposed():
    template = base_template()
    draft_id = uuid.uuid4()
    first = _examine(template=template, draft_id=draft_id)
    assert _examine(template=template, draft_id=draft_id, attempt=2, edit_distance_pct=0.0) is None
    first.refresh_from_db()
    assert first.review_state == ReviewState.WITHDRAWN
    assert first.history.first().history_change_reason == "a later attempt took its place"


def test_a_later_attempt_takes_only_its_own_evidence_away():
    template = base_template()
    draft_id = uuid.uuid4()
    first = _examine(template=template)
    _examine(template=template, draft_id=draft_id)
    _examine(template=template, draft_id=draft_id, attempt=2, refinement_applied=False)
    first.refresh_from_db()
    assert (first.review_state, first.evidence_count) == (ReviewState.PENDING, 1)


def test_a_decided_proposal_is_not_withdrawn():
    template = base_template()
    draft_id = uuid.uuid4()
    first = _examine(template=template, draft_id=draft_id)
    approve_proposal(proposal_id=first.pk, by=reviewer(), now=NOW)
    _examine(template=template, draft_id=draft_id, attempt=2, refinement_applied=False)
    first.refresh_from_db()
    assert first.review_state == ReviewState.APPROVED


def test_only_the_last_attempt_is_examined():
    draft_id = uuid.uuid4()
    refine(draft_id=draft_id, attempt=2, distance=0.0)
    assert _examine(draft_id=draft_id, attempt=1) is None


@pytest.mark.parametrize("decline", ["reject", "roll_back"])
def test_a_declined_text_comes_back_when_its_evidence_has_doubled(decline):
    template, person = base_template(), reviewer()
    declined = [_examine(template=template), _examine(template=template)][0]
    if decline == "reject":
        reject_proposal(proposal_id=declined.pk, by=person, reason="one-off", now=NOW)
    else:
        approve_proposal(proposal_id=declined.pk, by=person, now=NOW)
        roll_back_proposal(proposal_id=declined.pk, by=person, now=NOW)
    template.refresh_from_db()
    assert _examine(template=template) is None  # three guests
    again = _examine(template=template)  # four
    assert again != declined
    assert (again.review_state, again.evidence_count) == (ReviewState.PENDING, 4)
    declined.refresh_from_db()
    assert declined.review_state in (ReviewState.REJECTED, ReviewState.ROLLED_BACK)
    assert _examine(template=template) == again


def test_a_patch_is_made_from_the_version_that_the_draft_used():
    template = base_template()
    rewritten = rewrite(template)
    revise_template(
        template=template,
        fields={"body": BASE_BODY.replace("every morning", "every day")},
        by=None,
        reason="",
    )
    proposal = examine_rewrite(rewritten=rewritten, now=NOW)
    assert proposal is not None
    assert (proposal.base_version, proposal.previous_body) == (1, BASE_BODY)


def test_a_template_switched_off_is_not_patched():
    template = base_template(active=False)
    assert _examine(template=template).type == "new"


def test_what_is_stored_went_through_redaction(monkeypatch):
    calls = []

    class Redacted:
        def __init__(self, text):
            self.text = text

    def redact(text, **known):
        calls.append(known)
        return Redacted(f"{text} [checked]")

    monkeypatch.setattr("learning.proposals.candidates.redact", redact)
    proposal = _examine()
    stored = [
        proposal.proposed_body_redacted,
        proposal.original_body_redacted,
        proposal.email_subject,
        proposal.evidence.get().body_redacted,
    ]
    assert all(text.endswith("[checked]") for text in stored)
    assert all(known["sender_name"] == "Annika Rehberg" for known in calls)
    assert all(known["known_values"]["BOOKING_REF"] == "MA4BJ9" for known in calls)
    assert all("Breakfast" in known["keep"] for known in calls)
