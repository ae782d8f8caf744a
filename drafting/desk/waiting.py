"""What waits for a person, counted in one query for the whole page: badges, cards, banner."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from typing import Any

from django.contrib.auth.models import User
from django.db import connection
from django.db.models import Exists, IntegerField, Q, QuerySet, Subquery
from django.http import HttpRequest
from django.utils import timezone

from drafting.access.models import AgentKey
from drafting.desk.needs_you import needing_threads, overdue_since
from drafting.drafts.models import Draft
from drafting.mail.models import MailSettings
from drafting.mail.work_models import FollowUp, OutgoingMail
from drafting.runs.models import MemoryEntry
from learning.ledger.selectors import waiting_questions
from learning.proposals.choices import ReviewState
from learning.proposals.models import TemplateProposal
from templatesapp.models import DeskProfile, EmailTemplate, PropertyFact

_KEPT = "_desk_waiting"
_DECIDED = (ReviewState.APPROVED, ReviewState.REJECTED, ReviewState.ROLLED_BACK)


class CountOf(Subquery):
    """The number of rows of a queryset, inside another query."""

    template = "(SELECT COUNT(*) FROM (%(subquery)s) counted)"
    output_field = IntegerField()

    def __init__(self, rows: QuerySet[Any]) -> None:
        super().__init__(rows.order_by().values("pk"))


@dataclass(frozen=True, slots=True)
class Waiting:
    """Counts."""

    needs_you: int
    proposals: int
    oldest_proposal_at: datetime | None
    approved: int  # of the proposals that a person decided, those that went live and stayed
    decided: int
    questions: int
    replies: int
    uncertain: int
    follow_ups: int  # due today or before
    memory: int
    is_sample_desk: bool
    has_drafts: bool
    has_agents: bool
    has_templates: bool
    has_profile: bool
    has_facts: bool
    has_colleagues: bool


def waiting_on(request: HttpRequest) -> Waiting:
    """The counts, read once per request. One query."""
    kept: Waiting | None = getattr(request, _KEPT, None)
    if kept is None:
        kept = count_waiting(person_id=request.user.pk)
        setattr(request, _KEPT, kept)
    return kept


def count_waiting(*, person_id: int | None) -> Waiting:
    """Everything that waits. The person's own row carries the counts: it is there for certain."""
    now = timezone.now()
    decided = TemplateProposal.objects.filter(review_state__in=_DECIDED)
    pending = TemplateProposal.objects.filter(review_state=ReviewState.PENDING)
    counts = _of_badges(person_id or 0, now) | {
        "oldest_proposal_at": Subquery(pending.order_by("created_at").values("created_at")[:1]),
        "approved": CountOf(decided.filter(review_state=ReviewState.APPROVED)),
        "decided": CountOf(decided),
        "uncertain": CountOf(OutgoingMail.objects.filter(state__in=("uncertain", "failed"))),
        "is_sample_desk": Exists(DeskProfile.objects.filter(is_sample_desk=True)),
        "has_drafts": Exists(Draft.objects.all()),
        "has_agents": Exists(AgentKey.objects.filter(revoked_at__isnull=True)),
        "has_templates": Exists(EmailTemplate.objects.filter(active=True)),
        "has_profile": Exists(
            DeskProfile.objects.exclude(Q(business_name="") | Q(owners="") | Q(signature=""))
        ),
        "has_facts": Exists(PropertyFact.objects.exclude(value="")),
        "has_colleagues": Exists(
            User.objects.filter(is_staff=True, is_active=True).exclude(pk=person_id or 0)
        ),
    }
    values = _on_own_row(counts, person_id or 0).get()
    return Waiting(**dict(zip(counts, values, strict=True)))


def count_badges(*, person_id: int, now: datetime) -> dict[str, int]:
    """What the menu shows, by the field of Waiting; asked by every open page every few seconds.

    Django takes far longer to write this query than the database to answer it, so it is
    written once in a process, with marks where person and time stand."""
    names, sql, marks = _written(connection.alias)
    given = _given(person_id, now)
    with connection.cursor() as cursor:
        cursor.execute(sql, [given[mark] if mark else value for mark, value in marks])
        row = cursor.fetchone()
    return dict(zip(names, row, strict=True))


@cache
def _written(alias: str) -> tuple[list[str], str, list[tuple[str, Any]]]:
    """The counts' names, the query, and of each of its parameters which of ``_given`` it is ("" for
    none) and its value."""
    person_id, now = 1_987_654_321, datetime(1971, 3, 5, 7, 11, 13, tzinfo=UTC)
    counts = _of_badges(person_id, now)
    sql, parameters = _on_own_row(counts, person_id).query.get_compiler(alias).as_sql()
    marks = {value: name for name, value in _given(person_id, now).items()}
    return list(counts), sql, [(marks.get(value, ""), value) for value in parameters]


def _given(person_id: int, now: datetime) -> dict[str, Any]:
    """What differs from poll to poll, as the database takes it."""
    times = {"now": now, "overdue_since": overdue_since(now)}
    adapted = {name: connection.ops.adapt_datetimefield_value(time) for name, time in times.items()}
    today = connection.ops.adapt_datefield_value(timezone.localdate(now))
    return adapted | {"today": today, "person": person_id}


def _of_badges(person_id: int, now: datetime) -> dict[str, Any]:
    pending = TemplateProposal.objects.filter(review_state=ReviewState.PENDING)
    return {
        "needs_you": CountOf(needing_threads(person_id=person_id, now=now))
        + CountOf(MailSettings.objects.filter(sign_in_needed_at__isnull=False)),
        "proposals": CountOf(pending),
        "questions": CountOf(waiting_questions()),
        "replies": CountOf(OutgoingMail.objects.filter(state="awaiting_release")),
        "follow_ups": CountOf(
            FollowUp.objects.filter(done_at=None, due__lte=timezone.localdate(now))
        ),
        "memory": CountOf(MemoryEntry.objects.filter(status="pending", retired_at=None)),
    }


def _on_own_row(counts: dict[str, Any], person_id: int) -> QuerySet[User, tuple[Any, ...]]:
    # "waits_": a user has fields and relations of its own.
    named = {f"waits_{name}": expression for name, expression in counts.items()}
    return User.objects.filter(pk=person_id).order_by().annotate(**named).values_list(*named)
