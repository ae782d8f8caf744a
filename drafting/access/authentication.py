"""Who is calling, an agent by its key or a member of staff by the admin's session, and what they
may do: scopes for agents, Django permissions for staff. What no view has said is refused.

A view says:

``required_scope``        the scope an agent's key needs (None: any key). Must be there.
``agents_forbidden``      True: no agent, whatever its scopes (a person decides).
``view_permission``       ``app.codename`` that staff need to read; without it staff may not.
``required_permission``   ``app.codename`` that staff need for anything else; without it they may
                          not write here.
"""

from dataclasses import dataclass
from typing import Any, ClassVar

from rest_framework.authentication import BaseAuthentication, SessionAuthentication
from rest_framework.exceptions import AuthenticationFailed, PermissionDenied
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request
from simple_history.models import HistoricalRecords

from drafting.access.keys import find_usable_key, mark_key_used
from drafting.access.models import AgentKey
from drafting.access.second_factor import lacks_second_factor
from drafting.access.throttling import refuse_flood


@dataclass(frozen=True, slots=True)
class AgentPrincipal:
    """The agent behind a request, as ``request.user``. Its name in events is ``prefix``."""

    prefix: str
    source: str
    scopes: frozenset[str]

    is_authenticated: ClassVar[bool] = True
    is_agent: ClassVar[bool] = True
    is_staff: ClassVar[bool] = False

    def __str__(self) -> str:
        return self.prefix

    def has_perm(self, perm: str, obj: Any = None) -> bool:
        """Agents have scopes; no permission of a person is ever theirs."""
        return False


class AgentKeyAuthentication(BaseAuthentication):
    """``Authorization: Bearer KEY``: one query. Every key that does not hold gets one answer."""

    def authenticate(self, request: Request) -> tuple[AgentPrincipal, AgentKey] | None:
        scheme, _, secret = request.META.get("HTTP_AUTHORIZATION", "").partition(" ")
        if scheme.lower() != "bearer":
            return None
        key = find_usable_key(secret.strip())
        if key is None:
            refuse_flood(request)
            raise AuthenticationFailed("Send a valid agent key: Authorization: Bearer KEY.")
        mark_key_used(key=key)
        # DRF puts the principal on Django's request, from which simple-history would take it as a
        # row of the user table. What an agent's call writes has no person; the reason says who.
        HistoricalRecords.context.request = None
        return AgentPrincipal(key.prefix, key.source, frozenset(key.scopes)), key

    def authenticate_header(self, request: Request) -> str:
        return 'Bearer realm="draftdesk"'


class StaffSessionAuthentication(SessionAuthentication):
    """The admin's session, with CSRF protection, for active members of staff only."""

    def authenticate(self, request: Request) -> tuple[Any, None] | None:
        user = getattr(request._request, "user", None)
        if user is None or not (user.is_active and user.is_staff):
            return None
        if lacks_second_factor(request._request):
            raise PermissionDenied("Enter your second factor in the back office first.")
        self.enforce_csrf(request)
        return user, None


class HasScope(BasePermission):
    """An agent with the view's scope, or a member of staff with the view's permission."""

    message = "This key or account may not do that."

    def has_permission(self, request: Request, view: Any) -> bool:
        user: Any = request.user
        if not user or not user.is_authenticated:
            refuse_flood(request)
            return False
        # Closed and loud: a view that names no scope must not be open to every key.
        scope: str | None = view.required_scope
        if not getattr(user, "is_agent", False):
            is_reading = request.method in SAFE_METHODS
            wanted = getattr(view, "view_permission" if is_reading else "required_permission", None)
            return wanted is not None and bool(user.has_perm(wanted))
        if getattr(view, "agents_forbidden", False):
            self.message = "A person decides this, in the back office."
            return False
        return scope is None or scope in user.scopes
