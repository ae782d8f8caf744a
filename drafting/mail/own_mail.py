"""Mail of ours that was not written at the desk, and what it answers; copies of what was, met
again in the Sent folder or in a Cc to ourselves."""

from datetime import timedelta

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from drafting.mail.choices import Direction, MailKind, MailState
from drafting.mail.models import Message, Thread
from drafting.mail.parsing import ParsedMail
from drafting.mail.pausing import is_sending_paused
from drafting.mail.work_models import OutgoingMail

UNPROVEN = "It names us as its sender and nothing proves it: it answers nothing."
COPY_DAYS = 30  # after which a mail with the same words is a mail of its own
_NOT_KNOWN_TO_HAVE_LEFT = (MailState.UNCERTAIN, MailState.AWAITING_RELEASE)
_ON_ITS_WAY = (MailState.SENDING, MailState.SENT, MailState.UNCERTAIN)


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
    # so was one that a person has released anew before the Sent folder was read.
    anew = (MailState.QUEUED,) if is_sending_paused() else ()
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
