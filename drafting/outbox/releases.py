"""Releases a reply by a person's decision, and takes that back.
One verb, one path: the admin's buttons, lists and tests all come here.

Locks in this order: contacts, thread, mail, draft.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import date, datetime, timedelta
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from config.errors import DomainError, found
from drafting.drafts.authors import Author
from drafting.drafts.choices import DeliveryStatus, RefinementSource
from drafting.drafts.evidence import persons_letter
from drafting.drafts.models import Draft
from drafting.drafts.other_letters import letter_for
from drafting.drafts.services.check import still_acknowledges
from drafting.drafts.services.refine import RefineRequest, attest_draft, attest_former
from drafting.failpoints import failpoint
from drafting.mail.choices import BatchState, MailKind, MailState, ThreadStatus
from drafting.mail.claims import end_batch, end_claim, has_newer_mail, wait_for_person
from drafting.mail.models import Contact, MailSettings, Message, Thread
from drafting.mail.services import mark_answered, retract_mail, upsert_contacts
from drafting.mail.work_models import (
    MAX_QUESTION_CHARACTERS,
    MAX_REASON_CHARACTERS,
    FollowUp,
    OutgoingMail,
)
from drafting.outbox import care
from drafting.outbox.composing import record_own_message, retitled_headers
from drafting.outbox.typed_text import may_insist_on_draft, not_passed, refuse_unfit
from drafting.pipeline.outcomes import OutcomeKind
from learning.events.choices import Reason
from templatesapp.choices import Acknowledges
from templatesapp.models import DeskProfile
from templatesapp.text.guarded.kinds import Kind
from templatesapp.text.guarded.values import find_values
from templatesapp.text.letter import owners_promises

DAY_MINUTES = 24 * 60
UNDO_SECONDS = 60  # between a release and the earliest sending
READ_AND_ANSWER = "Read the mail and answer it"  # what an acknowledgement promises
# A follow-up of an emergency that was acknowledged: it is one until somebody has acted.
OPEN_EMERGENCY = Q(
    done_at=None, outgoing_mail__draft__acknowledgement__acknowledges=Acknowledges.EMERGENCY
)


def release_reply(
    *,
    mail_id: int,
    by: Any,
    body_text: str | None = None,
    subject: str | None = None,
    reason: str = "",
    insisted: str = "",
    keep: Sequence[str] | None = None,
    has_looked: bool = False,
    has_read: bool = False,
    is_at_a_glance: bool = False,
    promises: Iterable[FollowUp] | None = None,
) -> OutgoingMail:
    """Let a reply leave, 60 seconds from now. Of two people releasing one is told of the other.
    Once it can no longer be taken back it is their word on the draft: ``delivery``.

    ``body_text``: in the person's own words, the last attempt at its draft, learned from as such
    (``reason``: a Reason; ``insisted``: why a text, also the one that waited, stands against a
    check). ``subject`` None keeps the one it has. ``keep``: of its recipients and copies, those who
    get it (None: all). ``has_looked``: the person says that foreign or many addresses are right.
    ``has_read``: that they have read an urgent or threatening mail and its reply.
    ``is_at_a_glance``: it is one of several. ``promises``: those of the conversation that it keeps
    (None: as its writer said).

    Raises ``already_decided``, ``newer_inbound``, ``already_answered``, ``blocked_draft``,
    ``fact_changed``, ``permission_denied`` where the desk wants a manager for it, ``conflict`` for
    a blocked sender and for what wants a second look, ``validation_error`` for a line break in the
    subject.
    """
    with locked_mail(mail_id) as mail:
        _refuse_unreleasable(mail)
        care.refuse_unread(mail, by=by, has_read=has_read)
        if keep is not None and set(keep) != set(mail.everybody):
            care.keep_recipients(mail, keep)
        if not has_looked and (why := care.why_second_look(mail)):
            raise DomainError("conflict", f"{why} Tick that you have looked at the addresses.")
        mail.is_at_a_glance = is_at_a_glance
        if body_text is None:
            care.refuse_stale_answers(mail)
        else:
            _take_edit(mail, body_text, by, reason, insisted)
        last = mail.draft.last_attempt if mail.draft else None
        if mail.draft and last and last.delivery_status == DeliveryStatus.BLOCKED:
            raise not_passed(last.quality, may_insist=may_insist_on_draft(by, mail.draft))
        care.refuse_stale_facts(mail)
        if subject is not None and subject != mail.subject:
            mail.headers = retitled_headers(mail.headers, subject)
            mail.subject = mail.headers["Subject"]
        _release(mail, by, promises)
    return mail


def _take_edit(mail: OutgoingMail, body_text: str, by: Any, reason: str, insisted: str) -> None:
    body_text = body_text.replace("\r\n", "\n").replace("\r", "\n")
    if insisted or body_text.strip() != mail.body_text.strip():
        body_text = _judge_edit(mail, body_text, by, reason, insisted)
    mail.body_text = body_text.strip()
    if not mail.body_text:
        raise DomainError("blocked_draft", "The text is empty.")


def put_in_todays_facts(*, mail_id: int, by: Any) -> OutgoingMail:
    """Today's facts in the place of those that a waiting reply was written with: a person's edit,
    judged as such. The reply goes on waiting.

    Raises as ``release_reply`` does; ``fact_changed`` where the text does not say it in a way that
    could be put right.
    """
    with locked_mail(mail_id) as mail:
        _refuse_unreleasable(mail)
        body_text = care.renewed_text(mail)
        if mail.draft is not None and body_text != mail.body_text:
            mail.body_text = _judge_edit(mail, body_text, by).strip()
            mail.save(update_fields=["body_text"])
        care.refuse_stale_facts(mail)
    return mail


def take_other_letter(*, mail_id: int, template: int | None, by: Any) -> OutgoingMail:
    """Write a waiting reply anew from the letter (its key) that a person chose: their correction of
    the draft, learned from as such. The reply goes on waiting, whatever the check finds.

    Raises ``already_decided`` and what else no release could overcome; ``conflict`` for a text
    without a draft, ``validation_error`` for a letter that is not there.
    """
    with _rewritten(mail_id) as (mail, draft):
        letter = letter_for(draft=draft, key=template or 0)
        said = {
            "rewrite_reason": Reason.WRONG_TEMPLATE,
            "corrected_template": letter.template.template_id,
        }
        mail.body_text = attest_words(draft, letter.text, by, **said)
        mail.language = letter.template.language
    return mail


def take_letter_back(*, mail_id: int, by: Any) -> OutgoingMail:
    """The text that stood before a person took another letter waits again, as whoever wrote it left
    it. Raises ``already_decided`` and what else no release could overcome; ``conflict`` where no
    other letter stands."""
    with _rewritten(mail_id) as (mail, draft):
        former = attest_former(draft_id=draft.pk, now=timezone.now())
        mail.body_text, mail.language = former.body_plain, draft.language
    return mail


@contextmanager
def _rewritten(mail_id: int) -> Iterator[tuple[OutgoingMail, Draft]]:
    """A waiting reply that a letter was chosen for, and its draft; what it says then is kept."""
    with locked_mail(mail_id) as mail:
        _refuse_unreleasable(mail)
        if mail.draft is None:
            raise DomainError("conflict", "A person wrote this reply; no letter was chosen for it.")
        yield mail, mail.draft
        mail.body_text = mail.body_text.strip()
        mail.save(update_fields=["body_text", "language"])


def _judge_edit(
    mail: OutgoingMail, body_text: str, by: Any, reason: str = "", insisted: str = ""
) -> str:
    """The text that stands: a further attempt at the reply's draft, and at the letter that a person
    chose before, or a person's own words. Raises ``permission_denied`` for who insists against
    protected text without the right to it."""
    draft = mail.draft
    if draft is None:
        if mail.batch is not None:
            own = {"body_text": body_text, "by": by, "insisted": insisted}
            _, insistence = refuse_unfit(thread=mail.thread, **own)
            mail.batch.reason = insistence[:MAX_REASON_CHARACTERS]
            mail.batch.save(update_fields=["reason"])
        return body_text
    if insisted and not may_insist_on_draft(by, draft):
        raise DomainError("permission_denied", "This letter is protected by law.")
    letter = persons_letter(draft.last_attempt)
    said = {"rewrite_reason": reason or Reason.NONE, "insisted": insisted}
    return attest_words(draft, body_text, by, corrected_template=letter, **said)


def attest_words(draft: Draft, body_text: str, by: Any, **said: str) -> str:
    """A person's words, and what else they say of the draft (``RefineRequest``); the text that
    stands."""
    request = RefineRequest(
        draft_id=draft.pk,
        refined_body_plain=body_text,
        original_body_plain=draft.body_plain,
        refinement_source=RefinementSource.STAFF,
        **said,
    )
    author = Author(agent="", source=draft.source, person=by)
    return attest_draft(request=request, author=author, now=timezone.now()).attestation.body_plain


def _release(mail: OutgoingMail, by: Any, promises: Iterable[FollowUp] | None) -> None:
    """A person has looked at it: a reply that was to leave by itself, and was taken back, is
    theirs now and says so no more."""
    if promises is not None:
        mail.kept_promises.update(answered_in=None)
        keys = [promise.pk for promise in promises]
        mail.thread.follow_ups.filter(pk__in=keys, done_at=None).update(answered_in=mail)
    mail.is_automatic = False
    mail.headers = {k: v for k, v in mail.headers.items() if k != "Auto-Submitted"}
    queue_mail(mail=mail, by=by, now=timezone.now())


def queue_mail(*, mail: OutgoingMail, by: Any, now: datetime) -> None:
    """Put a reply into the conversation and into the queue, with what was changed of it. Needs the
    thread's lock, and the mail's."""
    thread = mail.thread
    contacts = list(Contact.objects.filter(address__in=mail.recipients).order_by("pk"))
    own = record_own_message(mail=mail, contacts=contacts, now=now)
    thread.participants.add(*contacts)
    if mail.batch is not None:
        mark_answered(thread=thread, answer=own, message_ids=mail.batch.message_ids)
    thread.status = ThreadStatus.OPEN
    thread.save(update_fields=["status"])
    mail.own_message = own
    mail.state = MailState.QUEUED
    mail.not_before = now + timedelta(seconds=UNDO_SECONDS)
    mail.released_by, mail.released_at = by, now
    mail.save()
    mail.kept_promises.update(done_at=now, done_by=by)
    _promise_follow_ups(mail, now)
    transaction.on_commit(partial(failpoint, "queued"))


def _promise_follow_ups(mail: OutgoingMail, now: datetime) -> None:
    """A row for everything that the text promises: by its outcomes, since an edit may have taken a
    promise out, and in whatever else it says of the owners; one for all of them, due today as such
    texts say, where it says no more than that the mail was read."""
    draft = mail.draft
    last = draft.last_attempt if draft else None
    if draft is None or last is None:
        return
    texts = {ask["id"]: ask["text"] for ask in draft.action_plan.get("asks", ())}
    promised = [
        (texts.get(row["ask"], row["ask"]), row.get("sentence", ""))
        for row in last.outcomes
        if row["outcome"] == OutcomeKind.PROMISED
    ]
    if not last.outcomes:  # of before outcomes were kept
        promised = [(b["question"], "") for b in draft.question_blocks if b["follow_up_required"]]
    is_acknowledged = still_acknowledges(draft, last.body_plain)
    if is_acknowledged:
        promised = [("; ".join(text for text, _ in promised) or READ_AND_ANSWER, "")]
    else:
        named = {sentence for _, sentence in promised}
        said = owners_promises(last.body_plain, DeskProfile.current().owners)
        promised += [(sentence, sentence) for sentence in said if sentence not in named]
    if not promised:
        return
    days = 0 if is_acknowledged else MailSettings.current().follow_up_days
    of_mail = {"thread": mail.thread, "outgoing_mail": mail, "assignee": mail.thread.assignee}
    FollowUp.objects.bulk_create(
        FollowUp(
            question=text[:MAX_QUESTION_CHARACTERS],
            due=_due(sentence, mail.language, now, days),
            created_at=now,
            **of_mail,
        )
        for text, sentence in promised
    )


def _due(promise: str, language: str, now: datetime, days: int) -> date:
    """In so many days, or earlier where the promise says so: "within 24 hours", "in two days"."""
    units = {"minute": 1, "day": DAY_MINUTES}
    named = (
        int(amount) * units[value.unit]
        for value in find_values(promise, language).values
        if value.kind is Kind.MEASURE and value.unit in units
        for amount in value.amounts
    )
    # What takes less than an hour is no promise of ours but a way or a wait.
    sooner = [span for span in named if 60 <= span < days * DAY_MINUTES]
    dates = (timezone.localdate(now + timedelta(minutes=span)) for span in sooner)
    return min(dates, default=timezone.localdate(now) + timedelta(days=days))


def _refuse_unreleasable(mail: OutgoingMail) -> None:
    if mail.state != MailState.AWAITING_RELEASE:
        raise DomainError("already_decided", fate_of(mail))
    ids = mail.batch.message_ids if mail.batch else []
    if has_newer_mail(thread=mail.thread, known_ids=ids):
        raise DomainError("newer_inbound", "Newer mail has come; the reply does not answer it.")
    if ids and not Message.objects.filter(pk__in=ids, answered_by__isnull=True).exists():
        raise DomainError("already_answered", "Somebody has answered this mail already.")
    if Contact.objects.filter(address__in=mail.recipients, is_blocked=True).exists():
        raise DomainError("conflict", "The sender is blocked.")
    care.refuse_suppressed(mail.recipients)


def fate_of(mail: OutgoingMail) -> str:
    """For whoever decides about a reply after somebody has."""
    released = f", by {mail.released_by.get_username()}" if mail.released_by else ""
    return f"This reply is {mail.get_state_display()}{released}."


def undo_release(*, mail_id: int, by: Any) -> OutgoingMail:
    """Take a release back while the mail has not begun to leave. Raises ``already_decided``."""
    with locked_mail(mail_id) as mail:
        if mail.state != MailState.QUEUED or mail.attempts or mail.kind != MailKind.REPLY:
            raise DomainError("already_decided", f"This mail is {mail.get_state_display()}.")
        retract_mail(mail)
        mail.state, mail.not_before = MailState.AWAITING_RELEASE, None
        mail.released_by = mail.released_at = None
        mail.save(update_fields=["state", "not_before", "released_by", "released_at"])
        wait_for_person(mail.thread, known_ids=mail.batch.message_ids if mail.batch else [])
    return mail


def cancel_mail(*, mail_id: int, by: Any, note: str = "") -> OutgoingMail:
    """Give up a mail that has not left; what it answered is claimable again. Raises
    ``already_decided`` for a mail that is being sent, was sent, or may have been."""
    before = (MailState.AWAITING_RELEASE, MailState.QUEUED, MailState.FAILED)
    with locked_mail(mail_id, *before) as mail:
        reason = note or f"Cancelled by {by}."
        retract_mail(mail)
        mail.state, mail.last_error = MailState.CANCELLED, reason[:500]
        mail.save(update_fields=["state", "last_error"])
        if mail.batch_id is not None:
            end_batch(mail.batch_id, BatchState.ABANDONED, timezone.now(), reason)
        end_claim(mail.thread, status=ThreadStatus.OPEN)
    return mail


def send_again(*, mail_id: int, by: Any) -> OutgoingMail:
    """Queue a mail that failed once more: a person's decision. Raises ``already_decided``."""
    with locked_mail(mail_id, MailState.FAILED) as mail:
        now = timezone.now()
        mail.state, mail.attempts, mail.not_before = MailState.QUEUED, 0, now
        mail.data_started_at = mail.sending_since = None
        mail.released_by = by if mail.kind == MailKind.REPLY else mail.released_by
        mail.save()
        if mail.thread.status == ThreadStatus.WAITING_FOR_PERSON:
            end_claim(mail.thread, status=ThreadStatus.OPEN)
    return mail


