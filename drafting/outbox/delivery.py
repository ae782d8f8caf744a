"""Delivering what was released, through Django's EMAIL_BACKEND. Nothing is ever sent twice.

A mail is taken by a conditional UPDATE, and marked again, conditionally, just before its text is
handed over. A process that dies before that mark left nothing with the server: the mail is taken
again. One that dies after it leaves a mail that may have been sent: ``uncertain``, for a person.

What a reply answers stands quoted below it: added here. What was checked, attested and released is
the text above.
"""

import re
import smtplib
import time
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime, timedelta
from email.charset import QP, Charset
from functools import partial
from typing import Any

import structlog
from django.conf import settings
from django.core.mail import EmailMultiAlternatives, get_connection
from django.db import InterfaceError, OperationalError, close_old_connections, transaction
from django.db.models import Count, F, QuerySet
from django.utils import timezone

from drafting.drafts.services.refine import attest_release
from drafting.failpoints import failpoint
from drafting.mail.choices import UNSETTLED_STATES, MailKind, MailState, ThreadKind, ThreadStatus
from drafting.mail.claims import leave_to_person
from drafting.mail.models import MailSettings, Message, Thread
from drafting.mail.pausing import is_sending_paused
from drafting.mail.selectors import get_staff
from drafting.mail.sign_in import is_sign_in_needed
from drafting.mail.work_models import OutgoingMail
from drafting.outbox.care import find_suppressed
from drafting.outbox.composing import alias_of, sender
from drafting.outbox.files import as_part
from drafting.outbox.replies import cancel_late_receipts
from templatesapp.text.letter import letter_words
from templatesapp.text.shown import plain_to_html

# After each attempt, for a day: a server that is away, or that wants to be asked again (RFC 5321,
# 4.5.4.1; greylisting wants five minutes or more).
RETRY_MINUTES = (1, 5, 15, 30, 60, 120, 240, 480, 480)
# What the database is given to come back before it is unknown whether a mail was sent.
RECORD_AGAIN_SECONDS = (1, 2, 4, 8, 16, 32, 60)
# A sending that takes longer has died: connecting, greeting and the text each time out earlier.
SENDING_LEASE_SECONDS = 5 * 60
# The id that a server's answer names: whole, or of Amazon SES ("Ok 0102018f…-000000") the part
# before the @.
_REPORTED_ID = re.compile(r"<[^<>\s@]+@[^<>\s]+>|(?<=\bOk )[0-9a-f]{16}-[0-9a-f-]{20,60}\b")
# What smtplib raises while the server has not taken the text, or has refused it.
_NOT_TAKEN = (
    smtplib.SMTPResponseException,  # whatever it answers with a code
    smtplib.SMTPRecipientsRefused,
    smtplib.SMTPNotSupportedError,
)
_QUOTED_PRINTABLE = Charset("utf-8")
_QUOTED_PRINTABLE.body_encoding = QP
logger = structlog.get_logger(__name__)
MAX_QUOTED_CHARACTERS = 5_000
MAX_AT_ONCE = 100


class _LeaseLostError(Exception):
    """Another process has taken the mail over: this one may not hand its text to the server."""


def deliver_due() -> Iterator[OutgoingMail]:
    """Send what is due, oldest first; what a dead process left is settled before. Without an
    address of ours everything waits. Yields each mail with the state that it came to."""
    settle_dead_sendings()
    cancel_late_receipts()
    if not get_staff().mailbox:
        return
    for _ in range(MAX_AT_ONCE):
        # Asked before each: a consent may end with the mail before.
        if is_sending_paused() or is_sign_in_needed(settings.DESK_SMTP_SERVER):
            return
        mail = _take_next()
        if mail is None:
            return
        mail.state = _deliver(mail)
        yield mail


def settle_dead_sendings() -> None:
    """Queue mail of dead processes again; what may have been sent is for a person."""
    since = timezone.now() - timedelta(seconds=SENDING_LEASE_SECONDS)
    dead = OutgoingMail.objects.filter(state=MailState.SENDING, sending_since__lt=since)
    dead.filter(data_started_at__isnull=True).update(
        state=MailState.QUEUED, sending_since=None, last_error="The sending process ended."
    )
    uncertain = dead.filter(data_started_at__isnull=False).values_list("pk", "attempts")
    for pk, attempts in list(uncertain):
        _settle(pk, attempts, MailState.UNCERTAIN, "The sending process ended after the text.")


