"""Reads of the question ledger, in the shapes of the API."""

from typing import Any

from django.db.models import Case, F, OuterRef, QuerySet, Subquery, Sum, When
from django.db.models.functions import Coalesce

from config.errors import invalid
from learning.ledger.choices import WAITING_STATES, QuestionState
from learning.ledger.models import UnknownQuestion
from templatesapp.house_rows import row_of

_ROW = (
    *("id", "question", "question_hash", "language", "scenario_category", "times_seen"),
    *("first_seen", "last_seen", "suggested_answer", "state"),
)


def with_totals(questions: QuerySet[UnknownQuestion]) -> QuerySet[Any]:
    """With ``asked``: how often it came in all of its wordings."""
    sums = (
        UnknownQuestion.objects.filter(belongs_to=OuterRef("pk"))
        .order_by()
        .values("belongs_to")
        .annotate(total=Sum("times_seen"))
        .values("total")
    )
    return questions.annotate(asked=F("times_seen") + Coalesce(Subquery(sums), 0))


def list_questions(*, state: str = "") -> QuerySet[UnknownQuestion]:
    """Most often asked first, each once with its other wordings; of one ``state`` where given.
    Raises validation_error."""
    if state and state not in QuestionState.values:
        raise invalid("state", f"One of: {', '.join(QuestionState.values)}.")
    heads = UnknownQuestion.objects.filter(belongs_to=None).prefetch_related("wordings")
    questions = with_totals(heads).order_by("-asked", "first_seen", "id")
    return questions.filter(state=state) if state else questions


def question_row(question: UnknownQuestion) -> dict[str, Any]:
    """``{id, question, question_hash, language, scenario_category, times_seen, first_seen,
    last_seen, suggested_answer, state, wordings: [{question, language, times_seen}]}``;
    ``times_seen`` in all of its wordings."""
    wordings = question.wordings.all()
    return row_of(question, _ROW) | {
        "times_seen": question.times_seen + sum(row.times_seen for row in wordings),
        "wordings": [row_of(row, ("question", "language", "times_seen")) for row in wordings],
    }


def waiting_questions() -> QuerySet[UnknownQuestion]:
    """Each once, whatever its wordings."""
    return UnknownQuestion.objects.filter(state__in=WAITING_STATES, belongs_to=None)


def next_waiting_question(*, after: UnknownQuestion) -> int | None:
    """The key of the one to look at next: new ones first, the most asked first. One query.

    None where nothing else waits. Deferred ones come after all new ones, so nobody is sent in a
    circle while something new is there.
    """
    waiting = with_totals(waiting_questions().exclude(pk=after.pk))
    in_turn = waiting.order_by(
        Case(When(state=QuestionState.NEW, then=0), default=1), "-asked", "first_seen", "id"
    )
    return in_turn.values_list("pk", flat=True).first()
