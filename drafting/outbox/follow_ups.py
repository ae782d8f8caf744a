"""What a reply promises: a question left to a person, with a day by which it is due."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from config.errors import DomainError
from drafting.mail.models import MailSettings
from drafting.mail.work_models import MAX_QUESTION_CHARACTERS, FollowUp, OutgoingMail
from templatesapp.models import DeskProfile
from templatesapp.text.letter import follow_up_sentences


def promise_follow_ups(*, mail: OutgoingMail, now: datetime) -> int:
    """Make a row of every question that the text of a released reply promises to answer."""
    questions = _left_to_a_person(mail)
    if not questions or not _says_so(mail.body_text):
        return 0
    due = timezone.localdate(now) + timedelta(days=MailSettings.current().follow_up_days)
    rows = [
        FollowUp(
            question=question[:MAX_QUESTION_CHARACTERS],
            thread=mail.thread,
            outgoing_mail=mail,
            due=due,
            assignee=mail.thread.assignee,
            created_at=now,
        )
        for question in questions
    ]
    return len(FollowUp.objects.bulk_create(rows))


def finish_follow_up(*, follow_up_id: int, by: Any) -> FollowUp:
    """Say that a promised answer was given. Raises ``already_decided``."""
    with transaction.atomic():
        follow_up = FollowUp.objects.select_for_update(of=("self",)).get(pk=follow_up_id)
        if follow_up.done_at is not None:
            raise DomainError("already_decided", "This follow-up is done already.")
        follow_up.done_at, follow_up.done_by = timezone.now(), by
        follow_up.save(update_fields=["done_at", "done_by"])
    return follow_up


def _left_to_a_person(mail: OutgoingMail) -> list[str]:
    blocks = mail.draft.question_blocks if mail.draft else []
    return [block["question"] for block in blocks if block["follow_up_required"]]


def _says_so(text: str) -> bool:
    """Whether the promise itself is in the text: an edit may have taken it out."""
    said = " ".join(text.split()).casefold()
    sentences = follow_up_sentences(DeskProfile.current().owners)
    return any(" ".join(sentence.split()).casefold() in said for sentence in sentences)
