"""The page *Try a mail*: what the desk would write, as over HTTP; and nothing of it is kept."""

from __future__ import annotations

from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse
from django.utils.html import escape
from django.utils.http import urlencode
from rest_framework.test import APIClient

from drafting.drafts.evidence import PLAIN
from drafting.mail.models import MAX_READ_CHARACTERS
from templatesapp.models import DeskProfile, EmailTemplate, KnowledgeItem, PolicyRule, PropertyFact
from tests.drafting.drafts.plans import URLS, load_sample_desk
from tests.drafting.mail.mails import record

pytestmark = pytest.mark.django_db

TRY = reverse("admin:drafting_try_mail")
ASKED = "What time does breakfast start? Is there a helicopter pad near the house?"
PAD = "Is there a helicopter pad near the house?"


@pytest.fixture
def desk(desk_client) -> Client:
    load_sample_desk()
    client: Client = desk_client("manager")
    return client


def tried(client: Client, body: str = ASKED, **given: str) -> Any:
    return client.post(TRY, {"body": body} | given)


def text_of(answer: Any) -> str:
    return str(answer.context["page"]["draft"].body_plain)


def counts() -> dict[str, int]:
    return {model._meta.label: model._base_manager.count() for model in apps.get_models()}


@pytest.mark.parametrize(
    "body",
    [
        ASKED,
        "Hallo, ab wann gibt es Frühstück, und wo können wir parken? Grüße, Jens Ahrendt",
        "I want to cancel my booking BRK-4471. Do I get my money back? Maria Silva",
    ],
)
def test_the_draft_is_what_generate_answers(desk, agent_client, body):
    shown = tried(desk, body, subject="Our stay")
    plan = _call(agent_client, "interpret", {"subject": "Our stay", "body": body})
    made = _call(agent_client, "generate", {"subject": "Our stay", "action_plan": plan})
    assert text_of(shown) == made["draft"]["body_plain"]
    draft = shown.context["page"]["draft"]
    assert draft.delivery_status == made["delivery_status"]
    assert draft.outcomes == made["outcomes"]
    assert made["draft"]["body_plain"].splitlines()[-1] in shown.content.decode()


def test_the_draft_is_that_of_recorded_mail_with_the_senders_name(desk, agent_client):
    shown = tried(desk, "How do we get in?", subject="Arriving late", from_name="Isla Thornbury")
    message = record("How do we get in?").message
    made = _call(agent_client, "generate", {"message": message.pk})
    assert "Isla" in text_of(shown)
    assert text_of(shown) == made["draft"]["body_plain"]


def _call(agent_client: Any, name: str, body: dict[str, Any]) -> Any:
    client: APIClient = agent_client(["draft", "messages"])
    answer = client.post(URLS[name], body, format="json")
    assert answer.status_code in (200, 201), answer.content
    return answer.json()


def test_nothing_is_kept_and_nothing_is_cached(desk, caplog):
    desk.get(TRY)
    before = counts()
    answer = tried(desk, f"{ASKED} Pterodactyl", subject="Quetzalcoatlus")
    assert "helicopter" in answer.content.decode()
    assert counts() == before
    assert "no-store" in answer.headers["Cache-Control"]
    kept = f"{caplog.text} {dict(desk.session)}"
    assert "Pterodactyl" not in kept and "Quetzalcoatlus" not in kept


def test_the_page_says_what_was_read_and_holds_the_mail_for_the_next_try(desk):
    page = tried(desk, ASKED, subject="Two questions").content.decode()
    for words in ("English", "What the mail wants", "Before it leaves", "Try it again"):
        assert words in page
    assert f"{escape(ASKED)}</textarea>" in page and 'value="Two questions"' in page


def test_what_is_missing_leads_to_the_form_with_the_question_in_it(desk):
    (missing,) = tried(desk).context["page"]["missing"]
    assert missing.question == PAD
    wanted = {"question": PAD, "language": "en", "category": missing.scenario_category}
    form = f"{reverse('admin:templatesapp_knowledgeitem_add')}?{urlencode(wanted)}"
    assert escape(form) in tried(desk).content.decode()
    given = desk.get(form).context["adminform"].form.initial
    assert given | wanted == given


def test_what_comes_nearest_is_pointed_at_where_the_draft_leaves_a_question_open(desk):
    for body, is_open in ((ASKED, True), ("What time does breakfast start?", False)):
        shown = tried(desk, body)
        assert bool(shown.context["page"]["missing"]) is is_open
        assert ("comes nearest of your answers" in shown.content.decode()) is is_open


def test_who_may_not_write_answers_is_led_to_no_form(desk, desk_client):
    reader = desk_client("none")
    reader.user.user_permissions.add(Permission.objects.get(codename="view_draft"))
    page = tried(reader).content.decode()
    assert (
        PAD in page
        and "Write the answer" not in page
        and "Write the answer" in tried(desk).content.decode()
    )


