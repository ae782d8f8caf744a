"""Changes priors: calibrate, undo, recompute, ignore an agent. Nothing else does.
Priors are always what the counted events up to the cut-off make them; only ``calibrate`` and
``undo_calibration`` move the cut-off."""

import hashlib
from collections.abc import Iterable, Mapping
from contextlib import nullcontext
from dataclasses import asdict, dataclass, field
from datetime import datetime
from functools import lru_cache
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Count, Q
from django.utils import timezone

from config.errors import DomainError, found
from learning.calibration.cells import (
    Cells,
    cells_from_json,
    cells_to_json,
    changed_deltas,
    compute_cells,
    is_protected_vote,
    read_cells,
    window,
    write_cells,
)
from learning.calibration.maths import context_of
from learning.calibration.models import (
    CalibrationRun,
    CalibrationState,
    Cell,
    IgnoredAgent,
    RunKind,
    TemplatePrior,
)
from learning.calibration.proving import hold_back, prove_cells
from learning.deciding import require_permission
from learning.events.choices import EXCLUSIONS
from learning.events.selectors import Span, count_by_kind, count_votes, counted_sources, joined
from learning.thresholds.models import LearningSettings
from learning.thresholds.selectors import current_tuning, gate_state, is_gate_open
from templatesapp.entries import Catalogue
from templatesapp.models import (
    CatalogueVersion,
    DeskProfile,
    EmailTemplate,
    raise_catalogue_version,
)
from templatesapp.services import revise_template

Actor = User | str | None  # a person, an agent by its key's prefix, or the desk itself

CALIBRATE_PERMISSION = "learning.calibrate_priors"


@dataclass(frozen=True, slots=True)
class CalibrationResult:
    """What a calibration did, would do, or was stopped by."""

    status: str  # calibrated | dry_run | below_minimum_gate | gate_closed
    joined_since_last: int
    events_used: int = 0
    excluded: dict[str, int] = field(default_factory=dict)
    changed: list[dict[str, Any]] = field(default_factory=list)
    held_back: list[dict[str, Any]] = field(default_factory=list)
    waiting_for: str = ""  # what stands in the way, in words; not part of the answer

    def as_dict(self) -> dict[str, Any]:
        """The answer of POST priors/calibrate."""
        told = asdict(self)
        del told["waiting_for"]
        return told


def lock_calibration() -> CalibrationState:
    """The calibration state, locked until the caller's transaction ends.

    The catalogue version's row comes first, always: an approval holds it when it asks for new
    priors, and taking the two the other way round could deadlock.
    """
    list(CatalogueVersion.objects.select_for_update().filter(pk=1))
    return lock_state()


def lock_state() -> CalibrationState:
    """The state's row alone, made if missing; for whoever changes no prior (retention)."""
    CalibrationState.objects.bulk_create([CalibrationState(pk=1)], ignore_conflicts=True)
    return CalibrationState.objects.select_for_update().get(pk=1)


def calibrate(*, by: Actor, now: datetime, dry_run: bool = False) -> CalibrationResult:
    """Take in the events up to ``now``: the one way by which new events reach the priors.

    Of two at once the second finds the cut-off moved and too little since. A dry run locks and
    writes nothing. An event that commits later with an earlier time is taken in by the next
    computation. Raises permission_denied for an agent where a manager has to.
    """
    with nullcontext() if dry_run else transaction.atomic():
        state = CalibrationState.current() if dry_run else lock_calibration()
        tuning = current_tuning()
        if tuning.waits_for_manager and isinstance(by, str) and not dry_run:
            raise DomainError("permission_denied", "On this desk a manager calibrates.")
        since_last = count_votes(tuning.sources, Span(state.cut_off, now))
        stopped = _stopped(tuning, since_last)
        if stopped is not None:
            return stopped
        before = read_cells()
        computed = compute_cells(cut_off=now, tuning=tuning)
        held_back, proof = _prove(computed, cut_off=now, tuning=tuning)
        after = hold_back(computed, held_back)
        result = CalibrationResult(
            status="dry_run" if dry_run else "calibrated",
            joined_since_last=since_last,
            events_used=_events_used(after),
            excluded=count_excluded(cut_off=now, tuning=tuning),
            changed=changed_deltas(before, after),
            held_back=held_back,
        )
        if not dry_run:
            run = CalibrationRun(
                kind=RunKind.CALIBRATION,
                joined_since_last=since_last,
                excluded=result.excluded,
                proof=proof,
                held_back=held_back,
            )
            _apply(run, before, after, state=state, cut_off=now, by=by, now=now)
    return result


@transaction.atomic
def recompute_priors(*, reason: str, now: datetime, by: Actor = None) -> bool:
    """Compute the priors anew from the events up to the cut-off, which stays where it is.

    For a changed text, a roll back, an epoch, a moved boundary, an expired proposal, a replay.
    Needs no gate; may run inside the caller's transaction. Leaves a run where a prior changed, and
    says whether one did.
    """
    state = lock_calibration()
    run = CalibrationRun(kind=RunKind.RECOMPUTATION, reason=reason)
    before, after = read_cells(), _cells_up_to(state.cut_off, run)
    return _apply(run, before, after, state=state, cut_off=state.cut_off, by=by, now=now)


