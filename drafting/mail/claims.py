"""Claims: the timed right of one worker on one thread, and on all its unanswered mail at once.

On PostgreSQL claimers pass each other by (SKIP LOCKED); SQLite drops such clauses, so there, as
on both, a conditional UPDATE of the growing number decides.

A claim may wait for work: it gets the next mail as soon as it is there. A waiting call holds a
thread of its process and nothing else: no connection, no lock of the database. However many wait in
a process, one of them looks, once a second; it has the turn until it has found something, then the
next one looks. So many may wait (DESK_WAITING_CLAIMS) that threads are left for everybody else;
whoever comes beyond them is told at once that there is nothing.
"""

import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache, partial
from threading import BoundedSemaphore, Lock
from uuid import UUID

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.db import connection, transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from config.errors import DomainError, invalid
from drafting.failpoints import failpoint
from drafting.mail.choices import BatchState, ClaimEnd, Direction, MailState, ThreadStatus
from drafting.mail.listeners import work_ended
from drafting.mail.models import Message, Thread
from drafting.mail.selectors import HEAVY_FIELDS, IS_UNANSWERED
from drafting.mail.work_models import MAX_REASON_CHARACTERS, Batch, OutgoingMail, SentBack

SECRET_BYTES = 12
# A batch that so many workers gave up or died over goes to a person: no loop without end.
MAX_CLAIMS = 10
MAX_LOOKS = 100  # of one claim, each at another thread
LONGEST_WAIT_SECONDS = 30
LOOK_EVERY_SECONDS = 1.0
_SIGNER = Signer(salt="drafting.mail.work", sep=".")
_CLAIM = ("claim_number", "claim_secret", "claim_holder", "claim_expires_at")
_turn = Lock()


@dataclass(frozen=True, slots=True)
class WorkToken:
    """One claim on one batch. ``secret`` is new with each claim, also after a restored backup.

    ``holder``: the key it was given to; nobody else can use it or read with it.
    """

    batch_id: int
    number: int
    secret: str
    holder: str = ""

    def __str__(self) -> str:
        return _SIGNER.sign(f"{self.holder}~{self.batch_id}-{self.number}-{self.secret}")


def read_work_token(text: str) -> WorkToken | None:
    """The claim that a token names, live or not; None for what this desk has not written."""
    try:
        holder, _, claim = _SIGNER.unsign(text).rpartition("~")
        batch_id, number, secret = claim.split("-", 2)
    except (BadSignature, ValueError):
        return None
    return WorkToken(int(batch_id), int(number), secret, holder)


@dataclass(frozen=True, slots=True)
class Work:
    """A claim with what it is about; ``conversation`` is the whole thread, oldest first."""

    token: WorkToken
    thread: Thread
    batch: Batch
    conversation: list[Message]

    @property
    def run_id(self) -> UUID | None:
        """Of the newest run that answers the batch; runs are another room's, known here by their
        relation only."""
        return getattr(self.batch, "run_id", None)

    @property
    def messages(self) -> list[Message]:
        """Those of the batch, oldest first."""
        wanted = set(self.batch.message_ids)
        return [message for message in self.conversation if message.pk in wanted]

    @property
    def sent_back(self) -> list[SentBack]:
        """What people said about the answer to this batch, the newest first. A query where there
        is something."""
        ids = [message.pk for message in self.messages if getattr(message, "has_word", False)]
        return list(SentBack.objects.filter(message__in=ids).select_related("template"))


def claim_thread(*, holder: str, lease_seconds: int | None = None) -> Work | None:
    """Claim the most urgent claimable thread, the oldest mail first among equals.

    Freezes all its unanswered messages as a batch; cancels a reply that still awaits release,
    since newer mail made the thread claimable again. None when nothing is claimable. Six
    queries, however many threads there are.
    """
    for _ in range(MAX_LOOKS):
        with transaction.atomic():
            now = timezone.now()
            thread = _next_thread(now)
            if thread is None:
                return None
            work = _take(thread, holder, now, lease_seconds)
            if work is not None:
                transaction.on_commit(partial(failpoint, "batch_frozen"))
                return work
        # Something changed between the look and the lock; what is left is looked at again.
    return None


def is_anything_claimable() -> bool:
    """One read, without a transaction: for whoever asks again and again."""
    return _claimable(timezone.now()).exists()


def _claimable(now: datetime) -> QuerySet[Message]:
    free = Q(thread__claim_expires_at__isnull=True) | Q(thread__claim_expires_at__lte=now)
    return Message.objects.filter(IS_UNANSWERED, free, thread__status=ThreadStatus.OPEN)


