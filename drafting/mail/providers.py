"""The mail providers that sign in by OAuth2: where they ask, what they grant, where their mail is.

From the providers' own pages on IMAP and SMTP with OAuth2.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from urllib.parse import quote

__all__ = ["PROVIDERS", "Provider"]


@dataclass(frozen=True, slots=True)
class Provider:
    """``redirect_host``: this machine, by the name under which the provider takes any port."""

    title: str
    authorize_url: str
    token_url: str
    scope: str
    redirect_host: str
    imap: str  # scheme and host; "{user}" is the address
    smtp: str
    device_url: str = ""  # "": it gives no codes to be typed on another machine
    asks_with: dict[str, str] = field(default_factory=dict)

    def imap_url(self, address: str) -> str:
        return f"{self.imap.format(user=quote(address, safe=''))}?auth=oauth2"

    def smtp_url(self, address: str) -> str:
        return f"{self.smtp.format(user=quote(address, safe=''))}?auth=oauth2"


_MICROSOFT = "https://login.microsoftonline.com/organizations/oauth2/v2.0"
PROVIDERS = {
    "google": Provider(
        title="Google Workspace",
        authorize_url="https://accounts.google.com/o/oauth2/v2/auth",
        token_url="https://oauth2.googleapis.com/token",  # noqa: S106 - an address
        scope="https://mail.google.com/",
        redirect_host="127.0.0.1",
        imap="imaps://{user}@imap.gmail.com",
        smtp="smtps://{user}@smtp.gmail.com",
        # Without both it gives no refresh token to an account that has agreed before.
        asks_with={"access_type": "offline", "prompt": "consent"},
    ),
    "microsoft": Provider(
        title="Microsoft 365",
        authorize_url=f"{_MICROSOFT}/authorize",
        token_url=f"{_MICROSOFT}/token",
        scope=(
            "https://outlook.office.com/IMAP.AccessAsUser.All"
            " https://outlook.office.com/SMTP.Send offline_access"
        ),
        redirect_host="localhost",
        imap="imaps://{user}@outlook.office365.com",
        smtp="smtp://{user}@smtp.office365.com",
        device_url=f"{_MICROSOFT}/devicecode",
    ),
}
