"""The first call: what a mail says, as an action plan."""

from __future__ import annotations

from drafting.drafts.kept import current_desk
from drafting.mail.models import Message
from drafting.mail.selectors import as_incoming_mail, earlier_items
from drafting.pipeline.interpret import interpret
from drafting.pipeline.plan import ActionPlan, IncomingMail


def interpret_mail(*, mail: IncomingMail) -> ActionPlan:
    """The action plan of a mail that is not recorded here."""
    return interpret(mail, settings=current_desk().interpret_settings)


def interpret_message(*, message: Message) -> ActionPlan:
    """The action plan of a recorded message, read with what was said before it in its thread."""
    mail = as_incoming_mail(message, thread=earlier_items(message))
    return interpret(mail, settings=current_desk().interpret_settings)
