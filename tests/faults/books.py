"""What was given to the desk and what came out of it, kept outside of it; and what must hold of
both after every fault."""

from __future__ import annotations

import hashlib
import json
import time
from collections import Counter
from dataclasses import dataclass, field
from email import policy
from email.parser import BytesHeaderParser
from typing import Any

from django.db.models import Count, Max

from drafting.drafts.models import Attestation, Draft
from drafting.mail.choices import BatchState, Direction, MailKind, MailState
from drafting.mail.models import Message, Thread
from drafting.mail.selectors import IS_UNANSWERED
from drafting.mail.work_models import Batch, OutgoingMail, RecipientReport
from drafting.runs.models import DraftRun, RunArtifact
from learning.events.models import RefinementEvent, SelectionEvent
from templatesapp.models import EmailTemplate, KnowledgeItem, PolicyRule, PropertyFact
from tests.drafting.mail.mails import mail
from tests.drafting.mail.servers import Mailbox, Sink

LETTERS = (
    "What time is breakfast?",
    "Can we leave our luggage with you before check-in?",
    "What is the wifi password?",
    "How do we get from the ferry to you?",
    "Until when is the reception open?",
)
UNDER_WAY = (MailState.QUEUED, MailState.SENDING, MailState.AWAITING_RELEASE, MailState.FAILED)
LEFT = (MailState.SENT, MailState.UNCERTAIN)
TEXTS: tuple[Any, ...] = (EmailTemplate, PropertyFact, KnowledgeItem, PolicyRule)


@dataclass
class Books:
    """``may_be_uncertain``: mails of which nobody can know whether they left, at most: one a
    process that was killed, one a conversation that the mail server cut."""

    mailbox: Mailbox
    sink: Sink
    delivered: list[str] = field(default_factory=list)
    bounced: dict[str, str] = field(default_factory=dict)  # our ids, and to whom
    may_be_uncertain: int = 0
    answered: Counter[str] = field(default_factory=Counter)
    _read: int = 0
    _filed: int = 0
    _texts: str = ""

    def __post_init__(self) -> None:
        self._texts = digest_of_texts()

    # --- what the world does -----------------------------------------------------------------------

    def write(self) -> bytes:
        """A guest writes."""
        number = len(self.delivered)
        name = f"<{number}@guests.example>"
        sender = {"from": f"Guest {number} <guest{number}@example.com>"}
        raw = mail(LETTERS[number % len(LETTERS)], message_id=name, date="", **sender)
        self.mailbox.deliver(raw)
        self.delivered.append(name)
        return raw

    def bounce(self) -> None:
        """A mail server reports that a reply of ours did not arrive."""
        sent = OutgoingMail.objects.filter(state=MailState.SENT).exclude(
            message_id__in=self.bounced
        )
        reply = sent.order_by("pk").first()
        if reply is not None:
            self.mailbox.deliver(report_on(reply, len(self.bounced)))
            self.bounced[reply.message_id] = reply.recipients[0]

    def file_what_left(self) -> None:
        """As providers do: what they have sent lies in the Sent folder. What a sender handed over
        before it was killed may still be on its way to the sink."""
        known = -1
        while known < len(self.sink.taken):
            known = len(self.sink.taken)
            time.sleep(1)
        for raw in self.sink.taken[self._filed :]:
            self.mailbox.deliver(raw, "Sent", "(\\Seen)")
        self._filed = len(self.sink.taken)

    def read_sink(self) -> Counter[str]:
        """How many replies to each guest's mail have left."""
        parser = BytesHeaderParser(policy=policy.default)
        new = self.sink.taken[self._read :]
        self._read += len(new)
        self.answered.update(str(parser.parsebytes(raw)["In-Reply-To"]) for raw in new)
        return self.answered

    # --- what must hold ----------------------------------------------------------------------------

    def is_settled(self) -> bool:
        """Whether all that came is recorded, answered, and gone."""
        incoming = Message.objects.filter(direction=Direction.IN)
        return (
            incoming.count() >= len(self.delivered) + len(self.bounced)
            and not incoming.filter(IS_UNANSWERED).exists()
            and not OutgoingMail.objects.filter(state__in=UNDER_WAY).exists()
        )

    def count_settled(self) -> int:
        """How many mails of guests have their answer, and it has left."""
        answered = Message.objects.filter(answered_by__isnull=False).count()
        return answered - OutgoingMail.objects.filter(state__in=UNDER_WAY).count()

    def check(self) -> None:
        """At any moment: nothing doubled, nothing changed, no state that may not be."""
        left = self.read_sink()
        twice = [name for name, times in left.items() if times > 1]
        assert not twice, f"sent twice: {_stories(twice)}, {self._copies(twice)}"
        received = Message.objects.filter(direction=Direction.IN)
        assert not _repeated(received.exclude(message_id=""), "message_id"), "recorded twice"
        assert not _repeated(SelectionEvent.objects, "draft_id"), "an event twice"
        assert not _repeated(RefinementEvent.objects, "draft_id", "attempt"), "an event twice"
        assert digest_of_texts() == self._texts, "a text changed without a person"
        unsure = OutgoingMail.objects.filter(state=MailState.UNCERTAIN).count()
        assert unsure <= self.may_be_uncertain, f"{unsure} uncertain"
        self._check_states()

    def _copies(self, names: list[str]) -> list[tuple[int, bool, str, str]]:
        """Of each answer that has left: which it was, whether it lies in Sent, its id and date."""
        parser = BytesHeaderParser(policy=policy.default)
        mails = [parser.parsebytes(raw) for raw in self.sink.taken]
        return [
            (number, number < self._filed, str(found["Message-ID"]), str(found["Date"]))
            for number, found in enumerate(mails)
            if str(found["In-Reply-To"]) in names
        ]

    def _check_states(self) -> None:
        standing = OutgoingMail.objects.exclude(state=MailState.CANCELLED)
        assert not _repeated(standing.filter(batch__isnull=False), "batch"), (
            "two replies to one mail"
        )
        never_marked = standing.filter(state__in=LEFT, attempts=0).exclude(
            own_message__isnull=False
        )
        assert not never_marked.exists(), "left without a person's word"
        assert not OutgoingMail.objects.filter(state=MailState.SENT, sent_at=None).exists()
        assert not Batch.objects.filter(state=BatchState.OPEN, ended_at__isnull=False).exists()
        assert not _repeated(RunArtifact.objects, "run", "stage", "iteration")
        running = DraftRun.objects.filter(status="running")
        assert not running.exclude(batch__state=BatchState.OPEN).exists(), "a run without its batch"
        for thread in Thread.objects.annotate(last=Max("messages__sequence"), n=Count("messages")):
            taken_back = thread.outgoing_mails.filter(state=MailState.CANCELLED).count()
            assert thread.n <= thread.last <= thread.n + taken_back, (
                "a place in a conversation is empty",
                list(thread.messages.order_by("sequence").values_list("sequence", "direction")),
                list(thread.outgoing_mails.values_list("kind", "state", "last_error")),
            )

    def check_settled(self) -> None:
        """When all is quiet: nothing lost, and the desk knows what the world knows."""
        self.check()
        received = Message.objects.filter(direction=Direction.IN, is_automated=False)
        assert sorted(received.values_list("message_id", flat=True)) == sorted(self.delivered)
        mails = OutgoingMail.objects.filter(kind=MailKind.REPLY).exclude(state=MailState.CANCELLED)
        by_name = {out.headers["In-Reply-To"]: out for out in mails.select_related("draft")}
        answered = set(
            received.filter(answered_by__isnull=False).values_list("message_id", flat=True)
        )
        left = set(self.read_sink())
        sent = {name for name, out in by_name.items() if out.state == MailState.SENT}
        unsure = {name for name, out in by_name.items() if out.state == MailState.UNCERTAIN}
        assert answered == set(self.delivered), "unanswered"
        assert left | unsure >= set(self.delivered), "answered here, and nothing has left"
        assert sent <= left, "it says sent, and nothing has left"
        assert left - unsure <= answered
        reported = sorted(RecipientReport.objects.values_list("address", flat=True))
        assert reported == sorted(self.bounced.values()), f"a bounce lost or doubled: {reported}"
        for out in by_name.values():
            if out.draft is not None:
                said = Attestation.objects.filter(draft=out.draft).order_by("attempt").last()
                assert said is not None and said.body_plain == out.body_text, "another text"
        assert SelectionEvent.objects.count() == Draft.objects.count()
        assert RefinementEvent.objects.count() == Attestation.objects.count()


