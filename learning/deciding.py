"""What all decisions of people share: rights, notes, who was first, many rows at once."""

from collections import Counter
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol, TypeVar

from django.contrib.auth.models import User

from config.errors import DomainError, invalid

MAX_NOTE_CHARACTERS = 500
_NAMED_AT_MOST = 5

Key = TypeVar("Key", bound=Hashable)


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


@dataclass(frozen=True, slots=True)
class BulkOutcome:
    """``skipped``: (name, why) of each row that a check refused."""

    done_word: str
    done: tuple[Any, ...]
    skipped: tuple[tuple[str, str], ...]

    @property
    def line(self) -> str:
        """ "approved 3, skipped 1: T12 template changed"."""
        line = f"{self.done_word} {len(self.done)}"
        if not self.skipped:
            return line
        named = [f"{name} {why}" for name, why in self.skipped[:_NAMED_AT_MOST]]
        if len(self.skipped) > _NAMED_AT_MOST:
            more = Counter(why for _, why in self.skipped[_NAMED_AT_MOST:])
            named += [f"{count} more {why}" for why, count in more.items()]
        return f"{line}, skipped {len(self.skipped)}: {', '.join(named)}"


def decide_each(
    named: Mapping[Key, str], decide: Callable[[Key], object], *, done_word: str
) -> BulkOutcome:
    """Decides exactly these rows (key → name), one transaction each; rows that fail a check are
    skipped. A missing right is no row's fault: it is raised."""
    done: list[Key] = []
    skipped: list[tuple[str, str]] = []
    for key, name in named.items():
        try:
            decide(key)
        except DomainError as error:
            if error.code == "permission_denied":
                raise
            skipped.append((name, error.code.replace("_", " ")))
        else:
            done.append(key)
    return BulkOutcome(done_word, tuple(done), tuple(skipped))
