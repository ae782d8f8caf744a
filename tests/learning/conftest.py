from __future__ import annotations

import pytest
from pytest_django import Settings

from learning.calibration.services import current_priors


@pytest.fixture(autouse=True)
def plain_sum(settings: Settings) -> None:
    """Worked examples are calculated by hand, without shrinkage."""
    settings.CALIBRATION_SHRINKAGE = 0.0


@pytest.fixture(autouse=True)
def nothing_kept() -> None:
    """Priors that an earlier test left in the process belong to another database."""
    current_priors.cache_clear()
