"""Where a request comes from, as far as that can be known."""

from ipaddress import IPv6Address, ip_address

from django.conf import settings
from django.http import HttpRequest

_NETWORK = (2**64 - 1) << 64


def client_address(request: HttpRequest) -> str | None:
    """The caller's address, of IPv6 the network of 64 bits: what the outermost of our own proxies
    saw. None where nothing tells, as on a Unix socket.

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
        address = ip_address(text.strip())
    except ValueError:
        return None
    if isinstance(address, IPv6Address):
        # Who has one address of a network has all of its 2^64: they count as one.
        address = address.ipv4_mapped or IPv6Address(int(address) & _NETWORK)
    return str(address)
