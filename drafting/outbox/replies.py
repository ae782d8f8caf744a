"""Turns an agent's attested text into the reply to the mail it has claimed.

And sends acknowledgements and alerts when a mail arrives, in the transaction that records it. *An
acknowledgement* to a guest who writes out of hours: the house's own text, which answers nothing.
*An alert* to the managers at once: CRITICAL mail, guests in danger or locked out."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, time, timedelta
from uuid import UUID

import structlog
from django.conf import settings
from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from config.errors import DomainError, found, invalid
from drafting.access.groups import MANAGER
from drafting.drafts.choices import DeliveryStatus
from drafting.drafts.models import Attestation, Draft
from drafting.mail.choices import (
    BatchState,
    ClaimEnd,
    MailKind,
    MailState,
    ThreadKind,
    ThreadStatus,
    Urgency,
)
from drafting.mail.claims import end_batch, end_claim, find_ended, has_newer_mail, require_claim
from drafting.mail.models import MailSettings, Message, Thread
from drafting.mail.selectors import get_staff
from drafting.mail.work_models import MAX_REPLY_CHARACTERS, Batch, OutgoingMail, ReplyFile
from drafting.outbox.care import find_suppressed
from drafting.outbox.composing import new_mail, new_reply
from drafting.outbox.files import attach_files, check_files
from drafting.outbox.releases import queue_mail
from templatesapp.choices import Acknowledges

AUTOMATIC_THREAD_HOURS = 24  # one automatic reply a thread in this time
EMERGENCY_EVERY_HOURS = 1  # one acknowledgement of an emergency a conversation in this time
AUTOMATIC_CONTACT_LIMIT = 3  # automatic replies a person gets within a day, over all threads
EVERY_HOURS = 24  # one acknowledgement out of hours a conversation in this time
# What lay in the mailbox for longer needs no word at night any more, and neither does what could
# not be sent for so long.
FRESH = timedelta(hours=1)
# Exchange asks no more of a mail that it must not answer by itself.
_NO_ANSWER = {"X-Auto-Response-Suppress": "All"}
MAX_QUOTED_CHARACTERS = 600  # of the mail that an alert is about
ALERT_EVERY = timedelta(hours=1)
logger = structlog.get_logger(__name__)


class ReplyRules:
    """What runs, which stand above, say of a text; their functions are put here at the start."""

    # Whether a reply to the batch may say it: ``(batch=, text=, now=)``.
    is_best_text: Callable[..., bool]
    # Whether it may leave without a person: ``(batch=, attestation=, now=)``, under the
    # thread's lock.
    has_earned_release: Callable[..., bool]


def reply_to_work(
    *,
    work_token: str,
    agent: str,
    draft_id: UUID | None = None,
    body_text: str | None = None,
    subject: str = "",
    files: Sequence[ReplyFile] = (),
) -> OutgoingMail:
    """Turn the attested text into a reply and end the claim, in one transaction.

    In a briefing thread the agent gives its own text. Files always need a person. Raises
    ``validation_error`` for files that may not leave; then, checked in this order:
    ``already_answered`` (this claim ended with its reply, which ``outgoing_id`` and ``state``
    name), ``claim_lost``, ``newer_inbound`` (the claim ends: the thread is claimed afresh),
    ``not_attested``, ``not_best_text``, ``blocked_draft``.
    """

    check_files(files)

    def write(thread: Thread, batch: Batch, now: datetime) -> OutgoingMail:
        attestation = None
        if thread.kind == ThreadKind.BRIEFING:
            if not body_text or not body_text.strip():
                raise invalid("body_text", "A briefing is answered with a text of your own.")
            text = body_text.strip()[:MAX_REPLY_CHARACTERS]
        elif draft_id is None:
            raise invalid("draft_id", "A guest is answered with an attested draft.")
        else:
            attestation = _attested(batch, draft_id, now)
            text = attestation.body_plain
        return make_reply(thread, batch, text, attestation, subject, agent, now, files)

    return answer_work(work_token=work_token, agent=agent, write=write)


def answer_work(
    *,
    work_token: str,
    agent: str,
    write: Callable[[Thread, Batch, datetime], OutgoingMail],
    is_same: Callable[[OutgoingMail], bool] = lambda mail: False,
) -> OutgoingMail:
    """What every way to a reply shares: claim and newer mail are checked first, in one
    transaction with ``write``. ``is_same``: whether a reply that this claim has ended with is the
    one that is asked for again."""
    with transaction.atomic():
        now = timezone.now()
        try:
            thread, batch = require_claim(work_token=work_token, agent=agent)
        except DomainError:
            earlier = _own_reply(work_token, agent)
            if earlier is None:
                raise
            if is_same(earlier):
                return earlier
            # With the reply's fate, for whoever lost the answer to their call.
            fate = {"outgoing_id": earlier.pk, "state": earlier.state}
            raise DomainError("already_answered", extra=fate) from None
        is_outdated = has_newer_mail(thread=thread, known_ids=batch.message_ids)
        if is_outdated:
            end_batch(batch.pk, BatchState.ABANDONED, now, "Newer mail came during the work.")
            end_claim(thread, reason=ClaimEnd.NEWER_INBOUND)
        else:
            mail = write(thread, batch, now)
    if is_outdated:  # raised after the commit, or the claim would live on
        raise DomainError("newer_inbound")
    return mail


def _own_reply(work_token: str, agent: str) -> OutgoingMail | None:
    """The reply that a token's claim ended with, unless somebody has cancelled it."""
    ended = find_ended(work_token=work_token, agent=agent)
    if ended is None or ended.state != BatchState.ANSWERED:
        return None
    return ended.outgoing_mails.exclude(state=MailState.CANCELLED).first()


