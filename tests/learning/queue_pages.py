"""The addresses of the review queue, as a browser and as the queue's own script ask for them."""

from __future__ import annotations

from typing import Any

from django.test import Client
from django.urls import reverse

from learning.proposals.decisions import state_token
from learning.proposals.models import TemplateProposal

LIST = reverse("admin:learning_templateproposal_changelist")
QUEUE = reverse("admin:learning_templateproposal_queue")
BULK = reverse("admin:learning_templateproposal_bulk")
SCRIPT = {"Accept": "application/json"}


def page(proposal: TemplateProposal) -> str:
    return reverse("admin:learning_templateproposal_review", args=[proposal.pk])


def decide_url(proposal: TemplateProposal) -> str:
    return reverse("admin:learning_templateproposal_queue_decide", args=[proposal.pk])


def check_url(proposal: TemplateProposal) -> str:
    return reverse("admin:learning_templateproposal_queue_check", args=[proposal.pk])


def shown(client: Client, proposal: TemplateProposal) -> str:
    return client.get(page(proposal)).content.decode()


def decide(client: Client, proposal: TemplateProposal, decision: str, **fields: Any) -> Any:
    return client.post(decide_url(proposal), {"decision": decision} | fields, headers=SCRIPT)


def confirm(client: Client, rows: list[TemplateProposal], decision: str, **fields: Any) -> Any:
    """Confirms the rows as they are now."""
    return client.post(BULK, {"row": tokens(rows), "decision": decision} | fields, follow=True)


def tokens(rows: list[TemplateProposal]) -> list[str]:
    related = TemplateProposal.objects.select_related("source_template", "applied_template")
    now = {row.pk: row for row in related.filter(pk__in=[row.pk for row in rows])}
    return [f"{row.pk}:{state_token(now[row.pk])}" for row in rows]


def messages_of(response: Any) -> list[str]:
    return [str(message) for message in response.context["messages"]]
