"""Facts, knowledge, policies and the desk's profile."""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import ValidationError
from django.db import models
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.text import Truncator, slugify
from unfold.decorators import display
from unfold.widgets import UnfoldAdminCheckboxSelectMultipleWidget, UnfoldAdminTextInputWidget

from templatesapp.admin import base
from templatesapp.admin.exchange import EXCHANGES, ExchangeAdmin
from templatesapp.admin.fields import CallsField, LinesField, SentencesField
from templatesapp.admin.pages import with_overtaken
from templatesapp.categories import CATEGORY_NAMES, LANGUAGES
from templatesapp.choices import CATEGORY_CHOICES
from templatesapp.exchange import FACTS, KNOWLEDGE
from templatesapp.house_rows import said_problems
from templatesapp.models import (
    MAX_KEY_CHARACTERS,
    DeskProfile,
    KnowledgeItem,
    PolicyRule,
    PropertyFact,
)
from templatesapp.outdated import FactUsage, fact_usage
from templatesapp.services import known_fact_names
from templatesapp.text.coverage.questions import one_thing
from templatesapp.text.facts import check_fact, format_fact
from templatesapp.text.guarded.scopes import PLAIN
from templatesapp.text.slots import SLOT, name_in_words
from templatesapp.times import time_shown


class FactForm(base.ReasonForm):
    def clean_name(self) -> str:
        """As lists and letters say it in words is good enough: “Breakfast from”."""
        return "_".join(self.cleaned_data["name"].upper().split())

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        kind, value = cleaned.get("kind"), cleaned.get("value")
        if not value and "value" not in self.errors:
            raise ValidationError({"value": "Say what it is."})
        if kind and value and (problem := check_fact(kind, value, cleaned.get("unit", ""))):
            raise ValidationError({"value": problem})
        return cleaned