def _attested(batch: Batch, draft_id: UUID, now: datetime) -> Attestation:
    drafts = Draft.objects.select_for_update(of=("self",))
    draft = found(drafts.filter(pk=draft_id).first(), code="unknown_draft")
    last = draft.last_attempt
    if draft.batch_id != batch.pk or last is None:
        raise DomainError("not_attested")
    if draft.blanked_at is not None:
        raise DomainError("body_blanked")
    if not ReplyRules.is_best_text(batch=batch, text=last.body_plain, now=now):
        raise DomainError("not_best_text")
    if last.delivery_status == DeliveryStatus.BLOCKED:
        quality = last.quality
        raise blocked(quality.get("failed_checks", ()), quality.get("failed_check_details", {}))
    return last


def blocked(failed: Sequence[str], details: Mapping[str, str]) -> DomainError:
    """Says each check that a text did not pass, and what it found."""
    said = f"The text did not pass: {', '.join(failed) or 'empty'}."
    return DomainError("blocked_draft", said, extra={"failed_checks": dict(details)})


def make_reply(
    thread: Thread,
    batch: Batch,
    body_text: str,
    attestation: Attestation | None,
    subject: str,
    agent: str,
    now: datetime,
    files: Sequence[ReplyFile] = (),
) -> OutgoingMail:
    """The reply row of a claimed batch; the claim ends. Needs the thread's lock, and files that
    were checked."""
    answered = list(Message.objects.defer("raw").filter(pk__in=batch.message_ids))
    parent = next((each for each in answered if each.pk == batch.parent_id), None)
    draft = attestation.draft if attestation else None
    is_emergency = not files and _may_send_emergency(thread, parent, draft, body_text, now)
    is_automatic = is_emergency or (
        attestation is not None
        and not files
        and ReplyRules.has_earned_release(batch=batch, attestation=attestation, now=now)
        and may_leave_automatically(thread=thread, parent=parent, now=now)
    )
    mail = new_reply(
        thread=thread,
        parent=parent,
        answered=answered,
        subject=subject,
        is_automatic=is_automatic,
        batch=batch,
        draft=draft,
        body_text=body_text,
        language=draft.language if draft else "en",
        created_at=now,
        agent=agent,
    )
    if not mail.recipients:
        raise DomainError("blocked_draft", "Nobody is there whom a reply could go to.")
    mail.save()
    attach_files(mail=mail, files=files)
    end_batch(batch.pk, BatchState.ANSWERED, now)
    end_claim(thread, status=ThreadStatus.WAITING_FOR_PERSON, reason=ClaimEnd.ANSWERED)
    if is_automatic:
        queue_mail(mail=mail, by=None, now=now)
    if is_emergency:
        # The acknowledgement leaves without the minute in which it could be taken back.
        mail.not_before = now
        mail.save(update_fields=["not_before"])
    return mail


def _may_send_emergency(
    thread: Thread, parent: Message | None, draft: Draft | None, body_text: str, now: datetime
) -> bool:
    """Whether the desk lets this acknowledgement of an emergency leave at once: as the house wrote
    it and with every fact in it, one a conversation and hour. Needs the thread's lock."""
    if draft is None or body_text.strip() != draft.body_plain.strip():
        return False
    if draft.slots.get("unresolved"):
        return False
    said, since = draft.acknowledgement, now - timedelta(hours=EMERGENCY_EVERY_HOURS)
    return (
        said is not None
        and said.acknowledges == Acknowledges.EMERGENCY
        and MailSettings.current().send_emergency_at_once
        and is_safe_to_answer(parent)
        and not _automatic_mail().filter(thread=thread, created_at__gt=since).exists()
        and _is_below_limit(parent, now)
    )


def may_leave_automatically(*, thread: Thread, parent: Message | None, now: datetime) -> bool:
    """The brakes of every loop: a verified sender, one automatic reply a thread in 24 hours
    unless one of us wrote in between, and three a person in a day; and only to whom it is from,
    or many senders with one Reply-To would each have three. Needs the thread's lock."""
    if not is_safe_to_answer(parent):
        return False
    since = now - timedelta(hours=AUTOMATIC_THREAD_HOURS)
    in_thread = _automatic_mail().filter(thread=thread, created_at__gte=since)
    if last := in_thread.order_by("-pk").first():
        # A person of ours: whether a guest's mail was written by one cannot be known for sure.
        ours = Message.objects.filter(thread=thread, direction="out")
        by_people = ours.exclude(outgoing_mail__is_automatic=True)
        if not by_people.filter(received_at__gt=last.created_at).exists():
            return False
    return _is_below_limit(parent, now)


def is_safe_to_answer(parent: Message | None) -> bool:
    """Whether a reply goes to a verified sender, and to nobody else."""
    if parent is None or not parent.is_sender_verified or parent.is_automated:
        return False
    if any(address != parent.from_address for address in parent.reply_to):
        return False
    return not get_staff().outsiders((*parent.to, *parent.cc))  # others would get it, too


def _automatic_mail() -> QuerySet[OutgoingMail]:
    automatic = OutgoingMail.objects.filter(is_automatic=True, kind=MailKind.REPLY)
    return automatic.exclude(state=MailState.CANCELLED)


def _is_below_limit(parent: Message | None, now: datetime) -> bool:
    in_a_day = _automatic_mail().filter(created_at__gte=now - timedelta(days=1))
    to_contact = in_a_day.filter(thread__participants=parent.contact_id if parent else None)
    return to_contact.count() < AUTOMATIC_CONTACT_LIMIT


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
