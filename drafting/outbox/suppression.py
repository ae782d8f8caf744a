"""The addresses that nothing is sent to: those that bounced for good, and those a person named."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from config.errors import DomainError
from drafting.mail.work_models import RecipientReport
from drafting.outbox.models import SuppressedAddress


def suppress_bounced(bounced: Sequence[RecipientReport]) -> None:
    """Put addresses on the list where nothing ever arrives; who is on it stays as they are."""
    for row in bounced:
        SuppressedAddress.objects.get_or_create(
            address=row.address,
            defaults={"reason": f"Mail to it bounced: {row.get_reason_display()}."},
        )


def find_suppressed(addresses: Collection[str]) -> str:
    """Which of these addresses nothing is sent to, and why; "" where all may get mail."""
    found = SuppressedAddress.objects.filter(address__in=addresses).order_by("address")
    return " ".join(f"{each.address} is on the list of addresses not to write to: {each.reason}"
                    for each in found)  # fmt: skip


def refuse_suppressed(addresses: Collection[str]) -> None:
    """Raises ``conflict``, with the addresses and why."""
    if said := find_suppressed(addresses):
        raise DomainError("conflict", said)
