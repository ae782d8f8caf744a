"""The admin of what we learned."""

from learning.admin import calibration, events, thresholds  # noqa: F401
