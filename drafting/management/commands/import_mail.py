import re
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

import structlog
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import InterfaceError, OperationalError
from rich.console import Console
from rich.progress import Progress

from config.errors import DomainError
from config.faults import is_busy
from drafting.mail.choices import MailSource
from drafting.mail.mailbox_report import describe_mailbox
from drafting.mail.services import record_mail

logger = structlog.get_logger(__name__)
# Seconds between tries while the database is locked or away; then the import ends. It may be
# called again: what was recorded is known.
PAUSES = (1, 5, 15, 60)
_MBOX_ESCAPE = re.compile(rb">+From ")
_SUFFIXES = frozenset({".eml", ".mbox"})
# Name, bytes, and what it takes in its file; of the bytes at most one more than was asked for:
# enough to be refused by.
MailInFile = tuple[str, bytes, int]


class Command(BaseCommand):
    help = "Import mail: .eml files, folders of them, .mbox files."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("paths", nargs="+", type=Path, metavar="PATH")
        parser.add_argument(
            "--ours",
            action="store_true",
            help="an archive of your own: what is from one of your addresses was sent by you",
        )

    def handle(self, *args: Any, paths: list[Path], ours: bool = False, **options: Any) -> None:
        for path in paths:
            if not path.exists():
                raise CommandError(f"There is no {path}.")
        self.stdout.write(describe_mailbox())
        files = [file for path in paths for file in _find_files(path)]
        counts: Counter[str] = Counter()
        console = Console(stderr=True)
        with Progress(console=console, disable=not console.is_terminal) as progress:
            task = progress.add_task("Importing mail", total=sum(f.stat().st_size for f in files))
            for file in files:
                try:
                    for name, raw, size_bytes in read_mails(file, settings.MAX_MAIL_BYTES):
                        counts[self._record(name, raw, is_ours=ours)] += 1
                        progress.update(task, advance=size_bytes)
                except OSError as error:
                    counts[self._refused(file.name, str(error.strerror))] += 1
        self.stdout.write(
            f"New: {counts['new']}. Already there: {counts['known']}. Refused: {counts['refused']}."
        )

    def _record(self, name: str, raw: bytes, *, is_ours: bool) -> str:
        pauses = iter(PAUSES)
        while True:
            try:
                recorded = record_mail(source=MailSource.IMPORTED, raw=raw, is_ours=is_ours)
                return "new" if recorded.created else "known"
            except DomainError as error:
                return self._refused(name, error.detail)
            except (OperationalError, InterfaceError) as error:  # for all mails
                pause = next(pauses, None)
                if pause is None or not is_busy(error):
                    raise
                time.sleep(pause)
            except Exception as error:  # a fault of ours with one mail: the others go on
                logger.exception("mail_not_recorded", error=type(error).__name__)
                return self._refused(name, f"{type(error).__name__}.")

    def _refused(self, name: str, why: str) -> str:
        self.stderr.write(f"Refused {name}: {why}")
        return "refused"


def _find_files(path: Path) -> list[Path]:
    """The mail files of a folder, its sub-folders included, by name; or the file itself."""
    if not path.is_dir():
        return [path]
    return sorted(
        file for file in path.rglob("*") if file.suffix.lower() in _SUFFIXES and file.is_file()
    )


def read_mails(path: Path, max_bytes: int) -> Iterator[MailInFile]:
    """Every mail of one file, in its order, one in memory at a time. Raises OSError where it
    cannot be read."""
    with path.open("rb") as file:
        if path.suffix.lower() == ".mbox" or file.peek(5)[:5] == b"From ":
            yield from _read_mbox(file, path.name, max_bytes)
        else:
            yield path.name, file.read(max_bytes + 1), path.stat().st_size


def _read_mbox(file: BinaryIO, name: str, max_bytes: int) -> Iterator[MailInFile]:
    """Mails of an mbox file (RFC 4155; ``>From `` lines lose one mark, as mboxrd writes them)."""
    kept: list[bytes] = []
    number = kept_bytes = size_bytes = 0
    is_after_blank = True
    # A limit: a file that is no mbox at all may be one line of gigabytes.
    while line := file.readline(max_bytes):
        if is_after_blank and line.startswith(b"From "):
            if number:
                yield f"{name} #{number}", b"".join(kept), size_bytes
            number, kept, kept_bytes, size_bytes = number + 1, [], 0, 0
        elif number and kept_bytes <= max_bytes:
            text = line[1:] if _MBOX_ESCAPE.match(line) else line
            kept.append(text[: max_bytes + 1 - kept_bytes])
            kept_bytes += len(kept[-1])
        size_bytes += len(line)
        is_after_blank = not line.strip()
    if number:
        yield f"{name} #{number}", b"".join(kept), size_bytes
