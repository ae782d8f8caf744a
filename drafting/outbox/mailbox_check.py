"""Tests the mailbox step by step, within ten seconds; nothing is recorded or changed.
Nothing in the mailbox is marked, moved or deleted; one short mail goes to its own address."""

import re
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from email.utils import formataddr, make_msgid

from django.core.mail import EmailMessage
from imap_tools import AND, BaseMailBox, H

from config.mail_urls import MailServer
from drafting.mail.fetching import MAILBOX_ERRORS, find_sent_folder, open_mailbox
from drafting.outbox.smtp import EmailBackend

LIMIT_SECONDS = 10.0
# For each word with a server, so that two silent ones leave time to say so.
SERVER_SECONDS = 3.0
LOOK_EVERY_SECONDS = 0.5
NEWEST_LOOKED_AT = 20
SUBJECT = "Draftdesk tries its mailbox"
BODY = "This mail was sent to itself by the desk that reads this mailbox. Nobody has to answer it."
_SERVER_NAME = re.compile(r"\s*([a-z0-9.-]+)\s*(?:\d+\s*)?;", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Trial:
    """One step and how it went, in words. ``found``: the name of the server that proves senders."""

    title: str
    is_good: bool
    said: str
    found: str = ""


def try_mailbox(
    *, imap: MailServer | None, smtp: MailServer | None, sender: tuple[str, str]
) -> Iterator[Trial]:
    """Sending, then reading, so that the mail to itself has arrived when it is looked for.
    ``sender``: name and address of the mailbox."""
    until = time.monotonic() + LIMIT_SECONDS
    own_id = make_msgid(domain=sender[1].rpartition("@")[2] or None)
    sending = _sent(smtp, sender, own_id)
    yield sending
    if imap is None:
        yield Trial("Reading", False, "No server to read from is set up.")
        return
    is_in = False
    try:
        left = max(0.5, min(SERVER_SECONDS, until - time.monotonic()))
        with open_mailbox(imap, timeout=left) as mailbox:
            is_in = True
            yield Trial("Login", True, f"{imap.username} at {imap.host} is let in.")
            count = mailbox.folder.status(imap.inbox, ["MESSAGES"])["MESSAGES"]
            yield Trial("Inbox", True, f"{imap.inbox} holds {count} mails.")
            sent = imap.sent or find_sent_folder(mailbox)
            is_there = bool(sent) and mailbox.folder.exists(sent)
            none = "None was found: whoever runs the server names it."
            yield Trial("Sent folder", is_there, f"{sent} is read too." if is_there else none)
            yield _server_name(mailbox)
            if sending.is_good:
                yield _arrived(mailbox, own_id, until)
    except MAILBOX_ERRORS as error:
        yield Trial("Reading" if is_in else "Login", False, say_error(error))


def say_error(error: Exception) -> str:
    """For people; what a server said comes first."""
    return (str(error).strip() or type(error).__name__)[:300]


def _sent(smtp: MailServer | None, sender: tuple[str, str], own_id: str) -> Trial:
    title = "Sending"
    if smtp is None or not sender[1]:
        return Trial(title, False, "No server to send through, or no address of ours, is set up.")
    backend = EmailBackend(server=smtp, timeout=SERVER_SECONDS)
    headers = {"Message-ID": own_id, "Auto-Submitted": "auto-generated"}
    mail = EmailMessage(SUBJECT, BODY, formataddr(sender), [sender[1]], headers=headers)
    try:
        backend.send_messages([mail])
    except MAILBOX_ERRORS as error:
        return Trial(title, False, say_error(error))
    finally:
        with suppress(*MAILBOX_ERRORS):  # the server hung up first
            backend.close()
    return Trial(title, True, f"{smtp.host} took a mail to {sender[1]}.")


def _server_name(mailbox: BaseMailBox) -> Trial:
    """Under which name the server says what it found out about senders (RFC 8601)."""
    title = "Proof of senders"
    if uids := mailbox.uids("ALL")[-NEWEST_LOOKED_AT:]:
        field = "(BODY.PEEK[HEADER.FIELDS (AUTHENTICATION-RESULTS)])"
        answer = mailbox.client.uid("FETCH", ",".join(uids), field)
        for part in reversed(answer[1] or []):
            lines = part[1].decode("ascii", "replace") if isinstance(part, tuple) else ""
            if found := _SERVER_NAME.match(lines.partition(":")[2]):
                said = f"The newest mail was looked at by {found[1]}."
                return Trial(title, True, said, found[1].lower())
    return Trial(title, False, "No mail in the inbox says which server looked at its sender.")


def _arrived(mailbox: BaseMailBox, own_id: str, until: float) -> Trial:
    title = "A mail to itself"
    while True:
        mailbox.client.noop()
        if mailbox.uids(AND(header=[H("Message-ID", own_id)])):
            return Trial(title, True, "It has arrived in the inbox.")
        if until - time.monotonic() < LOOK_EVERY_SECONDS:
            return Trial(title, False, "It was sent, and has not arrived yet: look a little later.")
        time.sleep(LOOK_EVERY_SECONDS)
