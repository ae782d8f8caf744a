"""The order of the release queue: what waits, what comes next, what was released; and the pages on
which one act decides several replies, each by the queue's service.

*Safe morning*: an unchanged letter that the desk was sure of, to a mail where nothing asks for a
closer look; ten at a time. *Overtaken*: waiting replies, letters and answers that a changed fact or
a new answer has overtaken: today's facts go into the text, or the agent gets the conversation back
with the answer that is known now."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from functools import cached_property, reduce
from operator import and_
from typing import Any

from django import forms
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce
from django.http import HttpRequest
from django.utils import timezone

from config.errors import DomainError
from drafting.drafts.choices import DeliveryStatus
from drafting.drafts.evidence import PLAIN, evidence_of, new_sentences, persons_letter
from drafting.drafts.models import Attestation
from drafting.mail.choices import Direction, MailKind, MailState, ThreadKind, Urgency
from drafting.mail.claims import conversation_of, is_unanswered
from drafting.mail.models import Attachment, Contact, Message, Thread
from drafting.mail.work_models import FollowUp, OutgoingMail, ReplyFile
from drafting.outbox.care import stale_answers, stale_facts, why_care, why_second_look
from drafting.outbox.files import read_files
from drafting.outbox.releases import locked_mail, put_in_todays_facts, release_reply, undo_release
from drafting.outbox.setting_aside import TAKE_BACK_MINUTES, may_take_back
from drafting.outbox.staff_actions import send_back_to_agent
from drafting.pipeline.check.quality import WaitsFor
from drafting.pipeline.outcomes import OutcomeKind
from templatesapp.choices import CATEGORY_CHOICES, language_choices
from templatesapp.entries import Catalogue
from templatesapp.marked import show_text
from templatesapp.outdated import mend_text, outdated_texts, recent_changes
from templatesapp.queue_order import Place, QueueOrder
from templatesapp.selectors import current_catalogue
from templatesapp.text.distance import question_hash
from templatesapp.written import Written

RECENT_AT_MOST = 10
LONG_WAIT = timedelta(days=1)  # of a guest for an answer
RELEASE_PERMISSION = "drafting.release_reply"
ORDER = QueueOrder("thread__urgency")  # the most urgent conversation first, then the oldest
LONGEST = QueueOrder(at="waiting_since")  # whoever has waited longest first
_SESSION = "release_filter"
CARDS_AT_MOST = 10
_READ_FOR_CARDS = 100  # of the queue, for a screen of cards
Done = tuple[list[Any], list[tuple[str, str]]]  # rows, and what was left: subject, why
READ_AT_MOST = 200  # of the queue, for what is overtaken
SHOWN_AT_MOST = 50


class QueueFilter(forms.Form):
    """What of the queue a person wants to see. What makes no sense asks for everything."""

    mine = forms.BooleanField(required=False)
    urgent = forms.BooleanField(required=False)
    long = forms.BooleanField(required=False)
    language = forms.ChoiceField(
        required=False, choices=lambda: [("", "Any language"), *language_choices()]
    )
    category = forms.ChoiceField(required=False, choices=[("", "Any category"), *CATEGORY_CHOICES])

    @property
    def wanted(self) -> dict[str, Any]:
        return self.cleaned_data if self.is_valid() else {}

    @property
    def is_on(self) -> bool:
        return any(self.wanted.values())

    @property
    def order(self) -> QueueOrder:
        return LONGEST if self.wanted.get("long") else ORDER

    def of(self, person: Any) -> Q:
        conditions = {
            "mine": Q(thread__assignee=person.pk),
            "urgent": Q(thread__urgency__gt=Urgency.NONE),
            "long": Q(waiting_since__lt=timezone.now() - LONG_WAIT),
            "language": Q(language=self.wanted.get("language")),
            "category": Q(draft__scenario_category=self.wanted.get("category")),
        }
        chosen = (conditions[name] for name, value in self.wanted.items() if value)
        return reduce(and_, chosen, Q())


EVERYTHING = QueueFilter()


def chosen_filter(request: HttpRequest) -> QueueFilter:
    """Kept in the person's session until they change it."""
    return QueueFilter(request.session.get(_SESSION, {}))


def choose_filter(request: HttpRequest) -> None:
    request.session[_SESSION] = QueueFilter(request.GET).wanted


def release_queue(person: Any, chosen: QueueFilter = EVERYTHING) -> QuerySet[OutgoingMail]:
    """Replies that wait for a person, in the order that the filter asks for: the most urgent
    conversation first, then the oldest. Those of conversations that a colleague looks after are out
    of ``person``'s way."""
    waiting = OutgoingMail.objects.filter(state=MailState.AWAITING_RELEASE, kind=MailKind.REPLY)
    theirs = Q(thread__assignee=None) | Q(thread__assignee=person.pk)
    return waiting.filter(theirs, chosen.of(person)).order_by(*chosen.order.fields)


