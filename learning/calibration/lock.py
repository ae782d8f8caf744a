"""The lock of everything that changes priors."""

from __future__ import annotations

from learning.calibration.models import CalibrationState
from templatesapp.models import CatalogueVersion


def lock_calibration() -> CalibrationState:
    """The calibration state, locked until the caller's transaction ends.

    The catalogue version's row comes first, always: an approval holds it when it asks for new
    priors, and taking the two the other way round could deadlock.
    """
    list(CatalogueVersion.objects.select_for_update().filter(pk=1))
    return lock_state()


def lock_state() -> CalibrationState:
    """The state's row alone, made if missing; for whoever changes no prior (retention)."""
    CalibrationState.objects.bulk_create([CalibrationState(pk=1)], ignore_conflicts=True)
    return CalibrationState.objects.select_for_update().get(pk=1)
