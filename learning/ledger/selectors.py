"""Queries of the question ledger, and of the mails that an answer would have changed.
In the shapes of the API."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import reduce
from operator import or_
from typing import Any

from django.conf import settings
from django.db.models import Case, F, OuterRef, Q, QuerySet, Subquery, Sum, TextField, When
from django.db.models.functions import Cast, Coalesce
from django.utils.module_loading import import_string

from config.errors import invalid
from learning.events.models import SelectionEvent
from learning.ledger.models import WAITING_STATES, QuestionState, UnknownQuestion
from learning.ledger.recording import answer_language
from templatesapp.categories import LANGUAGES
from templatesapp.house_rows import row_of

_ROW = (
    *("id", "question", "question_hash", "language", "scenario_category", "times_seen"),
    *("first_seen", "last_seen", "suggested_answer", "state"),
)
SHOWN_MAILS = 20
_MOST_WORDINGS = 200  # an expression of the database has its limits


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


@dataclass(frozen=True, slots=True)
class AskingMail:
    subject: str
    received_at: datetime
    url: str


@dataclass(frozen=True, slots=True)
class KeptMails:
    """``mails``: how many in all, ``newest`` of them shown; ``gone``: drafts whose mail is erased,
    or was never recorded."""

    mails: int = 0
    newest: Sequence[AskingMail] = ()
    gone: int = 0


# Given draft ids as a query and how many mails to show.
MailFinder = Callable[[QuerySet[Any, Any], int], KeptMails]


def near_answers(question: UnknownQuestion) -> list[tuple[str, str]]:
    """What a person may begin with, each with where it is from: what the same question gets in
    another language, and what was found when it was asked."""
    found = []
    offered = question.offered_to
    answered = offered.promoted_item if offered else None
    if answered is not None and answered.active:
        sure = f"The answer in {LANGUAGES[answered.language]} to what may be the same question"
        found.append((answered.answer, sure))
    if guess := question.suggested_answer:
        found.append((guess, "Found when it was asked, and too unsure to be sent"))
    return found


def mails_that_would_change(question: UnknownQuestion) -> KeptMails:
    """Mails that asked this, in any wording that an answer to it would serve: those in its
    language. The query of its wordings, and the finder's."""
    wordings = question.wordings.order_by("-times_seen", "pk")[:_MOST_WORDINGS]
    language = answer_language(question)
    served = [question, *(row for row in wordings if answer_language(row) == language)]
    asks = reduce(or_, (Q(hashes__contains=row.question_hash) for row in served))
    # Of the time in which it was asked: the index of that spares the older ones.
    since = min(row.first_seen for row in served)
    events = SelectionEvent.objects.filter(created_at__gte=since).order_by()
    asking = events.annotate(hashes=Cast("question_hashes", TextField())).filter(asks)
    finder: MailFinder = import_string(settings.LEARNING_MAIL_FINDER)
    return finder(asking.values_list("draft_id", flat=True), SHOWN_MAILS)
