"""Finds the conversation a mail belongs to: by the ids it names, never by its subject.
Only somebody who is part of a conversation already adds to it. Second copies of a mail are kept
beside the first and not answered. And mail of ours that was not written at the desk: what it
answers, and what it is a copy of, met again in the Sent folder or in a Cc to ourselves.

And delivery reports: a row per recipient, and a conversation that waits for a person. The mail
stays ``sent`` and answers what it answers: what left has left. Anybody can write something that
looks like a report. Who knows our mail's id got that mail, or carried it; a report that only names
a recipient is shown, and never puts an address on the list of those that nothing is sent to."""

import re
from collections import Counter
from contextlib import suppress
from datetime import date, datetime, timedelta
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from drafting.mail import listeners
from drafting.mail.aliases import thread_of_address
from drafting.mail.choices import Direction, MailKind, MailState, ThreadKind, ThreadStatus
from drafting.mail.claims import leave_to_person
from drafting.mail.delivery_reports import DeliveryReport
from drafting.mail.entries import Entry, ReportedMail
from drafting.mail.headers import as_reported
from drafting.mail.models import Message, Thread
from drafting.mail.parsing import ParsedMail
from drafting.mail.pausing import is_sending_paused
from drafting.mail.relays import find_relayed_thread
from drafting.mail.selectors import Staff
from drafting.mail.work_models import OutgoingMail, RecipientReport
from templatesapp.written import Written

UNPROVEN = "It names us as its sender and nothing proves it: it answers nothing."
COPY_DAYS = 30  # after which a mail with the same words is a mail of its own
_NOT_KNOWN_TO_HAVE_LEFT = (MailState.UNCERTAIN, MailState.AWAITING_RELEASE)
_ON_ITS_WAY = (MailState.SENDING, MailState.SENT, MailState.UNCERTAIN)
SAME_TEXT_WITHIN = timedelta(hours=1)
LEAST_SHARED_WORDS = 0.8  # of the shorter text: what gateways add is little
MAX_COMPARED_CHARACTERS = 20_000
MAX_COMPARED_MAILS = 20
REPORT_DAYS = 7  # within which servers give a mail up, with a day or two to spare
CLOCKS_DIFFER = timedelta(hours=1)
_DAY = re.compile(r"\b20\d\d-[01]\d-[0-3]\d\b")


def direction_of(parsed: ParsedMail, staff: Staff) -> Direction:
    """Ours when one of us wrote it to somebody else.

    Mail from us to us alone is received mail: a loop, a form, or somebody who forges our address.
    So is mail "from us" that failed DMARC, and what one reviewer writes to us and to the others.
    """
    if not parsed.from_address or not staff.includes(parsed.from_address):
        return Direction.IN
    recipients = (*parsed.to, *parsed.cc)
    outsiders = set(staff.outsiders(recipients))
    if parsed.from_address in staff.reviewers:
        outsiders -= staff.reviewers
    is_to_us_alone = bool(recipients) and not outsiders
    return Direction.IN if is_to_us_alone or not parsed.is_sender_verified else Direction.OUT


def find_place(entry: Entry) -> None:
    """Where a mail goes: a report to the mail it reports, a second copy to the first one."""
    if (reported := find_reported_mail(entry.parsed, entry.received_at)) is not None:
        entry.reported, entry.thread_id = reported, reported.thread_id
        return
    _find_named_place(entry)
    if entry.thread_id is None and (relayed := find_relayed_thread(entry.relay_key)) is not None:
        entry.thread_id, entry.related_id = relayed, None
    if (first := _find_first_copy(entry)) is not None:
        entry.copy_of_id, entry.thread_id, entry.related_id = first.pk, first.thread_id, None


def _find_named_place(entry: Entry) -> None:
    """By the mails it names, else by our reply address, else, for a reviewer, by the day in a
    briefing's subject. At most five queries, whatever it names."""
    parsed, people = entry.parsed, _people(entry)
    named = [*_named_threads(parsed), *_sent_threads(parsed), *_addressed_threads(parsed)]
    open_to_them = _threads_open_to(entry, people, named) if named else {}
    joined = next((thread_id for thread_id in named if thread_id in open_to_them), None)
    if joined is not None:
        entry.thread_id = joined
        entry.is_briefing_answer = open_to_them[joined] == ThreadKind.BRIEFING
    elif _is_reviewer(entry) and (briefing := _briefing_of_day(parsed.subject)) is not None:
        entry.thread_id, entry.is_briefing_answer = briefing, True
    elif named:
        entry.related_id = named[0]
    else:
        entry.thread_id = _thread_waiting_for(parsed, people)


