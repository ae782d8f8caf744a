"""What staff do with a conversation besides releasing a reply: begin, move or end one.
One begins to a guest who has not written, or not about this. What ends or moves one takes the
thread's lock, and with it the right to write from any worker that holds a claim."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from config.errors import DomainError, found, invalid
from config.mail_urls import read_address
from drafting.mail import services
from drafting.mail.choices import BatchState, Direction, MailSource, MailState, ThreadStatus
from drafting.mail.claims import end_claim, newest, stop_work
from drafting.mail.models import MAX_HEADER_CHARACTERS, Contact, Message, Thread
from drafting.mail.selectors import IS_UNANSWERED, get_staff
from drafting.mail.work_models import (
    MAX_REASON_CHARACTERS,
    MAX_REPLY_CHARACTERS,
    Batch,
    FollowUp,
    OutgoingMail,
    ReplyFile,
    SentBack,
)
from drafting.outbox.care import refuse_suppressed, why_second_look
from drafting.outbox.composing import add_own_message, new_mail, new_reply
from drafting.outbox.files import attach_files, check_files
from drafting.outbox.releases import attest_words, fate_of, queue_mail
from drafting.outbox.typed_text import refuse_unfit
from learning.events.choices import Reason
from templatesapp.categories import LANGUAGES
from templatesapp.models import EmailTemplate
from templatesapp.text.letter import split_letter


@dataclass(frozen=True, slots=True)
class Seen:
    """What a person had before them when they decided: mail up to this key, this waiting reply.
    Where more has come, one of us has answered, or somebody has decided about the reply, the
    decision is refused (``newer_inbound``, ``already_answered``, ``already_decided``): nobody
    settles a mail that they have not seen, or answers one a second time without knowing."""

    newest_id: int
    reply_id: int | None = None


def write_reply(
    *,
    thread_id: int,
    body_text: str,
    by: Any,
    seen: Seen | None = None,
    files: Sequence[ReplyFile] = (),
    insisted: str = "",
    promises: Iterable[FollowUp] = (),
) -> OutgoingMail:
    """A person's own reply to all unanswered mail of a thread; it leaves as a released one does,
    or waits in the release queue where its addresses want a second look.

    A reply that awaits release is cancelled. ``insisted``: why it stands against a check.
    ``promises``: those of the thread that it keeps, done as long as it is on its way or sent.
    Raises ``validation_error`` for an empty text, for files that may not leave or where nobody
    could be written to, what ``refuse_unfit`` and what ``Seen`` says.
    """
    body_text = body_text.strip()
    greeting, said, _ = split_letter(body_text)
    if not body_text or (greeting and not said):
        raise invalid("body_text", "Write something.")
    if len(body_text) > MAX_REPLY_CHARACTERS:
        raise invalid("body_text", f"At most {MAX_REPLY_CHARACTERS} characters.")
    check_files(files)
    # Without a lock: reading the mail takes a while, and what came since is ``seen``'s to refuse.
    read = _found(Thread.objects.all(), thread_id)
    own = {"body_text": body_text, "by": by, "insisted": insisted}
    language, insistence = refuse_unfit(thread=read, **own)
    with _locked(thread_id, seen) as thread:
        now = timezone.now()
        _stop_work(thread, f"{by} wrote a reply.", now)
        mail = _make_mail(thread, body_text, language, insistence, now)
        attach_files(mail=mail, files=files, by=by)
        if keys := [promise.pk for promise in promises]:
            thread.follow_ups.filter(pk__in=keys, done_at=None).update(answered_in=mail)
        if why_second_look(mail):  # then the release screen asks for it
            end_claim(thread, status=ThreadStatus.WAITING_FOR_PERSON)
        else:
            queue_mail(mail=mail, by=by, now=now)
    return mail


def _make_mail(
    thread: Thread, body_text: str, language: str, insistence: str, now: datetime
) -> OutgoingMail:
    """A reply to all that is unanswered, else to the last mail that came."""
    unanswered = _unanswered(thread)
    # A guest's, where one wrote: what a mail server reported stands in the thread, too.
    received = Message.objects.filter(thread=thread, direction="in").defer("raw")
    latest = received.order_by("is_automated", "-received_at", "-sequence")
    parent = newest(unanswered) if unanswered else latest.first()
    mail = new_reply(
        thread=thread, parent=parent, answered=unanswered, body_text=body_text, created_at=now
    )
    if not mail.recipients:
        raise invalid("recipients", "Nobody is there whom a reply could go to.")
    refuse_suppressed(mail.recipients)
    services.upsert_contacts(mail.recipients)
    mail.language = language if language in LANGUAGES else "en"
    ended = {"state": BatchState.ANSWERED, "created_at": now, "ended_at": now}
    ended["reason"] = insistence[:MAX_REASON_CHARACTERS]
    ids = [message.pk for message in unanswered]
    mail.batch = Batch.objects.create(thread=thread, message_ids=ids, parent=parent, **ended)
    mail.save()
    return mail


def begin_conversation(
    *,
    to: str,
    subject: str,
    body_text: str,
    by: Any,
    language: str = "en",
    from_address: str = "",
    files: Sequence[ReplyFile] = (),
) -> OutgoingMail:
    """Open a conversation with a mail of ours; it leaves as a released reply does, and the guest's
    answer joins it. ``to``: an address, or ``Name <address>``; ``from_address`` "": the mailbox's.

    Raises ``validation_error`` by field, ``conflict`` for an address that is not written to."""
    address, subject, body_text = _guest_address(to), subject.strip(), body_text.strip()
    if from_address not in ("", *(alias.address for alias in get_staff().aliases)):
        raise invalid("from_address", "It is none of our other addresses.")
    if not 0 < len(subject) <= MAX_HEADER_CHARACTERS:
        raise invalid("subject", f"Write a subject of at most {MAX_HEADER_CHARACTERS} characters.")
    if not subject.isprintable():  # invisible characters, too, and before anything is written
        raise invalid("subject", "A subject holds no line break.")
    if not 0 < len(body_text) <= MAX_REPLY_CHARACTERS:
        raise invalid("body_text", f"Write a text of at most {MAX_REPLY_CHARACTERS} characters.")
    if language not in LANGUAGES:
        raise invalid("language", f"One of {', '.join(LANGUAGES)}.")
    check_files(files)
    now = timezone.now()
    contacts = services.upsert_contacts([address])
    with transaction.atomic():
        if Contact.objects.filter(address=address, is_blocked=True).exists():
            raise DomainError("conflict", "The address is blocked.")
        refuse_suppressed([address])
        thread = Thread.objects.create(subject=subject)
        thread.participants.add(*contacts.values())
        mail = new_mail(
            recipients=[address],
            subject=subject,
            thread=thread,
            is_by_person=True,
            from_address=from_address,
            body_text=body_text,
            language=language,
            created_at=now,
        )
        mail.save()
        attach_files(mail=mail, files=files, by=by)
        queue_mail(mail=mail, by=by, now=now)
    return mail


def _guest_address(to: str) -> str:
    try:
        address = read_address(to.strip())[1]
    except ValueError:
        raise invalid("to", "It is no mail address.") from None
    if get_staff().includes(address):
        raise invalid("to", "This address is one of ours.")
    return address


def mark_answered_elsewhere(*, thread_id: int, by: Any, seen: Seen | None = None) -> int:
    """Say that a thread's mail was answered by phone or at the desk. Returns how many messages.
    Raises ``already_answered`` where nothing is unanswered, and what ``Seen`` says."""
    with _locked(thread_id, seen) as thread:
        unanswered, now = _must_be_unanswered(thread), timezone.now()
        _stop_work(thread, f"{by} answered elsewhere.", now)
        answer = add_own_message(
            thread=thread,
            contact=unanswered[-1].contact,
            source=MailSource.ELSEWHERE,
            now=now,
            content_hash=f"elsewhere:{thread.pk}:{unanswered[-1].pk}",
            from_address=get_staff().mailbox,
            notes=[f"Answered elsewhere, says {by}."],
        )
        ids = [message.pk for message in unanswered]
        marked = services.mark_answered(thread=thread, answer=answer, message_ids=ids)
        end_claim(thread, status=ThreadStatus.OPEN)
    return marked


def send_back_to_agent(
    *, thread_id: int, by: Any, note: str = "", body: str = "", letter: str = ""
) -> None:
    """Let an agent work on a thread again: a waiting reply is cancelled, the mail claimable.

    What the person says stands first in the next claim and run: why (``note``), the reply as they
    would write it, and the id of the letter that it should have been. Their words count as a
    rewrite of the reply's draft. Raises ``already_answered`` where nothing is unanswered,
    ``already_decided`` where the thread is claimable or claimed as it is, ``validation_error`` for
    a letter that nobody knows.
    """
    template = _letter(letter) if letter else None
    with _locked(thread_id) as thread:
        unanswered, now = _must_be_unanswered(thread), timezone.now()
        waiting = thread.outgoing_mails.filter(state=MailState.AWAITING_RELEASE).first()
        # A mail of ours that answers none, taken back, is no agent's.
        is_agents = waiting is not None and waiting.batch_id is not None
        if not is_agents and thread.status == ThreadStatus.OPEN:
            raise DomainError("already_decided", "An agent may work on this conversation already.")
        note = (note or f"Sent back by {by}.")[:MAX_REASON_CHARACTERS]
        SentBack.objects.create(
            thread=thread,
            message=newest(unanswered),
            note=note,
            text=_tell_correction(waiting, body, template, by),
            template=template,
            person=by,
            created_at=now,
        )
        stop_work(thread, (BatchState.HANDED_OVER,), note, now)
        end_claim(thread, status=ThreadStatus.OPEN)


def _letter(template_id: str) -> EmailTemplate:
    letter = EmailTemplate.objects.filter(template_id=template_id).order_by("-active").first()
    if letter is None:
        raise invalid("letter", f"No letter is called {template_id[:40]}.")
    return letter


def _tell_correction(
    mail: OutgoingMail | None, body: str, template: EmailTemplate | None, by: Any
) -> str:
    """Let learning know of a person's words, or of the letter they point at, as a further attempt
    at the waiting reply's draft. Returns their words, "" where they left the reply's."""
    text = body.replace("\r\n", "\n").strip()
    if mail is not None and text == mail.body_text.strip():
        text = ""
    if mail is None or mail.draft is None or mail.draft.blanked_at or not (text or template):
        return text
    reason = Reason.WRONG_TEMPLATE if template else Reason.STYLE
    letter = template.template_id if template else ""
    words = text or mail.body_text
    attest_words(mail.draft, words, by, rewrite_reason=reason, corrected_template=letter)
    return text


def close_thread(*, thread_id: int, by: Any, seen: Seen | None = None) -> None:
    """Nothing more to do here; new personal mail opens it again. Raises ``already_decided``, and
    what ``Seen`` says."""
    with _locked(thread_id, seen) as thread:
        if thread.status == ThreadStatus.CLOSED:
            raise DomainError("already_decided", "This conversation is closed already.")
        _stop_work(thread, f"{by} closed the conversation.", timezone.now())
        end_claim(thread, status=ThreadStatus.CLOSED)


def reopen_thread(*, thread_id: int, by: Any) -> None:
    """Take a closing back. Raises ``already_decided``."""
    with _locked(thread_id) as thread:
        if thread.status != ThreadStatus.CLOSED:
            raise DomainError("already_decided", "This conversation is not closed.")
        end_claim(thread, status=ThreadStatus.OPEN)


def block_participants(*, thread_id: int, by: Any) -> list[int]:
    """Block everybody of a conversation; who is blocked already stays so. Returns who was not.
    Replies that waited for their release are cancelled. Raises ``already_decided``."""
    free = Contact.objects.filter(threads=thread_id, is_blocked=False)
    ids = list(free.order_by("pk").values_list("pk", flat=True))
    if not ids:
        raise DomainError("already_decided", "The sender is blocked already.")
    # One transaction each: whoever locks two contacts and their threads may wait for another.
    for contact_id in ids:
        services.set_contact_blocked(contact_id=contact_id, is_blocked=True, by=by)
    return ids


def say_who_writes(*, thread_id: int, is_guest: bool, by: Any) -> dict[str, Any]:
    """Say that whoever wrote the newest mail of a conversation is a guest, or is not one: for this
    mail and all that comes. Returns what ``restore_guest`` takes. Raises ``already_decided``,
    ``conflict`` where there is no address."""
    received = Message.objects.filter(thread=thread_id, direction="in", contact__isnull=False)
    wrote = received.order_by("-sequence").values_list("contact_id", flat=True).first()
    if wrote is None:
        raise DomainError("conflict", "Nobody with an address has written here.")
    return services.set_contact_guest(contact_id=wrote, is_guest=is_guest, by=by)


@transaction.atomic
def finish_follow_up(*, follow_up_id: int, by: Any, is_done: bool = True) -> FollowUp:
    """Say that a promised answer was given, or take that back. Raises ``already_decided``."""
    follow_up = FollowUp.objects.select_for_update(of=("self",)).get(pk=follow_up_id)
    if is_done == (follow_up.done_at is not None):
        stands = "done already" if is_done else "open"
        raise DomainError("already_decided", f"This follow-up is {stands}.")
    follow_up.done_at, follow_up.done_by = (timezone.now(), by) if is_done else (None, None)
    follow_up.save(update_fields=["done_at", "done_by"])
    return follow_up


def hand_to_colleague(*, thread_id: int, assignee: Any, by: Any) -> None:
    """Name the colleague who looks after a thread (None: nobody); open follow-ups go along."""
    with _locked(thread_id) as thread:
        thread.assignee = assignee
        thread.save(update_fields=["assignee"])
        thread.follow_ups.filter(done_at__isnull=True).update(assignee=assignee)


def _found(threads: QuerySet[Thread], thread_id: int) -> Thread:
    return found(threads.filter(pk=thread_id).first(), f"There is no conversation {thread_id}.")


@contextmanager
def _locked(thread_id: int, seen: Seen | None = None) -> Iterator[Thread]:
    with transaction.atomic():
        thread = _found(Thread.objects.select_for_update(), thread_id)
        if seen is not None:
            _refuse_unseen(thread, seen)
        yield thread


def _refuse_unseen(thread: Thread, seen: Seen) -> None:
    decided = OutgoingMail.objects.exclude(state=MailState.AWAITING_RELEASE)
    if reply := decided.select_related("released_by").filter(pk=seen.reply_id or 0).first():
        raise DomainError("already_decided", fate_of(reply))
    # Under the thread's lock keys grow as mail is committed: none comes below one that was seen.
    newer = Message.objects.filter(thread=thread, pk__gt=seen.newest_id)
    if newer.filter(IS_UNANSWERED).exists():
        raise DomainError("newer_inbound", "Newer mail has come; look at it first.")
    if newer.filter(direction=Direction.OUT).exists():
        raise DomainError("already_answered", "It was answered meanwhile; look at it first.")


def _stop_work(thread: Thread, reason: str, now: datetime) -> None:
    """End whatever agents have going on; the person who calls this takes over."""
    stop_work(thread, (BatchState.OPEN, BatchState.HANDED_OVER), reason, now)
    end_claim(thread)


def _unanswered(thread: Thread) -> Sequence[Message]:
    unanswered = Message.objects.filter(IS_UNANSWERED, thread=thread).defer("raw")
    return list(unanswered.select_related("contact").order_by("sequence"))


def _must_be_unanswered(thread: Thread) -> Sequence[Message]:
    if unanswered := _unanswered(thread):
        return unanswered
    raise DomainError("already_answered", "Nothing in this conversation is unanswered.")