def test_the_answer_that_was_written_stands_in_the_next_try(desk):
    said = "There is a helicopter pad in the harbour, ten minutes from the house."
    form = {"question": PAD, "answer": said, "category": "transportation", "language": "en"}
    add = reverse("admin:templatesapp_knowledgeitem_add")
    assert desk.post(add, form | {"may_be_injected": "on", "active": "on"}).status_code == 302
    assert KnowledgeItem.objects.get(question=PAD).key == (
        "is-there-a-helicopter-pad-near-the-house"
    )
    again = tried(desk)
    assert said in text_of(again) and not again.context["page"]["missing"]


def test_an_alarm_is_told_and_a_quiet_mail_raises_none(desk):
    help_us = "We are locked out, it is 2 am and my daughter is very ill. Please help us now!"
    loud, quiet = tried(desk, help_us), tried(desk)
    assert loud.context["page"]["is_alarming"] and "Alarm." in loud.content.decode()
    assert not quiet.context["page"]["is_alarming"] and "Alarm." not in quiet.content.decode()


def test_why_a_person_reads_it_is_said_of_all_but_plain_letters(desk):
    plain = tried(desk, "What time does breakfast start?").context["page"]
    assert {name: getattr(plain["draft"], name) for name in PLAIN} == PLAIN
    assert (plain["why"], plain["care"]) == ([], "")
    wanted = "a promised answer is open"
    assert wanted in tried(desk).context["page"]["why"]


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"body": " \n "}, "body"),
        ({"body": "a" * (MAX_READ_CHARACTERS + 1)}, "body"),
        ({"subject": "a" * 999}, "subject"),
        ({"from_name": "a" * 201}, "from_name"),
    ],
)
def test_what_cannot_be_read_is_said_beside_its_field(desk, given, field):
    answer = desk.post(TRY, {"body": ASKED} | given)
    assert answer.status_code == 200 and list(answer.context["form"].errors) == [field]
    assert answer.context["page"] is None
    assert f'id="id_{field}_error" role="alert"' in answer.content.decode()


def test_a_nul_is_refused_as_in_every_form(desk):
    assert tried(desk, "What time\x00 is breakfast?").status_code == 400


def test_a_house_without_a_name_is_led_to_its_form(desk):
    DeskProfile(pk=1, business_name="", owners="", signature="").save()
    page = tried(desk).content.decode()
    assert "No draft without a name below it" in page
    assert reverse("admin:templatesapp_deskprofile_changelist") in page


def test_the_first_hour_ticks_a_draft_that_was_seen_without_a_mailbox(desk):
    EmailTemplate.objects.all().delete()

    def ticked() -> dict[str, bool]:
        steps = desk.get("/admin/").context["dashboard"]["steps"]
        return {step["title"]: step["is_done"] for step in steps}

    before = ticked()
    tried(desk)
    changed = {title for title, is_done in ticked().items() if is_done != before[title]}
    assert changed == {"See a first draft"}


def test_a_fact_without_a_value_leads_to_its_form(desk):
    breakfast = "What time does breakfast start?"
    filled = tried(desk, breakfast).context["page"]
    name = next(name for name in filled["draft"].slots["filled"] if name.startswith("FACT_"))
    fact = PropertyFact.objects.get(name=name.removeprefix("FACT_"))
    fact.value = ""
    fact.save()
    shown = tried(desk, breakfast)
    (lacking,) = shown.context["page"]["unresolved"]
    assert lacking["url"] == reverse("admin:templatesapp_propertyfact_change", args=[fact.pk])
    page = shown.content.decode()
    assert f'href="{lacking["url"]}"' in page and "It cannot leave like this" in page


def test_a_mail_that_no_letter_of_its_language_answers_says_so(desk):
    asked = "Bonjour, à quelle heure est le petit-déjeuner ? Merci, Luc Moreau"
    assert "The mail is in French" not in tried(desk, asked).content.decode()
    KnowledgeItem.objects.filter(language="fr", category="breakfast").delete()
    for letter in EmailTemplate.objects.filter(language="fr", acknowledges=""):
        letter.active = False
        letter.save()
    page = tried(desk, asked).content.decode()
    assert "Asked in French" in page and "The mail is in French" in page


def test_a_policy_that_asks_for_a_person_keeps_a_plain_letter_from_a_glance(desk):
    breakfast, glance = "What time does breakfast start?", "It may be released at a glance"
    assert glance in tried(desk, breakfast).content.decode()
    PolicyRule(key="look", review_tier="mandatory-review").save()
    page = tried(desk, breakfast).content.decode()
    assert glance not in page and "one that a person has to see to" in page
