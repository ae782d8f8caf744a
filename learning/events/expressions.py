"""The words of ``outcomes`` in SQL, so that the database counts and Python sees sums only."""

from __future__ import annotations

from typing import Any

from django.db.models import Case, CharField, F, IntegerField, Q, TextField, Value, When
from django.db.models.functions import SHA256, Cast, Concat, Floor, Replace, Round

from learning.events.outcomes import FAULT_REASONS, Boundaries, Contributions, Outcome, Reason

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
            Q(**{f"{distance}__lt": boundaries.heavy_rewrite_below}),
            then=Value(Outcome.HEAVY_REWRITE.value),
        ),
        default=Value(Outcome.WRONG_TEMPLATE.value),
        output_field=CharField(),
    )


def points_expression(contributions: Contributions, *, outcome: str = "outcome") -> Case:
    """``outcomes.contribution_of`` of a row whose outcome is annotated as ``outcome``."""
    cases = []
    for value in Outcome:
        points = contributions.of(value)
        condition = Q(**{outcome: value.value})
        if points < 0:
            condition &= Q(rewrite_reason__in=FAULT_REASONS)
        cases.append(When(condition, then=Value(points)))
    return Case(*cases, default=Value(0), output_field=IntegerField())


def voice_expression() -> Case:
    """Who spoke: a person of the staff, else an agent's key; never one taken for the other."""
    return Case(
        When(staff__gt="", then=Concat(Value("staff:"), F("staff"))),
        default=Concat(Value("agent:"), F("agent")),
        output_field=CharField(),
    )


class HexSha256(SHA256):
    """Django's own asks PostgreSQL for the extension pgcrypto; the server has the function."""

    def as_postgresql(self, compiler: Any, connection: Any, **extra: Any) -> Any:
        template = "ENCODE(SHA256(CONVERT_TO(%(expressions)s, 'UTF8')), 'hex')"
        return self.as_sql(compiler, connection, template=template, **extra)


def live_text_hash_expression(body: str) -> HexSha256:
    """``templatesapp.text.distance.text_hash`` of the column ``body``, line ends folded."""
    return HexSha256(_replace(_replace(F(body), "\r\n"), "\r"))


def _replace(text: F | Replace, line_end: str) -> Replace:
    return Replace(text, Value(line_end), Value("\n"), output_field=TextField())


def whole_distance_expression() -> Cast:
    return Cast(Floor(F("edit_distance_pct")), IntegerField())


def distance_tenths_expression() -> Cast:
    return Cast(Round(F("edit_distance_pct") * 10), IntegerField())
