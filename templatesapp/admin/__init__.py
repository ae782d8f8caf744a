"""The admin of what the desk may say."""

from templatesapp.admin import content, templates  # noqa: F401
