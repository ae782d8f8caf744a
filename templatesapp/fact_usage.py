"""Which texts carry which facts: what changes when a price is changed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import Q

from templatesapp.models import EmailTemplate, KnowledgeItem
from templatesapp.text.slots import slot_names

_FACT = "FACT_"
_SLOT = f"{{{{SLOT:{_FACT}"


@dataclass(frozen=True, slots=True)
class Carrier:
    """A text that holds a fact's slot: ``key`` its primary key, ``name`` as staff call it."""

    key: int
    name: str
    title: str


@dataclass(frozen=True, slots=True)
class FactUsage:
    """Active texts only: the others say nothing to anybody."""

    templates: tuple[Carrier, ...] = ()
    answers: tuple[Carrier, ...] = ()

    @property
    def words(self) -> str:
        """ "5 templates, 1 answer"; "nothing yet"."""
        counts = ((len(self.templates), "template"), (len(self.answers), "answer"))
        named = [f"{count} {name}{'s' * (count != 1)}" for count, name in counts if count]
        return ", ".join(named) or "nothing yet"


def fact_usage() -> Mapping[str, FactUsage]:
    """By the fact's name; a fact that no text carries is not named. Two queries."""
    templates: dict[str, list[Carrier]] = defaultdict(list)
    answers: dict[str, list[Carrier]] = defaultdict(list)
    carrying = EmailTemplate.objects.filter(
        Q(body__contains=_SLOT) | Q(subject__contains=_SLOT), active=True
    )
    for key, template_id, language, subject, body in carrying.values_list(
        "pk", "template_id", "language", "subject", "body"
    ):
        for name in _fact_names(f"{subject}\n{body}"):
            templates[name].append(Carrier(key, f"{template_id} {language}", subject))
    items = KnowledgeItem.objects.filter(answer__contains=_SLOT, active=True)
    for key, item_key, question, answer in items.values_list("pk", "key", "question", "answer"):
        for name in _fact_names(answer):
            answers[name].append(Carrier(key, item_key, question))
    return {
        name: FactUsage(tuple(templates.get(name, ())), tuple(answers.get(name, ())))
        for name in {*templates, *answers}
    }


def _fact_names(text: str) -> set[str]:
    return {name.removeprefix(_FACT) for name in slot_names(text) if name.startswith(_FACT)}
