"""The words of ``outcomes`` in SQL, so that the database counts and Python sees sums only."""

from __future__ import annotations

from django.db.models import Case, CharField, F, IntegerField, Q, Value, When
from django.db.models.functions import Cast, Concat, Floor, Round

from learning.events.choices import Recognised
from learning.events.outcomes import Boundaries, Contributions, Outcome, Reason

PERSON_PREFIX = "staff:"
_GLANCE_PREFIX = "glance:"
# What speaks about the choice of the template, whatever its text says.
IS_FIT_EVIDENCE = Q(category_mismatch=True) | Q(rewrite_reason=Reason.WRONG_TEMPLATE)


def outcome_expression(boundaries: Boundaries, *, distance: str = "edit_distance_pct") -> Case:
    """``outcomes.outcome_of`` of a row; ``distance`` names the column of per cents."""
    return Case(
        When(IS_FIT_EVIDENCE, then=Value(Outcome.WRONG_TEMPLATE.value)),
        When(
            Q(**{f"{distance}__lt": boundaries.accepted_below}), then=Value(Outcome.ACCEPTED.value)
        ),
        When(
            Q(**{f"{distance}__lt": boundaries.light_edit_below}),
            then=Value(Outcome.LIGHT_EDIT.value),
        ),
        When(
            Q(rewrite_reason=Reason.LANGUAGE_ADAPT)
            | Q(**{f"{distance}__lt": boundaries.heavy_rewrite_below}),
            then=Value(Outcome.HEAVY_REWRITE.value),
        ),
        default=Value(Outcome.WRONG_TEMPLATE.value),
        output_field=CharField(),
    )


def points_expression(contributions: Contributions) -> Case:
    """``outcomes.contribution_of`` of a row whose outcome is annotated as ``outcome``."""
    told = [outcome for outcome in Outcome if outcome != Outcome.WRONG_TEMPLATE]
    return Case(
        When(recognised=Recognised.BLOCKED, then=Value(0)),
        When(IS_FIT_EVIDENCE & Q(recognised=Recognised.REWORDED), then=Value(0)),
        When(
            IS_FIT_EVIDENCE | Q(recognised=Recognised.BECAME),
            then=Value(contributions.wrong_template),
        ),
        When(rewrite_reason=Reason.LANGUAGE_ADAPT, then=Value(0)),
        *(When(outcome=outcome.value, then=Value(contributions.of(outcome))) for outcome in told),
        default=Value(0),
        output_field=IntegerField(),
    )


def voice_expression() -> Case:
    """Who spoke: a person of the staff, else an agent's key; never one taken for the other. What a
    person let pass at a glance is a voice of its own, bounded as a key's."""
    return Case(
        When(staff__gt="", is_at_a_glance=True, then=Concat(Value(_GLANCE_PREFIX), F("staff"))),
        When(staff__gt="", then=Concat(Value(PERSON_PREFIX), F("staff"))),
        default=Concat(Value("agent:"), F("agent")),
        output_field=CharField(),
    )


def whole_distance_expression() -> Cast:
    return Cast(Floor(F("edit_distance_pct")), IntegerField())


def distance_tenths_expression() -> Cast:
    return Cast(Round(F("edit_distance_pct") * 10), IntegerField())
