"""Loaded before the settings are: where the sample house stands, whatever the machine says."""

import os

os.environ.setdefault("DESK_TIME_ZONE", "Europe/Rome")
