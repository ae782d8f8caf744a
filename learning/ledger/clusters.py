"""One question in many wordings: joined where that is sure, offered to a person where it may be."""

from collections.abc import Collection, Sequence

from django.contrib.auth.models import User
from django.db.models import QuerySet

from learning.ledger.likeness import Likeness, likeness, read_question
from learning.ledger.models import QuestionState, UnknownQuestion
from templatesapp.categories import DEFAULT_LANGUAGE, LANGUAGES
from templatesapp.text.reader.topics import topics_of

_COMPARED = ("question", "language", "state", "is_action")
_COMPARED_WITH = 500  # wordings, the newest first; a ledger that nobody tends grows no slower mail


def join_new(keys: Collection[int]) -> None:
    """Puts wordings that were just entered where they belong. Reads and writes once.

    A wording that asks what has an answer is only offered: a person says whether it fits.
    """
    if not keys:
        return
    known = list(_newest().exclude(pk__in=keys)[:_COMPARED_WITH])
    joined = []
    for row in UnknownQuestion.objects.filter(pk__in=keys).order_by("pk"):
        found, likest = _likest(row, known)
        if likest is not None:
            head = likest.belongs_to or likest
            is_sure = (
                found is Likeness.SAME
                and head.state != QuestionState.APPROVED
                and head.is_action == row.is_action
            )
            row.belongs_to, row.offered_to = (head, None) if is_sure else (None, head)
            joined.append(row)
        known.append(row)
    UnknownQuestion.objects.bulk_update(joined, ["belongs_to", "offered_to"])


def read_ahead() -> None:
    """What new wordings are compared with is read when a process starts: half a second that the
    first of them would take under the lock of its draft."""
    for row in _newest()[:_COMPARED_WITH]:
        read_question(row.question, row.language)
        topics_of(row.question, row.language)


def _newest() -> QuerySet[UnknownQuestion]:
    return (
        UnknownQuestion.objects.select_related("belongs_to")
        .only("belongs_to", *_COMPARED, *(f"belongs_to__{name}" for name in _COMPARED))
        .order_by("-last_seen", "pk")
    )


def regroup_others(head: UnknownQuestion, *, language: str, by: User) -> Sequence[UnknownQuestion]:
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
        save_question(row, by=by, reason="answered in another language")
    return stay


def answer_language(question: UnknownQuestion) -> str:
    return question.language if question.language in LANGUAGES else DEFAULT_LANGUAGE


def _likest(
    row: UnknownQuestion, known: Sequence[UnknownQuestion]
) -> tuple[Likeness, UnknownQuestion | None]:
    asked = read_question(row.question, row.language)
    best, likest = Likeness.OTHER, None
    for other in known:
        found = likeness(asked, read_question(other.question, other.language))
        if found > best:
            best, likest = found, other
    return best, likest


def save_question(row: UnknownQuestion, *, by: User, reason: str) -> None:
    """What a person decides about a locked row, with person and reason in its history."""
    links = ["belongs_to", "offered_to", "promoted_item"]
    decision = ["state", "decision_note", "decided_by", "decided_at"]
    row.save_signed(by=by, reason=reason, fields=[*links, *decision])