class AnswerForm(base.ReasonForm):
    key = forms.CharField(
        required=False, max_length=MAX_KEY_CHARACTERS, widget=UnfoldAdminTextInputWidget()
    )

    def clean_answer(self) -> str:
        answer = _as_stored(self.cleaned_data["answer"])
        if "answer" in self.changed_data:
            problems = said_problems("knowledge", {"answer": answer}, known_fact_names())
            if problems:
                raise ValidationError(problems)
        return answer

    def clean(self) -> dict[str, Any]:
        """A yes or no is held against replies by what its question is about. An answer without a
        key gets its question's words."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        item, question = self.instance, cleaned.get("question")
        if question and "key" in cleaned and not cleaned["key"]:
            key = slugify(question, allow_unicode=True) or question
            cleaned["key"] = key[:MAX_KEY_CHARACTERS]
        if (
            question
            and cleaned.get("decides")
            and ("question" in self.changed_data or not item.concepts)
        ):
            about = one_thing(question, cleaned.get("language") or item.language) - PLAIN
            if not about:
                said = "Leave this empty: the desk knows no word for what the question is about."
                raise ValidationError({"decides": said})
            item.concepts = sorted(about)
        return cleaned


class PolicyForm(base.ReasonForm):
    mandatory_content = SentencesField()
    prohibited_content = LinesField()
    allowed_categories = forms.MultipleChoiceField(
        required=False,
        choices=CATEGORY_CHOICES,
        widget=UnfoldAdminCheckboxSelectMultipleWidget(),
    )


class ProfileForm(base.ReasonForm):
    house_nouns = LinesField()
    allowed_links = LinesField()
    calls_to_action = CallsField()

    def clean_house_nouns(self) -> list[str]:
        """A line with commas is what most people type into such a field."""
        lines: list[str] = self.cleaned_data["house_nouns"]
        return [noun.strip() for line in lines for noun in line.split(",") if noun.strip()]

    def clean_signature(self) -> str:
        return _as_stored(self.cleaned_data["signature"])


def _as_stored(text: str) -> str:
    """Browsers send CRLF; a file and a letter around it hold plain line ends."""
    return text.replace("\r\n", "\n")


@admin.register(PropertyFact)
class PropertyFactAdmin(ExchangeAdmin):
    """Change a price once: every text that holds its slot follows."""

    form = FactForm
    exchange = FACTS
    actions_list = EXCHANGES
    list_display = ["name_shown", "shown", "description", "kind", "used"]
    list_filter = ["kind"]
    search_fields = ["name", "description", "value"]
    fieldsets = [
        base.section(None, "name", "description", "kind", ("value", "unit"), "change_reason"),
        base.section("What follows from it", "where_used"),
    ]
    readonly_fields = ["where_used"]

    def get_queryset(self, request: HttpRequest) -> Any:
        self.usage = fact_usage()  # once per page: every row asks
        return super().get_queryset(request)

    def has_delete_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        """A fact that a text carries stays: without it every such letter would be blocked."""
        allowed = bool(super().has_delete_permission(request, obj))
        return allowed and not (isinstance(obj, PropertyFact) and obj.name in fact_usage())

    name_shown = base.column("Fact", "name", name_in_words)

    @display(description="In a letter")
    def shown(self, fact: PropertyFact) -> str:
        if not fact.value:
            return "not known yet"
        return format_fact(fact.kind, fact.value, fact.unit, "en")

    @display(description="Used in")
    def used(self, fact: PropertyFact) -> str:
        return self.usage.get(fact.name, FactUsage()).words

    @admin.display(description="Used in")
    def where_used(self, fact: PropertyFact) -> str:
        usage = self.usage.get(fact.name)
        if fact.pk is None or usage is None:
            return "nothing yet"
        pages = {"emailtemplate": usage.templates, "knowledgeitem": usage.answers}
        links = [
            (reverse(f"admin:templatesapp_{model}_change", args=[key]), title, name)
            for model, carriers in pages.items()
            for key, name, title in carriers
        ]
        return format_html_join(", ", '<a class="desk-link" href="{}" title="{}">{}</a>', links)

    def save_model(self, request: HttpRequest, obj: PropertyFact, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        usage = fact_usage().get(obj.name)
        if change and usage and {"value", "unit", "kind"} & set(form.changed_data):
            said = f"Said from now on in {usage.words}."
            messages.info(request, with_overtaken(request, said))


_SWITCHES = ("may_be_injected", "active")


@admin.register(KnowledgeItem)
class KnowledgeItemAdmin(ExchangeAdmin):
    """Written answers and promoted ones in one list."""

    form = AnswerForm
    exchange = KNOWLEDGE
    actions_list = EXCHANGES
    list_display = ["question", "answer_line", "category", "language", "source_label", *_SWITCHES]
    list_filter = ["source", "category", "language", *_SWITCHES]
    search_fields = ["key", "question", "answer"]
    fieldsets = [
        base.section(None, "question", "answer", "decides", "change_reason"),
        base.section("Use", ("category", "language"), ("key", "citation"), "uri", _SWITCHES),
        base.section("Where it comes from", ("source", "promoted_by", "promoted"), "asked"),
    ]
    readonly_fields = ["source", "promoted_by", "promoted", "asked"]
    list_select_related = ["promoted_by"]

    @display(description="Answer")
    def answer_line(self, item: KnowledgeItem) -> str:
        readable = SLOT.sub(lambda slot: f"‹{name_in_words(slot[1]).lower()}›", item.answer)
        return Truncator(readable).chars(90)

    source_label = base.tagged("Source", "source", {"promoted": "success"})
    promoted = base.column("Promoted", "promoted_at", time_shown, ordering=None)

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
class PolicyRuleAdmin(base.HistoryAdmin):
    form = PolicyForm
    list_display = ["key", "category", "condition", "review_tier", "tone", "active"]
    list_filter = ["condition", "review_tier", "active"]
    search_fields = ["key"]
    read_as = {
        "mandatory_content": "must_say",
        "prohibited_content": "must_not_say",
        "allowed_categories": "only_of",
    }

    must_not_say = base.joined("prohibited_content", "Must not say", "\n")

    @admin.display(description="Must say")
    def must_say(self, rule: PolicyRule) -> str:
        said = rule.mandatory_content.items()
        return "\n".join(f"{LANGUAGES[code]}: {text}" for code, text in said) or "–"

    @admin.display(description="Only letters of")
    def only_of(self, rule: PolicyRule) -> str:
        names = [CATEGORY_NAMES.get(one, one) for one in rule.allowed_categories]
        return ", ".join(names) or "any category"


@admin.register(DeskProfile)
class DeskProfileAdmin(base.SingletonAdmin):
    """Who we are in a letter."""

    form = ProfileForm
    readonly_fields = ["address", "is_sample_desk"]
    read_as = {"house_nouns": "nouns", "allowed_links": "links", "calls_to_action": "calls"}
    nouns = base.joined("house_nouns", "House nouns", "\n")
    links = base.joined("allowed_links", "Allowed links", "\n")

    @admin.display(description="Form of address")
    def address(self, profile: DeskProfile) -> str:
        return str(base.words_of("templatesapp")["deskprofile"]["address"])

    @admin.display(description="Calls to action")
    def calls(self, profile: DeskProfile) -> str:
        return CallsField().prepare_value(profile.calls_to_action) or "–"
