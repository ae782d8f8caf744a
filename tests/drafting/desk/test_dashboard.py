"""The front page and the frame: what waits, whether the desk gets better, who sees what."""

from __future__ import annotations

from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.contrib.auth.models import Permission
from django.db import connection
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from drafting.access.keys import create_key
from drafting.desk.dashboard import build_dashboard
from drafting.desk.navigation import pages, sidebar, tabs
from drafting.desk.waiting import count_waiting
from drafting.mail.models import Thread
from learning.calibration.services import calibrate
from learning.proposals.decisions import approve_proposal, reject_proposal
from learning.proposals.models import TemplateProposal
from templatesapp.models import DeskProfile, EmailTemplate, KnowledgeItem, PropertyFact
from tests.conftest import MODEL_BACKEND
from tests.drafting.desk.admin_rows import make_draft, make_rows
from tests.factories import EmailTemplateFactory, KnowledgeItemFactory, UserFactory
from tests.learning.factories import NOW, filler, open_gate, vote, votes
from tests.learning.proposal_factories import pending_patch, stored_question

pytestmark = pytest.mark.django_db

FRONT = "/admin/"
MOST_QUERIES = 17


def shown(person, now=NOW):
    request = RequestFactory().get(FRONT)
    request.user, request.session = person, {}
    return SimpleNamespace(**build_dashboard(request, now=now))


def charts(person):
    return {chart.key: chart for chart in shown(person).charts}


@pytest.fixture
def manager():
    return UserFactory.create(role="manager")


@pytest.fixture
def template():
    return EmailTemplateFactory.create(template_id="T05", category="payment")


def values(chart):
    return {line.name: list(line.values) for line in chart.series}


def test_the_numbers_of_a_small_desk(manager, template):
    last_week = NOW - timedelta(days=7)
    votes(2, template=template)
    vote(template=template, distance=20.0, reason="style")
    vote(template=template, distance=50.0, reason="missing-info")
    vote(template=template, scenario="wifi", distance=80.0, reason="wrong-template", at=last_week)
    vote(template=template, distance=90.0, reason="language-adapt")
    drawn = charts(manager)
    assert list(drawn["distance"].labels) == ["8 Jun", "15 Jun"]
    assert values(drawn["distance"]) == {
        "All but language": [80.0, 17.5],  # (0 + 0 + 20 + 50) / 4
        "Language adapted": [None, 90.0],
    }
    assert values(drawn["outcomes"]) == {
        "Accepted": [0, 2],
        "Light edit": [0, 1],
        "Heavy rewrite": [0, 2],  # a translation shares no word, and is no wrong template
        "Wrong letter": [1, 0],
    }
    assert values(drawn["unchanged"]) == {"Unchanged": [0.0, 40.0]}
    assert list(drawn["fit"].labels) == ["wifi (1)", "payment (5)"]
    assert values(drawn["fit"]) == {"Wrong letter": [100.0, 0.0]}
    bars = dict(zip(drawn["histogram"].labels, drawn["histogram"].series[0].values, strict=True))
    assert {label: count for label, count in bars.items() if count} == {
        "0–5": 2,
        "20–25": 1,
        "50–55": 1,
        "80–85": 1,
        "90–95": 1,
    }
    marks = [(drawn["histogram"].labels[at], label) for at, label in drawn["histogram"].marks]
    assert marks == [
        ("12–15", "12 % light edit"),
        ("35–40", "35 % heavy rewrite"),
        ("70–75", "70 % wrong letter"),
    ]


def test_a_week_without_votes_is_a_gap_and_not_left_out(manager, template):
    vote(template=template, distance=10.0, at=NOW - timedelta(days=14))
    vote(template=template, distance=30.0)
    chart = charts(manager)["distance"]
    assert list(chart.labels) == ["1 Jun", "8 Jun", "15 Jun"]
    assert chart.series[0].values == [10.0, None, 30.0]
    assert chart.table.rows[1][2] == "–"


