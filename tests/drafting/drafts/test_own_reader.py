"""What a desk's own mail teaches the reader: labels, the candidate, a person's decision, erasure."""

from __future__ import annotations

import uuid
from importlib import import_module
from itertools import product

import pytest
from django.apps import apps
from django.core.management import call_command
from django.utils import timezone

from config.errors import DomainError
from drafting.desk.erasure import forget_contact
from drafting.drafts.kept import current_desk
from drafting.drafts.models import Draft
from drafting.drafts.reader.candidate import (
    FEWEST_MAILS,
    Labelled,
    decided_mails,
    make_candidate,
    person_weights,
)
from drafting.drafts.reader.decisions import go_back, go_live
from drafting.drafts.reader.models import ReaderState, ReaderVersion, live_heads
from drafting.drafts.services.interpret import interpret_mail
from drafting.mail.choices import MailState
from drafting.mail.work_models import OutgoingMail
from drafting.outbox.releases import release_reply, take_other_letter
from drafting.outbox.staff_actions import send_back_to_agent
from drafting.pipeline.plan import IncomingMail
from templatesapp.models import EmailTemplate
from tests.drafting.mail.mails import record
from tests.factories import UserFactory

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

OPENINGS = ("Hi there,", "Good morning!", "Hello Hostel Brikette,", "Dear all,", "Ciao,", "Hey,")
ASKS = (
    "is there still a place on the yoga terrace on Sunday at seven?",
    "how do I get a mat for the sunrise yoga, do I book it with you?",
    "two of us would love to join the yoga on the roof next week, is it full?",
    "may my sister come along to morning yoga though she sleeps elsewhere?",
    "what does the yoga on the terrace cost if we stay three nights?",
    "which day is the slow yoga, and do we bring towels or mats?",
    "I saw yoga at dawn on your page, is that every day in June?",
    "can a beginner with a stiff back do the terrace yoga?",
)
NEW = IncomingMail(subject="Yoga", body="Hi! Is there a place for yoga on the terrace tomorrow?")
LABELLED = [Labelled(IncomingMail(body="What time is breakfast?"), frozenset({"breakfast"}))]


def decided(message, letter, person):
    """A reply as it stands once a person has released what an agent drafted."""
    draft = Draft.objects.create(
        message=message,
        agent="abcdefgh",
        created_at=timezone.now(),
        action_plan={},
        scenario_category=letter.category,
        language="en",
        template=letter,
        selection="suggest",
        ranker={},
        body_plain=letter.body,
        delivery_status="ready",
        catalogue_version=1,
    )
    OutgoingMail.objects.create(
        thread=message.thread,
        draft=draft,
        state=MailState.QUEUED,
        recipients=[message.from_address],
        subject="Re: yoga",
        body_text=letter.body,
        message_id=f"<{uuid.uuid4()}@hostel-brikette.example>",
        headers={},
        created_at=timezone.now(),
        released_by=person,
        released_at=timezone.now(),
    )


@pytest.fixture
def letter(sample_desk):
    """This house sells its yoga with the letter on offers."""
    return EmailTemplate.objects.filter(category="promotions", language="en", active=True)[0]


@pytest.fixture
def taught(letter):
    people = [UserFactory.create(role="reviewer") for _ in range(2)]
    for number, (opening, ask) in enumerate(product(OPENINGS, ASKS)):
        message = record(
            f"{opening}\n\n{ask[0].upper()}{ask[1:]}\n\nGuest {number}",
            message_id=f"<{number}@yoga.example>",
            subject="Yoga",
            **{"from": f"Guest {number} <guest{number}@example.com>"},
        ).message
        decided(message, letter, people[number % 2])


@pytest.fixture
def manager():
    return UserFactory.create(role="manager")


def candidate(seed=7):
    return make_candidate(now=timezone.now(), seed=seed, labelled=LABELLED)


def category():
    return interpret_mail(mail=NEW).scenario.category


# --- labels ---------------------------------------------------------------------------------------


