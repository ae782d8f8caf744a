from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from config.errors import DomainError
from drafting.desk.erasure import forget_contact
from drafting.mail.mailbox_report import describe_mailbox


class Command(BaseCommand):
    help = "Erase a guest's conversations, drafts, memory and history rows. There is no way back."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("address")

    def handle(self, *args: Any, address: str, **options: Any) -> None:
        self.stdout.write(describe_mailbox())
        try:
            gone = forget_contact(address=address)
        except DomainError as error:
            raise CommandError(error.detail) from None
        told = ", ".join(f"{count} {what}" for what, count in gone.items())
        self.stdout.write(f"Erased: {told}.")
