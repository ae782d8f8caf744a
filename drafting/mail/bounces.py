"""Records a delivery report: a row per recipient, and a conversation that waits for a person.
The mail stays ``sent`` and answers what it answers: what left has left.

Anybody can write something that looks like a report. Who knows our mail's id got that mail, or
carried it; a report that only names a recipient is shown, and never puts an address on the list
of those that nothing is sent to.
"""

from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import Q

from drafting.mail import listeners
from drafting.mail.choices import MailKind, MailState, ThreadStatus
from drafting.mail.claims import leave_to_person
from drafting.mail.delivery_reports import DeliveryReport
from drafting.mail.headers import as_reported
from drafting.mail.models import Message
from drafting.mail.parsing import ParsedMail
from drafting.mail.work_models import OutgoingMail, RecipientReport

REPORT_DAYS = 7  # within which servers give a mail up, with a day or two to spare
CLOCKS_DIFFER = timedelta(hours=1)
_HAS_LEFT = (MailState.SENDING, MailState.SENT, MailState.UNCERTAIN)


class ReportedMail(NamedTuple):
    """The mail of ours that a report is about."""

    thread_id: int
    mail: OutgoingMail | None = None  # None: written in a mail program
    is_known_by_id: bool = True


def find_reported_mail(parsed: ParsedMail, received_at: datetime) -> ReportedMail | None:
    """By the ids that the report names or gives back, else by recipient and time."""
    report = parsed.report
    if report is None:
        return None
    ids = [*report.named_ids, *parsed.named_ids]
    by_provider = Q(provider_id__in=as_reported(ids)) & ~Q(provider_id="")
    known = OutgoingMail.objects.filter(Q(message_id__in=ids) | by_provider)
    if (mail := known.order_by("-pk").first()) is not None:
        return ReportedMail(mail.thread_id, mail)
    ours = Message.objects.filter(message_id__in=ids, direction="out").only("thread_id").first()
    if ours is not None:
        return ReportedMail(ours.thread_id)
    mail = _by_recipient(report, received_at)
    return ReportedMail(mail.thread_id, mail, is_known_by_id=False) if mail else None


def _by_recipient(report: DeliveryReport, received_at: datetime) -> OutgoingMail | None:
    """The newest mail that went to one of the named recipients in time."""
    addresses = {recipient.address for recipient in report.recipients}
    if not addresses:
        return None
    named = Q()
    for address in sorted(addresses):
        named |= Q(recipients__icontains=address) | Q(copies__icontains=address)
    sent = OutgoingMail.objects.filter(
        named,
        state__in=_HAS_LEFT,
        created_at__gte=received_at - timedelta(days=REPORT_DAYS),
        created_at__lte=received_at + CLOCKS_DIFFER,
    ).order_by("-sent_at", "-pk")
    return next((mail for mail in sent if addresses & set(mail.everybody)), None)


def record_bounce(*, message: Message, report: DeliveryReport, reported: ReportedMail) -> None:
    """Write down what a recorded report says. Needs the thread's lock."""
    mail = reported.mail
    by_address = _recipients(report, mail)
    for address, row in by_address.items():
        row.report, row.outgoing_mail, row.address = message, mail, address
    rows = list(by_address.values())
    RecipientReport.objects.bulk_create(rows, ignore_conflicts=True)
    if mail is not None:
        # Who reports on it has had it: an uncertain sending did leave.
        OutgoingMail.objects.filter(pk=mail.pk, state=MailState.UNCERTAIN).update(
            state=MailState.SENT, sent_at=message.received_at, last_error=""
        )
    bounced = [row for row in rows if not row.is_delayed]
    is_of_guest = mail is None or mail.kind == MailKind.REPLY
    if bounced and is_of_guest and message.thread.status == ThreadStatus.OPEN:
        leave_to_person(message.thread)
    if reported.is_known_by_id:
        listeners.bounced.tell([row for row in bounced if row.is_hard])


def _recipients(report: DeliveryReport, mail: OutgoingMail | None) -> dict[str, RecipientReport]:
    """Those of the mail's recipients that the report names, with what it says of each."""
    told = {recipient.address: recipient for recipient in report.recipients}
    ours = {each: told[each] for each in mail.everybody if each in told} if mail else {}
    if ours or not told or mail is None or len(mail.recipients) != 1:
        return ours or told
    # The address that we wrote to forwards to the one that failed.
    return {mail.recipients[0]: next(iter(told.values()))}
