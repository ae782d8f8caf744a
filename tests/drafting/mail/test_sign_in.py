"""A mailbox that is signed in to with OAuth2, on real servers: tokens end, and consents."""

from __future__ import annotations

import logging
import threading
import time
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from config.mail_urls import read_imap_url, read_smtp_url
from drafting.desk.briefing import briefing_text
from drafting.desk.waiting import count_waiting
from drafting.desk.watching import health_sentences, read_health
from drafting.mail import fetching, sign_in
from drafting.mail.choices import MailState
from drafting.mail.fetching import fetch_pass, open_mailbox
from drafting.mail.models import MailSettings, Message
from drafting.mail.work_models import OutgoingMail
from drafting.management import watching
from drafting.outbox.delivery import deliver_due
from drafting.outbox.staff_actions import write_reply
from tests.drafting.mail.mails import mail, record_many
from tests.drafting.mail.servers import USER, Gate, dovecot_server, send_through, smtp_sink
from tests.drafting.mail.token_server import (
    CLIENT_ID,
    CLIENT_SECRET,
    token_server,
    token_smtp,
)

pytestmark = [pytest.mark.django_db, pytest.mark.dovecot]
MECHANISMS = ("XOAUTH2", "OAUTHBEARER")


@pytest.fixture(scope="module")
def provider():
    with token_server() as provider:
        yield provider


@pytest.fixture(scope="module", params=MECHANISMS)
def server(request, provider):
    introspection = f"{provider.url}/introspect"
    with dovecot_server(mechanism=request.param.lower(), introspection_url=introspection) as server:
        yield server


@pytest.fixture
def tokens(provider, settings, tmp_path):
    """A provider whose consent was given, and kept."""
    settings.DESK_MAILBOX_TOKEN = tmp_path / "var" / "mailbox_token.json"
    provider.__init__(provider.port)
    connect(provider)
    return provider


def connect(tokens):
    answer = tokens.grant()
    sign_in.keep_token(
        sign_in.MailboxToken(
            provider="google", address="desk@x.org", token_url=f"{tokens.url}/token",
            client_id=CLIENT_ID, client_secret=CLIENT_SECRET, refresh_token="", access_token="",
            expires_at=0,
        ).answered_with(answer)
    )  # fmt: skip


@pytest.fixture
def mailbox(server, tokens, settings):
    server.empty()
    settings.DESK_IMAP_SERVER = connected(read_imap_url, "imap", server.port)
    return server


@pytest.fixture(params=MECHANISMS)
def sink(request, tokens, settings):
    with token_smtp(tokens, request.param) as (sink, port):
        send_through(settings, port)
        settings.DESK_SMTP_SERVER = connected(read_smtp_url, "smtp", port)
        yield sink


def connected(read, scheme, port):
    return read(f"{scheme}://{USER}@127.0.0.1:{port}?auth=oauth2")


def fetch():
    with open_mailbox() as mailbox:
        return fetch_pass(mailbox)


def deliver(mailbox, count):
    for number in range(count):
        guest = {"from": f"Guest {number} <guest{number}@example.com>", "date": ""}
        mailbox.deliver(mail("Breakfast?", message_id=f"<{number}@guests.example>", **guest))


def queue(reviewer, count):
    for message in record_many(count):
        write_reply(thread_id=message.thread_id, body_text="From 8 to 10.", by=reviewer)
    make_due()


def make_due():
    OutgoingMail.objects.filter(state=MailState.QUEUED).update(
        not_before=timezone.now() - timedelta(seconds=1)
    )


def test_mail_is_read_with_a_token(mailbox, tokens):
    deliver(mailbox, 2)
    assert fetch()["new"] == 2
    assert all("\\Seen" in flags for flags in mailbox.flags())
    assert not tokens.asked  # the first token was still good


