"""What worked and what failed in a scenario: lines for the next answer, without a guest's word."""

from datetime import datetime, timedelta

from django.db.models import Q

from drafting.runs.models import PlaybookNote
from learning.events.outcomes import Outcome
from learning.lessons import TemplateOutcomes, template_outcomes

LESSON_DAYS = 90  # design page "Draft runs", the context pack
MAX_LINES = 10  # of each kind
MAX_SUBJECT_CHARACTERS = 80


def find_lessons(*, category: str, now: datetime) -> dict[str, list[str]]:
    """``{"worked": […], "failed": […], "notes": […]}`` of a scenario, the weightiest first.

    Worked and failed: templates with their counts of the last 90 days. Notes: the managers' active
    ones of this scenario, then those of every scenario, the newest first. Five queries.
    """
    outcomes = template_outcomes(
        scenario=category, since=now - timedelta(days=LESSON_DAYS), until=now
    )
    worked = sorted(outcomes, key=lambda o: (-o.worked, o.failed, o.template_id, o.language))
    failed = sorted(outcomes, key=lambda o: (-o.failed, o.worked, o.template_id, o.language))
    return {
        "worked": [
            f"{_name(o)}: {_part(o.worked, o.drafts)} accepted or lightly edited"
            for o in worked[:MAX_LINES]
            if o.worked
        ],
        "failed": [_failed_line(o) for o in failed[:MAX_LINES] if o.failed],
        "notes": _notes(category),
    }


def _failed_line(outcomes: TemplateOutcomes) -> str:
    kinds = (
        (Outcome.HEAVY_REWRITE, "heavily rewritten"),
        (Outcome.WRONG_TEMPLATE, "wrong template"),
    )
    why = ", ".join(f"{outcomes.counts[o]} {words}" for o, words in kinds if outcomes.counts[o])
    return f"{_name(outcomes)}: {_part(outcomes.failed, outcomes.drafts)} failed: {why}"


def _name(outcomes: TemplateOutcomes) -> str:
    subject = " ".join(outcomes.subject.split())[:MAX_SUBJECT_CHARACTERS].rstrip()
    return f"{outcomes.template_id} {outcomes.language} “{subject}”"


def _part(part: int, drafts: int) -> str:
    return f"{part} of {drafts} drafts ({round(100 * part / drafts)} %)"


def _notes(category: str) -> list[str]:
    notes = PlaybookNote.objects.filter(
        Q(scenario_category=category) | Q(scenario_category=""), is_active=True
    )
    # No category sorts behind every category when it goes downward.
    texts = notes.order_by("-scenario_category", "-pk").values_list("text", flat=True)[:MAX_LINES]
    return [" ".join(text.split()) for text in texts]
