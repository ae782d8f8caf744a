"""Sets aside a reply that a person decided not to send, and takes that back for a while."""

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from config.errors import DomainError, found
from drafting.drafts.services.refine import attest_former
from drafting.mail.choices import BatchState, MailSource, MailState
from drafting.mail.claims import end_batch, wait_for_person
from drafting.mail.models import Contact, Message
from drafting.mail.services import refresh_urgency, restore_guest, set_contact_blocked
from drafting.mail.work_models import Batch, OutgoingMail, SentBack
from drafting.outbox.releases import locked_mail
from drafting.outbox.staff_actions import hand_to_colleague

TAKE_BACK_MINUTES = 10
_FORMER = "assignee"  # key of who looked after the conversation before, None for nobody
_NOTHING: dict[str, Any] = {"set_aside_by": None, "set_aside_at": None, "set_aside_with": {}}


@contextmanager
def setting_aside(*, mail_id: int, by: Any, is_atomic: bool = True) -> Iterator[dict[str, Any]]:
    """Notes who decided against a waiting reply, where what is done inside cancels it, and what is
    put into the result: it goes with the decision and comes back with it (``decision``: its name;
    ``elsewhere``: the mail counts as answered; ``blocked``: keys of contacts;
    ``no_guest``: what ``restore_guest`` takes). What is decided about senders is not atomic: it
    locks contacts, and only then threads."""
    waiting = OutgoingMail.objects.filter(pk=mail_id, state=MailState.AWAITING_RELEASE)
    begun, goes_with = timezone.now(), dict[str, Any]()
    with transaction.atomic() if is_atomic else nullcontext():
        waits = waiting.update(**_NOTHING)  # what was noted when it was handed over
        yield goes_with
        if waits:  # of two at once the one that cancelled it has noted itself already
            undecided = OutgoingMail.objects.filter(pk=mail_id, set_aside_by=None)
            undecided.filter(state=MailState.CANCELLED).update(
                set_aside_by=by, set_aside_at=begun, set_aside_with=goes_with
            )


def hand_over(*, mail_id: int, colleague: Any, by: Any) -> OutgoingMail:
    """Name the colleague who looks after a reply's conversation (None: nobody). Raises
    ``not_found``."""
    with locked_mail(mail_id) as mail:
        if mail.state == MailState.AWAITING_RELEASE:
            mail.set_aside_by, mail.set_aside_at = by, timezone.now()
            mail.set_aside_with = {_FORMER: mail.thread.assignee_id}
            mail.save(update_fields=[*_NOTHING])
        hand_to_colleague(thread_id=mail.thread_id, assignee=colleague, by=by)
    return mail


def _hand_back(mail_id: int, by: Any) -> OutgoingMail:
    with locked_mail(mail_id) as mail:
        if not may_take_back(mail, timezone.now()):
            raise DomainError("already_decided", f"This mail is {mail.get_state_display()}.")
        former = get_user_model().objects.filter(pk=mail.set_aside_with[_FORMER]).first()
        hand_to_colleague(thread_id=mail.thread_id, assignee=former, by=by)
        OutgoingMail.objects.filter(pk=mail_id).update(**_NOTHING)
    return mail


def may_take_back(mail: OutgoingMail, now: datetime) -> bool:
    since = now - timedelta(minutes=TAKE_BACK_MINUTES)
    is_recent = mail.set_aside_at is not None and mail.set_aside_at > since
    is_handed_over = _FORMER in mail.set_aside_with
    state = MailState.AWAITING_RELEASE if is_handed_over else MailState.CANCELLED
    return is_recent and mail.state == state


def take_back(*, mail_id: int, by: Any) -> OutgoingMail:
    """Let a reply wait again that was sent back, closed, answered elsewhere, handed over or whose
    sender was blocked or no guest: what went with that decision goes.

    Raises ``already_decided`` when it is too late, where an agent has begun anew or somebody has
    answered since; ``permission_denied`` for who may not unblock a sender; ``not_found``.
    """
    mails = OutgoingMail.objects.select_related("thread", "batch")
    seen = found(mails.filter(pk=mail_id).first())
    if _FORMER in seen.set_aside_with:
        return _hand_back(mail_id, by)
    _refuse_late(seen)
    _let_in(seen, by)
    with locked_mail(mail_id) as mail:
        now = timezone.now()
        batch = _refuse_late(mail)
        if mail.set_aside_with.get("elsewhere"):
            keys = list(_marks(mail).values_list("pk", flat=True))
            Message.objects.filter(answered_by__in=keys).update(answered_by=None)
            Message.objects.filter(pk__in=keys).delete()
            refresh_urgency(thread=mail.thread)
        since = mail.set_aside_at
        SentBack.objects.filter(
            thread=mail.thread, person=mail.set_aside_by, created_at__gte=since
        ).delete()
        said = mail.draft.last_attempt if mail.draft else None
        if said is not None and since is not None and said.created_at >= since:
            attest_former(draft_id=said.draft_id, now=now, before=since)
        end_batch(batch.pk, BatchState.ANSWERED, now)
        mail.state, mail.last_error = MailState.AWAITING_RELEASE, ""
        mail.save(update_fields=["state", "last_error"])
        OutgoingMail.objects.filter(pk=mail_id).update(**_NOTHING)
        wait_for_person(mail.thread, known_ids=batch.message_ids)
    return mail


def _refuse_late(mail: OutgoingMail) -> Batch:
    """Its batch, where nothing stands against taking the decision back."""
    now = timezone.now()
    if not may_take_back(mail, now) or mail.batch is None:
        raise DomainError("already_decided", f"This mail is {mail.get_state_display()}.")
    if mail.thread.has_live_claim(now) or mail.thread.batches.filter(pk__gt=mail.batch.pk):
        raise DomainError("already_decided", "Somebody works on this conversation already.")
    if not mail.set_aside_with.get("elsewhere") and _marks(mail).exists():
        raise DomainError("already_decided", "Somebody has answered this elsewhere since.")
    return mail.batch


def _let_in(mail: OutgoingMail, by: Any) -> None:
    """Whom the decision kept out. Before the thread is locked, as every change of a contact."""
    told = mail.set_aside_with.get("no_guest")
    if told and Contact.objects.filter(pk=told["contact_id"], is_guest=False).exists():
        restore_guest(**told, by=by)
    blocked = Contact.objects.filter(pk__in=mail.set_aside_with.get("blocked", ()), is_blocked=True)
    for contact in blocked.order_by("pk"):
        if not by.has_perm("drafting.change_contact"):
            raise DomainError("permission_denied", "A manager lets a blocked sender in again.")
        set_contact_blocked(contact_id=contact.pk, is_blocked=False, by=by)


def _marks(mail: OutgoingMail) -> QuerySet[Message]:
    """What says that the reply's mail was answered elsewhere; without it the mail is unanswered."""
    ids = mail.batch.message_ids if mail.batch else []
    return Message.objects.filter(answers__in=ids, source=MailSource.ELSEWHERE).distinct()
