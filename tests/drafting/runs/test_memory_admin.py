"""Memory and playbook notes in the admin: lists, decisions, entries written by hand."""

from __future__ import annotations

import re

import pytest
from django.contrib.admin.models import LogEntry
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from drafting.runs.memory import propose_memory
from drafting.runs.models import MemoryEntry, PlaybookNote
from tests.drafting.runs.factories import make_message, make_run
from tests.drafting.runs.test_memory import NOW, proposal

pytestmark = pytest.mark.django_db


def page(name, *args):
    return reverse(f"admin:drafting_{name}", args=args)


def proposed(*contents, **fields):
    run = make_run()
    texts = [proposal(content=content, **fields) for content in contents]
    outcomes = propose_memory(run=run, proposals=texts, now=NOW)
    return [MemoryEntry.objects.get(pk=outcome.id) for outcome in outcomes]


def decide(client, entry, decision, **fields):
    address = page("memoryentry_decide", entry.pk)
    return client.post(address, {"decision": decision, **fields}, follow=True)


# --- decisions -------------------------------------------------------------------------------------


def test_the_page_shows_where_it_came_from_and_both_buttons(desk_client):
    (entry,) = proposed("Comes late.")
    shown = desk_client("manager").get(page("memoryentry_change", entry.pk)).content.decode()
    assert "Comes late." in shown
    assert str(entry.run.pk)[:8] in shown
    assert 'value="approve"' in shown and 'value="reject"' in shown
    assert "Approve for 30 days" in shown


def test_a_reviewer_sees_no_button(desk_client):
    (entry,) = proposed("Comes late.")
    client = desk_client("reviewer")
    assert (
        'value="approve"' not in client.get(page("memoryentry_change", entry.pk)).content.decode()
    )
    assert decide(client, entry, "approve").status_code == 403


def test_after_a_decision_the_next_one_is_up_then_the_list(desk_client):
    first, second = proposed("One", "Two")
    client = desk_client("manager")
    answer = decide(client, first, "approve", reason="they said so")
    assert answer.redirect_chain[-1][0] == page("memoryentry_change", second.pk)
    assert decide(client, second, "reject").redirect_chain[-1][0] == page("memoryentry_changelist")
    first.refresh_from_db()
    second.refresh_from_db()
    assert (first.status, second.status) == ("approved", "rejected")
    version = first.history.first()
    assert (version.history_user, version.history_change_reason) == (client.user, "they said so")


def test_a_second_decision_is_refused_and_said(desk_client):
    (entry,) = proposed("One")
    client = desk_client("manager")
    decide(client, entry, "approve")
    assert (
        "This entry&#x27;s state is: approved." in decide(client, entry, "reject").content.decode()
    )
    assert decide(client, entry, "withdraw").status_code == 200
    assert MemoryEntry.objects.get().status == "rejected"


@pytest.mark.parametrize("decision", ["", "delete", "APPROVE"])
def test_an_unknown_decision_does_nothing(desk_client, decision):
    (entry,) = proposed("One")
    assert decide(desk_client("manager"), entry, decision).status_code == 404
    assert MemoryEntry.objects.get().status == "pending"


def test_an_entry_that_is_gone_is_not_found(desk_client):
    (entry,) = proposed("One")
    key = entry.pk
    entry.delete()
    entry.pk = key
    assert decide(desk_client("manager"), entry, "approve").status_code == 404


# --- the list --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("?status__exact=pending", {"One", "Desk"}),
        ("?status__exact=rejected", {"Two"}),
        ("?scope__exact=workspace", {"Desk"}),
        ("?category=allergy", {"Desk"}),
        ("?q=two", {"Two"}),
    ],
)
def test_the_list_is_filtered(desk_client, query, found):
    _, two = proposed("One", "Two")
    proposed("Desk", scope="workspace", category="allergy")
    client = desk_client("manager")
    decide(client, two, "reject")
    answer = client.get(page("memoryentry_changelist") + query)
    assert {entry.content for entry in answer.context["cl"].result_list} == found


def test_the_list_says_what_has_run_out(desk_client):
    expired, replaced = proposed("One", "Two")
    MemoryEntry.objects.filter(pk=expired.pk).update(status="approved", expires_at=NOW)
    MemoryEntry.objects.filter(pk=replaced.pk).update(retired_at=NOW)
    shown = desk_client("reviewer").get(page("memoryentry_changelist")).content.decode()
    rows = "".join(re.findall(r"<tbody.*?</tbody>", shown, re.S))
    assert "One" in rows and "Two" in rows
    assert "expired" in rows and "replaced" in rows and "waits for a person" not in rows


