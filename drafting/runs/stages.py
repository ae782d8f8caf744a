"""What each stage's payload must hold. Without Django; raises DomainError ``validation_error``."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any
from uuid import UUID

from config.errors import DomainError, invalid
from drafting.runs.choices import SERVER_STAGES, GateDecision, Stage

MAX_REASON_CHARACTERS = 320
MAX_REQUIREMENTS = 50
ERROR = "error"  # in place of a stage's own fields: the step failed for good

Payload = Mapping[str, Any]


def check_stage(stage: str) -> Stage:
    """The stage, where an agent writes it."""
    if stage not in Stage.values:
        raise invalid("stage", f"There is no stage {stage[:40]!r}.")
    if stage in SERVER_STAGES:
        raise invalid("stage", "Only the desk writes this stage.")
    return Stage(stage)


def is_failure(payload: Payload) -> bool:
    """Whether the payload says that the step failed and may not be tried again."""
    return set(payload) == {ERROR}


def check_payload(stage: Stage, payload: Payload, text: str) -> None:
    """Raises with the field that is wrong."""
    if is_failure(payload):
        _reason(payload, ERROR)
        return
    _CHECKS.get(stage, _free)(payload, text)


def encoded(payload: Payload) -> bytes:
    """As it counts against its limit: UTF-8 JSON without white space."""
    return json.dumps(payload, ensure_ascii=False, separators=(",", ":")).encode(
        "utf-8", "surrogatepass"
    )


def _free(payload: Payload, text: str) -> None:
    """Anything the agent finds worth keeping."""


def _generation(payload: Payload, text: str) -> None:
    _only(payload, "draft_id")
    try:
        UUID(str(payload.get("draft_id", "")))
    except ValueError:
        raise _wrong("draft_id", "Give the draft_id of drafts/generate.") from None


def _with_text(payload: Payload, text: str) -> None:
    if not text.strip():
        raise invalid("text", "This stage is about a text: send it.")


def _gate(payload: Payload, text: str) -> None:
    _only(payload, "decision", "reason")
    decision = payload.get("decision")
    if decision not in GateDecision.values:
        raise _wrong("decision", "One of approve, revise, block.")
    _reason(payload, "reason")
    if decision == GateDecision.REVISE:
        _with_text(payload, text)


def _evaluation(payload: Payload, text: str) -> None:
    _only(payload, "safe_to_send", "requires_human_review", "confidence", "reason")
    for name in ("safe_to_send", "requires_human_review"):
        if not isinstance(payload.get(name), bool):
            raise _wrong(name, "True or false.")
    confidence = payload.get("confidence")
    is_number = isinstance(confidence, int | float) and not isinstance(confidence, bool)
    if not is_number or not 0 <= confidence <= 1:  # type: ignore[operator]
        raise _wrong("confidence", "A number from 0 to 1.")
    _reason(payload, "reason")


def _revision(payload: Payload, text: str) -> None:
    _only(payload, "unresolved_requirements")
    unresolved = payload.get("unresolved_requirements")
    if (
        not isinstance(unresolved, list)
        or len(unresolved) > MAX_REQUIREMENTS
        or not all(isinstance(item, str) for item in unresolved)
    ):
        raise _wrong("unresolved_requirements", f"A list of at most {MAX_REQUIREMENTS} texts.")
    _with_text(payload, text)


def _reason(payload: Payload, name: str) -> None:
    reason = payload.get(name)
    if not isinstance(reason, str) or not reason.strip():
        raise _wrong(name, "Say why.")
    if len(reason) > MAX_REASON_CHARACTERS:
        raise _wrong(name, f"At most {MAX_REASON_CHARACTERS} characters.")


def _only(payload: Payload, *names: str) -> None:
    unknown = sorted(set(payload) - set(names))
    if unknown:
        raise _wrong(unknown[0][:40], "This stage has no such field.")


def _wrong(name: str, message: str) -> DomainError:
    return invalid(f"payload.{name}", message)


_CHECKS: dict[Stage, Callable[[Payload, str], None]] = {
    Stage.GENERATION: _generation,
    Stage.VERIFICATION: _with_text,
    Stage.OVERSEER_GATE: _gate,
    Stage.EVALUATION: _evaluation,
    Stage.REVISION: _revision,
    Stage.FINAL_DRAFT: _with_text,
}
