"""What a caller may do: scopes for agents, Django permissions for staff. What no view has said is
refused.

A view says:

``required_scope``        the scope an agent's key needs (None: any key). Must be there.
``agents_forbidden``      True: no agent, whatever its scopes (a person decides).
``view_permission``       ``app.codename`` that staff need to read; without it staff may not.
``required_permission``   ``app.codename`` that staff need for anything else; without it they may
                          not write here.
"""

from typing import Any

from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from drafting.access.throttling import refuse_flood


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
