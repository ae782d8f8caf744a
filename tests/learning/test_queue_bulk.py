"""Decisions on a selection: exactly the rows that were confirmed, as they were when shown."""

from __future__ import annotations

import pytest
from django.urls import reverse
from django.utils import timezone

from learning.admin.proposals import MAX_SELECTED
from learning.proposals.decisions import approve_proposal
from learning.proposals.models import Change, ReviewState
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
from tests.learning.queue_pages import BULK, LIST, confirm, messages_of, tokens

pytestmark = pytest.mark.django_db


def ask(client, action, rows):
    data = {"action": action, "_selected_action": [str(row.pk) for row in rows]}
    return client.post(f"{LIST}?state=all", data)


def states(*rows):
    for row in rows:
        row.refresh_from_db()
    return [row.review_state for row in rows]


def test_an_action_asks_first_and_names_the_rows(desk_client):
    client = desk_client()
    changed = base_template(template_id="T12")
    rows = [pending_patch(base_template(template_id="T50")), pending_patch(changed)]
    revise_template(template=changed, fields={"body": "Other."}, by=None, reason="")
    text = ask(client, "approve_selected", rows).content.decode()
    assert states(*rows) == [ReviewState.PENDING] * 2
    assert all(token in text for token in tokens(rows))
    assert "exactly these 2 proposals" in text
    assert "letter changed since" in text


def test_rows_that_fail_a_check_are_skipped_and_named(desk_client):
    client = desk_client()
    changed = base_template(template_id="T12")
    rows = [pending_patch(), pending_patch(), pending_new(), pending_patch(changed)]
    untouched = pending_patch()
    revise_template(template=changed, fields={"body": "Other."}, by=None, reason="")
    response = confirm(client, rows, "approve")
    assert messages_of(response) == ["approved 3, skipped 1: T12 template changed"]
    for row in rows[:3]:
        row.refresh_from_db()
        assert (row.review_state, row.decided_by) == (ReviewState.APPROVED, client.user)
        assert row.history.first().history_user == client.user
    assert states(rows[3], untouched) == [ReviewState.PENDING] * 2


def test_what_changed_after_it_was_shown_is_skipped(desk_client):
    client = desk_client()
    rows = [pending_patch(base_template(template_id=f"T{n}")) for n in (50, 51, 52)]
    sent = tokens(rows)
    revise_template(template=rows[0].source_template, fields={"subject": "New"}, by=None, reason="")
    approve_proposal(proposal_id=rows[1].pk, by=reviewer(), now=timezone.now())
    response = client.post(BULK, {"row": sent, "decision": "reject", "reason": "tone"}, follow=True)
    (message,) = messages_of(response)
    assert message == (
        "rejected 1, skipped 2: T50 changed since the list was shown, "
        "T51 changed since the list was shown"
    )
    assert states(*rows) == [ReviewState.PENDING, ReviewState.APPROVED, ReviewState.REJECTED]


def test_a_selection_is_rejected_with_reason_and_note(desk_client):
    client, rows = desk_client(), [pending_patch(), pending_patch()]
    assert "Only true for this guest" in ask(client, "reject_selected", rows).content.decode()
    assert messages_of(confirm(client, rows, "reject", reason="tone", note="too stiff")) == [
        "rejected 2"
    ]
    assert states(*rows) == [ReviewState.REJECTED] * 2
    assert rows[0].history.first().history_change_reason == "tone too stiff"


def test_a_rejection_without_a_reason_decides_nothing(desk_client):
    client, rows = desk_client(), [pending_patch()]
    (message,) = messages_of(confirm(client, rows, "reject"))
    assert message.startswith("Nothing was decided")
    assert states(*rows) == [ReviewState.PENDING]


def test_a_selection_is_rolled_back(desk_client):
    client, rows = desk_client(), [pending_patch(), pending_patch()]
    confirm(client, rows[:1], "approve")
    response = confirm(client, rows, "roll_back")
    name = rows[1].source_template.template_id
    assert messages_of(response) == [f"rolled back 1, skipped 1: {name} already decided"]
    assert set(EmailTemplate.objects.values_list("body", flat=True)) == {BASE_BODY}