def test_a_token_that_ends_while_mail_is_read_loses_and_doubles_nothing(
    mailbox, tokens, settings, monkeypatch
):
    """The server cuts the session off in the middle, and refuses the token that it took before."""
    deliver(mailbox, 6)
    gate = Gate(mailbox.port)
    settings.DESK_IMAP_SERVER = connected(read_imap_url, "imap", gate.port)
    record_mail, recorded = fetching.record_mail, []

    def record(**fields):
        recorded.append(record_mail(**fields))
        if len(recorded) == 3:
            tokens.expire()
            gate.shut()
        return recorded[-1]

    monkeypatch.setattr(fetching, "record_mail", record)
    with pytest.raises(fetching.MAILBOX_ERRORS):
        fetch()
    gate.open()
    assert fetch()["new"] == 3
    assert tokens.asked == {"refresh_token": 1}
    ids = sorted(Message.objects.values_list("message_id", flat=True))
    assert ids == [f"<{number}@guests.example>" for number in range(6)]
    assert all("\\Seen" in flags for flags in mailbox.flags())


def test_a_token_that_is_about_to_end_is_renewed_before_it_is_shown(mailbox, tokens):
    tokens.lifetime_seconds = 30
    connect(tokens)
    tokens.lifetime_seconds = 3600
    fetch()
    fetch()
    assert tokens.asked == {"refresh_token": 1}


def test_a_provider_that_changes_the_refresh_token_is_followed(mailbox, tokens):
    tokens.rotates = True
    for _ in range(3):
        tokens.expire()
        fetch()
    assert tokens.asked == {"refresh_token": 3}


def test_a_token_that_ends_between_two_mails_doubles_nothing(tokens, sink, reviewer):
    queue(reviewer, 4)
    sending = deliver_due()
    assert next(sending).state == MailState.SENT
    tokens.expire()
    assert [delivery.state for delivery in sending] == [MailState.SENT] * 3
    assert len({str(sent["In-Reply-To"]) for sent in sink.mails}) == len(sink.taken) == 4
    assert tokens.asked == {"refresh_token": 1}
    assert set(OutgoingMail.objects.values_list("attempts", flat=True)) == {1}


def test_a_token_server_that_is_away_delays_mail_and_needs_nobody(tokens, sink, reviewer):
    queue(reviewer, 1)
    tokens.expire()
    tokens.answers = [503]
    assert [delivery.state for delivery in deliver_due()] == [MailState.QUEUED]
    assert not sign_in.is_sign_in_needed()
    make_due()
    assert [delivery.state for delivery in deliver_due()] == [MailState.SENT]
    assert len(sink.taken) == 1


def test_a_consent_that_has_ended_is_told_once_and_mail_waits(
    mailbox, tokens, sink, reviewer, desk_client
):
    deliver(mailbox, 1)
    queue(reviewer, 2)
    tokens.revoke()
    for _ in range(4):
        with pytest.raises(sign_in.SignInNeededError):
            fetch()
        make_due()
        assert list(deliver_due()) == []
    assert tokens.asked == {"refresh_token": 1}, "it went on asking"
    assert set(OutgoingMail.objects.values_list("state", "attempts")) == {("queued", 0)}

    now = timezone.now()
    notice = sign_in.describe_sign_in()
    assert "connected the mailbox anew" in notice
    page = desk_client("reviewer").get("/admin/drafting/thread/needs-you/").content.decode()
    assert page.count(notice) == 1
    assert briefing_text(day=now.date(), now=now).count(notice) == 1
    assert [e.text for e in health_sentences(read_health(now=now))].count(notice) == 1
    assert count_waiting(person_id=reviewer.pk)["needs_you"] == 1
    changes = MailSettings.history.exclude(sign_in_needed_at=None)
    assert [change.history_change_reason for change in changes] == [
        "the token server said invalid_grant"
    ]

    connect(tokens)
    assert sign_in.describe_sign_in() == ""
    assert fetch()["new"] == 1
    assert [delivery.state for delivery in deliver_due()] == [MailState.SENT] * 2
    assert len(sink.taken) == 2


def test_a_consent_that_ends_while_mail_leaves_holds_the_rest(tokens, sink, reviewer):
    queue(reviewer, 3)
    sending = deliver_due()
    assert next(sending).state == MailState.SENT
    tokens.revoke()
    assert [delivery.state for delivery in sending] == [MailState.QUEUED]
    states = OutgoingMail.objects.order_by("pk").values_list("state", "attempts")
    assert list(states) == [("sent", 1), ("queued", 1), ("queued", 0)]
    connect(tokens)
    make_due()
    assert [delivery.state for delivery in deliver_due()] == [MailState.SENT] * 2
    assert len(sink.taken) == 3


