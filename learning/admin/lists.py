"""What several lists share: the scenario, and a filter that shows first what waits."""

from typing import Any, ClassVar

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from unfold.decorators import display

_ALL = "all"


class ScenarioColumn:
    """``"scenario"`` in ``list_display``."""

    @display(description="Scenario", ordering="scenario_category")
    def scenario(self, row: Any) -> str:
        return str(row.get_scenario_category_display()) or "No scenario"


class WaitingFilter(admin.SimpleListFilter):
    """Without a choice the list holds what waits.

    ``field`` holds the state, ``states`` are its choices, ``default`` is the choice for what waits:
    a state, or a name of ``groups`` (``{name: (title, states)}``).
    """

    title = "state"
    parameter_name = "state"
    field: ClassVar[str]
    default: ClassVar[str]
    states: ClassVar[list[tuple[str, Any]]]
    groups: ClassVar[dict[str, tuple[str, tuple[str, ...]]]] = {}

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        named = [(name, title) for name, (title, _) in self.groups.items()]
        return [*named, (_ALL, "All"), *self.states]

    def choices(self, changelist: Any) -> Any:
        chosen = self.value() or self.default
        for value, title in self.lookup_choices:
            yield {
                "selected": value == chosen,
                "query_string": changelist.get_query_string({self.parameter_name: value}),
                "display": title,
            }

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        chosen = self.value() or self.default
        # An action on rows that were ticked: one that was decided meanwhile is told, not lost.
        names_rows = request.method == "POST" and request.POST.get("select_across", "0") != "1"
        if chosen == _ALL or (self.value() is None and names_rows):
            return queryset
        wanted = self.groups[chosen][1] if chosen in self.groups else (chosen,)
        return queryset.filter(**{f"{self.field}__in": wanted})
