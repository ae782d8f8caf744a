"""What each decision of a person shares: the right to it, its note, and who decided before."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol

from django.contrib.auth.models import User

from config.errors import DomainError, invalid

MAX_NOTE_CHARACTERS = 500


class Decided(Protocol):
    decided_by: User | None
    decided_at: datetime | None


def require_permission(by: User, permission: str, said: str = "") -> None:
    """Raises permission_denied, saying ``said``, for a person without ``app.codename``."""
    if not by.has_perm(permission):
        raise DomainError("permission_denied", said)


def checked_note(note: str, *, name: str = "note") -> str:
    """The note on one line. Raises validation_error of field ``name`` for a longer one."""
    note = " ".join(note.split())
    if len(note) > MAX_NOTE_CHARACTERS:
        raise invalid(name, f"At most {MAX_NOTE_CHARACTERS} characters.")
    return note


def already_decided(
    row: Decided, said: str, state: str, *, state_name: str = "state"
) -> DomainError:
    """already_decided, saying ``said``, with the state, who decided it and when."""
    return DomainError(
        "already_decided",
        said,
        extra={
            state_name: state,
            "decided_by": row.decided_by.get_username() if row.decided_by else None,
            "decided_at": row.decided_at.isoformat() if row.decided_at else None,
        },
    )
