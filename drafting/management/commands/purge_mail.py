from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone

from drafting.desk.erasure import purge_mail
from drafting.mail.mailbox_report import describe_mailbox


class Command(BaseCommand):
    help = "Delete mail older than the mail settings say, with its drafts."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--dry-run", action="store_true")

    def handle(self, *args: Any, dry_run: bool, **options: Any) -> None:
        self.stdout.write(describe_mailbox())
        purged = purge_mail(now=timezone.now(), is_dry_run=dry_run)
        verb = "would be" if dry_run else "were"
        self.stdout.write(
            f"{purged.threads} conversations {verb} deleted, and {purged.messages} old mails of "
            f"conversations that go on; {purged.contacts} contacts {verb} deleted."
        )
