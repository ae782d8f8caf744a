"""Work on mail: what was claimed together, what is sent for it, what was promised."""

from django.db import models
from django.db.models import Q
from django.utils import timezone
from simple_history.models import HistoricalRecords

from drafting.mail.choices import BatchState, BounceReason, MailKind, MailState, ReminderStep
from drafting.mail.models import (
    MAX_ADDRESS_CHARACTERS,
    MAX_CONTENT_TYPE_CHARACTERS,
    MAX_FILENAME_CHARACTERS,
    MAX_HEADER_CHARACTERS,
    Message,
    Thread,
)
from templatesapp.columns import is_known, maybe, one_of, person
from templatesapp.models import EmailTemplate

MAX_REPLY_CHARACTERS = 20_000
MAX_REASON_CHARACTERS = 500
MAX_QUESTION_CHARACTERS = 4_000


class Batch(models.Model):
    """All messages of a thread that were unanswered when it was claimed; the list never changes.

    A worker that takes over the same messages goes on with the same batch under a new claim.
    """

    thread = models.ForeignKey(Thread, on_delete=models.CASCADE, related_name="batches")
    claim_number = models.PositiveBigIntegerField(
        default=0, help_text="Of the newest claim; 0 where a person answered without one."
    )
    claims = models.PositiveIntegerField(default=0, help_text="How often it was claimed.")
    message_ids = models.JSONField(help_text="Keys of its messages, oldest first.")
    parent = maybe(Message, "+", "The newest message: a reply threads onto it.")
    state = one_of(BatchState, 12, default=BatchState.OPEN, db_index=True)
    reason = models.CharField(
        max_length=MAX_REASON_CHARACTERS, blank=True, help_text="Why it was handed over or back."
    )
    created_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-pk"]
        verbose_name_plural = "batches"
        constraints = [
            models.UniqueConstraint(
                fields=["thread"],
                condition=Q(state=BatchState.OPEN),
                name="one_open_batch_a_thread",
            ),
            is_known("state", BatchState, "batch_state_known"),
        ]

    def __str__(self) -> str:
        return f"Batch {self.pk} of conversation {self.thread_id}"