def _next_thread(now: datetime) -> Thread | None:
    """The thread to claim, locked where the database has row locks."""
    waiting = _claimable(now).select_related("thread").only("thread")
    if connection.features.has_select_for_update_skip_locked:
        waiting = waiting.select_for_update(of=("thread",), skip_locked=True)
    message = waiting.order_by("-thread__urgency", "received_at", "pk").first()
    return message.thread if message else None


def _take(thread: Thread, holder: str, now: datetime, lease_seconds: int | None) -> Work | None:
    """Make a thread ours. None when its mail was answered or it was claimed meanwhile."""
    conversation = list(conversation_of(thread))
    unanswered = [message for message in conversation if is_unanswered(message)]
    if not unanswered:
        return None
    unchanged = Thread.objects.filter(
        pk=thread.pk, claim_number=thread.claim_number, status=ThreadStatus.OPEN
    )
    thread.claim_number += 1
    thread.claim_secret, thread.claim_holder = secrets.token_urlsafe(SECRET_BYTES), holder
    thread.claim_expires_at = now + _lease(lease_seconds)
    if not unchanged.update(**{name: getattr(thread, name) for name in _CLAIM}):
        return None
    failpoint("claimed")
    batch = _freeze(thread, unanswered, now)
    if batch is None:
        return None
    token = WorkToken(batch.pk, thread.claim_number, thread.claim_secret, holder)
    return Work(token, thread, batch, conversation)


def conversation_of(thread: Thread | int) -> QuerySet[Message]:
    """All mail of a thread, oldest first, with the contacts; each says whether a person has said
    something about its answer."""
    words = SentBack.objects.filter(message=OuterRef("pk"))
    messages = Message.objects.filter(thread=thread).annotate(has_word=Exists(words))
    return messages.select_related("contact", "thread").defer(*HEAVY_FIELDS).order_by("sequence")


def is_unanswered(message: Message) -> bool:
    """``selectors.IS_UNANSWERED`` for a message with its contact at hand."""
    return (
        message.direction == Direction.IN
        and not message.is_automated
        and message.answered_by_id is None
        and not (message.contact is not None and message.contact.is_blocked)
    )


def _freeze(thread: Thread, unanswered: list[Message], now: datetime) -> Batch | None:
    """The batch of a claim: the open one of the same messages, or a new one.

    None when too many claims ended without an answer: then a person has it.
    """
    ids = [message.pk for message in unanswered]
    cancel_waiting_mail(thread=thread, reason="Newer mail came before its release.", now=now)
    begun = _with_run(Batch.objects.filter(thread=thread, state=BatchState.OPEN)).first()
    if begun is None or begun.message_ids != ids:
        if begun is not None:
            end_batch(begun.pk, BatchState.ABANDONED, now, "Newer mail came.")
        parent = newest(unanswered)
        begun = Batch(thread=thread, message_ids=ids, parent=parent, created_at=now)
    elif begun.claims >= MAX_CLAIMS:
        reason = f"{MAX_CLAIMS} claims ended without an answer."
        end_batch(begun.pk, BatchState.HANDED_OVER, now, reason)
        end_claim(thread, status=ThreadStatus.WAITING_FOR_PERSON)
        return None
    begun.claim_number, begun.claims = thread.claim_number, begun.claims + 1
    begun.save()
    return begun


def _with_run(batches: QuerySet[Batch]) -> QuerySet[Batch]:
    """The first row of a batch has the newest run that answers it as ``run_id``."""
    return batches.order_by("-runs__attempt", "-runs__started_at").annotate(run_id=F("runs"))


def newest(messages: Sequence[Message]) -> Message:
    """The one that a reply threads onto: mail may be recorded out of order."""
    return max(messages, key=lambda message: (message.received_at, message.sequence))


def end_batch(batch_id: int, state: BatchState, now: datetime, reason: str = "") -> None:
    _end(Batch.objects.filter(pk=batch_id), state, now, reason)


def _end(batches: QuerySet[Batch], state: BatchState, now: datetime, reason: str) -> None:
    batches.update(state=state, ended_at=now, reason=reason[:MAX_REASON_CHARACTERS])


