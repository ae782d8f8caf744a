"""Erases mail and texts whose time is over, and people who ask to be forgotten.

Learning keeps what holds no personal data: its rows know drafts by id and people by a keyed hash.
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import reduce
from operator import or_
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from config.errors import DomainError, problem
from drafting.access.idempotency import old_records
from drafting.access.models import IdempotencyRecord, RecordState
from drafting.access.requests import old_call_counts
from drafting.desk.search import tidy_search_index
from drafting.drafts.learning_feed import contact_hash
from drafting.drafts.models import Attestation, Draft
from drafting.drafts.reader.decisions import erase_taught_by
from drafting.drafts.services.interpret import interpret_message
from drafting.mail.choices import UNSETTLED_STATES, Direction
from drafting.mail.headers import fold_address
from drafting.mail.models import Contact, MailSettings, Message, Thread
from drafting.mail.work_models import FollowUp, OutgoingMail, RecipientReport, SuppressedAddress
from drafting.outbox.care import keep_recipients_without
from drafting.outbox.typed_text import reply_place
from drafting.runs.models import DraftRun
from drafting.runs.retention import delete_log_entries, delete_runs_about, forget_memory
from learning.ledger.models import UnknownQuestion
from learning.ledger.recording import forget_words
from learning.retention import blank_expired_bodies, compact_events, expire_proposals
from templatesapp.kept_texts import forget_texts, old_texts
from templatesapp.text.distance import question_hash

BATCH_SIZE = 200
DAYS_PER_MONTH = 30.44
# Calls whose stored answers hold guests' mail, drafts or addresses.
_OPERATIONS_WITH_MAIL = ("/messages", "/threads", "/work", "/drafts", "/runs", "/mcp", "/questions")
_BLANK: dict[str, Any] = {"body_plain": "", "outcomes": [], "matched_facts": {}, "quality": {}}
_BLANK_ATTESTATION = _BLANK | {"context": ""}
_BLANK_DRAFT = (
    _BLANK
    | {key: [] for key in ("question_blocks", "left_out", "sources_used")}
    | {key: {} for key in ("action_plan", "origins", "slots")}
)
DRAFT_TEXT_DAYS = 30


@dataclass(frozen=True, slots=True)
class Purged:
    threads: int
    messages: int  # of threads that go on
    contacts: int


def purge_mail(*, now: datetime, is_dry_run: bool = False) -> Purged:
    """Delete mail older than the setting, in short transactions: safe to stop and start again.

    A conversation goes as a whole when its last mail is old; of one that goes on, its old mails.
    """
    limit = now - timedelta(
        days=round(MailSettings.current().mail_retention_months * DAYS_PER_MONTH)
    )
    threads, messages = _old_threads(limit), _old_messages(limit)
    if is_dry_run:
        return Purged(threads.count(), messages.count(), 0)
    return Purged(
        threads=_in_batches(threads, _delete_threads),
        messages=_in_batches(messages, _delete_messages),
        contacts=_delete_idle_contacts(),
    )


def _in_batches(rows: QuerySet[Any], act: Callable[[list[Any]], int]) -> int:
    """Acts on the keys of the rows, one transaction a batch, until none is left. How many in all,
    as ``act`` counts them."""
    count = 0
    while batch := list(rows.values_list("pk", flat=True)[:BATCH_SIZE]):
        with transaction.atomic():
            count += act(batch)
    return count


def _old_threads(limit: datetime) -> QuerySet[Thread]:
    young = Message.objects.filter(thread=OuterRef("pk"), received_at__gte=limit)
    return Thread.objects.filter(~Exists(young), created_at__lt=limit).order_by("pk")


def _old_messages(limit: datetime) -> QuerySet[Message]:
    """Old mails of threads that go on; one stays as long as it answers a mail that stays."""
    answers_young = Message.objects.filter(answered_by=OuterRef("pk"), received_at__gte=limit)
    return (
        Message.objects.filter(~Exists(answers_young), received_at__lt=limit)
        .exclude(thread__in=_old_threads(limit).values("pk"))
        # Received mail first: a mail without its answer would look unanswered.
        .order_by("direction", "pk")
    )


def _delete_threads(ids: list[int]) -> int:
    """With all that hangs on them: mail, drafts, runs and their steps, replies, follow-ups, and
    what staff are typing. How many threads."""
    messages = Message.objects.filter(thread__in=ids)
    delete_log_entries(Thread, ids)
    for rows in (
        messages,
        OutgoingMail.objects.filter(thread__in=ids),
        FollowUp.objects.filter(thread__in=ids),
        DraftRun.objects.filter(batch__thread__in=ids),
    ):
        delete_log_entries(rows.model, rows.order_by().values_list("pk", flat=True))
    Draft.objects.filter(message__in=messages).delete()
    forget_texts(near=map(reply_place, ids))
    # Answers may only go with what they answer.
    messages.update(answered_by=None)
    Thread.objects.filter(pk__in=ids).delete()
    return len(ids)


def _delete_messages(ids: list[int]) -> int:
    delete_log_entries(Message, ids)
    # A run keeps the texts of its whole batch.
    delete_runs_about(ids)
    Draft.objects.filter(message__in=ids).delete()
    Message.objects.filter(pk__in=ids).update(answered_by=None)
    return Message.objects.filter(pk__in=ids).delete()[1].get("drafting.Message", 0)


def _delete_idle_contacts() -> int:
    """People of whom no mail is left. A block is a decision that outlives the mail."""
    idle = Contact.objects.filter(messages=None, threads=None, is_blocked=False)
    ids = list(idle.values_list("pk", flat=True))
    with transaction.atomic():
        forget_memory(contact_ids=ids)
        Contact.objects.filter(pk__in=ids).delete()
        Contact.history.filter(id__in=ids).delete()  # the deletion itself wrote one
    return len(ids)


def forget_contact(*, address: str) -> dict[str, int]:
    """Erase a person: their conversations with all that belongs to them, drafts, runs, what was
    remembered of them, their words in the ledger and the evidence, readers that their mail taught,
    history, stored answers of the API, and their address in mails of others.

    A conversation they took part in goes as a whole: others quote them in it. One transaction.
    How many of what. Raises ``not_found`` where nobody has this address.
    """
    folded = fold_address(address)
    with transaction.atomic():
        contact = Contact.objects.select_for_update().filter(address=folded).first()
        if contact is None or not folded:
            raise DomainError("not_found", "Nobody is known by this address.")
        threads = Thread.objects.filter(
            Q(participants=contact)
            | Q(messages__contact=contact)
            | Q(messages__from_address=folded)
        ).distinct()
        ids = list(threads.values_list("pk", flat=True))
        messages = Message.objects.filter(thread__in=ids).count()
        received = Message.objects.filter(thread__in=ids, direction=Direction.IN)
        wrote = received.values_list("from_address", flat=True).distinct()
        guests = {contact_hash(one) for one in (folded, *wrote) if one}
        drafts = list(Draft.objects.filter(message__thread__in=ids).values_list("pk", flat=True))
        theirs = forget_words(draft_ids=drafts, question_hashes=_asked_in(ids))
        delete_log_entries(UnknownQuestion, theirs)
        _delete_threads(ids)
        erase_taught_by(guests=guests)
        mentions = _scrub_mentions(folded)
        # A first name alone is anybody's.
        forget_texts(words=[folded, contact.name if " " in contact.name.strip() else ""])
        delete_log_entries(Contact, [contact.pk])
        contact_id = contact.pk
        forget_memory(contact_ids=[contact_id])
        contact.delete()
        history = Contact.history.filter(id=contact_id).delete()[0]  # the deletion wrote one, too
        _blank_stored_answers()
        tidy_search_index()
    return {
        "conversations": len(ids),
        "mails": messages,
        "drafts": len(drafts),
        "history rows": history,
        "mails of others that named the address": mentions,
    }


def _asked_in(thread_ids: list[int]) -> Iterator[str]:
    """The questions of these conversations as the ledger knows them: hashes, once a mail."""
    for message in Message.objects.filter(thread__in=thread_ids, direction=Direction.IN):
        plan = interpret_message(message=message)
        asks = (*plan.intents.questions, *plan.intents.requests)
        yield from {question_hash(ask.text) for ask in asks}


def _scrub_mentions(address: str) -> int:
    """Take an address out of the recipients of other people's mail, and with it the raw mail,
    which holds it too."""
    stored = json.dumps(address).strip('"')
    fields = ("to", "cc", "reply_to")
    named = Message.objects.filter(
        reduce(or_, (Q(**{f"{field}__icontains": stored}) for field in fields))
    )
    count = 0
    for message in named.defer("raw").iterator(chunk_size=BATCH_SIZE):
        for field in fields:
            kept = [each for each in getattr(message, field) if each != address]
            setattr(message, field, kept)
        message.raw = None
        message.save(update_fields=[*fields, "raw"])
        count += 1
    mails = OutgoingMail.objects.filter(
        Q(recipients__icontains=address) | Q(copies__icontains=address)
    )
    for mail in mails:
        keep_recipients_without(mail, address)
    RecipientReport.objects.filter(address=address).delete()
    SuppressedAddress.objects.filter(address=address).delete()
    SuppressedAddress.history.filter(address=address).delete()
    return count


def _blank_stored_answers() -> None:
    """Answers kept for repeated calls hold mail and drafts. A call made again is told that its
    answer is gone; it does not run a second time."""
    body = json.dumps(problem(DomainError("body_blanked")))
    about_mail = reduce(or_, (Q(operation__contains=part) for part in _OPERATIONS_WITH_MAIL))
    IdempotencyRecord.objects.filter(about_mail, state=RecordState.DONE).update(
        status=410, response_body=body
    )


def apply_retention(*, now: datetime, is_dry_run: bool = False) -> dict[str, int]:
    """Runs every rule of retention, one transaction per batch: safe to interrupt and run again.
    How many of what; with a dry run how many would be."""
    doomed = {
        "typed texts dropped": old_texts(now),
        "stored answers dropped": old_records(now),
        "call counts dropped": old_call_counts(),
    }
    return {
        "proposals expired": expire_proposals(now=now, is_dry_run=is_dry_run),
        "proposal texts blanked": blank_expired_bodies(now=now, is_dry_run=is_dry_run),
        "drafts blanked": _blank_drafts(now=now, is_dry_run=is_dry_run),
        "events summed": compact_events(now=now, dry_run=is_dry_run),
    } | {what: rows.count() if is_dry_run else _drop(rows) for what, rows in doomed.items()}


def _drop(rows: QuerySet[Any]) -> int:
    """Of each batch what is still old: a text may be typed anew meanwhile."""
    return _in_batches(rows, lambda keys: rows.filter(pk__in=keys).delete()[0])


def _blank_drafts(*, now: datetime, is_dry_run: bool) -> int:
    """Those older than the limit whose text is still there and which no reply still needs."""
    # Few, and not correlated: looked up in a hash, however stale the statistics are.
    unsettled = OutgoingMail.objects.filter(draft__isnull=False, state__in=UNSETTLED_STATES)
    limit = now - timedelta(days=DRAFT_TEXT_DAYS)
    kept = Draft.objects.filter(created_at__lt=limit, blanked_at__isnull=True)
    old = kept.exclude(pk__in=unsettled.values("draft")).order_by("pk")

    def blank(keys: list[Any]) -> int:
        Attestation.objects.filter(draft__in=keys).update(**_BLANK_ATTESTATION)
        return Draft.objects.filter(pk__in=keys).update(**_BLANK_DRAFT, blanked_at=now)

    return old.count() if is_dry_run else _in_batches(old, blank)