def test_priors_are_drawn_by_sign_and_the_lift_of_changes_told(manager, template, settings):
    settings.CALIBRATION_SHRINKAGE = 0.0
    EmailTemplateFactory.create(template_id=template.template_id, language="de")
    open_gate()
    votes(20, template=template)
    votes(3, template=template, scenario="wifi", distance=80.0, reason="wrong-template")
    assert calibrate(by=manager, now=NOW).status == "calibrated"
    proposal = pending_patch()
    approve_proposal(proposal_id=proposal.pk, by=manager, now=NOW)
    dashboard = shown(manager)
    (chart,) = (chart for chart in dashboard.charts if chart.key == "priors")
    (line,) = chart.series
    assert list(chart.labels) == ["T05 payment", "T05 wifi"], "not once for each language"
    assert list(line.values) == [10.0, -5.0]  # as far as one agent alone moves a letter
    assert list(line.colour) == ["raised", "lowered"]
    assert chart.says == "1 raised, 1 lowered; at most 30 points each way."
    assert [change.proposal.pk for change in dashboard.lifts] == [proposal.pk]


def test_what_waits_is_counted_with_age_and_share_approved(manager):
    old = NOW - timedelta(days=3, hours=2)
    pending_patch(created_at=old)
    approve_proposal(proposal_id=pending_patch().pk, by=manager, now=NOW)
    reject_proposal(proposal_id=pending_patch().pk, by=manager, reason="tone", now=NOW)
    stored_question()
    cards = {card["title"]: card for card in shown(manager).cards}
    assert cards["Proposals"]["count"] == 1
    assert cards["Proposals"]["detail"] == (
        "Changes to letters to decide; the oldest waits 3 days; 1 of 2 decided were approved"
    )
    assert cards["Questions"]["count"] == 1
    assert (cards["Replies"]["count"], cards["Uncertain mail"]["count"]) == (0, 0)


def test_replies_and_uncertain_mail_are_counted(manager):
    mail = make_rows()["drafting.outgoingmail"]
    assert count_waiting(person_id=manager.pk)["replies"] == 1
    mail.state = "uncertain"
    mail.save()
    counts = count_waiting(person_id=manager.pk)
    assert [counts[name] for name in ("replies", "uncertain", "follow_ups")] == [0, 1, 1]


def notices(person):
    return {notice["title"]: notice for notice in shown(person).notices}


def test_the_gate_is_told_in_words(manager, template):
    votes(7, template=template)
    notice = notices(manager)["Learning waits."]
    assert notice["text"].startswith("Waiting for the threshold review: 7 of 10 finished drafts.")
    votes(3, template=template)
    assert "Threshold review." in notices(manager)
    open_gate(person=manager)
    told = notices(manager)
    assert (
        told["Learning is on."]["text"] == f"10 finished drafts; boundaries confirmed by {manager}."
    )
    assert "Run calibrate?" not in told


def test_calibration_and_backlog_are_asked_for(manager):
    open_gate()
    filler(20)
    for _ in range(11):
        pending_patch()
    told = notices(manager)
    assert told["Run calibrate?"]["url"] == reverse("admin:learning_calibrate")
    assert told["Backlog."]["text"].startswith("11 proposals pending — consider a dedicated review")
    reviewer = notices(UserFactory.create(role="reviewer"))
    assert reviewer["Run calibrate?"]["url"] == ""
    assert reviewer["Run calibrate?"]["text"].endswith("A manager can calibrate.")


def test_an_empty_desk_says_what_to_do_next(desk_client):
    EmailTemplate.objects.all().delete()
    client = desk_client("manager")
    page = client.get(FRONT).content.decode()
    for words in ("The first hour", "Who we are", "From a file", "Add a person", "Mailbox"):
        assert (words in page) is (words != "Add a person")  # superusers alone add people
    assert "manage.py" not in page
    assert reverse("admin:drafting_agentkey_add") in page
    assert "Does the desk get better?" not in page  # nothing to be drawn
    reviewer = desk_client("reviewer").get(FRONT).content.decode()
    assert reverse("admin:drafting_agentkey_add") not in reviewer