def _stories(names: list[str]) -> list[Any]:
    """What the desk knows of its answers to guests' mails."""
    mails = OutgoingMail.objects.filter(thread__messages__message_id__in=names)
    return list(mails.values_list("state", "attempts", "last_error", "created_at", "released_at"))


def _repeated(rows: Any, *fields: str) -> list[Any]:
    found = rows.order_by().values(*fields).annotate(times=Count("pk")).filter(times__gt=1)
    return list(found)


def digest_of_texts() -> str:
    """Of everything that a reply may be made of."""
    rows = [list(model._default_manager.order_by("pk").values()) for model in TEXTS]
    return hashlib.sha256(json.dumps(rows, default=str).encode()).hexdigest()


def report_on(reply: OutgoingMail, number: int) -> bytes:
    """A mail server's word that this reply did not arrive."""
    to = reply.recipients[0]
    return "\r\n".join(
        [
            "Return-Path: <>",
            "From: Mail Delivery System <MAILER-DAEMON@mx.relay.example>",
            "To: info@hostel-brikette.example",
            "Subject: Undelivered Mail Returned to Sender",
            f"Message-ID: <bounce-{number}@relay.example>",
            "Auto-Submitted: auto-replied",
            "MIME-Version: 1.0",
            'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
            "",
            *("--b", "Content-Type: text/plain", "", "Your message could not be delivered.", ""),
            *("--b", "Content-Type: message/delivery-status", "", "Reporting-MTA: dns; relay", ""),
            f"Final-Recipient: rfc822; {to}",
            *("Action: failed", "Status: 5.1.1", "Diagnostic-Code: smtp; 550 5.1.1 No such user"),
            *("", "--b", "Content-Type: text/rfc822-headers", ""),
            *(f"Message-ID: {reply.message_id}", f"To: {to}", "", "--b--", ""),
        ]
    ).encode()
