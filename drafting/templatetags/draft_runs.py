"""The runs of a draft or a conversation, on their pages."""

from typing import Any

from django import template
from django.db.models import QuerySet

from drafting.drafts.models import Draft
from drafting.mail.models import Thread
from drafting.runs.models import DraftRun
from drafting.runs.page import RunLine, read_lines
from templatesapp.marked import show_text

register = template.Library()
VIEW = "drafting.view_draftrun"

register.filter("shown", show_text)


@register.inclusion_tag("admin/drafting/run/of_draft.html", takes_context=True)
def runs_of_draft(context: dict[str, Any], draft: Draft) -> dict[str, Any]:
    """Original and best confidence, revisions, and whether one was applied: read from its runs."""
    return {"lines": _lines(context, DraftRun.objects.filter(draft=draft.pk))}


@register.inclusion_tag("admin/drafting/run/of_thread.html", takes_context=True)
def runs_of_thread(context: dict[str, Any], thread: Thread) -> dict[str, Any]:
    return {"lines": _lines(context, DraftRun.objects.filter(batch__thread=thread.pk))}


def _lines(context: dict[str, Any], runs: QuerySet[DraftRun]) -> list[RunLine]:
    request = context.get("request")
    may_see = request is not None and request.user.has_perm(VIEW)
    return read_lines(runs) if may_see else []
