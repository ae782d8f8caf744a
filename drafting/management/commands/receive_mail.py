import os
import sys
from typing import Any

import structlog
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from config.errors import DomainError
from drafting.mail.choices import MailSource
from drafting.mail.mailbox_report import describe_mailbox
from drafting.mail.services import record_mail

logger = structlog.get_logger(__name__)


class Command(BaseCommand):
    help = "Record one mail from standard input."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(describe_mailbox())
        raw = sys.stdin.buffer.read(settings.MAX_MAIL_BYTES + 1)
        if not raw.strip():
            raise CommandError("There is no mail on standard input.", returncode=os.EX_NOINPUT)
        try:
            recorded = record_mail(source=MailSource.RECEIVED, raw=raw)
        except DomainError as error:
            # Not 0: the mail server must tell the sender, or the mail would be lost.
            raise CommandError(f"Refused: {error.detail}", returncode=os.EX_DATAERR) from None
        except Exception as error:
            # By this status mail servers keep the mail and try again; by most others they return
            # it to the guest.
            logger.exception("mail_not_recorded", error=type(error).__name__)
            said = f"Try again: {type(error).__name__}"
            raise CommandError(said, returncode=os.EX_TEMPFAIL) from error
        message = recorded.message
        state = "New" if recorded.created else "Already there"
        self.stdout.write(
            f"{state}: message {message.pk}, thread {message.thread_id}, number {message.sequence}."
        )
        for note in message.notes:
            self.stdout.write(f"Note: {note}")
