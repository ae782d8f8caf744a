"""The words of ``outcomes`` in SQL, so that the database counts and Python sees sums only."""

from collections.abc import Mapping

from django.db.models import Case, CharField, F, IntegerField, Q, Value, When
from django.db.models.functions import Cast, Concat, Floor, Round

from learning.events.choices import Recognised
from learning.events.outcomes import Boundaries, Outcome, Reason

PERSON_PREFIX = "staff:"
# What speaks about the choice of the template, whatever its text says.
IS_FIT_EVIDENCE = Q(category_mismatch=True) | Q(rewrite_reason=Reason.WRONG_TEMPLATE)
# Who spoke: a person of the staff, else an agent's key; never one taken for the other. What a
# person let pass at a glance is a voice of its own, bounded as a key's.
VOICE = Case(
    When(staff__gt="", is_at_a_glance=True, then=Concat(Value("glance:"), F("staff"))),
    When(staff__gt="", then=Concat(Value(PERSON_PREFIX), F("staff"))),
    default=Concat(Value("agent:"), F("agent")),
    output_field=CharField(),
)
WHOLE_DISTANCE = Cast(Floor(F("edit_distance_pct")), IntegerField())
DISTANCE_TENTHS = Cast(Round(F("edit_distance_pct") * 10), IntegerField())


def outcome_expression(boundaries: Boundaries, *, distance: str = "edit_distance_pct") -> Case:
    """``outcomes.outcome_of`` of a row; ``distance`` names the column of per cents."""

    def is_below(pct: int) -> Q:
        return Q(**{f"{distance}__lt": pct})

    is_heavy = is_below(boundaries.heavy_rewrite_below) | Q(rewrite_reason=Reason.LANGUAGE_ADAPT)
    return Case(
        When(IS_FIT_EVIDENCE, then=Value(Outcome.WRONG_TEMPLATE.value)),
        When(is_below(boundaries.accepted_below), then=Value(Outcome.ACCEPTED.value)),
        When(is_below(boundaries.light_edit_below), then=Value(Outcome.LIGHT_EDIT.value)),
        When(is_heavy, then=Value(Outcome.HEAVY_REWRITE.value)),
        default=Value(Outcome.WRONG_TEMPLATE.value),
        output_field=CharField(),
    )


def points_expression(points: Mapping[Outcome, int]) -> Case:
    """Points that a row, whose outcome is annotated as ``outcome``, adds to the letter it was
    drafted from.

    Only an author who calls the letter wrong, or a text that became another one, is a fault of the
    choice; missing facts, tone and language are the wording's. Who calls it wrong and keeps it has
    said nothing.
    """
    of_wrong = points[Outcome.WRONG_TEMPLATE]
    return Case(
        When(recognised=Recognised.BLOCKED, then=Value(0)),
        When(IS_FIT_EVIDENCE & Q(recognised=Recognised.REWORDED), then=Value(0)),
        When(IS_FIT_EVIDENCE | Q(recognised=Recognised.BECAME), then=Value(of_wrong)),
        When(rewrite_reason=Reason.LANGUAGE_ADAPT, then=Value(0)),
        When(outcome=Outcome.WRONG_TEMPLATE, then=Value(0)),
        *(When(outcome=outcome, then=Value(count)) for outcome, count in points.items()),
        default=Value(0),
        output_field=IntegerField(),
    )
