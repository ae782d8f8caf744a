"""What commands say about the desk's mail."""

from __future__ import annotations

from django.conf import settings

from drafting.mail.selectors import get_staff


def describe_mailbox() -> str:
    """The mailbox and the addresses in force, so that a wrong setting is seen at once."""
    staff = get_staff()
    lines = [
        f"Mailbox: {_reading(staff.mailbox)}",
        f"Sender: {_sending(staff.mailbox)}",
        f"Reviewers: {', '.join(sorted(staff.reviewers)) or 'none'}",
        f"Staff addresses: {', '.join(sorted(staff.addresses)) or 'none'}",
        f"Proof of senders: {describe_proof()}",
    ]
    if staff.aliases:
        lines.append(f"Other addresses: {', '.join(alias.address for alias in staff.aliases)}")
    if staff.domains:
        lines.append(f"Staff domains: {', '.join(sorted(staff.domains))}")
    return "\n".join(lines)


def describe_proof() -> str:
    """Whose word proves a sender, or what is not checked without one."""
    if settings.DESK_AUTHSERV_IDS:
        return ", ".join(sorted(settings.DESK_AUTHSERV_IDS))
    return (
        "none, since no mail server is named that we trust: mail in our own name answers nothing,"
        " reviewers' mail waits for a person"
    )


def _reading(mailbox: str) -> str:
    server = settings.DESK_IMAP_SERVER
    where = (
        f"{server.inbox} at {server.host}:{server.port}" if server else "not connected for reading"
    )
    return f"{mailbox or 'none set'} ({where})"


def _sending(mailbox: str) -> str:
    server = settings.DESK_SMTP_SERVER
    name = f"{settings.DESK_FROM_NAME} <{mailbox}>" if settings.DESK_FROM_NAME else mailbox
    where = f"through {server.host}:{server.port}" if server else "not connected for sending"
    return f"{name or 'none set'} ({where})"
