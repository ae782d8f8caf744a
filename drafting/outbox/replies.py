"""Turns an agent's attested text into the reply to the mail it has claimed."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from config.errors import DomainError, found, invalid
from drafting.drafts.choices import DeliveryStatus
from drafting.drafts.models import Attestation, Draft
from drafting.mail.choices import (
    BatchState,
    ClaimEnd,
    MailKind,
    MailState,
    ThreadKind,
    ThreadStatus,
)
from drafting.mail.claims import end_batch, end_claim, find_ended, has_newer_mail, require_claim
from drafting.mail.models import MailSettings, Message, Thread
from drafting.mail.selectors import get_staff
from drafting.mail.work_models import MAX_REPLY_CHARACTERS, Batch, OutgoingMail, ReplyFile
from drafting.outbox.composing import new_reply
from drafting.outbox.files import attach_files, check_files
from drafting.outbox.releases import queue_mail
from templatesapp.choices import Acknowledges

AUTOMATIC_THREAD_HOURS = 24  # one automatic reply a thread in this time
EMERGENCY_EVERY_HOURS = 1  # one acknowledgement of an emergency a conversation in this time
AUTOMATIC_CONTACT_LIMIT = 3  # automatic replies a person gets within a day, over all threads


class ReplyRules:
    """What runs, which stand above, say of a text; their functions are put here at the start."""

    # Whether a reply to the batch may say it: ``(batch=, text=, now=)``.
    is_best_text: Callable[..., bool]
    # Whether it may leave without a person: ``(batch=, attestation=, now=)``, under thread's lock.
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
