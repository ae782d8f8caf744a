"""WSGI entry point: ``gunicorn config.wsgi``."""

import gc
import os
import threading
from collections.abc import Callable
from importlib import import_module

import structlog
from django.core.wsgi import get_wsgi_application
from django.db import Error, connection

from config.middleware import refusing_encodings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

application = refusing_encodings(get_wsgi_application())

# After Django is set up. First calls would take half a second each: not a guest's, nor a lock's.
from drafting.drafts import kept  # noqa: E402
from drafting.pipeline.interpret.language import detect_language  # noqa: E402
from learning.ledger.recording import read_ahead  # noqa: E402


def _ahead(read: Callable[[], None]) -> None:
    try:
        read()
    except Error as error:  # no reason not to start: the database may come later, or be older
        structlog.get_logger(__name__).warning("not_read_ahead", error=type(error).__name__)
    finally:
        connection.close()


def _read_letters() -> None:
    kept.read_ahead()
    import_module("drafting.tools.server")  # for the first who speaks at /mcp
    gc.collect()
    gc.freeze()  # what is kept is not looked through for garbage again: .4 s of some call


detect_language("Hello, what time is breakfast?")  # loads its models
_ahead(read_ahead)
# Beside the first calls: of thousands of letters it takes longer than gunicorn waits for a worker.
threading.Thread(target=_ahead, args=(_read_letters,), daemon=True).start()
