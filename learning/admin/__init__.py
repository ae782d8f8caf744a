"""The admin of what we learned."""

from learning.admin import calibration, events, ledger, proposals, thresholds  # noqa: F401
