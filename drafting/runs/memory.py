"""Memory for later answers, from agents and people: redacted and folded, one row each.
What an agent proposes is approved by its run's gate or by a person."""

import re
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta
from operator import attrgetter
from typing import Any, NamedTuple

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.db.models import Q

from config.errors import DomainError, found, invalid
from drafting.mail.choices import Direction
from drafting.mail.models import Contact, Message, Thread
from drafting.runs.choices import (
    GateDecision,
    MemoryScope,
    MemorySource,
    MemoryStatus,
    ProposalReason,
    RunStatus,
    Stage,
)
from drafting.runs.models import (
    MAX_MEMORY_CATEGORY_CHARACTERS,
    MAX_MEMORY_CHARACTERS,
    DraftRun,
    MemoryEntry,
    RunArtifact,
    RunSettings,
)
from learning.deciding import already_decided, checked_note, require_permission
from learning.redaction import own_words, redact
from templatesapp.selectors import current_catalogue
from templatesapp.text.distance import text_hash

# Design page "Draft runs", "Memory".
MAX_WAITING = 100  # of one key, undecided
MAX_PROPOSALS = 10  # a run, each counted once
MAX_CALLS = 4  # a run: as many artifacts as a stage may have
MIN_CONFIDENCE = 0.7
_TRIES = 5
# What makes two entries the same; of live rows there is one each. Whether there is a contact
# follows from the scope, so that any two can be put in order.
_KEY = ("scope", "contact_id", "category", "content_hash")
_key_of = attrgetter(*_KEY)

_IS_WAITING = Q(status=MemoryStatus.PENDING, retired_at__isnull=True)
DECIDE_PERMISSION = "drafting.change_memoryentry"
# From which status to which, and the word for it.
_DECISIONS = {
    "approve": (MemoryStatus.PENDING, MemoryStatus.APPROVED, "approved"),
    "reject": (MemoryStatus.PENDING, MemoryStatus.REJECTED, "rejected"),
    "withdraw": (MemoryStatus.APPROVED, MemoryStatus.REJECTED, "withdrawn"),
}
_DECISION_FIELDS = ["status", "decided_by", "decided_at", "expires_at"]
_NO_RIGHT = "You may not decide about the memory."

_BETWEEN_WORDS = re.compile(r"[\W_]+")
People = Sequence[tuple[str, str]]  # (name, address) of guests


class ProposalOutcome(NamedTuple):
    """``id`` of the entry, which may be an older one, its MemoryStatus, and a ProposalReason."""

    id: int
    status: str
    reason: str


def propose_memory(
    *, run: DraftRun, proposals: Sequence[Mapping[str, Any]], now: datetime
) -> list[ProposalOutcome]:
    """Remember what an agent found worth it in ``run``; outcomes in the order of the proposals,
    which hold ``scope``, ``category``, ``content``, ``ttl_days`` (1-90, from the approval on) and
    ``confidence`` (0-1).

    Approved at once only where the category is on the allow-list, the confidence is at least 0.7,
    the run completed and its last gate approved; anything else waits for a person. What is there
    already keeps its row and status. Stores one ``memory_proposal`` artifact where an entry is new
    to the run, so that a call made again costs nothing.
    Raises validation_error by field (``proposals.0.content``), also for more than 10 entries or 4
    calls a run; then nothing is stored. The caller has checked claim and bounds.
    """
    with transaction.atomic():
        # The run's lock: its calls are counted, and its status is read, one call at a time.
        locked = DraftRun.objects.select_for_update(of=("self",)).select_related("batch", "trigger")
        run = locked.get(pk=run.pk)
        waiting = MemoryEntry.objects.filter(_IS_WAITING, run__agent=run.agent)
        if waiting.count() >= MAX_WAITING:
            said = f"{MAX_WAITING} proposals of this key wait for a person."
            raise DomainError("throttled", said)
        entries = _read(run, proposals)
        # In one order everywhere, or two runs with the same two proposals could deadlock.
        by_key = sorted({_key_of(entry): entry for entry in reversed(entries)}.items())
        allowed, of_run = RunSettings.current().memory_allow_list, _reason_of_run(run)
        settled = {
            key: _settle(entry, run, _reason_of(entry, allowed, of_run), now)
            for key, entry in by_key
        }
        outcomes = [settled[_key_of(entry)] for entry in entries]
        _keep_artifact(run, outcomes, now)
    return outcomes


def has_run_out(entry: MemoryEntry, now: datetime) -> bool:
    """Whether an entry's days are over. A rejected one keeps being rejected."""
    if entry.status == MemoryStatus.APPROVED:
        return entry.expires_at is not None and entry.expires_at <= now
    return entry.status == MemoryStatus.PENDING and (
        entry.created_at + timedelta(days=entry.ttl_days) <= now
    )


