"""Replies that nobody releases at a glance: why, who may, and whom they go to;
the addresses that nothing is sent to: those that bounced for good, and those a person named."""

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from config.errors import DomainError, invalid
from drafting.mail.choices import Direction, ThreadKind, Urgency
from drafting.mail.models import MailSettings, Message
from drafting.mail.work_models import OutgoingMail, RecipientReport
from drafting.outbox.composing import named_addresses
from drafting.outbox.models import SuppressedAddress
from drafting.pipeline.check.policy import ReviewTier

MANAGES = "drafting.change_mailsettings"
_URGENT = "The mail is urgent: read it to the end, and look whether the reply meets it."
_CARE = {
    ReviewTier.MANDATORY_REVIEW: "The mail is escalated, or a policy asks for a person: read it"
    " to the end, and look whether the reply meets it.",
    ReviewTier.OWNER_ALERT: "The mail threatens, or somebody may be in danger: the owners should"
    " see it before anything leaves.",
}
MANY = 5  # more than a family and its travel agent


def why_care(mail: OutgoingMail) -> str:
    """Why this reply wants more than a glance; "" where nothing asks for it. What a person wrote
    themselves asks for none."""
    if mail.draft is None:
        return ""
    asked = _CARE.get(mail.draft.policy.get("review_tier", ""), "")
    return asked or (_URGENT if mail.thread.urgency >= Urgency.HIGH else "")


def needs_manager(mail: OutgoingMail, by: Any) -> bool:
    """Whether the desk wants a manager's word for it, and this person is none."""
    if not why_care(mail) or by.has_perm(MANAGES):
        return False
    return MailSettings.current().urgent_replies_need_manager


def refuse_unread(mail: OutgoingMail, *, by: Any, has_read: bool) -> None:
    """Raises ``permission_denied``; ``conflict`` where nobody has said that they read it."""
    why = why_care(mail)
    if not why:
        return
    if needs_manager(mail, by):
        raise DomainError("permission_denied", "This desk wants a manager's word for such replies.")
    if not has_read:
        raise DomainError("conflict", f"{why} Say that you have read both.")


def unfamiliar_recipients(
    mail: OutgoingMail, conversation: Iterable[Message] | None = None
) -> tuple[str, ...]:
    """Those that a Reply-To names and nobody has written from; empty in a briefing.
    ``conversation``: with its contacts, where the caller has read it."""
    if mail.thread.kind != ThreadKind.GUEST:
        return ()
    if conversation is None:
        stored = Message.objects.filter(thread=mail.thread_id).select_related("contact")
        conversation = stored.only("direction", "from_address", "contact__address")
    wrote = set()
    for message in conversation:
        if message.direction == Direction.IN:
            wrote |= {message.from_address, message.contact and message.contact.address}  # a form's
    return tuple(address for address in mail.recipients if address not in wrote)


def why_second_look(mail: OutgoingMail, conversation: Iterable[Message] | None = None) -> str:
    """What a person has to look at twice before a reply leaves; "" for nothing."""
    if unfamiliar := unfamiliar_recipients(mail, conversation):
        shown = ", ".join(unfamiliar[:MANY]) + (" …" if len(unfamiliar) > MANY else "")
        return f"It goes to another address than the mail came from: {shown}."
    if len(mail.everybody) > MANY:
        return f"It goes to {len(mail.everybody)} people."
    return ""


def refuse_unseen_recipients(mail: OutgoingMail, *, has_looked: bool) -> None:
    """Raises ``conflict`` where nobody has said that the addresses are right."""
    why = why_second_look(mail)
    if why and not has_looked:
        raise DomainError("conflict", f"{why} Tick that you have looked at the addresses.")


def keep_recipients(mail: OutgoingMail, kept: Collection[str]) -> None:
    """Leave everybody else out. The first of the copies moves up where nobody is left before
    them. Raises ``validation_error`` where nobody stays. Needs the mail's lock."""
    recipients = [address for address in mail.recipients if address in kept]
    copies = [address for address in mail.copies if address in kept]
    if not recipients:
        recipients, copies = copies[:1], copies[1:]
    if not recipients:
        raise invalid("keep", "Somebody has to get it.")
    _address(mail, recipients, copies)


def keep_recipients_without(mail: OutgoingMail, address: str) -> None:
    """Take an address out, also where nobody is left: who it was is to be forgotten."""
    recipients = [each for each in mail.recipients if each != address]
    _address(mail, recipients, [each for each in mail.copies if each != address])


def _address(mail: OutgoingMail, recipients: Sequence[str], copies: Sequence[str]) -> None:
    shown = {"To": named_addresses(recipients)} | ({"Cc": ", ".join(copies)} if copies else {})
    others = {name: value for name, value in mail.headers.items() if name not in ("To", "Cc")}
    mail.recipients, mail.copies, mail.headers = list(recipients), list(copies), others | shown
    mail.save(update_fields=["recipients", "copies", "headers"])


def suppress_bounced(bounced: Sequence[RecipientReport]) -> None:
    """Put addresses on the list where nothing ever arrives; who is on it stays as they are."""
    for row in bounced:
        SuppressedAddress.objects.get_or_create(
            address=row.address,
            defaults={"reason": f"Mail to it bounced: {row.get_reason_display()}."},
        )


def find_suppressed(addresses: Collection[str]) -> str:
    """Which of these addresses nothing is sent to, and why; "" where all may get mail."""
    found = SuppressedAddress.objects.filter(address__in=addresses).order_by("address")
    why = "{0.address} is on the list of addresses not to write to: {0.reason}"
    return " ".join(why.format(each) for each in found)


def refuse_suppressed(addresses: Collection[str]) -> None:
    """Raises ``conflict``, with the addresses and why."""
    if said := find_suppressed(addresses):
        raise DomainError("conflict", said)
