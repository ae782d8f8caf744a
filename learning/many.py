"""One decision for many rows: one service, row by row, and one line about what came of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from config.errors import DomainError

Key = TypeVar("Key", bound=Hashable)
_NAMED_AT_MOST = 5


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
    keys: Iterable[Key],
    decide: Callable[[Key], object],
    *,
    done_word: str,
    names: Callable[[Sequence[Key]], Mapping[Key, str]],
) -> BulkOutcome:
    """Decides exactly these rows, one transaction each; rows that fail a check are skipped.

    ``names`` is asked once, for the skipped rows. A missing right is no row's fault: it is raised.
    """
    done: list[Key] = []
    skipped: list[tuple[Key, str]] = []
    for key in dict.fromkeys(keys):
        try:
            decide(key)
        except DomainError as error:
            if error.code == "permission_denied":
                raise
            skipped.append((key, error.code.replace("_", " ")))
        else:
            done.append(key)
    known = names([key for key, _ in skipped]) if skipped else {}
    told = tuple((known.get(key, str(key)[:8]), why) for key, why in skipped)
    return BulkOutcome(done_word, tuple(done), told)
