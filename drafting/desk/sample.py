"""The sample property: facts, templates, knowledge and policies from ``fixtures/sample``.

What is missing is made; a row that nobody but an earlier loading has touched is brought up to
date; what staff changed stays."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import models, transaction

from drafting.runs.models import RunSettings
from templatesapp.exchange import normalise_templates
from templatesapp.models import DeskProfile, EmailTemplate, KnowledgeItem, PolicyRule, PropertyFact
from templatesapp.services import create_template, revise_template

FOLDER = Path(settings.BASE_DIR) / "fixtures" / "sample"
REASON = "sample data"


@dataclass(frozen=True, slots=True)
class Loaded:
    """Rows made or brought up to date by this call; others are not counted."""

    facts: int
    templates: int
    knowledge: int
    policies: int


@transaction.atomic
def load_sample(*, is_sample_desk: bool = False, folder: Path = FOLDER) -> Loaded:
    """Makes or renews what is the sample property's own, and the desk's settings on a new desk.

    ``is_sample_desk`` marks a desk that has no mail yet as a sample desk: its sample events
    count, and its runs may revise. It never turns a desk that works for real into one.
    """
    facts = _bring_up_to_date(PropertyFact, ("name",), sample_rows("facts", folder))
    loaded = Loaded(
        facts=facts,
        templates=_bring_templates_up_to_date(sample_rows("templates", folder)),
        knowledge=_bring_up_to_date(
            KnowledgeItem, ("key", "language"), sample_rows("knowledge", folder)
        ),
        policies=_bring_up_to_date(PolicyRule, ("key",), sample_rows("policies", folder)),
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


def sample_rows(name: str, folder: Path = FOLDER) -> list[dict[str, Any]]:
    """The rows of ``name.json``, or of each language's file in the folder ``name``."""
    single = folder / f"{name}.json"
    paths = [single] if single.exists() else sorted((folder / name).glob("*.json"))
    return [row for path in paths for row in json.loads(path.read_text(encoding="utf-8"))]


def _bring_up_to_date(
    model: type[models.Model], key: tuple[str, ...], rows: list[dict[str, Any]]
) -> int:
    stored = {tuple(getattr(item, name) for name in key): item for item in _all(model)}
    touched = _touched(model)
    count = 0
    for row in rows:
        known = stored.get(tuple(row[name] for name in key))
        if known is not None and (known.pk in touched or not _differs(known, row)):
            continue
        item: Any = known or model()
        for name, value in row.items():
            setattr(item, name, value)
        item.full_clean()
        item._change_reason = REASON
        item.save()
        count += 1
    return count


def _bring_templates_up_to_date(rows: list[dict[str, Any]]) -> int:
    stored = {(item.template_id, item.language): item for item in EmailTemplate.objects.all()}
    touched = _touched(EmailTemplate)
    count = 0
    for row in normalise_templates(rows):
        item = stored.get((row["template_id"], row["language"]))
        if item is None:
            create_template(fields=row, by=None, reason=REASON)
        elif item.pk in touched or not _differs(item, row):
            continue
        else:
            revise_template(template=item, fields=row, by=None, reason=REASON)
        count += 1
    return count


def _all(model: type[models.Model]) -> models.QuerySet[Any]:
    return model._default_manager.all()


def _differs(item: models.Model, row: dict[str, Any]) -> bool:
    return any(getattr(item, name) != value for name, value in row.items())


def _touched(model: Any) -> frozenset[Any]:
    """Keys of the rows that somebody has changed since they were loaded."""
    history = model.history.exclude(history_change_reason=REASON)
    return frozenset(history.values_list("id", flat=True))
