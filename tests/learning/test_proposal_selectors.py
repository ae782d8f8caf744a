from __future__ import annotations

from datetime import timedelta

import pytest

from config.errors import DomainError
from learning.proposals.decisions import reject_proposal
from learning.proposals.selectors import (
    backlog_warning,
    list_proposals,
    pending_queue,
    proposal_detail,
)
from templatesapp.services import revise_template
from tests.learning.factories import NOW
from tests.learning.proposal_factories import (
    BASE_BODY,
    SLOTTED_BODY,
    base_template,
    pending_new,
    pending_patch,
    reviewer,
)

pytestmark = pytest.mark.django_db


def test_a_detail_has_the_shape_of_the_api():
    proposal = pending_patch(base_template(template_id="T50"))
    detail = proposal_detail(proposal.pk)
    assert detail["summary"] == "T50 breakfast: patch, missing-info, 46 % rewritten, 1 guest"
    assert {name: detail[name] for name in ("proposal_id", "type", "source_template_id")} == {
        "proposal_id": proposal.pk,
        "type": "patch",
        "source_template_id": "T50",
    }
    assert set(detail) == {
        "proposal_id",
        "type",
        "source_template_id",
        "scenario_category",
        "email_subject",
        "edit_distance_pct",
        "rewrite_reason",
        "evidence_count",
        "review_state",
        "created_at",
        "decision",
        "summary",
        "previous_body",
        "original_body_redacted",
        "proposed_subject",
        "proposed_body_redacted",
        "diff",
        "lint",
        "is_base_live",
        "language",
    }
    assert (detail["previous_body"], detail["proposed_body_redacted"]) == (BASE_BODY, SLOTTED_BODY)
    assert {step["op"] for step in detail["diff"]} == {"equal", "insert", "delete"}
    assert (detail["lint"], detail["is_base_live"]) == ([], True)


def test_the_lint_is_of_today_and_names_its_insert():
    body = SLOTTED_BODY.replace("{{SLOT:KNOWLEDGE_INJECTION}}\r\n\r\n", "")
    detail = proposal_detail(pending_patch(proposed_body_redacted=body).pk)
    (finding,) = detail["lint"]
    assert set(finding) == {"code", "message", "is_error", "insert", "position", "choices"}
    assert finding["code"] == "lost_slot"
    position = finding["position"]
    assert body[:position] + finding["insert"] + body[position:] == SLOTTED_BODY


def test_a_moved_base_shows():
    template = base_template()
    proposal = pending_patch(template)
    revise_template(template=template, fields={"body": "Other."}, by=None, reason="")
    assert proposal_detail(proposal.pk)["is_base_live"] is False


def test_a_new_template_has_no_base():
    detail = proposal_detail(pending_new().pk)
    assert (detail["source_template_id"], detail["previous_body"]) == (None, "")
    assert detail["summary"] == "new house-rules, no reason given, 80 % rewritten, 1 guest"
    assert {step["op"] for step in detail["diff"]} == {"insert"}


def test_an_unknown_proposal_is_not_found():
    proposal = pending_new()
    key = proposal.pk
    proposal.delete()
    with pytest.raises(DomainError) as refused:
        proposal_detail(key)
    assert refused.value.code == "not_found"


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ("added", "were told “Oat milk is there.”"),
        ("replaced", "were told “Oat milk is there.” instead of “You pay at the bar.”"),
        ("dropped", "were not told “Oat milk is there.”"),
    ],
)
def test_a_wish_says_what_how_many_guests_were_told(change, told):
    wish = {"change": change, "sentence": "Oat milk is there.", "beside": "You pay at the bar."}
    proposal = pending_patch(base_template(template_id="T50"), evidence_count=12, **wish)
    detail = proposal_detail(proposal.pk)
    assert detail["summary"] == f"T50 breakfast: patch, missing-info, 12 guests {told}"


def test_it_says_who_decided_when_and_why():
    person = reviewer()
    proposal = pending_patch()
    reject_proposal(proposal_id=proposal.pk, by=person, reason="tone", note="too stiff", now=NOW)
    detail = proposal_detail(proposal.pk)
    decision = {"by": person.username, "at": NOW, "reason": "tone", "note": "too stiff"}
    assert detail["decision"] == decision


def test_the_queue_is_by_evidence_then_age():
    young = pending_patch(created_at=NOW)
    old = pending_patch(created_at=NOW - timedelta(days=2))
    strong = pending_patch(evidence_count=3)
    decided = pending_patch()
    reject_proposal(proposal_id=decided.pk, by=reviewer(), reason="tone", now=NOW)
    assert list(pending_queue()) == [strong, old, young]
    assert list(list_proposals(review_state="rejected")) == [decided]
    assert list_proposals().count() == 4
    with pytest.raises(DomainError):
        list_proposals(review_state="bah")


def test_more_than_ten_pending_warn():
    assert backlog_warning(pending=10) == ""
    assert backlog_warning(pending=11) == (
        "11 proposals pending — consider a dedicated review session before this queue "
        "grows further."
    )
    pending_patch()
    assert backlog_warning() == ""