def end_claim(
    thread: Thread, *, status: ThreadStatus | None = None, reason: ClaimEnd = ClaimEnd.HANDED_OVER
) -> None:
    """Take the right to write from whoever holds it; what goes on there ends with that reason.

    Needs the thread's lock.
    """
    work_ended.tell(thread=thread, reason=reason, now=timezone.now())
    thread.claim_expires_at, thread.claim_secret, thread.claim_holder = None, "", ""
    if status is not None:
        thread.status = status
    thread.save(update_fields=["claim_expires_at", "claim_secret", "claim_holder", "status"])


def cancel_waiting_mail(*, thread: Thread, reason: str, now: datetime) -> int:
    """Cancel replies of a thread that nobody has released. Needs the thread's lock."""
    waiting = OutgoingMail.objects.filter(
        thread=thread, state=MailState.AWAITING_RELEASE, batch__isnull=False
    )
    answered = list(waiting.values_list("batch_id", flat=True))
    if not answered:
        return 0
    _end(Batch.objects.filter(pk__in=answered), BatchState.ABANDONED, now, reason)
    return waiting.update(state=MailState.CANCELLED, last_error=reason)


def settle_thread(*, thread: Thread, reason: str, now: datetime) -> None:
    """All of a thread's mail was answered by other means: nobody goes on working on it.

    Needs the thread's lock. Does nothing while personal mail is unanswered.
    """
    if not has_newer_mail(thread=thread):
        stop_work(thread, (BatchState.OPEN,), reason, now)
        end_claim(thread, status=ThreadStatus.OPEN)


def stop_work(thread: Thread, states: Sequence[BatchState], reason: str, now: datetime) -> None:
    """Take away what agents have going on: the waiting reply, batches in these states."""
    cancel_waiting_mail(thread=thread, reason=reason, now=now)
    begun = Batch.objects.filter(thread=thread, state__in=states)
    _end(begun, BatchState.ABANDONED, now, reason)


def wait_for_person(thread: Thread, *, known_ids: list[int]) -> None:
    """Only a person can move the thread on, unless mail has come that nobody has looked at."""
    is_claimable = has_newer_mail(thread=thread, known_ids=known_ids)
    end_claim(thread, status=ThreadStatus.OPEN if is_claimable else ThreadStatus.WAITING_FOR_PERSON)


def leave_to_person(thread: Thread, *, known_ids: Sequence[int] = ()) -> None:
    """The same for what stands beside the work: where other mail waits, that goes on."""
    if not has_newer_mail(thread=thread, known_ids=known_ids):
        end_claim(thread, status=ThreadStatus.WAITING_FOR_PERSON)


def has_newer_mail(*, thread: Thread | int, known_ids: Sequence[int] = ()) -> bool:
    """Whether unanswered personal mail is there that these messages do not hold."""
    return Message.objects.filter(IS_UNANSWERED, thread=thread).exclude(pk__in=known_ids).exists()


def require_claim(*, work_token: str, agent: str) -> tuple[Thread, Batch]:
    """The thread, locked, and the batch of a live claim. Call it in the write's transaction.

    Raises DomainError ``claim_lost`` for every token but that of the newest, unexpired claim, and
    for that one in the hands of another key.
    """
    token = read_work_token(work_token)
    threads = Thread.objects.select_for_update(of=("self",))
    thread = threads.filter(batches=token.batch_id).first() if token else None
    batch = Batch.objects.filter(pk=token.batch_id).first() if token else None
    if not token or not thread or not batch or not is_live(token, thread, batch, agent):
        raise DomainError("claim_lost")
    return thread, batch


def is_live(token: WorkToken, thread: Thread, batch: Batch, agent: str) -> bool:
    return (
        batch.state == BatchState.OPEN
        and thread.claim_holder == agent
        and token.number == thread.claim_number == batch.claim_number
        and constant_time_compare(token.secret, thread.claim_secret)
        # Asked after the lock: waiting for it may have taken longer than the claim had left.
        and thread.has_live_claim(timezone.now())
    )


def find_ended(*, work_token: str, agent: str) -> Batch | None:
    """What became of a token's own claim, the newest on its batch, once it has ended; None while
    it lives, and where another claim took its place. For calls that are made a second time."""
    token = read_work_token(work_token)
    if token is None or token.holder != agent:
        return None
    is_over = ~Q(state=BatchState.OPEN) | Q(thread__claim_secret="")
    return Batch.objects.filter(is_over, pk=token.batch_id, claim_number=token.number).first()


