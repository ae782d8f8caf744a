"""Signs in to the mailbox with OAuth2, renews the token, and tells when the consent has ended.

The file holds what opens the mailbox: mode 600, never in the database, so in no dump or backup.
Processes that renew at once take turns at its lock, and the second finds what the first was given.
"""

from __future__ import annotations

import fcntl
import os
import time
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import quote

import structlog
from authlib.integrations.base_client import OAuthError  # type: ignore[import-untyped]
from authlib.integrations.requests_client import OAuth2Session  # type: ignore[import-untyped]
from cryptography.fernet import Fernet, InvalidToken
from django.conf import settings
from django.utils import timezone
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from config.mail_urls import MailServer
from drafting.mail.models import MailSettings
from drafting.mail.pausing import mark_desk
from drafting.tables import table_beside

TOKEN_SERVER_SECONDS = 5
# A token that ends sooner could end between the sign-in and the work.
LEAST_LIFE_SECONDS = 60
# What a token server answers when only a person can mend it (RFC 6749, 5.2; OpenID Connect).
_ENDED = frozenset(
    {
        *("invalid_grant", "invalid_client", "unauthorized_client"),
        *("interaction_required", "consent_required", "login_required"),
    }
)
_NEEDED = "sign_in_needed_at"
T = TypeVar("T")
logger = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Provider:
    """Where a mail provider asks for consent, what it grants, and where its mail is.

    ``redirect_host``: this machine, by the name under which the provider takes any port.
    """

    title: str
    authorize_url: str
    token_url: str
    scope: str
    redirect_host: str
    imap: str  # scheme and host; "{user}" is the address
    smtp: str
    device_url: str = ""  # "": it gives no codes to be typed on another machine
    asks_with: dict[str, str] = field(default_factory=dict)

    def urls(self, address: str) -> dict[str, str]:
        """Of the servers, by the variable that names each."""
        places = {"DESK_IMAP_URL": self.imap, "DESK_SMTP_URL": self.smtp}
        user = quote(address, safe="")
        return {name: f"{url.format(user=user)}?auth=oauth2" for name, url in places.items()}


PROVIDERS = {
    name: Provider(**told) for name, told in table_beside(__file__, "providers.toml").items()
}


class SignInNeededError(OSError):
    """Only a person can go on: by ``manage.py connect_mailbox``."""

    def __init__(self) -> None:
        super().__init__(
            "The mailbox's consent has ended: run manage.py connect_mailbox google (or microsoft)."
        )


class TokenServerError(OSError):
    """The token server did not say what was asked for; later it may."""


class TokenRefusedError(OSError):
    """The mail server did not take the token."""


class MailboxToken(BaseModel):
    """What the file holds: the hotel's own registration with the provider, and what was granted.
    ``expires_at``: seconds since 1970."""

    model_config = ConfigDict(frozen=True)

    provider: str  # a key of PROVIDERS
    address: str
    token_url: str
    client_id: str
    client_secret: str = Field(default="", repr=False)
    refresh_token: str = Field(default="", repr=False)
    access_token: str = Field(default="", repr=False)
    expires_at: float = 0

    def token_server(self, **options: Any) -> OAuth2Session:
        """A session of the kept library, to be used in a ``with``."""
        return OAuth2Session(
            self.client_id,
            self.client_secret or None,
            token_endpoint_auth_method="client_secret_post" if self.client_secret else "none",
            default_timeout=TOKEN_SERVER_SECONDS,
            **options,
        )

    def answered_with(self, answer: dict[str, Any]) -> MailboxToken:
        """The same after an answer of the token server, which may have changed both tokens."""
        return self.model_copy(
            update={
                "access_token": str(answer["access_token"]),
                "refresh_token": str(answer.get("refresh_token") or self.refresh_token),
                "expires_at": time.time() + int(answer.get("expires_in") or 3600),
            }
        )


def with_access_token(step: Callable[[str], T]) -> T:
    """``step`` with an access token; once more with a new one where the mail server refuses the
    first (TokenRefusedError), which may have ended before its time.

    Raises SignInNeededError where only a person can go on, OSError where a server does not answer.
    """
    token = read_access_token()
    try:
        return step(token)
    except TokenRefusedError:
        return step(read_access_token(refused=token))


def read_access_token(*, refused: str = "") -> str:
    """A token that lives for a minute or more and is not ``refused``; renewed where it must be.

    A consent that has ended is asked for no more until somebody connects the mailbox again.
    """
    with _locked():
        if is_sign_in_needed():
            raise SignInNeededError
        kept = read_kept_token()
        if kept is None:
            raise need_sign_in(reason="no token is kept")
        if kept.access_token == refused or kept.expires_at - time.time() < LEAST_LIFE_SECONDS:
            kept = _renew(kept)
            _write(kept)
        return kept.access_token