def store_entry(
    entry: MemoryEntry, *, by: Any, reason: str, now: datetime
) -> tuple[MemoryEntry, bool]:
    """The live entry that is the same, or else this one, and whether it was made now; one that
    has run out is retired.

    Needs a transaction. Of two at once the unique constraint lets one in; the other finds it.
    """
    same = MemoryEntry.objects.filter(**dict(zip(_KEY, _key_of(entry), strict=True)))
    entry.created_at = now
    for _ in range(_TRIES):
        there = same.filter(retired_at__isnull=True).select_for_update(of=("self",)).first()
        if there is not None and not has_run_out(there, now):
            return there, False
        if there is not None:
            there.retired_at = now
            there.save_signed(by=None, reason="its days were over", fields=["retired_at"])
        try:
            with transaction.atomic():
                entry.save_signed(by=by, reason=reason)
        except IntegrityError:
            continue
        return entry, True
    raise DomainError("in_progress", "The same is being remembered at this moment.")


def _read(run: DraftRun, proposals: Sequence[Mapping[str, Any]]) -> list[MemoryEntry]:
    """The entries that they would make, as they came."""
    people = people_of(run.batch.thread)
    entries: list[MemoryEntry] = []
    problems: dict[str, list[str]] = {}
    for number, proposal in enumerate(proposals):
        entry = MemoryEntry(**proposal, source=MemorySource.INFERENCE, run=run)
        wrong = tidy_memory(entry, people)
        if entry.scope == MemoryScope.CONTACT:
            entry.contact_id = run.trigger.contact_id
            if entry.contact_id is None:
                wrong["scope"] = "The mail has no sender that is known."
        if not 0 <= entry.confidence <= 1:  # "nan" is a number to a serializer
            wrong["confidence"] = "A number from 0 to 1."
        problems |= {f"proposals.{number}.{name}": [said] for name, said in wrong.items()}
        entries.append(entry)
    if problems:
        raise DomainError("validation_error", "A proposal is not valid.", fields=problems)
    return entries


def _reason_of(
    entry: MemoryEntry, allowed: Collection[str], of_run: ProposalReason
) -> ProposalReason:
    """What becomes of an entry: what its run says, but for what no run may have approved."""
    if entry.category not in allowed:
        return ProposalReason.NOT_ALLOWED
    return ProposalReason.LOW_CONFIDENCE if entry.confidence < MIN_CONFIDENCE else of_run


def _reason_of_run(run: DraftRun) -> ProposalReason:
    if run.status != RunStatus.COMPLETED:
        return ProposalReason.RUN_NOT_COMPLETED
    last = run.artifacts.filter(stage=Stage.OVERSEER_GATE).order_by("-iteration").first()
    if last is None or last.payload.get("decision") != GateDecision.APPROVE:
        return ProposalReason.GATE_NOT_APPROVED
    return ProposalReason.GATE_APPROVED


def _settle(
    entry: MemoryEntry, run: DraftRun, reason: ProposalReason, now: datetime
) -> ProposalOutcome:
    if reason == ProposalReason.GATE_APPROVED:
        entry.status, entry.decided_at = MemoryStatus.APPROVED, now
        entry.expires_at = now + timedelta(days=entry.ttl_days)
    said = f"proposed in run {str(run.pk)[:8]}: {reason.label}"
    stored, is_new = store_entry(entry, by=None, reason=said, now=now)
    if not is_new:
        is_rejected = stored.status == MemoryStatus.REJECTED
        reason = ProposalReason.REJECTED_BEFORE if is_rejected else ProposalReason.KNOWN
    return ProposalOutcome(stored.pk, stored.status, reason.value)


def _keep_artifact(run: DraftRun, outcomes: Sequence[ProposalOutcome], now: datetime) -> None:
    """What came of a call, without a text. None where the run proposed all of it before."""
    earlier = list(RunArtifact.objects.filter(run=run, stage=Stage.MEMORY_PROPOSAL))
    known = {each["id"] for step in earlier for each in step.payload["proposals"]}
    named = {outcome.id: outcome for outcome in outcomes}
    if known.issuperset(named):
        return
    if len(known | named.keys()) > MAX_PROPOSALS:
        raise invalid("proposals", f"At most {MAX_PROPOSALS} a run.")
    if len(earlier) >= MAX_CALLS:
        raise invalid("proposals", f"At most {MAX_CALLS} calls a run.")
    RunArtifact.objects.create(
        run=run,
        stage=Stage.MEMORY_PROPOSAL,
        iteration=len(earlier),
        payload={"proposals": [outcome._asdict() for outcome in named.values()]},
        claim_number=run.batch.claim_number,
        agent=run.agent,
        created_at=now,
    )


