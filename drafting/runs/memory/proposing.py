"""What agents propose to remember: redacted, one row each, approved by the gate or a person."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from typing import Any

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
from drafting.runs.memory.texts import MemoryText, people_of, tidy_memory
from drafting.runs.models import DraftRun, MemoryEntry, RunArtifact, RunSettings

# Design page "Draft runs", "Memory".
MAX_WAITING = 100  # of one key, undecided
MAX_PROPOSALS = 10  # a run, each counted once
MAX_CALLS = 4  # a run: as many artifacts as a stage may have
MIN_CONFIDENCE = 0.7
_TRIES = 5


@dataclass(frozen=True, slots=True)
class MemoryProposal:
    """As the agent sends it. ``confidence`` 0-1, ``ttl_days`` 1-90 from the approval on."""

    scope: str
    category: str
    content: str
    ttl_days: int
    confidence: float


@dataclass(frozen=True, slots=True)
class ProposalOutcome:
    """``id`` of the entry, which may be an older one, its MemoryStatus, and a ProposalReason."""

    id: int
    status: str
    reason: str


@dataclass(frozen=True, slots=True, order=True)
class EntryKey:
    """What makes two entries the same; of live rows there is one each. Whether there is a contact
    follows from the scope, so that any two can be put in order."""

    scope: str
    contact_id: int | None
    category: str
    content_hash: str

    def live_rows(self) -> Any:
        return MemoryEntry.objects.filter(**asdict(self), retired_at__isnull=True)


def propose_memory(
    *, run: DraftRun, proposals: Sequence[MemoryProposal], now: datetime
) -> list[ProposalOutcome]:
    """Remember what an agent found worth it in ``run``; outcomes in the order of the proposals.

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
        keys, by_key = _read(run, proposals)
        reason_of = _reasons_of(run)
        found: dict[EntryKey, ProposalOutcome] = {}
        # In one order everywhere, or two runs with the same two proposals could deadlock.
        for key in sorted(by_key):
            proposal, text = by_key[key]
            reason = reason_of(text.category, proposal.confidence)
            found[key] = _settle(key, proposal, text, run=run, reason=reason, now=now)
        outcomes = [found[key] for key in keys]
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
    key: EntryKey, fields: dict[str, Any], *, by: Any, reason: str, now: datetime
) -> tuple[MemoryEntry, bool]:
    """The live entry with this key, and whether it was made now; one that has run out is retired.

    Needs a transaction. Of two at once the unique constraint lets one in; the other finds it.
    """
    for _ in range(_TRIES):
        there = key.live_rows().select_for_update(of=("self",)).first()
        if there is not None and not has_run_out(there, now):
            return there, False
        if there is not None:
            there.retired_at = now
            save_entry(there, by=None, reason="its days were over", update_fields=["retired_at"])
        entry = MemoryEntry(**asdict(key), created_at=now, **fields)
        try:
            with transaction.atomic():
                save_entry(entry, by=by, reason=reason)
        except IntegrityError:
            continue
        return entry, True
    raise DomainError("in_progress", "The same is being remembered at this moment.")


def save_entry(
    entry: MemoryEntry, *, by: Any, reason: str, update_fields: Sequence[str] | None = None
) -> None:
    """Save with a history row that names who and why; ``by`` None is the desk itself."""
    entry._history_user = by  # type: ignore[attr-defined]
    entry._change_reason = reason  # type: ignore[attr-defined]
    entry.save(update_fields=update_fields)


def _read(
    run: DraftRun, proposals: Sequence[MemoryProposal]
) -> tuple[list[EntryKey], dict[EntryKey, tuple[MemoryProposal, MemoryText]]]:
    """The key of each, as they came; and by key, what makes the entry."""
    people = people_of(run.batch.thread)
    keys: list[EntryKey] = []
    by_key: dict[EntryKey, tuple[MemoryProposal, MemoryText]] = {}
    problems: dict[str, list[str]] = {}
    for number, proposal in enumerate(proposals):
        text = tidy_memory(category=proposal.category, content=proposal.content, people=people)
        owner = run.trigger.contact_id if proposal.scope == MemoryScope.CONTACT else None
        wrong = dict(text.problems)
        if proposal.scope == MemoryScope.CONTACT and owner is None:
            wrong["scope"] = "The mail has no sender that is known."
        if not 0 <= proposal.confidence <= 1:  # "nan" is a number to a serializer
            wrong["confidence"] = "A number from 0 to 1."
        problems |= {f"proposals.{number}.{name}": [said] for name, said in wrong.items()}
        keys.append(EntryKey(proposal.scope, owner, text.category, text.content_hash))
        by_key.setdefault(keys[-1], (proposal, text))
    if problems:
        raise DomainError("validation_error", "A proposal is not valid.", fields=problems)
    return keys, by_key


def _reasons_of(run: DraftRun) -> Callable[[str, float], ProposalReason]:
    """By category and confidence of a proposal, what becomes of it in this run."""
    allowed = frozenset(RunSettings.current().memory_allow_list)
    gates = RunArtifact.objects.filter(run=run, stage=Stage.OVERSEER_GATE)
    last = gates.order_by("-iteration").first()
    has_approved = last is not None and last.payload.get("decision") == GateDecision.APPROVE

    def reason(category: str, confidence: float) -> ProposalReason:
        if category not in allowed:
            return ProposalReason.NOT_ALLOWED
        if confidence < MIN_CONFIDENCE:
            return ProposalReason.LOW_CONFIDENCE
        if run.status != RunStatus.COMPLETED:
            return ProposalReason.RUN_NOT_COMPLETED
        return ProposalReason.GATE_APPROVED if has_approved else ProposalReason.GATE_NOT_APPROVED

    return reason


def _settle(
    key: EntryKey,
    proposal: MemoryProposal,
    text: MemoryText,
    *,
    run: DraftRun,
    reason: ProposalReason,
    now: datetime,
) -> ProposalOutcome:
    is_approved = reason == ProposalReason.GATE_APPROVED
    fields = {
        "content": text.content,
        "status": MemoryStatus.APPROVED if is_approved else MemoryStatus.PENDING,
        "confidence": proposal.confidence,
        "ttl_days": proposal.ttl_days,
        "expires_at": now + timedelta(days=proposal.ttl_days) if is_approved else None,
        "source": MemorySource.INFERENCE,
        "run": run,
        "decided_at": now if is_approved else None,
    }
    said = f"proposed in run {str(run.pk)[:8]}: {reason.label}"
    entry, is_new = store_entry(key, fields, by=None, reason=said, now=now)
    if not is_new:
        is_rejected = entry.status == MemoryStatus.REJECTED
        reason = ProposalReason.REJECTED_BEFORE if is_rejected else ProposalReason.KNOWN
    return ProposalOutcome(entry.pk, entry.status, reason.value)


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
        payload={"proposals": [asdict(outcome) for outcome in named.values()]},
        claim_number=run.batch.claim_number,
        agent=run.agent,
        created_at=now,
    )
