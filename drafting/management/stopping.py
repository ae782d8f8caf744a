"""Commands that run on until somebody stops them end between two steps, not within one."""

from __future__ import annotations

import signal
import threading
from types import FrameType, TracebackType
from typing import Any, Self


class Stopping:
    """Within it SIGTERM and SIGINT only ask: the work at hand is finished first."""

    def __init__(self) -> None:
        self._asked = threading.Event()
        self._before: dict[int, Any] = {}

    def __enter__(self) -> Self:
        if threading.current_thread() is threading.main_thread():
            for number in (signal.SIGTERM, signal.SIGINT):
                self._before[number] = signal.signal(number, self._ask)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)

    @property
    def is_asked(self) -> bool:
        return self._asked.is_set()

    def wait(self, seconds: float) -> None:
        self._asked.wait(seconds)

    def _ask(self, number: int, frame: FrameType | None) -> None:
        self._asked.set()
