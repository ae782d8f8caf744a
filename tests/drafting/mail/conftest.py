"""Drafts for mail: rows as drafts/generate leaves them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.utils import timezone

from drafting.drafts.models import Draft
from drafting.mail.models import Message


@pytest.fixture
def make_draft(db: None) -> Callable[..., Draft]:
    def make(*, message: Message) -> Draft:
        return Draft.objects.create(
            message=message,
            agent="abcdefgh",
            created_at=timezone.now(),
            action_plan={},
            scenario_category="general",
            language="en",
            selection="none",
            ranker={},
            body_plain="Dear Guest",
            delivery_status="ready",
            catalogue_version=1,
        )

    return make
