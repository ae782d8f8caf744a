"""What agents propose to remember: redacted, one row each, approved by the gate or a person."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from operator import attrgetter
from typing import Any, NamedTuple

from django.db import IntegrityError, transaction

from config.errors import DomainError, invalid
from drafting.runs.choices import (
    GateDecision,
    MemoryScope,
    MemorySource,
    MemoryStatus,
    ProposalReason,
    RunStatus,
    Stage,
)
from drafting.runs.memory.texts import people_of, tidy_memory
from drafting.runs.models import DraftRun, MemoryEntry, RunArtifact, RunSettings

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
        _refuse_too_many(run)
        entries = _read(run, proposals)
        reason_of = _reasons_of(run)
        # In one order everywhere, or two runs with the same two proposals could deadlock.
        by_key = sorted({_key_of(entry): entry for entry in reversed(entries)}.items())
        found = {key: _settle(entry, run, reason_of(entry), now) for key, entry in by_key}
        outcomes = [found[_key_of(entry)] for entry in entries]
        _keep_artifact(run, outcomes, now)
    return outcomes


def _refuse_too_many(run: DraftRun) -> None:
    waiting = MemoryEntry.objects.filter(
        status=MemoryStatus.PENDING, retired_at__isnull=True, run__agent=run.agent
    )
    if waiting.count() >= MAX_WAITING:
        raise DomainError("throttled", f"{MAX_WAITING} proposals of this key wait for a person.")


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


def _reasons_of(run: DraftRun) -> Callable[[MemoryEntry], ProposalReason]:
    """What becomes of an entry that is proposed in this run."""
    allowed = frozenset(RunSettings.current().memory_allow_list)
    gates = RunArtifact.objects.filter(run=run, stage=Stage.OVERSEER_GATE)
    last = gates.order_by("-iteration").first()
    has_approved = last is not None and last.payload.get("decision") == GateDecision.APPROVE

    def reason(entry: MemoryEntry) -> ProposalReason:
        if entry.category not in allowed:
            return ProposalReason.NOT_ALLOWED
        if entry.confidence < MIN_CONFIDENCE:
            return ProposalReason.LOW_CONFIDENCE
        if run.status != RunStatus.COMPLETED:
            return ProposalReason.RUN_NOT_COMPLETED
        return ProposalReason.GATE_APPROVED if has_approved else ProposalReason.GATE_NOT_APPROVED

    return reason


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
