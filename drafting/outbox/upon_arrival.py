"""Sends acknowledgements and alerts when a mail arrives, in the transaction that records it.

*An acknowledgement* to a guest who writes out of hours: the house's own text, which answers
nothing. *An alert* to the managers at once: CRITICAL mail, guests in danger or locked out."""

from datetime import datetime, time, timedelta

import structlog
from django.conf import settings
from django.contrib.auth import get_user_model
from django.db.models import Q, QuerySet
from django.utils import timezone

from config.errors import DomainError
from drafting.access.groups import MANAGER
from drafting.mail.choices import MailKind, MailState, ThreadKind, Urgency
from drafting.mail.models import MailSettings, Message
from drafting.mail.selectors import get_staff
from drafting.mail.work_models import MAX_REPLY_CHARACTERS, OutgoingMail
from drafting.outbox.care import find_suppressed
from drafting.outbox.composing import new_mail, new_reply
from drafting.outbox.replies import AUTOMATIC_CONTACT_LIMIT, is_safe_to_answer

EVERY_HOURS = 24  # one a conversation in this time
# What lay in the mailbox for longer needs no word at night any more, and neither does what could
# not be sent for so long.
FRESH = timedelta(hours=1)
# Exchange asks no more of a mail that it must not answer by itself.
_NO_ANSWER = {"X-Auto-Response-Suppress": "All"}
MAX_QUOTED_CHARACTERS = 600
ALERT_EVERY = timedelta(hours=1)
logger = structlog.get_logger(__name__)


def acknowledge(message: Message) -> OutgoingMail | None:
    """Queue an acknowledgement of a guest's mail; None where it gets none. Never raises for what a
    sender can write. Needs the thread's lock, in the transaction that records the mail."""
    desk, now = MailSettings.current(), timezone.now()
    text = desk.out_of_hours_text.strip() if desk.acknowledges_out_of_hours else ""
    is_late = message.received_at < now - FRESH
    if not text or is_late or is_open(timezone.localtime(now).time(), desk):
        return None
    if not may_acknowledge(message, now):
        return None
    try:
        receipt = new_reply(
            thread=message.thread,
            parent=message,
            is_automatic=True,
            kind=MailKind.RECEIPT,
            about=message,
            state=MailState.QUEUED,
            body_text=text,
            not_before=now,
            created_at=now,
        )
    except DomainError as error:  # a header of the guest's that no mail of ours may repeat
        logger.warning("receipt_not_made", message=message.pk, code=error.code)
        return None
    if receipt.recipients != [message.from_address]:
        return None
    receipt.headers |= _NO_ANSWER
    receipt.save()
    return receipt


def is_open(clock: time, desk: MailSettings) -> bool:
    """Whether somebody is there at this time of the day; a house may close after midnight."""
    opens, closes = desk.opens_at, desk.closes_at
    if opens <= closes:
        return opens <= clock < closes
    return clock >= opens or clock < closes


def may_acknowledge(message: Message, now: datetime) -> bool:
    """The brakes of every loop: only a guest whose mail nothing speaks against, one a conversation
    in a day, and three a person however many conversations they open."""
    staff = get_staff()
    recent = _receipts().filter(created_at__gt=now - timedelta(hours=EVERY_HOURS))
    return (
        message.thread.kind == ThreadKind.GUEST
        and is_safe_to_answer(message)
        # Who was in a blind copy of something is not addressed by it (RFC 3834, 2).
        and bool(staff.mailbox)
        and any(map(staff.includes, (*message.to, *message.cc)))
        and not find_suppressed([message.from_address])
        and not recent.filter(thread=message.thread_id).exists()
        and recent.filter(about__contact=message.contact_id).count() < AUTOMATIC_CONTACT_LIMIT
    )


def cancel_late_receipts() -> int:
    """Of a night that is over nobody is told. Returns how many."""
    late = _receipts().filter(state=MailState.QUEUED, created_at__lt=timezone.now() - FRESH)
    return late.update(state=MailState.CANCELLED, last_error="The night was over.")


def _receipts() -> QuerySet[OutgoingMail]:
    return OutgoingMail.objects.filter(kind=MailKind.RECEIPT)


def raise_alert(message: Message) -> OutgoingMail | None:
    """Queue an alert about a mail, once. Call it in the transaction that records the mail. None
    where nobody is there to be told: no manager with an address, no reviewers."""
    recipients, now = manager_addresses(), timezone.now()
    alerts = OutgoingMail.objects.filter(kind=MailKind.ALERT, created_at__gt=now - ALERT_EVERY)
    of_sender = alerts.filter(about__from_address=message.from_address)
    last = of_sender.exclude(state=MailState.CANCELLED).order_by("-pk").first()
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
