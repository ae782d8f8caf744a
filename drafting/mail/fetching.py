"""Reads the mailbox over IMAP: the inbox, and the Sent folder for what staff sent themselves.

A message is marked seen only after its row is committed; what was read once is known by its uid,
and by its row. So a pass may die anywhere, and the next one loses and doubles nothing.
"""

import imaplib
import ssl
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import structlog
from django.conf import settings
from django.db import InterfaceError, OperationalError
from django.utils import timezone
from imap_tools import (
    AND,
    BaseMailBox,
    ImapToolsError,
    MailBox,
    MailBoxStartTls,
    MailBoxUnencrypted,
    MailMessageFlags,
)

from config.errors import DomainError
from config.mail_urls import MailServer
from drafting.mail.choices import MailSource
from drafting.mail.mail_words import listed
from drafting.mail.pausing import is_sending_paused, resume_sending
from drafting.mail.services import record_mail
from drafting.mail.sign_in import TokenRefusedError, sasl, with_access_token
from drafting.mail.work_models import MailFolder

TIMEOUT_SECONDS = 60
# Of a mailbox met for the first time: the mail of these days, and all that nobody has opened.
FIRST_FETCH_DAYS = 30
MAILBOX_ERRORS = (OSError, imaplib.IMAP4.error, ImapToolsError)  # smtplib's are the first
logger = structlog.get_logger(__name__)


@contextmanager
def open_mailbox(
    server: MailServer | None = None, *, timeout: float = TIMEOUT_SECONDS
) -> Iterator[BaseMailBox]:
    """The mailbox of DESK_IMAP_URL, or another, logged in, its inbox chosen. Raises OSError,
    IMAP4.error or an error of imap_tools where that fails."""
    server = server or settings.DESK_IMAP_SERVER
    if server is None:
        raise DomainError("conflict", "DESK_IMAP_URL is not set.")
    if server.takes_token:
        mailbox = with_access_token(
            lambda token: _sign_in(_connect(server, timeout), server, token)
        )
    else:
        name, password = server.username, server.password
        mailbox = _connect(server, timeout).login(name, password, initial_folder=None)
    with mailbox:
        mailbox.folder.set(server.inbox)
        yield mailbox


def _connect(server: MailServer, timeout: float) -> BaseMailBox:
    place: dict[str, Any] = {"host": server.host, "port": server.port, "timeout": timeout}
    if server.security == "none":
        return MailBoxUnencrypted(**place)
    kind = MailBox if server.security == "tls" else MailBoxStartTls
    return kind(**place, ssl_context=ssl.create_default_context())


def _sign_in(mailbox: BaseMailBox, server: MailServer, token: str) -> BaseMailBox:
    mechanism, answer = sasl(" ".join(mailbox.client.capabilities), server, token)
    try:
        mailbox.client.authenticate(mechanism, lambda challenge: answer(challenge).encode())
    except imaplib.IMAP4.abort:  # the connection is gone: nothing was said of the token
        raise
    except imaplib.IMAP4.error:
        mailbox.client.shutdown()
        raise TokenRefusedError("The mailbox refused the sign-in.") from None
    return mailbox


def fetch_pass(mailbox: BaseMailBox) -> Counter[str]:
    """Record what is new in the inbox and in the Sent folder; how many were ``new``, ``known``,
    ``refused``."""
    counts: Counter[str] = Counter()
    server: Any = settings.DESK_IMAP_SERVER  # open_mailbox has refused a desk without one
    sent = server.sent or find_sent_folder(mailbox)
    folders = [server.inbox, sent] if sent else [server.inbox]
    was_paused = is_sending_paused()
    if was_paused:  # a restored desk: a report must find the mail that it is about
        folders.reverse()
    for name in folders:
        _fetch_folder(mailbox, name, counts, has_unseen=name == server.inbox)
    if sent:
        mailbox.folder.set(server.inbox)
        if was_paused:  # not by a pass whose reading of Sent a restored backup has undone
            resume_sending(reason="the Sent folder was read")
    return counts


def find_sent_folder(mailbox: BaseMailBox) -> str:
    """The folder that the server marks as Sent, else one of a usual name; "" for none."""
    folders = mailbox.folder.list()
    for folder in folders:
        if "\\Sent" in folder.flags:
            return str(folder.name)
    names = {str(folder.name).casefold(): str(folder.name) for folder in folders}
    return next((names[n.casefold()] for n in listed("sent_folders") if n.casefold() in names), "")