class OutgoingMail(models.Model):
    """A mail of ours, from the moment its text stands. Never sent twice by itself."""

    kind = one_of(MailKind, 10, default=MailKind.REPLY)
    thread = models.ForeignKey(Thread, on_delete=models.CASCADE, related_name="outgoing_mails")
    batch = maybe(Batch, "outgoing_mails", on_delete=models.CASCADE)
    draft = models.ForeignKey(
        "drafting.Draft",
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="outgoing_mails",
    )
    own_message = models.OneToOneField(
        Message,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="outgoing_mail",
        help_text="Its place in the conversation, once released.",
    )
    about = models.OneToOneField(
        Message,
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="alert",
        help_text="The mail that an alert or an acknowledgement is about.",
    )
    state = one_of(MailState, 16, default=MailState.AWAITING_RELEASE)
    recipients = models.JSONField(help_text="Addresses.")
    copies = models.JSONField(default=list, blank=True, help_text="Addresses that get a Cc.")
    subject = models.CharField(max_length=MAX_HEADER_CHARACTERS)
    body_text = models.TextField(max_length=MAX_REPLY_CHARACTERS)
    language = models.CharField(max_length=5, default="en")
    message_id = models.CharField(
        max_length=MAX_HEADER_CHARACTERS, unique=True, help_text="Ours, made before sending."
    )
    provider_id = models.CharField(
        max_length=MAX_HEADER_CHARACTERS,
        blank=True,
        help_text="The id that the provider reported or put in the place of ours.",
    )
    headers = models.JSONField(help_text="All headers by name, as they are sent.")
    not_before = models.DateTimeField(null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    sending_since = models.DateTimeField(null=True, blank=True)
    data_started_at = models.DateTimeField(
        null=True, blank=True, help_text="From here on the text may have been taken."
    )
    last_error = models.CharField(max_length=500, blank=True)
    provider_answer = models.CharField(max_length=500, blank=True)
    created_at = models.DateTimeField()
    waiting_since = models.DateTimeField(
        default=timezone.now,
        help_text="When the oldest mail that it answers came; when it was written for none.",
    )
    agent = models.CharField(max_length=80, blank=True)
    released_by = person("Empty: no person released it.")
    is_automatic = models.BooleanField(
        "automatic", default=False, help_text="A run earned its release; no person looked at it."
    )
    released_at = models.DateTimeField(null=True, blank=True)
    is_at_a_glance = models.BooleanField(
        default=False, help_text="Released with others on one screen: a safe morning."
    )
    set_aside_by = person("Who decided that it does not leave, and may take that back for a while.")
    set_aside_at = models.DateTimeField(null=True, blank=True)
    set_aside_with = models.JSONField(
        default=dict, blank=True, help_text="What comes back with it: outbox.setting_aside."
    )
    sent_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-pk"]
        verbose_name = "reply"
        verbose_name_plural = "replies"
        permissions = [("release_reply", "Can release replies to guests")]
        constraints = [
            models.UniqueConstraint(
                fields=["batch"],
                condition=Q(batch__isnull=False) & ~Q(state=MailState.CANCELLED),
                name="one_standing_mail_a_batch",
            ),
            is_known("state", MailState, "outgoing_state_known"),
            is_known("kind", MailKind, "outgoing_kind_known"),
            models.CheckConstraint(
                condition=~Q(state=MailState.SENT) | Q(sent_at__isnull=False),
                name="outgoing_sent_has_time",
            ),
        ]
        indexes = [
            models.Index(fields=["state", "not_before"], name="outgoing_due"),
            models.Index(fields=["state", "created_at", "id"], name="outgoing_waiting"),
            models.Index(fields=["state", "waiting_since", "id"], name="outgoing_longest"),
            models.Index(
                fields=["provider_id"], condition=~Q(provider_id=""), name="outgoing_provider_id"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.subject} · {', '.join(self.recipients)}"

    @property
    def everybody(self) -> list[str]:
        """All who get it."""
        return [*self.recipients, *self.copies]


class RecipientReport(models.Model):
    """What a mail server reported about one recipient of our mail, which stays ``sent``."""

    report = models.ForeignKey(
        Message,
        on_delete=models.CASCADE,
        related_name="recipient_reports",
        help_text="The report as it came.",
    )
    outgoing_mail = maybe(
        OutgoingMail,
        "recipient_reports",
        "Empty: a mail that we wrote elsewhere.",
        on_delete=models.CASCADE,
    )
    address = models.CharField(max_length=MAX_ADDRESS_CHARACTERS)
    is_delayed = models.BooleanField("delayed", default=False, help_text="It is still tried.")
    is_hard = models.BooleanField("hard", default=False, help_text="Nothing ever arrives there.")
    reason = one_of(BounceReason, 12)
    status = models.CharField(max_length=12, blank=True, help_text="RFC 3463, such as 5.1.1.")
    said = models.CharField(max_length=300, blank=True, help_text="The other server's words.")

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(fields=["report", "address"], name="one_row_a_bounced_address"),
            is_known("reason", BounceReason, "bounce_reason_known"),
            models.CheckConstraint(
                condition=~Q(is_delayed=True, is_hard=True), name="a_delay_is_no_bounce"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.address}: {self.get_reason_display()}"

    @property
    def sentence(self) -> str:
        """As a person reads it."""
        what = "is delayed" if self.is_delayed else "bounced"
        return f"Your reply {what}: {self.get_reason_display()} ({self.address})"


class SentBack(models.Model):
    """A person's word to the agent that answers a conversation again. Told first in every claim,
    as long as the mail that it was about waits for its answer."""

    thread = models.ForeignKey(Thread, on_delete=models.CASCADE, related_name="sent_backs")
    message = models.ForeignKey(
        Message,
        on_delete=models.CASCADE,
        related_name="sent_backs",
        help_text="The newest unanswered one when it was said.",
    )
    note = models.CharField(max_length=MAX_REASON_CHARACTERS)
    text = models.TextField(
        max_length=MAX_REPLY_CHARACTERS,
        blank=True,
        help_text="The reply as the person would say it.",
    )
    template = maybe(EmailTemplate, "+", "The letter that it should have been.")
    person = person()
    created_at = models.DateTimeField()

    class Meta:
        ordering = ["-pk"]
        verbose_name = "word to the agent"
        verbose_name_plural = "words to the agent"

    def __str__(self) -> str:
        return self.note


class FollowUp(models.Model):
    """A question that a reply promised to answer."""

    question = models.CharField(max_length=MAX_QUESTION_CHARACTERS)
    thread = models.ForeignKey(Thread, on_delete=models.CASCADE, related_name="follow_ups")
    outgoing_mail = maybe(OutgoingMail, "follow_ups")
    due = models.DateField()
    assignee = person()
    done_at = models.DateTimeField(null=True, blank=True)
    done_by = person(editable=False)
    answered_in = maybe(OutgoingMail, "kept_promises")
    created_at = models.DateTimeField()

    class Meta:
        ordering = ["due", "pk"]
        verbose_name = "follow-up"
        indexes = [
            models.Index(fields=["due"], condition=Q(done_at__isnull=True), name="follow_up_open")
        ]

    def __str__(self) -> str:
        return self.question


class Reminder(models.Model):
    """Somebody of ours was told that a guest waits: once a step, for as long as the guest waits."""

    thread = models.ForeignKey(Thread, on_delete=models.CASCADE, related_name="reminders")
    since = models.DateTimeField(help_text="The oldest unanswered mail.")
    step = one_of(ReminderStep, 10)
    mail = models.ForeignKey(OutgoingMail, on_delete=models.CASCADE, related_name="reminders")

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["thread", "since", "step"], name="one_reminder_a_step_and_wait"
            ),
            is_known("step", ReminderStep, "reminder_step_known"),
        ]

    def __str__(self) -> str:
        return f"{self.get_step_display()}, {self.thread}"