def test_mail_through_a_server_with_a_password_does_not_wait(tokens, reviewer, settings):
    queue(reviewer, 1)
    sign_in.need_sign_in(reason="a test")
    with smtp_sink() as (_, port):
        send_through(settings, port)
        assert [delivery.state for delivery in deliver_due()] == [MailState.SENT]


def test_a_mailbox_that_was_never_connected_says_what_to_do(tokens, settings, tmp_path):
    settings.DESK_MAILBOX_TOKEN = tmp_path / "nothing.json"
    with pytest.raises(sign_in.SignInNeededError, match="connect_mailbox"):
        sign_in.read_access_token()


def test_who_has_another_mailbox_is_refused_and_does_not_loop(mailbox, tokens, settings):
    server = settings.DESK_IMAP_SERVER
    settings.DESK_IMAP_SERVER = read_imap_url(
        f"imap://nobody@{server.host}:{server.port}?auth=oauth2"
    )
    with pytest.raises(sign_in.TokenRefusedError):
        fetch()
    assert tokens.asked == {"refresh_token": 1}


def test_two_that_renew_at_once_ask_once(tokens):
    tokens.rotates = True
    kept = sign_in.read_kept_token()
    sign_in._write(kept.model_copy(update={"expires_at": time.time()}))
    found = []
    # The notice is read from the database, which these threads share with nobody.
    is_needed, sign_in.is_sign_in_needed = sign_in.is_sign_in_needed, lambda: False
    try:
        threads = [
            threading.Thread(target=lambda: found.append(sign_in.read_access_token()))
            for _ in range(6)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sign_in.is_sign_in_needed = is_needed
    assert len(found) == 6 and len(set(found)) == 1
    assert tokens.asked == {"refresh_token": 1}


def test_no_secret_is_in_file_modes_logs_dumps_or_pages(
    mailbox, tokens, sink, reviewer, settings, caplog, desk_client
):
    caplog.set_level(logging.DEBUG)
    for name in ("authlib", "httpcore", "urllib3", "requests_oauthlib"):
        logging.getLogger(name).setLevel(logging.DEBUG)
    queue(reviewer, 1)
    tokens.expire()
    fetch()
    assert [delivery.state for delivery in deliver_due()] == [MailState.SENT]
    tokens.revoke()
    with pytest.raises(sign_in.SignInNeededError) as error:
        fetch()
    path = settings.DESK_MAILBOX_TOKEN
    assert path.stat().st_mode & 0o777 == 0o600
    assert {each.stat().st_mode & 0o077 for each in path.parent.iterdir()} == {0}
    dump = StringIO()
    call_command("dumpdata", stdout=dump)
    client = desk_client("manager")
    pages = [
        client.get(f"/admin/drafting/{page}").content.decode()
        for page in ("mailsettings/health/", "mailsettings/1/change/", "thread/needs-you/")
    ]
    told = [caplog.text, dump.getvalue(), str(error.value), repr(sign_in.read_kept_token()), *pages]
    assert len(tokens.given) >= 3
    for secret in (*tokens.given, CLIENT_SECRET):
        assert not any(secret in text for text in told)


class Asked:
    """Stops after so many waits, and keeps how long they were."""

    def __init__(self, count: int) -> None:
        self.count, self.waits = count, []

    def is_set(self) -> bool:
        return len(self.waits) >= self.count

    def wait(self, seconds: float) -> None:
        self.waits.append(seconds)


def test_a_watcher_says_it_once_and_waits(mailbox, tokens, monkeypatch):
    tokens.revoke()
    monkeypatch.setattr(watching, "close_old_connections", lambda: None)
    said, stopping = [], Asked(5)
    watching.watch(stopping, lambda: fetch() and None, say=said.append)
    assert len(said) == 1 and "connect_mailbox" in said[0]
    assert stopping.waits == [watching.SIGN_IN_PAUSE_SECONDS] * 5
    assert tokens.asked == {"refresh_token": 1}


def test_one_pass_says_what_to_do(mailbox, tokens):
    tokens.revoke()
    with pytest.raises(CommandError, match="connect_mailbox"):
        call_command("fetch_mail", stdout=StringIO())
