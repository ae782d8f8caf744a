"""Mails for tests, written as their bytes."""

from __future__ import annotations

from typing import Any

from drafting.mail.choices import MailSource
from drafting.mail.services import record_mail

GUEST = "isla@example.com"
STRANGER = "mallory@example.net"
DESK = "info@hostel-brikette.example"


def mail(body: str | bytes = "How do we get in?", **header_fields: str) -> bytes:
    """A mail of a guest to the desk; ``message_id="<a@b>"`` sets that header, ``""`` drops it."""
    headers = {
        "from": f"Isla Thornbury <{GUEST}>",
        "to": f"Hostel Brikette <{DESK}>",
        "subject": "Arriving late",
        "message_id": "<1@example.com>",
        "date": "Mon, 27 Apr 2026 18:42:00 +0200",
        **header_fields,
    }
    lines = [f"{name.replace('_', '-')}: {value}" for name, value in headers.items() if value]
    text = body.encode() if isinstance(body, str) else body
    return "\r\n".join([*lines, "", ""]).encode() + text


def record(
    body: str | bytes = "How do we get in?", *, is_ours: bool = False, **header_fields: str
) -> Any:
    """A RecordedMail, as imported from a file."""
    raw = mail(body, **header_fields)
    return record_mail(source=MailSource.IMPORTED, raw=raw, is_ours=is_ours)


def record_many(count: int, **header_fields: Any) -> list[Any]:
    """Mails of as many guests, one conversation each."""
    return [
        record(
            f"Question {number}",
            message_id=f"<{number}@many.example>",
            **{"from": f"Guest {number} <guest{number}@example.com>", **header_fields},
        ).message
        for number in range(count)
    ]


def reply(body: str, answered_id: str, number: Any = 2, **header_fields: str) -> Any:
    """The guest's answer to the mail ``answered_id``."""
    return record(
        body, message_id=f"<{number}@example.com>", in_reply_to=answered_id, **header_fields
    )


def our_reply(answered_id: str, number: Any = 9, **header_fields: str) -> Any:
    """What staff answered from their own mail program, found in the Sent folder."""
    fields = {
        "from": f"Hostel Brikette <{DESK}>",
        "to": GUEST,
        "message_id": f"<{number}@hostel-brikette.example>",
        "date": "Mon, 27 Apr 2026 20:00:00 +0200",
        "in_reply_to": answered_id,
        **header_fields,
    }
    return record("The code of the door is in your booking.", is_ours=True, **fields)
