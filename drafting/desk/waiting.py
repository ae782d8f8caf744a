"""Lists and counts what waits for a person: the page *Needs you*, badges, cards, banner.
What only they can move on and no other list shows; counted in one query for the whole page. Reads
only."""

from collections.abc import Callable, Iterable
from datetime import date, datetime, timedelta
from functools import partial, reduce
from operator import or_
from typing import Any

from django.contrib.auth.models import User
from django.db.models import (
    Case,
    Count,
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
from drafting.mail.models import Contact, MailSettings, Message, Thread
from drafting.mail.selectors import IS_TO_ANSWER
from drafting.mail.work_models import FollowUp, OutgoingMail, RecipientReport
from drafting.outbox.release_queue import LONG_WAIT, release_queue
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

SHOWN_AT_MOST = 50  # the next ones come up as these are seen to
OVERDUE_HOURS = 24  # a guest expects an answer within a day
# Flag → [as shown, tone of its tag], in the order in which they are told.
REASONS = {name: (said, tone) for name, (said, tone) in table_beside(__file__).items()}
_KEPT = "_desk_waiting"
_URGENT = {
    Urgency.EMERGENCY: "is_emergency",
    Urgency.MAY_BE_EMERGENCY: "may_be_emergency",
    Urgency.CRITICAL: "is_critical",
    Urgency.HIGH: "is_high",
}
# What no reply settles: it is told here though a reply waits for its release.
NOT_QUEUED = ("is_emergency", "is_stuck", "is_promised")
# IS_UNANSWERED, by the few who are blocked: joined with contacts, PostgreSQL reads all of them.
_UNANSWERED = IS_TO_ANSWER & ~Q(
    Exists(Contact.objects.filter(is_blocked=True, pk=OuterRef("contact")))
)
_QUEUED = Q(state=MailState.AWAITING_RELEASE, kind=MailKind.REPLY)
_STUCK = (MailState.FAILED, MailState.UNCERTAIN)
_DECIDED = (ReviewState.APPROVED, ReviewState.REJECTED, ReviewState.ROLLED_BACK)


def moments(now: datetime) -> dict[str, Any]:
    """The day, and ``overdue``: what came before it waits too long."""
    return {"today": timezone.localdate(now), "overdue": now - timedelta(hours=OVERDUE_HOURS)}


def needing_threads(
    *, person_id: int | None, today: date, overdue: datetime, among: QuerySet[Any] | None = None
) -> QuerySet[Any]:
    """Conversations that need a person, each with a flag for every reason; the most urgent first,
    then those that wait longest. One whose reply stands in the person's own queue is here only for
    a reason of NOT_QUEUED: the others are told there. ``among``: keys, else all."""
    mine, person = OuterRef("pk"), person_id or 0
    unanswered = Message.objects.filter(_UNANSWERED, thread=mine)
    outgoing = OutgoingMail.objects.filter(thread=mine)
    promised = FollowUp.objects.filter(thread=mine, done_at=None)
    waits = Q(has_new=True)
    is_left = Q(status=ThreadStatus.WAITING_FOR_PERSON)
    is_open = waits | is_left
    left_to_queue = ~Q(reply_id=None) & ~_of_colleague(person)
    return (
        Thread.objects.filter(pk__in=_looked_at(person) if among is None else among)
        .exclude(status=ThreadStatus.CLOSED)
        .annotate(
            has_new=Exists(unanswered),
            reply_id=Subquery(outgoing.filter(_QUEUED).values("pk")[:1]),
            is_stuck=Exists(
                outgoing.filter(~Exists(_sent_after(OuterRef("created_at"))), state__in=_STUCK)
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
            is_mine=waits & Q(assignee_id=person),
        )
        .filter(_any_of(NOT_QUEUED) | ~left_to_queue & _any_of(REASONS))
        .order_by("-urgency", "pk")
    )


def _any_of(flags: Iterable[str]) -> Q:
    return reduce(or_, (Q(**{flag: True}) for flag in flags))


def _looked_at(person: int) -> QuerySet[Any]:
    """Keys of the few conversations that may need a person, each part by an index that holds
    little else: to ask all that ever came what is the matter with it takes seconds."""
    queued = OutgoingMail.objects.filter(_QUEUED)
    unanswered = Message.objects.filter(_UNANSWERED)
    of_colleague = Thread.objects.filter(_of_colleague(person))
    parts = (
        Thread.objects.filter(status=ThreadStatus.WAITING_FOR_PERSON).values("pk"),
        Thread.objects.filter(urgency=Urgency.EMERGENCY).values("pk"),
        of_colleague.filter(Exists(queued.filter(thread=OuterRef("pk")))).values("pk"),
        FollowUp.objects.filter(done_at=None).values("thread"),
        *(OutgoingMail.objects.filter(state=state).values("thread") for state in _STUCK),
    )
    new = unanswered.filter(~Exists(queued.filter(thread=OuterRef("thread")))).values("thread")
    return new.order_by().union(*(part.order_by() for part in parts))


def _of_colleague(person: int) -> Q:
    return Q(assignee__isnull=False) & ~Q(assignee=person)


def list_needs(*, person_id: int | None, now: datetime) -> list[tuple[Any, list[tuple[str, str]]]]:
    """The list as it is shown, at most ``SHOWN_AT_MOST``: each conversation (with ``since``, None
    where nothing is unanswered, ``due``, of its next promise, ``why``, as far as it is known, and
    ``reply_id``, that waits for its release) and the words of its REASONS. Five queries."""
    threads = _shown_needs.rows(person_id=person_id or 0, **moments(now))
    left = [one.pk for one in threads if one.status == ThreadStatus.WAITING_FOR_PERSON]
    why = why_people(left, bounced=[one.pk for one in threads if one.is_bounced])
    for thread in threads:
        thread.why = why.get(thread.pk) or thread.promise or ""
    return [
        (thread, [words for flag, words in REASONS.items() if getattr(thread, flag)])
        for thread in threads
    ]


@Written
def _shown_needs(**given: Any) -> QuerySet[Any]:
    """What is shown of each is read of those that are shown, not of all that are put in order."""
    waiting = Message.objects.filter(_UNANSWERED, thread=OuterRef("pk")).order_by()
    oldest = waiting.values("thread").annotate(since=Min("received_at")).values("since")
    promised = FollowUp.objects.filter(thread=OuterRef("pk"), done_at=None).order_by("due", "pk")
    order = (_rank().desc(), F("since").asc(nulls_last=True), "due", "pk")
    dated = {"since": Subquery(oldest), "due": Subquery(promised.values("due")[:1])}
    first = needing_threads(**given).annotate(**dated).order_by(*order).values("pk")
    shown = needing_threads(**given, among=first[:SHOWN_AT_MOST]).annotate(**dated)
    return (
        shown.annotate(promise=Subquery(promised.values("question")[:1]))
        .select_related("assignee")
        .prefetch_related("participants")
        .order_by(*order)
    )


def tell_queue(
    *, person: Any, besides: Iterable[Thread], now: datetime
) -> tuple[dict[str, int], OutgoingMail | None, tuple[str, str] | None]:
    """The review queue in one line: how many replies wait ``all``, how many of them are ``urgent``
    and how many wait ``long``; the first of it that is of no conversation in ``besides``, and the
    word of REASONS for its urgency. Two queries."""
    waiting = release_queue(person)
    counts = waiting.order_by().aggregate(
        all=Count("pk"),
        urgent=Count("pk", filter=Q(thread__urgency__gte=Urgency.HIGH)),
        long=Count("pk", filter=Q(waiting_since__lt=now - LONG_WAIT)),
    )
    others = waiting.exclude(thread__in=[thread.pk for thread in besides])
    first = others.select_related("thread").defer("body_text", "headers").first()
    flag = _URGENT.get(Urgency(first.thread.urgency), "") if first else ""
    return counts, first, REASONS.get(flag)


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
        "uncertain": CountOf(OutgoingMail.objects.filter(state__in=_STUCK)),
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
        "replies": CountOf(release_queue(User(pk=person_id))),
        "follow_ups": CountOf(FollowUp.objects.filter(done_at=None, due__lte=today)),
        "memory": CountOf(MemoryEntry.objects.filter(status="pending", retired_at=None)),
    }


def _on_own_row(counts: Callable[..., dict[str, Any]], **given: Any) -> QuerySet[User, Any]:
    own = User.objects.filter(pk=given["person_id"]).order_by()
    return own.values(**counts(**given))


_WAITING = Written(partial(_on_own_row, _all_counts))
_BADGES = Written(partial(_on_own_row, _badge_counts))