def test_an_unnamed_desk_is_asked_for_its_profile_first(desk_client):
    make_rows()
    DeskProfile(business_name="", owners="", signature="").save()
    page = desk_client("manager").get(FRONT).content.decode()
    assert "Say who you are" in page
    assert reverse("admin:templatesapp_deskprofile_changelist") in page
    step = shown(UserFactory.create(role="reviewer")).steps[0]
    assert (step["title"], step["links"]) == ("Say who you are", [])


BEGIN = "admin:drafting_begin_with_starter"


def test_the_starter_house_is_one_button_and_keeps_what_is_there(desk_client):
    EmailTemplate.objects.all().delete()
    DeskProfile(business_name="Rifugio Alto", owners="Ida", signature="Ida").save()
    PropertyFact.objects.create(name="CHECK_IN_FROM", kind="time", value="16:00")
    client = desk_client("manager")
    assert reverse(BEGIN) in client.get(FRONT).content.decode()
    answer = client.post(reverse(BEGIN), follow=True)
    assert "Now give the facts their values." in answer.content.decode()
    letters = EmailTemplate.objects.count()
    assert letters
    assert EmailTemplate.history.first().history_user == client.user
    assert PropertyFact.objects.get(name="CHECK_IN_FROM").value == "16:00"
    assert PropertyFact.objects.filter(value="").exists()
    assert DeskProfile.current().business_name == "Rifugio Alto"
    assert reverse(BEGIN) not in client.get(FRONT).content.decode()
    refused = client.post(reverse(BEGIN), follow=True).content.decode()
    assert "This desk holds the texts of another house." in refused
    assert EmailTemplate.objects.count() == letters


def test_a_step_that_is_done_is_ticked(manager):
    EmailTemplate.objects.all().delete()
    DeskProfile(business_name="", owners="", signature="").save()
    done = {step["title"]: step["is_done"] for step in shown(manager).steps}
    assert done["Say who you are"] is done["Give the agent a key"] is False
    DeskProfile.objects.update(business_name="Rifugio Alto", owners="Ida", signature="Ida")
    PropertyFact.objects.create(name="CHECK_IN_FROM", kind="time", value="16:00")
    create_key(name="robot", scopes=["draft"])
    UserFactory.create(role="reviewer")
    done = {step["title"]: step["is_done"] for step in shown(manager).steps}
    assert [title for title, is_done in done.items() if not is_done] == [
        "Write your letters",
        "Write your answers",
        "See a first draft",
        "Connect the mailbox",
        "Answer the first mail",
    ]


def test_letters_are_the_houses_own_and_answers_are_asked_for(manager):
    make_rows()
    DeskProfile(business_name="", owners="", signature="").save()
    KnowledgeItem.objects.all().delete()
    EmailTemplate.objects.update(category="cancellation")  # as the starter house brings them

    def left():
        return {step["title"] for step in shown(manager).steps if not step["is_done"]}

    assert {"Write your letters", "Write your answers"} <= left()
    EmailTemplate.objects.update(category="faq")
    KnowledgeItemFactory.create()
    assert not {"Write your letters", "Write your answers"} & left()


def test_a_desk_at_work_is_not_told_to_begin(manager):
    make_rows()
    DeskProfile().save()
    assert shown(manager).steps == []


def test_sample_events_count_on_a_sample_desk_only_and_a_banner_says_so(desk_client, template):
    client = desk_client("manager")
    vote(template=template, at=timezone.now(), selected={"source": "sample"})
    assert "Sample desk" not in client.get(FRONT).content.decode()
    assert not shown(client.user, timezone.now()).charts[0].has_values
    profile = DeskProfile.current()
    profile.is_sample_desk = True
    profile.save()
    assert shown(client.user, timezone.now()).charts[0].has_values
    for path in (FRONT, reverse("admin:templatesapp_propertyfact_changelist")):
        assert "Sample desk" in client.get(path).content.decode()


