#!/usr/bin/env python
"""Django's command line."""

import gc
import os
import sys

# How many new objects until garbage is looked for, and how often among older ones. What a start or
# a migration makes stays: by Python's own 700 a third of ``migrate`` went into looking.
SELDOM = (100_000, 5, 5)


def main() -> None:
    gc.set_threshold(*SELDOM)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
