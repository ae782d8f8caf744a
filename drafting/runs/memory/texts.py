"""What is remembered, as it is stored: without personal data, and folded."""

import re
from collections.abc import Sequence

from drafting.mail.choices import Direction
from drafting.mail.models import Contact, Message, Thread
from drafting.runs.models import MAX_MEMORY_CATEGORY_CHARACTERS, MAX_MEMORY_CHARACTERS, MemoryEntry
from learning.own_words import own_words
from learning.redaction import redact
from templatesapp.entries import Catalogue
from templatesapp.selectors import current_catalogue
from templatesapp.text.distance import text_hash

_BETWEEN_WORDS = re.compile(r"[\W_]+")
People = Sequence[tuple[str, str]]  # (name, address) of guests


def fold_category(text: str) -> str:
    """Lower snake case: "Timezone preference" and "timezone-preference" are one category."""
    return _BETWEEN_WORDS.sub("_", text.lower()).strip("_")


def tidy_memory(entry: MemoryEntry, people: People) -> dict[str, str]:
    """Redact and fold the words of an entry; nothing of them may be stored or compared as it came.
    Returns what is wrong with them, by field."""
    problems = {}
    # With spaces: "333_123_4567" is no number to redaction.
    entry.category = fold_category(redacted(entry.category.replace("_", " "), people))
    entry.content = " ".join(redacted(entry.content, people).split())
    if not entry.content:
        problems["content"] = "There is no text."
    if not entry.category or len(entry.category) > MAX_MEMORY_CATEGORY_CHARACTERS:
        problems["category"] = "Give a few words, such as timezone_preference."
    if len(entry.content) > MAX_MEMORY_CHARACTERS:  # a token may be longer than what it stands for
        entry.content = entry.content[: MAX_MEMORY_CHARACTERS - 1].rstrip() + "…"
    entry.content_hash = text_hash(entry.content.casefold())
    return problems


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


def redacted(text: str, people: People, catalogue: Catalogue | None = None) -> str:
    """Without what tells who the people are, or anybody."""
    keep = own_words(catalogue or current_catalogue())
    for name, address in people or [("", "")]:
        text = redact(text, sender_name=name, sender_address=address, keep=keep)
    return text
