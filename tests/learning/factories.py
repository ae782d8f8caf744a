"""Events as drafting would hand them in."""

from __future__ import annotations

import uuid
from datetime import UTC, datetime, timedelta
from typing import Any

from django.contrib.auth.models import User

from learning.calibration.models import CalibrationRun
from learning.calibration.services import undo_calibration
from learning.events.models import RefinementEvent, SelectionEvent
from learning.events.services import record_refinement, record_selection
from learning.thresholds.models import LearningSettings
from templatesapp.models import EmailTemplate
from templatesapp.text.distance import text_hash
from tests.factories import EmailTemplateFactory

NOW = datetime(2026, 6, 15, 12, tzinfo=UTC)  # a Monday
HASH = "a" * 64


def select(
    *,
    template: EmailTemplate | None,
    draft_id: uuid.UUID | None = None,
    scenario: str = "payment",
    at: datetime = NOW - timedelta(hours=1),
    agent: str = "agent-1",
    source: str = "live",
    **fields: Any,
) -> uuid.UUID:
    """One selection event with the template's text and epoch as they are now."""
    draft_id = draft_id or uuid.uuid4()
    values: dict[str, Any] = {
        "draft_id": draft_id,
        "created_at": at,
        "scenario_category": scenario,
        "language": "en",
        "ranker_selection": "auto" if template else "none",
        "ranker_confidence": 90.0 if template else 0.0,
        "agent": agent,
        "source": source,
    }
    if template is not None:
        values |= {
            "template_id": template.pk,
            "template_category": template.category,
            "template_version": template.version,
            "template_text_hash": text_hash(template.body),
            "learning_epoch": template.learning_epoch,
        }
    record_selection(event=SelectionEvent(**(values | fields)))
    return draft_id


def refine(
    *,
    draft_id: uuid.UUID,
    distance: float = 0.0,
    reason: str = "none",
    attempt: int = 1,
    at: datetime = NOW - timedelta(hours=1),
    agent: str = "agent-1",
    source: str = "live",
    **fields: Any,
) -> None:
    """One refinement event."""
    values: dict[str, Any] = {
        "draft_id": draft_id,
        "attempt": attempt,
        "created_at": at,
        "refinement_applied": distance > 0,
        "edit_distance_pct": distance,
        "category_mismatch": False,
        "rewrite_reason": reason,
        "question_count": 1,
        "original_body_hash": HASH,
        "refined_body_hash": HASH,
        "original_matches": True,
        "source": source,
        "agent": agent,
    }
    record_refinement(event=RefinementEvent(**(values | fields)))


def vote(
    *,
    template: EmailTemplate | None,
    scenario: str = "payment",
    distance: float = 0.0,
    reason: str = "none",
    at: datetime = NOW - timedelta(hours=1),
    agent: str = "agent-1",
    mismatch: bool = False,
    selected: dict[str, Any] | None = None,
) -> uuid.UUID:
    """A draft selected and refined at ``at``; nothing is asked of ``selected`` beyond its names."""
    draft_id = select(template=template, scenario=scenario, at=at, agent=agent, **(selected or {}))
    refine(
        draft_id=draft_id,
        distance=distance,
        reason=reason,
        at=at,
        agent=agent,
        category_mismatch=mismatch,
    )
    return draft_id


def votes(count: int, **fields: Any) -> list[uuid.UUID]:
    return [vote(**fields) for _ in range(count)]


def filler(count: int) -> list[uuid.UUID]:
    """Votes of a template that no test looks at, to open the gate of 20."""
    return votes(count, template=EmailTemplateFactory.create(), scenario="faq", distance=20.0)


def open_gate(*, person: User | None = None) -> None:
    """As if a manager had confirmed the boundaries."""
    tuning = LearningSettings.current()
    tuning.confirmed_by = person
    tuning.confirmed_at = NOW - timedelta(days=200)
    tuning.confirmed_joined_count = 10
    tuning.save()


def undo_newest(*, by: User, now: datetime) -> CalibrationRun:
    """As the admin does it with the calibration that stands above the others."""
    newest = CalibrationRun.objects.filter(kind="calibration", is_undone=False).first()
    return undo_calibration(run_id=newest.pk if newest else 0, by=by, now=now)
