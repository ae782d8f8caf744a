"""Django looks for an app's admin here; it lives with the packages."""

from django.contrib import admin

from drafting.access import admin as access_admin  # noqa: F401
from drafting.desk import admin as desk_admin  # noqa: F401
from drafting.drafts import admin as drafts_admin  # noqa: F401
from drafting.drafts.reader import admin as reader_admin  # noqa: F401
from drafting.mail import admin as mail_admin  # noqa: F401
from drafting.outbox import conversation_admin, release_admin  # noqa: F401
from drafting.runs import admin as runs_admin  # noqa: F401

admin.site.index_template = "admin/drafting/dashboard.html"
