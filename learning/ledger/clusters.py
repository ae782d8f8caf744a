"""One question in many wordings: joined where that is sure, offered to a person where it may be."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime

from django.contrib.auth.models import User

from config.errors import DomainError
from learning.ledger.choices import QuestionState
from learning.ledger.likeness import Likeness, likeness, read_question
from learning.ledger.models import UnknownQuestion
from templatesapp.categories import DEFAULT_LANGUAGE, LANGUAGES
from templatesapp.services import store_promoted_answer

_COMPARED_WITH = 500  # wordings, the newest first; a ledger that nobody tends grows no slower mail


def join_new(keys: Collection[int]) -> None:
    """Puts wordings that were just entered where they belong. Reads and writes once.

    A wording that asks what has an answer is only offered: a person says whether it fits.
    """
    if not keys:
        return
    known = list(
        UnknownQuestion.objects.exclude(pk__in=keys)
        .select_related("belongs_to")
        .order_by("-last_seen", "pk")[:_COMPARED_WITH]
    )
    joined = []
    for row in UnknownQuestion.objects.filter(pk__in=keys).order_by("pk"):
        found, likest = _likest(row, known)
        if likest is not None:
            head = likest.belongs_to or likest
            is_sure = found is Likeness.SAME and head.state != QuestionState.APPROVED
            row.belongs_to, row.offered_to = (head, None) if is_sure else (None, head)
            joined.append(row)
        known.append(row)
    UnknownQuestion.objects.bulk_update(joined, ["belongs_to", "offered_to"])


def join_wording(*, question: UnknownQuestion, by: User, now: datetime) -> None:
    """Makes it another wording of the question it is offered to, with all of its own wordings; what
    is answered there in its language answers it from now on. The row is locked.

    Raises conflict where nothing is offered, or what is offered has its answer in another language
    only; promotion_conflict.
    """
    head = question.offered_to
    if head is None:
        raise DomainError("conflict", "There is no question that it could be joined to.")
    head = head.belongs_to or head
    if head.promoted_item is not None and answer_language(head) != answer_language(question):
        raise DomainError("conflict", "It needs an answer in its own language: promote one.")
    moved = [question, *question.wordings.select_for_update(of=("self",)).order_by("pk")]
    for row in moved:
        row.belongs_to, row.offered_to = head, None
        _save(row, by=by, reason=f"the same as {head.pk}")
    item = head.promoted_item
    if item is None or not item.active:
        return
    answered = [row for row in moved if answer_language(row) == item.language]
    store_promoted_answer(
        key=item.key,
        question=item.question,
        answer=item.answer,
        category=item.category,
        language=item.language,
        question_hashes=[row.question_hash for row in answered],
        by=by,
        now=now,
    )
    for row in answered:
        row.state, row.promoted_item = QuestionState.APPROVED, item
        row.decided_by, row.decided_at = by, now
        _save(row, by=by, reason="another wording of an answered question")


def part_wording(*, question: UnknownQuestion, by: User) -> None:
    """Makes it a question of its own, offered to none. The row is locked, and waits."""
    question.belongs_to = question.offered_to = None
    _save(question, by=by, reason="a question of its own")


def regroup_others(
    head: UnknownQuestion, *, language: str, by: User, reason: str
) -> Sequence[UnknownQuestion]:
    """The wordings in ``language`` stay; those of each other language become a question of their
    own, with the answered one beside it: an answer is said in one language."""
    stay: list[UnknownQuestion] = []
    firsts: dict[str, UnknownQuestion] = {}
    for row in head.wordings.select_for_update(of=("self",)).order_by("first_seen", "pk"):
        if answer_language(row) == language:
            stay.append(row)
            continue
        first = firsts.setdefault(row.language, row)
        row.belongs_to = None if first is row else first
        row.offered_to = head if first is row else None
        _save(row, by=by, reason=reason)
    return stay


def answer_language(question: UnknownQuestion) -> str:
    return question.language if question.language in LANGUAGES else DEFAULT_LANGUAGE


def _likest(
    row: UnknownQuestion, known: Sequence[UnknownQuestion]
) -> tuple[Likeness, UnknownQuestion | None]:
    asks = read_question(row.question, row.language)
    best, likest = Likeness.OTHER, None
    for other in known:
        found = likeness(asks, read_question(other.question, other.language))
        if found > best:
            best, likest = found, other
    return best, likest


def _save(row: UnknownQuestion, *, by: User, reason: str) -> None:
    row._history_user = by
    row._change_reason = reason
    row.save(
        update_fields=[
            "belongs_to",
            "offered_to",
            "state",
            "promoted_item",
            "decided_by",
            "decided_at",
        ]
    )
