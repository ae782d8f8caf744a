"""Pauses sending after a restored backup, until it is known what has left already."""

from datetime import datetime

from django.db import transaction

from drafting.mail.choices import MailState
from drafting.mail.models import MailSettings
from drafting.mail.work_models import OutgoingMail

RESTORED = "A backup was restored: this may have been sent since it was made."
# Pauses a restored desk and makes uncertain whatever it was about to send, in the transaction that
# brings its tables: a sender that still runs finds nothing, though the restore die before it ends.
# SQL, since models may be newer than the tables; of constants alone, so nothing can be injected.
HOLD = (
    "UPDATE drafting_mailsettings SET sending_paused_at = CURRENT_TIMESTAMP",
    f"""UPDATE drafting_outgoingmail SET state = 'uncertain', sending_since = NULL,
        last_error = '{RESTORED}' WHERE state IN ('queued', 'sending')""",  # noqa: S608
)


def pause_after_restore(*, now: datetime) -> int:
    """Stops sending where ``HOLD`` found no settings. Returns how many mails are held as uncertain.

    Ends when the Sent folder was read, which settles what it holds, or when a person says so.
    """
    mark_desk("sending_paused_at", now, reason="a backup was restored")
    held = OutgoingMail.objects.filter(state=MailState.UNCERTAIN, last_error=RESTORED)
    return held.count()


def resume_sending(*, reason: str) -> bool:
    """Whether sending was paused, and now goes on."""
    return mark_desk("sending_paused_at", None, reason=reason)


def mark_desk(field: str, moment: datetime | None, *, reason: str) -> bool:
    """Since when something holds of the desk's mail, None: it does not. False where that stands
    there already."""
    with transaction.atomic():
        desk = MailSettings.objects.select_for_update().filter(pk=1).first() or MailSettings(pk=1)
        if (getattr(desk, field) is None) == (moment is None):
            return False
        setattr(desk, field, moment)
        desk._change_reason = reason
        desk.save()
        return True


def is_sending_paused() -> bool:
    return MailSettings.objects.filter(sending_paused_at__isnull=False).exists()
