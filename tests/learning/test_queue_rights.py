"""Who may do what in the queue and on the pages of templates: role × address × method."""

from __future__ import annotations

import json

import pytest
from django.contrib.auth.models import Permission
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from learning.proposals.decisions import reject_proposal
from learning.proposals.models import ReviewState
from templatesapp.models import EmailTemplate
from tests.learning.proposal_factories import base_template, pending_patch, reviewer
from tests.learning.queue_pages import (
    BULK,
    LIST,
    QUEUE,
    SCRIPT,
    check_url,
    decide_url,
    page,
    tokens,
)

pytestmark = pytest.mark.django_db

IMPORT = reverse("admin:templatesapp_emailtemplate_import")
EXPORT = reverse("admin:templatesapp_emailtemplate_export")
CHECK = reverse("admin:templatesapp_emailtemplate_check")
SEES, DECIDES, WRITES = "sees", "decides", "writes"
# Role → what it may. Staff without a group and guests may nothing.
ROLES = {
    "anonymous": set(),
    "guest": set(),
    "none": set(),
    "viewer": {SEES},
    "agent": set(),
    "reviewer": {SEES, DECIDES},
    "manager": {SEES, DECIDES, WRITES},
    "superuser": {SEES, DECIDES, WRITES},
}


@pytest.fixture
def client_of(desk_client, agent_client):
    def make(role: str):
        if role == "anonymous":
            return Client()
        if role == "agent":
            return agent_client()
        if role != "viewer":
            return desk_client(role)
        client = desk_client("none")
        names = ("view_templateproposal", "view_emailtemplate")
        client.user.user_permissions.add(*Permission.objects.filter(codename__in=names))
        return client

    return make


def versions(template: EmailTemplate) -> str:
    return reverse("admin:templatesapp_emailtemplate_versions", args=[template.pk])


def restore(template: EmailTemplate) -> str:
    first = template.history.earliest().history_id
    return reverse("admin:templatesapp_emailtemplate_restore", args=[template.pk, first])


def upload() -> dict:
    rows = [{"template_id": "T91", "subject": "S", "body": "Come in.", "category": "faq"}]
    return {"file": SimpleUploadedFile("t.json", json.dumps(rows).encode()), "reason": "new"}


@pytest.mark.parametrize("role", ROLES)
def test_who_may_look(client_of, role):
    proposal, client = pending_patch(), client_of(role)
    template = proposal.source_template
    addresses = [LIST, QUEUE, page(proposal), versions(template), EXPORT]
    expected = {200, 302} if SEES in ROLES[role] else {302, 403}
    for address in addresses:
        answer = client.get(address)
        assert answer.status_code in expected, address
        is_login = answer.status_code == 302 and "/login/" in answer["Location"]
        assert is_login == (SEES not in ROLES[role] and answer.status_code == 302)
        if SEES not in ROLES[role]:
            assert template.subject not in answer.content.decode()
    script = client.get(page(proposal), headers=SCRIPT)
    assert (script.status_code == 200) == (SEES in ROLES[role])
    checked = client.post(CHECK, {"body": "Hello"})
    assert (checked.status_code == 200) == (SEES in ROLES[role])


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("decision", ["approve", "reject", "roll_back", "undo"])
def test_who_may_decide(client_of, role, decision):
    proposal = pending_patch()
    if decision in ("roll_back", "undo"):
        reject_proposal(proposal_id=proposal.pk, by=reviewer(), reason="tone", now=timezone.now())
    proposal.refresh_from_db()
    before = proposal.review_state
    client, form = client_of(role), {"decision": decision, "reason": "tone"}
    answers = [
        client.post(decide_url(proposal), form),
        client.post(decide_url(proposal), form, headers=SCRIPT),
        client.post(BULK, form | {"row": tokens([proposal])}),
        client.post(check_url(proposal), {"body": "x", "subject": "x"}),
    ]
    proposal.refresh_from_db()
    if DECIDES in ROLES[role]:
        assert all(answer.status_code in (200, 302, 409) for answer in answers)
        assert (proposal.review_state != before) == (decision != "roll_back")
        return
    assert all(answer.status_code in (302, 403) for answer in answers)
    assert all("/login/" in a["Location"] for a in answers if a.status_code == 302)
    assert (proposal.review_state, proposal.history.count()) == (before, 1 + (before != "pending"))
    assert EmailTemplate.objects.get().version == 1


@pytest.mark.parametrize("role", ROLES)
def test_a_list_action_is_for_those_who_decide(client_of, role):
    proposal, client = pending_patch(), client_of(role)
    data = {"action": "approve_selected", "_selected_action": [str(proposal.pk)]}
    answer = client.post(LIST, data)
    asked = answer.status_code == 200 and b"acts on exactly" in answer.content
    assert asked == (DECIDES in ROLES[role])
    proposal.refresh_from_db()
    assert proposal.review_state == ReviewState.PENDING


@pytest.mark.parametrize("role", ROLES)
def test_who_may_write_templates(client_of, role):
    from templatesapp.services import revise_template

    template = base_template()
    former = template.body
    revise_template(template=template, fields={"body": "Other."}, by=None, reason="")
    client = client_of(role)
    back = client.post(restore(template), {"reason": "better", "seen_version": "2"})
    shown = client.post(IMPORT, upload())
    asked = client.get(IMPORT)
    template.refresh_from_db()
    may = WRITES in ROLES[role]
    assert (template.body == former) == may
    assert (asked.status_code == 200) == may
    assert (shown.status_code == 200) == may
    assert back.status_code in ((302,) if may else (302, 403))
    assert not EmailTemplate.objects.filter(template_id="T91").exists()


@pytest.mark.parametrize("role", ["reviewer", "viewer"])
def test_who_may_not_decide_or_write_is_not_offered_it(client_of, role):
    proposal, client = pending_patch(), client_of(role)
    text = client.get(page(proposal)).content.decode()
    assert ('data-key="a"' in text) == (role == "reviewer")
    assert "Roll back to" not in client.get(versions(proposal.source_template)).content.decode()


@pytest.mark.parametrize("role", ["reviewer", "manager", "superuser"])
def test_nothing_is_added_edited_in_place_or_deleted(client_of, role):
    proposal, client = pending_patch(), client_of(role)
    change = reverse("admin:learning_templateproposal_change", args=[proposal.pk])
    assert client.post(change, {"proposed_subject": "x"}).status_code == 403
    assert client.get(reverse("admin:learning_templateproposal_add")).status_code == 403
    delete = reverse("admin:learning_templateproposal_delete", args=[proposal.pk])
    assert client.post(delete, {"post": "yes"}).status_code == 403


@pytest.mark.parametrize("method", ["get", "put", "delete", "patch"])
def test_decisions_are_posted(client_of, method):
    proposal, client = pending_patch(), client_of("superuser")
    for address in (decide_url(proposal), check_url(proposal), BULK, CHECK):
        assert getattr(client, method)(address).status_code == 405
    template = proposal.source_template
    assert getattr(client, method)(restore(template)).status_code == 405
