"""Rows for tests, each valid by itself. Call ``UserFactory.create(…)``: its type is the model's."""

from __future__ import annotations

from typing import Any

import factory
from django.apps import apps
from django.contrib.auth.models import Group, User
from factory.django import DjangoModelFactory, Password

from drafting.access.groups import ROLES, create_groups
from drafting.access.keys import create_key
from drafting.access.models import AgentKey
from templatesapp.choices import FactKind
from templatesapp.models import EmailTemplate, KnowledgeItem, PropertyFact


class UserFactory(DjangoModelFactory[User]):
    """``role``: reviewer, manager, superuser, none (staff without a group) or guest (no staff)."""

    class Meta:
        model = User

    class Params:
        role = "none"

    username = factory.Sequence(lambda number: f"person{number}")
    email = factory.LazyAttribute(lambda user: f"{user.username}@example.org")
    password = Password("a long password")
    is_staff = factory.LazyAttribute(lambda user: user.role != "guest")
    is_superuser = factory.LazyAttribute(lambda user: user.role == "superuser")

    @classmethod
    def _generate(cls, strategy: Any, params: dict[str, Any]) -> User:
        user: User = super()._generate(strategy, params)
        role = params.get("role", "none")
        if role in ROLES:
            user.groups.add(role_group(role))
        return user


def role_group(role: str) -> Group:
    """The group of a role. Tests with real transactions empty the tables that migrations filled."""
    group = Group.objects.filter(name=role).first()
    if group is None or not group.permissions.exists():
        create_groups(apps)
        group = Group.objects.get(name=role)
    return group


def make_agent_key(**fields: Any) -> tuple[AgentKey, str]:
    """The row of a new key, and what the agent sends. Fields as ``create_key`` takes them."""
    return create_key(**{"name": "robot", **fields})


class PropertyFactFactory(DjangoModelFactory[PropertyFact]):
    class Meta:
        model = PropertyFact
        django_get_or_create = ["name"]

    name = "BREAKFAST_PRICE"
    kind = FactKind.MONEY
    value = "7.50"
    unit = "EUR"


class EmailTemplateFactory(DjangoModelFactory[EmailTemplate]):
    class Meta:
        model = EmailTemplate

    template_id = factory.Sequence(lambda number: f"T{number + 1000}")
    language = "en"
    subject = factory.LazyAttribute(lambda template: f"About {template.category}")
    body = "Dear Guest,\n\nThank you for your message.\n\nKind regards"
    category = "general"


class KnowledgeItemFactory(DjangoModelFactory[KnowledgeItem]):
    class Meta:
        model = KnowledgeItem

    key = factory.Sequence(lambda number: f"item-{number}")
    category = "faq"
    question = "Is there a lift?"
    answer = "There is no lift; the house has many stairs."
    language = "en"
    may_be_injected = True
