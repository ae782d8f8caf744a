"""What waits for a person, counted in one query for the whole page: badges, cards, banner."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime
from functools import partial
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Exists, IntegerField, Q, QuerySet, Subquery
from django.http import HttpRequest
from django.utils import timezone

from drafting.access.models import AgentKey
from drafting.desk.needs_you import moments, needing_threads
from drafting.drafts.models import Draft
from drafting.mail.models import MailSettings
from drafting.mail.work_models import FollowUp, OutgoingMail
from drafting.runs.models import MemoryEntry
from learning.ledger.selectors import waiting_questions
from learning.proposals.choices import ReviewState
from learning.proposals.models import TemplateProposal
from templatesapp.models import DeskProfile, EmailTemplate, PropertyFact
from templatesapp.written import Written

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
    return Waiting(**_WAITING.first(person_id=person_id or 0, **moments(timezone.now())))


def count_badges(*, person_id: int, now: datetime) -> dict[str, int]:
    """What the menu shows, by the field of Waiting; asked by every open page every few seconds."""
    counts: dict[str, int] = _BADGES.first(person_id=person_id, **moments(now))
    return counts


def _all_counts(person_id: int, today: date, overdue: datetime) -> dict[str, Any]:
    """By the fields of Waiting."""
    decided = TemplateProposal.objects.filter(review_state__in=_DECIDED)
    pending = TemplateProposal.objects.filter(review_state=ReviewState.PENDING)
    return _badge_counts(person_id, today, overdue) | {
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
            User.objects.filter(is_staff=True, is_active=True).exclude(pk=person_id)
        ),
    }


def _badge_counts(person_id: int, today: date, overdue: datetime) -> dict[str, Any]:
    needing = needing_threads(person_id=person_id, today=today, overdue=overdue)
    pending = TemplateProposal.objects.filter(review_state=ReviewState.PENDING)
    return {
        "needs_you": CountOf(needing)
        + CountOf(MailSettings.objects.filter(sign_in_needed_at__isnull=False)),
        "proposals": CountOf(pending),
        "questions": CountOf(waiting_questions()),
        "replies": CountOf(OutgoingMail.objects.filter(state="awaiting_release")),
        "follow_ups": CountOf(FollowUp.objects.filter(done_at=None, due__lte=today)),
        "memory": CountOf(MemoryEntry.objects.filter(status="pending", retired_at=None)),
    }


def _on_own_row(counts: Callable[..., dict[str, Any]], **given: Any) -> QuerySet[User, Any]:
    own = User.objects.filter(pk=given["person_id"]).order_by()
    return own.values(**counts(**given))


_WAITING = Written(partial(_on_own_row, _all_counts))
_BADGES = Written(partial(_on_own_row, _badge_counts))
