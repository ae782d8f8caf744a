"""Facts, knowledge, policies and the desk's profile."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.text import Truncator
from unfold.decorators import display

from templatesapp.admin.base import HistoryAdmin, ReasonForm, SingletonAdmin
from templatesapp.admin.times import time_shown
from templatesapp.categories import CATEGORIES, LANGUAGES
from templatesapp.fact_usage import FactUsage, fact_usage
from templatesapp.models import DeskProfile, KnowledgeItem, PolicyRule, PropertyFact
from templatesapp.text.facts import check_fact, format_fact
from templatesapp.text.slots import SLOT


class FactForm(ReasonForm):
    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        kind, value = cleaned.get("kind"), cleaned.get("value")
        if kind and value and (problem := check_fact(kind, value, cleaned.get("unit", ""))):
            raise ValidationError({"value": problem})
        return cleaned


class PolicyForm(ReasonForm):
    """JSON of another shape would stop every draft: it is refused here."""

    def clean_mandatory_content(self) -> dict[str, str]:
        return _sentences(self.cleaned_data["mandatory_content"] or {})

    def clean_prohibited_content(self) -> list[str]:
        return _texts(self.cleaned_data["prohibited_content"] or [])

    def clean_allowed_categories(self) -> list[str]:
        names = _texts(self.cleaned_data["allowed_categories"] or [])
        if unknown := set(names) - set(CATEGORIES):
            raise ValidationError(f"No such category: {', '.join(sorted(unknown))}.")
        return names


class ProfileForm(ReasonForm):
    """JSON of another shape would stop every draft: it is refused here."""

    def clean_allowed_links(self) -> list[str]:
        return _texts(self.cleaned_data["allowed_links"] or [])

    def clean_calls_to_action(self) -> dict[str, dict[str, str]]:
        value = self.cleaned_data["calls_to_action"] or {}
        if not isinstance(value, dict) or not set(CATEGORIES).issuperset(value):
            raise ValidationError('Sentences by category: {"check-in": {"en": "…"}}.')
        return {category: _sentences(by_language) for category, by_language in value.items()}


def _texts(value: Any) -> list[str]:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise ValidationError('A list of texts: ["…", "…"].')
    return value


def _sentences(value: Any) -> dict[str, str]:
    is_shaped = isinstance(value, dict) and set(value) <= set(LANGUAGES)
    if not is_shaped or not all(isinstance(item, str) for item in value.values()):
        raise ValidationError('One sentence per language: {"en": "…", "it": "…"}.')
    return dict(value)


def _slot_words(name: str) -> str:
    return name.removeprefix("FACT_").replace("_", " ").lower()


@admin.register(PropertyFact)
class PropertyFactAdmin(HistoryAdmin):
    """Change a price once: every text that holds its slot follows."""

    form = FactForm
    list_display = ["name", "shown", "description", "kind", "used"]
    list_filter = ["kind"]
    search_fields = ["name", "description", "value"]
    fieldsets = [
        (None, {"fields": ["name", "description", ("kind", "value", "unit"), "change_reason"]}),
        ("What follows from it", {"fields": ["in_letters", "where_used"]}),
    ]
    readonly_fields = ["in_letters", "where_used"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[PropertyFact]:
        self.usage = fact_usage()  # once per page: every row asks
        facts: QuerySet[PropertyFact] = super().get_queryset(request)
        return facts

    def has_delete_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        """A fact that a text carries stays: without it every such letter would be blocked."""
        allowed = bool(super().has_delete_permission(request, obj))
        return allowed and not (isinstance(obj, PropertyFact) and obj.name in fact_usage())

    @display(description="In a letter")
    def shown(self, fact: PropertyFact) -> str:
        return format_fact(fact.kind, fact.value, fact.unit, "en")

    @display(description="Used in")
    def used(self, fact: PropertyFact) -> str:
        return self.usage.get(fact.name, FactUsage()).words

    @admin.display(description="In a letter")
    def in_letters(self, fact: PropertyFact) -> str:
        if fact.pk is None or check_fact(fact.kind, fact.value, fact.unit):
            return "–"
        shown = [
            (language, format_fact(fact.kind, fact.value, fact.unit, language))
            for language in LANGUAGES
        ]
        return format_html_join(" · ", '{1} <span class="desk-quiet">{0}</span>', shown)

    @admin.display(description="Used in")
    def where_used(self, fact: PropertyFact) -> str:
        usage = self.usage.get(fact.name)
        if fact.pk is None or usage is None:
            return "nothing yet"
        pages = {"emailtemplate": usage.templates, "knowledgeitem": usage.answers}
        links = [
            (reverse(f"admin:templatesapp_{model}_change", args=[one.key]), one.title, one.name)
            for model, carriers in pages.items()
            for one in carriers
        ]
        return format_html_join(", ", '<a class="desk-link" href="{}" title="{}">{}</a>', links)

    def save_model(self, request: HttpRequest, obj: PropertyFact, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        usage = fact_usage().get(obj.name)
        if change and usage and {"value", "unit", "kind"} & set(form.changed_data):
            messages.info(request, f"Said from now on in {usage.words}.")


@admin.register(KnowledgeItem)
class KnowledgeItemAdmin(HistoryAdmin):
    """Written answers and promoted ones in one list."""

    list_display = [
        "question",
        "answer_line",
        "category",
        "language",
        "source_label",
        "may_be_injected",
        "active",
    ]
    list_filter = ["source", "category", "language", "may_be_injected", "active"]
    search_fields = ["key", "question", "answer"]
    fieldsets = [
        (None, {"fields": ["question", "answer", "change_reason"]}),
        (
            "Use",
            {
                "fields": [
                    ("category", "language"),
                    ("key", "citation"),
                    "uri",
                    ("may_be_injected", "active"),
                ]
            },
        ),
        ("Where it comes from", {"fields": [("source", "promoted_by", "promoted"), "asked"]}),
    ]
    readonly_fields = ["source", "promoted_by", "promoted", "asked"]
    list_select_related = ["promoted_by"]

    @display(description="Answer")
    def answer_line(self, item: KnowledgeItem) -> str:
        readable = SLOT.sub(lambda slot: f"‹{_slot_words(slot[1])}›", item.answer)
        return Truncator(readable).chars(90)

    @display(description="Source", ordering="source", label={"promoted": "success"})
    def source_label(self, item: KnowledgeItem) -> tuple[str, str]:
        return item.source, str(item.get_source_display())

    @admin.display(description="Promoted")
    def promoted(self, item: KnowledgeItem) -> str:
        return time_shown(item.promoted_at)

    @admin.display(description="Asked as")
    def asked(self, item: KnowledgeItem) -> str:
        """The ledger's questions that it answers. By address: learning lies above this app."""
        if not item.question_hashes:
            return "written by staff; no question of the ledger stands behind it"
        ledger = reverse("admin:learning_unknownquestion_changelist")
        count = len(item.question_hashes)
        return format_html(
            '<a class="desk-link" href="{}?promoted_item__id__exact={}">{}</a>',
            ledger,
            item.pk,
            f"{count} wording{'s' * (count != 1)} of a guest's question",
        )


@admin.register(PolicyRule)
class PolicyRuleAdmin(HistoryAdmin):
    form = PolicyForm
    list_display = ["key", "category", "condition", "review_tier", "tone", "active"]
    list_filter = ["condition", "review_tier", "active"]
    search_fields = ["key"]


@admin.register(DeskProfile)
class DeskProfileAdmin(SingletonAdmin):
    """Who we are in a letter."""

    form = ProfileForm
    readonly_fields = ["is_sample_desk"]
