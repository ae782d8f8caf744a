"""Decisions in the queue: each is one call of a service, and the next item comes back."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from learning.proposals.decisions import approve_proposal, reject_proposal
from learning.proposals.models import ReviewState, TemplateProposal
from templatesapp.models import EmailTemplate
from templatesapp.services import revise_template
from tests.conftest import MODEL_BACKEND
from tests.factories import PropertyFactFactory
from tests.learning.proposal_factories import (
    BASE_BODY,
    SLOTTED_BODY,
    base_template,
    pending_new,
    pending_patch,
    reviewer,
)
from tests.learning.queue_pages import decide, decide_url, page, shown

pytestmark = pytest.mark.django_db
LOST = SLOTTED_BODY.replace("{{SLOT:KNOWLEDGE_INJECTION}}\r\n\r\n", "")


def state_of(proposal: TemplateProposal) -> str:
    proposal.refresh_from_db()
    return proposal.review_state


def test_approve_answers_with_the_next_item(desk_client):
    client = desk_client()
    first, second = pending_patch(evidence_count=2), pending_patch()
    answer = decide(client, first, "approve")
    assert answer.status_code == 200
    assert answer.json()["url"] == page(second)
    assert f'data-id="{second.pk}"' in answer.json()["html"]
    assert answer.json()["message"].startswith("Approved T")
    assert state_of(first) == ReviewState.APPROVED
    assert (first.decided_by, first.edited_body) == (client.user, "")
    assert first.history.first().history_user == client.user
    assert state_of(second) == ReviewState.PENDING


def test_without_a_script_a_decision_leads_to_the_next_page(desk_client):
    client = desk_client()
    first, second = pending_patch(evidence_count=2), pending_patch()
    answer = client.post(decide_url(first), {"decision": "reject", "reason": "tone"})
    assert (answer.status_code, answer["Location"]) == (302, page(second))
    assert state_of(first) == ReviewState.REJECTED
    assert (first.reject_reason, first.decided_by) == ("tone", client.user)


def test_the_last_decision_leads_to_the_end(desk_client):
    answer = decide(desk_client(), pending_patch(), "approve").json()
    assert "Nothing waits" in answer["html"]
    assert 'data-key="u"' in answer["html"]


def test_an_edited_text_goes_live_and_is_kept_beside_the_proposal(desk_client):
    client, proposal = desk_client(), pending_patch()
    body = SLOTTED_BODY.replace("oat milk", "soy milk").replace("\r\n", "\n")
    decide(
        client,
        proposal,
        "approve",
        body=body,
        subject="Breakfast!",
        shown_subject="Breakfast",
        note="n",
    )
    template = EmailTemplate.objects.get()
    assert (template.body, template.subject) == (body.replace("\n", "\r\n"), "Breakfast!")
    assert state_of(proposal) == ReviewState.APPROVED
    assert (proposal.edited_body, proposal.decision_note) == (template.body, "n")


def test_an_untouched_text_in_the_editor_is_not_written_by_the_person(desk_client):
    client, proposal = desk_client(), pending_patch(proposed_body_redacted=LOST)
    sent = {"body": LOST, "subject": "Breakfast", "shown_subject": "Breakfast"}
    refused = decide(client, proposal, "approve", **sent)
    assert (refused.status_code, refused.json()["code"]) == (409, "lint_failed")
    assert state_of(proposal) == ReviewState.PENDING
    decide(client, proposal, "approve", **sent, may_drop_slots="1")
    assert state_of(proposal) == ReviewState.APPROVED
    assert EmailTemplate.objects.get().body == LOST


def test_another_edit_waives_no_lost_slot_without_its_box(desk_client):
    client, proposal = desk_client(), pending_patch(proposed_body_redacted=LOST)
    sent = {"body": f"{LOST}\nSee you soon.", "subject": "Breakfast", "shown_subject": "Breakfast"}
    refused = decide(client, proposal, "approve", **sent)
    assert (refused.status_code, refused.json()["code"]) == (409, "lint_failed")
    assert state_of(proposal) == ReviewState.PENDING
    decide(client, proposal, "approve", **sent, may_drop_slots="1")
    assert state_of(proposal) == ReviewState.APPROVED


def test_a_subject_that_nobody_touched_is_not_written_back(desk_client):
    template = base_template()
    proposal = pending_patch(template)
    revise_template(template=template, fields={"subject": "Renamed"}, by=None, reason="")
    decide(
        desk_client(),
        proposal,
        "approve",
        body=SLOTTED_BODY,
        subject="Breakfast",
        shown_subject="Breakfast",
    )
    template.refresh_from_db()
    assert (template.subject, template.version) == ("Renamed", 3)


def test_which_fact_a_written_value_means_is_asked_and_answered(desk_client):
    for name in ("CHECK_OUT", "BREAKFAST_UNTIL"):
        PropertyFactFactory.create(name=name, kind="time", value="10:30", unit="")
    body = SLOTTED_BODY.replace("every morning", "until 10:30")
    body = body.replace("oat milk as well", "oat milk as well, until 10:30")
    client, proposal = desk_client(), pending_patch(proposed_body_redacted=body)
    html = shown(client, proposal)
    assert "“10:30”: which fact is meant?" in html
    assert 'data-literal="10:30" data-slot="FACT_BREAKFAST_UNTIL"' in html
    assert 'data-slot="FACT_CHECK_OUT"' in html
    assert (
        state_of(proposal) == "pending" and decide(client, proposal, "approve").status_code == 409
    )
    said = body.replace("10:30", "{{SLOT:FACT_BREAKFAST_UNTIL}}")
    assert decide(client, proposal, "approve", body=said).status_code == 200
    assert EmailTemplate.objects.get().body == said


def test_a_refused_text_comes_back_with_its_item(desk_client):
    client, proposal = desk_client(), pending_patch()
    refused = decide(client, proposal, "approve", body="Open at 10:30 {{", subject="B")
    assert refused.status_code == 409
    assert refused.json()["url"] == page(proposal)
    assert "10:30" in refused.json()["refused"]
    assert EmailTemplate.objects.get().version == 1


@pytest.mark.parametrize(
    "fields",
    [
        {"decision": "delete"},
        {"decision": ""},
        {"decision": "reject"},
        {"decision": "reject", "reason": "bah"},
        {"decision": "approve", "note": "n" * 501},
        {"decision": "approve", "subject": "s" * 201},
        {"decision": "approve", "seen_version": "x"},
    ],
)
def test_what_makes_no_decision_writes_nothing(desk_client, fields):
    proposal = pending_patch()
    answer = desk_client().post(decide_url(proposal), fields)
    assert answer.status_code == 400
    assert state_of(proposal) == ReviewState.PENDING


# --- two people -----------------------------------------------------------------------------------


@pytest.mark.parametrize("second", ["approve", "reject"])
def test_the_second_person_is_told_who_was_first(desk_client, second):
    client, proposal, first = desk_client(), pending_patch(), reviewer()
    approve_proposal(proposal_id=proposal.pk, by=first, now=timezone.now())
    answer = decide(client, proposal, second, reason="tone")
    assert (answer.status_code, answer.json()["code"]) == (409, "already_decided")
    assert answer.json()["refused"] == f"This proposal is approved by {first.username}."
    assert f"Approved by {first.username}" in answer.json()["html"]
    assert (state_of(proposal), proposal.decided_by) == (ReviewState.APPROVED, first)
    assert proposal.history.count() == 2
    assert EmailTemplate.objects.get().version == 2


def test_a_page_without_script_tells_the_second_person_too(desk_client):
    client, proposal, first = desk_client(), pending_patch(), reviewer()
    reject_proposal(proposal_id=proposal.pk, by=first, reason="tone", now=timezone.now())
    answer = client.post(decide_url(proposal), {"decision": "approve"})
    assert answer.status_code == 409
    assert f"This proposal is rejected by {first.username}." in answer.content.decode()


# --- a changed base -------------------------------------------------------------------------------


def changed_base() -> tuple[EmailTemplate, TemplateProposal]:
    template = base_template()
    proposal = pending_patch(template)
    live = BASE_BODY.replace("you pay at the bar", "please pay at the bar")
    revise_template(template=template, fields={"body": live}, by=None, reason="")
    return template, proposal


def test_a_base_that_changed_under_the_eyes_is_shown_before_anything_is_written(desk_client):
    template, proposal = changed_base()
    answer = decide(desk_client(), proposal, "approve")
    assert (answer.status_code, answer.json()["code"]) == (409, "template_changed")
    assert "Carry over and approve" in answer.json()["html"]
    template.refresh_from_db()
    assert template.version == 2


def test_the_change_is_carried_over_to_the_text_that_was_seen(desk_client):
    template, proposal = changed_base()
    decide(desk_client(), proposal, "approve", rebase="1", seen_version="2")
    template.refresh_from_db()
    assert template.version == 3
    assert "please pay" in template.body
    assert "oat milk" in template.body


def test_nothing_is_rebased_over_a_text_that_nobody_saw(desk_client):
    template, proposal = changed_base()
    other = template.history.first().body.replace("bar", "desk")
    revise_template(template=template, fields={"body": other}, by=None, reason="")
    answer = decide(desk_client(), proposal, "approve", rebase="1", seen_version="2")
    assert answer.json()["code"] == "template_changed"
    assert 'name="seen_version" value="3"' in answer.json()["html"]
    template.refresh_from_db()
    assert (template.body, template.version) == (other, 3)


# --- undo and roll back ---------------------------------------------------------------------------


def test_an_undo_shows_the_item_again(desk_client):
    client, proposal = desk_client(), pending_patch()
    pending_patch()
    decide(client, proposal, "approve")
    answer = decide(client, proposal, "undo")
    assert answer.json()["url"] == page(proposal)
    assert state_of(proposal) == ReviewState.PENDING
    template = proposal.source_template
    template.refresh_from_db()
    assert (template.body, template.version) == (BASE_BODY, 3)


def test_the_last_decisions_are_listed_newest_first_and_only_ones_own(desk_client):
    client, other = desk_client(), reviewer()
    rows = [pending_patch() for _ in range(4)]
    now = timezone.now()
    reject_proposal(
        proposal_id=rows[0].pk, by=client.user, reason="tone", now=now - timedelta(minutes=11)
    )
    reject_proposal(
        proposal_id=rows[1].pk, by=client.user, reason="tone", now=now - timedelta(minutes=9)
    )
    approve_proposal(proposal_id=rows[2].pk, by=client.user, now=now)
    approve_proposal(proposal_id=rows[3].pk, by=other, now=now)
    response = client.get(page(rows[0]))
    assert [row.pk for row, _ in response.context["recent"]] == [rows[2].pk, rows[1].pk]
    html = response.content.decode()
    assert html.count('data-decision="undo"') == 2
    assert html.count('data-key="u"') == 1


def test_after_ten_minutes_nothing_is_undone(desk_client):
    client, proposal = desk_client(), pending_patch()
    long_ago = timezone.now() - timedelta(minutes=10, seconds=5)
    reject_proposal(proposal_id=proposal.pk, by=client.user, reason="tone", now=long_ago)
    answer = decide(client, proposal, "undo")
    assert (answer.status_code, answer.json()["code"]) == (409, "conflict")
    assert state_of(proposal) == ReviewState.REJECTED


def test_an_approved_one_is_rolled_back_from_its_screen(desk_client):
    client, proposal = desk_client(), pending_new()
    decide(client, proposal, "approve")
    answer = decide(client, proposal, "roll_back", note="a double")
    assert "Rolled back by" in answer.json()["html"]
    assert (state_of(proposal), proposal.decision_note) == (ReviewState.ROLLED_BACK, "a double")
    assert not EmailTemplate.objects.get().active


def test_a_roll_back_shows_what_would_be_lost_and_asks(desk_client):
    client, proposal = desk_client(), pending_patch()
    decide(client, proposal, "approve")
    template = EmailTemplate.objects.get()
    later = template.body.replace("eggs", "figs")
    revise_template(template=template, fields={"body": later}, by=None, reason="")
    answer = decide(client, proposal, "roll_back", note="hm")
    assert answer.json()["code"] == "template_changed"
    assert "Rolling back would lose this change" in answer.json()["html"]
    assert "Roll back all the same" in answer.json()["html"]
    assert state_of(proposal) == ReviewState.APPROVED
    decide(client, proposal, "roll_back", note="hm", force="1")
    assert state_of(proposal) == ReviewState.ROLLED_BACK
    template.refresh_from_db()
    assert template.body == BASE_BODY


def test_a_form_from_elsewhere_decides_nothing(db):
    proposal, person = pending_patch(), reviewer()
    client = Client(enforce_csrf_checks=True)
    client.force_login(person, backend=MODEL_BACKEND)
    assert decide(client, proposal, "approve").status_code == 403
    assert state_of(proposal) == ReviewState.PENDING
    assert "csrfmiddlewaretoken" in shown(client, proposal)
