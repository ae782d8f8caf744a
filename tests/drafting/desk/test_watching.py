"""/metrics and the page Health: the same numbers, with and without words."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from config.mail_urls import read_imap_url
from drafting.desk.watching import health_sentences, read_health
from drafting.mail.models import Message
from drafting.mail.work_models import MailFolder, OutgoingMail
from tests.drafting.desk.admin_rows import make_rows
from tests.drafting.mail.mails import GUEST, record

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def warnings(now) -> list[str]:
    return [e.text for e in health_sentences(read_health(now=now)) if e.tone == "warn"]


@pytest.fixture
def mailbox(settings) -> MailFolder:
    settings.DESK_IMAP_SERVER = read_imap_url("imap://desk:x@127.0.0.1")
    return MailFolder.objects.create(
        name="INBOX", account="desk@127.0.0.1:143", uid_validity=1, read_at=timezone.now()
    )


def test_a_quiet_desk_warns_of_nothing(mailbox):
    assert warnings(timezone.now()) == []


def test_a_mailbox_that_is_not_read_is_told(mailbox, settings):
    assert warnings(timezone.now() + timedelta(minutes=14)) == []
    said = warnings(timezone.now() + timedelta(minutes=20))
    assert said == ["INBOX was not read for 20 minutes. Does the reading process run?"]
    MailFolder.objects.all().delete()
    assert warnings(timezone.now()) == ["The mailbox was never read. Does the reading process run?"]
    settings.DESK_IMAP_SERVER = None
    assert warnings(timezone.now()) == []


def test_a_mailbox_that_was_changed_for_another_counts_no_more(agent_client, mailbox, settings):
    now = timezone.now()
    settings.DESK_IMAP_SERVER = read_imap_url("imap://desk:x@10.0.0.1")
    assert warnings(now) == ["The mailbox was never read. Does the reading process run?"]
    MailFolder.objects.update(read_at=now - timedelta(days=28))
    MailFolder.objects.create(
        name="INBOX", account="desk@10.0.0.1:143", uid_validity=1, read_at=now
    )
    assert warnings(now) == []
    (silent,) = series(agent_client, "desk_mailbox_silent_seconds")
    assert float(silent.split()[-1]) < 60
    settings.DESK_IMAP_SERVER = None
    assert read_health(now=now).folders == {}


def series(agent_client, name: str) -> list[str]:
    told = agent_client(["stats"]).get("/metrics").content.decode().splitlines()
    return [line for line in told if line.startswith(name + "{")]


@pytest.mark.parametrize(
    ("state", "minutes", "said"),
    [
        ("queued", 9, []),
        (
            "queued",
            12,
            [
                "1 mails are due to be sent, the oldest for 12 minutes. Does the sending process run?"
            ],
        ),
        ("uncertain", 1, ["1 replies may have been sent: look into the Sent folder."]),
        ("failed", 1, ["1 replies could not be sent."]),
        ("awaiting_release", 5, []),
    ],
)
def test_what_waits_too_long_is_told(mailbox, state, minutes, said):
    make_rows()
    now = timezone.now()
    OutgoingMail.objects.update(state=state, not_before=now - timedelta(minutes=minutes))
    assert warnings(now) == said


def test_guests_who_wait_a_day_are_told(mailbox):
    record()
    now = timezone.now()
    Message.objects.update(received_at=now - timedelta(hours=2))
    assert warnings(now) == []
    Message.objects.update(received_at=now - timedelta(hours=25))
    (said,) = warnings(now)
    assert said.startswith(
        "1 guests' mails wait for an answer, the oldest for 1 day. Do the agents"
    )


def test_a_full_disk_comes_first(mailbox, monkeypatch):
    monkeypatch.setattr("drafting.desk.watching.has_free_disk", lambda: False)
    assert warnings(timezone.now())[0].startswith("The disk is full")


def test_the_page_says_it(desk_client, mailbox):
    MailFolder.objects.update(read_at=timezone.now() - timedelta(minutes=20))
    page = desk_client("reviewer").get(reverse("admin:drafting_mailsettings_health"))
    assert "INBOX was not read for 20 minutes" in page.content.decode()


def test_metrics_hold_the_numbers_and_nobody(agent_client, mailbox):
    record("Ada Thornbury asks: is there a lift?")
    make_rows()
    client = agent_client(["stats"])
    client.get("/api/v1/templates/Thornbury", {"language": GUEST})
    answer = client.get("/metrics")
    assert answer.headers["Content-Type"].startswith("text/plain")
    lines = answer.content.decode().splitlines()
    waiting = read_health(now=timezone.now()).piles["unanswered"].number
    assert waiting and f'desk_waiting{{pile="unanswered"}} {waiting}.0' in lines
    assert 'desk_mails{state="awaiting_release"} 1.0' in lines
    assert any(line.startswith('desk_mailbox_silent_seconds{folder="INBOX"}') for line in lines)
    route = 'route="api/v1/templates/<str:template_id>",status="400"'
    assert any(line.startswith(f'desk_requests_total{{method="GET",{route}') for line in lines)
    for word in ("Thornbury", GUEST, "guest@example.org"):
        assert word not in answer.content.decode()


def test_metrics_cost_the_same_queries_at_any_size(agent_client, django_assert_max_num_queries):
    client = agent_client(["stats"])
    client.get("/metrics")
    make_rows()
    with django_assert_max_num_queries(9):
        client.get("/metrics")
