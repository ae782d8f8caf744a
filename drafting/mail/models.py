"""Mail as the desk knows it: who wrote, in which conversation, what exactly arrived.

Rows are written by ``drafting.mail.services`` only. A mail is recorded first and worked on later:
recording never depends on anything that could fail on a mail's content.
"""

from __future__ import annotations

import re
from datetime import datetime, time

from django.core.exceptions import ValidationError
from django.core.validators import MinValueValidator
from django.db import models
from django.db.models import Q
from simple_history.models import HistoricalRecords

from drafting.mail.aliases import check_aliases
from drafting.mail.choices import (
    Direction,
    MailSource,
    SenderKind,
    ThreadKind,
    ThreadStatus,
    Urgency,
)
from templatesapp.columns import Singleton, is_known, maybe, one_of, person, whole

MAX_ADDRESS_CHARACTERS = 320  # RFC 5321: 64 local part + @ + 255 domain
MAX_NAME_CHARACTERS = 200
MAX_HEADER_CHARACTERS = 998  # RFC 5322: one line, so the longest id or subject a mail may carry
MAX_FILENAME_CHARACTERS = 255
# Of a text, searched for quote and signature and given to whoever reads it; more is no letter.
MAX_READ_CHARACTERS = 100_000
MAX_CONTENT_TYPE_CHARACTERS = 127  # RFC 6838: 63 + / + 63


# Nothing that would stand around an address in a list or a header.
_PART = r"[^\s@,;:<>()\[\]\"]"


def check_addresses(value: object) -> None:
    check_list(value, rf"{_PART}+@{_PART}+\.{_PART}+", "addresses such as info@example.com")


def check_domains(value: object) -> None:
    check_list(value, rf"{_PART}+\.{_PART}+", "domains such as example.com")


def check_list(value: object, pattern: str, wanted: str) -> None:
    fits = isinstance(value, list) and all(
        isinstance(item, str) and item == item.lower() and re.fullmatch(pattern, item)
        for item in value
    )
    if not fits:
        raise ValidationError(f"A list of {wanted}, in lower case.")


class MailSettings(Singleton):
    """Whose mail is ours, and how long mail is kept."""

    staff_addresses = models.JSONField(
        default=list,
        blank=True,
        validators=[check_addresses],
        help_text="Addresses we write from. The first is the desk's own mailbox.",
    )
    staff_domains = models.JSONField(
        default=list,
        blank=True,
        validators=[check_domains],
        help_text="Domains whose every address is ours. Empty: only the addresses above.",
    )
    aliases = models.TextField(
        "other addresses",
        blank=True,
        validators=[check_aliases],
        help_text="Addresses of the same mailbox: Name <address>, the lines of its signature below,"
        " an empty line between two. Who writes to one is answered from it.",
    )
    mail_retention_months = whole(
        "months for which mail is kept", 24, 1, 240, "Older mail is deleted."
    )
    has_plus_addresses = models.BooleanField(
        "plus addresses",
        default=False,
        help_text="The mailbox takes desk+anything@…: replies then find their conversation by it.",
    )
    follow_up_days = whole("days for a promised answer", 2, 1, 60, "Then it is due.")
    remind_after_hours = whole(
        "hours before a reminder",
        4,
        None,
        720,
        "A guest who waits so long: whoever the conversation is assigned to gets a mail,"
        " the managers where it is nobody's. 0: never.",
    )
    remind_managers_after_hours = whole(
        "hours before the managers are reminded",
        24,
        None,
        720,
        "A guest who waits so long: the managers get a mail. 0: never.",
    )
    quotes_guest_mail = models.BooleanField(
        "quote the guest's mail",
        default=True,
        help_text="Below our reply stands what it answers, as mail programs do it.",
    )
    urgent_replies_need_manager = models.BooleanField(
        "urgent replies need a manager",
        default=False,
        help_text="Only a manager releases replies to threats, emergencies and escalated mail.",
    )
    send_emergency_at_once = models.BooleanField(
        "send the emergency acknowledgement at once",
        default=False,
        help_text="It leaves without a person, at most one an hour in a conversation.",
    )
    acknowledges_out_of_hours = models.BooleanField(
        "acknowledge mail out of hours",
        default=False,
        help_text="A guest who writes while nobody is there gets the text below at once, without a"
        " person: one a conversation in 24 hours.",
    )
    opens_at = models.TimeField(default=time(8), help_text="From then on somebody is there.")
    closes_at = models.TimeField(default=time(22), help_text="By the clock of the house.")
    out_of_hours_text = models.TextField(
        "text out of hours",
        blank=True,
        max_length=2_000,
        help_text="What the guest gets, as the house writes it, in as many languages as it wants.",
    )
    sending_paused_at = models.DateTimeField(null=True, blank=True, editable=False)
    sign_in_needed_at = models.DateTimeField(null=True, blank=True, editable=False)
    # Set by services before a save; simple-history reads it.
    _change_reason: str
    # The interpreter knows staff by these addresses and is kept with the catalogue.
    raises_catalogue_version = True
    history = HistoricalRecords()

    class Meta(Singleton.Meta):
        verbose_name = verbose_name_plural = "mail settings"


