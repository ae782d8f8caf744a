"""Facts, knowledge, policies and the desk's profile."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.core.exceptions import ValidationError
from unfold.decorators import display

from templatesapp.admin.base import HistoryAdmin, ReasonForm, SingletonAdmin
from templatesapp.categories import CATEGORIES, LANGUAGES
from templatesapp.models import DeskProfile, EmailTemplate, KnowledgeItem, PolicyRule, PropertyFact
from templatesapp.text.facts import check_fact, format_fact


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
    form = PolicyForm
    list_display = ["key", "category", "condition", "review_tier", "tone", "active"]
    list_filter = ["condition", "review_tier", "active"]
    search_fields = ["key"]


@admin.register(DeskProfile)
class DeskProfileAdmin(SingletonAdmin):
    """Who we are in a letter."""

    form = ProfileForm
    readonly_fields = ["is_sample_desk"]
