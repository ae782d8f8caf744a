"""What commands say about the desk's mail."""

from __future__ import annotations

from drafting.mail.selectors import get_staff


def describe_mailbox() -> str:
    """The mailbox and the addresses in force, so that a wrong setting is seen at once."""
    staff = get_staff()
    lines = [
        f"Mailbox: {staff.mailbox or 'none set'}",
        f"Staff addresses: {', '.join(sorted(staff.addresses)) or 'none'}",
    ]
    if staff.domains:
        lines.append(f"Staff domains: {', '.join(sorted(staff.domains))}")
    return "\n".join(lines)
