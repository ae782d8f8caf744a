"""The words of mail servers: who reports, that a mail failed or waits, and why."""

from __future__ import annotations

from drafting.mail.choices import BounceReason
from drafting.mail.mail_words import any_of, any_reason

REPORT_SENDERS = any_of("report_senders")
REPORT_NAMES = any_of("report_names")
REPORT_SUBJECTS = any_of("report_subjects")
FAILURES = any_of("failures")
DELAYS = any_of("delays")
# Tried in this order: a full mailbox is often told as "user unknown (over quota)", and a server
# that is out of reach names the mailbox it was looking for.
_ORDER = (
    *(BounceReason.FULL, BounceReason.TOO_BIG, BounceReason.SWITCHED_OFF, BounceReason.NO_DOMAIN),
    *(BounceReason.POLICY, BounceReason.NO_MAILBOX, BounceReason.UNREACHABLE),
)
REASONS = tuple((reason, any_reason(reason.value)) for reason in _ORDER)
