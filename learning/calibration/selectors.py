"""Reads of priors and of how they came about."""

import hashlib
from collections.abc import Iterable, Mapping
from datetime import datetime
from functools import lru_cache
from typing import Any

from django.db import transaction
from django.utils import timezone

from learning.calibration.cells import read_cells
from learning.calibration.maths import context_of
from learning.calibration.models import CalibrationState, Cell, TemplatePrior
from learning.events.selectors import Span, count_votes, counted_sources
from templatesapp.entries import Catalogue
from templatesapp.models import DeskProfile, EmailTemplate

Priors = Mapping[Cell, float]


@lru_cache(maxsize=1)
def current_priors(catalogue: Catalogue) -> Priors:
    """``{(context, template's primary key): delta}`` for one catalogue; kept with its stamp.

    No query while the stamp is the kept one: every change of priors makes a new stamp. With a new
    one: two queries, and where a letter or an epoch came on a path that told nobody (the admin, an
    import) the priors are computed anew first, once for all processes.
    """
    _follow_texts(catalogue)
    rows = TemplatePrior.objects.values_list("scenario_category", "topic", "template_id", "delta")
    return {
        (context_of(scenario, topic), key): float(delta) for scenario, topic, key, delta in rows
    }


def list_priors() -> list[dict[str, Any]]:
    """GET priors. One query."""
    return [prior.as_row() for prior in read_cells().values()]


def last_cut_off() -> datetime | None:
    """Up to when events have been taken in; None before the first calibration. One query."""
    return CalibrationState.current().cut_off


def joined_since_last_calibration() -> int:
    """Votes that came since the last calibration. Three or four queries."""
    return count_votes(counted_sources(), Span(last_cut_off()))


def stored_inputs_digest() -> str:
    """The digest of the letters as the database has them now. Two queries."""
    letters = EmailTemplate.objects.filter(active=True).order_by("pk")
    rows = letters.values_list("pk", "template_id", "learning_epoch")
    return _digest(rows, DeskProfile.current().is_sample_desk)


def _follow_texts(catalogue: Catalogue) -> None:
    from learning.calibration.services import lock_calibration, recompute_priors

    state = CalibrationState.current()
    if state.cut_off is None:
        return
    rows = sorted((t.key, t.template_id, t.learning_epoch) for t in catalogue.templates)
    digest = _digest(rows, catalogue.profile.is_sample_desk)
    if state.inputs_digest == digest:
        return
    with transaction.atomic():
        # Threads and processes come here together: whoever waited finds it done.
        if lock_calibration().inputs_digest != digest:
            recompute_priors(reason="the letters changed", now=timezone.now())


def _digest(letters: Iterable[tuple[int, str, int]], is_sample_desk: bool) -> str:
    """sha256 over everything besides events that priors are made from and services do not set."""
    digest = hashlib.sha256(str(is_sample_desk).encode())
    for row in letters:
        digest.update(f"{row};".encode())
    return digest.hexdigest()