def people_of_new_thread(entry: Entry) -> list[str]:
    """The participants that a first mail makes. A CC makes none.

    The Reply-To counts here, where there is nothing yet that it could open to anybody; in a mail
    that joins a conversation it makes no participant.
    """
    people, parsed = _people(entry), entry.parsed
    if entry.direction == Direction.IN and parsed.is_sender_verified:
        people += entry.staff.outsiders(parsed.reply_to)
    return list(dict.fromkeys(people))


def _people(entry: Entry) -> list[str]:
    """Who must be part of a conversation for this mail to join it."""
    parsed = entry.parsed
    if entry.direction == Direction.OUT:
        return entry.staff.outsiders(parsed.to)
    writer = parsed.sender.writes_for or parsed.from_address
    return [writer] if writer else []


def _named_threads(parsed: ParsedMail) -> list[int]:
    """The conversations of the recorded mails that this one names, nearest first."""
    place = {message_id: index for index, message_id in enumerate(parsed.named_ids)}
    found = Message.objects.filter(message_id__in=place).only("pk", "message_id", "thread_id")
    ordered = sorted(found, key=lambda message: (place[message.message_id], message.pk))
    return list(dict.fromkeys(message.thread_id for message in ordered))


def _sent_threads(parsed: ParsedMail) -> list[int]:
    """The same for ids that a provider put in the place of ours."""
    found = OutgoingMail.objects.filter(
        provider_id__in=as_reported(parsed.named_ids), own_message__isnull=False
    )
    found = found.exclude(provider_id="")  # said for SQLite, whose index is on those alone
    return list(found.order_by("-pk").values_list("thread_id", flat=True))


def _addressed_threads(parsed: ParsedMail) -> list[int]:
    tagged = (thread_of_address(address) for address in (*parsed.to, *parsed.cc))
    wanted = [thread_id for thread_id in tagged if thread_id is not None]
    return wanted and list(Thread.objects.filter(pk__in=wanted).values_list("pk", flat=True))


def _briefing_of_day(subject: str) -> int | None:
    """The briefing whose day a reviewer's subject names: providers replace ids, and a mailbox
    without plus addresses has no token."""
    days = []
    for text in _DAY.findall(subject):
        with suppress(ValueError):
            days.append(date.fromisoformat(text))
    found = Thread.objects.filter(briefing_date__in=days)
    return found.order_by("-briefing_date").values_list("pk", flat=True).first()


def _is_reviewer(entry: Entry) -> bool:
    address = entry.parsed.from_address
    is_one = address in entry.staff.reviewers and address != entry.staff.mailbox
    return is_one and entry.parsed.is_sender_proven


def _threads_open_to(entry: Entry, people: list[str], threads: list[int]) -> dict[int, str]:
    """Those of ``threads`` that one of these people is part of, with their kinds.

    Briefings are for those who are reviewers today.
    """
    found = Thread.objects.filter(pk__in=set(threads))
    # Our own mail without a visible recipient shows nothing to anybody.
    if people or entry.direction == Direction.IN:
        found = found.filter(participants__address__in=people)
    if not _is_reviewer(entry):
        found = found.exclude(kind=ThreadKind.BRIEFING)
    return dict(found.values_list("pk", "kind"))


def _thread_waiting_for(parsed: ParsedMail, people: list[str]) -> int | None:
    """The thread of an answer that was recorded before the mail it answers."""
    if not parsed.message_id or not people or not _ANSWERS.rows(in_reply_to=parsed.message_id):
        return None
    answers = Message.objects.filter(in_reply_to=parsed.message_id).order_by("pk")
    theirs = answers.filter(thread__participants__address__in=people)
    return theirs.values_list("thread_id", flat=True).first()