def _take_next() -> OutgoingMail | None:
    """The next due mail, ours to send: the conditional UPDATE decides between processes. With the
    first one a release can no longer be taken back, so what it says of the draft is kept."""
    while True:
        now = timezone.now()
        due = OutgoingMail.objects.filter(state=MailState.QUEUED, not_before__lte=now)
        mail = due.order_by("not_before", "pk").first()
        if mail is None:
            return None
        with transaction.atomic():
            taken = due.filter(pk=mail.pk, attempts=mail.attempts).update(
                state=MailState.SENDING,
                attempts=F("attempts") + 1,
                sending_since=now,
                data_started_at=None,
            )
            if taken and mail.released_by and not mail.attempts:
                _tell_release(mail, now)
        if taken:
            mail.attempts, mail.data_started_at = mail.attempts + 1, None
            return mail


def _tell_release(mail: OutgoingMail, now: datetime) -> None:
    """A person's word on the draft that leaves. Where the database is away the mail waits, too; by
    nothing else is it held up for what would have been learned from it."""
    if mail.draft_id is None:
        return
    try:
        with transaction.atomic():
            attest_release(
                draft_id=mail.draft_id,
                body_text=mail.body_text,
                person=mail.released_by,
                is_at_a_glance=mail.is_at_a_glance,
                now=now,
            )
    except OperationalError:
        raise
    except Exception as error:
        logger.exception("release_not_told", mail=mail.pk, error=type(error).__name__)


def _deliver(mail: OutgoingMail) -> str:
    """One attempt; no transaction is open while the server is talked to."""
    connection: Any = get_connection()
    try:
        email = build_email(mail)
        if not mail.recipients:  # erased since: no backend would say that it sent nothing
            raise ValueError("Nobody is there whom it could go to.")
        if said := find_suppressed(mail.recipients):  # by a bounce or a person, since its release
            raise ValueError(said)
        connection.open()
        failpoint("before_data")
        if hasattr(connection, "before_data"):
            connection.before_data = partial(_mark_data_started, mail)
        else:  # a backend that does not tell: from here on anything may have happened
            _mark_data_started(mail)
        email.connection = connection
        if not connection.send_messages([email]):
            raise smtplib.SMTPException("The mail backend sent nothing.")
        answer = str(getattr(connection, "data_answer", ""))
        refused = str(getattr(connection, "refused_recipients", ""))
    except _LeaseLostError:
        return "lost"
    except (OSError, ValueError) as error:
        return _fail(mail, error)
    finally:
        with suppress(OSError):  # it hung up first
            connection.close()
    failpoint("after_data")
    state = _settle_surely(mail, refused, answer)
    failpoint("result_recorded")
    return state


def _mark_data_started(mail: OutgoingMail) -> None:
    now = timezone.now()
    if not _ours(mail).filter(data_started_at__isnull=True).update(data_started_at=now):
        raise _LeaseLostError
    mail.data_started_at = now


def _ours(mail: OutgoingMail) -> QuerySet[OutgoingMail]:
    """The row, while no other process has taken it over."""
    sending = OutgoingMail.objects.filter(state=MailState.SENDING)
    return sending.filter(pk=mail.pk, attempts=mail.attempts)


def _fail(mail: OutgoingMail, error: Exception) -> str:
    said = f"{type(error).__name__}: {error}"[:500]
    logger.warning("mail_not_sent", mail=mail.pk, attempt=mail.attempts, error=type(error).__name__)
    if mail.data_started_at is not None and not isinstance(error, _NOT_TAKEN):
        return _settle(mail.pk, mail.attempts, MailState.UNCERTAIN, said)
    if mail.attempts > len(RETRY_MINUTES) or is_permanent(error):
        return _settle(mail.pk, mail.attempts, MailState.FAILED, said)
    minutes = RETRY_MINUTES[mail.attempts - 1]
    _ours(mail).update(
        state=MailState.QUEUED,
        not_before=timezone.now() + timedelta(minutes=minutes),
        sending_since=None,
        data_started_at=None,
        last_error=said,
    )
    return MailState.QUEUED.value


def is_permanent(error: Exception) -> bool:
    """Whether asking again could not help: the server refused it for good (5xx), or the mail
    itself cannot be sent. A refused login is our own set-up, which somebody mends."""
    if isinstance(error, smtplib.SMTPAuthenticationError):
        return False
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        return all(code >= 500 for code, _ in error.recipients.values())
    if isinstance(error, smtplib.SMTPResponseException):
        return error.smtp_code >= 500
    return isinstance(error, ValueError | smtplib.SMTPNotSupportedError)


def _settle_surely(mail: OutgoingMail, refused: str, answer: str) -> str:
    """Write down that a text has left; a database that is away for a moment is waited for."""
    sent = partial(_settle, mail.pk, mail.attempts, MailState.SENT, refused, answer)
    for seconds in RECORD_AGAIN_SECONDS:
        try:
            return sent()
        except (OperationalError, InterfaceError):
            time.sleep(seconds)
            close_old_connections()
    return sent()


