"""An agent with runs on a sample desk whose revision is on."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from drafting.runs.models import RunSettings
from tests.drafting.drafts.plans import load_sample_desk
from tests.drafting.runs.runner import SCOPES, Runner


@pytest.fixture
def revision_on(db: None) -> None:
    RunSettings(is_revision_enabled=True).save()


@pytest.fixture
def make_runner(db: None, agent_client) -> Callable[[], Runner]:
    """Each call: an agent with a key of its own."""
    return lambda: Runner(agent_client(SCOPES))


@pytest.fixture
def runner(make_runner, revision_on) -> Runner:
    load_sample_desk()
    return make_runner()