class DraftingSettings(Singleton):
    """What operators tune about selection; read with the catalogue, so a change counts at once."""

    threshold_inside = whole(
        "letter on the mail's matter, from (%)", 25, 0, 100, "Least confidence to suggest it."
    )
    threshold_outside = whole(
        "any other letter, from (%)", 70, 0, 100, "Least confidence to suggest it."
    )
    auto_threshold = whole(
        "sure choice, from (%)", 80, 0, 100, "From this confidence the choice is “auto”."
    )
    auto_minimum_base = whole(
        "sure choice before learning, from (%)",
        65,
        0,
        100,
        "What was learned alone makes no choice “auto”: it must be as likely as this without.",
    )
    maximum_injections = whole(
        "known answers in one draft, at most", 6, None, 10, "Promoted ones are not counted."
    )
    high_value_dispute_amount = models.DecimalField(
        "high dispute, from (EUR)",
        max_digits=10,
        decimal_places=2,
        default=500,
        validators=[MinValueValidator(0)],
        help_text="A dispute about this much (EUR) or more is CRITICAL.",
    )
    raises_catalogue_version = True
    history = HistoricalRecords()

    class Meta(Singleton.Meta):
        verbose_name = verbose_name_plural = "drafting settings"


class Contact(models.Model):
    """A person who writes to us, known by address. History holds what people decided about them."""

    address = models.CharField(max_length=MAX_ADDRESS_CHARACTERS, unique=True)
    name = models.CharField(max_length=MAX_NAME_CHARACTERS, blank=True)
    language = models.CharField(max_length=5, blank=True)
    is_blocked = models.BooleanField(
        "blocked", default=False, help_text="Mail is recorded and never worked on."
    )
    is_guest = models.BooleanField(
        "a guest",
        null=True,
        blank=True,
        help_text="What a person decided; unknown: each mail is judged by its own headers.",
    )
    created_at = models.DateTimeField(auto_now_add=True)
    history = HistoricalRecords()

    class Meta:
        ordering = ["address"]
        permissions = [("forget_contact", "Can erase a person with all their mail")]
        indexes = [
            models.Index(fields=["id"], condition=Q(is_blocked=True), name="contact_blocked")
        ]

    def __str__(self) -> str:
        return f"{self.name} <{self.address}>" if self.name else self.address