def _settle(mail_id: int, attempts: int, state: MailState, error: str, answer: str = "") -> str:
    """Write down how an attempt ended, unless it was settled otherwise meanwhile. A failed or
    uncertain mail waits for a person; that a text has left outweighs that it was uncertain."""
    before, now = [MailState.SENDING], timezone.now()
    values: dict[str, Any] = {"state": state, "last_error": error[:500], "sending_since": None}
    if state == MailState.SENT:
        before.append(MailState.UNCERTAIN)
        values |= {"sent_at": now, "provider_answer": answer[:500]}
        values |= {"provider_id": reported} if (reported := reported_id(answer)) else {}
    with transaction.atomic():
        thread = Thread.objects.select_for_update().filter(outgoing_mails=mail_id).first()
        mails = OutgoingMail.objects.filter(pk=mail_id)
        if not thread or not mails.filter(state__in=before, attempts=attempts).update(**values):
            return "lost"
        if state == MailState.SENT:
            Message.objects.filter(outgoing_mail=mail_id).update(sent_at=now)
        elif (
            thread.status == ThreadStatus.OPEN
            # An alert or a receipt stands beside a guest's thread: its fate stops no work there.
            and not mails.filter(kind__in=(MailKind.ALERT, MailKind.RECEIPT)).exists()
        ):
            leave_to_person(thread)
    return state.value


def reported_id(answer: str) -> str:
    """ "" where the server names none."""
    found = _REPORTED_ID.search(answer)
    return found[0] if found else ""


def build_email(mail: OutgoingMail) -> EmailMultiAlternatives:
    """The mail as it is sent: plain text and HTML, the guest's mail quoted below, the headers that
    were made with its row."""
    others = dict(mail.headers)
    known, to, _, subject = (others.pop(name, "") for name in ("From", "To", "Cc", "Subject"))
    named = dict(zip(mail.recipients, to.split(", "), strict=False))
    text = text_to_send(mail)
    email = EmailMultiAlternatives(
        subject=subject,
        body=text,
        from_email=known or sender(alias_of(mail)),  # made before it had one
        to=[named.get(address, address) for address in mail.recipients],
        cc=[address for address in mail.copies if not find_suppressed([address])],
        reply_to=[others.pop("Reply-To")] if "Reply-To" in others else None,
        headers=others,
    )
    # Servers that offer no 8BITMIME get 7 bits, whatever the lines hold (RFC 6152).
    email.encoding = _QUOTED_PRINTABLE
    email.attach_alternative(plain_to_html(text, mail.language), "text/html")
    for file in mail.files.all():
        email.attach(as_part(file))
    return email


def count_waiting() -> dict[str, int]:
    counted = OutgoingMail.objects.filter(state__in=UNSETTLED_STATES).order_by()
    found = dict(counted.values_list("state").annotate(number=Count("pk")))
    return {state.value: found.get(state.value, 0) for state in UNSETTLED_STATES}


def text_to_send(mail: OutgoingMail) -> str:
    """A mail's text, with the signature of its address below, and the guest's newest mail where it
    answers one."""
    parent = _answered(mail)
    below = [alias_of(mail).signature, quoted(parent, mail.language) if parent else ""]
    if not any(below):
        return mail.body_text
    return "\n\n".join([mail.body_text.rstrip(), *filter(None, below)])


def quoted(message: Message, language: str) -> str:
    """Attribution and lines with ``>``; of a very long mail the beginning."""
    moment = timezone.localtime(message.sent_at or message.received_at)
    name = message.from_name or message.from_address
    attribution = letter_words(language).attribution
    said = message.new_text.strip()
    lines = said[:MAX_QUOTED_CHARACTERS].splitlines() + ["…"] * (len(said) > MAX_QUOTED_CHARACTERS)
    return "\n".join(
        [
            attribution.format(date=f"{moment:%d.%m.%Y, %H:%M}", name=" ".join(name.split())),
            *(f"> {line}".rstrip() for line in lines),
        ]
    )


def _answered(mail: OutgoingMail) -> Message | None:
    """The mail to quote; None for a briefing, an alert, or where the setting is off."""
    if mail.kind != MailKind.REPLY or not MailSettings.current().quotes_guest_mail:
        return None
    parent_id = (mail.batch.parent_id if mail.batch else None) or 0
    found = Message.objects.filter(pk=parent_id, thread__kind=ThreadKind.GUEST)
    message = found.defer("raw", "body_text", "quoted_text").first()
    return message if message is not None and message.new_text.strip() else None
