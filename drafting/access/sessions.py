"""Sessions of the back office: they end when idle or old, and can be listed and ended.

What a list needs stands in the session's own data, renewed once a minute: no table, and no write
for most requests. A session's key opens the desk, so it is shown to nobody; a keyed hash names it.
"""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from django.conf import settings
from django.contrib.auth import SESSION_KEY, get_user_model, logout
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.deprecation import MiddlewareMixin

from config.errors import DomainError
from drafting.access.requests import client_address

RENEWED_SECONDS = 60
POLL_HEADER = "X-Desk-Poll"  # a page that asks by itself: nobody sits there for certain
MAX_BROWSER_CHARACTERS = 150


class SessionLimitMiddleware(MiddlewareMixin):
    """Ends a session that is too old, and notes when and where from it was last used.

    The idle limit is the cookie's age: writing the note renews it."""

    def process_request(self, request: HttpRequest) -> None:
        # Agents send no cookie: nothing is read for them.
        if settings.SESSION_COOKIE_NAME in request.COOKIES and SESSION_KEY in request.session:
            _note_use(request)


def _note_use(request: HttpRequest) -> None:
    session, now = request.session, int(timezone.now().timestamp())
    if now - session.get("started_at", now) > settings.DESK_SESSION_HOURS * 3600:
        logout(request)
    elif POLL_HEADER not in request.headers and now - session.get("seen_at", 0) >= RENEWED_SECONDS:
        session.setdefault("started_at", now)
        session["seen_at"] = now
        session["address"] = client_address(request) or ""
        session["browser"] = request.headers.get("User-Agent", "")[:MAX_BROWSER_CHARACTERS]


def list_sessions(*, viewer: User, current_key: str) -> list[dict[str, Any]]:
    """Who is logged in, the last seen first: everybody for a superuser, else the viewer alone.

    ``name``: a keyed hash of the session's key; ``started_at``, ``seen_at``: None where not noted.
    """
    names = dict(get_user_model().objects.values_list("pk", "username"))
    found = [
        {
            "name": _name_of(session.session_key),
            "username": names.get(int(data[SESSION_KEY]), "–"),
            "started_at": _time(data.get("started_at")),
            "seen_at": _time(data.get("seen_at")),
            "address": data.get("address", ""),
            "browser": data.get("browser", ""),
            "is_this": session.session_key == current_key,
        }
        for session, data in _open_sessions(viewer)
    ]
    return sorted(found, key=lambda each: each["seen_at"] or datetime.min.replace(tzinfo=UTC))[::-1]


def end_session(*, name: str, by: User) -> None:
    """Logs a browser out at its next request. Raises not_found, also for what is not theirs."""
    for session, _ in _open_sessions(by):
        if constant_time_compare(_name_of(session.session_key), name):
            session.delete()
            return
    raise DomainError("not_found", "This session has ended already.")


def _open_sessions(viewer: User) -> Iterator[tuple[Session, dict[str, Any]]]:
    """Those that the viewer may see, each with its data."""
    for session in Session.objects.filter(expire_date__gt=timezone.now()):
        data = session.get_decoded()
        owner = data.get(SESSION_KEY)
        if owner is not None and (viewer.is_superuser or str(owner) == str(viewer.pk)):
            yield session, data


def _name_of(session_key: str) -> str:
    return salted_hmac("drafting.session", session_key, algorithm="sha256").hexdigest()[:32]


def _time(seconds: int | None) -> datetime | None:
    return datetime.fromtimestamp(seconds, tz=UTC) if seconds else None
