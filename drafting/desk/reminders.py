"""Mail to people of ours about guests who wait: to whoever the conversation is assigned to, then to
the managers. Each step once for as long as the guest waits, however often it is looked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

import structlog
from django.contrib.auth import get_user_model
from django.db import transaction

from drafting.access.groups import MANAGER
from drafting.desk.briefing import mail_staff
from drafting.desk.overdue import Waiting, list_overdue
from drafting.mail.choices import ReminderStep
from drafting.mail.models import MailSettings, Thread
from drafting.mail.work_models import OutgoingMail, Reminder

SUBJECT = "{count} waiting: guests without an answer"
_CLOSING = "Answer in the back office. This mail comes once for each of them."

logger = structlog.get_logger(__name__)


@transaction.atomic
def remind(*, now: datetime) -> list[OutgoingMail]:
    """Queue what is due, one mail a person or group of managers; nothing twice, also where two
    call at once: the conversations are locked meanwhile."""
    desk = MailSettings.current()
    keys = [waiting.thread.pk for waiting in list_overdue(now=now)]
    list(Thread.objects.select_for_update().filter(pk__in=keys).order_by("pk"))
    managers = tuple(_addresses_of_managers())
    told: dict[tuple[str, ...], list[tuple[Waiting, ReminderStep]]] = {}
    for step, hours in _steps(desk).items():
        for waiting in _untold(list_overdue(now=now, hours=hours), step):
            owner = waiting.thread.assignee
            has_owner = step is ReminderStep.ASSIGNED and owner and owner.is_active and owner.email
            recipients = (owner.email,) if owner and has_owner else managers
            if recipients:
                told.setdefault(recipients, []).append((waiting, step))
    return [_tell(list(people), found, now) for people, found in told.items()]


def _steps(desk: MailSettings) -> Mapping[ReminderStep, int]:
    hours = {
        ReminderStep.ASSIGNED: desk.remind_after_hours,
        ReminderStep.MANAGERS: desk.remind_managers_after_hours,
    }
    return {step: each for step, each in hours.items() if each}


def _untold(overdue: Sequence[Waiting], step: ReminderStep) -> list[Waiting]:
    known = Reminder.objects.filter(step=step, thread__in=[each.thread for each in overdue])
    told = set(known.values_list("thread", "since"))
    return [each for each in overdue if (each.thread.pk, each.since) not in told]


def _addresses_of_managers() -> list[str]:
    people = get_user_model().objects.filter(groups__name=MANAGER, is_active=True)
    return sorted({person.email for person in people if person.email})


def _tell(
    people: list[str], found: Sequence[tuple[Waiting, ReminderStep]], now: datetime
) -> OutgoingMail:
    lines = dict.fromkeys(f"- {waiting.line(now)}" for waiting, _ in found)
    subject = SUBJECT.format(count=len(lines))
    text = "\n\n".join(["These guests wait for an answer:", "\n".join(lines), _CLOSING])
    mail = mail_staff(people, subject, text, now)
    Reminder.objects.bulk_create(
        Reminder(thread=waiting.thread, since=waiting.since, step=step, mail=mail)
        for waiting, step in found
    )
    logger.info("reminded", people=len(people), conversations=len(lines))
    return mail
