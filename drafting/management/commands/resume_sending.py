from typing import Any

from django.core.management.base import BaseCommand

from drafting.mail.pausing import resume_sending


class Command(BaseCommand):
    help = "Let mail leave again after a restored backup, without its Sent folder having been read."

    def handle(self, *args: Any, **options: Any) -> None:
        is_new = resume_sending(reason="a person resumed sending")
        self.stdout.write("Mail leaves again." if is_new else "Sending was not paused.")
