"""Lists and counts what waits for a person: the page *Needs you*, badges, cards, banner.
What only they can move on; counted in one query for the whole page. Reads only."""

from collections.abc import Callable
from datetime import date, datetime, timedelta
from functools import partial, reduce
from operator import or_
from typing import Any

from django.contrib.auth.models import User
from django.db.models import (
    Case,
    Exists,
    F,
    IntegerField,
    Min,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    When,
)
from django.http import HttpRequest
from django.utils import timezone

from drafting.access.models import AgentKey
from drafting.drafts.models import Draft
from drafting.mail.choices import Direction, MailKind, MailState, ThreadStatus, Urgency
from drafting.mail.entries import why_people
from drafting.mail.models import MailSettings, Message, Thread
from drafting.mail.selectors import IS_UNANSWERED
from drafting.mail.work_models import FollowUp, OutgoingMail, RecipientReport
from drafting.outbox.releases import OPEN_EMERGENCY
from drafting.pipeline.interpret.escalation import REQUIRED_HIGH
from drafting.runs.models import MemoryEntry
from drafting.tables import table_beside
from learning.ledger.selectors import waiting_questions
from learning.proposals.models import ReviewState, TemplateProposal
from templatesapp.categories import PROTECTED_CATEGORIES
from templatesapp.choices import Purpose
from templatesapp.models import DeskProfile, EmailTemplate, KnowledgeItem, PropertyFact
from templatesapp.written import Written

SHOWN_AT_MOST = 200
OVERDUE_HOURS = 24  # a guest expects an answer within a day
# Flag → [as shown, tone of its tag], in the order in which they are told.
REASONS = {name: (said, tone) for name, (said, tone) in table_beside(__file__).items()}
_KEPT = "_desk_waiting"
_DECIDED = (ReviewState.APPROVED, ReviewState.REJECTED, ReviewState.ROLLED_BACK)


def moments(now: datetime) -> dict[str, Any]:
    """The day, and ``overdue``: what came before it waits too long."""
    return {"today": timezone.localdate(now), "overdue": now - timedelta(hours=OVERDUE_HOURS)}


def needing_threads(*, person_id: int | None, today: date, overdue: datetime) -> QuerySet[Any]:
    """Conversations that need a person, each with a flag for every reason; the most urgent first,
    then those that wait longest. What merely waits for its release is the queue's."""
    mine = OuterRef("pk")
    unanswered = Message.objects.filter(IS_UNANSWERED, thread=mine)
    outgoing = OutgoingMail.objects.filter(thread=mine)
    promised = FollowUp.objects.filter(thread=mine, done_at=None)
    waits = Q(has_new=True)
    is_left = Q(status=ThreadStatus.WAITING_FOR_PERSON)
    is_open = waits | is_left
    return (
        Thread.objects.exclude(status=ThreadStatus.CLOSED)
        .annotate(
            has_new=Exists(unanswered),
            reply_id=Subquery(outgoing.filter(state=MailState.AWAITING_RELEASE).values("pk")[:1]),
            is_stuck=Exists(
                outgoing.filter(
                    ~Exists(_sent_after(OuterRef("created_at"))),
                    state__in=(MailState.FAILED, MailState.UNCERTAIN),
                )
            ),
            is_promised=Exists(promised.filter(due__lte=today)),
            is_emergency=Q(urgency=Urgency.EMERGENCY) | Exists(promised.filter(OPEN_EMERGENCY)),
            has_report=Exists(
                RecipientReport.objects.filter(
                    ~Exists(_sent_after(OuterRef("report__received_at"))),
                    report__thread=mine,
                    is_delayed=False,
                )
            ),
            is_overdue=Exists(unanswered.filter(received_at__lt=overdue)),
        )
        .annotate(
            may_be_emergency=is_open & Q(urgency=Urgency.MAY_BE_EMERGENCY, is_emergency=False),
            is_critical=is_open & Q(urgency=Urgency.CRITICAL),
            is_high=is_open & Q(urgency=Urgency.HIGH),
            is_bounced=is_left & Q(has_report=True, reply_id=None),
            is_handed_over=is_left & Q(has_report=False, reply_id=None),
            is_mine=waits & Q(assignee_id=person_id or 0),
        )
        .filter(reduce(or_, (Q(**{flag: True}) for flag in REASONS)))
        .order_by("-urgency", "pk")
    )