def decide_memory(
    *, entry_id: int, decision: str, by: User, reason: str = "", now: datetime
) -> MemoryEntry:
    """``approve`` or ``reject`` what waits, or ``withdraw`` what was approved.

    An approved entry lives its days from now on. A withdrawn one is not told any more, and the
    same does not come back: it is rejected. Raises permission_denied, not_found, already_decided,
    validation_error (reason too long).
    """
    require_permission(by, DECIDE_PERMISSION, _NO_RIGHT)
    reason = checked_note(reason, name="reason")
    expected, status, word = _DECISIONS[decision]
    with transaction.atomic():
        entries = MemoryEntry.objects.select_for_update(of=("self",))
        entry = found(entries.filter(pk=entry_id).first(), "There is no such memory entry.")
        if entry.status != expected or entry.retired_at is not None:
            said = f"This entry's state is: {_state_words(entry)}."
            raise already_decided(entry, said, entry.status)
        is_approved = status == MemoryStatus.APPROVED
        entry.status, entry.decided_by, entry.decided_at = status, by, now
        entry.expires_at = now + timedelta(days=entry.ttl_days) if is_approved else None
        entry.save_signed(by=by, reason=reason or word, fields=_DECISION_FIELDS)
    return entry


def write_memory(*, entry: MemoryEntry, by: User, reason: str = "", now: datetime) -> None:
    """Store an entry that a person wrote, approved by its writer. Redacted as any other; its form
    has checked the bounds, and that a guest is named where one is meant.

    Raises permission_denied; validation_error by field; conflict where the same is there.
    """
    require_permission(by, DECIDE_PERMISSION, _NO_RIGHT)
    reason = checked_note(reason, name="reason") or "written by a person"
    with transaction.atomic():
        for name, said in tidy_memory(entry, people_named(entry.contact)).items():
            raise invalid(name, said)
        entry.source, entry.status = MemorySource.MANUAL, MemoryStatus.APPROVED
        entry.decided_by, entry.decided_at = by, now
        entry.expires_at = now + timedelta(days=entry.ttl_days)
        stored, is_new = store_entry(entry, by=by, reason=reason, now=now)
        if not is_new:
            shown = _state_words(stored)
            raise DomainError("conflict", f"The same is there already; its state is: {shown}.")


def state_of(entry: MemoryEntry, now: datetime) -> str:
    """As shown: pending, approved, rejected, expired or replaced. Derived, stored nowhere."""
    if entry.retired_at is not None:
        return "replaced"
    if has_run_out(entry, now):
        return "expired"
    return entry.status


def next_waiting_memory(*, after: MemoryEntry) -> int | None:
    """The key of the entry that waits next, the oldest after ``after`` first; None: no more."""
    waiting = MemoryEntry.objects.filter(_IS_WAITING).exclude(pk=after.pk).order_by("pk")
    following = waiting.filter(pk__gt=after.pk).first() or waiting.first()
    return following.pk if following else None


def _state_words(entry: MemoryEntry) -> str:
    return str(entry.get_status_display()).lower()


def fold_category(text: str) -> str:
    """Lower snake case: "Timezone preference" and "timezone-preference" are one category."""
    return _BETWEEN_WORDS.sub("_", text.lower()).strip("_")


def tidy_memory(entry: MemoryEntry, people: People) -> dict[str, str]:
    """Redact and fold the words of an entry; nothing of them may be stored or compared as it came.
    Returns what is wrong with them, by field."""
    problems = {}
    # With spaces: "333_123_4567" is no number to redaction.
    entry.category = fold_category(redacted(entry.category.replace("_", " "), people))
    entry.content = " ".join(redacted(entry.content, people).split())
    if not entry.content:
        problems["content"] = "There is no text."
    if not entry.category or len(entry.category) > MAX_MEMORY_CATEGORY_CHARACTERS:
        problems["category"] = "Give a few words, such as timezone_preference."
    if len(entry.content) > MAX_MEMORY_CHARACTERS:  # a token may be longer than what it stands for
        entry.content = entry.content[: MAX_MEMORY_CHARACTERS - 1].rstrip() + "…"
    entry.content_hash = text_hash(entry.content.casefold())
    return problems


def people_of(thread: Thread) -> People:
    """Everybody who wrote in a conversation or takes part in it."""
    messages = Message.objects.filter(thread=thread, direction=Direction.IN)
    wrote = messages.order_by().values_list("from_name", "from_address").distinct()
    return list(dict.fromkeys([*wrote, *thread.participants.values_list("name", "address")]))


def people_named(contact: Contact | None) -> People:
    """A guest under every name that they wrote under; nobody without one."""
    if contact is None:
        return ()
    wrote = Message.objects.filter(contact=contact, direction=Direction.IN)
    names = wrote.order_by().values_list("from_name", "from_address").distinct()
    return list(dict.fromkeys([(contact.name, contact.address), *names]))


def redacted(text: str, people: People) -> str:
    """Without what tells who the people are, or anybody."""
    keep = own_words(current_catalogue())
    for name, address in people or [("", "")]:
        text = redact(text, sender_name=name, sender_address=address, keep=keep)
    return text
