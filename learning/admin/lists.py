"""Events as lists, read-only, and the list of letters, extended by what was learned of each: here,
since imports run learning → templatesapp. Before them what lists share: the scenario, and a filter
that shows first what waits."""

from typing import Any, ClassVar
from uuid import UUID

from django.contrib import admin
from django.db.models import Count, OuterRef, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from unfold.decorators import display

from learning.events.choices import OUTCOME_WORDS, REASON_WORDS, Kind
from learning.events.models import EventAggregate, ExcludedDraft, RefinementEvent, SelectionEvent
from learning.events.selectors import VoteSum, outcome_expression, sum_votes
from learning.thresholds.selectors import current_tuning
from templatesapp.admin.base import LanguageFilter, ReadOnlyAdmin, column, words_of
from templatesapp.admin.templates import EmailTemplateAdmin
from templatesapp.models import EmailTemplate
from templatesapp.times import time_shown

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


_COLOURS = words_of("learning")["refinementevent"]["colours"]


class DraftEventAdmin(ScenarioColumn, ReadOnlyAdmin):
    """Events of drafts: searched by a whole draft id or by who was at work."""

    search_help_text = "A whole draft id, or an agent's prefix."

    happened = column("When", "created_at", time_shown)

    @display(description="Draft", ordering="draft_id")
    def draft(self, event: Any) -> str:
        """By address: drafts lie above this app, and an event may outlive its draft."""
        address = reverse("admin:drafting_draft_change", args=[event.draft_id])
        return format_html(
            '<a class="desk-link" href="{}" title="{}">{}</a>',
            address,
            event.draft_id,
            str(event.draft_id)[:8],
        )

    def get_fields(self, request: HttpRequest, obj: Any = None) -> list[Any]:
        shown = super().get_fields(request, obj)
        return ["draft" if name == "draft_id" else name for name in shown]

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        try:
            return queryset.filter(draft_id=UUID(search_term.strip())), False
        except ValueError:
            return super().get_search_results(request, queryset, search_term)


@admin.register(SelectionEvent)
class SelectionEventAdmin(DraftEventAdmin):
    list_display = ["happened", "draft", "scenario", "made_from", "selection", "agent", "source"]
    list_select_related = ["template"]
    list_filter = [
        *("ranker_selection", "scenario_category", "is_composite", "source"),
        ("language", LanguageFilter),
        "created_at",
    ]
    search_fields = ["agent"]

    @display(description="Letter", ordering="template__template_id")
    def made_from(self, event: SelectionEvent) -> str:
        """A composite draft is made of several: its first is kept."""
        if event.template is None:
            return "none fitted"
        return f"{event.template}{' and others' if event.is_composite else ''}"

    @display(description="Selection", ordering="ranker_confidence", label=_COLOURS)
    def selection(self, event: SelectionEvent) -> tuple[str, str]:
        said = event.get_ranker_selection_display()
        return event.ranker_selection, f"{said}, {event.ranker_confidence:.0f} %"


@admin.register(RefinementEvent)
class RefinementEventAdmin(DraftEventAdmin):
    list_display = [
        *("happened", "draft", "attempt", "outcome", "distance"),
        *("why", "doubts", "rewritten_by", "source"),
    ]
    list_filter = [
        *("rewrite_reason", "category_mismatch", "original_matches", "source"),
        "created_at",
    ]
    search_fields = ["agent", "staff"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[RefinementEvent]:
        found = outcome_expression(current_tuning().boundaries)
        return super().get_queryset(request).annotate(found=found)

    distance = column("Edit distance", "edit_distance_pct", "{:.1f} %".format)

    why = column("Reason", "rewrite_reason", lambda code: REASON_WORDS.get(code, code).capitalize())

    @display(description="Noted")
    def doubts(self, event: RefinementEvent) -> str:
        noted = {
            "other category": event.category_mismatch,
            "not our draft's text": not event.original_matches,
        }
        return ", ".join(words for words, is_so in noted.items() if is_so) or "–"

    @display(description="By", ordering="agent")
    def rewritten_by(self, event: RefinementEvent) -> str:
        return event.staff or event.agent

    @display(description="Outcome", label=_COLOURS)
    def outcome(self, event: Any) -> tuple[str, str]:
        return event.found, OUTCOME_WORDS[event.found]


@admin.register(ExcludedDraft)
class ExcludedDraftAdmin(DraftEventAdmin):
    list_display = ["happened", "draft", "kind"]
    list_filter = ["kind"]
    search_fields = ["kind"]


@admin.register(EventAggregate)
class EventAggregateAdmin(ReadOnlyAdmin):
    list_display = [
        *("month", "kind", "scenario_category", "template_key"),
        *("whole_distance_pct", "rewrite_reason", "source", "draft_count"),
    ]
    list_filter = ["kind", "scenario_category", "rewrite_reason", "source"]
    date_hierarchy = "month"


admin.site.unregister(EmailTemplate)


@admin.register(EmailTemplate)
class LearnedTemplateAdmin(EmailTemplateAdmin):
    """Times used, events that retention has summed included, and how far drafts were rewritten."""

    list_display = [
        *EmailTemplateAdmin.list_display[:-1],
        "times_used",
        "mean_distance",
        *EmailTemplateAdmin.list_display[-1:],
    ]

    def get_queryset(self, request: HttpRequest) -> QuerySet[EmailTemplate]:
        return super().get_queryset(request).annotate(use_count=_use_count())

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> Any:
        # Three queries for the page, whatever the number of its rows.
        self.votes: dict[tuple[Any, ...], VoteSum] = sum_votes(
            by=("template_key",), tuning=current_tuning()
        )
        return super().changelist_view(request, extra_context)

    times_used = column("Used", "use_count")

    @display(description="Rewritten")
    def mean_distance(self, template: EmailTemplate) -> str:
        mean = self.votes.get((template.pk,), VoteSum()).mean_distance_pct
        return "–" if mean is None else f"{mean:.0f} %"


def _use_count() -> Any:
    """How many drafts were made from a template: stored events, and summed ones."""
    stored = SelectionEvent.objects.filter(template=OuterRef("pk")).order_by()
    summed = EventAggregate.objects.filter(template_key=OuterRef("pk")).order_by()
    return Coalesce(
        Subquery(stored.values("template").annotate(count=Count("pk")).values("count")), 0
    ) + Coalesce(
        Subquery(
            summed.exclude(kind=Kind.REFINEMENT_WITHOUT_SELECTION)
            .values("template_key")
            .annotate(count=Sum("draft_count"))
            .values("count")
        ),
        0,
    )
