"""A fact that changes while a reply waits: release says so, one key puts today's value in."""

from __future__ import annotations

import pytest

from config.errors import DomainError
from drafting.mail.choices import MailState
from drafting.mail.work_models import OutgoingMail
from drafting.outbox import releases
from drafting.outbox.care import stale_facts
from templatesapp.models import KnowledgeItem, PropertyFact
from tests.drafting.mail.mails import record

pytestmark = pytest.mark.django_db
QUEUE = "/admin/drafting/outgoingmail/queue/"


@pytest.fixture
def waiting(worker):
    record("What time is breakfast, and what does it cost?")
    worker.answer_next()
    mail = OutgoingMail.objects.get()
    assert "8 am" in mail.body_text and "€8.50" in mail.body_text
    return mail


def change(name, value):
    fact = PropertyFact.objects.get(name=name)
    fact.value = value
    fact.save()


def test_release_says_which_fact_has_changed(waiting, reviewer):
    change("BREAKFAST_FROM", "09:00")
    for release in (
        lambda: releases.release_reply(mail_id=waiting.pk, by=reviewer),
        lambda: releases.release_reply(
            mail_id=waiting.pk, body_text=waiting.body_text, by=reviewer
        ),
    ):
        with pytest.raises(DomainError) as error:
            release()
        assert error.value.code == "fact_changed"
        (told,) = error.value.fields["body_text"]
        assert told == "it says 8 am, our fact is 9 am (breakfast from)"
    waiting.refresh_from_db()
    assert waiting.state == MailState.AWAITING_RELEASE


def test_what_has_changed_is_told_as_the_replys_language_writes_it(waiting):
    waiting.language = "de"
    assert stale_facts(waiting) == []
    change("BREAKFAST_PRICE", "9.00")
    told = "it says 8,50 €, our fact is 9 € (breakfast price)"
    assert stale_facts(waiting) == [told]


def test_a_fact_that_the_reply_does_not_state_holds_nothing_up(waiting, reviewer):
    change("KAYAK_PRICE", "25.00")
    assert releases.release_reply(mail_id=waiting.pk, by=reviewer).state == MailState.QUEUED


def test_todays_facts_stand_where_the_former_did_and_the_reply_may_leave(waiting, reviewer):
    former = waiting.body_text
    change("BREAKFAST_FROM", "09:00")
    change("BREAKFAST_PRICE", "9.50")
    mail = releases.put_in_todays_facts(mail_id=waiting.pk, by=reviewer)
    assert mail.state == MailState.AWAITING_RELEASE
    assert mail.body_text == former.replace("8 am", "9 am").replace("€8.50", "€9.50")
    last = mail.draft.attestations.latest("attempt")
    assert (last.person, last.body_plain) == (reviewer, mail.body_text)
    assert last.matched_facts["BREAKFAST_FROM"] == "09:00"
    assert releases.release_reply(mail_id=mail.pk, by=reviewer).state == MailState.QUEUED


def test_a_person_may_take_a_fact_that_is_gone_out_of_the_text(waiting, reviewer):
    PropertyFact.objects.filter(name="BREAKFAST_PRICE").first().delete()
    with pytest.raises(DomainError) as error:
        releases.put_in_todays_facts(mail_id=waiting.pk, by=reviewer)
    assert error.value.code == "fact_changed"
    assert "no fact of ours any more" in error.value.detail


@pytest.fixture
def answered(worker):
    """A reply with an answer of ours in it, beside what its letter says."""
    record("Is there a hair dryer? And do you have a safe for valuables?")
    worker.answer_next()
    mail = OutgoingMail.objects.get()
    (source,) = (one for one in mail.draft.sources_used if one["injected"])
    assert source["text"] in mail.body_text
    return mail, source["text"]


def test_an_answer_that_has_changed_wants_a_second_look(answered, reviewer, desk_client):
    mail, said = answered
    page = desk_client("reviewer").get(f"{QUEUE}{mail.pk}/").content.decode()
    assert "An answer that it used has changed" not in page
    item = next(i for i in KnowledgeItem.objects.filter(language="en") if i.answer == said)
    item.answer = "The house rules have changed; please ask at reception."
    item.save()
    with pytest.raises(DomainError) as error:
        releases.release_reply(mail_id=mail.pk, by=reviewer)
    assert (error.value.code, error.value.fields["body_text"]) == ("fact_changed", [said])
    page = desk_client("reviewer").get(f"{QUEUE}{mail.pk}/").content.decode()
    assert "An answer that it used has changed" in page
    mail = releases.release_reply(mail_id=mail.pk, body_text=mail.body_text, by=reviewer)
    assert mail.state == MailState.QUEUED


def test_an_answer_whose_fact_has_changed_is_told_as_the_fact(worker, reviewer):
    record("Where can I park my car, what does it cost, and can I leave my luggage overnight?")
    worker.answer_next()
    mail = OutgoingMail.objects.get()
    change("PARKING_PRICE", "35.00")
    change("LUGGAGE_NIGHT_PRICE", "7.00")
    with pytest.raises(DomainError):
        releases.release_reply(mail_id=mail.pk, by=reviewer)
    releases.put_in_todays_facts(mail_id=mail.pk, by=reviewer)
    assert releases.release_reply(mail_id=mail.pk, by=reviewer).state == MailState.QUEUED


def test_saving_a_fact_leads_to_what_it_overtakes(waiting, desk_client):
    fact = PropertyFact.objects.get(name="BREAKFAST_PRICE")
    address = f"/admin/templatesapp/propertyfact/{fact.pk}/change/"
    given = {"name": fact.name, "kind": fact.kind, "unit": fact.unit, "value": "9.50"}
    page = desk_client("manager").post(address, given, follow=True).content.decode()
    assert "Said from now on in" in page
    assert f'href="{QUEUE.replace("queue", "overtaken")}">What it overtakes</a>' in page


def test_the_screen_tells_it_and_puts_todays_facts_in(waiting, desk_client):
    person = desk_client("reviewer")
    address = f"{QUEUE}{waiting.pk}/"
    assert "today&#x27;s facts" not in person.get(address).content.decode()
    change("BREAKFAST_FROM", "09:00")
    page = person.get(address).content.decode()
    assert "It says 8 am, our fact is 9 am (breakfast from)." in page
    assert 'data-key="f"' in page

    refused = person.post(f"{address}decide/", {"decision": "release"})
    assert refused.status_code == 409
    answer = person.post(
        f"{address}decide/", {"decision": "refresh"}, HTTP_ACCEPT="application/json"
    )
    assert answer.status_code == 200, answer.content
    assert "9 am" in answer.json()["html"]
    assert "has changed since" not in answer.json()["html"]
    assert 'data-key="f"' not in answer.json()["html"]


def test_who_only_looks_changes_nothing(waiting, desk_client):
    change("BREAKFAST_FROM", "09:00")
    person = desk_client("viewer")
    answer = person.post(f"{QUEUE}{waiting.pk}/decide/", {"decision": "refresh"})
    assert answer.status_code in (403, 404)
    waiting.refresh_from_db()
    assert "8 am" in waiting.body_text
