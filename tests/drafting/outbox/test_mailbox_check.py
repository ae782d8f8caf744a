"""The mailbox is tried out: each step on real servers, within ten seconds, whatever is silent."""

from __future__ import annotations

import io
import socket
import time
from email import policy
from email.parser import BytesParser

import pytest
from django.core.management import CommandError, call_command

from config.mail_urls import read_imap_url, read_smtp_url
from drafting.management.commands.set_up import write_environment
from drafting.outbox.mailbox_check import LIMIT_SECONDS, SUBJECT, try_mailbox
from tests.drafting.mail.mails import mail
from tests.drafting.mail.servers import smtp_sink

pytestmark = [pytest.mark.django_db, pytest.mark.dovecot]
PAGE = "/admin/drafting/mailsettings/mailbox/"
SENDER = ("Hostel Brikette", "info@hostel.example")


@pytest.fixture
def loop(mailbox, settings):
    """A mail server that puts what it takes into the mailbox."""
    with smtp_sink() as (sink, port):
        sink.taken = Delivering(mailbox)
        settings.DESK_SMTP_SERVER = read_smtp_url(f"smtp://127.0.0.1:{port}")
        settings.DESK_FROM_NAME, settings.DESK_FROM_ADDRESS = SENDER
        yield sink


class Delivering(list):
    def __init__(self, mailbox) -> None:
        super().__init__()
        self.mailbox = mailbox

    def append(self, raw: bytes) -> None:
        super().append(raw)
        self.mailbox.deliver(raw)


def tried(settings, **changes):
    servers = {"imap": settings.DESK_IMAP_SERVER, "smtp": settings.DESK_SMTP_SERVER} | changes
    return {each.title: each for each in try_mailbox(**servers, sender=SENDER)}


def test_everything_works_and_nothing_is_touched(mailbox, loop, settings):
    mailbox.deliver(mail(authentication_results="MX.hostel.example 1; spf=pass"))
    found = tried(settings)
    assert [title for title, each in found.items() if each.is_good] == [
        "Sending", "Login", "Inbox", "Sent folder", "Proof of senders", "A mail to itself",
    ]  # fmt: skip
    assert found["Proof of senders"].found == "mx.hostel.example"
    (raw,) = loop.taken
    sent = BytesParser(policy=policy.default).parsebytes(raw)
    assert (sent["To"], sent["Subject"]) == (SENDER[1], SUBJECT)
    assert sent["Auto-Submitted"] == "auto-generated"
    assert len(mailbox.flags()) == 2 and not any("Seen" in one for one in mailbox.flags())


def test_a_wrong_password_is_told_and_the_rest_is_tried(mailbox, loop, settings):
    wrong = read_imap_url(mailbox.url.replace("odd", "even"))
    found = tried(settings, imap=wrong)
    assert found["Sending"].is_good and not found["Login"].is_good
    assert set(found) == {"Sending", "Login"}


def test_a_mail_that_does_not_arrive_is_waited_for_until_the_limit(mailbox, settings):
    with smtp_sink() as (_, port):
        began = time.monotonic()
        found = tried(settings, smtp=read_smtp_url(f"smtp://127.0.0.1:{port}"))
        assert time.monotonic() - began < LIMIT_SECONDS * 1.2
    assert not found["A mail to itself"].is_good and found["Sending"].is_good


def test_silent_servers_end_within_the_limit(settings):
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        began = time.monotonic()
        found = tried(
            settings,
            imap=read_imap_url(f"imap://u:p@127.0.0.1:{port}"),
            smtp=read_smtp_url(f"smtp://127.0.0.1:{port}"),
        )
    assert time.monotonic() - began < LIMIT_SECONDS
    assert {title: each.is_good for title, each in found.items()} == {
        "Sending": False,
        "Login": False,
    }


def test_no_server_at_all(settings):
    found = tried(settings, imap=None, smtp=None)
    assert [each.is_good for each in found.values()] == [False, False]


def test_the_page_shows_and_the_button_tests(mailbox, loop, settings, desk_client):
    manager = desk_client("manager")
    before = manager.get(PAGE).content.decode()
    assert "No folder was read yet." in before and "Nothing was sent yet." in before
    assert f"INBOX at 127.0.0.1:{mailbox.port}" in before and "What the test found" not in before
    assert loop.taken == []
    after = manager.post(PAGE).content.decode()
    for title in ("Sending", "Login", "Inbox", "Sent folder", "A mail to itself"):
        assert f"works</span> <strong>{title}</strong>" in after
    reviewer = desk_client("reviewer")
    assert ">Test</button>" in after and ">Test</button>" not in reviewer.get(PAGE).content.decode()
    assert reviewer.post(PAGE).status_code == 403 and len(loop.taken) == 1


def test_check_says_what_works_and_fails_where_mail_cannot_be_read(mailbox, loop, settings):
    out = io.StringIO()
    call_command("set_up", "--check", stdout=out)
    assert "works   A mail to itself" in out.getvalue()
    settings.DESK_IMAP_SERVER = None
    with pytest.raises(CommandError, match="Reading"):
        call_command("set_up", "--check", stdout=io.StringIO())


def test_other_lines_of_the_file_stay(tmp_path):
    path = tmp_path / "var" / "desk.env"
    write_environment(path, {"DESK_FROM": "a@x.org", "DESK_REVIEWERS": "it's; b"})
    path.write_text(path.read_text() + "export DATABASE_URL=postgresql://x\n# ours\n")
    write_environment(path, {"DESK_FROM": "b@x.org"})
    lines = path.read_text().splitlines()
    assert lines == [
        "export DESK_REVIEWERS='it'\"'\"'s; b'", "export DATABASE_URL=postgresql://x", "# ours",
        "export DESK_FROM=b@x.org",
    ]  # fmt: skip
    assert path.stat().st_mode & 0o777 == 0o600
