"""Where an item stands in a queue that people walk through, and which comes next. Reads only."""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from typing import Any

from django.db.models import Count, Min, Model, Q, QuerySet, Subquery, TextField
from django.db.models.functions import Cast, Coalesce


@dataclass(frozen=True, slots=True)
class Place:
    """``number``: 1-based place among ``total`` that wait; 0 for one that has left the queue.
    ``previous``, ``next``: keys of its neighbours that wait, None for none."""

    number: int
    total: int
    previous: Any
    next: Any


@dataclass(frozen=True, slots=True)
class QueueOrder:
    """What has most of ``rank`` first, where one is named, then the least of ``at``. ``rank`` may
    lie across a relation that the item was read with; what waits is given in this order."""

    rank: str = ""
    at: str = "created_at"

    @property
    def fields(self) -> tuple[str, ...]:
        return *([f"-{self.rank}"] if self.rank else ()), self.at, "pk"

    def place(self, waiting: QuerySet[Any], item: Model) -> Place:
        """Where an item stands, decided or not. One query, which counts; a neighbour comes by an
        index from here, and one of another rank is only looked for where this rank has none."""
        earlier = self._of_other_rank(item, False) | self._of_same_rank(item, False)
        others = waiting.exclude(pk=item.pk)
        # A neighbour is one value for all that is counted; as text, since not all keys have a least.
        found = waiting.order_by().aggregate(
            all=Count("pk"),
            before=Count("pk", filter=earlier),
            this=Count("pk", filter=Q(pk=item.pk)),
            previous=Min(Cast(self._beside(others, item, False), TextField())),
            next=Min(Cast(self._beside(others, item, True), TextField())),
        )
        number = found["before"] + 1 if found["this"] else 0
        to_key = item._meta.pk.to_python
        return Place(number, found["all"], to_key(found["previous"]), to_key(found["next"]))

    def next(self, waiting: QuerySet[Any], after: Model | None = None) -> Any:
        """Key of the one to look at next: after ``after`` as it stood when it was read, whatever
        became of it since; else the first that waits. None where nothing else does."""
        if after is None:
            return waiting.values_list("pk", flat=True).first()
        others = waiting.exclude(pk=after.pk)
        first = Subquery(others.values("pk")[:1])
        this = type(after)._default_manager.filter(pk=after.pk).order_by()
        following = Coalesce(self._beside(others, after, True), first)
        return this.values_list(following, flat=True).get()

    def _beside(self, others: QuerySet[Any], item: Model, is_later: bool) -> Coalesce:
        """Key of the nearest on one side; nearly always it is of the same rank."""
        sides = (self._near(others, item, is_later), self._far(others, item, is_later))
        return Coalesce(*(Subquery(side.values("pk")[:1]) for side in sides))

    def _near(self, items: QuerySet[Any], item: Model, is_later: bool) -> QuerySet[Any]:
        """Of the same rank on one side of this one, the nearest first."""
        sign = "" if is_later else "-"
        same = items.filter(self._of_same_rank(item, is_later))
        return same.order_by(f"{sign}{self.at}", f"{sign}pk")

    def _far(self, items: QuerySet[Any], item: Model, is_later: bool) -> QuerySet[Any]:
        """Of another rank on one side of this one, the nearest first."""
        others = items.filter(self._of_other_rank(item, is_later))
        return others if is_later else others.reverse()

    def _of_same_rank(self, item: Any, is_later: bool) -> Q:
        side, at = "gt" if is_later else "lt", getattr(item, self.at)
        same = Q(**{f"{self.at}__{side}e": at})
        if self.rank:
            same &= Q(**{self.rank: self._rank_of(item)})
        return same & (Q(**{f"{self.at}__{side}": at}) | Q(**{f"pk__{side}": item.pk}))

    def _of_other_rank(self, item: Model, is_later: bool) -> Q:
        if not self.rank:
            return Q(pk__in=())
        side = "lt" if is_later else "gt"
        return Q(**{f"{self.rank}__{side}": self._rank_of(item)})

    def _rank_of(self, item: Model) -> Any:
        return reduce(getattr, self.rank.split("__"), item)
