"""The list of templates, extended by what was learned of each.
It is extended here since imports run learning → templatesapp."""

from typing import Any

from django.contrib import admin
from django.db.models import Count, OuterRef, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce
from django.http import HttpRequest
from unfold.decorators import display

from learning.events.choices import Kind
from learning.events.models import EventAggregate, SelectionEvent
from learning.events.sums import VoteSum, sum_votes
from learning.thresholds.selectors import current_tuning
from templatesapp.admin.base import column
from templatesapp.admin.templates import EmailTemplateAdmin
from templatesapp.models import EmailTemplate

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
