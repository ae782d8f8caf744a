from __future__ import annotations

from datetime import timedelta
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from config.errors import DomainError
from learning.calibration.models import CalibrationState
from learning.events.models import ExcludedDraft
from learning.proposals.decisions import (
    approve_proposal,
    decide_confirmed,
    reject_proposal,
    roll_back_proposal,
    state_token,
    undo_decision,
)
from learning.proposals.models import ReviewState, TemplateProposal
from learning.retention import blank_expired_bodies, expire_proposals
from templatesapp.models import EmailTemplate
from templatesapp.services import revise_template
from tests.factories import PropertyFactFactory, UserFactory
from tests.learning.factories import NOW
from tests.learning.proposal_factories import (
    BASE_BODY,
    SLOTTED_BODY,
    base_template,
    pending_new,
    pending_patch,
    reviewer,
)

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def _approve(proposal, person=None, **fields):
    return approve_proposal(
        proposal_id=proposal.pk, by=person or reviewer(), **({"now": NOW} | fields)
    )


def _code(refused):
    return refused.value.code


# --- approve ------------------------------------------------------------------------------------


def test_an_approved_patch_is_the_next_version_and_batch():
    proposal, person = pending_patch(base_template(normalization_batch="Z")), reviewer()
    _approve(proposal, person, note="clearer")
    template = EmailTemplate.objects.get()
    assert (template.body, template.subject) == (SLOTTED_BODY, "Breakfast")
    assert (template.version, template.normalization_batch) == (2, "AA")
    row = template.history.first()
    assert row.history_user == person
    assert row.history_change_reason == f"proposal {str(proposal.pk)[:8]} approved: clearer"
    proposal.refresh_from_db()
    assert (proposal.review_state, proposal.decided_by) == (ReviewState.APPROVED, person)
    assert (proposal.decided_at, proposal.decision_note) == (NOW, "clearer")
    assert (proposal.replaced_version, proposal.applied_version) == (1, 2)
    assert proposal.edited_body == ""
    mark = proposal.history.first()
    assert (mark.history_user, mark.history_change_reason) == (person, "clearer")


def test_priors_follow_the_new_text():
    proposal = pending_patch()
    _approve(proposal)
    assert CalibrationState.objects.get().inputs_digest


def test_what_a_person_made_of_it_goes_live_and_is_kept_beside_the_proposal():
    proposal = pending_patch()
    edited = SLOTTED_BODY.replace("fruit", "figs").replace("\r\n", "\n")
    _approve(proposal, body=edited, subject="Breakfast, in short")
    template = EmailTemplate.objects.get()
    assert template.body == edited.replace("\n", "\r\n")
    assert template.subject == "Breakfast, in short"
    proposal.refresh_from_db()
    assert proposal.proposed_body_redacted == SLOTTED_BODY
    assert (proposal.edited_body, proposal.edited_subject) == (template.body, template.subject)


def test_an_approved_new_template_gets_the_next_number_and_batch_a():
    base_template(template_id="T53")
    base_template(template_id="T07", language="it")
    proposal = pending_new()
    _approve(proposal)
    template = EmailTemplate.objects.get(template_id="T54")
    assert template.category == "house-rules"
    assert (template.version, template.normalization_batch) == (1, "A")
    assert template.subject == "Yes, you may bring your guitar"
    proposal.refresh_from_db()
    assert (proposal.applied_template, proposal.replaced_version) == (template, None)


@pytest.mark.parametrize("role", ["none", "guest"])
def test_who_has_no_right_decides_nothing(role):
    proposal, person = pending_patch(), UserFactory.create(role=role)
    for decide in (
        lambda: _approve(proposal, person),
        lambda: reject_proposal(proposal_id=proposal.pk, by=person, reason="tone", now=NOW),
        lambda: roll_back_proposal(proposal_id=proposal.pk, by=person, now=NOW),
        lambda: undo_decision(proposal_id=proposal.pk, by=person, now=NOW),
    ):
        with pytest.raises(DomainError) as refused:
            decide()
        assert _code(refused) == "permission_denied"
    proposal.refresh_from_db()
    assert proposal.review_state == ReviewState.PENDING


def test_an_unknown_proposal_is_not_found():
    with pytest.raises(DomainError) as refused:
        approve_proposal(proposal_id=UUID(int=1), by=reviewer(), now=NOW)
    assert _code(refused) == "not_found"


