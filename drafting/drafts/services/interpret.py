"""The first call: what a mail says, as an action plan."""

from __future__ import annotations

from drafting.drafts.kept import current_desk
from drafting.drafts.plans import named_messages
from drafting.mail.claims import Work
from drafting.mail.models import Message
from drafting.mail.selectors import (
    as_incoming_mail,
    as_thread_item,
    earlier_items,
    get_message,
)
from drafting.pipeline.check.surroundings import Desk
from drafting.pipeline.interpret import interpret, interpret_batch
from drafting.pipeline.plan import ActionPlan, IncomingMail


def interpret_mail(*, mail: IncomingMail) -> ActionPlan:
    """The action plan of a mail that is not recorded here."""
    return interpret(mail, settings=current_desk().interpret_settings)


def interpret_message(*, message: Message, desk: Desk | None = None) -> ActionPlan:
    """The action plan of a recorded message, read with what was said before it in its thread.

    ``desk``: where the caller has read it for this request already."""
    mail = as_incoming_mail(message, thread=earlier_items(message))
    return interpret(mail, settings=(desk or current_desk()).interpret_settings)


def interpret_work(*, work: Work, desk: Desk | None = None) -> ActionPlan:
    """One plan of all messages of a claimed batch; what else stands in the thread is its past."""
    claimed = set(work.batch.message_ids)
    past = [each for each in work.conversation if each.pk not in claimed and not each.is_automated]
    mails = [
        as_incoming_mail(
            message,
            thread=tuple(as_thread_item(e) for e in past if e.sequence < message.sequence),
        )
        for message in work.messages
    ]
    return interpret_batch(mails, settings=(desk or current_desk()).interpret_settings)


def interpret_named(*, plan: ActionPlan, desk: Desk) -> ActionPlan | None:
    """Our own plan of the recorded mails that a posted one names; None where it names none.
    Raises ``unknown_message``."""
    mails = [
        as_incoming_mail(message, thread=earlier_items(message))
        for message in (get_message(message_id=number) for number in named_messages(plan))
    ]
    return interpret_batch(mails, settings=desk.interpret_settings) if mails else None
