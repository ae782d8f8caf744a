"""The test database as another process sees it."""

from __future__ import annotations

import os
from urllib.parse import quote

from django.db import connection


def database_url() -> str:
    """DATABASE_URL of the test database that this process uses."""
    values = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{values['NAME']}"
    user, password = quote(values["USER"] or ""), quote(values["PASSWORD"] or "")
    place = f"{values['HOST']}:{values['PORT']}" if values["PORT"] else values["HOST"]
    return f"postgresql://{user}:{password}@{place}/{values['NAME']}"


def process_environment(**extra: str) -> dict[str, str]:
    """The environment of a second process that works on the same test database."""
    return os.environ | {
        "DATABASE_URL": database_url(),
        "DJANGO_SETTINGS_MODULE": "config.settings",
        **extra,
    }