def _find_first_copy(entry: Entry) -> Message | None:
    """The mail of the same sender that this guest's mail is a second copy of: sent twice
    within minutes, or altered on its way ("[EXTERNAL] …")."""
    parsed = entry.parsed
    if not entry.is_personal or not parsed.from_address:
        return None
    if parsed.message_id:
        same = {"from_address": parsed.from_address, "message_id": parsed.message_id}
        for message in _NAMED_ALIKE.rows(**same):
            if _shares_words(message.new_text, parsed.new_text):
                return message
    if not (words := parsed.new_text.split()):
        return None
    recent = _NEAR.rows(
        from_address=parsed.from_address,
        received_at__gte=entry.received_at - SAME_TEXT_WITHIN,
        received_at__lte=entry.received_at + SAME_TEXT_WITHIN,
        # "Yes" to one question is not "yes" to another.
        in_reply_to=parsed.in_reply_to,
        subject=parsed.subject,
    )
    references = list(parsed.references)
    alike = (message for message in recent if message.references == references)
    return next((message for message in alike if message.new_text.split() == words), None)


def _of_guests(**alike: Any) -> QuerySet[Message]:
    mails = Message.objects.filter(direction=Direction.IN, is_automated=False, **alike)
    return mails.only("thread_id", "new_text", "references").order_by("pk")


_NAMED_ALIKE = Written(_of_guests)
_NEAR = Written(lambda **near: _of_guests(**near)[:MAX_COMPARED_MAILS])
_ANSWERS = Written(lambda **named: Message.objects.filter(**named).values("pk")[:1])


def _shares_words(first: str, second: str) -> bool:
    one, other = (Counter(text[:MAX_COMPARED_CHARACTERS].split()) for text in (first, second))
    shorter = min(one.total(), other.total())
    return (one & other).total() >= LEAST_SHARED_WORDS * shorter


def is_answered_by(answer: Message) -> Q:
    """What our mail answers: the mails it names, and all that had come when it was sent.

    Without a date only the mails it names: marking too little is mended by a person, marking too
    much loses a mail.
    """
    is_answered = Q(message_id__in=[answer.in_reply_to, *answer.references]) & ~Q(message_id="")
    if answer.sent_at is not None:
        is_answered |= Q(received_at__lte=min(answer.sent_at, timezone.now()))
    return is_answered


def replies_said_already(thread: Thread, answer: Message) -> list[OutgoingMail]:
    """Released replies that have not begun to leave, and all of whose mail ``answer`` answers."""
    its_mail = Message.objects.filter(answered_by=OuterRef("own_message"))
    is_said = Exists(its_mail) & ~Exists(its_mail.exclude(is_answered_by(answer)))
    queued = OutgoingMail.objects.filter(thread=thread, state=MailState.QUEUED, kind=MailKind.REPLY)
    return list(queued.filter(is_said).select_related("own_message", "thread"))


def answer_recorded_before(thread: Thread, message: Message) -> Message | None:
    """Our mail that names this one and was recorded first (mail read out of order)."""
    if not message.message_id:
        return None
    named = Message.objects.filter(
        thread=thread, direction=Direction.OUT, is_automated=False, in_reply_to=message.message_id
    )
    ours = named.defer("raw").order_by("pk")
    return next((answer for answer in ours if UNPROVEN not in answer.notes), None)


def find_own_copy(parsed: ParsedMail) -> Message | None:
    """The row of the mail that this is a copy of: by our id, the provider's, or, as providers
    replace ids, by recipient and words. The copy settles an uncertain sending: it did leave."""
    ours = OutgoingMail.objects.select_related("own_message", "about")
    named = Q(message_id=parsed.message_id) | Q(provider_id=parsed.message_id)
    mail = ours.filter(named).first() if parsed.message_id else None
    mail = mail or _by_words(ours, parsed)
    if mail is None:
        return None
    same = OutgoingMail.objects.filter(pk=mail.pk)
    if parsed.message_id not in ("", mail.message_id, mail.provider_id):
        same.filter(provider_id="").update(provider_id=parsed.message_id)
    settle_copies(same, parsed)
    return mail.own_message or mail.about


