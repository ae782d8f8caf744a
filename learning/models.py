"""Django wants models here; each concern keeps its own."""

from learning.calibration import models as calibration  # noqa: F401
from learning.events import models as events  # noqa: F401
from learning.ledger import models as ledger  # noqa: F401
from learning.proposals import models as proposals  # noqa: F401
from learning.thresholds import models as thresholds  # noqa: F401