# --- queries, rights, strangers' texts ---


def front_queries(client):
    client.get(FRONT)
    with CaptureQueriesContext(connection) as captured:
        assert client.get(FRONT).status_code == 200
    return len(captured)


@pytest.mark.parametrize("role", ["reviewer", "manager", "superuser"])
def test_ten_thousand_proposals_cost_as_many_queries_as_ten(role, desk_client):
    client = desk_client(role)
    open_gate()
    filler(20)
    manager = UserFactory.create(role="manager")
    assert calibrate(by=manager, now=timezone.now()).status == "calibrated"
    first = pending_patch()
    approve_proposal(proposal_id=pending_patch().pk, by=manager, now=timezone.now())
    copies(first, 10)
    few = front_queries(client)
    copies(first, 10_000)
    assert few == front_queries(client) <= MOST_QUERIES


def copies(proposal: TemplateProposal, count: int) -> None:
    names = [field.name for field in TemplateProposal._meta.fields if field.name != "id"]
    made = TemplateProposal.objects.count()
    TemplateProposal.objects.bulk_create(
        TemplateProposal(
            **{name: getattr(proposal, name) for name in names}
            | {"proposed_text_hash": f"{made + number:064d}"}
        )
        for number in range(count)
    )


def test_without_a_role_nothing_is_counted_or_drawn(desk_client):
    make_rows()
    client = desk_client("none")
    response = client.get(FRONT)
    dashboard = response.context["dashboard"]
    assert [dashboard[part] for part in ("cards", "notices", "charts")] == [[], [], []]
    assert "Your login has no role yet" in response.content.decode()


def menu(person, path=FRONT):
    request = RequestFactory().get(path)
    request.user = person
    return {group["title"]: group["items"] for group in sidebar(request)}


def titles(person):
    return {item["title"] for items in menu(person).values() for item in items}


def named_pages(person):
    request = RequestFactory().get(FRONT)
    request.user = person
    return {title for title, _ in pages(request)}


def test_the_menu_shows_what_a_person_may_see():
    reviewer, manager = UserFactory.create(role="reviewer"), UserFactory.create(role="manager")
    superuser, nobody = UserFactory.create(role="superuser"), UserFactory.create(role="none")
    assert named_pages(nobody) == {"Dashboard", "Second factor", "Sessions"}
    assert {"Proposals", "Questions", "Facts", "Learned preferences"} <= named_pages(reviewer)
    assert named_pages(manager) - named_pages(reviewer) == {"Agents' keys"}
    assert named_pages(superuser) - named_pages(manager) == {"People", "Groups"}
    assert len(titles(superuser)) == len(titles(reviewer)) == 10


def test_who_may_change_without_the_right_to_view_sees_the_entry():
    person = UserFactory.create(role="none")
    person.user_permissions.add(Permission.objects.get(codename="change_propertyfact"))
    assert titles(person) == {"Dashboard", "Facts", "Settings"}


def test_the_pages_of_a_room_are_tabs_above_each_of_them(desk_client):
    client = desk_client("reviewer")
    for name in ("learning_templateprior_changelist", "learning_threshold_report"):
        page = client.get(reverse(f"admin:{name}")).content.decode()
        strip = page.partition('id="tabs-items"')[2].partition("</nav>")[0]
        assert "Calibrations" in strip
        assert "Threshold report" in strip
        assert reverse("admin:learning_calibrationrun_changelist") in strip
    assert 'id="tabs-items"' not in client.get(FRONT).content.decode()


def test_one_tab_is_marked_also_where_its_page_lies_under_anothers(manager):
    request = RequestFactory().get(reverse("admin:drafting_mailsettings_mailbox"))
    request.user = manager
    (strip,) = tabs(request)
    assert [item["title"] for item in strip["items"] if item["active"]] == ["Mailbox"]


