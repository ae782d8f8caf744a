"""Delivery reports: who did not get a mail of ours, for good or not, and why.

RFC 3464 where the server writes it; else the words of the servers that write plain text. What is
read here is still anybody's word: ``conversations`` decides what it may change.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from email import message_from_string
from email.message import Message as MailPart
from email.utils import parseaddr
from typing import Any

from drafting.mail.choices import BounceReason
from drafting.mail.headers import clean_text, decode, fold_address, one_line, read_ids
from drafting.mail.mail_words import any_of
from drafting.mail.work_models import RecipientReport
from drafting.tables import table_beside

MAX_READ_CHARACTERS = 20_000  # of a report's words; the rest is our mail, sent back
MAX_REASON_CHARACTERS = 300
MAX_REPORTED = 50  # recipients of one report
_STATUS_PARTS = ("message/delivery-status", "message/global-delivery-status")
_RETURNED_PARTS = ("message/rfc822", "text/rfc822-headers", "message/global")
_ID_HEADERS = ("message-id", "x-ms-exchange-parent-message-id")
_FAILED, _DELAYED = frozenset({"failed", "failure"}), frozenset({"delayed"})
_ADDRESS = re.compile(r"[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[a-z0-9][a-z0-9.-]{0,250}\.[a-z]{2,24}", re.I)
_STATUS = re.compile(r"(?<![\d.])([245])\.(\d{1,3})\.(\d{1,3})(?![\d.])")
_CODE = re.compile(r"(?<![\d.\[])([45]\d\d)(?=[ -])")
_ID_LINE = re.compile(r"^[ \t>]{0,8}message-id:\s{0,4}(<[^<>\s]{3,990}>)", re.I | re.M)
# From here on a plain report gives our own mail back.
_COPY_BEGINS = re.compile(
    r"^(?:-+ ?(?:below this line is|this is a copy|the following is)|return-path:|received: from"
    r"|(?:possibly truncated )?original message follows|message headers follow)",
    re.I | re.M,
)
_TABLE = table_beside(__file__)
# RFC 3463: what a status says whatever words stand beside it; both numbers, else the first.
_STATUS_REASONS = {
    number: BounceReason(reason)
    for reason, numbers in _TABLE["statuses"].items()
    for number in numbers
}
_REPORT_SENDERS = any_of("report_senders")
_REPORT_NAMES = any_of("report_names")
_REPORT_SUBJECTS = any_of("report_subjects")
_FAILURES = any_of("failures")
_DELAYS = any_of("delays")
_REASONS = tuple((BounceReason(name), any_of(f"reason_{name}")) for name in _TABLE["order"])
HARD_REASONS = frozenset(map(BounceReason, _TABLE["hard"]))


@dataclass(frozen=True, slots=True)
class DeliveryReport:
    """``recipients``: as told; in a plain report every address that its words name."""

    recipients: tuple[RecipientReport, ...]  # not stored yet
    named_ids: tuple[str, ...]  # of the mail that it is about


def read_delivery_report(mail: MailPart, text: str, sender: str) -> DeliveryReport | None:
    """What a mail reports, or None where it is no report of a failure.

    ``text``: its words; ``sender``: the folded address it is from. A person who tells of a bounce
    is no report: either a status part or a mail server as the sender is wanted.
    """
    parts = list(own_parts(mail))
    blocks = [block for part in parts for block in _status_blocks(part)]
    told = tuple(filter(None, (_told_recipient(block, text) for block in blocks)))[:MAX_REPORTED]
    if not told:
        if blocks or not _is_in_words(mail, text, sender):
            return None
        told = tuple(_named_recipients(mail, text[:MAX_READ_CHARACTERS], sender))
    return DeliveryReport(told, tuple(_returned_ids(parts, text)))


def own_parts(mail: MailPart) -> Iterator[MailPart]:
    """The parts, without those of a mail within the mail, which report nothing."""
    yield mail
    children: Any = mail.get_payload()
    if isinstance(children, list) and mail.get_content_maintype() != "message":
        for child in children:
            yield from own_parts(child)


def _status_blocks(part: MailPart) -> Iterator[MailPart]:
    if part.get_content_type() not in _STATUS_PARTS:
        return
    payload: Any = part.get_payload()
    blocks = payload if isinstance(payload, list) else []
    if len(blocks) < 2:  # sent as one encoded text, or without the blank line between its blocks
        whole = _text_of(part) if not blocks else blocks[0].as_string()
        texts = re.split(r"\n\s*\n|\n(?=(?:original|final)-recipient:)", whole, flags=re.I)
        blocks = [message_from_string(each.strip()) for each in texts]
    yield from blocks


def _text_of(part: MailPart) -> str:
    data: Any = part.get_payload(decode=True)
    return clean_text(decode(data)[0]) if isinstance(data, bytes) else ""


def _told_recipient(block: MailPart, text: str) -> RecipientReport | None:
    """A block that tells of one recipient; None for those of the mail, of successes and relays."""
    action = _field(block, "action").partition(" ")[0].lower()
    # Where a mailbox forwards, the address that we wrote to is the original one.
    original, final = _field(block, "original-recipient"), _field(block, "final-recipient")
    found = _ADDRESS.search((original or final).replace(" ", "")) or _ADDRESS.search(final)
    if action not in _FAILED | _DELAYED or found is None:
        return None
    status = _STATUS.search(_field(block, "status"))
    said = _field(block, "diagnostic-code").partition(";")[2].strip()
    finer = _STATUS.search(said)
    if finer is not None and (status is None or status.group()[2:] == "0.0"):
        status = finer
    words = said or text[:MAX_READ_CHARACTERS]
    return _told(found.group(), status, words, said, is_delayed=action in _DELAYED)


def _told(
    address: str, status: re.Match[str] | None, words: str, said: str, *, is_delayed: bool
) -> RecipientReport:
    code = status.group() if status else ""
    reason = _find_reason(words, code)
    return RecipientReport(
        address=fold_address(address),
        reason=reason,
        status=code,
        said=said[:MAX_REASON_CHARACTERS],
        is_delayed=is_delayed,
        is_hard=reason in HARD_REASONS and not is_delayed,
    )


def _field(block: MailPart, name: str) -> str:
    return one_line(str(block.get(name, "")))


def _is_in_words(mail: MailPart, text: str, sender: str) -> bool:
    """Whether a mail server wrote it and tells of a failure."""
    if mail.get("x-failed-recipients") is not None:
        return True
    is_by_a_server = (
        _REPORT_SENDERS.fullmatch(sender.partition("@")[0])
        or _REPORT_NAMES.search(parseaddr(str(mail.get("from", "")))[0].lower())
        or str(mail.get("return-path", "-")).strip() == "<>"
    )
    if not is_by_a_server:
        return False
    words = " ".join(text[:MAX_READ_CHARACTERS].split())
    is_worded = _FAILURES.search(words) or _DELAYS.search(words)
    return bool(is_worded or _REPORT_SUBJECTS.search(_field(mail, "subject")))


def _named_recipients(mail: MailPart, text: str, sender: str) -> Iterator[RecipientReport]:
    """Every address that the server's own words name, but for the servers' and ours."""
    copy = _COPY_BEGINS.search(text)
    words = text[: copy.start()] if copy else text
    header = _ADDRESS.findall(_field(mail, "x-failed-recipients"))
    ours = {address.lower() for address in _ADDRESS.findall(_field(mail, "to"))}
    found = [fold_address(address.strip("'.*")) for address in header or _ADDRESS.findall(words)]
    is_delayed = _DELAYS.search(" ".join(words.split())) is not None
    for address in [each for each in dict.fromkeys(found) if each][:MAX_REPORTED]:
        is_a_servers = _REPORT_SENDERS.fullmatch(address.partition("@")[0]) is not None
        if is_a_servers or address in ours or address == sender:
            continue
        said = _words_about(address, words)
        status = _STATUS.search(said)
        yield _told(address, status, said, _reason_line(said), is_delayed=is_delayed)


def _words_about(address: str, words: str) -> str:
    """From the line of the address on; the whole where nothing after it says why."""
    at = words.lower().find(address)
    begin = words.rfind("\n", 0, max(at, 0)) + 1
    after = words[begin:]
    says_why = _STATUS.search(after) or _CODE.search(after) or _reason_by_words(after)
    return after if says_why else words


def _reason_line(said: str) -> str:
    lines = [" ".join(line.split()) for line in said.splitlines() if line.strip()]
    telling = (line for line in lines if _CODE.search(line) or _STATUS.search(line))
    worded = (line for line in lines if _reason_by_words(line))
    return next(telling, None) or next(worded, None) or (lines[0] if lines else "")


def _find_reason(said: str, status: str) -> BounceReason:
    """By the words, which are finer than the number ("550 5.1.1 … over quota"); else by it."""
    if (worded := _reason_by_words(said)) is not None:
        return worded
    detail = status[2:]
    reason = _STATUS_REASONS.get(detail) or _STATUS_REASONS.get(detail.partition(".")[0])
    if status.startswith("4") and (reason is None or reason in HARD_REASONS):
        return BounceReason.UNREACHABLE
    if reason is not None:
        return reason
    code = _CODE.search(said)
    if code and code[1] in ("550", "551", "553") and not status.startswith("5.5"):
        return BounceReason.NO_MAILBOX
    return BounceReason.REFUSED


def _reason_by_words(said: str) -> BounceReason | None:
    words = " ".join(said.lower().split())
    return next((reason for reason, pattern in _REASONS if pattern.search(words)), None)


def _returned_ids(parts: Sequence[MailPart], text: str) -> Iterator[str]:
    """Ids of the mail that came back, from its own headers or from the words of the report."""
    for part in parts:
        if part.get_content_type() not in _RETURNED_PARTS:
            continue
        children: Any = part.get_payload()
        if not isinstance(children, list):
            children = [message_from_string(_text_of(part).strip())]
        for returned in children:
            for name in _ID_HEADERS:
                yield from read_ids(str(returned.get(name, "")))
    yield from _ID_LINE.findall(text)
