"""How the templates of one scenario were taken lately, for whoever writes the next answer."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, F

from learning.calibration.cells import about_today
from learning.events.expressions import outcome_expression
from learning.events.outcomes import Outcome, Reason
from learning.events.selectors import counted_sources, joined
from learning.thresholds.selectors import current_tuning

_TOOK = (Outcome.ACCEPTED, Outcome.LIGHT_EDIT)


@dataclass(frozen=True, slots=True)
class TemplateOutcomes:
    """An active template and the outcomes of the drafts that were made with it."""

    template_id: str
    language: str
    subject: str
    counts: Mapping[str, int]  # every outcome named

    @property
    def drafts(self) -> int:
        return sum(self.counts.values())

    @property
    def worked(self) -> int:
        """Drafts that left as made or lightly edited."""
        return sum(self.counts[outcome] for outcome in _TOOK)

    @property
    def failed(self) -> int:
        """Drafts that were heavily rewritten, or whose template was the wrong one."""
        return self.drafts - self.worked


def template_outcomes(*, scenario: str, since: datetime, until: datetime) -> list[TemplateOutcomes]:
    """By template id and language, from counted votes with ``since`` < time <= ``until`` that
    speak about the template as it is today; a translation is no verdict. Three queries."""
    tuning, sources = current_tuning(), counted_sources()
    votes = about_today(joined(sources=sources, since=since, until=until))
    rows = (
        votes.filter(scenario_category=scenario, template__active=True)
        .exclude(rewrite_reason=Reason.LANGUAGE_ADAPT)
        .annotate(
            number=F("template__template_id"),
            written_in=F("template__language"),
            subject=F("template__subject"),
            outcome=outcome_expression(tuning.boundaries),
        )
        .values_list("number", "written_in", "subject", "outcome")
        .annotate(Count("pk"))
    )
    counts: dict[tuple[str, str, str], dict[str, int]] = defaultdict(
        lambda: {outcome.value: 0 for outcome in Outcome}
    )
    for *template, outcome, count in rows:
        number, language, subject = template
        counts[number, language, subject][outcome] += count
    return [TemplateOutcomes(*template, found) for template, found in sorted(counts.items())]
