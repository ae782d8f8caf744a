"""Promoted answers: what a person wrote for a question that guests really asked."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction

from config.errors import DomainError
from templatesapp.choices import KnowledgeSource
from templatesapp.models import KnowledgeItem


@transaction.atomic
def store_promoted_answer(
    *,
    key: str,
    question: str,
    answer: str,
    category: str,
    language: str,
    question_hashes: Sequence[str],
    by: User,
    now: datetime,
) -> KnowledgeItem:
    """The active knowledge item under ``key``; one that was retired comes back with this answer.

    The same answer again writes nothing, unless it brings further hashes. Raises
    promotion_conflict where another answer is active under the key or for one of the hashes,
    validation_error.
    """
    item = KnowledgeItem.objects.select_for_update(of=("self",)).filter(key=key).first()
    _refuse_other_answers(key, answer, question_hashes)
    if item is not None and item.active:
        hashes = list(dict.fromkeys([*item.question_hashes, *question_hashes]))
        if hashes == item.question_hashes:
            return item
        return _saved(item, {"question_hashes": hashes}, by=by, reason="another wording")
    fields = {
        "question": question,
        "answer": answer,
        "category": category,
        "language": language,
        "question_hashes": list(dict.fromkeys(question_hashes)),
        "source": KnowledgeSource.PROMOTED,
        "may_be_injected": True,  # the person who promotes it allows it
        "active": True,
        "promoted_by": by,
        "promoted_at": now,
    }
    return _saved(item or KnowledgeItem(key=key), fields, by=by, reason="promoted")


@transaction.atomic
def retire_promoted_answer(*, item: KnowledgeItem, by: User, reason: str) -> KnowledgeItem:
    """Out of use; it stays readable. Locks the row; already retired: no write."""
    stored = KnowledgeItem.objects.select_for_update(of=("self",)).get(pk=item.pk)
    if not stored.active:
        return stored
    return _saved(stored, {"active": False}, by=by, reason=reason)


def _refuse_other_answers(key: str, answer: str, question_hashes: Sequence[str]) -> None:
    """One question, one answer: also where it is another wording that carries the hash."""
    wanted = set(question_hashes)
    promoted = KnowledgeItem.objects.filter(active=True, source=KnowledgeSource.PROMOTED)
    for item in promoted.select_related("promoted_by"):
        # No JSON lookup here: SQLite has none for "contains".
        is_about_it = item.key == key or wanted & set(item.question_hashes)
        if is_about_it and item.answer != answer:
            raise DomainError(
                "promotion_conflict",
                "Another answer is active for this question: revert it first.",
                extra={
                    "key": item.key,
                    "active_answer": item.answer,
                    "promoted_by": item.promoted_by.get_username() if item.promoted_by else None,
                },
            )


def _saved(item: Any, fields: dict[str, Any], *, by: User, reason: str) -> KnowledgeItem:
    """``item``: a KnowledgeItem; simple-history's attributes are unknown to its type."""
    for name, value in fields.items():
        setattr(item, name, value)
    try:
        item.full_clean(validate_unique=False)
    except ValidationError as error:
        raise DomainError(
            "validation_error", "; ".join(error.messages), fields=error.message_dict
        ) from error
    item._history_user = by
    item._change_reason = reason
    item.save()
    saved: KnowledgeItem = item
    return saved
