"""Reports on the desk's mailbox, and on what receiving servers find for mail in our name."""

from collections import Counter
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Q

from drafting.mail.headers import METHODS, passed_methods
from drafting.mail.models import Message
from drafting.mail.selectors import get_staff

LOOK_BACK = timedelta(days=90)
MAX_MAILS = 200
NO_PROOF = (
    "none, since no mail server is named that we trust: mail in our own name answers nothing,"
    " reviewers' mail waits for a person"
)


def describe_mailbox() -> str:
    """The mailbox and the addresses in force, so that a wrong setting is seen at once."""
    staff, imap, smtp = get_staff(), settings.DESK_IMAP_SERVER, settings.DESK_SMTP_SERVER
    named = f"{settings.DESK_FROM_NAME} <{staff.mailbox}>"
    sender = named if settings.DESK_FROM_NAME else staff.mailbox
    read = f"{imap.inbox} at {imap.host}:{imap.port}" if imap else "not connected for reading"
    sent = f"through {smtp.host}:{smtp.port}" if smtp else "not connected for sending"
    lines = [
        f"Mailbox: {staff.mailbox or 'none set'} ({read})",
        f"Sender: {sender or 'none set'} ({sent})",
        f"Reviewers: {', '.join(sorted(staff.reviewers)) or 'none'}",
        f"Staff addresses: {', '.join(sorted(staff.addresses)) or 'none'}",
        f"Proof of senders: {', '.join(sorted(settings.DESK_AUTHSERV_IDS)) or NO_PROOF}",
    ]
    if staff.aliases:
        lines.append(f"Other addresses: {', '.join(alias.address for alias in staff.aliases)}")
    if staff.domains:
        lines.append(f"Staff domains: {', '.join(sorted(staff.domains))}")
    return "\n".join(lines)


def describe_own_domains(*, now: datetime) -> str:
    """A line for each domain that mail in our name came from, or why there is none.

    Only the word of the server that DESK_AUTHSERV_ID names counts; what the desk wrote itself, and
    copies of the Sent folder, no server has looked at.
    """
    if not settings.DESK_AUTHSERV_IDS:
        return "Not checked: no mail server is named that we trust."
    found = _read_by_domain(now)
    if not found:
        return (
            f"No mail in our own name has come in for {LOOK_BACK.days} days that was checked."
            " Write one to yourself to see what its receiver says."
        )
    return "\n".join(_say(domain, passed) for domain, passed in sorted(found.items()))


def _read_by_domain(now: datetime) -> dict[str, list[frozenset[str]]]:
    """The methods that passed for each mail of a domain; a mail that nobody checked is left out."""
    staff = get_staff()
    ours = Q(from_address__in=staff.addresses)
    for domain in staff.domains:
        ours |= Q(from_address__endswith=f"@{domain}")
    mails = Message.objects.filter(ours, received_at__gte=now - LOOK_BACK).order_by("-received_at")
    said = mails.exclude(authentication="").values_list("from_address", "authentication")
    found: dict[str, list[frozenset[str]]] = {}
    for address, text in said[:MAX_MAILS]:
        if (passed := passed_methods(text)) is not None:
            found.setdefault(address.rpartition("@")[2], []).append(passed)
    return found


def _say(domain: str, passed: list[frozenset[str]]) -> str:
    total = len(passed)
    counted = Counter(method for methods in passed for method in methods)
    told = ", ".join(f"{method.upper()} passed for {counted[method]}" for method in METHODS)
    line = f"{domain}: of {total} mail{'s'[: total > 1]} in our name, {told}."
    if all(counted[method] == total for method in METHODS):
        return line
    return f"{line} What did not pass is forged, or left by a way that the DNS records do not name."
