"""Facts, knowledge, policies and the desk's profile."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.core.exceptions import ValidationError
from unfold.decorators import display

from templatesapp.admin.base import HistoryAdmin, ReasonForm, SingletonAdmin
from templatesapp.models import DeskProfile, EmailTemplate, KnowledgeItem, PolicyRule, PropertyFact
from templatesapp.text.facts import check_fact, format_fact


class FactForm(ReasonForm):
    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        kind, value = cleaned.get("kind"), cleaned.get("value")
        if kind and value and (problem := check_fact(kind, value, cleaned.get("unit", ""))):
            raise ValidationError({"value": problem})
        return cleaned


@admin.register(PropertyFact)
class PropertyFactAdmin(HistoryAdmin):
    """Change a price once: every text that holds its slot follows."""

    form = FactForm
    list_display = ["name", "shown", "description", "kind"]
    list_filter = ["kind"]
    search_fields = ["name", "description", "value"]
    readonly_fields = ["where_used"]

    @display(description="In a letter")
    def shown(self, fact: PropertyFact) -> str:
        return format_fact(fact.kind, fact.value, fact.unit, "en")

    @admin.display(description="Used in")
    def where_used(self, fact: PropertyFact) -> str:
        if fact.pk is None:
            return "–"
        slot = f"{{{{SLOT:{fact.slot_name}}}}}"
        templates = EmailTemplate.objects.filter(body__contains=slot, active=True)
        items = KnowledgeItem.objects.filter(answer__contains=slot, active=True)
        names = [f"{template.template_id} {template.language}" for template in templates]
        names += [item.key for item in items]
        return ", ".join(names) or "nothing yet"


@admin.register(KnowledgeItem)
class KnowledgeItemAdmin(HistoryAdmin):
    list_display = ["question", "category", "language", "source", "may_be_injected", "active"]
    list_filter = ["category", "language", "source", "may_be_injected", "active"]
    search_fields = ["key", "question", "answer"]
    readonly_fields = ["source", "question_hashes", "promoted_by", "promoted_at"]


@admin.register(PolicyRule)
class PolicyRuleAdmin(HistoryAdmin):
    list_display = ["key", "category", "condition", "review_tier", "tone", "active"]
    list_filter = ["condition", "review_tier", "active"]
    search_fields = ["key"]


@admin.register(DeskProfile)
class DeskProfileAdmin(SingletonAdmin):
    """Who we are in a letter."""

    readonly_fields = ["is_sample_desk"]
