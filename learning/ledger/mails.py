"""The mails that an answer would have changed. Learning keeps no mail, so drafting says here which
of the drafts that a question stood in still have theirs (settings.LEARNING_MAIL_FINDER)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import reduce
from operator import or_
from typing import Any

from django.conf import settings
from django.db.models import Q, QuerySet, TextField
from django.db.models.functions import Cast
from django.utils.module_loading import import_string

from learning.events.models import SelectionEvent
from learning.ledger.clusters import answer_language
from learning.ledger.models import UnknownQuestion

SHOWN_MAILS = 20
_MOST_WORDINGS = 200  # an expression of the database has its limits


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


def mails_that_would_change(question: UnknownQuestion) -> KeptMails:
    """Mails that asked this, in any wording that an answer to it would serve: those in its
    language. The query of its wordings, and the finder's."""
    wordings = question.wordings.order_by("-times_seen", "pk")[:_MOST_WORDINGS]
    language = answer_language(question)
    served = [question, *(row for row in wordings if answer_language(row) == language)]
    finder: MailFinder = import_string(settings.LEARNING_MAIL_FINDER)
    return finder(_drafts_asking(served), SHOWN_MAILS)


def _drafts_asking(served: Sequence[UnknownQuestion]) -> QuerySet[Any, Any]:
    """Of the time in which it was asked: the index of that spares the older ones."""
    asks = reduce(or_, (Q(hashes__contains=row.question_hash) for row in served))
    since = min(row.first_seen for row in served)
    events = SelectionEvent.objects.filter(created_at__gte=since).order_by()
    return (
        events.annotate(hashes=Cast("question_hashes", TextField()))
        .filter(asks)
        .values_list("draft_id", flat=True)
    )
