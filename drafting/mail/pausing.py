"""Nothing leaves while it is unknown what has left already: after a backup was restored."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from drafting.mail.choices import MailState
from drafting.mail.models import MailSettings
from drafting.mail.work_models import OutgoingMail

RESTORED = "A backup was restored: this may have been sent since it was made."


def pause_after_restore(*, now: datetime) -> int:
    """Stops sending, and makes uncertain whatever the restored desk was about to send.

    Returns how many. Ends when the Sent folder was read, which settles what it holds, or when a
    person says so.
    """
    with transaction.atomic():
        desk = MailSettings.current()
        desk.sending_paused_at = now
        desk._change_reason = "a backup was restored"
        desk.save()
        return OutgoingMail.objects.filter(state__in=(MailState.QUEUED, MailState.SENDING)).update(
            state=MailState.UNCERTAIN, sending_since=None, last_error=RESTORED
        )


def resume_sending(*, reason: str) -> bool:
    """Whether sending was paused, and now goes on."""
    with transaction.atomic():
        desk = MailSettings.objects.select_for_update().filter(pk=1).first()
        if desk is None or desk.sending_paused_at is None:
            return False
        desk.sending_paused_at = None
        desk._change_reason = reason
        desk.save()
        return True


def is_sending_paused() -> bool:
    return MailSettings.objects.filter(sending_paused_at__isnull=False).exists()
