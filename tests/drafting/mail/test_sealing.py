"""The kept token under DESK_MAILBOX_KEY: nothing of it can be read without the key."""

from __future__ import annotations

import time

import pytest
from django.core.exceptions import ImproperlyConfigured

from config.env import read_environment
from drafting.mail import sign_in
from drafting.mail.models import MailSettings
from drafting.mail.sign_in import SealedError
from drafting.management.commands.connect_mailbox import _kept
from tests.drafting.mail.token_server import token_server

pytestmark = pytest.mark.django_db
KEY, OTHER = "k" * 32, "o" * 40
SECRETS = ("refresh-me", "access-me", "hotel-secret")
TOKEN = sign_in.MailboxToken(
    provider="google", address="desk@x.org", token_url="http://127.0.0.1:9/token",
    client_id="hotel-client", client_secret=SECRETS[2], refresh_token=SECRETS[0],
    access_token=SECRETS[1], expires_at=time.time() + 3600,
)  # fmt: skip


@pytest.fixture(autouse=True)
def path(settings, tmp_path):
    settings.DESK_MAILBOX_KEY = KEY
    settings.DESK_MAILBOX_TOKEN = tmp_path / "mailbox_token.json"
    return settings.DESK_MAILBOX_TOKEN


def test_the_file_holds_nothing_to_be_read(path):
    sign_in.keep_token(TOKEN)
    assert sign_in.read_kept_token() == TOKEN and sign_in.read_access_token() == SECRETS[1]
    assert not any(secret.encode() in path.read_bytes() for secret in (*SECRETS, "desk@x.org"))
    assert path.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("key", [OTHER, ""])
def test_another_key_waits_and_asks_for_no_new_consent(settings, key):
    """The other processes have the right one and go on."""
    sign_in.keep_token(TOKEN)
    settings.DESK_MAILBOX_KEY = key
    with pytest.raises(SealedError, match="DESK_MAILBOX_KEY") as error:
        sign_in.read_access_token()
    assert not any(secret in str(error.value) for secret in SECRETS)
    assert not sign_in.is_sign_in_needed() and not MailSettings.objects.exists()
    assert _kept("google") is None  # connecting it anew asks for everything


def test_a_spoilt_file_is_no_consent_that_ended(path):
    sign_in.keep_token(TOKEN)
    path.write_bytes(path.read_bytes()[:-9])
    with pytest.raises(SealedError):
        sign_in.read_access_token()


def test_a_file_from_before_is_read_and_sealed_with_the_next_renewal(settings, path):
    settings.DESK_MAILBOX_KEY = ""
    with token_server() as provider:
        answer = provider.grant()
        kept = TOKEN.model_copy(update={"token_url": f"{provider.url}/token"})
        sign_in.keep_token(kept.answered_with(answer).model_copy(update={"expires_at": 0}))
        assert path.read_bytes().startswith(b"{")
        settings.DESK_MAILBOX_KEY = KEY
        assert sign_in.read_access_token() in provider.good
    assert not path.read_bytes().startswith(b"{")
    assert sign_in.read_kept_token().refresh_token == answer["refresh_token"]


def test_a_short_key_is_refused_without_being_said(monkeypatch):
    monkeypatch.setenv("DESK_MAILBOX_KEY", "too-short")
    with pytest.raises(ImproperlyConfigured, match="DESK_MAILBOX_KEY") as error:
        read_environment()
    assert "too-short" not in str(error.value)
