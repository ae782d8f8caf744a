"""What other rooms do about what happens here. They register when Django starts (drafting/apps.py);
mail knows none of them, so that the imports run one way."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Protocol

from drafting.mail.choices import ClaimEnd
from drafting.mail.models import Message, Thread
from drafting.mail.work_models import RecipientReport


class WorkEnding(Protocol):
    """Ends what goes on in a thread: it is no longer its worker's. Called under the thread's lock,
    in the transaction that decided it."""

    def __call__(self, *, thread: Thread, reason: ClaimEnd, now: datetime) -> object: ...


# Looks at a guest's mail that has just come, under the thread's lock, in the same transaction.
Arrival = Callable[[Message], object]

# Tells people of a mail that they have to look at at once, in the transaction that records it.
Alarm = Callable[[Message], object]

# Takes the recipients that nothing will ever reach, in the transaction that records the report.
Bounce = Callable[[Sequence[RecipientReport]], object]

_endings: list[WorkEnding] = []
_alarms: list[Alarm] = []
_arrivals: list[Arrival] = []
_bounces: list[Bounce] = []


def register_work_ending(ending: WorkEnding) -> None:
    """Called once per process; the same one again is passed over."""
    if ending not in _endings:
        _endings.append(ending)


def register_alarm(alarm: Alarm) -> None:
    """Called once per process; the same one again is passed over."""
    if alarm not in _alarms:
        _alarms.append(alarm)


def register_arrival(arrival: Arrival) -> None:
    """Called once per process; the same one again is passed over."""
    if arrival not in _arrivals:
        _arrivals.append(arrival)


def register_bounce(bounce: Bounce) -> None:
    """Called once per process; the same one again is passed over."""
    if bounce not in _bounces:
        _bounces.append(bounce)


def end_work(*, thread: Thread, reason: ClaimEnd, now: datetime) -> None:
    for ending in _endings:
        ending(thread=thread, reason=reason, now=now)


def tell_alarm(message: Message) -> None:
    for alarm in _alarms:
        alarm(message)


def tell_arrival(message: Message) -> None:
    for arrival in _arrivals:
        arrival(message)


def tell_bounce(bounced: Sequence[RecipientReport]) -> None:
    for bounce in _bounces:
        bounce(bounced)
