"""Refuses NUL characters before any view, and sets the content security policy of answers."""

from collections.abc import Iterable
from typing import Any

from csp.middleware import CSPMiddleware, PolicyParts
from django.conf import settings
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponseBase, QueryDict
from django.utils.deprecation import MiddlewareMixin

NUL = "\x00"


class NulError(BadRequest):
    """``fields``: what an address names with a NUL in it, for the API's answer."""

    def __init__(self, names: Iterable[str] = ()) -> None:
        super().__init__("NUL characters are not allowed.")
        self.fields = {name: [str(self)] for name in names}


class RefuseNulMiddleware(MiddlewareMixin):
    """No address and no form of the back office holds a NUL: PostgreSQL takes none, and none of
    ours has a use for it. Bodies of the API are read by their own parser, which says the field."""

    def process_request(self, request: HttpRequest) -> None:
        # "%2500" is no NUL, and does not hold "%00" either.
        if NUL in request.path_info or "%00" in request.META.get("QUERY_STRING", ""):
            raise NulError(_names_with_nul(request.GET) or ["path"])

    def process_view(self, request: HttpRequest, *view: Any) -> None:
        if not request.path.startswith("/api/") and _names_with_nul(request.POST):
            raise NulError


def _names_with_nul(query: QueryDict) -> list[str]:
    return [name for name, texts in query.lists() if NUL in "".join((name, *texts))]


class PolicyByPlaceMiddleware(CSPMiddleware):
    """The strict policy everywhere; what the admin's theme needs, under /admin/ alone."""

    def get_policy_parts(
        self, request: HttpRequest, response: HttpResponseBase, report_only: bool = False
    ) -> PolicyParts:
        parts = super().get_policy_parts(request, response, report_only)
        if request.path.startswith("/admin/") and not report_only:
            parts.config = settings.DESK_ADMIN_POLICY
        return parts