def recent_decisions(*, by: Any, now: datetime) -> list[OutgoingMail]:
    """What a person decided and may still take back, newest first: releases until they leave, and
    what they set aside."""
    since = now - timedelta(minutes=TAKE_BACK_MINUTES)
    shown = _decided.rows(person=by.pk, now=now, since=since)
    return [one for one in shown if one.state == MailState.QUEUED or may_take_back(one, now)]


@Written
def _decided(person: int, now: datetime, since: datetime) -> QuerySet[OutgoingMail]:
    leaves = Q(released_by=person, state=MailState.QUEUED, attempts=0, not_before__gt=now)
    aside = Q(set_aside_by=person, set_aside_at__gt=since)
    decided = OutgoingMail.objects.filter(leaves | aside, kind=MailKind.REPLY)
    newest = Coalesce("set_aside_at", "released_at").desc()
    return decided.select_related("thread__assignee").order_by(newest)[:RECENT_AT_MOST]


@Written
def shown_mail(key: int) -> QuerySet[OutgoingMail]:
    mails = OutgoingMail.objects.filter(pk=key).select_related(
        *("thread", "batch", "draft", "draft__template", "draft__acknowledgement"),
        *("released_by", "set_aside_by", "thread__assignee"),
    )
    own_files = ReplyFile.objects.filter(outgoing_mail=OuterRef("pk"))
    promised = FollowUp.objects.filter(thread=OuterRef("thread"), done_at=None)
    others = Thread.objects.filter(participants__threads=OuterRef("thread"))
    return mails.annotate(
        has_files=Exists(own_files),
        has_promises=Exists(promised),
        has_others=Exists(others.exclude(pk=OuterRef("thread"))),
    ).prefetch_related("draft__attestations")


@Written
def _said(thread: int) -> QuerySet[Message]:
    attached = Attachment.objects.filter(message=OuterRef("pk"))
    # With who signed it: a reply greets by that name.
    said = conversation_of(thread).defer(None).defer("raw", "quoted_text")
    return said.annotate(has_files=Exists(attached))


class ReplyScreen:
    """One mail of ours with all that a person needs for deciding about it."""

    def __init__(self, mail: Any, place: Place) -> None:
        read_files([mail], "files")
        conversation: list[Message] = _said.rows(thread=mail.thread_id)
        read_files(conversation, "attachments")
        self.mail, self.place, self.conversation = mail, place, conversation
        ids = mail.batch.message_ids if mail.batch else []
        self.batch = [m for m in conversation if m.pk in ids]
        # Came since and is unanswered: the reply does not answer it.
        self.newer = [m for m in conversation if ids and m.pk not in ids and is_unanswered(m)]
        self.is_unverified = bool(ids) and not all(m.is_sender_verified for m in conversation)
        self.newest_id = max((message.pk for message in conversation), default=0)
        self.waits = mail.state == MailState.AWAITING_RELEASE
        is_reply = mail.kind == MailKind.REPLY
        self.why_second_look = why_second_look(mail, conversation) if is_reply else ""
        self.asks_for_care = why_care(mail) if self.waits and not self.newer else ""
        self.attestation: Attestation | None = mail.draft.last_attempt if mail.draft else None
        status = self.attestation.delivery_status if self.attestation else ""
        self.is_blocked = status == DeliveryStatus.BLOCKED
        quality = self.attestation.quality if self.attestation else {}
        self.new = new_sentences(mail.body_text, quality)
        self.text = show_text(mail.body_text, self.new)

    @cached_property
    def evidence(self) -> dict[str, Any] | None:
        if self.mail.draft is None:
            return None
        editable = self.mail.body_text if self.waits and not self.newer else ""
        return evidence_of(self.mail.draft, self.attestation, editable)

    @cached_property
    def stale_facts(self) -> list[str]:
        return stale_facts(self.mail) if self.waits else []

    @cached_property
    def stale_answers(self) -> list[str]:
        return stale_answers(self.mail) if self.waits else []

    @cached_property
    def promises(self) -> list[FollowUp]:
        """What was promised in the conversation and is open: the reply may keep it."""
        if not self.waits or not self.mail.has_promises:
            return []
        return list(FollowUp.objects.filter(thread=self.mail.thread_id, done_at=None))

    @property
    def sender(self) -> Contact | None:
        """The guest who wrote last."""
        received = (m.contact for m in reversed(self.conversation) if m.direction == Direction.IN)
        is_guests = self.mail.thread.kind == ThreadKind.GUEST
        return next(filter(None, received), None) if is_guests else None

    @cached_property
    def others_waiting(self) -> int:
        """Replies to the same sender's other conversations that wait, too."""
        if self.sender is None or not self.mail.has_others:
            return 0
        # Their states are told apart here: by them SQLite would look all that waits through.
        theirs = OutgoingMail.objects.filter(thread__participants=self.sender)
        states = theirs.exclude(thread=self.mail.thread_id).values_list("state", flat=True)
        return list(states).count(MailState.AWAITING_RELEASE)

    @property
    def kept(self) -> list[int]:
        """Keys of the promises that its writer says it keeps."""
        return [one.pk for one in self.promises if one.answered_in_id == self.mail.pk]

    @property
    def waits_for(self) -> str:
        """What no wording of its letter settles: a person's own choice of a letter does. That a
        long mail may ask for more is said where a sentence of it may."""
        draft = self.mail.draft
        is_open = self.waits and draft and not persons_letter(self.attestation)
        shown = self.evidence or {}
        if not is_open or (draft.waits_for == WaitsFor.ASK and not shown["unread"]):
            return ""
        return str(draft.get_waits_for_display())

    @property
    def warns(self) -> bool:
        """Whether the screen says that something is to be looked at."""
        found = (self.newer, self.is_unverified, self.why_second_look, self.asks_for_care)
        return self.waits and any((*found, self.stale_facts, self.stale_answers))

    @property
    def may_undo(self) -> bool:
        """By a button of its own, which has the key then: also another letter, while it waits; what
        was handed over waits on."""
        mail, now = self.mail, timezone.now()
        if mail.kind != MailKind.REPLY or self.waits:
            return self.waits and not self.newer and bool(persons_letter(self.attestation))
        if mail.state != MailState.QUEUED:
            return may_take_back(mail, now)
        return not mail.attempts and mail.not_before is not None and mail.not_before > now


