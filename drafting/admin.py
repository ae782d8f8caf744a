"""Django looks for an app's admin here; it lives with the packages."""

from drafting.access import admin as access_admin  # noqa: F401
from drafting.drafts import admin as drafts_admin  # noqa: F401
from drafting.mail import admin as mail_admin  # noqa: F401
