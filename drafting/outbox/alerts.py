"""A mail to the managers at once: CRITICAL mail, guests in danger or locked out."""

from __future__ import annotations

import structlog
from django.conf import settings
from django.contrib.auth import get_user_model
from django.db.models import Q
from django.utils import timezone

from drafting.access.groups import MANAGER
from drafting.mail.choices import MailKind, MailState, Urgency
from drafting.mail.models import Message
from drafting.mail.work_models import OutgoingMail
from drafting.outbox.composing import own_headers

MAX_QUOTED_CHARACTERS = 600
logger = structlog.get_logger(__name__)


def raise_alert(message: Message) -> OutgoingMail | None:
    """Queue an alert about a mail, once. Call it in the transaction that records the mail.

    None where nobody is there to be told: no manager with an address, no reviewers.
    """
    recipients = alert_recipients()
    if not recipients:
        logger.warning("alert_without_recipient", message=message.pk)
        return None
    now = timezone.now()
    subject = f"Look at once: {Urgency(message.urgency).label} mail"
    headers = own_headers(recipients=recipients, subject=subject)
    return OutgoingMail.objects.create(
        kind=MailKind.ALERT,
        thread_id=message.thread_id,
        about=message,
        state=MailState.QUEUED,
        recipients=recipients,
        subject=subject,
        body_text=_text(message),
        message_id=headers["Message-ID"],
        headers=headers,
        not_before=now,
        created_at=now,
    )


def alert_recipients() -> list[str]:
    """The managers' addresses; where none has one, the reviewers'."""
    managers = (
        get_user_model()
        .objects.filter(Q(groups__name=MANAGER) | Q(is_superuser=True), is_active=True)
        .exclude(email="")
        .order_by("pk")
        .values_list("email", flat=True)
    )
    return list(dict.fromkeys(address.lower() for address in managers)) or list(
        settings.DESK_REVIEWERS
    )


def _text(message: Message) -> str:
    said = (message.new_text or message.body_text).strip()[:MAX_QUOTED_CHARACTERS]
    return (
        f"{message.from_name or message.from_address} wrote: "
        f"{message.subject or '(no subject)'}\n\n"
        f"{said}\n\n"
        f"Conversation {message.thread_id} in the desk: "
        f"/admin/drafting/thread/{message.thread_id}/change/\n"
    )
