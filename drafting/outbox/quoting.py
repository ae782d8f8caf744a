"""What a reply answers, below it, as mail programs quote: added when it is sent. What was checked,
attested and released is the text above."""

from __future__ import annotations

from django.utils import timezone

from drafting.mail.choices import MailKind, ThreadKind
from drafting.mail.models import MailSettings, Message
from drafting.mail.work_models import OutgoingMail
from drafting.outbox.composing import alias_of
from templatesapp.text.letter import letter_words

MAX_QUOTED_CHARACTERS = 5_000


def text_to_send(mail: OutgoingMail) -> str:
    """A mail's text, with the signature of its address below, and the guest's newest mail where it
    answers one."""
    parent = _answered(mail)
    below = [alias_of(mail).signature, quoted(parent, mail.language) if parent else ""]
    if not any(below):
        return mail.body_text
    return "\n\n".join([mail.body_text.rstrip(), *filter(None, below)])


def quoted(message: Message, language: str) -> str:
    """Attribution and lines with ``>``; of a very long mail the beginning."""
    moment = timezone.localtime(message.sent_at or message.received_at)
    name = message.from_name or message.from_address
    attribution = letter_words(language).attribution
    said = message.new_text.strip()
    lines = said[:MAX_QUOTED_CHARACTERS].splitlines() + ["…"] * (len(said) > MAX_QUOTED_CHARACTERS)
    return "\n".join(
        [
            attribution.format(date=f"{moment:%d.%m.%Y, %H:%M}", name=" ".join(name.split())),
            *(f"> {line}".rstrip() for line in lines),
        ]
    )


def _answered(mail: OutgoingMail) -> Message | None:
    """The mail to quote; None for a briefing, an alert, or where the setting is off."""
    if mail.kind != MailKind.REPLY:
        return None
    if not MailSettings.current().quotes_guest_mail:
        return None
    parent_id = (mail.batch.parent_id if mail.batch else None) or 0
    found = Message.objects.filter(pk=parent_id, thread__kind=ThreadKind.GUEST)
    message = found.defer("raw", "body_text", "quoted_text").first()
    return message if message is not None and message.new_text.strip() else None