def list_needs(*, person_id: int | None, now: datetime) -> list[tuple[Any, list[tuple[str, str]]]]:
    """The list as it is shown, at most ``SHOWN_AT_MOST``: each conversation (with ``since``, None
    where nothing is unanswered, ``due``, of its next promise, ``why``, as far as it is known, and
    ``reply_id``, that waits for its release) and the words of its REASONS. Five queries."""
    waiting = Message.objects.filter(IS_UNANSWERED, thread=OuterRef("pk")).order_by()
    oldest = waiting.values("thread").annotate(since=Min("received_at")).values("since")
    promised = FollowUp.objects.filter(thread=OuterRef("pk"), done_at=None).order_by("due", "pk")
    found = (
        needing_threads(person_id=person_id, **moments(now))
        .annotate(
            since=Subquery(oldest),
            due=Subquery(promised.values("due")[:1]),
            promise=Subquery(promised.values("question")[:1]),
        )
        .select_related("assignee")
        .prefetch_related("participants")
        .order_by(_rank().desc(), F("since").asc(nulls_last=True), "due", "pk")
    )
    threads = list(found[:SHOWN_AT_MOST])
    left = [one.pk for one in threads if one.status == ThreadStatus.WAITING_FOR_PERSON]
    why = why_people(left, bounced=[one.pk for one in threads if one.is_bounced])
    for thread in threads:
        thread.why = why.get(thread.pk) or thread.promise or ""
    return [
        (thread, [words for flag, words in REASONS.items() if getattr(thread, flag)])
        for thread in threads
    ]


def _rank() -> Case:
    """What cannot wait comes first. By what was read of the mail: whoever comes tonight does not
    wait for money, a prepayment runs out within a day; an urgency that is only suspected waits for
    both; what is of no stay is last."""
    read = Draft.objects.filter(message__thread=OuterRef("pk"), message__answered_by=None)
    read = read.filter(message__direction=Direction.IN)
    suspected = read.filter(action_plan__escalation__confidence__lte=REQUIRED_HIGH)
    runs_out = read.filter(action_plan__workflow_triggers__prepayment=True)
    of_no_stay = read.filter(action_plan__workflow_triggers__booking_context=False)
    return Case(
        When(is_emergency=True, then=8),
        When(urgency=Urgency.MAY_BE_EMERGENCY, then=7),
        When(urgency=Urgency.CRITICAL, then=6),
        When(~Exists(suspected), urgency=Urgency.HIGH, then=5),
        When(urgency=Urgency.TODAY, then=4),
        When(Exists(runs_out), then=3),
        When(urgency=Urgency.HIGH, then=2),
        When(Exists(of_no_stay), then=0),
        default=1,
    )


def _sent_after(moment: OuterRef) -> QuerySet[OutgoingMail]:
    """What of ours left in the same conversation later: it ends what was wrong before."""
    thread = OuterRef(OuterRef("pk"))
    sent = OutgoingMail.objects.filter(thread=thread, state=MailState.SENT, sent_at__gt=moment)
    return sent.exclude(kind=MailKind.RECEIPT)


class CountOf(Subquery):
    """The number of rows of a queryset, inside another query."""

    template = "(SELECT COUNT(*) FROM (%(subquery)s) counted)"
    output_field = IntegerField()

    def __init__(self, rows: QuerySet[Any]) -> None:
        super().__init__(rows.order_by().values("pk"))


def waiting_on(request: HttpRequest) -> dict[str, Any]:
    """``count_waiting`` for the person of the request, once for the whole page."""
    if not hasattr(request, _KEPT):
        setattr(request, _KEPT, count_waiting(person_id=request.user.pk))
    return getattr(request, _KEPT)


def count_waiting(*, person_id: int | None) -> dict[str, Any]:
    """All of ``_all_counts`` in one query. The person's own row carries the counts: it is there for
    certain."""
    return _WAITING.first(person_id=person_id or 0, **moments(timezone.now()))


def count_badges(*, person_id: int, now: datetime) -> dict[str, int]:
    """What the menu shows; asked by every open page every few seconds."""
    return _BADGES.first(person_id=person_id, **moments(now))


def _all_counts(person_id: int, today: date, overdue: datetime) -> dict[str, Any]:
    """``approved``: of the proposals that a person ``decided``, those that went live and stayed."""
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
        "has_letters": Exists(
            EmailTemplate.objects.filter(active=True, purpose=Purpose.ANSWER).exclude(
                category__in=PROTECTED_CATEGORIES
            )
        ),
        "has_answers": Exists(KnowledgeItem.objects.filter(active=True)),
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