@pytest.mark.parametrize("row", [[], ["x"], ["00000000-0000-0000-0000-000000000000:abc"]])
def test_no_row_of_ours_decides_nothing(desk_client, row):
    proposal = pending_patch()
    desk_client().post(BULK, {"row": row, "decision": "approve"})
    assert states(proposal) == [ReviewState.PENDING]


def test_a_wrong_token_decides_nothing(desk_client):
    proposal = pending_patch()
    desk_client().post(BULK, {"row": [f"{proposal.pk}:0123"], "decision": "approve"})
    assert states(proposal) == [ReviewState.PENDING]


def test_more_than_a_person_can_confirm_is_not_asked(desk_client):
    template = base_template()
    rows = [
        pending_patch(template, proposed_body_redacted=f"{SLOTTED_BODY} {number}")
        for number in range(MAX_SELECTED + 1)
    ]
    client = desk_client()
    data = {
        "action": "approve_selected",
        "_selected_action": [str(row.pk) for row in rows],
    }
    response = client.post(LIST, data, follow=True)
    assert f"Choose at most {MAX_SELECTED} proposals at once." in messages_of(response)


def test_the_list_shows_what_waits_and_on_demand_the_rest(desk_client):
    client = desk_client()
    waiting, decided = pending_patch(), pending_patch(base_template(template_id="T77"))
    approve_proposal(proposal_id=decided.pk, by=reviewer(), now=timezone.now())
    first = client.get(LIST).content.decode()
    assert waiting.source_template.template_id in first
    assert "T77" not in first
    assert "T77" in client.get(f"{LIST}?state=all").content.decode()
    assert "T77" in client.get(f"{LIST}?state=approved").content.decode()


def test_a_long_queue_asks_for_a_session(desk_client):
    template = base_template()
    for number in range(11):
        pending_patch(template, proposed_body_redacted=f"{SLOTTED_BODY} {number}")
    (warning,) = messages_of(desk_client().get(LIST))
    assert warning.startswith("11 proposals pending — consider a dedicated review session")


def test_the_history_is_read_only(desk_client):
    proposal, client = pending_patch(), desk_client()
    approve_proposal(proposal_id=proposal.pk, by=client.user, note="fine", now=timezone.now())
    listing = reverse("admin:learning_templateproposal_history", args=[proposal.pk])
    page = client.get(listing).content.decode()
    assert "fine" in page
    assert client.user.username in page
    # Nothing is nothing, a choice its words, a time local and short.
    assert "Deleted" not in page and "None" not in page and "+00:00" not in page
    assert '<ins class="diff-ins">Approved</ins>' in page
    assert '<ins class="diff-ins">today ' in page
    version = reverse(
        "admin:learning_templateproposal_simple_history",
        args=[proposal.pk, proposal.history.first().history_id],
    )
    assert client.get(version).status_code == 200
    assert client.post(version, {}).status_code == 403


def test_proposals_for_one_letter_are_told_apart_in_the_list(desk_client):
    """And where they are confirmed together: by what changes, shortened."""
    letter = base_template(template_id="T50")
    longer = f"{letter.body}\n\nThere is oat milk, too. <b>Ask</b>."
    rows = [
        pending_patch(letter, proposed_body_redacted=longer),
        pending_patch(letter, proposed_body_redacted=f"Hello. {letter.body}"),
        pending_new(sentence="Guitars are welcome.", change=Change.ADDED),
        pending_patch(previous_body="", proposed_body_redacted=""),  # blanked
    ]
    client = desk_client()
    for page in (client.get(LIST), ask(client, "approve_selected", rows)):
        text = page.content.decode()
        for change in (
            '<ins class="diff-ins">There is oat milk, too. &lt;b&gt;Ask&lt;/b&gt;.</ins>',
            '<ins class="diff-ins">Guitars are welcome.</ins>',
        ):
            assert text.count(change) == 1
        assert text.count('class="diff-line"') == 3
