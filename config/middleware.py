"""What is refused before any view sees it, and what a browser may do with an answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from csp.middleware import CSPMiddleware, PolicyParts
from django.conf import settings
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse, HttpResponseBase, QueryDict

NUL = "\x00"


class RefuseNulMiddleware:
    """No address and no form of the back office holds a NUL: PostgreSQL takes none, and none of
    ours has a use for it. Bodies of the API are read by their own parser, which says the field."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        # "%2500" is no NUL, and does not hold "%00" either.
        if NUL in request.path_info or "%00" in request.META.get("QUERY_STRING", ""):
            raise BadRequest("NUL characters are not allowed.")
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *view: Any) -> None:
        if not request.path.startswith("/api/") and _holds_nul(request.POST):
            raise BadRequest("NUL characters are not allowed.")


def _holds_nul(form: QueryDict) -> bool:
    return any(NUL in name or any(NUL in text for text in texts) for name, texts in form.lists())


class PolicyByPlaceMiddleware(CSPMiddleware):
    """The strict policy everywhere; what the admin's theme needs, under /admin/ alone."""

    def get_policy_parts(
        self, request: HttpRequest, response: HttpResponseBase, report_only: bool = False
    ) -> PolicyParts:
        parts = super().get_policy_parts(request, response, report_only)
        if request.path.startswith("/admin/") and not report_only:
            parts.config = settings.DESK_ADMIN_POLICY
        return parts
