"""Keys whose word counts no more from some moment on: forgotten in every later calculation, and
remembered again when a person takes it back."""

from __future__ import annotations

from datetime import datetime

from django.contrib.auth.models import User
from django.db import transaction

from config.errors import DomainError, invalid
from learning.calibration.models import IgnoredAgent
from learning.calibration.services import CALIBRATE_PERMISSION, recompute_priors, refuse_without


def ignore_agent(
    *, agent: str, since: datetime, by: User, reason: str, now: datetime
) -> IgnoredAgent:
    """What this key said from ``since`` on counts no more; the priors follow at once.

    ``agent``: the key's public prefix. Raises permission_denied; validation_error without a key or
    a reason; conflict where the key is ignored already.
    """
    refuse_without(by, CALIBRATE_PERMISSION)
    if not agent:
        raise invalid("agent", "Name a key by its prefix.")
    if not reason.strip():
        raise invalid("reason", "Say why.")
    with transaction.atomic():
        row, is_new = IgnoredAgent.objects.get_or_create(
            agent=agent,
            taken_back_at=None,
            defaults={"since": since, "reason": reason, "person": by, "created_at": now},
        )
        if not is_new:
            raise DomainError("conflict", f"{agent} is ignored already.")
        recompute_priors(reason=f"ignoring {agent}: {reason}"[:300], now=now, by=by)
    return row


def take_back_ignoring(*, row: IgnoredAgent, by: User, now: datetime) -> IgnoredAgent:
    """The key's word counts again. Raises permission_denied; already_decided where it does."""
    refuse_without(by, CALIBRATE_PERMISSION)
    with transaction.atomic():
        stored = IgnoredAgent.objects.select_for_update().get(pk=row.pk)
        if stored.taken_back_at is not None:
            raise DomainError("already_decided", f"{stored.agent} counts again already.")
        stored.taken_back_at, stored.taken_back_by = now, by
        stored.save(update_fields=["taken_back_at", "taken_back_by"])
        recompute_priors(reason=f"no longer ignoring {stored.agent}", now=now, by=by)
    return stored
