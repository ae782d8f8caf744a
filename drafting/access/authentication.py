"""Authentication and rights: an agent by its key, staff by the admin's session.
Scopes are for agents, Django permissions for staff. What no view has allowed is refused.

A view says:

``required_scope``        the scope an agent's key needs (None: any key). Must be there.
``agents_forbidden``      True: no agent, whatever its scopes (a person decides).
``view_permission``       ``app.codename`` that staff need to read; without it staff may not.
``required_permission``   ``app.codename`` that staff need for anything else; without it they may
                          not write here.
"""

from dataclasses import dataclass
from typing import Any, ClassVar

from django.contrib.auth.backends import ModelBackend
from django.db import connection
from rest_framework.authentication import BaseAuthentication, SessionAuthentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request
from simple_history.models import HistoricalRecords

from drafting.access.keys import find_usable_key, mark_key_used
from drafting.access.models import AgentKey
from drafting.access.requests import refuse_flood


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
    """The admin's session, with CSRF protection, for active members of staff only.
    SecondFactorMiddleware has refused whoever lacks the second factor."""

    def authenticate(self, request: Request) -> tuple[Any, None] | None:
        user = getattr(request._request, "user", None)
        if user is None or not (user.is_active and user.is_staff):
            return None
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
        self.message = f"The key lacks the scope {scope}."
        return scope is None or scope in user.scopes


_RIGHTS = """
    SELECT kind.app_label, own.codename FROM auth_permission own
    JOIN django_content_type kind ON kind.id = own.content_type_id
    WHERE own.id IN (
        SELECT permission_id FROM auth_user_user_permissions WHERE user_id = %s
        UNION ALL
        SELECT given.permission_id FROM auth_group_permissions given
        JOIN auth_user_groups member ON member.group_id = given.group_id WHERE member.user_id = %s)
"""


class RightsBackend(ModelBackend):
    """A person's rights by one short query in place of two that take Django longer to write than
    the database to answer: every page asks for them, and every open page every few seconds. Stands
    before Django's own backend, which logs people in and finds their rights read already."""

    def authenticate(self, *args: Any, **kwargs: Any) -> None:
        return None

    def get_all_permissions(self, user_obj: Any, obj: Any = None) -> set[str]:
        if not user_obj.is_active or user_obj.is_superuser or obj is not None:
            return super().get_all_permissions(user_obj, obj)
        if not hasattr(user_obj, "_perm_cache"):
            with connection.cursor() as cursor:
                cursor.execute(_RIGHTS, [user_obj.pk, user_obj.pk])
                user_obj._perm_cache = {f"{app}.{name}" for app, name in cursor.fetchall()}
        return user_obj._perm_cache
