"""Refuses what no caller of ours writes before any view, and sets the content security policy of
answers."""

import codecs
from collections.abc import Iterable
from typing import Any
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from csp.middleware import CSPMiddleware, PolicyParts
from django.conf import settings
from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponseBase, QueryDict
from django.utils.deprecation import MiddlewareMixin
from django.utils.http import parse_header_parameters

NUL = "\x00"
LARGEST_KEY = 2**63 - 1
NO_NUL = "NUL characters are not allowed."
NOT_UTF_8 = "not/utf-8"


def refusing_encodings(application: WSGIApplication) -> WSGIApplication:
    """``application`` with every content type that it cannot read as UTF-8 called NOT_UTF_8, which
    RefuseMiddleware refuses. Django reads the address in whatever encoding a caller names, while
    it makes the request: of what fails there the server logs the whole address."""

    def answer(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if not _is_utf_8(environ.get("CONTENT_TYPE", "")):
            environ["CONTENT_TYPE"] = NOT_UTF_8
        return application(environ, start_response)

    return answer


def _is_utf_8(content_type: str) -> bool:
    try:
        charset = parse_header_parameters(content_type)[1].get("charset", "utf-8")
        return codecs.lookup(charset).name in ("utf-8", "ascii")
    except (LookupError, ValueError):
        return False


class RefusedError(BadRequest):
    """``fields``: the parts of a call that hold what is refused, for the API's answer."""

    def __init__(self, said: str, names: Iterable[str] = ()) -> None:
        super().__init__(said)
        self.fields = {name: [said] for name in names}


class RefuseMiddleware(MiddlewareMixin):
    """No address and no form of the back office holds a NUL: PostgreSQL takes none, and none of
    ours has a use for it. Bodies of the API are read by their own parser, which says the field.
    Nor is anything read that is not UTF-8, or looked for by a number that no column holds."""

    def process_request(self, request: HttpRequest) -> None:
        if request.content_type == NOT_UTF_8:
            raise RefusedError("The desk reads UTF-8 alone.", ["Content-Type"])
        # "%2500" is no NUL, and does not hold "%00" either.
        if NUL in request.path_info or "%00" in request.META.get("QUERY_STRING", ""):
            raise RefusedError(NO_NUL, _names_with_nul(request.GET) or ["path"])

    def process_view(
        self, request: HttpRequest, view: Any, args: Any, keys: dict[str, Any]
    ) -> None:
        if request.path.startswith("/api/"):
            return  # whose views say themselves what is not there
        if any(isinstance(key, int) and key > LARGEST_KEY for key in keys.values()):
            raise Http404
        try:
            has_nul = _names_with_nul(request.POST)
        except LookupError:  # a part of the form names an encoding of its own
            raise RefusedError("The form is not UTF-8.") from None
        if has_nul:
            raise RefusedError(NO_NUL)


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