def test_the_second_is_told_who_decided_what():
    proposal, first = pending_patch(), reviewer()
    _approve(proposal, first)
    with pytest.raises(DomainError) as refused:
        reject_proposal(proposal_id=proposal.pk, by=reviewer(), reason="tone", now=NOW)
    assert _code(refused) == "already_decided"
    assert first.username in refused.value.detail
    assert refused.value.extra == {
        "review_state": "approved",
        "decided_by": first.username,
        "decided_at": NOW.isoformat(),
    }


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("Dear [NAME], hello. {{SLOT:GREETING}}", "redaction_token"),
        ("{{SLOT:GREETING}} {{SLOT:NOBODY}}", "unknown_slot"),
        ("{{SLOT:GREETING}} }}", "leftover_braces"),
        ("{{SLOT:GREETING}} It costs €9.99.", "literal_fact"),
        ("{{SLOT:GREETING}} See https://elsewhere.example/x.", "foreign_link"),
    ],
)
def test_a_text_with_findings_does_not_go_live(body, code):
    proposal = pending_patch()
    with pytest.raises(DomainError) as refused:
        _approve(proposal, body=body)
    assert _code(refused) == "lint_failed"
    assert code in [finding["code"] for finding in refused.value.extra["lint"]]
    assert EmailTemplate.objects.get().body == BASE_BODY
    proposal.refresh_from_db()
    assert proposal.review_state == ReviewState.PENDING


def test_a_lost_slot_stops_the_proposal_as_it_is_and_comes_with_its_insert():
    body = SLOTTED_BODY.replace("{{SLOT:KNOWLEDGE_INJECTION}}\r\n\r\n", "")
    proposal = pending_patch(proposed_body_redacted=body)
    with pytest.raises(DomainError) as refused:
        _approve(proposal)
    (finding,) = refused.value.extra["lint"]
    assert (finding["code"], finding["is_error"]) == ("lost_slot", True)
    mended = body[: finding["position"]] + finding["insert"] + body[finding["position"] :]
    assert mended == SLOTTED_BODY
    _approve(proposal, body=mended)


def test_a_slot_that_a_person_left_out_is_dropped_knowingly():
    body = SLOTTED_BODY.replace("{{SLOT:KNOWLEDGE_INJECTION}}\r\n\r\n", "")
    proposal = pending_patch(proposed_body_redacted=body)
    with pytest.raises(DomainError) as refused:
        _approve(proposal, body=body)
    assert _code(refused) == "lint_failed"  # that it is not there says nothing of why
    _approve(proposal, body=body, may_drop_slots=True)
    assert EmailTemplate.objects.get().body == body


def test_an_empty_text_is_refused():
    with pytest.raises(DomainError) as refused:
        _approve(pending_patch(), body=" \n ")
    assert _code(refused) == "validation_error"


def test_the_live_text_again_is_refused():
    with pytest.raises(DomainError) as refused:
        _approve(pending_patch(), body=BASE_BODY)
    assert _code(refused) == "conflict"


def test_a_category_protected_since_is_refused():
    template = base_template()
    proposal = pending_patch(template)
    EmailTemplate.objects.update(category="cancellation")
    with pytest.raises(DomainError) as refused:
        _approve(proposal)
    assert _code(refused) == "protected_category"
    new = pending_new(scenario_category="prepayment")
    with pytest.raises(DomainError) as refused:
        _approve(new)
    assert _code(refused) == "protected_category"


# --- a base that moved ------------------------------------------------------------------------


def _edit(template, old, new):
    revise_template(
        template=template, fields={"body": template.body.replace(old, new)}, by=None, reason="edit"
    )


def test_a_base_that_is_no_longer_live_is_told_with_both_diffs():
    template = base_template()
    proposal = pending_patch(template)
    _edit(template, "you pay at the bar", "please pay at the bar")
    with pytest.raises(DomainError) as refused:
        _approve(proposal)
    assert _code(refused) == "template_changed"
    extra = refused.value.extra
    assert (extra["base_version"], extra["live_version"]) == (1, 2)
    assert {"op": "delete", "text": "you "} in extra["base_to_live"]
    assert {"op": "insert", "text": "please "} in extra["base_to_live"]
    assert any(step["op"] == "insert" for step in extra["base_to_proposed"])
    assert "oat milk" in extra["rebased_body"]
    assert "please pay" in extra["rebased_body"]
    proposal.refresh_from_db()
    assert proposal.review_state == ReviewState.PENDING


