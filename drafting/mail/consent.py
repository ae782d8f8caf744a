"""Gets a provider's consent to the mailbox: a person signs in to it in a browser.

In the browser of this machine, which the provider sends back to it; in another one, whose address
line is pasted here; or with a code that is typed on any device.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

from authlib.common.errors import AuthlibBaseError  # type: ignore[import-untyped]
from authlib.common.security import generate_token  # type: ignore[import-untyped]
from authlib.integrations.base_client import OAuthError  # type: ignore[import-untyped]

from config.errors import DomainError
from drafting.mail.sign_in import PROVIDERS, MailboxToken

CONSENT_SECONDS = 600  # a person finds password and second factor
_DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code"  # RFC 8628
_SLOW_DOWN_SECONDS = 5
_WAITS = frozenset({"authorization_pending", "slow_down"})
_DONE = (
    b"<!doctype html><title>Draftdesk</title><p>You may close this page and go on in the terminal."
)

_PASTE = "The browser ends at a page that cannot be shown. Paste its whole address here: "

Ask = Callable[[str], str]
Say = Callable[[str], object]


def consent_in_browser(client: MailboxToken, *, say: Say, ask: Ask | None = None) -> MailboxToken:
    """``ask``: for the address that the browser ended at; without it this machine is sent back to.

    Raises DomainError ``conflict`` where no consent came of it, OSError where nobody answered.
    """
    place = PROVIDERS[client.provider]
    options = {"scope": place.scope, "code_challenge_method": "S256"}
    # Port 0 is any free one; where the address is pasted nobody has to listen there.
    with _Returned(("127.0.0.1", 0), _Handler) as returned, _asking():
        redirect = f"http://{place.redirect_host}:{returned.server_port}"
        with client.token_server(redirect_uri=redirect, **options) as server:
            verifier = generate_token(64)
            url, state = server.create_authorization_url(
                place.authorize_url,
                code_verifier=verifier,
                login_hint=client.address,
                **place.asks_with,
            )
            say(f"Open this address and sign in as {client.address}:\n\n{url}\n")
            landed = ask(_PASTE).strip() if ask else returned.wait()
            said = {name: values[-1] for name, values in parse_qs(urlsplit(landed).query).items()}
            if "error" in said:
                raise OAuthError(said["error"])
            if "code" not in said:
                raise DomainError("conflict", "No consent: the address holds no code.")
            answer = server.fetch_token(
                client.token_url, authorization_response=landed, state=state, code_verifier=verifier
            )
            return _granted(client, answer)


def consent_by_code(
    client: MailboxToken, *, say: Say, wait: Callable[[float], object]
) -> MailboxToken:
    """With a code that a person types on any device (RFC 8628)."""
    place = PROVIDERS[client.provider]
    with _asking(), client.token_server(scope=place.scope) as server:
        asked = server.post(
            place.device_url,
            data={"client_id": client.client_id, "scope": place.scope},
            withhold_token=True,
        ).json()
        if "device_code" not in asked:
            raise DomainError("conflict", f"No code was given: {asked.get('error', 'no reason')}.")
        say(f"Open {asked['verification_uri']} and type the code {asked['user_code']}")
        seconds = float(asked.get("interval", _SLOW_DOWN_SECONDS))
        until = time.monotonic() + min(float(asked.get("expires_in", 900)), CONSENT_SECONDS)
        while True:
            wait(seconds)
            try:
                answer = server.fetch_token(
                    client.token_url,
                    grant_type=_DEVICE_GRANT,
                    device_code=asked["device_code"],
                    client_id=client.client_id,
                )
                return _granted(client, answer)
            except OAuthError as error:
                if error.error not in _WAITS or time.monotonic() > until:
                    raise
                seconds += _SLOW_DOWN_SECONDS if error.error == "slow_down" else 0


@contextmanager
def _asking() -> Iterator[None]:
    """What the provider refuses is said in a word of the desk."""
    try:
        yield
    except (AuthlibBaseError, ValueError) as error:  # ValueError: no address, or no JSON
        said = getattr(error, "error", "") or type(error).__name__
        raise DomainError("conflict", f"No consent: {said}.") from None


def _granted(client: MailboxToken, answer: dict[str, Any]) -> MailboxToken:
    if not answer.get("refresh_token") or not answer.get("access_token"):
        raise DomainError(
            "conflict", "The provider gave no refresh token: the consent would end in an hour."
        )
    return client.answered_with(answer)


class _Returned(HTTPServer):
    """Waits for the browser that the provider sends back, and for nothing else."""

    path = ""

    def wait(self) -> str:
        until = time.monotonic() + CONSENT_SECONDS
        while not self.path and (left := until - time.monotonic()) > 0:
            self.timeout = left
            self.handle_request()
        if not self.path:
            raise DomainError("conflict", "No consent: nobody came back from the provider.")
        return f"http://localhost{self.path}"


class _Handler(BaseHTTPRequestHandler):
    server: _Returned
    timeout = 10  # seconds for one request

    def do_GET(self) -> None:
        query = parse_qs(urlsplit(self.path).query)
        if "code" not in query and "error" not in query:  # a browser asks for an icon, too
            self.send_error(404)
            return
        self.server.path = self.path
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write(_DONE)

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing: its line would hold the code."""
