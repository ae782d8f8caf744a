"""Prepares a mail for recording: whose it is, whether it is urgent, whether it can be worked on."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime
from typing import NamedTuple

import structlog
from django.db.models import F
from django.utils import timezone

from drafting.mail.choices import BatchState, Direction, MailSource, SenderKind, Urgency
from drafting.mail.models import Contact, Message
from drafting.mail.parsing import ParsedMail
from drafting.mail.selectors import IS_UNANSWERED, Staff, get_interpret_settings
from drafting.mail.senders import PASSED_ON, Sender, takes_no_answers
from drafting.mail.work_models import Batch, OutgoingMail, RecipientReport
from drafting.pipeline.interpret import interpret_escalation
from drafting.pipeline.interpret.escalation import VULNERABLE
from drafting.pipeline.plan import IncomingMail, Tier
from templatesapp.written import Written

MAX_INTERPRETED_CHARACTERS = 20_000
NO_TEXT = "There is no text that could be read: a person has to look at it."
UNPROVEN_REVIEWER = "It names a reviewer as its sender and nothing proves it."
_FOR_PEOPLE = frozenset({NO_TEXT, UNPROVEN_REVIEWER, PASSED_ON})
# The moment of a hand-over in bulk says nothing about the mail; then the sender's clock counts.
_SOURCES_OF_OLD_MAIL = frozenset({MailSource.IMPORTED, MailSource.API})
logger = structlog.get_logger(__name__)


class ReportedMail(NamedTuple):
    """The mail of ours that a report is about."""

    thread_id: int
    mail: OutgoingMail | None = None  # None: written in a mail program
    is_known_by_id: bool = True


@dataclass(slots=True)
class Entry:
    """A mail on its way into a row."""

    parsed: ParsedMail
    direction: Direction
    staff: Staff
    source: MailSource
    raw: bytes | None
    received_at: datetime
    is_ours: bool  # it lay in our Sent folder, or an operator says so
    relay_key: str  # where a platform passed it on
    urgency: Urgency = Urgency.NONE
    is_alarming: bool = False  # somebody has to look at once
    # Where it goes, found when it is written.
    thread_id: int | None = None  # to join; else a new one
    related_id: int | None = None  # the conversation that it named without being part of it
    is_briefing_answer: bool = False
    reported: ReportedMail | None = None
    copy_of_id: int | None = None  # the mail that this is a second copy of

    @property
    def sender(self) -> Sender:
        """Our own address as the sender of mail to us is a loop, or somebody who forges it."""
        parsed = self.parsed
        is_from_us = self.direction == Direction.IN and self.staff.includes(parsed.from_address)
        if is_from_us and not self.is_briefing_answer and not parsed.sender.writes_for:
            return Sender(SenderKind.AUTOMATED, "It comes from our own address.")
        return parsed.sender

    @property
    def is_automated(self) -> bool:
        return not self.sender.is_guest or self.copy_of_id is not None

    @property
    def is_surely_ours(self) -> bool:
        """Our mail that may answer a guest's. Anybody can write our address into a mail: it needs
        our server's word, or the guest would never be answered."""
        return self.is_ours or self.parsed.is_sender_proven

    @property
    def is_personal(self) -> bool:
        return self.direction == Direction.IN and not self.is_automated

    @property
    def why_a_person(self) -> str:
        """Why no agent may work on it by itself; "" where one may."""
        if not self.is_personal or self.is_briefing_answer:
            return ""
        if self.parsed.from_address in self.staff.reviewers:
            return UNPROVEN_REVIEWER
        if self.sender.reason == PASSED_ON:
            return PASSED_ON
        return "" if self.parsed.new_text.strip() else NO_TEXT


def judge(entry: Entry) -> None:
    """What the desk itself tells of its sender, and how urgent it is."""
    if entry.direction == Direction.IN:
        entry.parsed.sender = _sender_of(entry.parsed, entry.staff)
    if entry.is_personal:
        parsed = entry.parsed
        mail = IncomingMail(
            body=parsed.body_text,
            subject=parsed.subject,
            from_address=parsed.from_address,
            from_name=parsed.from_name,
            sender_verified=parsed.is_sender_verified,
        )
        entry.urgency, entry.is_alarming = read_urgency(mail, entry.staff)