def test_rebase_carries_the_change_over():
    template = base_template()
    proposal = pending_patch(template)
    _edit(template, "you pay at the bar", "please pay at the bar")
    _approve(proposal, rebase=True)
    template.refresh_from_db()
    assert template.version == 3
    assert template.body == SLOTTED_BODY.replace("you pay at the bar", "please pay at the bar")
    proposal.refresh_from_db()
    assert (proposal.base_version, proposal.replaced_version) == (1, 2)
    assert proposal.edited_body == template.body


def test_what_came_between_is_kept_when_a_rebase_is_undone_and_approved_again():
    template = base_template()
    proposal = pending_patch(template)
    _edit(template, "you pay at the bar", "please pay at the bar")
    _approve(proposal, rebase=True)
    undo_decision(proposal_id=proposal.pk, by=reviewer(), now=NOW)
    with pytest.raises(DomainError) as refused:
        _approve(proposal)
    assert _code(refused) == "template_changed"
    _approve(proposal, rebase=True)
    template.refresh_from_db()
    assert template.body == SLOTTED_BODY.replace("you pay at the bar", "please pay at the bar")


def test_two_changes_of_one_sentence_need_a_person():
    template = base_template()
    proposal = pending_patch(template)
    _edit(template, "every morning", "every day")
    with pytest.raises(DomainError) as refused:
        _approve(proposal, rebase=True)
    assert _code(refused) == "template_changed"
    assert refused.value.extra["rebased_body"] is None
    _approve(proposal, rebase=True, body=SLOTTED_BODY)
    template.refresh_from_db()
    assert template.body == SLOTTED_BODY


def test_a_text_that_came_back_is_the_base_again():
    template = base_template()
    proposal = pending_patch(template)
    _edit(template, "every morning", "every day")
    template.refresh_from_db()
    _edit(template, "every day", "every morning")
    _approve(proposal)
    template.refresh_from_db()
    assert (template.body, template.version) == (SLOTTED_BODY, 4)


# --- reject, roll back, undo --------------------------------------------------------------------


def test_a_rejection_keeps_reason_note_and_person():
    proposal, person = pending_patch(), reviewer()
    reject_proposal(
        proposal_id=proposal.pk, by=person, reason="wrong-fact", note="No oat milk.", now=NOW
    )
    proposal.refresh_from_db()
    assert proposal.review_state == ReviewState.REJECTED
    assert (proposal.reject_reason, proposal.decision_note) == ("wrong-fact", "No oat milk.")
    assert proposal.evidence_at_decision == 1
    row = proposal.history.first()
    assert (row.history_user, row.history_change_reason) == (person, "wrong-fact No oat milk.")
    assert EmailTemplate.objects.get().body == BASE_BODY


def test_a_rejection_needs_a_reason_of_the_list():
    with pytest.raises(DomainError) as refused:
        reject_proposal(proposal_id=pending_patch().pk, by=reviewer(), reason="bah", now=NOW)
    assert _code(refused) == "validation_error"


def test_rolling_back_a_patch_brings_the_former_text_as_a_new_version():
    proposal, person = pending_patch(base_template(normalization_batch="D")), reviewer()
    _approve(proposal, subject="Breakfast, new")
    roll_back_proposal(proposal_id=proposal.pk, by=person, note="guests confused", now=NOW)
    template = EmailTemplate.objects.get()
    assert (template.body, template.subject) == (BASE_BODY, "Breakfast")
    assert (template.version, template.normalization_batch) == (3, "D")
    row = template.history.first()
    assert row.history_user == person
    assert row.history_change_reason.endswith("rolled back: guests confused")
    proposal.refresh_from_db()
    assert proposal.review_state == ReviewState.ROLLED_BACK


def test_rolling_back_needs_no_body_that_retention_has_blanked():
    proposal = pending_patch()
    _approve(proposal)
    blank_expired_bodies(now=NOW + timedelta(days=91))
    roll_back_proposal(proposal_id=proposal.pk, by=reviewer(), now=NOW + timedelta(days=91))
    assert EmailTemplate.objects.get().body == BASE_BODY


