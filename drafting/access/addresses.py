"""Where a request comes from, as far as that can be known."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest


def client_address(request: HttpRequest) -> str:
    """The caller's address: what the outermost of our own proxies saw.

    Each proxy appends the address it was called from to X-Forwarded-For. What stands before the
    last ``DESK_PROXIES`` entries was written by the caller, who may write anything; without a
    proxy the header says nothing at all.
    """
    direct = str(request.META.get("REMOTE_ADDR") or "unknown")
    forwarded = request.META.get("HTTP_X_FORWARDED_FOR", "").split(",")
    count: int = settings.DESK_PROXIES
    if not count or len(forwarded) < count:
        return direct
    return forwarded[-count].strip()[:45] or direct
