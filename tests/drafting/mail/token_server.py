"""A provider on loopback: asks for consent, gives and renews tokens, and tells Dovecot which are
good; and an SMTP server that takes nothing but its tokens."""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult

from drafting.mail.sign_in import PROVIDERS
from tests.drafting.mail.servers import USER, Sink, free_port

CLIENT_ID, CLIENT_SECRET = "hotel-client", "hotel-secret"


@dataclass
class TokenServer:
    """``answers``: statuses that the next calls are answered with; ``pending``: so often a code
    has not been typed yet; ``rotates``: each renewal ends the refresh token before."""

    port: int
    lifetime_seconds: int = 3600
    rotates: bool = False
    pending: int = 0
    denies: bool = False
    answers: list[int] = field(default_factory=list)
    asked: Counter[str] = field(default_factory=Counter)  # by grant type
    good: set[str] = field(default_factory=set)
    given: list[str] = field(default_factory=list)  # every secret that ever left
    refresh_tokens: set[str] = field(default_factory=set)
    codes: dict[str, dict[str, str]] = field(default_factory=dict)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def expire(self) -> None:
        """Every access token ends, before its time."""
        self.good.clear()

    def revoke(self) -> None:
        """The owner takes the consent back."""
        self.expire()
        self.refresh_tokens.clear()

    def grant(self) -> dict[str, Any]:
        access, refresh = f"access-{secrets.token_hex(8)}", f"refresh-{secrets.token_hex(8)}"
        self.good.add(access)
        self.refresh_tokens.add(refresh)
        self.given += [access, refresh]
        return {
            "access_token": access, "refresh_token": refresh, "token_type": "Bearer",
            "expires_in": self.lifetime_seconds,
        }  # fmt: skip

    # --- what it answers: (status, value) ---

    def token(self, said: dict[str, str]) -> tuple[int, dict[str, Any]]:
        grant = said["grant_type"].rpartition(":")[2]
        self.asked[grant] += 1
        if self.answers:
            return self.answers.pop(0), {}
        if said.get("client_id") != CLIENT_ID or said.get("client_secret", CLIENT_SECRET) != (
            CLIENT_SECRET
        ):
            return 401, {"error": "invalid_client"}
        return getattr(self, f"_{grant}")(said)

    def _refresh_token(self, said: dict[str, str]) -> tuple[int, dict[str, Any]]:
        if said["refresh_token"] not in self.refresh_tokens:
            return 400, {"error": "invalid_grant", "error_description": said["refresh_token"]}
        answer = self.grant()
        if self.rotates:
            self.refresh_tokens.discard(said["refresh_token"])
        else:
            self.refresh_tokens.discard(answer.pop("refresh_token"))
        return 200, answer

    def _authorization_code(self, said: dict[str, str]) -> tuple[int, dict[str, Any]]:
        asked = self.codes.pop(said["code"], None)
        digest = hashlib.sha256(said["code_verifier"].encode()).digest()
        challenge = base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
        if (
            asked is None
            or asked["redirect_uri"] != said["redirect_uri"]
            or asked["code_challenge"] != challenge
        ):
            return 400, {"error": "invalid_grant"}
        return 200, self.grant()

    def _device_code(self, said: dict[str, str]) -> tuple[int, dict[str, Any]]:
        if self.denies:
            return 400, {"error": "access_denied"}
        if self.pending:
            self.pending -= 1
            return 400, {"error": "slow_down" if self.pending else "authorization_pending"}
        return 200, self.grant()

    def devicecode(self, said: dict[str, str]) -> tuple[int, dict[str, Any]]:
        return 200, {
            "device_code": "device", "user_code": "ABCD-EFGH", "interval": 1, "expires_in": 900,
            "verification_uri": f"{self.url}/device",
        }  # fmt: skip

    def introspect(self, said: dict[str, str]) -> tuple[int, dict[str, Any]]:
        return 200, {"active": said["token"] in self.good, "username": USER}

    def authorize(self, asked: dict[str, str]) -> str:
        """Where the browser is sent to, once its owner has said yes or no."""
        code = secrets.token_hex(4)
        self.codes[code] = asked
        said = {"error": "access_denied"} if self.denies else {"code": code}
        return f"{asked['redirect_uri']}/?{urlencode(said | {'state': asked['state']})}"


def _one(query: str) -> dict[str, str]:
    return {name: values[-1] for name, values in parse_qs(query).items()}


@contextmanager
def token_server() -> Iterator[TokenServer]:
    provider = TokenServer(free_port())

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            parts = urlsplit(self.path)
            self.send_response(302)
            self.send_header("Location", provider.authorize(_one(parts.query)))
            self.end_headers()

        def do_POST(self) -> None:
            length = int(self.headers.get("Content-Length", 0))
            said = _one(self.rfile.read(length).decode())
            status, value = getattr(provider, self.path.strip("/"))(said)
            body = json.dumps(value).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", provider.port), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield provider
    finally:
        server.shutdown()
        server.server_close()


def stand_in_for(monkeypatch: Any, provider: TokenServer) -> None:
    """Both providers' addresses become those of this one."""
    for name, place in PROVIDERS.items():
        there = replace(
            place,
            authorize_url=f"{provider.url}/authorize",
            token_url=f"{provider.url}/token",
            device_url=place.device_url and f"{provider.url}/devicecode",
        )
        monkeypatch.setitem(PROVIDERS, name, there)


@dataclass
class TokenSink(Sink):
    """Takes mail only from who shows a good token; explains its no, as the providers do."""

    tokens: TokenServer | None = None

    async def _judge(self, server: Any, args: list[bytes]) -> AuthResult:
        said = base64.b64decode(args[1]).decode()
        token = said.partition("auth=Bearer ")[2].rstrip("\1")
        if token in self.tokens.good and f"{USER}\1" in said.replace(f"a={USER},", f"{USER}\1"):
            return AuthResult(success=True)
        self.heard = await server.challenge_auth('{"status":"invalid_token"}')
        return AuthResult(success=False, handled=False)

    auth_XOAUTH2 = _judge  # noqa: N815 - aiosmtpd's names
    auth_OAUTHBEARER = _judge  # noqa: N815


@contextmanager
def token_smtp(tokens: TokenServer, mechanism: str) -> Iterator[tuple[TokenSink, int]]:
    """An SMTP server on 127.0.0.1 that offers this mechanism and a password's."""
    sink, port = TokenSink(tokens=tokens), free_port()
    others = {"XOAUTH2", "OAUTHBEARER"} - {mechanism}
    controller = Controller(
        sink, port=port, hostname="127.0.0.1", auth_required=True, auth_require_tls=False,
        auth_exclude_mechanism=others,
    )  # fmt: skip
    controller.start()
    try:
        yield sink, port
    finally:
        controller.stop()
