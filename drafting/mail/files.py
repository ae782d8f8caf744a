"""Mails in ``.eml`` files, folders of them, ``.mbox`` files; one mail in memory at a time."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

_MBOX_ESCAPE = re.compile(rb">+From ")
_SUFFIXES = frozenset({".eml", ".mbox"})


@dataclass(frozen=True, slots=True)
class MailInFile:
    """``raw`` holds at most one byte more than was asked for: enough to be refused by."""

    name: str
    raw: bytes
    size_bytes: int  # what it takes in the file


def find_mail_files(path: Path) -> list[Path]:
    """The mail files of a folder, its sub-folders included, by name; or the file itself."""
    if not path.is_dir():
        return [path]
    return sorted(
        file for file in path.rglob("*") if file.suffix.lower() in _SUFFIXES and file.is_file()
    )


def read_mails(path: Path, *, max_bytes: int) -> Iterator[MailInFile]:
    """Every mail of one file, in its order. Raises OSError where it cannot be read."""
    with path.open("rb") as file:
        is_mbox = path.suffix.lower() == ".mbox" or file.peek(5)[:5] == b"From "
        if is_mbox:
            yield from _read_mbox(file, path.name, max_bytes)
        else:
            yield MailInFile(path.name, file.read(max_bytes + 1), path.stat().st_size)


def _read_mbox(file: BinaryIO, name: str, max_bytes: int) -> Iterator[MailInFile]:
    """Mails of an mbox file (RFC 4155; ``>From `` lines lose one mark, as mboxrd writes them)."""
    kept: list[bytes] = []
    number = kept_bytes = size_bytes = 0
    is_after_blank = True
    # A limit: a file that is no mbox at all may be one line of gigabytes.
    while line := file.readline(max_bytes):
        if is_after_blank and line.startswith(b"From "):
            if number:
                yield MailInFile(f"{name} #{number}", b"".join(kept), size_bytes)
            number, kept, kept_bytes, size_bytes = number + 1, [], 0, 0
        elif number and kept_bytes <= max_bytes:
            text = line[1:] if _MBOX_ESCAPE.match(line) else line
            kept.append(text[: max_bytes + 1 - kept_bytes])
            kept_bytes += len(kept[-1])
        size_bytes += len(line)
        is_after_blank = not line.strip()
    if number:
        yield MailInFile(f"{name} #{number}", b"".join(kept), size_bytes)
