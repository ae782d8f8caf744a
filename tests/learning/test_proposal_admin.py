from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.models import Permission
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from learning.proposals.bulk import label
from learning.proposals.choices import ReviewState
from learning.proposals.services import approve_proposal
from templatesapp.models import EmailTemplate
from templatesapp.services import revise_template
from tests.learning.proposal_factories import (
    BASE_BODY,
    SLOTTED_BODY,
    base_template,
    pending_new,
    pending_patch,
    reviewer,
)

pytestmark = pytest.mark.django_db

LIST = "admin:learning_templateproposal_changelist"


def _act(client, action, rows, **fields):
    data = {"action": action, "_selected_action": [str(row.pk) for row in rows]} | fields
    return client.post(reverse(LIST), data, follow=True)


def _messages(response):
    return [str(message) for message in response.context["messages"]]


def _page(proposal, decision):
    return reverse("admin:learning_templateproposal_decide", args=[proposal.pk, decision])


def _row_page(proposal):
    return reverse("admin:learning_templateproposal_change", args=[proposal.pk])


def test_the_list_shows_what_a_decision_needs(desk_client):
    pending_patch(base_template(template_id="T50"), evidence_count=3)
    page = desk_client("reviewer").get(reverse(LIST)).content.decode()
    for text in ("T50", "Breakfast", "missing-info", "46 %", "Pending"):
        assert text in page


def test_the_list_asks_as_often_for_ten_as_for_one(desk_client):
    client = desk_client("reviewer")
    pending_patch()
    client.get(reverse(LIST))
    counts = []
    for more in (0, 9):
        for _ in range(more):
            pending_patch()
        with CaptureQueriesContext(
            connection,
        ) as captured:
            assert client.get(reverse(LIST)).status_code == 200
        counts.append(len(captured))
    assert counts[0] == counts[1] <= 15


def test_a_long_queue_asks_for_a_session(desk_client):
    template = base_template()
    for number in range(11):
        pending_patch(template, proposed_body_redacted=f"{SLOTTED_BODY} {number}")
    response = desk_client("reviewer").get(reverse(LIST))
    (warning,) = _messages(response)
    assert warning == (
        "11 proposals pending — consider a dedicated review session before this queue "
        "grows further."
    )


def test_the_page_shows_the_changes_and_runs_nothing(desk_client):
    body = SLOTTED_BODY.replace("oat milk", "<script>alert(1)</script>")
    proposal = pending_patch(proposed_body_redacted=body)
    page = desk_client("reviewer").get(_row_page(proposal)).content.decode()
    assert "<script>alert(1)" not in page
    assert "&lt;script&gt;alert(1)" in page
    assert ">served on the terrace every morning.</del>" in page.replace("\n", "")
    assert "<ins style=" in page
    assert "{{SLOT:KNOWLEDGE_INJECTION}}" in page


def test_the_page_names_what_the_lint_found(desk_client):
    body = SLOTTED_BODY.replace("{{SLOT:KNOWLEDGE_INJECTION}}\r\n\r\n", "")
    page = desk_client("reviewer").get(_row_page(pending_patch(proposed_body_redacted=body)))
    assert "The slot KNOWLEDGE_INJECTION of the live text is gone." in page.content.decode()


def test_nothing_is_edited_in_place(desk_client):
    proposal, client = pending_patch(), desk_client("superuser")
    assert client.post(_row_page(proposal), {"proposed_subject": "x"}).status_code == 403
    assert client.get(reverse("admin:learning_templateproposal_add")).status_code == 403
    delete = reverse("admin:learning_templateproposal_delete", args=[proposal.pk])
    assert client.post(delete, {"post": "yes"}).status_code == 403


