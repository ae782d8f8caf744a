import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import structlog
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import InterfaceError, OperationalError
from rich.console import Console
from rich.progress import Progress

from config.errors import DomainError
from config.faults import is_busy
from drafting.mail.choices import MailSource
from drafting.mail.files import MailInFile, find_mail_files, read_mails
from drafting.mail.mailbox_report import describe_mailbox
from drafting.mail.services import RecordedMail, record_mail

logger = structlog.get_logger(__name__)

# Seconds between tries while the database is locked or away; then the import ends. It may be
# called again: what was recorded is known.
PAUSES = (1, 5, 15, 60)


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
        files = [file for path in paths for file in find_mail_files(path)]
        counts: Counter[str] = Counter()
        console = Console(stderr=True)
        with Progress(console=console, disable=not console.is_terminal) as progress:
            task = progress.add_task("Importing mail", total=sum(f.stat().st_size for f in files))
            for mail in self._mails(files, counts):
                counts[self._record(mail, is_ours=ours)] += 1
                progress.update(task, advance=mail.size_bytes)
        self.stdout.write(
            f"New: {counts['new']}. Already there: {counts['known']}. Refused: {counts['refused']}."
        )

    def _mails(self, files: list[Path], counts: Counter[str]) -> Iterator[MailInFile]:
        for file in files:
            try:
                yield from read_mails(file, max_bytes=settings.MAX_MAIL_BYTES)
            except OSError as error:
                counts["refused"] += 1
                self.stderr.write(f"Refused {file.name}: {error.strerror}")

    def _record(self, mail: MailInFile, *, is_ours: bool) -> str:
        try:
            recorded = self._patiently(mail, is_ours=is_ours)
        except DomainError as error:
            self.stderr.write(f"Refused {mail.name}: {error.detail}")
            return "refused"
        except (OperationalError, InterfaceError):
            raise  # for all mails
        except Exception as error:  # a fault of ours with one mail: the others go on
            logger.error("mail_not_recorded", error=type(error).__name__)
            self.stderr.write(f"Refused {mail.name}: {type(error).__name__}.")
            return "refused"
        return "new" if recorded.created else "known"

    def _patiently(self, mail: MailInFile, *, is_ours: bool) -> RecordedMail:
        for pause in PAUSES:
            try:
                return record_mail(source=MailSource.IMPORTED, raw=mail.raw, is_ours=is_ours)
            except (OperationalError, InterfaceError) as error:
                if not is_busy(error):
                    raise
            time.sleep(pause)
        return record_mail(source=MailSource.IMPORTED, raw=mail.raw, is_ours=is_ours)
