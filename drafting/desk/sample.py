"""The sample house of ``fixtures/sample``, and what makes a desk a sample desk."""

from __future__ import annotations

from pathlib import Path

from django.conf import settings
from django.db import transaction

from drafting.desk.house import Loaded, load_house
from drafting.runs.models import RunSettings
from templatesapp.models import DeskProfile

FOLDER = Path(settings.BASE_DIR) / "fixtures" / "sample"
REASON = "sample data"


@transaction.atomic
def load_sample(*, is_sample_desk: bool = False) -> Loaded:
    """Loads the sample house as ``load_house`` loads any.

    ``is_sample_desk`` marks a new desk as a sample desk: its sample events count, and its runs may
    revise. It never turns a desk that works for real into one.
    """
    is_new = not DeskProfile.objects.exists()
    loaded = load_house(folder=FOLDER, reason=REASON)
    if is_new and is_sample_desk:
        profile = DeskProfile.objects.get()
        profile.is_sample_desk = True
        profile._change_reason = REASON  # type: ignore[attr-defined]
        profile.save()
        _let_runs_revise()
    return loaded


def _let_runs_revise() -> None:
    """Settings that somebody made already stay as they are; no reply leaves without a person."""
    if not RunSettings.objects.exists():
        row = RunSettings(is_revision_enabled=True, is_automatic_release=False)
        row._change_reason = REASON  # type: ignore[attr-defined]
        row.save()
