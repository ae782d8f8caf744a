from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from drafting.desk.briefing import remind


class Command(BaseCommand):
    help = (
        "Queue reminders of guests who wait longer than the mail settings allow; send_mail delivers"
        " them. Each once, however often it runs."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        mails = remind(now=timezone.now())
        self.stdout.write(f"Reminders queued: {len(mails)}.")
