"""The admin of what we learned."""

from learning.admin import (  # noqa: F401
    calibration,
    ledger,
    lists,
    proposals,
)