def test_the_menu_carries_badges_and_marks_one_entry(manager):
    pending_patch()
    path = reverse("admin:learning_templateproposal_queue")
    items = [item for group in menu(manager, path).values() for item in group]
    assert [item["title"] for item in items if item["active"]] == ["Proposals"]
    assert {item["title"]: item["badge"] for item in items if "badge" in item} == {"Proposals": "1"}


def test_a_page_that_is_no_entry_marks_none(manager):
    items = [item for group in menu(manager, "/admin/auth/").values() for item in group]
    assert not any(item["active"] for item in items)


@pytest.mark.parametrize(
    ("path", "status", "words"),
    [
        ("/admin/drafting/agentkey/", 403, ["Not for this login", "ruth", "Back to the desk"]),
        ("/nothing/here", 404, ["There is no such page", "Back to the desk"]),
    ],
)
def test_a_page_that_says_no_says_why_and_leads_back(client, path, status, words):
    client.force_login(UserFactory.create(role="reviewer", username="ruth"), backend=MODEL_BACKEND)
    answer = client.get(path)
    assert answer.status_code == status
    assert all(word in answer.content.decode() for word in words)


def test_a_row_that_nobody_decided_has_no_history_and_says_so(desk_client):
    make_rows()
    page = reverse("admin:drafting_thread_history", args=[Thread.objects.first().pk])
    text = desk_client("reviewer").get(page).content.decode()
    assert "Nothing was changed on this page yet" in text and "admin site" not in text


def test_a_list_is_called_by_what_it_holds(desk_client):
    text = desk_client("reviewer").get("/admin/drafting/thread/").content.decode()
    title = text.partition("<title>")[2].partition("</title>")[0]
    assert title.split() == ["Conversations", "|", "Draftdesk"]


def test_a_form_from_before_the_last_login_says_what_to_do():
    client = Client(enforce_csrf_checks=True)
    answer = client.post("/admin/login/", {"username": "ruth"})
    assert answer.status_code == 403
    assert "load the page anew" in answer.content.decode()


HOSTILE = "<script>alert(1)</script> {{ 7|add:7 }} \u202egnp.exe"


def test_hostile_names_are_shown_and_never_run(desk_client, template):
    client = desk_client("manager")
    client.user.username = "<img src=x onerror=alert(1)></script>"
    client.user.save()
    proposal = pending_patch()
    approve_proposal(proposal_id=proposal.pk, by=client.user, now=timezone.now())
    vote(template=template, at=timezone.now())
    page = client.get(FRONT).content.decode()
    assert "<img src=x" not in page
    assert "&lt;img src=x" in page


def test_a_draft_shows_a_strangers_text_and_never_runs_it(desk_client):
    rows = make_rows()
    message = rows["drafting.message"]
    message.subject = message.new_text = message.from_name = HOSTILE
    message.save()
    draft = make_draft(message=message, subject=HOSTILE, body_plain=f"Dear you,\n\n{HOSTILE}")
    client = desk_client("reviewer")
    one = client.get(reverse("admin:drafting_draft_change", args=[draft.pk])).content.decode()
    listed = client.get(reverse("admin:drafting_draft_changelist")).content.decode()
    for page in (one, listed):
        assert "<script>alert" not in page
        assert "&lt;script&gt;alert(1)&lt;/script&gt; {{ 7|add:7 }}" in page
    assert "U+202E" in one  # what would turn the text around is named instead


def test_the_table_behind_a_chart_holds_its_numbers(desk_client, template):
    vote(template=template, distance=33.3, reason="style", at=timezone.now())
    page = desk_client("reviewer").get(FRONT).content.decode()
    assert page.count("<canvas") == 5  # no priors yet
    assert "33.3 %" in page
    today = timezone.localdate()
    monday = today - timedelta(days=today.weekday())
    assert f'<th scope="row">{monday.day} {monday:%b}</th>' in page
