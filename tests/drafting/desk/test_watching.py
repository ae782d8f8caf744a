"""/metrics and the page Health: the same numbers, with and without words."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from config.mail_urls import read_imap_url
from drafting.desk.watching import health_sentences, read_health
from drafting.mail.choices import BounceReason
from drafting.mail.models import Message
from drafting.mail.pausing import pause_after_restore
from drafting.mail.sign_in import need_sign_in
from drafting.mail.work_models import MailFolder, OutgoingMail, RecipientReport
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


def test_what_is_counted_leads_to_where_it_is_listed(desk_client):
    for number, state in enumerate(["queued", "failed", "awaiting_release"]):
        thread = record("Is there parking?", message_id=f"<{number}@x.example>").message.thread
        OutgoingMail.objects.create(
            thread=thread, state=state, recipients=[], headers={}, subject=f"Mail {state}",
            message_id=state, created_at=timezone.now(), not_before=timezone.now(),
        )  # fmt: skip
    client = desk_client("manager")
    page = client.get("/admin/drafting/mailsettings/health/").text
    links = re.findall(r'<a class="underline" href="([^"]+)">[^<]*: (\d+)', page)
    found = {}
    for address, _ in links:
        listed = client.get(address, follow=True)
        found[address] = listed.context["cl"].result_count if "cl" in listed.context else 1
    assert [found[address] for address, _ in links] == [int(number) for _, number in links]
    assert len(links) == 4


def test_a_mailbox_that_is_not_read_is_told(mailbox, settings):
    assert warnings(timezone.now() + timedelta(minutes=14)) == []
    said = warnings(timezone.now() + timedelta(minutes=20))
    assert said == ["INBOX was not read for 20 minutes. Does the reading process run?"]
    MailFolder.objects.all().delete()
    assert warnings(timezone.now()) == ["INBOX was not read yet. Does the reading process run?"]
    settings.DESK_IMAP_SERVER = None
    assert warnings(timezone.now()) == []


def test_a_mailbox_that_was_changed_for_another_counts_no_more(agent_client, mailbox, settings):
    now = timezone.now()
    settings.DESK_IMAP_SERVER = read_imap_url("imap://desk:x@10.0.0.1")
    assert warnings(now) == ["INBOX was not read yet. Does the reading process run?"]
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
            ["Mails due to be sent: 1, the oldest for 12 minutes. Does the sending process run?"],
        ),
        ("uncertain", 1, ["Replies that may have been sent: 1. Look into the Sent folder."]),
        ("failed", 1, ["Replies that could not be sent: 1."]),
        ("awaiting_release", 5, []),
    ],
)
def test_what_waits_too_long_is_told(mailbox, desk_client, state, minutes, said):
    make_rows()
    now = timezone.now()
    OutgoingMail.objects.update(state=state, not_before=now - timedelta(minutes=minutes))
    assert warnings(now) == said
    page = desk_client("reviewer").get("/admin/").content.decode()
    assert ("Released replies do not leave" in page) is bool(state == "queued" and said)


def test_guests_who_wait_a_day_are_told(mailbox):
    record()
    now = timezone.now()
    Message.objects.update(received_at=now - timedelta(hours=2))
    assert warnings(now) == []
    Message.objects.update(received_at=now - timedelta(hours=25))
    (said,) = warnings(now)
    assert said.startswith(
        "Guests' mails without an answer: 1, the oldest for 1 day. Do the agents"
    )


def test_what_the_page_says_is_a_series_too(agent_client, desk_client, mailbox, monkeypatch):
    """Both read the same: a desk whose figures are quiet has a page without a warning."""
    quiet = ["disk_full", "sending_paused", "sign_in_needed"]
    assert series(agent_client, "desk_trouble") == [
        f'desk_trouble{{what="{what}"}} 0.0' for what in quiet
    ]
    assert series(agent_client, "desk_bounces") == [
        f'desk_bounces{{kind="{kind}"}} 0.0' for kind in ("hard", "soft", "delayed")
    ]
    sent_one_that_bounced()
    pause_after_restore(now=timezone.now())
    need_sign_in(reason="a test")
    monkeypatch.setattr("drafting.desk.watching.has_free_disk", lambda: False)
    MailFolder.objects.create(name="Sent", account=mailbox.account, uid_validity=1)
    assert {line.split()[-1] for line in series(agent_client, "desk_trouble")} == {"1.0"}
    assert series(agent_client, "desk_mailbox_was_read") == [
        'desk_mailbox_was_read{folder="INBOX"} 1.0',
        'desk_mailbox_was_read{folder="Sent"} 0.0',
    ]
    assert series(agent_client, "desk_bounces")[0] == 'desk_bounces{kind="hard"} 1.0'
    page = desk_client("reviewer").get(reverse("admin:drafting_mailsettings_health"))
    said = page.content.decode()
    for words in ("disk is full", "Nothing is sent", "takes no sign-in", "Sent was not read yet"):
        assert words in said
    assert "bounced so far: 1 for good" in said


def sent_one_that_bounced() -> None:
    report, mail = make_rows()["drafting.message"], OutgoingMail.objects.get()
    RecipientReport.objects.create(
        report=report, outgoing_mail=mail, address="a@guest.example", is_hard=True,
        reason=BounceReason.values[0],
    )  # fmt: skip


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
    with django_assert_max_num_queries(11):
        client.get("/metrics")