def settle_uncertain(*, mail_id: int, was_sent: bool, by: Any) -> OutgoingMail:
    """Say whether an uncertain mail has arrived: sent, or failed and free to be sent again. Raises
    ``already_decided``."""
    with locked_mail(mail_id, MailState.UNCERTAIN) as mail:
        mail.state = MailState.SENT if was_sent else MailState.FAILED
        mail.sent_at = (mail.data_started_at or timezone.now()) if was_sent else None
        mail.last_error = f"{by} says that it {'arrived' if was_sent else 'did not arrive'}."
        mail.save(update_fields=["state", "sent_at", "last_error"])
        if was_sent and mail.thread.status == ThreadStatus.WAITING_FOR_PERSON:
            end_claim(mail.thread, status=ThreadStatus.OPEN)
    return mail


@contextmanager
def locked_mail(mail_id: int, *states: MailState) -> Iterator[OutgoingMail]:
    """A mail with its thread, both locked, in a transaction. Raises ``not_found``, and
    ``already_decided`` for one in another than these states, where some are named."""
    mails = OutgoingMail.objects.only("recipients", "thread_id")
    known = found(mails.filter(pk=mail_id).first(), f"There is no outgoing mail {mail_id}.")
    with transaction.atomic():
        upsert_contacts(known.recipients)
        thread = Thread.objects.select_for_update().get(pk=known.thread_id)
        mail = (
            OutgoingMail.objects.select_for_update(of=("self",))
            .select_related("batch", "released_by", "own_message", "draft")
            .get(pk=mail_id)
        )
        mail.thread = thread
        if states and mail.state not in states:
            raise DomainError("already_decided", f"This mail is {mail.get_state_display()}.")
        if mail.draft_id is not None:
            mail.draft = Draft.objects.select_for_update(of=("self",)).get(pk=mail.draft_id)
        yield mail
