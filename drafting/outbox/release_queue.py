"""The release queue as a person walks through it: what waits, what comes next, what was released.
Reads only."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from django.db.models import Prefetch, QuerySet
from django.utils import timezone

from drafting.drafts.evidence import Evidence, evidence_of
from drafting.drafts.models import Attestation
from drafting.mail.choices import MailKind, MailState
from drafting.mail.claims import conversation_of, is_unanswered
from drafting.mail.models import Attachment, Message
from drafting.mail.work_models import OutgoingMail
from drafting.outbox.changed_facts import StaleFact, stale_answers, stale_facts
from drafting.outbox.recipients import why_second_look
from drafting.pipeline.check.policy import ReviewTier

RECENT_AT_MOST = 10
RELEASE_PERMISSION = "drafting.release_reply"
_CARE = {
    ReviewTier.MANDATORY_REVIEW: "The mail is escalated, or a policy asks for a person: read it"
    " to the end, and look whether the reply meets it.",
    ReviewTier.OWNER_ALERT: "The mail threatens, or somebody may be in danger: the owners should"
    " see it before anything leaves.",
}


def release_queue() -> QuerySet[OutgoingMail]:
    """Replies that wait for a person: the most urgent conversation first, then the oldest."""
    return OutgoingMail.objects.filter(
        state=MailState.AWAITING_RELEASE, kind=MailKind.REPLY
    ).order_by("-thread__urgency", "created_at", "pk")


@dataclass(frozen=True, slots=True)
class Place:
    """``number``: 1-based place among ``total`` that wait; 0 for one that has left the queue."""

    number: int
    total: int
    previous: int | None
    next: int | None


def place_in_queue(mail_id: int) -> Place:
    """One query: the queue's keys are few."""
    keys = list(release_queue().values_list("pk", flat=True))
    if mail_id not in keys:
        return Place(0, len(keys), None, keys[0] if keys else None)
    at = keys.index(mail_id)
    return Place(
        number=at + 1,
        total=len(keys),
        previous=keys[at - 1] if at else None,
        next=keys[at + 1] if at + 1 < len(keys) else None,
    )


def next_in_queue(*, after: int | None = None) -> int | None:
    """The one to look at next: behind ``after``, else the first that waits; None for none."""
    keys = list(release_queue().values_list("pk", flat=True))
    if after in keys:
        at = keys.index(after)
        keys = [*keys[at + 1 :], *keys[:at]]
    return keys[0] if keys else None


def recent_releases(*, by: Any, now: datetime) -> list[OutgoingMail]:
    """What a person released and may still take back, newest first."""
    released = OutgoingMail.objects.filter(
        released_by=by, state=MailState.QUEUED, attempts=0, kind=MailKind.REPLY, not_before__gt=now
    )
    return list(released.order_by("-released_at")[:RECENT_AT_MOST])


@dataclass(frozen=True)
class ReplyScreen:
    """One mail of ours with all that a person needs for deciding about it."""

    mail: OutgoingMail
    place: Place
    conversation: list[Message]
    batch: list[Message]
    newer: list[Message]  # came since and is unanswered: the reply does not answer it
    attestation: Attestation | None
    is_unverified: bool
    why_second_look: str

    @property
    def evidence(self) -> Evidence | None:
        """Why the reply says what it says."""
        return evidence_of(self.mail.draft, self.attestation) if self.mail.draft else None

    @cached_property
    def stale_facts(self) -> list[StaleFact]:
        """What it states otherwise than our facts are today."""
        return stale_facts(self.mail) if self.waits else []

    @cached_property
    def stale_answers(self) -> list[str]:
        """Its sentences that our answers say no more."""
        return stale_answers(self.mail) if self.waits else []

    @property
    def waits(self) -> bool:
        return self.mail.state == MailState.AWAITING_RELEASE

    @property
    def asks_for_care(self) -> str:
        """Why this reply wants more than a glance; empty where nothing asks for it."""
        policy = self.mail.draft.policy if self.mail.draft else {}
        return _CARE.get(policy.get("review_tier", ""), "")

    @property
    def newest_id(self) -> int:
        """Key of the newest mail that is shown."""
        return max((message.pk for message in self.conversation), default=0)

    @property
    def may_undo(self) -> bool:
        due = self.mail.not_before
        is_waiting = due is not None and due > timezone.now()
        return self.mail.state == MailState.QUEUED and not self.mail.attempts and is_waiting

    @property
    def is_blocked(self) -> bool:
        return self.attestation is not None and self.attestation.delivery_status == "blocked"


def get_reply_screen(mail_id: int) -> ReplyScreen | None:
    """None where there is no such mail."""
    mails = OutgoingMail.objects.select_related(
        "thread",
        "batch",
        "draft",
        "draft__template",
        "draft__acknowledgement",
        "released_by",
        "thread__assignee",
    )
    mail = mails.filter(pk=mail_id).first()
    if mail is None:
        return None
    files = Prefetch("attachments", queryset=Attachment.objects.defer("content"))
    conversation = list(conversation_of(mail.thread).prefetch_related(files))
    ids = set(mail.batch.message_ids) if mail.batch else set()
    batch = [message for message in conversation if message.pk in ids]
    newer = [message for message in conversation if message.pk not in ids] if ids else []
    return ReplyScreen(
        mail=mail,
        place=place_in_queue(mail.pk),
        conversation=conversation,
        batch=batch,
        newer=[message for message in newer if is_unanswered(message)],
        attestation=mail.draft.attestations.order_by("-attempt").first() if mail.draft else None,
        is_unverified=any(not message.is_sender_verified for message in (*batch, *newer)),
        why_second_look=why_second_look(mail) if mail.kind == MailKind.REPLY else "",
    )