def keep_token(token: MailboxToken) -> None:
    """From here on the mailbox is connected by this token."""
    with _locked():
        _write(token)
        mark_desk(_NEEDED, None, reason=f"connected with {token.provider}")


def read_kept_token() -> MailboxToken | None:
    """None where there is none. Raises SealedError where it was sealed by another key."""
    try:
        return MailboxToken.model_validate_json(
            _unsealed(Path(settings.DESK_MAILBOX_TOKEN).read_bytes())
        )
    except (FileNotFoundError, ValidationError):  # the error's text would hold what it read
        return None


def _renew(kept: MailboxToken) -> MailboxToken:
    try:
        with kept.token_server() as server:
            answer = server.refresh_token(kept.token_url, refresh_token=kept.refresh_token)
        return kept.answered_with(answer)
    except OAuthError as error:
        if error.error in _ENDED:
            raise need_sign_in(reason=f"the token server said {error.error}") from None
        raise TokenServerError(f"The token server said {error.error}.") from None
    except (KeyError, ValueError) as error:
        # requests' own errors are OSErrors, some of them ValueErrors too: where it is not reached.
        raise TokenServerError(f"No token was given: {type(error).__name__}.") from None


def sasl(offered: str, server: MailServer, token: str) -> tuple[str, Callable[..., str]]:
    """The mechanism to sign in with, of those that the server offers, and what it is told: the
    token, and where it explains its no, that it was heard.

    XOAUTH2 is what both providers document; OAUTHBEARER (RFC 7628) the standard's own.
    """
    names = offered.upper().replace("AUTH=", " ").split()
    if "XOAUTH2" in names:
        mechanism, heard = "XOAUTH2", ""
        first = f"user={server.username}\1auth=Bearer {token}\1\1"
    elif "OAUTHBEARER" in names:
        mechanism, heard = "OAUTHBEARER", "\1"
        name = server.username.replace("=", "=3D").replace(",", "=2C")
        place = f"host={server.host}\1port={server.port}"
        first = f"n,a={name},\1{place}\1auth=Bearer {token}\1\1"
    else:
        raise TokenRefusedError("The mail server offers no sign-in with OAuth2.")
    return mechanism, lambda challenge=None: heard if challenge else first


def is_sign_in_needed(server: MailServer | None = None) -> bool:
    """Whether a consent has ended; with a server: and that server is signed in to by it."""
    if server is not None and not server.takes_token:
        return False
    return MailSettings.objects.filter(sign_in_needed_at__isnull=False).exists()


def describe_sign_in() -> str:
    """The notice for people; "" where nothing is amiss."""
    since = MailSettings.objects.values_list("sign_in_needed_at", flat=True).first()
    if since is None:
        return ""
    day = timezone.localtime(since).strftime("%d %B, %H:%M")
    return (
        f"Since {day} the mailbox takes no sign-in: its consent has ended. No mail is lost; it"
        " waits, in and out, until whoever runs the server has connected the mailbox anew."
    )


def need_sign_in(*, reason: str) -> SignInNeededError:
    """What to raise, once it is written down that only a person can go on."""
    logger.warning("mailbox_sign_in_needed", reason=reason)
    mark_desk(_NEEDED, timezone.now(), reason=reason)
    return SignInNeededError()


@contextmanager
def _locked() -> Iterator[None]:
    """One process at a time; the lock ends with its process."""
    path = Path(settings.DESK_MAILBOX_TOKEN)
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(path.with_name(f"{path.name}.lock"), "a", opener=_opened) as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _opened(name: str, flags: int) -> int:
    return os.open(name, flags, 0o600)


def _write(token: MailboxToken) -> None:
    """Whole or not at all: a provider may have ended the old refresh token with its answer."""
    path = Path(settings.DESK_MAILBOX_TOKEN)
    draft = path.with_name(f"{path.name}.new")
    draft.unlink(missing_ok=True)
    data, box = token.model_dump_json().encode(), _box()
    with open(draft, "xb", opener=_opened) as file:
        file.write(box.encrypt(data) if box else data)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)


class SealedError(OSError):
    """It was sealed by another key, or spoilt: nobody but who has the key can go on."""

    def __init__(self) -> None:
        super().__init__(
            "What opens the mailbox was kept with another DESK_MAILBOX_KEY than this process has."
        )


def _unsealed(data: bytes) -> bytes:
    """What was kept before there was a key is read as it is, and sealed when it is next written."""
    if data.startswith(b"{"):
        return data
    if (box := _box()) is None:
        raise SealedError
    try:
        return box.decrypt(data)
    except InvalidToken:
        raise SealedError from None


def _box() -> Fernet | None:
    """The key has 32 characters or more of chance, so one hash makes of it what Fernet takes."""
    key = settings.DESK_MAILBOX_KEY
    return Fernet(urlsafe_b64encode(sha256(key.encode()).digest())) if key else None
