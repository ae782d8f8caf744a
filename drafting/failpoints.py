"""Named places where a test may kill the process, as a power cut would. Off in production."""

from __future__ import annotations

import os

from django.conf import settings

KILLED = 137  # the exit status of a process ended by SIGKILL

# In the order in which a mail passes them.
FAILPOINTS = (
    "recorded",
    "claimed",
    "batch_frozen",
    "drafted",
    "queued",
    "before_data",
    "after_data",
    "result_recorded",
)


def failpoint(name: str) -> None:
    """End the process here, at once, when DESK_FAILPOINT names this place."""
    if os.environ.get("DESK_FAILPOINT") == name and not settings.IS_PRODUCTION:
        os._exit(KILLED)