class MailFolder(models.Model):
    """How far a folder of the mailbox was read. IMAP counts uids up, within one validity."""

    name = models.CharField(max_length=255)
    account = models.CharField(max_length=400, help_text="user@host of the mailbox.")
    uid_validity = models.PositiveBigIntegerField()
    last_uid = models.PositiveBigIntegerField(default=0)
    read_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["account", "name"]
        constraints = [
            models.UniqueConstraint(fields=["account", "name"], name="one_row_a_mail_folder")
        ]

    def __str__(self) -> str:
        return f"{self.name} of {self.account}"


class SuppressedAddress(models.Model):
    """An address that nothing is sent to: mail to it bounced for good, or a person said so."""

    address = models.CharField(
        max_length=MAX_ADDRESS_CHARACTERS, unique=True, help_text="In lower case."
    )
    reason = models.CharField(max_length=300)
    created_at = models.DateTimeField(auto_now_add=True)
    history = HistoricalRecords()

    class Meta:
        ordering = ["address"]
        verbose_name = "suppressed address"
        verbose_name_plural = "suppressed addresses"

    def __str__(self) -> str:
        return self.address


class ReplyFile(models.Model):
    """A file that leaves with a mail of ours. Kept and erased with it."""

    outgoing_mail = models.ForeignKey(OutgoingMail, on_delete=models.CASCADE, related_name="files")
    filename = models.CharField(max_length=MAX_FILENAME_CHARACTERS)
    content_type = models.CharField(max_length=MAX_CONTENT_TYPE_CHARACTERS)
    size_bytes = models.PositiveIntegerField()
    content = models.BinaryField()
    person = person("Empty: the agent of the mail.")

    class Meta:
        ordering = ["outgoing_mail", "pk"]

    def __str__(self) -> str:
        return self.filename
