"""What a reply promises: a question left to a person, with a day by which it is due."""

from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from config.errors import DomainError
from drafting.drafts.services.check import still_acknowledges
from drafting.mail.models import MailSettings
from drafting.mail.work_models import MAX_QUESTION_CHARACTERS, FollowUp, OutgoingMail
from drafting.pipeline.outcomes import OutcomeKind

READ_AND_ANSWER = "Read the mail and answer it"


def promise_follow_ups(*, mail: OutgoingMail, now: datetime) -> None:
    """A row for everything that the text of a released reply promises; one for all of them where
    it says no more than that the mail was read."""
    asks = _promised(mail)
    if not asks:
        return
    due = timezone.localdate(now) + timedelta(days=MailSettings.current().follow_up_days)
    of_mail = {"thread": mail.thread, "outgoing_mail": mail, "assignee": mail.thread.assignee}
    FollowUp.objects.bulk_create(
        FollowUp(question=text[:MAX_QUESTION_CHARACTERS], due=due, created_at=now, **of_mail)
        for text in asks
    )


def finish_follow_up(*, follow_up_id: int, by: Any) -> FollowUp:
    """Say that a promised answer was given. Raises ``already_decided``."""
    with transaction.atomic():
        follow_up = FollowUp.objects.select_for_update(of=("self",)).get(pk=follow_up_id)
        if follow_up.done_at is not None:
            raise DomainError("already_decided", "This follow-up is done already.")
        follow_up.done_at, follow_up.done_by = timezone.now(), by
        follow_up.save(update_fields=["done_at", "done_by"])
    return follow_up


def _promised(mail: OutgoingMail) -> list[str]:
    """By the outcomes of the text that leaves: an edit may have taken a promise out."""
    draft = mail.draft
    last = draft.last_attempt if draft else None
    if draft is None or last is None:
        return []
    texts = {ask["id"]: ask["text"] for ask in draft.action_plan.get("asks", ())}
    promised = [
        texts.get(row["ask"], row["ask"])
        for row in last.outcomes
        if row["outcome"] == OutcomeKind.PROMISED
    ]
    if not last.outcomes:  # of before outcomes were kept
        promised = [b["question"] for b in draft.question_blocks if b["follow_up_required"]]
    if still_acknowledges(draft, last.body_plain):
        return ["; ".join(promised) or READ_AND_ANSWER]
    return promised
