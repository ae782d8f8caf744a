"""The first call: what a mail says, as an action plan."""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from drafting.drafts.kept import current_desk
from drafting.drafts.shapes import named_messages, tightened
from drafting.mail.claims import Work
from drafting.mail.headers import fold_address
from drafting.mail.models import MAX_READ_CHARACTERS, Message
from drafting.mail.relays import read_forward
from drafting.mail.selectors import (
    MAX_EARLIER_MAILS,
    as_incoming_mail,
    as_thread_item,
    earlier_items,
    get_message,
    get_staff,
)
from drafting.pipeline.check.surroundings import Desk
from drafting.pipeline.interpret import interpret_batch
from drafting.pipeline.interpret.normalise import clean_text, greeted
from drafting.pipeline.interpret.signature import name_in_header
from drafting.pipeline.plan import ActionPlan, IncomingMail, ThreadItem

# Reading a mail takes some 30 ms, and no call of an agent should take seconds.
MAX_READ_MAILS = 25
# An agent's turn reads the same mail when its run begins, for the draft, and at the end.
_KEPT_PLANS = 16


@lru_cache(maxsize=_KEPT_PLANS)
def _plan_of(mails: tuple[IncomingMail, ...], desk: Desk) -> ActionPlan:
    return interpret_batch(mails, settings=desk.interpret_settings)


def interpret_mail(*, mail: IncomingMail) -> ActionPlan:
    """The action plan of a mail that is not recorded here. Who posts it vouches for its sender: a
    forward of ours is read as the mail inside it."""
    text = clean_text(mail.body[:MAX_READ_CHARACTERS])
    sender = fold_address(mail.from_address)
    found = read_forward(text, subject=mail.subject, sender=sender, staff=get_staff())
    if found:
        mail = replace(
            mail,
            body=found.text,
            subject=found.subject,
            from_name=found.name,
            from_address=found.address,
        )
    return _plan_of((mail,), current_desk())


def interpret_message(*, message: Message, desk: Desk | None = None) -> ActionPlan:
    """The action plan of a recorded message, read with what was said before it in its thread.
    ``desk``: where the caller has read it for this request already."""
    mail = as_incoming_mail(message, thread=earlier_items(message))
    return _plan_of((mail,), desk or current_desk())


def header_name_of(message: Message | None) -> str:
    """The sender's name by the From header, for the greeting of mail that is not signed. A platform
    says who its guest is; the alias says nothing."""
    if message is None:
        return ""
    if message.thread.relay_key:
        return greeted(message.from_name)
    return name_in_header(message.from_name, message.from_address)


def interpret_work(*, work: Work, desk: Desk | None = None) -> ActionPlan:
    """One plan of all messages of a claimed batch; what else stands in the thread is its past."""
    return interpret_together(messages=work.messages, conversation=work.conversation, desk=desk)


def interpret_together(
    *, messages: Sequence[Message], conversation: Sequence[Message], desk: Desk | None = None
) -> ActionPlan:
    """One plan of several messages of a conversation, both oldest first. Of more than
    ``MAX_READ_MAILS`` the older ones are read as past too, and the plan is cut: a person looks."""
    read = messages[-MAX_READ_MAILS:]
    ids = {message.pk for message in read}
    past = [each for each in conversation if each.pk not in ids and not each.is_automated]
    mails = tuple(
        as_incoming_mail(message, thread=_before(message, past, most))
        for message, most in zip(read, _shares(len(read)), strict=True)
    )
    plan = _plan_of(mails, desk or current_desk())
    return replace(plan, is_cut=plan.is_cut or len(read) < len(messages))


def interpret_posted(*, plan: ActionPlan, subject: str, desk: Desk) -> ActionPlan:
    """A posted plan, read again: the stricter reading wins. Raises ``unknown_message``."""
    recorded = _interpret_named(plan, desk)
    return tightened(plan, desk.interpret_settings, subject=subject, recorded=recorded)


def _interpret_named(plan: ActionPlan, desk: Desk) -> ActionPlan | None:
    """Our own plan of the recorded mails that a posted one names, cut where it names more than are
    read; None where it names none."""
    numbers = named_messages(plan)
    named = [get_message(message_id=number) for number in numbers[-MAX_READ_MAILS:]]
    mails = tuple(
        as_incoming_mail(message, thread=earlier_items(message, most=most))
        for message, most in zip(named, _shares(len(named)), strict=True)
    )
    if not mails:
        return None
    own = _plan_of(mails, desk)
    return replace(own, is_cut=own.is_cut or len(named) < len(numbers))


def _before(message: Message, past: Sequence[Message], most: int) -> tuple[ThreadItem, ...]:
    earlier = [each for each in past if each.sequence < message.sequence]
    return tuple(as_thread_item(each) for each in earlier[-most:])


def _shares(mails: int) -> list[int]:
    """How many earlier mails each of so many is read with: the newest with all that are read, the
    others with the few just before them, or each would read the whole conversation again."""
    share = max(1, MAX_EARLIER_MAILS // max(1, mails))
    return [share] * (mails - 1) + [MAX_EARLIER_MAILS] * bool(mails)
