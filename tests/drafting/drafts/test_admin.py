"""Drafts in the admin: shown as the guest would see them, with their evidence, and never written."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from drafting.drafts.models import Attestation, Draft
from tests.drafting.drafts.plans import URLS, plan_json
from tests.drafting.mail.mails import record

pytestmark = pytest.mark.django_db

LIST = reverse("admin:drafting_draft_changelist")
SCRIPT = "<script>alert(1)</script>"
IMAGE = "<img src=x onerror=alert(1)>"


def page_of(draft: Draft, view: str = "change") -> str:
    return reverse(f"admin:drafting_draft_{view}", args=[draft.pk])


@pytest.fixture
def make(call):
    def make_draft(text: str = "What time is breakfast?", number: int = 1, **headers) -> Draft:
        message = record(text, message_id=f"<{number}@example.com>", **headers).message
        answer = call("generate", {"message": message.pk})
        body = {
            "draft_id": answer["draft_id"],
            "original_body_plain": answer["draft"]["body_plain"],
            "refined_body_plain": f"{answer['draft']['body_plain']}\n{SCRIPT}",
        }
        call("refine", body)
        return Draft.objects.get(pk=answer["draft_id"])

    return make_draft


def test_the_list_says_how_sure_a_letter_is_and_nothing_of_none(desk_client, make):
    draft, person = make(), desk_client("reviewer")
    sure = f"{draft.template.template_id}, {draft.confidence:.0f}\N{NO-BREAK SPACE}%"
    assert sure in person.get(LIST).text
    Draft.objects.update(template=None, confidence=0)
    assert "%<" not in person.get(LIST).text


def test_the_page_shows_the_mail_the_letter_and_why(desk_client, make):
    draft = make()
    page = desk_client("reviewer").get(page_of(draft))
    text = page.content.decode()
    assert page.status_code == 200
    assert "What time is breakfast?" in text
    assert "Breakfast is served every day from 8 am" in text
    for candidate in draft.ranker["candidates"]:
        assert candidate["template_id"] in text
    assert "isla@example.com" in text
    assert "Fact: breakfast from" in text


def test_a_draft_of_a_posted_plan_has_a_page_too(desk_client, call):
    answer = call("generate", {"action_plan": plan_json("Is there a lift?", category="access")})
    page = desk_client("reviewer").get(page_of(Draft.objects.get(pk=answer["draft_id"])))
    assert page.status_code == 200
    assert "no mail is recorded here" in page.content.decode()


def test_a_blanked_draft_has_a_page_too(desk_client, make):
    draft = make()
    Draft.objects.update(blanked_at=timezone.now(), body_plain="", slots={}, quality={})
    page = desk_client("reviewer").get(page_of(draft))
    assert page.status_code == 200
    assert "Retention removed this text" in page.content.decode()


def test_html_of_guests_and_agents_is_shown_and_never_run(desk_client, make):
    draft = make(
        f"What time is breakfast {SCRIPT} {IMAGE}?",
        subject=f"{SCRIPT} breakfast",
        **{"from": f'"{SCRIPT}" <isla@example.com>'},
    )
    Draft.objects.update(
        subject=SCRIPT,
        body_plain=f"{draft.body_plain}\n{SCRIPT}\n{IMAGE}",
        question_blocks=[
            {
                "question": SCRIPT,
                "answer_source": IMAGE,
                "template_id": SCRIPT,
                "citation": SCRIPT,
                "follow_up_required": False,
            }
        ],
        slots={"filled": {SCRIPT: IMAGE}},
        quality={"passed": False, "failed_check_details": {SCRIPT: IMAGE}, "warnings": [SCRIPT]},
        ranker={"selection": "none", "candidates": [{"template_id": SCRIPT, "evidence": [IMAGE]}]},
    )
    client = desk_client("superuser")
    for page in (LIST, page_of(draft), f"{LIST}?q=breakfast"):
        answer = client.get(page)
        assert answer.status_code == 200
        text = answer.content.decode()
        assert SCRIPT not in text
        assert IMAGE not in text
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in client.get(page_of(draft)).content.decode()


@pytest.mark.parametrize("role", ["reviewer", "manager", "superuser"])
def test_nobody_writes_a_draft_by_hand(desk_client, make, role):
    draft = make()
    client = desk_client(role)
    before = (Draft.objects.values().get(), list(Attestation.objects.values()))
    form = {
        "subject": "mine",
        "body_plain": "mine",
        "attestations-TOTAL_FORMS": "1",
        "attestations-INITIAL_FORMS": "0",
        "attestations-0-body_plain": "mine",
    }
    assert client.post(page_of(draft), form).status_code == 403
    assert client.post(reverse("admin:drafting_draft_add"), form).status_code == 403
    assert client.get(reverse("admin:drafting_draft_add")).status_code == 403
    assert client.post(page_of(draft, "delete"), {"post": "yes"}).status_code == 403
    action = {"action": "delete_selected", "_selected_action": [draft.pk], "post": "yes"}
    client.post(LIST, action)
    assert (Draft.objects.values().get(), list(Attestation.objects.values())) == before


@pytest.mark.parametrize("role", ["none", "guest"])
def test_without_a_role_nothing_is_seen(desk_client, make, role):
    draft = make()
    for page in (LIST, page_of(draft), page_of(draft, "history")):
        assert desk_client(role).get(page).status_code in (302, 403)


def test_the_list_filters_and_searches(desk_client, make):
    draft = make()
    client = desk_client("reviewer")
    for query in (
        "q=breakfast",
        f"q={draft.pk}",
        "q=isla@example.com",
        "delivery_status__exact=ready",
        "selection__exact=auto",
        "scenario_category__exact=breakfast",
        "composite__exact=0",
    ):
        assert client.get(f"{LIST}?{query}").status_code in (200, 302), query
    assert client.get(f"{LIST}?q=%00").status_code == 400
    assert "Arriving late" in client.get(f"{LIST}?q=isla@example.com").content.decode()


def test_the_list_costs_the_same_queries_for_one_draft_and_for_ten(desk_client, make):
    client = desk_client("reviewer")
    make()
    client.get(LIST)
    with CaptureQueriesContext(connection) as one:
        client.get(LIST)
    for number in range(2, 11):
        make(number=number, subject=f"Mail {number}")
    with CaptureQueriesContext(connection) as ten:
        client.get(LIST)
    assert len(one) == len(ten) <= 15


def test_the_page_costs_the_same_queries_whatever_was_attested(desk_client, make, call):
    draft = make()
    client = desk_client("reviewer")
    client.get(page_of(draft))
    with CaptureQueriesContext(connection) as one:
        client.get(page_of(draft))
    body = {"draft_id": str(draft.pk), "original_body_plain": "", "refined_body_plain": "Hello"}
    for _ in range(5):
        call("refine", body)
    with CaptureQueriesContext(connection) as six:
        client.get(page_of(draft))
    assert len(one) == len(six) <= 15


def test_no_list_loads_the_bytes_of_mails(desk_client, make):
    make()
    client = desk_client("reviewer")
    with CaptureQueriesContext(connection) as captured:
        client.get(LIST)
    assert not any('"drafting_message"."raw"' in query["sql"] for query in captured)


def test_interpret_has_no_trace_in_the_admin(agent):
    agent.post(URLS["interpret"], {"body": "Hi"}, format="json")
    assert not Draft.objects.exists()
