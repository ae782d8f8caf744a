"""Names that prove themselves: of a claim, and of a conversation inside a reply address."""

import re
from dataclasses import dataclass

from django.core.signing import BadSignature, Signer
from django.utils.crypto import constant_time_compare, salted_hmac

_WORK = Signer(salt="drafting.mail.work", sep=".")
_TAG = re.compile(r"t([0-9]{1,18})x([0-9a-f]{16})")
_TAG_HEX_DIGITS = 16  # 64 bits: an address is guessed over SMTP, one try a mail


@dataclass(frozen=True, slots=True)
class WorkToken:
    """One claim on one batch. ``secret`` is new with each claim, also after a restored backup.

    ``holder``: the key it was given to; nobody else can use it or read with it.
    """

    batch_id: int
    number: int
    secret: str
    holder: str = ""

    def __str__(self) -> str:
        return _WORK.sign(f"{self.holder}~{self.batch_id}-{self.number}-{self.secret}")


def read_work_token(text: str) -> WorkToken | None:
    """The claim that a token names, live or not; None for what this desk has not written."""
    try:
        holder, _, claim = _WORK.unsign(text).rpartition("~")
        batch_id, number, secret = claim.split("-", 2)
    except (BadSignature, ValueError):
        return None
    return WorkToken(int(batch_id), int(number), secret, holder)


def reply_address(mailbox: str, thread_id: int) -> str:
    """``desk+t12x…@host``: what is sent there belongs to thread 12."""
    local, _, domain = mailbox.rpartition("@")
    return f"{local}+t{thread_id}x{_signature(thread_id)}@{domain}"


def thread_of_address(address: str) -> int | None:
    """The thread that a reply address names; None for any other address."""
    tag = address.rpartition("@")[0].rpartition("+")[2]
    match = _TAG.fullmatch(tag)
    if match is None or not constant_time_compare(_signature(int(match[1])), match[2]):
        return None
    return int(match[1])


def _signature(thread_id: int) -> str:
    return salted_hmac("drafting.mail.reply", str(thread_id)).hexdigest()[:_TAG_HEX_DIGITS]
