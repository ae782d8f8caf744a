"""The admin of what we learned."""

from learning.admin import calibration, ledger, lists, proposals  # noqa: F401