class Thread(models.Model):
    """One conversation. Only its participants can add to it; anybody else opens a related one."""

    participants = models.ManyToManyField(Contact, related_name="threads")
    subject = models.CharField(max_length=MAX_HEADER_CHARACTERS, blank=True)
    kind = one_of(ThreadKind, 10, default=ThreadKind.GUEST, db_index=True)
    status = one_of(ThreadStatus, 20, default=ThreadStatus.OPEN)
    related: models.ForeignKey[Thread | None] = maybe(
        "self",
        "related_threads",
        "The conversation that the first mail named without being part of it.",
    )
    urgency = models.PositiveSmallIntegerField(
        choices=Urgency,
        default=Urgency.NONE,
        help_text="The highest among its unanswered mail: an emergency before any tier.",
    )
    claim_number = models.PositiveBigIntegerField(
        default=0, help_text="Grows with each claim; only the newest claim may write."
    )
    claim_secret = models.CharField(max_length=32, blank=True, editable=False)
    claim_holder = models.CharField(
        max_length=80, blank=True, help_text="Public prefix of the agent's key."
    )
    claim_expires_at = models.DateTimeField(null=True, blank=True)
    assignee = person("The colleague who looks after it.")
    relay_key = models.CharField(
        max_length=MAX_ADDRESS_CHARACTERS,
        blank=True,
        db_index=True,
        help_text="Guest's alias and booking at a platform, whose mail has no ids.",
    )
    briefing_date = models.DateField(
        null=True, blank=True, unique=True, help_text="The day that a briefing is about."
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-pk"]
        verbose_name = "conversation"
        constraints = [
            is_known("kind", ThreadKind, "thread_kind_known"),
            is_known("status", ThreadStatus, "thread_status_known"),
            is_known("urgency", Urgency, "thread_urgency_known"),
            models.CheckConstraint(
                condition=Q(kind=ThreadKind.BRIEFING) | Q(briefing_date__isnull=True),
                name="thread_date_is_a_briefings",
            ),
        ]
        # Of the few that are left to people alone: claims would walk all open conversations by it.
        indexes = [
            models.Index(
                fields=["-urgency"],
                condition=Q(status=ThreadStatus.WAITING_FOR_PERSON),
                name="thread_left_to_people",
            ),
            models.Index(
                fields=["urgency"],
                condition=Q(urgency=Urgency.EMERGENCY),
                name="thread_emergency",
            ),
        ]

    def __str__(self) -> str:
        return self.subject or "(no subject)"

    def has_live_claim(self, now: datetime) -> bool:
        return self.claim_expires_at is not None and self.claim_expires_at > now


class Message(models.Model):
    """One mail as it arrived or left. The row is the dedupe record, too.

    ``answered_by`` names the mail of ours that answered this one; empty means unanswered. A reply
    that the desk sends becomes a message of its thread when it is released, and so does an answer
    given elsewhere (with an empty text): the one rule serves both.
    """

    thread = models.ForeignKey(Thread, on_delete=models.CASCADE, related_name="messages")
    sequence = models.PositiveIntegerField(help_text="Place in the thread, counted from 1.")
    direction = one_of(Direction, 3)
    source = one_of(MailSource, 10)
    contact = maybe(
        Contact,
        "messages",
        "Who wrote it; for our own mail, whom it went to. Empty: no address to be read.",
        on_delete=models.RESTRICT,
    )
    message_id = models.CharField(
        max_length=MAX_HEADER_CHARACTERS, blank=True, help_text="With angle brackets, as received."
    )
    content_hash = models.CharField(max_length=64)
    in_reply_to = models.CharField(max_length=MAX_HEADER_CHARACTERS, blank=True)
    references = models.JSONField(default=list, blank=True, help_text="Ids, oldest first.")
    from_address = models.CharField(max_length=MAX_ADDRESS_CHARACTERS, blank=True)
    from_name = models.CharField(max_length=MAX_NAME_CHARACTERS, blank=True)
    reply_to = models.JSONField(default=list, blank=True)
    to = models.JSONField(default=list, blank=True)
    cc = models.JSONField(default=list, blank=True)
    subject = models.CharField(max_length=MAX_HEADER_CHARACTERS, blank=True)
    sent_at = models.DateTimeField(
        null=True, blank=True, help_text="What the sender's clock said, if anything."
    )
    received_at = models.DateTimeField()
    recorded_at = models.DateTimeField(auto_now_add=True)
    body_text = models.TextField(blank=True, help_text="The whole text, quote and signature in it.")
    new_text = models.TextField(blank=True, help_text="What the sender wrote this time.")
    quoted_text = models.TextField(blank=True)
    signature_text = models.TextField(blank=True)
    raw = models.BinaryField(
        null=True, help_text="The mail as received; none where posted by field."
    )
    answered_by: models.ForeignKey[Message | None] = maybe(
        "self",
        "answers",
        # Losing the answer must not make the question look unanswered.
        on_delete=models.RESTRICT,
        db_index=False,  # message_answered: else PostgreSQL looks all unanswered mail up in it
    )
    is_automated = models.BooleanField(
        "automated", default=False, help_text="Nobody works on it: its sender is no guest."
    )
    sender_kind = one_of(SenderKind, 10, verbose_name="kind of sender", default=SenderKind.GUEST)
    sender_reason = models.CharField(
        "why", max_length=200, blank=True, help_text="What the kind of sender was told by."
    )
    is_sender_verified = models.BooleanField(
        "sender verified",
        default=True,
        help_text="False where the receiving server reported a DMARC failure.",
    )
    is_sender_proven = models.BooleanField(
        "sender proven", default=False, help_text="Our receiving server reported that DMARC passed."
    )
    authentication = models.TextField(
        blank=True, help_text="SPF, DKIM and DMARC as the receiving server wrote them."
    )
    urgency = models.PositiveSmallIntegerField(choices=Urgency, default=Urgency.NONE)
    notes = models.JSONField(default=list, blank=True, help_text="What had to be repaired.")

    class Meta:
        ordering = ["-pk"]
        verbose_name = verbose_name_plural = "mail"
        constraints = [
            models.UniqueConstraint(fields=["thread", "sequence"], name="message_sequence_once"),
            models.UniqueConstraint(
                fields=["message_id", "content_hash"], name="message_recorded_once"
            ),
            models.CheckConstraint(condition=Q(sequence__gte=1), name="message_sequence_from_one"),
            is_known("direction", Direction, "message_direction_known"),
            is_known("source", MailSource, "message_source_known"),
            is_known("urgency", Urgency, "message_urgency_known"),
            models.CheckConstraint(
                condition=Q(direction=Direction.IN) | Q(answered_by__isnull=True),
                name="message_only_received_mail_is_answered",
            ),
        ]
        indexes = [
            models.Index(
                fields=["thread", "received_at"],
                condition=Q(direction="in", is_automated=False, answered_by__isnull=True),
                name="message_unanswered",
            ),
            models.Index(
                fields=["answered_by"],
                condition=Q(answered_by__isnull=False),
                name="message_answered",
            ),
            models.Index(
                fields=["in_reply_to"], condition=~Q(in_reply_to=""), name="message_in_reply_to"
            ),
            models.Index(fields=["-received_at"], name="message_newest"),
        ]

    def __str__(self) -> str:
        return f"{self.subject or '(no subject)'} · {self.from_address or 'unknown sender'}"

    @property
    def is_answered(self) -> bool:
        return self.answered_by_id is not None


class Attachment(models.Model):
    """A file that came with a mail. Only ever offered as a download, never shown or run."""

    message = models.ForeignKey(Message, on_delete=models.CASCADE, related_name="attachments")
    filename = models.CharField(max_length=MAX_FILENAME_CHARACTERS, blank=True)
    content_type = models.CharField(max_length=MAX_CONTENT_TYPE_CHARACTERS, blank=True)
    size_bytes = models.PositiveIntegerField()
    content = models.BinaryField()
    calendar_text = models.TextField(blank=True, help_text="What a calendar file says.")

    class Meta:
        ordering = ["message", "pk"]

    def __str__(self) -> str:
        return self.filename or f"attachment {self.pk}"