def _sender_of(parsed: ParsedMail, staff: Staff) -> Sender:
    """What only the desk knows of a sender: its own addresses, and what a person decided."""
    sender = parsed.sender
    if sender.kind == SenderKind.REPORT:
        return sender
    if staff.includes(parsed.from_address) and parsed.from_address not in staff.reviewers:
        guests = [each for each in staff.outsiders(parsed.reply_to) if not takes_no_answers(each)]
        if len(guests) == len(parsed.reply_to) == 1:
            said = f"A form of ours wrote it for {guests[0]}."
            return Sender(SenderKind.GUEST, said, writes_for=guests[0])
    writer = sender.writes_for or parsed.from_address
    known = _KNOWN.first(address=writer)
    if known is None or known.is_guest is None:
        return sender
    return decided_sender(sender, is_guest=known.is_guest)


_KNOWN = Written(lambda **who: Contact.objects.filter(**who).only("is_guest"))


def decided_sender(sender: Sender, *, is_guest: bool) -> Sender:
    """The same sender after a person has said whether it is a guest."""
    if is_guest:
        return replace(sender, kind=SenderKind.GUEST, reason="A person said that this is a guest.")
    reason = "A person said that this is not a guest."
    return Sender(sender.kind if not sender.is_guest else SenderKind.NOTICE, reason)


def moment_of(parsed: ParsedMail, source: MailSource) -> datetime:
    """When a mail came that nobody has said it of."""
    now = timezone.now()
    moment = parsed.delivered_at or (parsed.sent_at if source in _SOURCES_OF_OLD_MAIL else None)
    return min(moment or now, now)


def read_urgency(mail: IncomingMail, staff: Staff) -> tuple[Urgency, bool]:
    """The escalation tier, or that it may be an emergency or is of the next hours, known before
    anybody claims the thread: the urgent are claimed first; and whether the mail is an alarm:
    CRITICAL, or a guest in need."""
    mail = replace(mail, body=mail.body[:MAX_INTERPRETED_CHARACTERS])
    try:
        escalation, is_emergency, is_of_today = interpret_escalation(
            mail, settings=get_interpret_settings(staff)
        )
        is_alarming = (
            is_emergency or escalation.tier is Tier.CRITICAL or VULNERABLE in escalation.triggers
        )
        urgency = Urgency.MAY_BE_EMERGENCY if is_emergency else Urgency[escalation.tier.name]
        if is_of_today and urgency is Urgency.NONE:
            urgency = Urgency.TODAY
        return urgency, is_alarming
    except Exception as error:  # a fault of the interpreter must not lose the mail
        logger.exception("mail_not_interpreted", error=type(error).__name__)
        return Urgency.HIGH, False  # unread by the desk: a person should see it soon


def why_people(thread_ids: Collection[int], *, bounced: Collection[int]) -> dict[int, str]:
    """By conversation, why it waits for a person: a reply that bounced, what an agent said, mail
    that nobody can read; none where nothing is known. ``bounced``: those with such a report. At
    most three queries for all of them."""
    unanswered = Message.objects.filter(IS_UNANSWERED, thread__in=thread_ids).order_by("sequence")
    unread = {
        thread: next((note for note in notes if note in _FOR_PEOPLE), "")
        for thread, notes in unanswered.values_list("thread_id", "notes")
    }
    left = Batch.objects.filter(thread__in=thread_ids, state=BatchState.HANDED_OVER).exclude(
        reason=""
    )
    handed_over = left.order_by("pk").values_list("thread_id", "reason")
    failed = RecipientReport.objects.filter(report__thread__in=bounced, is_delayed=False)
    reports = failed.annotate(thread_id=F("report__thread")).order_by("pk")
    return unread | dict(handed_over) | {each.thread_id: each.sentence for each in reports}
