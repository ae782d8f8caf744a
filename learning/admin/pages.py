"""Pages of the admin that are neither a list nor a form of one row."""

from templatesapp.admin.pages import needs_permission, show_page

__all__ = ["needs_permission", "show_page"]
