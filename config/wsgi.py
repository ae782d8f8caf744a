"""WSGI entry point: ``gunicorn config.wsgi``."""

import os

import structlog
from django.core.wsgi import get_wsgi_application
from django.db import connection

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

application = get_wsgi_application()

# After Django is set up. First calls would take half a second each: not a guest's, nor a lock's.
from drafting.pipeline.interpret.language import detect_language  # noqa: E402
from learning.ledger.recording import read_ahead  # noqa: E402

detect_language("Hello, what time is breakfast?")  # loads its models
try:
    read_ahead()
except Exception as error:  # no reason not to start: the database may come later, or be older
    structlog.get_logger(__name__).warning("not_read_ahead", error=type(error).__name__)
finally:
    connection.close()
