"""Second copies of a mail: sent twice within minutes, or altered on its way ("[EXTERNAL] …").
Both are kept, in one conversation; only the first is answered. Reads only."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta

from drafting.mail.choices import Direction
from drafting.mail.entries import Entry
from drafting.mail.models import Message

SAME_TEXT_WITHIN = timedelta(hours=1)
LEAST_SHARED_WORDS = 0.8  # of the shorter text: what gateways add is little
MAX_COMPARED_CHARACTERS = 20_000
MAX_COMPARED_MAILS = 20


def find_first_copy(entry: Entry) -> Message | None:
    """The mail of the same sender that this guest's mail is a second copy of."""
    parsed = entry.parsed
    if not entry.is_personal or not parsed.from_address:
        return None
    earlier = Message.objects.filter(
        direction=Direction.IN, is_automated=False, from_address=parsed.from_address
    ).only("thread_id", "new_text")
    if parsed.message_id:
        for message in earlier.filter(message_id=parsed.message_id).order_by("pk"):
            if _shares_words(message.new_text, parsed.new_text):
                return message
    if not parsed.new_text.strip():
        return None
    recent = earlier.filter(
        received_at__gte=entry.received_at - SAME_TEXT_WITHIN,
        received_at__lte=entry.received_at + SAME_TEXT_WITHIN,
        # "Yes" to one question is not "yes" to another.
        in_reply_to=parsed.in_reply_to,
        references=list(parsed.references),
        subject=parsed.subject,
    ).order_by("pk")[:MAX_COMPARED_MAILS]
    words = parsed.new_text.split()
    return next((message for message in recent if message.new_text.split() == words), None)


def _shares_words(first: str, second: str) -> bool:
    one, other = (Counter(text[:MAX_COMPARED_CHARACTERS].split()) for text in (first, second))
    shorter = min(one.total(), other.total())
    return (one & other).total() >= LEAST_SHARED_WORDS * shorter
