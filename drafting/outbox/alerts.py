"""A mail to the managers at once: CRITICAL mail, guests in danger or locked out."""

from datetime import datetime, timedelta

import structlog
from django.conf import settings
from django.contrib.auth import get_user_model
from django.db.models import Q
from django.utils import timezone

from drafting.access.groups import MANAGER
from drafting.mail.choices import MailKind, MailState, Urgency
from drafting.mail.models import Message
from drafting.mail.work_models import MAX_REPLY_CHARACTERS, OutgoingMail
from drafting.outbox.composing import new_mail

MAX_QUOTED_CHARACTERS = 600
ALERT_EVERY = timedelta(hours=1)
logger = structlog.get_logger(__name__)


def raise_alert(message: Message) -> OutgoingMail | None:
    """Queue an alert about a mail, once. Call it in the transaction that records the mail. None
    where nobody is there to be told: no manager with an address, no reviewers."""
    recipients = manager_addresses()
    now = timezone.now()
    alerts = OutgoingMail.objects.filter(
        kind=MailKind.ALERT,
        about__from_address=message.from_address,
        created_at__gt=now - ALERT_EVERY,
    )
    last = alerts.exclude(state=MailState.CANCELLED).order_by("-pk").first()
    if last is not None and _is_added(last, message, now):
        return None
    if not recipients:
        logger.warning("alert_without_recipient", message=message.pk)
        return None
    alert = new_mail(
        recipients=recipients,
        subject=f"Look at once: {Urgency(message.urgency).label} mail",
        kind=MailKind.ALERT,
        thread_id=message.thread_id,
        about=message,
        state=MailState.QUEUED,
        body_text=_text(message),
        # The first of a sender at once; what more comes within the hour in one mail at its end.
        not_before=last.created_at + ALERT_EVERY if last else now,
        created_at=now,
    )
    alert.save()
    return alert


def _is_added(alert: OutgoingMail, message: Message, now: datetime) -> bool:
    """Whether the mail could be added to an alert that waits for the end of its hour."""
    if alert.not_before is None or alert.not_before <= now:
        return False
    text = f"{alert.body_text}\n\n{_text(message)}"[:MAX_REPLY_CHARACTERS]
    waiting = OutgoingMail.objects.filter(pk=alert.pk, state=MailState.QUEUED, not_before__gt=now)
    return bool(waiting.update(body_text=text))


def manager_addresses() -> list[str]:
    """The managers' addresses; where none has one, the reviewers'."""
    is_manager = Q(groups__name=MANAGER) | Q(is_superuser=True)
    managers = get_user_model().objects.filter(is_manager, is_active=True).exclude(email="")
    addresses = managers.order_by("pk").values_list("email", flat=True)
    return [*dict.fromkeys(map(str.lower, addresses))] or list(settings.DESK_REVIEWERS)


def _text(message: Message) -> str:
    said = (message.new_text or message.body_text).strip()[:MAX_QUOTED_CHARACTERS]
    return (
        f"{message.from_name or message.from_address} wrote: "
        f"{message.subject or '(no subject)'}\n\n"
        f"{said}\n\n"
        f"Conversation {message.thread_id} in the desk: "
        f"/admin/drafting/thread/{message.thread_id}/change/\n"
    )