def test_rolling_back_over_a_later_change_says_what_would_be_lost():
    template = base_template()
    proposal = pending_patch(template)
    _approve(proposal)
    template.refresh_from_db()
    _edit(template, "oat milk", "soy milk")
    with pytest.raises(DomainError) as refused:
        roll_back_proposal(proposal_id=proposal.pk, by=reviewer(), now=NOW)
    assert _code(refused) == "template_changed"
    assert {"op": "insert", "text": "soy "} in refused.value.extra["would_be_lost"]
    roll_back_proposal(proposal_id=proposal.pk, by=reviewer(), force=True, now=NOW)
    template.refresh_from_db()
    assert (template.body, template.version) == (BASE_BODY, 4)


def test_rolling_back_a_new_template_switches_it_off():
    proposal = pending_new()
    _approve(proposal)
    roll_back_proposal(proposal_id=proposal.pk, by=reviewer(), now=NOW)
    assert not EmailTemplate.objects.get().active


def test_only_an_approval_is_rolled_back():
    with pytest.raises(DomainError) as refused:
        roll_back_proposal(proposal_id=pending_patch().pk, by=reviewer(), now=NOW)
    assert _code(refused) == "already_decided"


def test_an_approval_is_undone_within_ten_minutes():
    proposal, person = pending_patch(base_template(normalization_batch="D")), reviewer()
    _approve(proposal)
    undo_decision(proposal_id=proposal.pk, by=person, now=NOW + timedelta(minutes=10))
    template = EmailTemplate.objects.get()
    assert (template.body, template.version, template.normalization_batch) == (BASE_BODY, 3, "D")
    proposal.refresh_from_db()
    assert proposal.review_state == ReviewState.PENDING
    assert (proposal.decided_by, proposal.decided_at) == (None, None)
    row = proposal.history.first()
    assert (row.history_user, row.history_change_reason) == (person, "undone: was approved")
    _approve(proposal)
    template.refresh_from_db()
    assert (template.body, template.version) == (SLOTTED_BODY, 4)


def test_a_rejection_is_undone():
    proposal = pending_patch()
    reject_proposal(proposal_id=proposal.pk, by=reviewer(), reason="tone", now=NOW)
    undo_decision(proposal_id=proposal.pk, by=reviewer(), now=NOW)
    proposal.refresh_from_db()
    assert (proposal.review_state, proposal.reject_reason) == (ReviewState.PENDING, "")


def test_an_undone_new_template_comes_back_under_its_number():
    proposal = pending_new()
    _approve(proposal)
    undo_decision(proposal_id=proposal.pk, by=reviewer(), now=NOW)
    assert not EmailTemplate.objects.get().active
    _approve(proposal)
    assert EmailTemplate.objects.get().active


@pytest.mark.parametrize("minutes", [11, 60])
def test_after_ten_minutes_a_decision_stands(minutes):
    proposal = pending_patch()
    _approve(proposal)
    with pytest.raises(DomainError) as refused:
        undo_decision(proposal_id=proposal.pk, by=reviewer(), now=NOW + timedelta(minutes=minutes))
    assert _code(refused) == "conflict"


def test_an_undo_does_not_overwrite_a_later_edit():
    template = base_template()
    proposal = pending_patch(template)
    _approve(proposal)
    template.refresh_from_db()
    _edit(template, "oat milk", "soy milk")
    with pytest.raises(DomainError) as refused:
        undo_decision(proposal_id=proposal.pk, by=reviewer(), now=NOW)
    assert _code(refused) == "template_changed"


def test_a_rejection_whose_text_waits_again_cannot_be_undone():
    template = base_template()
    rejected = pending_patch(template)
    reject_proposal(proposal_id=rejected.pk, by=reviewer(), reason="tone", now=NOW)
    pending_patch(template)
    with pytest.raises(DomainError) as refused:
        undo_decision(proposal_id=rejected.pk, by=reviewer(), now=NOW)
    assert _code(refused) == "conflict"


# --- time ---------------------------------------------------------------------------------------


