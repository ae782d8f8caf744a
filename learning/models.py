"""Django wants models here; each concern keeps its own."""

from learning.calibration.models import *  # noqa: F403
from learning.events.models import *  # noqa: F403
from learning.ledger.models import *  # noqa: F403
from learning.proposals.models import *  # noqa: F403
from learning.thresholds.models import *  # noqa: F403
