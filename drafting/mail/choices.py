"""Values of the mail tables. Stored lower-case values are never renamed."""

from django.db import models


class Direction(models.TextChoices):
    IN = "in", "received"
    OUT = "out", "sent by us"


class ThreadKind(models.TextChoices):
    GUEST = "guest", "guest"
    BRIEFING = "briefing", "briefing"


class ThreadStatus(models.TextChoices):
    OPEN = "open", "open"
    # Only a person can move it on; new personal mail opens it again.
    WAITING_FOR_PERSON = "waiting_for_person", "waiting for a person"
    CLOSED = "closed", "closed"


class Urgency(models.IntegerChoices):
    """The escalation tier of a mail. A number, so that the most urgent sorts first.

    The names are those of ``drafting.pipeline.plan.Tier``, but: a mail of no tier whose answer is
    worth little tomorrow comes before the others of none and asks for no more care than they; and
    before any tier comes who may need help now, first of all whom the desk would tell whom to
    call: a threat can wait for both.
    """

    NONE = 0, "none"
    TODAY = 1, "needed today"
    HIGH = 2, "high"
    CRITICAL = 3, "critical"
    MAY_BE_EMERGENCY = 4, "may be an emergency"
    EMERGENCY = 5, "emergency"


class MailSource(models.TextChoices):
    """How a mail came to the desk."""

    API = "api", "posted by an agent"
    RECEIVED = "received", "handed over by the mail server"
    IMPORTED = "imported", "imported from a file"
    FETCHED = "fetched", "fetched from the mailbox"
    DESK = "desk", "sent from this desk"
    ELSEWHERE = "elsewhere", "answered elsewhere"


class BatchState(models.TextChoices):
    """What became of the messages that were claimed together."""

    OPEN = "open", "open"
    ANSWERED = "answered", "answered"  # there is a reply, released or not
    HANDED_OVER = "handed_over", "handed over to a person"
    ABANDONED = "abandoned", "abandoned"


class ClaimEnd(models.TextChoices):
    """Why a worker's right on a thread ended before its answer stood."""

    NEWER_INBOUND = "newer_inbound", "newer mail came"
    CLAIM_RELEASED = "claim_released", "given up by the agent"
    ANSWERED = "answered", "answered before its run was over"
    HANDED_OVER = "handed_over", "handed over to a person"


class SenderKind(models.TextChoices):
    """Who wrote a received mail. Only a guest's is worked on; the others are kept and shown."""

    GUEST = "guest", "guest"
    AUTOMATED = "automated", "automated"  # answers and receipts of machines, our own loops
    LIST = "list", "mailing list"  # newsletters, advertising, lists
    NOTICE = "notice", "notice"  # of platforms, banks, shops: nobody reads what is sent back
    REPORT = "report", "report"  # of mail servers: deliveries, read receipts, DMARC


class BounceReason(models.TextChoices):
    """Why a mail of ours did not arrive; the labels end the sentence "Your reply bounced: …"."""

    NO_MAILBOX = "no_mailbox", "there is no such mailbox"
    SWITCHED_OFF = "switched_off", "the mailbox is switched off"
    NO_DOMAIN = "no_domain", "there is no mail server for this address"
    FULL = "full", "mailbox full"
    TOO_BIG = "too_big", "the mail is too big for the mailbox"
    POLICY = "policy", "the other server takes it for spam or refuses it by a rule"
    UNREACHABLE = "unreachable", "the other server could not be reached in time"
    REFUSED = "refused", "the other server refused it"


class MailKind(models.TextChoices):
    REPLY = "reply", "reply"
    BRIEFING = "briefing", "briefing"
    ALERT = "alert", "alert"
    RECEIPT = "receipt", "acknowledgement"


class MailState(models.TextChoices):
    """How far a mail of ours has come. Forward only, but for what a person takes back."""

    AWAITING_RELEASE = "awaiting_release", "awaiting release"
    QUEUED = "queued", "queued"
    SENDING = "sending", "sending"
    SENT = "sent", "sent"
    FAILED = "failed", "failed"
    UNCERTAIN = "uncertain", "uncertain"  # no answer came after the text was handed over
    CANCELLED = "cancelled", "cancelled"


# Mail whose fate is open: its text may not be lost, and its batch takes no second one.
UNSETTLED_STATES = tuple(
    state for state in MailState if state not in (MailState.SENT, MailState.CANCELLED)
)


class ReminderStep(models.TextChoices):
    ASSIGNED = "assigned", "to whoever it is assigned to"
    MANAGERS = "managers", "to the managers"