def test_a_released_reply_a_chosen_letter_and_a_word_to_the_agent_are_labels(worker, reviewer):
    record("What time is breakfast, and can we leave our luggage after check-out?")
    worker.answer_next()
    mail = OutgoingMail.objects.get()
    assert decided_mails() == []  # an agent's word
    taken = mail.draft.template
    release_reply(mail_id=mail.pk, by=reviewer)
    (label,) = decided_mails()
    assert (label.letter, label.person) == (
        f"{taken.template_id} {taken.category}",
        reviewer.pk,
    )
    OutgoingMail.objects.update(state=MailState.AWAITING_RELEASE)
    assert decided_mails() == []


def test_the_letter_that_a_person_chose_is_the_label(worker, reviewer):
    record("What time is breakfast, and can we leave our luggage after check-out?")
    worker.answer_next()
    mail = OutgoingMail.objects.get()
    other = EmailTemplate.objects.get(template_id="T24", language="en")
    take_other_letter(mail_id=mail.pk, template=other.pk, by=reviewer)
    OutgoingMail.objects.update(state=MailState.QUEUED, released_by=reviewer)
    (label,) = decided_mails()
    assert label.letter == f"T24 {other.category}"


def test_the_letter_named_to_the_agent_goes_before_the_one_that_left(worker, reviewer):
    record("What time is breakfast, and can we leave our luggage after check-out?")
    worker.answer_next()
    mail = OutgoingMail.objects.get()
    word = {"note": "It is about the way.", "letter": "T24"}
    send_back_to_agent(thread_id=mail.thread_id, by=reviewer, **word)
    (label,) = decided_mails()
    assert label.letter.startswith("T24 ") and label.person == reviewer.pk


def test_protected_letters_and_automatic_releases_teach_nothing(letter, reviewer):
    message = record("Please take the deposit from another card.").message
    protected = EmailTemplate.objects.filter(category="prepayment", language="en")[0]
    decided(message, protected, reviewer)
    assert decided_mails() == []
    OutgoingMail.objects.all().delete()
    decided(message, letter, reviewer)
    assert len(decided_mails()) == 1
    OutgoingMail.objects.update(is_automatic=True)
    assert decided_mails() == []


def test_nobody_weighs_more_than_all_others_together():
    assert person_weights([1, 1, 1, 2]) == pytest.approx([1 / 3, 1 / 3, 1 / 3, 1])
    assert person_weights([1, 2, 3]) == [1, 1, 1]
    assert person_weights([1, 1]) == [0.5, 0.5]


# --- the candidate --------------------------------------------------------------------------------


def test_below_the_least_there_is_no_candidate(taught, capsys):
    OutgoingMail.objects.filter(pk__in=OutgoingMail.objects.all()[FEWEST_MAILS - 1 :]).delete()
    call_command("teach_reader")
    assert "No candidate: 39 mails were decided" in capsys.readouterr().out
    assert not ReaderVersion.objects.exists()


def test_a_candidate_reads_as_this_desk_decides_and_waits_for_a_person(taught):
    assert category() != "promotions"
    before = current_desk()
    version = candidate()
    assert current_desk() is before and category() != "promotions"
    of_guests, of_letters, labelled = version.figures
    assert of_guests["cases"] == 48 - version.mails >= 4
    assert of_guests["after"] > of_guests["before"]
    assert of_letters["after"] > of_letters["before"]
    assert labelled == {"name": labelled["name"], "cases": 1, "before": 1, "after": 1}
    assert version.people == 2
    assert {row["after"] for row in version.readings} == {"promotions"}
    kept = f"{version.figures} {version.readings} {version.guests}"
    assert "@" not in kept and "yoga" not in kept.casefold()


def test_the_same_mail_and_seed_make_the_same_arrays_and_one_candidate_waits(taught):
    first, second = candidate().arrays, candidate().arrays
    assert first == second
    assert candidate(seed=8).arrays != first
    assert ReaderVersion.objects.count() == 1


# --- decisions ------------------------------------------------------------------------------------


