"""Run as a process: one call with an Idempotency-Key, killed where KILL_AT says."""

from __future__ import annotations

import os
import signal
import sys
from typing import Any

import django

django.setup()

from django.test.utils import override_settings  # noqa: E402
from rest_framework.test import APIClient  # noqa: E402

import tests.urls  # noqa: E402
from drafting.access import idempotency  # noqa: E402


def die(*args: Any, **kwargs: Any) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def main(secret: str, kill_at: str) -> None:
    if kill_at == "after_write":
        tests.urls.after_write = die
    elif kill_at == "after_completion":  # still inside the transaction
        complete = idempotency.complete_record

        def complete_and_die(**values: Any) -> None:
            complete(**values)
            die()

        idempotency.complete_record = complete_and_die
    else:
        tests.urls.MakeGroupView.finalize_response = die  # type: ignore[assignment]
    client = APIClient(HTTP_AUTHORIZATION=f"Bearer {secret}")
    with override_settings(ROOT_URLCONF="tests.urls", ALLOWED_HOSTS=["testserver"]):
        client.post("/api/test/make", {"name": "team"}, format="json", HTTP_IDEMPOTENCY_KEY="key-1")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
