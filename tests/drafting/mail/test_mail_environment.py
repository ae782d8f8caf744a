"""The five variables of a real desk: what they mean, and what is refused."""

from __future__ import annotations

import pytest
from django.core.exceptions import ImproperlyConfigured

from config.env import read_environment
from config.mail_urls import MailServer, read_imap_url, read_smtp_url


@pytest.mark.parametrize(
    ("url", "server"),
    [
        ("imaps://u:p@mail.x.org", MailServer("mail.x.org", 993, "tls", "u", "p")),
        ("imap://u:p@mail.x.org", MailServer("mail.x.org", 143, "starttls", "u", "p")),
        ("imap://u:p@127.0.0.1:1143", MailServer("127.0.0.1", 1143, "none", "u", "p")),
        (
            "imaps://me%40x.org:p%2Fw%3A%40@mail.x.org:9930/Inbox?sent=My%20Sent",
            MailServer("mail.x.org", 9930, "tls", "me@x.org", "p/w:@", "Inbox", "My Sent"),
        ),
        (
            "imaps://me%40x.org@mail.x.org?auth=oauth2",
            MailServer("mail.x.org", 993, "tls", "me@x.org", takes_token=True),
        ),
    ],
)
def test_imap(url, server):
    assert read_imap_url(url) == server


@pytest.mark.parametrize(
    ("url", "server"),
    [
        ("smtps://u:p@mail.x.org", MailServer("mail.x.org", 465, "tls", "u", "p")),
        ("smtp://u:p@mail.x.org", MailServer("mail.x.org", 587, "starttls", "u", "p")),
        ("smtp://localhost:25", MailServer("localhost", 25, "none")),
    ],
)
def test_smtp(url, server):
    assert read_smtp_url(url) == server


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("DESK_IMAP_URL", "mail.x.org", "imaps://"),
        ("DESK_IMAP_URL", "imaps://mail.x.org", "user and a password"),
        ("DESK_IMAP_URL", "imaps://u:p@x.org:99999", "no URL"),
        ("DESK_IMAP_URL", "imaps://u:p@x.org?folder=x", "sent=FOLDER"),
        ("DESK_IMAP_URL", "imaps://u:p@x.org?auth=oauth2", "no password"),
        ("DESK_IMAP_URL", "imaps://x.org?auth=oauth2", "a user"),
        ("DESK_SMTP_URL", "smtps://u@x.org?auth=ntlm", "auth=oauth2"),
        ("DESK_SMTP_URL", "https://mail.x.org", "smtps://"),
        ("DESK_SMTP_URL", "smtp://", "smtps://"),
        ("DESK_FROM", "Hostel", "no mail address"),
        ("DESK_FROM", "a@x.org\nBcc: b@x.org", "no mail address"),
        ("DESK_REVIEWERS", "a@x.org, b", "no mail address"),
        ("DESK_CLAIM_MINUTES", "61", "60"),
    ],
)
def test_nonsense_is_refused_by_name(monkeypatch, name, value, said):
    monkeypatch.setenv(name, value)
    with pytest.raises(ImproperlyConfigured) as error:
        read_environment()
    assert name in str(error.value) and said in str(error.value)


def test_the_desk_is_no_reviewer_of_its_own(monkeypatch):
    monkeypatch.setenv("DESK_FROM", "Desk <info@x.org>")
    monkeypatch.setenv("DESK_REVIEWERS", "INFO@x.org")
    with pytest.raises(ImproperlyConfigured, match="answer itself"):
        read_environment()


def test_a_password_is_never_said(monkeypatch):
    monkeypatch.setenv("DESK_IMAP_URL", "ftp://u:sesame@x.org")
    with pytest.raises(ImproperlyConfigured) as error:
        read_environment()
    assert "sesame" not in str(error.value)


def test_reviewers_are_a_list_in_lower_case(monkeypatch):
    monkeypatch.setenv("DESK_REVIEWERS", "Anna <A@x.org>, b@y.org")
    assert read_environment().desk_reviewers == ["a@x.org", "b@y.org"]