def test_the_history_is_read_only(desk_client):
    proposal, client = pending_patch(), desk_client("reviewer")
    approve_proposal(proposal_id=proposal.pk, by=client.user, note="fine", now=timezone.now())
    listing = reverse("admin:learning_templateproposal_history", args=[proposal.pk])
    page = client.get(listing).content.decode()
    assert "fine" in page
    assert client.user.username in page
    row = proposal.history.first()
    version = reverse(
        "admin:learning_templateproposal_simple_history", args=[proposal.pk, row.history_id]
    )
    assert client.get(version).status_code == 200
    assert client.post(version, {}).status_code == 403


# --- selections -----------------------------------------------------------------------------------


def test_a_mixed_selection_is_approved_as_far_as_it_goes(desk_client):
    client = desk_client("reviewer")
    changed = base_template(template_id="T12")
    rows = [pending_patch(), pending_patch(), pending_new(), pending_patch(changed)]
    untouched = pending_patch()
    revise_template(template=changed, fields={"body": "Other."}, by=None, reason="")
    response = _act(client, "approve_selected", rows)
    assert _messages(response) == ["approved 3, skipped 1: T12 template changed"]
    for row in rows[:3]:
        row.refresh_from_db()
        assert (row.review_state, row.decided_by) == (ReviewState.APPROVED, client.user)
        assert row.history.first().history_user == client.user
    untouched.refresh_from_db()
    assert untouched.review_state == ReviewState.PENDING


def test_a_selection_is_rejected_with_a_reason(desk_client):
    client, rows = desk_client("reviewer"), [pending_patch(), pending_patch()]
    asked = _act(client, "reject_selected", rows)
    assert "Only true for this guest" in asked.content.decode()
    assert all(str(row.pk) in asked.content.decode() for row in rows)
    response = _act(client, "reject_selected", rows, reason="tone", note="too stiff")
    assert _messages(response) == ["rejected 2"]
    rows[0].refresh_from_db()
    assert (rows[0].reject_reason, rows[0].decision_note) == ("tone", "too stiff")
    assert rows[0].history.first().history_change_reason == "tone too stiff"


def test_a_selection_is_rolled_back_and_undone(desk_client):
    client, rows = desk_client("reviewer"), [pending_patch(), pending_patch()]
    _act(client, "approve_selected", rows)
    assert _messages(_act(client, "undo_selected", rows[:1])) == ["undone 1"]
    response = _act(client, "roll_back_selected", rows)
    name = label(rows[0])
    assert _messages(response) == [f"rolled back 1, skipped 1: {name} already decided"]
    assert set(EmailTemplate.objects.values_list("body", flat=True)) == {BASE_BODY}


@pytest.mark.parametrize("action", ["approve", "reject", "roll_back", "undo"])
def test_who_may_only_look_decides_nothing(desk_client, action):
    client, proposal = desk_client("none"), pending_patch()
    client.user.user_permissions.add(Permission.objects.get(codename="view_templateproposal"))
    assert client.get(_row_page(proposal)).status_code == 200
    _act(client, f"{action}_selected", [proposal], reason="tone")
    for method in (client.get, client.post):
        assert method(_page(proposal, action)).status_code == 403
    proposal.refresh_from_db()
    assert proposal.review_state == ReviewState.PENDING


@pytest.mark.parametrize("role", ["none", "guest"])
def test_others_do_not_see_it(desk_client, role):
    client, proposal = desk_client(role), pending_patch()
    assert client.get(reverse(LIST)).status_code in (302, 403)
    assert client.get(_row_page(proposal)).status_code in (302, 403)
    assert client.get(_page(proposal, "approve")).status_code in (302, 403)


# --- one ----------------------------------------------------------------------------------------


def test_one_is_approved_as_it_is(desk_client):
    client, proposal = desk_client("reviewer"), pending_patch()
    page = client.get(_page(proposal, "approve"))
    assert page.status_code == 200
    form = page.context["form"]
    sent = {name: form[name].value() for name in ("subject", "body")} | {"note": "good"}
    response = client.post(_page(proposal, "approve"), sent)
    assert response.status_code == 302
    proposal.refresh_from_db()
    assert (proposal.review_state, proposal.edited_body) == (ReviewState.APPROVED, "")
    assert EmailTemplate.objects.get().body == SLOTTED_BODY


