"""Events joined by draft_id. One draft is one vote: its last attempt.

A span is ``since`` < time of the last attempt <= ``until``; an open end is None. Attempts after
``until`` do not exist for it, so what was read once up to a cut-off reads the same ever after.
Every read is of one large table: a join of two is planned by statistics, which may be stale.
``sources`` is what ``counted_sources()`` says. Only ``count_all_joined`` adds what retention has
summed; charts read ``sums``.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db.models import Case, CharField, Count, Q, QuerySet, Sum, Value, When

from learning.events.choices import WRITTEN_DOWN, Kind, Source
from learning.events.models import EventAggregate, ExcludedDraft, RefinementEvent, SelectionEvent
from templatesapp.models import DeskProfile

Sources = tuple[str, ...]

_IS_SAMPLE = Q(source=Source.SAMPLE) | Q(selected_source=Source.SAMPLE)
_IS_ORPHAN = Q(selected_at__isnull=True)


def counted_sources() -> Sources:
    """Sources whose events count on this desk. One query."""
    if DeskProfile.current().is_sample_desk:
        return (Source.LIVE, Source.SAMPLE)
    return (Source.LIVE,)


def last_attempts(
    *, since: datetime | None = None, until: datetime | None = None
) -> QuerySet[RefinementEvent]:
    """The last attempt of each draft, known or not, unordered."""
    attempts = RefinementEvent.objects.filter(_span(since=since, until=until))
    return attempts.filter(_not_before("superseded_at", until)).order_by()


def pairs(*, since: datetime | None = None, until: datetime | None = None) -> QuerySet[Any]:
    """Last attempts that have a selection, counted or not."""
    return last_attempts(since=since, until=until).exclude(_IS_ORPHAN)


def joined(
    *, sources: Sources, since: datetime | None = None, until: datetime | None = None
) -> QuerySet[Any]:
    """Pairs that count, each one vote."""
    counted = _that_count(pairs(since=since, until=until), sources)
    return counted.exclude(_is_excluded(*WRITTEN_DOWN))


def spoken(
    *, sources: Sources, since: datetime | None = None, until: datetime | None = None
) -> QuerySet[Any]:
    """What each voice said last about each draft, for calibration: a person's word stands in the
    place of every agent's, an agent's in that of its own. So a draft may have several votes, and
    taking one agent's away leaves exactly what the others said. Proposals are the caller's."""
    said = RefinementEvent.objects.filter(_span(since=since, until=until))
    said = said.filter(_not_before("overruled_at", until)).exclude(_IS_ORPHAN).order_by()
    return _that_count(said, sources).exclude(_is_excluded(Kind.POSTED_PLAN))


def lone_selections(
    *, since: datetime | None = None, until: datetime | None = None
) -> QuerySet[SelectionEvent]:
    """Selections that nobody refined, unordered."""
    selections = SelectionEvent.objects.filter(_span(since=since, until=until))
    return selections.filter(_not_before("refined_at", until)).order_by()


def lone_refinements(
    *, since: datetime | None = None, until: datetime | None = None
) -> QuerySet[RefinementEvent]:
    """Last attempts at drafts that nobody knows, unordered."""
    return last_attempts(since=since, until=until).filter(_IS_ORPHAN)


def kind_expression(*, sources: Sources | None) -> Case:
    """What a pair amounts to, each pair exactly one kind. Without sources none is refused for it.

    Order matters: the source comes first, since retention keeps it apart and applies it later.
    """
    cases = [
        When(original_matches=False, then=Value(Kind.HASH_MISMATCH.value)),
        When(is_composite=True, then=Value(Kind.COMPOSITE.value)),
        *(When(_is_excluded(kind), then=Value(kind.value)) for kind in WRITTEN_DOWN),
    ]
    if sources is not None and Source.SAMPLE not in sources:
        cases.insert(0, When(_IS_SAMPLE, then=Value(Kind.SOURCE_NOT_COUNTED.value)))
    return Case(*cases, default=Value(Kind.JOINED.value), output_field=CharField())


def pair_source_expression() -> Case:
    """A pair is sample as soon as one of its events is."""
    return Case(
        When(_IS_SAMPLE, then=Value(Source.SAMPLE.value)),
        default=Value(Source.LIVE.value),
        output_field=CharField(),
    )


def count_all_joined(*, sources: Sources, until: datetime | None = None) -> int:
    """Counted votes ever: of stored events, and those that retention has summed. Two queries."""
    summed = EventAggregate.objects.filter(kind=Kind.JOINED, source__in=sources)
    summed_count: int = summed.aggregate(total=Sum("draft_count"))["total"] or 0
    return joined(sources=sources, until=until).count() + summed_count


def count_by_kind(
    *, sources: Sources, since: datetime | None = None, until: datetime | None = None
) -> dict[str, int]:
    """Drafts of stored events in the span by kind, every kind named. Three queries."""
    counts: dict[str, int] = {kind.value: 0 for kind in Kind}
    kinds = (
        pairs(since=since, until=until)
        .annotate(kind=kind_expression(sources=sources))
        .values_list("kind")
        .annotate(Count("pk"))
    )
    counts.update(dict(kinds))
    selections = lone_selections(since=since, until=until)
    refinements = lone_refinements(since=since, until=until)
    counts[Kind.SELECTION_WITHOUT_REFINEMENT] = selections.count()
    counts[Kind.REFINEMENT_WITHOUT_SELECTION] = refinements.count()
    return counts


def _that_count(said: QuerySet[Any], sources: Sources) -> QuerySet[Any]:
    said = said.filter(original_matches=True, is_composite=False)
    return said if Source.SAMPLE in sources else said.exclude(_IS_SAMPLE)


def _is_excluded(*kinds: Kind) -> Q:
    # Not correlated, so both databases look it up in a hash whatever they take its size for.
    excluded = ExcludedDraft.objects.filter(kind__in=kinds).order_by()
    return Q(draft_id__in=excluded.values("draft_id"))


def _not_before(moment: str, until: datetime | None) -> Q:
    """Whether what ``moment`` tells of has not happened, or not yet at ``until``."""
    happens_later = Q() if until is None else Q(**{f"{moment}__gt": until})
    return Q(**{f"{moment}__isnull": True}) | happens_later


def _span(*, since: datetime | None = None, until: datetime | None = None) -> Q:
    span = Q()
    if since is not None:
        span &= Q(created_at__gt=since)
    if until is not None:
        span &= Q(created_at__lte=until)
    return span
