"""Mail servers as one URL each, taken apart and checked: nothing but TLS leaves this machine."""

import re
from dataclasses import dataclass
from email.utils import getaddresses
from typing import Literal
from urllib.parse import parse_qs, unquote, urlsplit

Security = Literal["tls", "starttls", "none"]
_LOOPBACK = frozenset({"127.0.0.1", "::1", "localhost"})
_ADDRESS = re.compile(r"[^\s<>\"(),:;@\[\]]{1,64}@[^\s<>\"(),:;@]{1,255}")


@dataclass(frozen=True, slots=True)
class MailServer:
    """Where a server is, how the connection is protected, and who logs in."""

    host: str
    port: int
    security: Security
    username: str = ""
    password: str = ""
    inbox: str = "INBOX"
    sent: str = ""  # "": the folder that the server marks as Sent
    takes_token: bool = False  # signs in with OAuth2, by what connect_mailbox keeps

    @property
    def account(self) -> str:
        """The mailbox, as another one has another name."""
        return f"{self.username}@{self.host}:{self.port}"


def read_imap_url(url: str) -> MailServer:
    """``imaps://user:password@host[:993][/INBOX][?sent=Sent]``, or ``imap://…`` with STARTTLS
    (plain on this machine); ``imaps://user@host?auth=oauth2`` for a connected mailbox. Raises
    ValueError."""
    return _read(url, {"imaps": ("tls", 993), "imap": ("starttls", 143)})


def read_smtp_url(url: str) -> MailServer:
    """``smtps://user:password@host[:465]``, or ``smtp://…[:587]`` with STARTTLS (plain on this
    machine); ``smtps://user@host?auth=oauth2`` for a connected mailbox. Raises ValueError."""
    return _read(url, {"smtps": ("tls", 465), "smtp": ("starttls", 587)})


def read_address(text: str) -> tuple[str, str]:
    """``(name, address)`` of ``Name <address>``; the address in lower case.

    Raises ValueError unless it holds exactly one address on one line.
    """
    found = getaddresses([text])
    name, address = found[0] if len(found) == 1 else ("", "")
    if "\n" in text or "\r" in text or not _ADDRESS.fullmatch(address):
        raise ValueError(f"'{text}' is no mail address")
    return name, address.lower()


def _read(url: str, schemes: dict[str, tuple[Security, int]]) -> MailServer:
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise ValueError(f"it is no URL ({error})") from None
    if parts.scheme not in schemes or not parts.hostname:
        wanted = " or ".join(f"{scheme}://user:password@host" for scheme in schemes)
        raise ValueError(f"write it as {wanted}")
    security, default_port = schemes[parts.scheme]
    if security == "starttls" and parts.hostname in _LOOPBACK:
        security = "none"  # nothing leaves this machine
    options = {name: values[-1] for name, values in parse_qs(parts.query).items()}
    if set(options) - {"sent", "auth"} or options.get("auth", "oauth2") != "oauth2":
        raise ValueError("after the ? only sent=FOLDER and auth=oauth2 are known")
    takes_token = "auth" in options
    if takes_token and (parts.password or not parts.username):
        raise ValueError("with auth=oauth2 it needs a user and no password")
    return MailServer(
        host=parts.hostname,
        port=port or default_port,
        security=security,
        username=unquote(parts.username or ""),
        password=unquote(parts.password or ""),
        inbox=unquote(parts.path.strip("/")) or "INBOX",
        sent=options.get("sent", ""),
        takes_token=takes_token,
    )
