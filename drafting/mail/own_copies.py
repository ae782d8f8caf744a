"""Copies of what the desk itself sent, met again in the Sent folder or in a Cc to ourselves."""

from __future__ import annotations

from datetime import timedelta

from django.db.models import Q, QuerySet
from django.utils import timezone

from drafting.mail.choices import MailState
from drafting.mail.models import Message
from drafting.mail.parsing import ParsedMail
from drafting.mail.pausing import is_sending_paused
from drafting.mail.work_models import OutgoingMail

COPY_DAYS = 30  # after which a mail with the same words is a mail of its own
_NOT_KNOWN_TO_HAVE_LEFT = (MailState.UNCERTAIN, MailState.AWAITING_RELEASE)
_ON_ITS_WAY = (MailState.SENDING, MailState.SENT, MailState.UNCERTAIN)


def find_own_copy(parsed: ParsedMail) -> Message | None:
    """The row of the mail that this is a copy of: by our id, the provider's, or, as providers
    replace ids, by recipient and words. The copy settles an uncertain sending: it did leave."""
    mail = _by_id(parsed) or _by_words(parsed)
    if mail is None:
        return None
    if parsed.message_id not in ("", mail.message_id, mail.provider_id):
        OutgoingMail.objects.filter(pk=mail.pk, provider_id="").update(
            provider_id=parsed.message_id
        )
    _settle(OutgoingMail.objects.filter(pk=mail.pk), parsed)
    return mail.own_message or mail.about


def settle_found_copy(message: Message, parsed: ParsedMail) -> None:
    """The Sent folder holds a mail of ours whose row is known by its id: it did leave."""
    _settle(OutgoingMail.objects.filter(own_message=message), parsed)


def _settle(mails: QuerySet[OutgoingMail], parsed: ParsedMail) -> None:
    # One that still awaits its release was released in a time that a restored backup knows not;
    # so was one that a person has released anew before the Sent folder was read.
    anew = (MailState.QUEUED,) if is_sending_paused() else ()
    mails.filter(state__in=(*_NOT_KNOWN_TO_HAVE_LEFT, *anew)).update(
        state=MailState.SENT, sent_at=parsed.sent_at or timezone.now(), last_error=""
    )


def _by_id(parsed: ParsedMail) -> OutgoingMail | None:
    if not parsed.message_id:
        return None
    named = Q(message_id=parsed.message_id) | Q(provider_id=parsed.message_id)
    return OutgoingMail.objects.filter(named).select_related("own_message", "about").first()


def _by_words(parsed: ParsedMail) -> OutgoingMail | None:
    since = timezone.now() - timedelta(days=COPY_DAYS)
    candidates = OutgoingMail.objects.filter(
        state__in=_ON_ITS_WAY,
        created_at__gte=since,
        subject=parsed.subject,
        recipients=list(parsed.to),
    ).select_related("own_message", "about")
    # What we sent has the guest's mail below its text; so do both readings of a copy begin.
    words = parsed.body_text.split()
    ours = ((mail, mail.body_text.split()) for mail in candidates)
    return next((mail for mail, said in ours if said and words[: len(said)] == said), None)
