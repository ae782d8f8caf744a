"""What staff decide about the memory: approve, reject, take back, write an entry themselves."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.contrib.auth.models import User
from django.db import transaction

from config.errors import DomainError, invalid
from drafting.runs.choices import MemorySource, MemoryStatus
from drafting.runs.memory.proposing import has_run_out, store_entry
from drafting.runs.memory.texts import people_named, tidy_memory
from drafting.runs.models import MemoryEntry
from learning.deciding import already_decided, checked_note, require_permission

DECIDE_PERMISSION = "drafting.change_memoryentry"
# From which status to which, and the word for it.
_DECISIONS = {
    "approve": (MemoryStatus.PENDING, MemoryStatus.APPROVED, "approved"),
    "reject": (MemoryStatus.PENDING, MemoryStatus.REJECTED, "rejected"),
    "withdraw": (MemoryStatus.APPROVED, MemoryStatus.REJECTED, "withdrawn"),
}
_DECISION_FIELDS = ["status", "decided_by", "decided_at", "expires_at"]
_NO_RIGHT = "You may not decide about the memory."
_NAME_CHARACTERS = 40


def decide_memory(
    *, entry_id: int, decision: str, by: User, reason: str = "", now: datetime
) -> MemoryEntry:
    """``approve`` or ``reject`` what waits, or ``withdraw`` what was approved.

    An approved entry lives its days from now on. A withdrawn one is not told any more, and the
    same does not come back: it is rejected. Raises permission_denied, not_found, already_decided,
    validation_error (reason too long).
    """
    require_permission(by, DECIDE_PERMISSION, _NO_RIGHT)
    reason = checked_note(reason, name="reason")
    expected, status, word = _DECISIONS[decision]
    with transaction.atomic():
        entry = MemoryEntry.objects.select_for_update(of=("self",)).filter(pk=entry_id).first()
        if entry is None:
            raise DomainError("not_found", "There is no such memory entry.")
        if entry.status != expected or entry.retired_at is not None:
            said = f"This entry's state is: {_state_words(entry)}."
            raise already_decided(entry, said, entry.status)
        is_approved = status == MemoryStatus.APPROVED
        entry.status, entry.decided_by, entry.decided_at = status, by, now
        entry.expires_at = now + timedelta(days=entry.ttl_days) if is_approved else None
        entry.save_signed(by=by, reason=reason or word, fields=_DECISION_FIELDS)
    return entry


def write_memory(*, entry: MemoryEntry, by: User, reason: str = "", now: datetime) -> None:
    """Store an entry that a person wrote, approved by its writer. Redacted as any other; its form
    has checked the bounds, and that a guest is named where one is meant.

    Raises permission_denied; validation_error by field; conflict where the same is there.
    """
    require_permission(by, DECIDE_PERMISSION, _NO_RIGHT)
    reason = checked_note(reason, name="reason") or "written by a person"
    with transaction.atomic():
        for name, said in tidy_memory(entry, people_named(entry.contact)).items():
            raise invalid(name, said)
        entry.source, entry.status = MemorySource.MANUAL, MemoryStatus.APPROVED
        entry.decided_by, entry.decided_at = by, now
        entry.expires_at = now + timedelta(days=entry.ttl_days)
        stored, is_new = store_entry(entry, by=by, reason=reason, now=now)
        if not is_new:
            shown = _state_words(stored)
            raise DomainError("conflict", f"The same is there already; its state is: {shown}.")


def state_of(entry: MemoryEntry, now: datetime) -> str:
    """As shown: pending, approved, rejected, expired or replaced. Derived, stored nowhere."""
    if entry.retired_at is not None:
        return "replaced"
    if has_run_out(entry, now):
        return "expired"
    return entry.status


def next_waiting_memory(*, after: MemoryEntry) -> int | None:
    """The key of the entry that waits next, the oldest behind ``after`` first; None: no more."""
    waiting = MemoryEntry.objects.filter(status=MemoryStatus.PENDING, retired_at__isnull=True)
    waiting = waiting.exclude(pk=after.pk).order_by("pk")
    found = waiting.filter(pk__gt=after.pk).first() or waiting.first()
    return found.pk if found else None


def _state_words(entry: MemoryEntry) -> str:
    return str(entry.get_status_display()).lower()


def memory_names(keys: Sequence[int]) -> dict[int, str]:
    """Entries by the beginning of their words."""
    rows = MemoryEntry.objects.filter(pk__in=keys)
    return {row.pk: f"“{row.content[:_NAME_CHARACTERS]}”" for row in rows}
