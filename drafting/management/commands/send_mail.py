from collections import Counter
from threading import Event
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError

from drafting.mail.mailbox_report import describe_mailbox
from drafting.mail.selectors import get_staff
from drafting.management import watching
from drafting.outbox.delivery import count_waiting, deliver_due

WATCH_SECONDS = 5.0
NO_ADDRESS = "Everything waits: no address of ours is set (DESK_FROM, or the mail settings). "
OWN_BACKEND = "drafting.outbox.smtp.EmailBackend"


class Command(watching.WatchCommand):
    help = "Send what was released and is due (DESK_SMTP_URL)."

    def handle(self, *args: Any, watch: bool, **options: Any) -> None:
        if settings.EMAIL_BACKEND == OWN_BACKEND and settings.DESK_SMTP_SERVER is None:
            raise CommandError(
                "DESK_SMTP_URL is not set; write it as smtp://user:password@mail.example.com"
            )
        self._is_begun = False
        if watch:
            self.watch(self._pass)
        else:
            self._send()

    def _pass(self, asked: Event) -> None:
        self._send()
        asked.wait(WATCH_SECONDS)

    def _send(self) -> None:
        """One look at what is due. The first one tells whose mail is sent."""
        if not self._is_begun:
            self.stdout.write(describe_mailbox())
        ended = Counter(mail.state for mail in deliver_due())
        if self._is_begun and not ended:
            return
        self._is_begun = True
        waiting = count_waiting()
        self.stdout.write(
            f"{'' if get_staff().mailbox else NO_ADDRESS}"
            f"Sent: {ended['sent']}. To be tried again: {ended['queued']}. "
            f"Failed: {ended['failed']}. Uncertain: {ended['uncertain']}. "
            f"Still queued: {waiting['queued']}. Awaiting release: {waiting['awaiting_release']}."
        )
        self.stdout.flush()