def test_a_manager_lets_it_go_live_with_a_reason_and_goes_back(taught, manager, reviewer):
    version, now = candidate(), timezone.now()
    shipped = category()
    for by, reason, code in (
        (reviewer, "Better.", "permission_denied"),
        (manager, "  ", "validation_error"),
    ):
        with pytest.raises(DomainError) as error:
            go_live(version_id=version.pk, by=by, reason=reason, now=now)
        assert error.value.code == code
    go_live(version_id=version.pk, by=manager, reason="It knows our yoga.", now=now)
    assert category() == "promotions"
    row = version.history.first()
    assert (row.history_user, row.history_change_reason) == (manager, "It knows our yoga.")
    with pytest.raises(DomainError, match="already"):
        go_live(version_id=version.pk, by=manager, reason="Again.", now=now)
    assert go_back(version_id=version.pk, by=manager, reason="Not yet.", now=now) is None
    assert category() == shipped
    with pytest.raises(DomainError, match="not read"):
        go_back(version_id=version.pk, by=manager, reason="Again.", now=now)


def test_back_leads_to_what_was_live_before_or_to_what_is_shipped(taught, manager):
    now = timezone.now()
    first = candidate()
    go_live(version_id=first.pk, by=manager, reason="One.", now=now)
    second = candidate(seed=8)
    go_live(version_id=second.pk, by=manager, reason="Two.", now=now)
    assert go_back(version_id=second.pk, by=manager, reason="No.", now=now) == first
    assert ReaderVersion.objects.get(state=ReaderState.LIVE) == first
    go_back(version_id=first.pk, by=manager, reason="None.", now=now)
    assert not ReaderVersion.objects.filter(state=ReaderState.LIVE).exists()


# --- erasure --------------------------------------------------------------------------------------


def test_a_reader_of_other_features_is_live_no_more(taught, manager):
    live = candidate()
    go_live(version_id=live.pk, by=manager, reason="Yoga.", now=timezone.now())
    step = import_module("drafting.migrations.0025_readers_by_meaning")
    step.retire(apps, None)
    live.refresh_from_db()
    assert (live.state, live_heads()) == (ReaderState.FORMER, {})
    assert live.history.latest().history_change_reason == step.REASON


def test_an_erased_guest_takes_every_reader_along_that_their_mail_taught(taught, manager):
    now = timezone.now()
    shipped = category()
    first = candidate()
    go_live(version_id=first.pk, by=manager, reason="Yoga.", now=now)
    waiting = candidate(seed=8)
    taught_both = [
        one.message
        for one in decided_mails()
        if one.guest in set(first.guests) & set(waiting.guests)
    ]
    forget_contact(address=taught_both[0].from_address)
    for version in (first, waiting):
        version.refresh_from_db()
        assert (version.state, version.arrays, version.guests) == (ReaderState.ERASED, None, [])
    assert category() == shipped
    with pytest.raises(DomainError, match="erased"):
        go_live(version_id=first.pk, by=manager, reason="Yoga.", now=now)
    assert len(decided_mails()) == 47
    assert candidate().state == ReaderState.CANDIDATE


def test_a_guest_whose_mail_only_compared_takes_none_along(taught):
    version = candidate()
    held_back = [one for one in decided_mails() if one.guest not in version.guests]
    forget_contact(address=held_back[0].message.from_address)
    version.refresh_from_db()
    assert version.state == ReaderState.CANDIDATE and version.arrays


# --- the page -------------------------------------------------------------------------------------


def test_the_page_shows_the_comparison_and_takes_the_decision(taught, desk_client):
    version = candidate()
    page = f"/admin/drafting/readerversion/{version.pk}/change/"
    decide = f"/admin/drafting/readerversion/{version.pk}/decide/"
    looks = desk_client("reviewer")
    shown = looks.get(page).content.decode()
    assert version.figures[0]["name"] in shown and "promotions" in shown
    assert "Read mail with it" not in shown
    assert looks.post(decide, {"decision": "live", "reason": "x"}).status_code == 403
    client = desk_client("manager")
    assert "Read mail with it" in client.get(page).content.decode()
    told = client.post(decide, {"decision": "live", "reason": ""}, follow=True)
    assert "Say why" in told.content.decode()
    client.post(decide, {"decision": "live", "reason": "It knows our yoga."})
    version.refresh_from_db()
    assert (version.state, version.decided_by) == (ReaderState.LIVE, client.user)
    client.post(decide, {"decision": "back", "reason": "Not yet."})
    version.refresh_from_db()
    assert version.state == ReaderState.FORMER
    assert client.post(decide, {"decision": "none"}).status_code == 404
