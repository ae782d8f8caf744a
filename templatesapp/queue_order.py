"""Where an item stands in a queue that people walk through, and which comes next. Reads only."""

from dataclasses import dataclass
from functools import reduce
from typing import Any

from django.db.models import Count, Model, Q, QuerySet, Subquery


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
        """Where an item stands, decided or not. One query that counts and one that walks an index
        from here; of a neighbour of another rank one more."""
        earlier = self._of_other_rank(item, False) | self._of_same_rank(item, False)
        this = Count("pk", filter=Q(pk=item.pk))
        counts = waiting.order_by().aggregate(
            all=Count("pk"), before=Count("pk", filter=earlier), this=this
        )
        others = waiting.exclude(pk=item.pk)
        sides = {"previous": False, "next": True}
        nearest = {
            name: Subquery(self._near(others, item, is_later).values("pk")[:1])
            for name, is_later in sides.items()
        }
        this_row = type(item)._default_manager.filter(pk=item.pk).order_by()
        found: dict[str, Any] = dict(this_row.values(**nearest).get())
        after = counts["all"] - counts["before"] - counts["this"]
        for name, count in (("previous", counts["before"]), ("next", after)):
            if found[name] is None and count:
                found[name] = _first(self._far(others, item, sides[name]))
        number = counts["before"] + 1 if counts["this"] else 0
        return Place(number, counts["all"], found["previous"], found["next"])

    def next(self, waiting: QuerySet[Any], after: Model | None = None) -> Any:
        """Key of the one to look at next: behind ``after`` as it stood when it was read, whatever
        became of it since; else the first that waits. None where nothing else does.

        Nearly always the next is of the same rank: then the index of what waits is walked from
        here on, and no further."""
        if after is None:
            return _first(waiting)
        others = waiting.exclude(pk=after.pk)
        behind = _first(self._near(others, after, True)) or _first(self._far(others, after, True))
        return behind or _first(others)

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


def _first(items: QuerySet[Any]) -> Any:
    return items.values_list("pk", flat=True).first()
