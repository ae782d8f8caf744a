"""The sample property: facts, templates, knowledge and policies from ``fixtures/sample``.

Only what is missing is made, so that loading again never overwrites what staff changed."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import models, transaction

from drafting.runs.models import RunSettings
from templatesapp.exchange import parse_templates
from templatesapp.models import DeskProfile, EmailTemplate, KnowledgeItem, PolicyRule, PropertyFact
from templatesapp.services import create_template

FOLDER = Path(settings.BASE_DIR) / "fixtures" / "sample"
REASON = "sample data"


@dataclass(frozen=True, slots=True)
class Loaded:
    """Rows made by this call; rows that were there already are not counted."""

    facts: int
    templates: int
    knowledge: int
    policies: int


@transaction.atomic
def load_sample(*, is_sample_desk: bool = False, folder: Path = FOLDER) -> Loaded:
    """Makes what is missing of the sample property, and the desk's settings on a new desk.

    ``is_sample_desk`` marks a desk that has no mail yet as a sample desk: its sample events
    count, and its runs may revise. It never turns a desk that works for real into one.
    """
    facts = _create_missing(PropertyFact, "name", _rows(folder / "facts.json"))
    loaded = Loaded(
        facts=facts,
        templates=_create_missing_templates(folder / "templates.json"),
        knowledge=_create_missing(KnowledgeItem, "key", _rows(folder / "knowledge.json")),
        policies=_create_missing(PolicyRule, "key", _rows(folder / "policies.json")),
    )
    if not DeskProfile.objects.exists():
        profile = DeskProfile(is_sample_desk=is_sample_desk)
        profile._change_reason = REASON  # type: ignore[attr-defined]
        profile.save()
        if is_sample_desk:
            _let_runs_revise()
    return loaded


def _let_runs_revise() -> None:
    """Settings that somebody made already stay as they are; no reply leaves without a person."""
    if not RunSettings.objects.exists():
        row = RunSettings(is_revision_enabled=True, is_automatic_release=False)
        row._change_reason = REASON  # type: ignore[attr-defined]
        row.save()


def _rows(path: Path) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))
    return rows


def _create_missing(model: type[models.Model], key: str, rows: list[dict[str, Any]]) -> int:
    there = set(model._default_manager.values_list(key, flat=True))
    missing = [row for row in rows if row[key] not in there]
    for row in missing:
        item = model(**row)
        item.full_clean()
        item._change_reason = REASON  # type: ignore[attr-defined]
        item.save()
    return len(missing)


def _create_missing_templates(path: Path) -> int:
    there = set(EmailTemplate.objects.values_list("template_id", "language"))
    rows = parse_templates(path.read_text(encoding="utf-8"))
    missing = [row for row in rows if (row["template_id"], row["language"]) not in there]
    for row in missing:
        create_template(fields=row, by=None, reason=REASON)
    return len(missing)
