"""*Safe morning* and *Overtaken*: one act decides several replies, each by the queue's service.

*Safe morning*: an unchanged letter that the desk was sure of, to a mail where nothing asks for a
closer look; ten at a time. *Overtaken*: waiting replies, letters and answers that a changed fact or
a new answer has overtaken: today's facts go into the text, or the agent gets the conversation back
with the answer that is known now."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils import timezone

from config.errors import DomainError
from drafting.drafts.choices import DeliveryStatus
from drafting.drafts.evidence import PLAIN
from drafting.drafts.models import Attestation
from drafting.mail.choices import Direction, ThreadKind, Urgency
from drafting.mail.models import Attachment, Message
from drafting.mail.work_models import OutgoingMail, ReplyFile
from drafting.outbox.care import stale_answers, stale_facts, why_care
from drafting.outbox.release_queue import release_queue
from drafting.outbox.releases import locked_mail, put_in_todays_facts, release_reply, undo_release
from drafting.outbox.staff_actions import send_back_to_agent
from drafting.pipeline.outcomes import OutcomeKind
from templatesapp.entries import Catalogue
from templatesapp.outdated import mend_text, outdated_texts, recent_changes
from templatesapp.selectors import current_catalogue
from templatesapp.text.distance import question_hash

CARDS_AT_MOST = 10
_READ_FOR_CARDS = 100  # of the queue, for a screen of cards
Done = tuple[list[Any], list[tuple[str, str]]]  # rows, and what was left: subject, why
READ_AT_MOST = 200  # of the queue, for what is overtaken
SHOWN_AT_MOST = 50


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
            thread__urgency=Urgency.NONE,
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
