"""Which mail is kept of drafts that learning names."""

from __future__ import annotations

from typing import Any

from django.db.models import Count, QuerySet
from django.urls import reverse

from drafting.drafts.models import Draft
from drafting.mail.models import Message
from learning.ledger.mails import AskingMail, KeptMails


def kept_mails(draft_ids: QuerySet[Any, Any], shown: int) -> KeptMails:
    """Received mail of these drafts, each once, the newest first. Two queries."""
    drafts = Draft.objects.filter(pk__in=draft_ids, message__isnull=False).order_by()
    counts = drafts.aggregate(all=Count("pk"), mails=Count("message", distinct=True))
    messages = Message.objects.filter(pk__in=drafts.values("message"))
    newest = messages.order_by("-received_at", "-pk").values_list(
        "subject", "received_at", "thread"
    )
    return KeptMails(
        mails=counts["mails"],
        drafts=counts["all"],
        newest=[
            AskingMail(subject, at, reverse("admin:drafting_thread_change", args=[thread]))
            for subject, at, thread in newest[:shown]
        ],
    )
