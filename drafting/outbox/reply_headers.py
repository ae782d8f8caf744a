"""The headers of a reply, from what its parent's headers say.

Providers replace our Message-ID, so nothing here ever threads onto a mail of ours: the parent is
always a mail that came in.
"""

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence

from config.errors import invalid
from drafting.mail.models import Message

MAX_REFERENCES = 20
MAX_SUBJECT_CHARACTERS = 998
# What ends a line for a mail program, or for the code that folds headers.
_LINE_BREAKING = frozenset({"Cc", "Zl", "Zp"})
_NO_NAME = re.compile(r"[\x00-\x1f\x7f\"<>()\[\]\\,;:@]|[^\w .'-]")
_PREFIX = re.compile(
    r"(?:re|aw|antw|antwort|sv|vs|r|rif|odp|(?P<forward>fwd?|wg|tr|rv|i|doorst|enc))"
    r"\s?(?:\[\d{1,3}\]|\(\d{1,3}\)|\^\d{1,3})?\s?[:\uff1a]\s*",
    re.IGNORECASE,
)


def reply_recipients(parent: Message, is_ours: Callable[[str], bool]) -> list[str]:
    """Reply-To, else From; never ourselves. Who writes through a form, or through our own page,
    stands in Reply-To alone."""
    wanted = [address for address in parent.reply_to if not is_ours(address)]
    return list(dict.fromkeys(wanted or ([parent.from_address] if parent.from_address else [])))


def reply_copies(
    parent: Message, recipients: Sequence[str], is_ours: Callable[[str], bool]
) -> list[str]:
    """Whom the guest wrote to beside us: they are in the conversation, as the guest wanted."""
    others = [each for each in (*parent.to, *parent.cc) if not is_ours(each)]
    known = {*recipients, parent.from_address}
    return [each for each in dict.fromkeys(others) if each not in known]


def named_address(name: str, address: str) -> str:
    """``Name <address>``, the name without what has a meaning in a header."""
    plain = " ".join(_NO_NAME.sub(" ", name).split())
    return f"{plain} <{address}>" if plain and plain.lower() != address else address


def reply_subject(subject: str) -> str:
    """One "Re: ", whatever mail programs of other languages wrote before; a forward stays one."""
    rest, forward = subject.strip(), ""
    while match := _PREFIX.match(rest):
        forward = forward or (match["forward"] or "")
        rest = rest[match.end() :]
    return f"Re: {forward and forward + ': '}{rest}"[:MAX_SUBJECT_CHARACTERS].strip()


def reply_references(parent: Message) -> tuple[str, list[str]]:
    """``(In-Reply-To, References)``; both empty where the parent has no Message-ID."""
    if not parent.message_id:
        return "", []
    earlier = list(parent.references) or ([parent.in_reply_to] if parent.in_reply_to else [])
    # The parent stands last, wherever else it may have been named.
    chain = [each for each in dict.fromkeys(earlier) if each and each != parent.message_id]
    chain.append(parent.message_id)
    if len(chain) > MAX_REFERENCES:
        chain = [chain[0], *chain[-(MAX_REFERENCES - 1) :]]
    return parent.message_id, chain


def reply_headers(
    parent: Message,
    *,
    sender: str,
    recipients: Sequence[str],
    message_id: str,
    copies: Sequence[str] = (),
    names: Mapping[str, str] | None = None,
    subject: str = "",
    reply_to: str = "",
    is_automatic: bool = False,
) -> dict[str, str]:
    """All headers but the date, by name. Raises ``validation_error`` for a line break in one."""
    in_reply_to, references = reply_references(parent)
    return checked_headers(
        {
            "From": sender,
            "To": ", ".join(named_address((names or {}).get(to, ""), to) for to in recipients),
            "Cc": ", ".join(copies),
            "Subject": reply_subject(subject or parent.subject),
            "Message-ID": message_id,
            "In-Reply-To": in_reply_to,
            "References": " ".join(references),
            "Reply-To": reply_to,
            "Auto-Submitted": "auto-replied" if is_automatic else "",
        }
    )


def retitled_headers(headers: Mapping[str, str], subject: str) -> dict[str, str]:
    """The same headers with another subject: one "Re: ". Raises ``validation_error`` for an empty
    one, and for a line break in it, at its ends too."""
    checked_headers({"Subject": subject})
    if reply_subject(subject) == reply_subject(""):
        raise invalid("subject", "Write a subject.")
    return checked_headers({**headers, "Subject": reply_subject(subject)})


def checked_headers(headers: Mapping[str, str]) -> dict[str, str]:
    """Those that hold something. Raises ``validation_error`` for a line break in a value."""
    for name, value in headers.items():
        if any(unicodedata.category(character) in _LINE_BREAKING for character in value):
            raise invalid(name.lower().replace("-", "_"), "A header holds no line break.")
    return {name: value for name, value in headers.items() if value}