def safe_replies(person: Any) -> list[OutgoingMail]:
    """The first ten, in the queue's order. One query."""
    waiting = _candidates(person)[:_READ_FOR_CARDS]
    return [mail for mail in waiting if _is_plain(mail)][:CARDS_AT_MOST]


def card_mark(mail: OutgoingMail) -> str:
    """What was on the card: another mark is another text, subject or address."""
    shown = "\0".join((mail.subject, mail.body_text, *mail.everybody))
    return hashlib.sha256(shown.encode()).hexdigest()[:16]


def release_cards(*, marks: Mapping[int, str], by: Any) -> Done:
    """Releases what is still safe; ``marks``: ``card_mark`` by key. Raises ``validation_error`` for
    more than a screen."""
    if len(marks) > CARDS_AT_MOST:
        raise DomainError("validation_error", f"At most {CARDS_AT_MOST} leave at once.")

    def release(mail: OutgoingMail) -> OutgoingMail:
        is_safe = any(map(_is_plain, _candidates(by).filter(pk=mail.pk)))
        released = release_reply(mail_id=mail.pk, by=by, is_at_a_glance=True)
        if not is_safe:
            raise DomainError("conflict", "It wants a closer look now.")
        return released

    return one_by_one(marks, release)


def take_cards_back(*, mail_ids: Sequence[int], by: Any) -> Done:
    """Takes back what this person released and has not begun to leave."""

    def take_back(mail: OutgoingMail) -> OutgoingMail:
        if mail.released_by != by:
            raise DomainError("already_decided", "Somebody else has decided about it.")
        return undo_release(mail_id=mail.pk, by=by)

    return one_by_one(dict.fromkeys(mail_ids[:CARDS_AT_MOST]), take_back)


def one_by_one(
    marks: Mapping[int, str | None], act: Callable[[OutgoingMail], OutgoingMail]
) -> Done:
    """Acts on each that stands as its mark says (None: however it stands), in a transaction of its
    own; those refused by subject, with why."""
    done, left = [], []
    for mail_id, mark in marks.items():
        subject = f"Reply {mail_id}"
        try:
            with locked_mail(mail_id) as mail:
                subject = mail.subject
                if mark is not None and card_mark(mail) != mark:
                    raise DomainError("conflict", "It was changed after you read it.")
                done.append(act(mail))
        except DomainError as error:
            left.append((subject, error.detail))
    return done, left


