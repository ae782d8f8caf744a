"""Mail providers that sign in by OAuth2: where they ask, what they grant, where their mail is."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote


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


PROVIDERS = {
    name: Provider(**told)
    for name, told in tomllib.loads(
        Path(__file__).with_suffix(".toml").read_text(encoding="utf-8")
    ).items()
}