def _fetch_folder(
    mailbox: BaseMailBox, name: str, counts: Counter[str], *, has_unseen: bool
) -> None:
    mailbox.folder.set(name)
    folder = _folder_row(mailbox, name)
    for uid in _new_uids(mailbox, folder, has_unseen=has_unseen):
        counts[_fetch_message(mailbox, uid, has_unseen=has_unseen)] += 1
        if uid > folder.last_uid:
            folder.last_uid = uid
            folder.save(update_fields=["last_uid"])
    folder.read_at = timezone.now()
    folder.save(update_fields=["read_at"])


def _folder_row(mailbox: BaseMailBox, name: str) -> MailFolder:
    """How far this folder was read. Uids of another validity name other messages."""
    server: Any = settings.DESK_IMAP_SERVER
    validity = int(mailbox.folder.status(name, ["UIDVALIDITY"])["UIDVALIDITY"])
    folder, _ = MailFolder.objects.get_or_create(
        account=server.account, name=name, defaults={"uid_validity": validity}
    )
    if folder.uid_validity != validity:
        folder.uid_validity, folder.last_uid = validity, 0
        folder.save(update_fields=["uid_validity", "last_uid"])
    return folder


def _new_uids(mailbox: BaseMailBox, folder: MailFolder, *, has_unseen: bool) -> list[int]:
    """Uids to read, in order: those after the last one read, and in the inbox whatever is still
    unseen (its recording may have been cut short)."""
    since = timezone.localdate() - timedelta(days=FIRST_FETCH_DAYS)
    is_new = AND(uid=f"{folder.last_uid + 1}:*") if folder.last_uid else AND(date_gte=since)
    # "n:*" always names the last message, also where it is older than n.
    found = {uid for uid in map(int, mailbox.uids(is_new)) if uid > folder.last_uid}
    if has_unseen:
        found |= set(map(int, mailbox.uids(AND(seen=False))))
    return sorted(found)


def _fetch_message(mailbox: BaseMailBox, uid: int, *, has_unseen: bool) -> str:
    found = _read_message(mailbox, uid)
    if found is None:  # moved or deleted by somebody meanwhile
        return "gone"
    raw, received_at = found
    try:
        recorded = record_mail(
            source=MailSource.FETCHED, raw=raw, received_at=received_at, is_ours=not has_unseen
        )
    except DomainError as error:
        logger.warning("mail_refused", uid=uid, code=error.code)
        # Left for a person to see: flagged, and no longer asked for at each pass.
        mailbox.flag(str(uid), [MailMessageFlags.FLAGGED, MailMessageFlags.SEEN], True)
        return "refused"
    except (OperationalError, InterfaceError):
        raise  # the database is away: the whole pass is for later
    except Exception as error:  # a fault of ours with one mail: the mail after it must not wait
        logger.exception("mail_not_recorded", uid=uid, error=type(error).__name__)
        # In the inbox it stays unseen, so each pass tries again.
        mailbox.flag(str(uid), MailMessageFlags.FLAGGED, True)
        return "refused"
    if has_unseen:
        mailbox.flag(str(uid), MailMessageFlags.SEEN, True)
    return "new" if recorded.created else "known"


def _read_message(mailbox: BaseMailBox, uid: int) -> tuple[bytes, datetime] | None:
    """The bytes as they lie on the server, and when it took them. Marks nothing."""
    limit = settings.MAX_MAIL_BYTES + 1  # one byte more than may be recorded: enough to refuse
    answer = mailbox.client.uid("FETCH", str(uid), f"(INTERNALDATE BODY.PEEK[]<0.{limit}>)")
    for part in answer[1] or []:
        if isinstance(part, tuple):
            moment, now = imaplib.Internaldate2tuple(part[0]), timezone.now()
            taken_at = datetime(*moment[:6]).astimezone(UTC) if moment else now
            return bytes(part[1]), min(taken_at, now)
    return None


def wait_for_mail(mailbox: BaseMailBox, *, seconds: float) -> bool:
    """Wait until the server tells of a change, at most so long. Needs a server with IDLE.

    What the server tells in one breath with its greeting stands in a buffer that the wait does
    not see; it is found when the time is over. So wait in short turns.
    """
    told_before: dict[str, Any] = mailbox.client.untagged_responses
    told_before.pop("EXISTS", None)
    is_told = bool(mailbox.idle.wait(timeout=seconds))
    return is_told or "EXISTS" in mailbox.client.untagged_responses
