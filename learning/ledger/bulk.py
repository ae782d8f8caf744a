"""Many questions at once, each by the service of one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime

from django.contrib.auth.models import User

from config.errors import invalid
from learning.ledger.models import UnknownQuestion
from learning.ledger.services import (
    defer_question,
    promote_question,
    reject_question,
    require_right,
    revert_promotion,
)
from learning.many import BulkOutcome, decide_each

_DONE_WORDS = {
    "promote": "promoted",
    "reject": "rejected",
    "defer": "deferred",
    "revert": "reverted",
}
_NAME_CHARACTERS = 40


def bulk_decide_questions(
    *,
    question_ids: Sequence[int],
    decision: str,
    by: User,
    answers: Mapping[int, str] | None = None,
    note: str = "",
    now: datetime,
) -> BulkOutcome:
    """Decides these questions, one transaction each; those that fail a check are skipped.

    ``decision``: promote (with an answer per question id), reject, defer or revert. Raises
    permission_denied and validation_error before anything is written.
    """
    require_right(by)
    given = answers or {}
    services: dict[str, Callable[[int], UnknownQuestion]] = {
        "promote": lambda key: promote_question(
            question_id=key, by=by, answer=given.get(key, ""), now=now
        ),
        "reject": lambda key: reject_question(question_id=key, by=by, note=note, now=now),
        "defer": lambda key: defer_question(question_id=key, by=by, note=note, now=now),
        "revert": lambda key: revert_promotion(question_id=key, by=by, note=note, now=now),
    }
    if decision not in services:
        raise invalid("decision", f"One of: {', '.join(_DONE_WORDS)}.")
    return decide_each(
        question_ids, services[decision], done_word=_DONE_WORDS[decision], names=_names
    )


def _names(keys: Sequence[int]) -> dict[int, str]:
    rows = UnknownQuestion.objects.filter(pk__in=keys)
    return {row.pk: f"“{row.question[:_NAME_CHARACTERS]}”" for row in rows}
