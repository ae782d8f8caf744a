"""How the templates of one scenario were taken lately, for whoever writes the next answer."""

from collections import Counter, defaultdict
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Case, Count, When

from learning.calibration.cells import is_protected_vote
from learning.events.outcomes import Outcome, Reason
from learning.events.selectors import IS_FIT_EVIDENCE, Span, joined, outcome_expression
from learning.thresholds.selectors import current_tuning
from templatesapp.models import EmailTemplate
from templatesapp.text.distance import text_hash

_TOOK = (Outcome.ACCEPTED, Outcome.LIGHT_EDIT)


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
