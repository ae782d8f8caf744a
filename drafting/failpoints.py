"""Named places where a test may kill the process, as a power cut would. Off in production."""

import os
import signal
from pathlib import Path

from django.conf import settings


def failpoint(name: str) -> None:
    """End the process here, at once, when the folder DESK_FAILPOINTS holds a file of this name.

    Taking the file away decides between processes: one of them dies.
    """
    folder = os.environ.get("DESK_FAILPOINTS")
    if not folder or settings.IS_PRODUCTION:
        return
    try:
        (Path(folder) / name).unlink()
    except FileNotFoundError:
        return
    os.kill(os.getpid(), signal.SIGKILL)