@transaction.atomic
def undo_calibration(*, run_id: int, by: User, now: datetime) -> CalibrationRun:
    """Put the cut-off and the priors before the newest calibration back; returns that calibration.

    Computed from the events again, so that texts changed since are seen; where retention has
    summed events that the former cut-off reached, the priors come back as the run kept them.
    Raises permission_denied; not_found for no calibration; already_decided for one undone; conflict
    for another than the newest.
    """
    require_permission(by, CALIBRATE_PERMISSION)
    state = lock_calibration()
    run = _run_to_undo(run_id)
    before = read_cells()
    undo = CalibrationRun(kind=RunKind.UNDO, reason="undone in the admin")
    after = _cells_before(run, state, undo)
    _apply(undo, before, after, state=state, cut_off=run.former_cut_off, by=by, now=now)
    run.is_undone = True
    run.save(update_fields=["is_undone"])
    return run


@transaction.atomic
def open_learning_epoch(*, template: EmailTemplate, by: User, now: datetime) -> EmailTemplate:
    """A deliberate rebuild: what was learned about this template so far stops counting.

    Raises permission_denied.
    """
    require_permission(by, CALIBRATE_PERMISSION)
    stored = EmailTemplate.objects.select_for_update().get(pk=template.pk)
    revised = revise_template(
        template=stored,
        fields={"learning_epoch": stored.learning_epoch + 1},
        by=by,
        reason="rebuilt deliberately: new learning epoch",
        check_lint=False,
    )
    recompute_priors(reason=f"new learning epoch of {stored.template_id}", now=now, by=by)
    return revised


@transaction.atomic
def ignore_agent(
    *, agent: str, since: datetime, by: User, reason: str, now: datetime
) -> IgnoredAgent:
    """What this key said from ``since`` on counts no more; the priors follow at once, and what is
    held back is proved anew without it, as far as the mail is kept.

    ``agent``: the key's public prefix. Raises permission_denied; conflict where the key is ignored
    already.
    """
    require_permission(by, CALIBRATE_PERMISSION)
    row, is_new = IgnoredAgent.objects.get_or_create(
        agent=agent,
        taken_back_at=None,
        defaults={"since": since, "reason": reason, "person": by, "created_at": now},
    )
    if not is_new:
        raise DomainError("conflict", f"{agent} is ignored already.")
    recompute_priors(reason=f"ignoring {agent}: {reason}"[:300], now=now, by=by)
    return row


@transaction.atomic
def take_back_ignoring(*, row: IgnoredAgent, by: User, now: datetime) -> None:
    """The key's word counts again. Raises permission_denied; already_decided where it does."""
    require_permission(by, CALIBRATE_PERMISSION)
    stored = IgnoredAgent.objects.select_for_update().get(pk=row.pk)
    if stored.taken_back_at is not None:
        raise DomainError("already_decided", f"{stored.agent} counts again already.")
    stored.taken_back_at, stored.taken_back_by = now, by
    stored.save(update_fields=["taken_back_at", "taken_back_by"])
    recompute_priors(reason=f"no longer ignoring {stored.agent}", now=now, by=by)


def count_excluded(*, cut_off: datetime, tuning: LearningSettings) -> dict[str, int]:
    """Drafts of the window that no prior is made of, by kind; every kind named. Three queries."""
    span = window(cut_off=cut_off, tuning=tuning)
    kinds, votes = count_by_kind(tuning.sources, span), joined(tuning.sources, span)
    protected = is_protected_vote()
    return {kind.value: kinds[kind] for kind in EXCLUSIONS} | votes.aggregate(
        protected_category=Count("pk", filter=protected),
        no_template=Count("pk", filter=Q(template__isnull=True) & ~protected),
    )


def _stopped(tuning: LearningSettings, since_last: int) -> CalibrationResult | None:
    if not is_gate_open(tuning):
        return CalibrationResult("gate_closed", since_last, waiting_for=gate_state().waiting_for)
    minimum = tuning.calibration_minimum
    if since_last < minimum:
        said = f"{since_last} of {minimum} finished drafts since the last calibration"
        return CalibrationResult("below_minimum_gate", since_last, waiting_for=said)
    return None


def _prove(
    cells: Cells, *, cut_off: datetime, tuning: LearningSettings
) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """``prove_cells``, and in the proof also who was ignored."""
    held_back, proof = prove_cells(cells, cut_off=cut_off, sources=tuning.sources)
    return held_back, proof | {"ignored": _ignored()}


def _ignored() -> list[list[str]]:
    rows = IgnoredAgent.objects.filter(taken_back_at=None).order_by("agent")
    return [[row.agent, row.since.isoformat()] for row in rows]