def test_thirty_days_without_a_decision_expire_and_leave_calibration():
    old = pending_patch(created_at=NOW - timedelta(days=30))
    young = pending_new(created_at=NOW - timedelta(days=29))
    assert expire_proposals(now=NOW) == 1
    assert expire_proposals(now=NOW) == 0
    old.refresh_from_db()
    young.refresh_from_db()
    assert (old.review_state, young.review_state) == (ReviewState.EXPIRED, ReviewState.PENDING)
    assert old.history.first().history_change_reason == "pending for 30 days"
    excluded = ExcludedDraft.objects.get()
    assert (excluded.draft_id, excluded.kind) == (old.evidence.get().draft_id, "expired_proposal")
    with pytest.raises(DomainError) as refused:
        _approve(old)
    assert _code(refused) == "already_decided"


def test_bodies_are_blanked_after_their_retention():
    proposal = pending_patch()
    reject_proposal(proposal_id=proposal.pk, by=reviewer(), reason="tone", now=NOW)
    assert blank_expired_bodies(now=NOW + timedelta(days=89)) == 0
    later = NOW + timedelta(days=90)
    assert blank_expired_bodies(now=later, is_dry_run=True) == 1
    assert blank_expired_bodies(now=later) == 1
    assert blank_expired_bodies(now=later) == 0
    proposal.refresh_from_db()
    assert proposal.blanked_at == later
    assert proposal.previous_body == proposal.proposed_body_redacted == ""
    assert proposal.email_subject == proposal.original_body_redacted == ""
    assert proposal.evidence.get().body_redacted == ""
    assert not any("buffet" in str(row.__dict__) for row in proposal.history.all())


def test_a_blanked_proposal_cannot_be_approved():
    proposal = pending_patch()
    blank_expired_bodies(now=NOW + timedelta(days=90))
    with pytest.raises(DomainError) as refused:
        _approve(proposal)
    assert _code(refused) == "body_blanked"


# --- many at once ---------------------------------------------------------------------------------


def _tokens(rows):
    stored = TemplateProposal.objects.in_bulk([row.pk for row in rows])
    return {row.pk: state_token(stored[row.pk]) for row in rows}


def test_bulk_decides_exactly_these_and_says_so_in_one_line():
    changed = base_template(template_id="T12")
    rows = [pending_patch(), pending_patch(), pending_new(), pending_patch(changed)]
    untouched = pending_patch()
    _edit(changed, "every morning", "every day")
    outcome = decide_confirmed(tokens=_tokens(rows), decision="approve", by=reviewer(), now=NOW)
    assert outcome.line == "approved 3, skipped 1: T12 template changed"
    assert outcome.done == tuple(row.pk for row in rows[:3])
    untouched.refresh_from_db()
    assert untouched.review_state == ReviewState.PENDING
    states = TemplateProposal.objects.filter(pk__in=[row.pk for row in rows])
    assert sorted(states.values_list("review_state", flat=True)) == ["approved"] * 3 + ["pending"]


def test_bulk_rejection_needs_its_reason_first():
    with pytest.raises(DomainError):
        decide_confirmed(
            tokens=_tokens([pending_patch()]), decision="reject", by=reviewer(), now=NOW
        )


SENTENCES = st.lists(
    st.sampled_from(["We open.", "Breakfast?", "{{SLOT:CTA}}", "Ünïcode 🍋.", "\r\n\r\n", "a  b"]),
    min_size=1,
    max_size=8,
).map(" ".join)


class RollBackGivesBack(TestCase):
    """Whatever the texts: rolling an approval back leaves the template as it was."""

    @hypothesis_settings(max_examples=25, deadline=None)
    @given(base=SENTENCES, proposed=SENTENCES)
    def test_roll_back_of_approve_is_nothing(self, base, proposed):
        PropertyFactFactory.create()
        template = base_template(body=f"Start. {base}".strip())
        proposal = pending_patch(template, proposed_body_redacted=f"Begin. {proposed}")
        person = reviewer()
        approve_proposal(proposal_id=proposal.pk, by=person, may_drop_slots=True, now=NOW)
        template.refresh_from_db()
        assert template.version == 2
        roll_back_proposal(proposal_id=proposal.pk, by=person, now=NOW)
        after = EmailTemplate.objects.get(pk=template.pk)
        former = template.history.filter(version=1).last()
        fields = ("subject", "body", "normalization_batch", "category", "active")
        assert [getattr(after, name) for name in fields] == [
            getattr(former, name) for name in fields
        ]
