"""Which failures of database or network pass by themselves, and what of one may be logged."""

import errno
import sqlite3
import traceback
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Any

from django.db import InterfaceError, OperationalError

RETRY_AFTER_SECONDS = 2
MAX_FRAMES = 40
_ROOT = f"{Path(__file__).resolve().parent.parent}/"

_SQLITE_BUSY = frozenset(
    {
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_READONLY,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_CANTOPEN,
    }
)
# Connection lost, rolled back (deadlock), out of resources (disk), lock not available, the
# operator's doing (shutdown, cancelled), the system's. Not 42: SQL of ours that is wrong.
_POSTGRES_BUSY = frozenset({"08", "40", "53", "55", "57", "58"})
_DISK_ERRORS = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EROFS})

ExceptionTriple = tuple[type[BaseException], BaseException, TracebackType | None]


def is_busy(error: BaseException | None) -> bool:
    """Whether the same call may succeed later: database locked or away, disk full."""
    if isinstance(error, OSError):
        return error.errno in _DISK_ERRORS
    if not isinstance(error, OperationalError | InterfaceError):
        return False
    cause = error.__cause__
    if isinstance(cause, sqlite3.Error):
        # Extended codes hold the plain one in their last byte.
        return getattr(cause, "sqlite_errorcode", 0) & 0xFF in _SQLITE_BUSY
    state = getattr(cause, "sqlstate", None)
    return state is None or state[:2] in _POSTGRES_BUSY


def cause_without_data(exc_info: ExceptionTriple) -> list[dict[str, Any]]:
    """The exception and what it came from, first the one that was raised last.

    Types, codes and places alone: messages, arguments and local variables may hold an address, a
    token or a guest's words.
    """
    return [
        {"type": f"{type(error).__module__}.{type(error).__qualname__}".removeprefix("builtins.")}
        | _code_of(error)
        | {"frames": _frames(error)}
        for error in chain(exc_info[1])
    ]


def chain(error: BaseException | None) -> Iterator[BaseException]:
    """It, and what it came from."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield error
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)


def _code_of(error: BaseException) -> dict[str, str]:
    """What the database or the system calls it; none of these holds a value."""
    code = getattr(error, "sqlite_errorname", None) or getattr(error, "sqlstate", None)
    if code is None and isinstance(error, OSError) and error.errno is not None:
        code = errno.errorcode.get(error.errno)
    return {"code": code} if isinstance(code, str) else {}


def _frames(error: BaseException) -> list[str]:
    """``drafting/mail/claims.py:123 claim_thread``, the innermost last."""
    frames = []
    for frame in traceback.extract_tb(error.__traceback__)[-MAX_FRAMES:]:
        # From the project or the library on; where the desk is installed says nothing.
        file = frame.filename.removeprefix(_ROOT).rpartition("site-packages/")[2]
        frames.append(f"{file}:{frame.lineno} {frame.name}")
    return frames
