"""Events joined by draft_id. One draft is one vote: its last attempt.

A span is ``since`` < time of the last attempt <= ``until``; an open end is None. Attempts after
``until`` do not exist for it, so what was read once up to a cut-off reads the same ever after.
Every read is of one large table: a join of two is planned by statistics, which may be stale.
``sources`` is what ``counted_sources()`` says. Only ``count_votes`` adds what retention has
summed, and ``sum_votes``. ``choices.outcome_of`` stands here in SQL: the database counts.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from django.db.models import (
    Case,
    CharField,
    Count,
    DateField,
    F,
    IntegerField,
    Model,
    Q,
    QuerySet,
    Sum,
    Value,
    When,
)
from django.db.models.functions import Cast, Coalesce, Concat, Floor, Round, TruncMonth, TruncWeek

from learning.events.choices import (
    WRITTEN_DOWN,
    Boundaries,
    Kind,
    Outcome,
    Reason,
    Recognised,
    Source,
)
from learning.events.models import EventAggregate, ExcludedDraft, RefinementEvent, SelectionEvent
from templatesapp.models import DeskProfile

if TYPE_CHECKING:
    from learning.thresholds.models import LearningSettings

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
Sources = tuple[str, ...]
Row = TypeVar("Row", bound=Model)
_IS_SAMPLE = Q(source=Source.SAMPLE) | Q(selected_source=Source.SAMPLE)
_IS_ORPHAN = Q(selected_at__isnull=True)
# A pair is sample as soon as one of its events is.
PAIR_SOURCE = Case(
    When(_IS_SAMPLE, then=Value(Source.SAMPLE.value)),
    default=Value(Source.LIVE.value),
    output_field=CharField(),
)
# Keys by which votes can be summed, as they are read from stored events. Those that stand in the
# event under the same name are not listed.
_LIVE_KEYS: dict[str, Any] = {
    "week": TruncWeek("created_at", output_field=DateField()),
    "month": TruncMonth("created_at", output_field=DateField()),
    "template_key": Coalesce(F("template_id"), Value(0)),
    "whole_distance_pct": WHOLE_DISTANCE,
}
_STORED_ONLY = {"week", "is_held_out"}
_LIVE_SUMS: dict[str, Any] = {
    "votes": Count("pk"),
    "unchanged": Count("pk", filter=Q(refinement_applied=False)),
    "tenths": Sum(DISTANCE_TENTHS),
}
_SUMMED_SUMS: dict[str, Any] = {
    "votes": Sum("draft_count"),
    "unchanged": Sum("unchanged_count"),
    "tenths": Sum("distance_tenths_sum"),
}


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


class Span(NamedTuple):
    since: datetime | None = None
    until: datetime | None = None


EVER = Span()


def counted_sources() -> Sources:
    """Sources whose events count on this desk. One query."""
    return sources_of(DeskProfile.current().is_sample_desk)


def sources_of(is_sample_desk: bool) -> Sources:
    return (Source.LIVE, Source.SAMPLE) if is_sample_desk else (Source.LIVE,)


def last_attempts(span: Span = EVER) -> QuerySet[RefinementEvent]:
    """The last attempt of each draft, known or not, unordered."""
    return _standing(RefinementEvent.objects.all(), span, "superseded_at")


def joined(sources: Sources, span: Span = EVER) -> QuerySet[Any]:
    """Last attempts at known drafts that count, each one vote."""
    said = last_attempts(span).exclude(_IS_ORPHAN)
    return _that_count(said, sources).exclude(_is_excluded(*WRITTEN_DOWN))


def spoken(sources: Sources, span: Span) -> QuerySet[Any]:
    """What each voice said last about each draft, for calibration: a person's word stands in the
    place of every agent's, an agent's in that of its own. So a draft may have several votes, and
    taking one agent's away leaves exactly what the others said. Proposals are the caller's."""
    said = _standing(RefinementEvent.objects.exclude(_IS_ORPHAN), span, "overruled_at")
    return _that_count(said, sources).exclude(_is_excluded(Kind.POSTED_PLAN))


def lone_selections(span: Span = EVER) -> QuerySet[SelectionEvent]:
    """Selections that nobody refined, unordered."""
    return _standing(SelectionEvent.objects.all(), span, "refined_at")


def kind_expression(*, sources: Sources | None) -> Case:
    """What a last attempt amounts to, exactly one kind. Without sources none is refused for it.

    Order matters: the source comes before what is told by the draft, since retention keeps it apart
    and applies it later.
    """
    cases = [
        When(_IS_ORPHAN, then=Value(Kind.REFINEMENT_WITHOUT_SELECTION.value)),
        When(original_matches=False, then=Value(Kind.HASH_MISMATCH.value)),
        When(is_composite=True, then=Value(Kind.COMPOSITE.value)),
        *(When(_is_excluded(kind), then=Value(kind.value)) for kind in WRITTEN_DOWN),
    ]
    if sources is not None and Source.SAMPLE not in sources:
        cases.insert(1, When(_IS_SAMPLE, then=Value(Kind.SOURCE_NOT_COUNTED.value)))
    return Case(*cases, default=Value(Kind.JOINED.value), output_field=CharField())


def count_votes(sources: Sources, span: Span = EVER) -> int:
    """Counted votes; without a ``since`` those that retention has summed too: nothing after a
    cut-off is ever summed. One query, or two."""
    count = joined(sources, span).count()
    if span.since is not None:
        return count
    summed = EventAggregate.objects.filter(kind=Kind.JOINED, source__in=sources)
    return count + (summed.aggregate(total=Sum("draft_count"))["total"] or 0)


def count_by_kind(sources: Sources, span: Span = EVER) -> dict[str, int]:
    """Drafts of stored events in the span by kind, every kind named. Two queries."""
    counts: dict[str, int] = {kind.value: 0 for kind in Kind}
    kinds = last_attempts(span).annotate(kind=kind_expression(sources=sources))
    counts.update(dict(kinds.values_list("kind").annotate(Count("pk"))))
    counts[Kind.SELECTION_WITHOUT_REFINEMENT] = lone_selections(span).count()
    return counts


def _that_count(said: QuerySet[Any], sources: Sources) -> QuerySet[Any]:
    said = said.filter(original_matches=True, is_composite=False)
    return said if Source.SAMPLE in sources else said.exclude(_IS_SAMPLE)


def _is_excluded(*kinds: Kind) -> Q:
    # Not correlated, so both databases look it up in a hash whatever they take its size for.
    excluded = ExcludedDraft.objects.filter(kind__in=kinds).order_by()
    return Q(draft_id__in=excluded.values("draft_id"))


def _standing(rows: QuerySet[Row], span: Span, ended: str) -> QuerySet[Row]:
    """Rows of the span for which the moment ``ended`` had not come by its end."""
    is_standing = Q(**{f"{ended}__isnull": True})
    if span.until is not None:
        is_standing |= Q(**{f"{ended}__gt": span.until})
        rows = rows.filter(created_at__lte=span.until)
    if span.since is not None:
        rows = rows.filter(created_at__gt=span.since)
    return rows.filter(is_standing).order_by()


@dataclass(frozen=True, slots=True)
class VoteSum:
    """Some votes together. ``spread``: how many at each whole per cent, where that is asked."""

    votes: int = 0
    unchanged: int = 0  # sent as made
    distance_tenths: int = 0  # sum of edit distances, in tenths of a per cent
    spread: Counter[int] = field(default_factory=Counter)

    def __add__(self, other: VoteSum) -> VoteSum:
        return VoteSum(
            self.votes + other.votes,
            self.unchanged + other.unchanged,
            self.distance_tenths + other.distance_tenths,
            self.spread + other.spread,
        )

    @property
    def mean_distance_pct(self) -> float | None:
        """Mean edit distance, one decimal; None of no votes."""
        return round(self.distance_tenths / self.votes / 10, 1) if self.votes else None

    @property
    def unchanged_pct(self) -> float | None:
        return round(100 * self.unchanged / self.votes, 1) if self.votes else None


def sum_votes(
    *,
    by: Sequence[str],
    tuning: LearningSettings,
    since: datetime | None = None,
    template_keys: Collection[int] | None = None,
) -> dict[tuple[Any, ...], VoteSum]:
    """Counted votes, of all templates or of some, summed by ``by``, a tuple of its values as key.

    ``by`` may name month, week, scenario_category, template_key (0: none), template_text_hash,
    whole_distance_pct, category_mismatch, rewrite_reason, outcome. With ``since`` (exclusive), or
    by week or is_held_out, only stored events are read: retention keeps neither. Two queries, a row
    per group; one where only stored events are read.
    """
    sums: dict[tuple[Any, ...], VoteSum] = defaultdict(VoteSum)
    stored = joined(tuning.sources, Span(since))
    summed = EventAggregate.objects.filter(kind=Kind.JOINED, source__in=tuning.sources).order_by()
    if template_keys is not None:
        stored = stored.filter(template__in=template_keys)
        summed = summed.filter(template_key__in=template_keys)
    keys = _LIVE_KEYS | {"outcome": outcome_expression(tuning.boundaries)}
    groups = list(_grouped(stored, by, keys, _LIVE_SUMS))
    if since is None and not _STORED_ONLY & set(by):
        outcome = outcome_expression(tuning.boundaries, distance="whole_distance_pct")
        groups += _grouped(summed, by, {"outcome": outcome}, _SUMMED_SUMS)
    for *key, votes, unchanged, tenths in groups:
        sums[tuple(key)] += VoteSum(votes, int(unchanged), int(tenths))
    return dict(sums)


def _grouped(
    rows: QuerySet[Any], by: Sequence[str], keys: Mapping[str, Any], sums: Mapping[str, Any]
) -> QuerySet[Any, Any]:
    named = rows.annotate(**{name: keys[name] for name in by if name in keys})
    return named.values_list(*by).annotate(**sums)
