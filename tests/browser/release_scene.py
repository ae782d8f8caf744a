"""Replies that wait for their release, written by an agent over the API as an ordinary one does."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from drafting.mail.models import Message
from drafting.mail.work_models import OutgoingMail
from tests.drafting.drafts.plans import load_sample_desk
from tests.drafting.mail.mails import record, reply
from tests.drafting.mail.work import Worker

# (from, subject, text), in the order in which they wait.
GUESTS = (
    (
        "Freya Lindqvist <freya@example.org>",
        "Arriving late on Saturday",
        "Hello,\n\nwe arrive on Saturday at about 23:00. Is the reception open then?\n\nFreya",
    ),
    (
        "Isla Thornbury <isla@example.com>",
        "Breakfast",
        "Hi there,\n\nWhat time is breakfast, and is it included?\n\nCheers,\nIsla",
    ),
    (
        "Marco Bianchi <marco@example.it>",
        "Parcheggio",
        "Buongiorno,\n\nc'è un parcheggio vicino all'ostello?\n\nGrazie,\nMarco Bianchi",
    ),
    (
        "Tom Becker <tom@example.de>",
        "Paragliders",
        "Hello,\n\nDo you rent out paragliders with a red stripe?\n\nTom Becker",
    ),
)


@dataclass(frozen=True)
class Desk:
    worker: Worker
    mails: list[OutgoingMail]

    def newer_mail(self, number: int, text: str) -> Message:
        """Another mail of the guest whose reply waits as ``number``."""
        mail = self.mails[number]
        message_id = f"<newer{number}@guest.example>"
        sender = GUESTS[number][0]
        parent = mail.batch.parent.message_id  # type: ignore[union-attr]
        found: Message = record(
            text, message_id=message_id, in_reply_to=parent, date="", **{"from": sender}
        ).message
        return found


def desk_with_replies(agent_client: Any, *, is_searched: bool = False) -> Desk:
    load_sample_desk(is_searched=is_searched)
    worker = Worker(agent_client(["work", "draft"]))
    for number, (sender, subject, text) in enumerate(GUESTS):
        message_id = f"<{number}@guest.example>"
        record(text, message_id=message_id, subject=subject, date="", **{"from": sender})
        if number == 1:
            reply("And one more thing: do you have oat milk?", message_id, "1b", date="",
                  **{"from": sender})  # fmt: skip
        worker.answer_next()
    return Desk(worker, list(OutgoingMail.objects.order_by("pk")))
