"""Who gets a reply: told to the person who releases it, who may leave some of them out."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from config.errors import DomainError, invalid
from drafting.mail.choices import Direction, ThreadKind
from drafting.mail.models import Contact, Message
from drafting.mail.work_models import OutgoingMail
from drafting.outbox.reply_headers import named_address

MANY = 5  # more than a family and its travel agent


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
    found = Contact.objects.filter(address__in=recipients)
    names = dict(found.values_list("address", "name"))
    shown = {"To": ", ".join(named_address(names.get(to, ""), to) for to in recipients)}
    shown |= {"Cc": ", ".join(copies)} if copies else {}
    others = {name: value for name, value in mail.headers.items() if name not in ("To", "Cc")}
    mail.recipients, mail.copies, mail.headers = list(recipients), list(copies), others | shown
    mail.save(update_fields=["recipients", "copies", "headers"])
