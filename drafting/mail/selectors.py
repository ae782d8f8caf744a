"""What the rest of the desk asks about mail. Reads only."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from django.conf import settings
from django.db.models import BooleanField, Exists, F, Func, OuterRef, Prefetch, Q, QuerySet
from django.utils import timezone

from config.errors import found
from drafting.mail.aliases import Alias, read_aliases
from drafting.mail.choices import Direction, ThreadStatus
from drafting.mail.models import (
    MAX_READ_CHARACTERS,
    DraftingSettings,
    MailSettings,
    Message,
    Thread,
)
from drafting.mail.work_models import Batch, FollowUp
from drafting.pipeline.plan import IncomingMail, InterpretSettings, ThreadItem
from templatesapp.models import DeskProfile
from templatesapp.written import Written

SNIPPET_CHARACTERS = 2_000  # of an earlier mail, as the interpreter takes it
MAX_EARLIER_MAILS = 100  # that a mail is read with; each costs some 3 ms
# Megabytes that no list may load with its rows.
HEAVY_FIELDS = ("raw", "quoted_text", "signature_text")


@dataclass(frozen=True, slots=True)
class Staff:
    """Whose mail is ours: known by address or domain, never by a name."""

    addresses: frozenset[str]
    domains: frozenset[str]
    mailbox: str  # the address that the desk itself writes from; "" where none is set
    reviewers: frozenset[str] = frozenset()  # who gets the briefing and may answer it
    aliases: tuple[Alias, ...] = ()

    def includes(self, address: str) -> bool:
        known = {address, untagged(address)} & self.addresses
        return bool(known) or address.rpartition("@")[2] in self.domains

    def is_of_house(self, address: str) -> bool:
        """Ours, or of the domain that our mailbox is in."""
        domain = self.mailbox.rpartition("@")[2]
        return self.includes(address) or (bool(domain) and address.endswith(f"@{domain}"))

    def writes_as(self, addresses: Iterable[str] = ()) -> Alias:
        """Whom a reply to mail to these addresses is from: the first of them that is an alias,
        else the mailbox itself."""
        by_address = {alias.address: alias for alias in self.aliases}
        for address in addresses:
            if (alias := by_address.get(untagged(address))) is not None:
                return alias
        return Alias(self.mailbox, settings.DESK_FROM_NAME if settings.DESK_FROM_ADDRESS else "")

    def outsiders(self, addresses: Iterable[str]) -> list[str]:
        return [address for address in addresses if not self.includes(address)]


def untagged(address: str) -> str:
    """``desk+tag@…`` is ``desk@…``."""
    local, _, domain = address.rpartition("@")
    return f"{local.partition('+')[0]}@{domain}"


def get_staff() -> Staff:
    """Our addresses and domains as they are set now; DESK_FROM is the mailbox where it is set."""
    return staff_of(MailSettings.current())


def staff_of(stored: MailSettings) -> Staff:
    addresses = [address.lower() for address in stored.staff_addresses]
    if settings.DESK_FROM_ADDRESS:
        addresses.insert(0, settings.DESK_FROM_ADDRESS)
    named = settings.DESK_FROM_NAME
    aliases = [replace(each, name=each.name or named) for each in read_aliases(stored.aliases)]
    return Staff(
        addresses=frozenset([*addresses, *(alias.address for alias in aliases)]),
        aliases=tuple(aliases),
        domains=frozenset(domain.lower() for domain in stored.staff_domains),
        mailbox=addresses[0] if addresses else "",
        reviewers=frozenset(settings.DESK_REVIEWERS),
    )


def get_interpret_settings(staff: Staff) -> InterpretSettings:
    """What operators tune about reading a mail, as it is set now."""
    return InterpretSettings(
        staff_addresses=staff.addresses,
        staff_domains=staff.domains,
        high_value_dispute_amount=DraftingSettings.current().high_value_dispute_amount,
        house_nouns=frozenset(DeskProfile.current().house_nouns),
    )


# Mail of a person that is ours to answer, answered or not. Blocked senders are not.
IS_PERSONAL = Q(direction=Direction.IN, is_automated=False) & ~Q(contact__is_blocked=True)
IS_UNANSWERED = IS_PERSONAL & Q(answered_by__isnull=True)
# As the index of unanswered mail has it: of blocked senders, too.
IS_TO_ANSWER = Q(direction=Direction.IN, is_automated=False, answered_by__isnull=True)


class IsInList(Func):
    """``IsInList(number, list)``: whether a JSON list of numbers holds a number."""

    output_field = BooleanField()
    template, arg_joiner = "(to_jsonb(%(expressions)s)", ") <@ "  # as PostgreSQL says it

    def as_sqlite(self, compiler: Any, connection: Any, **context: Any) -> Any:
        within = " IN (SELECT value FROM json_each("
        return self.as_sql(
            compiler, connection, template="(%(expressions)s)))", arg_joiner=within, **context
        )


# A draft answers the message that it was made for, or every message of its batch.
HAS_DRAFT = Q(Exists(Message.objects.filter(pk=OuterRef("pk"), drafts__isnull=False))) | Q(
    Exists(
        Batch.objects.filter(
            IsInList(OuterRef("pk"), F("message_ids")),
            thread=OuterRef("thread"),
            drafts__isnull=False,
        )
    )
)


def list_messages() -> QuerySet[Message]:
    """All mail, newest recorded first, with ``is_drafted``; without the bytes as received."""
    messages = Message.objects.select_related("thread").defer(*HEAVY_FIELDS)
    return messages.annotate(is_drafted=HAS_DRAFT).order_by("-pk")


def narrow_messages(
    messages: QuerySet[Message], *, answered: bool | None = None, drafted: bool | None = None
) -> QuerySet[Message]:
    """Answered mail, or personal mail of unblocked senders that nobody has answered; mail with a
    draft, or unanswered mail in open threads without one: what an agent has to do. None: either."""
    if answered is not None:
        messages = messages.filter(Q(answered_by__isnull=False) if answered else IS_UNANSWERED)
    if drafted is None:
        return messages
    waiting = Q(~HAS_DRAFT, IS_UNANSWERED, thread__status=ThreadStatus.OPEN)
    return messages.filter(HAS_DRAFT if drafted else waiting)


def list_threads() -> QuerySet[Thread]:
    """All conversations, newest first, each with its messages in ``conversation`` order."""
    return Thread.objects.order_by("-pk").prefetch_related(
        Prefetch("messages", queryset=list_messages().order_by("sequence"))
    )


def get_message(*, message_id: int) -> Message:
    """One mail with thread and ``is_drafted``. Raises DomainError ``unknown_message``."""
    message: Message | None = _MESSAGE.first(message_id=message_id)
    return found(message, f"There is no message {message_id}.", code="unknown_message")


_MESSAGE = Written(lambda message_id: list_messages().filter(pk=message_id))


def is_promise_overdue(message: Message) -> bool:
    """Whether, when this mail came, its sender should have heard what we had promised them."""
    promised = FollowUp.objects.filter(thread=message.thread_id, done_at=None)
    return promised.filter(due__lt=timezone.localdate(message.received_at)).exists()


def as_incoming_mail(message: Message, *, thread: tuple[ThreadItem, ...] = ()) -> IncomingMail:
    return IncomingMail(
        body=message.body_text[:MAX_READ_CHARACTERS],
        subject=message.subject,
        from_address=message.from_address,
        from_name=message.from_name,
        thread=thread,
        message=message.pk,
        booking=message.thread.relay_key.partition(" ")[2],
        sender_verified=message.is_sender_verified,
    )


def earlier_items(message: Message, most: int = MAX_EARLIER_MAILS) -> tuple[ThreadItem, ...]:
    """The ``most`` mails recorded just before this one in its thread, oldest first; automated mail
    left out."""
    earlier = _earlier(most).rows(thread_id=message.thread_id, sequence__lt=message.sequence)
    return tuple(as_thread_item(item) for item in reversed(earlier))


@cache
def _earlier(most: int) -> Written:
    return Written(
        lambda **earlier: (
            Message.objects.filter(is_automated=False, **earlier)
            .order_by("-sequence")
            .only("from_address", "sent_at", "received_at", "new_text")[:most]
        )
    )


def as_thread_item(message: Message) -> ThreadItem:
    return ThreadItem(
        sender=message.from_address,
        date=(message.sent_at or message.received_at).isoformat(),
        snippet=message.new_text[:SNIPPET_CHARACTERS],
    )