def get_work(*, work_token: str, agent: str) -> Work:
    """What a token is about, read again; a stale one reads, too. Raises ``not_found``, also where
    the token is another key's."""
    token = read_work_token(work_token)
    if token is not None and token.holder == agent:
        batches = Batch.objects.select_related("thread").filter(pk=token.batch_id)
        batch = _with_run(batches).first()
        if batch is not None:
            conversation = list(conversation_of(batch.thread))
            return Work(token, batch.thread, batch, conversation)
    raise DomainError("not_found", "There is no such claim.")


def work_of(batch: Batch) -> Work:
    """What a batch is about, for the desk itself: nobody can write with its token."""
    token = WorkToken(batch.pk, batch.claim_number, "")
    return Work(token, batch.thread, batch, list(conversation_of(batch.thread)))


def get_live_work(*, work_token: str, agent: str) -> Work:
    """What a live claim is about; without a lock: the write asks again. Raises ``claim_lost``."""
    try:
        work = get_work(work_token=work_token, agent=agent)
    except DomainError:
        raise DomainError("claim_lost") from None
    if not is_live(work.token, work.thread, work.batch, agent):
        raise DomainError("claim_lost")
    return work


def renew_claim(*, work_token: str, agent: str, lease_seconds: int | None = None) -> datetime:
    """Prolong a live claim from now on; returns when it ends. Raises ``claim_lost``."""
    with transaction.atomic():
        thread, _ = require_claim(work_token=work_token, agent=agent)
        thread.claim_expires_at = expires_at = timezone.now() + _lease(lease_seconds)
        thread.save(update_fields=["claim_expires_at"])
    return expires_at


def _lease(seconds: int | None) -> timedelta:
    return timedelta(seconds=seconds or settings.DESK_CLAIM_MINUTES * 60)


def release_claim(*, work_token: str, agent: str) -> None:
    """Give a claim up early: the same batch is claimable at once. Once more changes nothing.

    Raises ``claim_lost`` where it ended otherwise."""
    with transaction.atomic():
        claimed = _claimed(work_token, agent, or_ended=(BatchState.OPEN, ""))
        if claimed is not None:
            end_claim(claimed[0], reason=ClaimEnd.CLAIM_RELEASED)


def hand_over(*, work_token: str, agent: str, reason: str) -> Thread | None:
    """Say that a person is needed; the claim ends. The conversation; None where the same is said
    once more, which changes nothing.

    Raises ``claim_lost`` where it ended otherwise, or with another reason."""
    ended = (BatchState.HANDED_OVER, reason[:MAX_REASON_CHARACTERS])
    with transaction.atomic():
        claimed = _claimed(work_token, agent, or_ended=ended)
        if claimed is None:
            return None
        thread, batch = claimed
        end_batch(batch.pk, BatchState.HANDED_OVER, timezone.now(), reason)
        wait_for_person(thread, known_ids=batch.message_ids)
        return thread


def _claimed(
    work_token: str, agent: str, *, or_ended: tuple[BatchState, str]
) -> tuple[Thread, Batch] | None:
    """As ``require_claim``; None where the claim has ended with this state and reason already."""
    try:
        return require_claim(work_token=work_token, agent=agent)
    except DomainError:
        ended = find_ended(work_token=work_token, agent=agent)
        if ended is None or (ended.state, ended.reason) != or_ended:
            raise
    return None


@cache
def _slots() -> BoundedSemaphore:
    return BoundedSemaphore(settings.DESK_WAITING_CLAIMS)


def claim_when_ready(
    *, holder: str, lease_seconds: int | None = None, wait_seconds: int = 0
) -> Work | None:
    """``claim_thread``, asked again until something is claimable or the time is over.

    Raises ``validation_error`` within a transaction: nobody waits with one open.
    """
    if wait_seconds and connection.in_atomic_block:
        raise invalid("wait", "A claim with an Idempotency-Key does not wait.")
    work = claim_thread(holder=holder, lease_seconds=lease_seconds)
    if work is not None or not wait_seconds or not _slots().acquire(blocking=False):
        return work
    try:
        return _wait(holder, lease_seconds, time.monotonic() + wait_seconds)
    finally:
        _slots().release()


def _wait(holder: str, lease_seconds: int | None, until: float) -> Work | None:
    connection.close()
    if not _turn.acquire(timeout=max(0.0, until - time.monotonic())):
        return None
    try:
        while True:
            if is_anything_claimable():
                work = claim_thread(holder=holder, lease_seconds=lease_seconds)
                if work is not None:
                    return work
            left = until - time.monotonic()
            if left <= 0:
                return None
            time.sleep(min(LOOK_EVERY_SECONDS, left))
    finally:
        _turn.release()
