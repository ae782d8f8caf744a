"""The screen of one proposal: everything a decision needs, and nothing of it is run."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from learning.proposals.decisions import approve_proposal, reject_proposal
from learning.proposals.models import ProposalEvidence
from learning.retention import blank_expired_bodies
from templatesapp.services import revise_template
from tests.browser.scene import HOSTILE
from tests.factories import EmailTemplateFactory, PropertyFactFactory
from tests.learning.proposal_factories import (
    BASE_BODY,
    SLOTTED_BODY,
    base_template,
    pending_new,
    pending_patch,
    reviewer,
)
from tests.learning.queue_pages import LIST, QUEUE, SCRIPT, check_url, page, shown

pytestmark = pytest.mark.django_db
LOST = SLOTTED_BODY.replace("{{SLOT:KNOWLEDGE_INJECTION}}\r\n\r\n", "")


def test_the_queue_leads_to_what_most_guests_ask_for(desk_client):
    client = desk_client()
    pending_patch()
    first = pending_patch(evidence_count=3)
    answer = client.get(QUEUE)
    assert (answer.status_code, answer["Location"]) == (302, page(first))


def test_an_empty_queue_says_so(desk_client):
    answer = desk_client().get(QUEUE)
    assert "Nothing waits for a decision" in answer.content.decode()


def test_a_patch_shows_what_a_decision_needs(desk_client):
    proposal = pending_patch(base_template(template_id="T50"), evidence_count=3)
    text = shown(desk_client(), proposal)
    for word in ("T50 · Breakfast", "An answer was missing", "46 %", "3 guests", "Breakfast?"):
        assert word in text
    assert "Live: T50, version 1" in text
    assert '<del class="diff-del">served on the terrace every morning.</del>' in text
    assert '<ins class="diff-ins">a buffet with fruit' in text
    assert "Dear [NAME], …" in text
    for key in "aers":
        assert f'data-key="{key}"' in text


def test_the_place_in_the_queue_counts_what_waits(desk_client):
    client = desk_client()
    rows = [pending_patch(evidence_count=count) for count in (3, 2, 1)]
    response = client.get(page(rows[1]))
    place = response.context["screen"].place
    assert (place.number, place.total) == (2, 3)
    assert (place.previous, place.next) == (rows[0].pk, rows[2].pk)


def test_skipping_leads_on_and_at_the_end_back_to_the_start(desk_client):
    client = desk_client()
    first, second = pending_patch(evidence_count=2), pending_patch()
    assert client.get(f"{QUEUE}?after={first.pk}")["Location"] == page(second)
    assert client.get(f"{QUEUE}?after={second.pk}")["Location"] == page(first)
    assert client.get(f"{QUEUE}?after=nonsense")["Location"] == page(first)


def test_the_last_one_leads_to_the_end(desk_client):
    only = pending_patch()
    answer = desk_client().get(f"{QUEUE}?after={only.pk}", headers=SCRIPT).json()
    assert answer["url"] == QUEUE
    assert "Nothing waits" in answer["html"]


def test_the_script_gets_the_item_alone(desk_client):
    proposal = pending_patch()
    answer = desk_client().get(page(proposal), headers=SCRIPT)
    assert answer.json()["url"] == page(proposal)
    assert "<html" not in answer.json()["html"]
    assert "no-store" in answer["Cache-Control"]


def test_changed_slots_are_named(desk_client):
    PropertyFactFactory.create(name="BREAKFAST_PRICE")
    body = LOST.replace("oat milk", "oat milk for {{SLOT:FACT_BREAKFAST_PRICE}}")
    text = shown(desk_client(), pending_patch(proposed_body_redacted=body))
    assert "+ Breakfast price" in text
    assert "− Knowledge injection" in text
    assert "2 places to fill in kept" in text


def test_a_lost_slot_is_found_and_offered_back(desk_client):
    proposal = pending_patch(proposed_body_redacted=LOST)
    text = shown(desk_client(), proposal)
    message = "“Knowledge injection” is not filled in any more."
    assert f'data-insert="{message}"' in text
    assert 'aria-disabled="true"' in text


def test_the_check_of_a_typed_text_puts_the_slot_where_it_was(desk_client):
    proposal = pending_patch(proposed_body_redacted=LOST)
    body = "👨‍👩‍👧 " + LOST.replace("\r\n", "\n")
    answer = desk_client().post(check_url(proposal), {"subject": "B", "body": body}).json()
    (finding,) = answer["findings"]
    mended = body[: finding["position"]] + finding["insert"] + body[finding["position"] :]
    assert "milk as well.\n\n{{SLOT:KNOWLEDGE_INJECTION}}\n\nYour booking" in mended
    assert "diff-ins" in answer["diff_html"]


def test_a_new_template_is_read_as_a_guest_would(desk_client):
    EmailTemplateFactory.create(
        template_id="T77",
        category="house-rules",
        subject="Music in the house",
        body="{{SLOT:GREETING}}\n\nYes, you may play the guitar until ten.",
    )
    EmailTemplateFactory.create_batch(5, body="About towels and beds.")
    EmailTemplateFactory.create(
        template_id="T79", language="it", body="You may bring your guitar at night."
    )
    text = shown(desk_client(), pending_new())
    assert "Dear Annika," in text
    assert (
        '<span class="text-slot" data-name="Greeting"><i aria-hidden="true">{{SLOT:GREETING}}</i></span>'
        in text
    )
    assert "Nearest existing letters" in text
    assert "T77" in text
    assert "T79" not in text


def test_a_changed_base_is_shown_with_three_texts(desk_client):
    template = base_template(template_id="T50")
    proposal = pending_patch(template)
    live = BASE_BODY.replace("you pay at the bar", "please pay at the bar")
    revise_template(template=template, fields={"body": live}, by=None, reason="")
    response = desk_client().get(page(proposal))
    text = response.content.decode()
    assert "T50 has changed since this was proposed" in text
    assert "Base: version 1" in text
    assert "Live: T50, version 2" in text
    assert "Carry over and approve" in text
    stale = response.context["screen"].texts["stale"]
    assert stale["can_rebase"]
    assert "please" in "".join(step.text for step in stale["live_to_rebased"].rows[-2].after)


def test_where_both_changed_the_same_words_a_person_writes(desk_client):
    template = base_template()
    proposal = pending_patch(template)
    live = BASE_BODY.replace("on the terrace", "in the garden")
    revise_template(template=template, fields={"body": live}, by=None, reason="")
    text = shown(desk_client(), proposal)
    assert "both changed the same sentences" in text
    assert 'aria-disabled="true"' in text


def test_of_a_template_switched_off_nothing_can_be_approved(desk_client):
    template = base_template()
    proposal = pending_patch(template)
    revise_template(template=template, fields={"active": False}, by=None, reason="")
    text = shown(desk_client(), proposal)
    assert "was switched off" in text
    assert 'data-key="e"' not in text


def test_hostile_text_is_shown_and_never_run_or_resolved(desk_client):
    template = base_template()
    proposal = pending_patch(
        template, proposed_body_redacted=HOSTILE, email_subject="<b>x</b>\u202e"
    )
    new = pending_new(proposed_body_redacted=HOSTILE, proposed_subject="<script>x</script>")
    for text in (shown(desk_client(), proposal), shown(desk_client(), new)):
        assert "&lt;script&gt;" in text
        assert "<script>document" not in text
        assert "<img src=x" not in text
        assert "{{ settings.SECRET_KEY }} {% debug %}" in text
        body = text.split('class="rv-texts"')[1].split("rv-editor")[0]
        assert "\u202e" not in body
        assert "\u200b" not in body
        assert 'title="U+202E RIGHT-TO-LEFT OVERRIDE">U+202E<' in body
        assert 'title="U+200B ZERO WIDTH SPACE">U+200B<' in body
        assert "👨\u200d👩\u200d👧" in body
        assert "שלום" in body
    assert "The text holds a hidden character: U+202E" in text


def test_a_decided_one_says_who_decided_what(desk_client):
    proposal, person = pending_patch(), reviewer()
    reject_proposal(
        proposal_id=proposal.pk, by=person, reason="tone", note="stiff", now=timezone.now()
    )
    text = shown(desk_client(), proposal)
    assert f"Rejected by {person.username}" in text
    assert "Not how we write" in text
    assert "“stiff”" in text
    assert 'data-key="a"' not in text


def test_an_approved_one_leads_to_its_version(desk_client):
    proposal = pending_patch()
    approve_proposal(proposal_id=proposal.pk, by=reviewer(), now=timezone.now())
    assert "/versions/" in shown(desk_client(), proposal)


def test_blanked_texts_are_said_to_be_gone(desk_client):
    proposal = pending_patch()
    approve_proposal(proposal_id=proposal.pk, by=reviewer(), now=timezone.now())
    blank_expired_bodies(now=proposal.retention_expires_at + timedelta(days=1))
    assert "were removed when their retention ended" in shown(desk_client(), proposal)


def test_only_the_newest_drafts_are_shown(desk_client):
    proposal = pending_patch()
    for number in range(7):
        ProposalEvidence.objects.create(
            proposal=proposal,
            draft_id=f"00000000-0000-0000-0000-00000000000{number}",
            attempt=1,
            body_redacted=f"Draft {number}!",
            created_at=timezone.now() + timedelta(minutes=number),
        )
    text = shown(desk_client(), proposal)
    assert "Draft 6!" in text
    assert "Draft 1!" not in text
    assert "The newest 5 are shown." in text


def test_an_unknown_proposal_is_not_found(desk_client):
    proposal = pending_patch()
    address = page(proposal)
    proposal.delete()
    assert desk_client().get(address).status_code == 404


def test_the_row_of_the_list_leads_to_the_screen(desk_client):
    proposal = pending_patch()
    answer = desk_client().get(f"{LIST}{proposal.pk}/change/")
    assert (answer.status_code, answer["Location"]) == (302, page(proposal))
