"""connect_mailbox against a provider on loopback: by browser, by pasted address, by code."""

from __future__ import annotations

import re
import threading
from io import StringIO

import httpx
import pytest
from django.core.management import CommandError, call_command

from drafting.mail import consent, sign_in
from drafting.management.commands import connect_mailbox
from tests.drafting.mail.token_server import CLIENT_ID, CLIENT_SECRET, stand_in_for, token_server

pytestmark = pytest.mark.django_db
ADDRESS = "info@hostel.example"


@pytest.fixture
def provider(monkeypatch, settings, tmp_path):
    settings.DESK_MAILBOX_TOKEN = tmp_path / "mailbox_token.json"
    monkeypatch.setattr(connect_mailbox, "getpass", lambda text: CLIENT_SECRET)
    with token_server() as provider:
        stand_in_for(monkeypatch, provider)
        yield provider


class Terminal(StringIO):
    """Opens what it is told to open, as a person's browser does."""

    def __init__(self, *, follows: bool = True) -> None:
        super().__init__()
        self.landed, self.follows = "", follows

    def write(self, text: str) -> int:
        if found := re.search(r"^http\S+/authorize\S+", text, re.MULTILINE):
            self.landed = httpx.get(found.group()).headers["Location"]
            if self.follows:
                # A browser asks for an icon too, and the command is busy until it was there.
                threading.Thread(target=self._go, daemon=True).start()
        return super().write(text)

    def _go(self) -> None:
        icon = re.match(r"http://[^/]+", self.landed).group() + "/favicon.ico"
        for url in (icon, self.landed):
            httpx.get(url.replace("localhost", "127.0.0.1"), timeout=10)


def run(provider_name, *args, terminal=None):
    out = terminal or Terminal()
    call_command(
        "connect_mailbox", provider_name, "--address", ADDRESS, "--client-id", CLIENT_ID, *args,
        stdout=out,
    )  # fmt: skip
    return out.getvalue()


@pytest.mark.parametrize(
    ("name", "imap", "smtp"),
    [
        ("google", "imaps://{}@imap.gmail.com", "smtps://{}@smtp.gmail.com"),
        ("microsoft", "imaps://{}@outlook.office365.com", "smtp://{}@smtp.office365.com"),
    ],
)
def test_by_the_browser_of_this_machine(provider, settings, name, imap, smtp):
    sign_in.need_sign_in(reason="a test")
    said = run(name)
    user = "info%40hostel.example"
    assert f"export DESK_IMAP_URL='{imap.format(user)}?auth=oauth2'" in said
    assert f"export DESK_SMTP_URL='{smtp.format(user)}?auth=oauth2'" in said
    kept = sign_in.read_kept_token()
    assert (kept.provider, kept.address, kept.client_id) == (name, ADDRESS, CLIENT_ID)
    assert kept.access_token in provider.good
    assert settings.DESK_MAILBOX_TOKEN.stat().st_mode & 0o777 == 0o600
    assert not sign_in.is_sign_in_needed()
    assert not any(secret in said for secret in (*provider.given, CLIENT_SECRET))
    provider.expire()
    assert sign_in.read_access_token(refused=kept.access_token) in provider.good


def test_by_the_address_that_another_browser_ended_at(provider, monkeypatch):
    terminal = Terminal(follows=False)
    monkeypatch.setattr("builtins.input", lambda text: f" {terminal.landed}\n")
    run("google", "--paste", terminal=terminal)
    assert sign_in.read_kept_token().access_token in provider.good


@pytest.mark.parametrize(
    "pasted", ["", "nonsense", "http://127.0.0.1:1/?code=x&state=another", "http://[::1"]
)
def test_another_address_is_refused(provider, monkeypatch, pasted):
    monkeypatch.setattr("builtins.input", lambda text: pasted)
    with pytest.raises(CommandError):
        run("google", "--paste", terminal=Terminal(follows=False))
    assert sign_in.read_kept_token() is None


@pytest.mark.parametrize("name", ["google", "microsoft"])
def test_a_no_is_a_no(provider, name):
    provider.denies = True
    with pytest.raises(CommandError, match="access_denied"):
        run(name)
    assert sign_in.read_kept_token() is None


def test_by_a_code_that_is_typed_elsewhere(provider, monkeypatch):
    waits: list[float] = []
    monkeypatch.setattr("time.sleep", waits.append)
    provider.pending = 2
    said = run("microsoft", "--code")
    assert f"Open {provider.url}/device and type the code ABCD-EFGH" in said
    assert waits == [1, 6, 6]  # told to slow down by five seconds
    assert sign_in.read_kept_token().access_token in provider.good


def test_a_code_that_is_refused(provider, monkeypatch):
    monkeypatch.setattr("time.sleep", lambda seconds: None)
    provider.denies = True
    with pytest.raises(CommandError, match="access_denied"):
        run("microsoft", "--code")


def test_google_gives_no_codes(provider):
    with pytest.raises(CommandError, match="--paste"):
        run("google", "--code")


def test_nobody_comes_back(provider, monkeypatch):
    monkeypatch.setattr(consent, "CONSENT_SECONDS", 0.3)
    with pytest.raises(CommandError, match="nobody came back"):
        run("google", terminal=Terminal(follows=False))


def test_a_second_time_the_registration_is_known(provider, monkeypatch):
    run("google")

    def never(text):
        raise AssertionError(text)

    monkeypatch.setattr(connect_mailbox, "getpass", never)
    monkeypatch.setattr("builtins.input", never)
    before = sign_in.read_kept_token()
    call_command("connect_mailbox", "google", "--address", ADDRESS, stdout=Terminal())
    assert sign_in.read_kept_token().refresh_token != before.refresh_token


@pytest.mark.parametrize("command", [["connect_mailbox", "google"], ["set_up"]])
def test_without_a_terminal_it_says_so(monkeypatch, command):
    def nobody(*args, **kwargs):
        raise EOFError

    monkeypatch.setattr("builtins.input", nobody)
    with pytest.raises(CommandError, match="in a terminal"):
        call_command(*command)
