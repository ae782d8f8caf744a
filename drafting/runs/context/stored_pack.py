"""The context pack of a stored run."""

from __future__ import annotations

from typing import Any

from config.errors import invalid
from drafting.runs.context.pack import build_context_pack
from drafting.runs.loop import StepRow
from drafting.runs.models import DraftRun, RunArtifact


def get_context_pack(*, run: DraftRun, iteration: int) -> dict[str, Any]:
    """GET runs/{id}/context-pack?iteration=i: what that iteration is told. One query.

    The same until a step of this or an earlier iteration is added. Raises ``validation_error``
    for an iteration that the run cannot have.
    """
    if not 0 <= iteration <= run.max_iterations:
        raise invalid("iteration", f"From 0 to {run.max_iterations}.")
    rows = (
        RunArtifact.objects.filter(run=run, iteration__lte=iteration)
        .order_by("pk")
        .values_list("stage", "iteration", "payload", "text", "findings", "report")
    )
    pack = build_context_pack(
        snapshot=run.snapshot,
        steps=[StepRow(*row) for row in rows],
        iteration=iteration,
        ids=_ids(run),
    )
    return {"run_id": str(run.pk), "iteration": iteration, **pack.as_dict()}


def _ids(run: DraftRun) -> dict[str, object]:
    return {
        "run": run.pk,
        "attempt": run.attempt,
        "batch": run.batch_id,
        "trigger": run.trigger_id,
        "draft": run.draft_id or "none",
        "threshold": run.threshold,
    }