def _cells_up_to(cut_off: datetime | None, run: CalibrationRun) -> dict[Cell, TemplatePrior]:
    """The priors up to a cut-off. What was held back of them is read, not proved again, for the
    mail may be gone by now; where other keys were ignored then it is proved anew, into ``run``."""
    if cut_off is None:
        return {}
    tuning = current_tuning()
    cells = compute_cells(cut_off=cut_off, tuning=tuning)
    proofs = CalibrationRun.objects.filter(cut_off=cut_off, is_undone=False).exclude(proof={})
    proved, ignored = list(proofs), _ignored()
    for former in proved:
        if former.proof.get("ignored", []) == ignored:
            return hold_back(cells, former.held_back)
    if proved:
        run.held_back, run.proof = _prove(cells, cut_off=cut_off, tuning=tuning)
    return hold_back(cells, run.held_back)


def _cells_before(
    run: CalibrationRun, state: CalibrationState, undo: CalibrationRun
) -> dict[Cell, TemplatePrior]:
    if run.former_cut_off is not None and state.compacted_before is not None:
        reached = window(cut_off=run.former_cut_off, tuning=current_tuning()).since
        if reached is not None and reached < state.compacted_before:
            return cells_from_json(run.before)
    return _cells_up_to(run.former_cut_off, undo)


def _run_to_undo(run_id: int) -> CalibrationRun:
    calibrations = CalibrationRun.objects.filter(kind=RunKind.CALIBRATION)
    wanted = found(calibrations.filter(pk=run_id).first(), "There is no calibration to undo.")
    if wanted.is_undone:
        raise DomainError("already_decided", "This calibration is undone already.")
    if wanted != calibrations.filter(is_undone=False).first():
        raise DomainError("conflict", "Only the newest calibration can be undone.")
    return wanted


def _apply(
    run: CalibrationRun,
    before: Cells,
    after: Cells,
    *,
    state: CalibrationState,
    cut_off: datetime | None,
    by: Actor,
    now: datetime,
) -> bool:
    """Write priors, state and run, under the lock: whether a prior changed. A recomputation that
    changes and proves nothing leaves no run."""
    run.created_at, run.cut_off, run.former_cut_off = now, cut_off, state.cut_off
    run.person = by if isinstance(by, User) else None
    run.agent = by if isinstance(by, str) else ""
    run.events_used = _events_used(after)
    has_changed = write_cells(before=before, after=after)
    if has_changed:
        raise_catalogue_version()
    if has_changed or run.proof or run.kind != RunKind.RECOMPUTATION:
        run.before, run.after = cells_to_json(before), cells_to_json(after)
        run.save()
    state.cut_off, state.inputs_digest = cut_off, stored_inputs_digest()
    state.save(update_fields=["cut_off", "inputs_digest"])
    return has_changed


def _events_used(cells: Cells) -> int:
    """What every letter rests on, its rows in several languages once, and so each scenario's
    evidence that a topic has, too."""
    letters = {prior.letter_cell: prior.sample_size for prior in cells.values() if not prior.topic}
    return sum(letters.values())


Priors = Mapping[Cell, float]


@lru_cache(maxsize=1)
def current_priors(catalogue: Catalogue) -> Priors:
    """``{(context, template's primary key): delta}`` for one catalogue; kept with its stamp.

    No query while the stamp is the kept one: every change of priors makes a new stamp. With a new
    one: two queries, and where a letter or an epoch came on a path that told nobody (the admin, an
    import) the priors are computed anew first, once for all processes.
    """
    _follow_texts(catalogue)
    rows = TemplatePrior.objects.values_list("scenario_category", "topic", "template_id", "delta")
    return {
        (context_of(scenario, topic), key): float(delta) for scenario, topic, key, delta in rows
    }


def list_priors() -> list[dict[str, Any]]:
    """GET priors. One query."""
    return [prior.as_row() for prior in read_cells().values()]


def last_cut_off() -> datetime | None:
    """Up to when events have been taken in; None before the first calibration. One query."""
    return CalibrationState.current().cut_off


def joined_since_last_calibration() -> int:
    """Votes that came since the last calibration. Three or four queries."""
    return count_votes(counted_sources(), Span(last_cut_off()))


def stored_inputs_digest() -> str:
    """The digest of the letters as the database has them now. Two queries."""
    letters = EmailTemplate.objects.filter(active=True).order_by("pk")
    rows = letters.values_list("pk", "template_id", "learning_epoch")
    return _digest(rows, DeskProfile.current().is_sample_desk)


def _follow_texts(catalogue: Catalogue) -> None:
    state = CalibrationState.current()
    if state.cut_off is None:
        return
    rows = sorted((t.key, t.template_id, t.learning_epoch) for t in catalogue.templates)
    digest = _digest(rows, catalogue.profile.is_sample_desk)
    if state.inputs_digest == digest:
        return
    with transaction.atomic():
        # Threads and processes come here together: whoever waited finds it done.
        if lock_calibration().inputs_digest != digest:
            recompute_priors(reason="the letters changed", now=timezone.now())


def _digest(letters: Iterable[tuple[int, str, int]], is_sample_desk: bool) -> str:
    """sha256 over everything besides events that priors are made from and services do not set."""
    digest = hashlib.sha256(str(is_sample_desk).encode())
    for row in letters:
        digest.update(f"{row};".encode())
    return digest.hexdigest()
