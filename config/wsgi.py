"""WSGI entry point: ``gunicorn config.wsgi``."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

application = get_wsgi_application()

# After Django is set up. The detector's first call takes a third of a second: not a guest's.
from drafting.pipeline.interpret.language import warm_up  # noqa: E402

warm_up()
