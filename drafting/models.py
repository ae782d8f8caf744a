"""Django looks for an app's models here; they live with their packages."""

from drafting.access.models import *  # noqa: F403
from drafting.drafts.models import *  # noqa: F403
from drafting.drafts.reader.models import *  # noqa: F403
from drafting.mail.models import *  # noqa: F403
from drafting.mail.settings_models import *  # noqa: F403
from drafting.mail.work_models import *  # noqa: F403
from drafting.outbox.models import *  # noqa: F403
from drafting.runs.models import *  # noqa: F403
