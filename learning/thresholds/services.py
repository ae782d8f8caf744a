"""What a manager decides about learning: the boundaries between outcomes."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.module_loading import import_string

from config.errors import DomainError
from learning.calibration.services import lock_calibration, recompute_priors
from learning.deciding import require_permission
from learning.events.choices import Boundaries
from learning.events.selectors import count_votes
from learning.thresholds.selectors import GateState, current_tuning

CONFIRM_PERMISSION = "learning.confirm_threshold_review"

# Examines drafts rewritten while the gate was shut; returns how many proposals came of it.
# Learning keeps no drafts: drafting says how (settings.LEARNING_EXAMINER).
Examiner = Callable[[datetime], int]


@dataclass(frozen=True, slots=True)
class Confirmation:
    has_opened: bool  # it was shut before
    has_moved: bool  # boundaries changed: the past was read anew
    proposals: int  # that came of drafts rewritten while the gate was shut


def confirm_thresholds(
    *, by: User, boundaries: Boundaries | None = None, reason: str, now: datetime | None = None
) -> Confirmation:
    """A manager has looked at the report and keeps the boundaries, or moves them. Opens the gate.

    Raises permission_denied; gate_closed while there are too few joined events to look at.
    """
    require_permission(by, CONFIRM_PERMISSION)
    now = now or timezone.now()
    with transaction.atomic():
        lock_calibration()
        tuning = current_tuning()
        votes = count_votes(tuning.sources)
        gate = GateState(tuning, votes)
        has_opened = not gate.is_open
        if votes < tuning.validation_minimum:
            raise DomainError("gate_closed", gate.waiting_for)
        has_moved = boundaries is not None and boundaries != tuning.boundaries
        if boundaries is not None:
            tuning.boundaries = boundaries
        tuning.confirmed_by, tuning.confirmed_at = by, now
        tuning.confirmed_joined_count = votes
        tuning.save_signed(by=by, reason=reason or "boundaries confirmed")
        if has_moved:
            recompute_priors(reason="a boundary moved", now=now, by=by)
    # A transaction of its own per draft: thousands may wait, and each stands for itself.
    examine: Examiner = import_string(settings.LEARNING_EXAMINER)
    found = examine(now) if has_opened else 0
    return Confirmation(has_opened, has_moved, found)
