"""Alerts: who is told at once of what, and who is not."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from drafting.mail.choices import MailKind, MailSource, MailState
from drafting.mail.models import Thread
from drafting.mail.services import record_mail
from drafting.mail.work_models import OutgoingMail
from tests.drafting.mail.mails import mail
from tests.factories import UserFactory

pytestmark = pytest.mark.django_db
THREAT = "My lawyer will sue you if the refund is not paid by Friday."
DANGER = "I am locked out and alone on the street and I don't feel safe here. Please help."


@pytest.fixture
def manager():
    return UserFactory.create(role="manager", email="Boss@example.org")


def receive(body, **fields):
    return record_mail(source=MailSource.RECEIVED, raw=mail(body, **{"date": "", **fields})).message


@pytest.mark.parametrize(
    "body",
    [
        *(THREAT, DANGER, "We are locked out, the code does not work!", "Siamo chiusi fuori!"),
        *("Wir sind ausgesperrt!", "Je suis enfermée dehors", "Estamos encerrados fuera"),
        "There is smoke in the corridor, what shall we do?",
    ],
)
def test_managers_are_told_at_once_and_once(manager, body):
    message = receive(body)
    receive(body)  # the same mail again
    alert = OutgoingMail.objects.get()
    assert (alert.kind, alert.state, alert.about) == (MailKind.ALERT, MailState.QUEUED, message)
    assert alert.recipients == ["boss@example.org"]
    assert body[:30] in alert.body_text
    assert alert.headers["Auto-Submitted"] == "auto-generated"
    assert alert.not_before <= timezone.now()


def test_an_alert_answers_nothing_and_stops_no_work(manager, worker):
    receive(THREAT)
    assert worker.claim()["messages"]
    assert Thread.objects.get().messages.count() == 1


@pytest.mark.parametrize(
    ("body", "fields"),
    [
        ("What time is breakfast?", {}),
        ("What happens if we are locked out at night?", {}),
        ("In case somebody is locked out, whom do we call?", {}),
        (THREAT, {"auto_submitted": "auto-replied"}),
    ],
)
def test_nobody_is_told_of_the_rest(manager, body, fields):
    receive(body, **fields)
    assert not OutgoingMail.objects.exists()


def test_old_mail_alarms_nobody(manager):
    record_mail(source=MailSource.IMPORTED, raw=mail(THREAT))
    past = timezone.now() - timedelta(days=3)
    other = mail(THREAT, message_id="<2@example.com>")
    record_mail(source=MailSource.FETCHED, raw=other, received_at=past)
    assert not OutgoingMail.objects.exists()


def test_without_managers_the_reviewers_are_told(settings):
    settings.DESK_REVIEWERS = ["r@example.org"]
    receive(THREAT)
    assert OutgoingMail.objects.get().recipients == ["r@example.org"]


def test_without_anybody_the_mail_is_recorded_all_the_same():
    assert receive(THREAT).pk
    assert not OutgoingMail.objects.exists()
