"""What is remembered, as it is stored: without personal data, folded, with what makes it one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from drafting.mail.choices import Direction
from drafting.mail.models import Contact, Message, Thread
from drafting.runs.models import MAX_MEMORY_CATEGORY_CHARACTERS, MAX_MEMORY_CHARACTERS
from learning.own_words import own_words
from learning.redaction import redact
from templatesapp.selectors import current_catalogue
from templatesapp.text.distance import text_hash

_BETWEEN_WORDS = re.compile(r"[\W_]+")
People = Sequence[tuple[str, str]]  # (name, address) of guests


@dataclass(frozen=True, slots=True)
class MemoryText:
    """``problems``: what is wrong with it, by field; without any it may be stored."""

    category: str
    content: str
    content_hash: str
    problems: dict[str, str]


def fold_category(text: str) -> str:
    """Lower snake case: "Timezone preference" and "timezone-preference" are one category."""
    return _BETWEEN_WORDS.sub("_", text.lower()).strip("_")


def tidy_memory(*, category: str, content: str, people: People) -> MemoryText:
    """Redact and fold one entry. Nothing of it may be stored or compared as it came."""
    problems = {}
    # With spaces: "333_123_4567" is no number to redaction.
    folded = fold_category(_redacted(category.replace("_", " "), people))
    kept = " ".join(_redacted(content, people).split())
    if not kept:
        problems["content"] = "There is no text."
    if not folded or len(folded) > MAX_MEMORY_CATEGORY_CHARACTERS:
        problems["category"] = "Give a few words, such as timezone_preference."
    if len(kept) > MAX_MEMORY_CHARACTERS:  # a token may be longer than what it stands for
        kept = kept[: MAX_MEMORY_CHARACTERS - 1].rstrip() + "…"
    return MemoryText(folded, kept, text_hash(kept.casefold()), problems)


def people_of(thread: Thread) -> People:
    """Everybody who wrote in a conversation or takes part in it."""
    messages = Message.objects.filter(thread=thread, direction=Direction.IN)
    wrote = messages.order_by().values_list("from_name", "from_address").distinct()
    return list(dict.fromkeys([*wrote, *thread.participants.values_list("name", "address")]))


def people_named(contact: Contact | None) -> People:
    """A guest under every name that they wrote under; nobody without one."""
    if contact is None:
        return ()
    wrote = Message.objects.filter(contact=contact, direction=Direction.IN)
    names = wrote.order_by().values_list("from_name", "from_address").distinct()
    return list(dict.fromkeys([(contact.name, contact.address), *names]))


def _redacted(text: str, people: People) -> str:
    keep = own_words(current_catalogue())
    for name, address in people or [("", "")]:
        text = redact(text, sender_name=name, sender_address=address, keep=keep)
    return text