def test_one_is_edited_and_approved(desk_client):
    client, proposal = desk_client("reviewer"), pending_patch()
    body = SLOTTED_BODY.replace("oat milk", "soy milk")
    client.post(_page(proposal, "approve"), {"subject": "Breakfast!", "body": body})
    template = EmailTemplate.objects.get()
    assert (template.body, template.subject) == (body, "Breakfast!")
    proposal.refresh_from_db()
    assert proposal.edited_body == body


def test_a_lost_slot_is_left_out_on_purpose_only(desk_client):
    client = desk_client("reviewer")
    body = SLOTTED_BODY.replace("{{SLOT:KNOWLEDGE_INJECTION}}\r\n\r\n", "")
    proposal = pending_patch(proposed_body_redacted=body)
    sent = {"subject": "Breakfast", "body": body}
    refused = client.post(_page(proposal, "approve"), sent)
    assert "The text does not pass the lint" in refused.content.decode()
    client.post(_page(proposal, "approve"), sent | {"may_drop_slots": "on"})
    assert EmailTemplate.objects.get().body == body


def test_a_changed_base_is_shown_and_rebased(desk_client):
    client, template = desk_client("reviewer"), base_template()
    proposal = pending_patch(template)
    live = BASE_BODY.replace("you pay at the bar", "please pay at the bar")
    revise_template(template=template, fields={"body": live}, by=None, reason="")
    sent = {"subject": "Breakfast", "body": SLOTTED_BODY}
    refused = client.post(_page(proposal, "approve"), sent).content.decode()
    assert "The template has changed since" in refused
    assert "What was changed in the live text" in refused
    client.post(_page(proposal, "approve"), sent | {"rebase": "on"})
    template.refresh_from_db()
    assert "please pay" in template.body
    assert "oat milk" in template.body


def test_one_is_rejected_rolled_back_and_undone(desk_client):
    client, proposal = desk_client("reviewer"), pending_patch()
    assert client.post(_page(proposal, "reject"), {"reason": "bah"}).status_code == 200
    client.post(_page(proposal, "reject"), {"reason": "other", "note": "no"})
    proposal.refresh_from_db()
    assert proposal.review_state == ReviewState.REJECTED
    client.post(_page(proposal, "undo"), {"is_sent": "1"})
    proposal.refresh_from_db()
    assert proposal.review_state == ReviewState.PENDING
    client.post(_page(proposal, "approve"), {"subject": "Breakfast", "body": SLOTTED_BODY})
    client.post(_page(proposal, "roll_back"), {"note": "hm"})
    proposal.refresh_from_db()
    assert proposal.review_state == ReviewState.ROLLED_BACK


def test_the_second_person_is_told_who_was_first(desk_client):
    client, proposal, first = desk_client("reviewer"), pending_patch(), reviewer()
    approve_proposal(proposal_id=proposal.pk, by=first, now=timezone.now())
    page = client.post(_page(proposal, "reject"), {"reason": "tone"}).content.decode()
    assert f"This proposal is approved by {first.username}." in page


def test_an_old_decision_is_not_undone(desk_client):
    client, proposal = desk_client("reviewer"), pending_patch()
    long_ago = timezone.now() - timedelta(minutes=11)
    approve_proposal(proposal_id=proposal.pk, by=client.user, now=long_ago)
    page = client.post(_page(proposal, "undo"), {"is_sent": "1"}).content.decode()
    assert "can be undone for 10 minutes" in page


def test_an_unknown_decision_or_proposal_is_not_found(desk_client):
    client, proposal = desk_client("reviewer"), pending_patch()
    assert client.get(_page(proposal, "delete")).status_code == 404
    page = _page(proposal, "approve")
    proposal.delete()
    assert client.get(page).status_code == 404
