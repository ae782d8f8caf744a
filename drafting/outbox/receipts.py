"""The acknowledgement that a guest gets who writes out of hours: the house's own text, which
answers nothing. Made when the mail is recorded, under the thread's lock."""

from datetime import datetime, time, timedelta

import structlog
from django.db.models import QuerySet
from django.utils import timezone

from config.errors import DomainError
from drafting.mail.choices import MailKind, MailState, ThreadKind
from drafting.mail.models import MailSettings, Message
from drafting.mail.selectors import get_staff
from drafting.mail.work_models import OutgoingMail
from drafting.outbox.care import find_suppressed
from drafting.outbox.composing import new_reply
from drafting.outbox.replies import AUTOMATIC_CONTACT_LIMIT, is_safe_to_answer

EVERY_HOURS = 24  # one a conversation in this time
# What lay in the mailbox for longer needs no word at night any more, and neither does what could
# not be sent for so long.
FRESH = timedelta(hours=1)
# Exchange asks no more of a mail that it must not answer by itself.
_NO_ANSWER = {"X-Auto-Response-Suppress": "All"}
logger = structlog.get_logger(__name__)


def acknowledge(message: Message) -> OutgoingMail | None:
    """Queue an acknowledgement of a guest's mail; None where it gets none. Never raises for what a
    sender can write. Needs the thread's lock, in the transaction that records the mail."""
    desk, now = MailSettings.current(), timezone.now()
    if not desk.acknowledges_out_of_hours or not desk.out_of_hours_text.strip():
        return None
    if is_open(timezone.localtime(now).time(), desk) or message.received_at < now - FRESH:
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
            body_text=desk.out_of_hours_text.strip(),
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
    if message.thread.kind != ThreadKind.GUEST or not is_safe_to_answer(message):
        return False
    staff = get_staff()
    # Who was in a blind copy of something is not addressed by it (RFC 3834, 2).
    if not staff.mailbox or not any(map(staff.includes, (*message.to, *message.cc))):
        return False
    if find_suppressed([message.from_address]):
        return False
    recent = _receipts().filter(created_at__gt=now - timedelta(hours=EVERY_HOURS))
    if recent.filter(thread=message.thread_id).exists():
        return False
    return recent.filter(about__contact=message.contact_id).count() < AUTOMATIC_CONTACT_LIMIT


def cancel_late_receipts() -> int:
    """Of a night that is over nobody is told. Returns how many."""
    late = _receipts().filter(state=MailState.QUEUED, created_at__lt=timezone.now() - FRESH)
    return late.update(state=MailState.CANCELLED, last_error="The night was over.")


def _receipts() -> QuerySet[OutgoingMail]:
    return OutgoingMail.objects.filter(kind=MailKind.RECEIPT)
