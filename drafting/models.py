"""Django looks for an app's models here; they live with their packages."""

import drafting.access.models
import drafting.drafts.models
import drafting.drafts.reader.models
import drafting.mail.models
import drafting.mail.work_models
import drafting.runs.models  # noqa: F401