def settle_copies(mails: QuerySet[OutgoingMail], parsed: ParsedMail) -> None:
    """What a copy of was found did leave."""
    # One that still awaits its release was released in a time that a restored backup knows not;
    # so was one that a person has released anew before the Sent folder was read, and one that had
    # failed was sent again.
    anew = (MailState.QUEUED, MailState.FAILED) if is_sending_paused() else ()
    mails.filter(state__in=(*_NOT_KNOWN_TO_HAVE_LEFT, *anew)).update(
        state=MailState.SENT, sent_at=parsed.sent_at or timezone.now(), last_error=""
    )


def _by_words(mails: QuerySet[OutgoingMail], parsed: ParsedMail) -> OutgoingMail | None:
    candidates = mails.filter(
        state__in=_ON_ITS_WAY,
        created_at__gte=timezone.now() - timedelta(days=COPY_DAYS),
        subject=parsed.subject,
        recipients=list(parsed.to),
    )
    # What we sent has the guest's mail below its text; so do both readings of a copy begin.
    words = parsed.body_text.split()
    said = ((mail, mail.body_text.split()) for mail in candidates)
    return next((mail for mail, ours in said if ours and words[: len(ours)] == ours), None)


def find_reported_mail(parsed: ParsedMail, received_at: datetime) -> ReportedMail | None:
    """By the ids that the report names or gives back, else by recipient and time."""
    report = parsed.report
    if report is None:
        return None
    ids = [*report.named_ids, *parsed.named_ids]
    by_provider = Q(provider_id__in=as_reported(ids)) & ~Q(provider_id="")
    known = OutgoingMail.objects.filter(Q(message_id__in=ids) | by_provider)
    if (mail := known.order_by("-pk").first()) is not None:
        return ReportedMail(mail.thread_id, mail)
    ours = Message.objects.filter(message_id__in=ids, direction="out").only("thread_id").first()
    if ours is not None:
        return ReportedMail(ours.thread_id)
    mail = _by_recipient(report, received_at)
    return ReportedMail(mail.thread_id, mail, is_known_by_id=False) if mail else None


def _by_recipient(report: DeliveryReport, received_at: datetime) -> OutgoingMail | None:
    """The newest mail that went to one of the named recipients in time."""
    addresses = {recipient.address for recipient in report.recipients}
    if not addresses:
        return None
    named = Q()
    for address in sorted(addresses):
        named |= Q(recipients__icontains=address) | Q(copies__icontains=address)
    sent = OutgoingMail.objects.filter(
        named,
        state__in=_ON_ITS_WAY,
        created_at__gte=received_at - timedelta(days=REPORT_DAYS),
        created_at__lte=received_at + CLOCKS_DIFFER,
    ).order_by("-sent_at", "-pk")
    return next((mail for mail in sent if addresses & set(mail.everybody)), None)


def record_bounce(*, message: Message, report: DeliveryReport, reported: ReportedMail) -> None:
    """Write down what a recorded report says. Needs the thread's lock."""
    mail = reported.mail
    by_address = _recipients(report, mail)
    for address, row in by_address.items():
        row.report, row.outgoing_mail, row.address = message, mail, address
    rows = list(by_address.values())
    RecipientReport.objects.bulk_create(rows, ignore_conflicts=True)
    if mail is not None:
        # Who reports on it has had it: an uncertain sending did leave.
        OutgoingMail.objects.filter(pk=mail.pk, state=MailState.UNCERTAIN).update(
            state=MailState.SENT, sent_at=message.received_at, last_error=""
        )
    bounced = [row for row in rows if not row.is_delayed]
    is_of_guest = mail is None or mail.kind == MailKind.REPLY
    if bounced and is_of_guest and message.thread.status == ThreadStatus.OPEN:
        leave_to_person(message.thread)
    if reported.is_known_by_id:
        listeners.bounced.tell([row for row in bounced if row.is_hard])


def _recipients(report: DeliveryReport, mail: OutgoingMail | None) -> dict[str, RecipientReport]:
    """Those of the mail's recipients that the report names, with what it says of each."""
    told = {recipient.address: recipient for recipient in report.recipients}
    ours = {each: told[each] for each in mail.everybody if each in told} if mail else {}
    if ours or not told or mail is None or len(mail.recipients) != 1:
        return ours or told
    # The address that we wrote to forwards to the one that failed.
    return {mail.recipients[0]: next(iter(told.values()))}
