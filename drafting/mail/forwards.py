"""A guest's mail that one of us forwards to the desk: worked on as the guest's own."""

from __future__ import annotations

import re
from dataclasses import replace

from drafting.mail.headers import read_sender
from drafting.mail.parsing import ParsedMail
from drafting.mail.selectors import Staff
from drafting.mail.senders import A_GUEST
from drafting.pipeline.interpret.normalise import normalise
from drafting.pipeline.interpret.quotes import all_forms, read_forwarded

MAX_FORWARD_CHARACTERS = 100_000
_FORWARD = re.compile(
    rf"\s*(?:{'|'.join(all_forms().forward_prefixes)})\s?[:\uff1a]", re.IGNORECASE
)


def as_forwarded(parsed: ParsedMail, staff: Staff) -> ParsedMail:
    """The mail inside a forward of ours, from the guest who wrote it; any other mail as it is.

    The forward itself must be proven: or anybody could put words into a guest's mouth.
    """
    is_ours = staff.includes(parsed.from_address) or parsed.from_address in staff.reviewers
    if not is_ours or not parsed.is_sender_proven or not _FORWARD.match(parsed.subject):
        return parsed
    found = read_forwarded(parsed.body_text[:MAX_FORWARD_CHARACTERS])
    if found is None:
        return parsed
    name, address = read_sender(found.sender)
    if not address or staff.includes(address):
        return parsed
    split = normalise(found.text, sender_name=name)
    return replace(
        parsed,
        from_address=address,
        from_name=name,
        reply_to=(),
        to=(),
        cc=(),
        subject=found.subject or _FORWARD.sub("", parsed.subject, count=1).strip(),
        body_text=found.text,
        new_text=split.text,
        quoted_text=split.quote,
        signature_text=split.signature,
        sender=A_GUEST,
        is_sender_proven=False,
        notes=(*parsed.notes, f"Forwarded to the desk by {parsed.from_address}."),
    )
