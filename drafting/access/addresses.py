"""Where a request comes from, as far as that can be known."""

from __future__ import annotations

from ipaddress import ip_address

from django.conf import settings
from django.http import HttpRequest


def client_address(request: HttpRequest) -> str | None:
    """The caller's address: what the outermost of our own proxies saw. None where nothing tells,
    as on a Unix socket.

    Each proxy appends the address it was called from to X-Forwarded-For. What stands before the
    last ``DESK_PROXIES`` entries was written by the caller, who may write anything; without a
    proxy the header says nothing at all.
    """
    forwarded = request.META.get("HTTP_X_FORWARDED_FOR", "").split(",")
    count: int = settings.DESK_PROXIES
    if count and len(forwarded) >= count and (seen := _read(forwarded[-count])):
        return seen
    return _read(request.META.get("REMOTE_ADDR") or "")


def _read(text: str) -> str | None:
    try:
        return str(ip_address(text.strip()))
    except ValueError:
        return None