def _candidates(person: Any) -> QuerySet[OutgoingMail]:
    """What the database can tell; ``_is_plain`` looks at the rest."""
    received = Message.objects.filter(thread=OuterRef("thread"), direction=Direction.IN)
    newer = received.filter(pk__gt=OuterRef("batch__parent"), answered_by=None, is_automated=False)
    doubtful = received.filter(is_sender_verified=False)
    known = Message.objects.filter(
        contact=OuterRef("batch__parent__contact"), direction=Direction.OUT
    )
    files = Attachment.objects.filter(message__thread=OuterRef("thread"))
    last = Attestation.objects.filter(draft=OuterRef("draft"))
    changed = last.filter(Q(refinement_applied=True) | ~Q(delivery_status=DeliveryStatus.READY))
    own_files = ReplyFile.objects.filter(outgoing_mail=OuterRef("pk"))
    return (
        release_queue(person)
        .filter(
            thread__urgency__lt=Urgency.HIGH,
            thread__kind=ThreadKind.GUEST,
            body_text=F("draft__body_plain"),
            draft__template__isnull=False,
            **{f"draft__{name}": plain for name, plain in PLAIN.items()},
        )
        .exclude(Exists(newer) | Exists(doubtful) | Exists(changed) | Exists(own_files))
        .exclude(~Exists(known) & Exists(files))
        .select_related("thread", "draft__template", "batch__parent")
        .defer("batch__parent__raw")
    )


def _is_plain(mail: OutgoingMail) -> bool:
    """Whether it goes to nobody but who wrote, and no policy asks for a person."""
    parent = mail.batch.parent if mail.batch else None
    return parent is not None and mail.everybody == [parent.from_address] and not why_care(mail)


class Overtaken:
    """``promises``: what the reply says of a question that it leaves open ("" for nothing), and the
    answer promoted since; ``gone``: sentences of it that our answers say no more, which a person
    must edit."""

    def __init__(self, mail: OutgoingMail, catalogue: Catalogue) -> None:
        self.mail = mail
        self.facts = stale_facts(mail, catalogue)
        self.promises = _promoted_since(mail, catalogue)
        self.gone = stale_answers(mail, catalogue)
        self.is_mendable = bool(self.facts or self.promises)


def overtaken_replies(person: Any) -> list[Overtaken]:
    """In the queue's order. Four queries."""
    catalogue = current_catalogue()
    waiting = release_queue(person).filter(draft__isnull=False).select_related("thread", "draft")
    mails = waiting.prefetch_related("draft__attestations")[:READ_AT_MOST]
    found = (Overtaken(mail, catalogue) for mail in mails)
    return [one for one in found if one.is_mendable or one.gone][:SHOWN_AT_MOST]


def put_right(*, marks: Mapping[int, str], by: Any) -> Done:
    """The same for what overtook a reply. Raises ``validation_error`` for more than a screen."""
    if len(marks) > SHOWN_AT_MOST:
        raise DomainError("validation_error", f"At most {SHOWN_AT_MOST} at once.")

    def mend(mail: OutgoingMail) -> OutgoingMail:
        found = Overtaken(mail, current_catalogue())
        if found.facts:
            return put_in_todays_facts(mail_id=mail.pk, by=by)
        if not found.promises:
            raise DomainError("conflict", "Nothing has overtaken it any more.")
        note = f"We know now: {' '.join(dict.fromkeys(found.promises.values()))}"
        send_back_to_agent(thread_id=mail.thread_id, by=by, note=note)
        return mail

    return one_by_one(marks, mend)


def mend_texts(*, marks: Mapping[str, str], by: Any) -> Done:
    """The same for letters and answers, by ``Outdated.place``."""
    changes = recent_changes(timezone.now())
    names = {one.place: one.name for one in outdated_texts(changes)}
    done, left = [], []
    for place, mark in list(marks.items())[:SHOWN_AT_MOST]:
        try:
            done.append(mend_text(place=place, mark=mark, by=by, changes=changes))
        except DomainError as error:
            left.append((names.get(place, "A text"), error.detail))
    return done, left


def _promoted_since(mail: OutgoingMail, catalogue: Catalogue) -> dict[str, str]:
    """Promoted answers, in the reply's language, by what its last text says instead of them."""
    if mail.draft is None:
        return {}
    last = mail.draft.last_attempt
    texts = {ask["id"]: ask["text"] for ask in mail.draft.action_plan.get("asks", [])}
    found = {}
    for row in (last and last.outcomes) or mail.draft.outcomes:
        item = catalogue.promoted_by_hash.get(question_hash(texts.get(row["ask"], "")))
        if row["outcome"] == OutcomeKind.ANSWERED or item is None:
            continue
        if item.language == mail.language and item.answer not in mail.body_text:
            found[row["sentence"] or ""] = item.answer
    return found
