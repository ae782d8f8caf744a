"""The numbers of the session summary and the API, and how letters were taken lately.
For whoever writes the next answer, by scenario."""

from collections import Counter, defaultdict
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Case, Count, Sum, When

from learning.calibration.cells import is_protected_vote
from learning.calibration.selectors import joined_since_last_calibration
from learning.events.choices import EXCLUSIONS, ORPHANS, Kind
from learning.events.models import EventAggregate, RefinementEvent, SelectionEvent
from learning.events.outcomes import Outcome, Reason
from learning.events.selectors import (
    IS_FIT_EVIDENCE,
    Span,
    count_by_kind,
    counted_sources,
    joined,
    outcome_expression,
)
from learning.proposals.selectors import count_pending
from learning.thresholds.selectors import current_tuning, gate_state
from templatesapp.models import EmailTemplate
from templatesapp.text.distance import text_hash

_TOOK = (Outcome.ACCEPTED, Outcome.LIGHT_EDIT)


def signals_stats() -> dict[str, Any]:
    """GET signals/stats. Counts what retention has summed too. About twenty queries."""
    counts = _counts()
    return {
        "selection_count": counts["selections"],
        "refinement_count": counts["refinements"],
        "joined_count": counts[Kind.JOINED],
        "orphan_count": sum(counts[kind] for kind in ORPHANS),
        "events_since_last_calibration": joined_since_last_calibration(),
        "pending_proposals": count_pending(),
        "gate": gate_state().as_dict(),
    }


def session_counts(*, since: datetime | None = None) -> dict[str, Any]:
    """The learning part of the session summary, of a span or of all time; proposals apart.

    ``calibrate_prompt`` is the question to put to a person, or None; ``gate`` says in words what
    waits, and ``is_review_due`` that the threshold report wants to be looked at.
    """
    counts = _counts(since)
    since_last = joined_since_last_calibration()
    gate = gate_state()
    is_enough = since_last >= current_tuning().calibration_minimum
    return {
        "since": since,
        "selections": counts["selections"],
        "refinements": counts["refinements"],
        "joined": counts[Kind.JOINED],
        "excluded": {kind.value: counts[kind] for kind in EXCLUSIONS},
        "events_since_last_calibration": since_last,
        "calibrate_prompt": "Run calibrate?" if is_enough else None,
        "gate": gate.as_dict()
        | {"waiting_for": gate.waiting_for, "is_review_due": gate.is_review_due},
    }


def _counts(since: datetime | None = None) -> dict[str, int]:
    """By kind, and all ``selections`` and ``refinements``; of all time also what was summed."""
    sources = counted_sources()
    later = {} if since is None else {"created_at__gt": since}
    counts = count_by_kind(sources, Span(since)) | {
        "selections": SelectionEvent.objects.filter(**later).count(),
        "refinements": RefinementEvent.objects.filter(**later).count(),
    }
    if since is not None:
        return counts
    summed = EventAggregate.objects.order_by().values_list("kind", "source")
    totals = summed.annotate(Sum("draft_count"), Sum("attempt_count"))
    for kind, source, drafts, attempts in totals:
        is_refused = kind not in ORPHANS and source not in sources
        counts[Kind.SOURCE_NOT_COUNTED if is_refused else kind] += drafts
        counts["refinements"] += attempts
        if kind != Kind.REFINEMENT_WITHOUT_SELECTION:
            counts["selections"] += drafts
    return counts


@dataclass(frozen=True, slots=True)
class TemplateOutcomes:
    """An active template and the outcomes of the drafts that were made with it."""

    template_id: str
    language: str
    subject: str
    counts: Counter[str]  # by outcome

    @property
    def drafts(self) -> int:
        return self.counts.total()

    @property
    def worked(self) -> int:
        """Drafts that left as made or lightly edited."""
        return sum(self.counts[outcome] for outcome in _TOOK)

    @property
    def failed(self) -> int:
        """Drafts that were heavily rewritten, or whose template was the wrong one."""
        return self.drafts - self.worked


def template_outcomes(*, scenario: str, since: datetime, until: datetime) -> list[TemplateOutcomes]:
    """Of each active letter, from counted votes with ``since`` < time <= ``until`` that
    speak about the template as it is today: of its epoch, and about its fit or today's text. A
    translation is no verdict. Four queries."""
    tuning = current_tuning()
    votes = joined(tuning.sources, Span(since, until)).exclude(is_protected_vote())
    rows = (
        votes.filter(scenario_category=scenario, template__isnull=False)
        .exclude(rewrite_reason=Reason.LANGUAGE_ADAPT)
        .annotate(outcome=outcome_expression(tuning.boundaries))
        .annotate(is_about_fit=Case(When(IS_FIT_EVIDENCE, then=True), default=False))
        .values_list("template", "learning_epoch", "template_text_hash", "is_about_fit", "outcome")
        .annotate(Count("pk"))
    )
    templates = {t.pk: t for t in EmailTemplate.objects.filter(active=True)}
    hashes = {key: text_hash(template.body) for key, template in templates.items()}
    counts: dict[EmailTemplate, Counter[str]] = defaultdict(Counter)
    for key, epoch, digest, is_about_fit, outcome, count in rows:
        template = templates.get(key)
        if template is None or epoch != template.learning_epoch:
            continue
        if is_about_fit or digest == hashes[key]:
            counts[template][outcome] += count
    return [
        TemplateOutcomes(letter.template_id, letter.language, letter.subject, taken)
        for letter, taken in counts.items()
    ]