def test_a_longer_list_costs_no_more_queries(desk_client):
    client, counts = desk_client("manager"), []
    client.get(page("memoryentry_changelist"))  # a first request writes its session down
    for number in range(2):
        for _ in range(1 + 9 * number):
            proposed("Comes late.")
        with CaptureQueriesContext(connection) as queries:
            client.get(page("memoryentry_changelist"))
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_what_waits_stands_in_the_menu(desk_client):
    one, _ = proposed("One", "Two")
    client = desk_client("manager")
    items = client.get(reverse("admin:index")).context["sidebar_navigation"]
    assert badge(items) == "2"
    MemoryEntry.objects.filter(pk=one.pk).update(retired_at=NOW)
    assert badge(client.get(reverse("admin:index")).context["sidebar_navigation"]) == "1"


def badge(groups):
    items = [item for group in groups for item in group["items"]]
    return next(item["badge"] for item in items if item["title"] == "What agents did")


# --- written by a person ---------------------------------------------------------------------------


def write(client, **fields):
    form = {
        "scope": "workspace",
        "contact": "",
        "category": "House rules",
        "content": "The roof is closed.",
        "ttl_days": "10",
        "change_reason": "seen",
    }
    return client.post(page("memoryentry_add"), form | fields, follow=True)


def test_a_manager_writes_an_entry_that_counts_at_once(desk_client):
    client = desk_client("manager")
    assert client.get(page("memoryentry_add")).status_code == 200
    write(client)
    entry = MemoryEntry.objects.get()
    assert (entry.status, entry.source, entry.decided_by) == ("approved", "manual", client.user)
    version = entry.history.get()
    assert (version.history_user, version.history_change_reason) == (client.user, "seen")


def test_what_was_typed_of_a_guest_is_in_no_log(desk_client):
    contact = make_message().contact
    contact.name = "Isla Thornbury"
    contact.save()
    answer = write(
        desk_client("manager"), scope="contact", contact=contact.pk, content="Isla comes late."
    )
    assert MemoryEntry.objects.get().content == "[NAME] comes late."
    assert "Isla" not in LogEntry.objects.get().object_repr
    assert "“house_rules: [NAME] comes late.”" in answer.content.decode()


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"scope": "contact"}, "Name a guest, or choose the whole desk."),
        ({"scope": "everybody"}, "Select a valid choice."),
        ({"ttl_days": "0"}, "greater than or equal to 1"),
        ({"ttl_days": "91"}, "less than or equal to 90"),
        ({"content": ""}, "This field is required."),
        ({"content": "x" * 501}, "at most 500 characters"),
        ({"category": "x" * 65}, "at most 64 characters"),
        ({"category": "!?"}, "Give a few words"),
    ],
)
def test_the_form_says_what_is_wrong(desk_client, fields, said):
    assert said in write(desk_client("manager"), **fields).content.decode()
    assert not MemoryEntry.objects.exists()


def test_the_same_again_is_said(desk_client):
    client = desk_client("manager")
    write(client)
    assert "The same is there already" in write(client).content.decode()
    assert MemoryEntry.objects.count() == 1


def test_a_reviewer_writes_nothing(desk_client):
    assert write(desk_client("reviewer")).status_code == 403
    assert not MemoryEntry.objects.exists()


# --- playbook notes --------------------------------------------------------------------------------


def test_a_managers_note_keeps_person_and_reason(desk_client):
    client = desk_client("manager")
    form = {"text": "Name the gate.", "scenario_category": "check-in", "is_active": "on"}
    client.post(page("playbooknote_add"), form)
    note = PlaybookNote.objects.get()
    changed = {"text": "Name both gates.", "change_reason": "a guest was lost"}
    client.post(page("playbooknote_change", note.pk), changed)
    note.refresh_from_db()
    assert (note.text, note.scenario_category, note.is_active) == ("Name both gates.", "", False)
    version = note.history.first()
    assert (version.history_user, version.history_change_reason) == (
        client.user,
        "a guest was lost",
    )
    assert "every scenario" in client.get(page("playbooknote_changelist")).content.decode()


def test_a_reviewer_reads_notes_and_writes_none(desk_client):
    client = desk_client("reviewer")
    assert client.get(page("playbooknote_changelist")).status_code == 200
    assert client.post(page("playbooknote_add"), {"text": "Mine"}).status_code == 403
