"""What each stage's payload holds: checks what comes, and is the schema that ``next`` tells.
Without Django."""

import json
from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    StrictBool,
    StrictFloat,
    StrictInt,
    StrictStr,
    ValidationError,
)

from config.errors import DomainError, invalid, invalid_fields
from drafting.runs.choices import SERVER_STAGES, GateDecision, Stage

MAX_PAYLOAD_BYTES = 32_768  # UTF-8, as JSON without white space
MAX_TEXT_BYTES = 20_000  # UTF-8
MAX_REASON_CHARACTERS = 320
MAX_REQUIREMENTS = 50
MAX_MODEL_CHARACTERS = 100
ERROR = "error"  # in place of a stage's own fields: the step failed for good
NEEDS_TEXT = frozenset({Stage.VERIFICATION, Stage.REVISION, Stage.FINAL_DRAFT})

Payload = Mapping[str, Any]


def _said(text: str) -> str:
    if not text.strip():
        raise ValueError("Say why.")
    return text


Reason = Annotated[
    StrictStr, Field(min_length=1, max_length=MAX_REASON_CHARACTERS), AfterValidator(_said)
]


class StagePayload(BaseModel):
    """Anything the agent finds worth keeping, and which model did the work."""

    model_config = ConfigDict(extra="allow")
    model: Annotated[StrictStr, Field(max_length=MAX_MODEL_CHARACTERS)] | None = None


class Strict(StagePayload):
    model_config = ConfigDict(extra="forbid")


class Failure(Strict):
    """The step failed and may not be tried again: the run ends."""

    error: Reason


class Generation(Strict):
    draft_id: UUID = Field(description="Of drafts/generate.")


class Gate(Strict):
    """With a text where the decision is revise: it takes the place of the one that was judged."""

    decision: Literal["approve", "revise", "block"]
    reason: Reason


class Evaluation(Strict):
    safe_to_send: StrictBool
    requires_human_review: StrictBool
    confidence: Annotated[StrictFloat | StrictInt, Field(ge=0, le=1)]
    reason: Reason


class Revision(Strict):
    """A list that is not empty makes the iteration unusable as the best."""

    unresolved_requirements: Annotated[list[StrictStr], Field(max_length=MAX_REQUIREMENTS)]


_PAYLOADS: dict[Stage, type[StagePayload]] = {
    Stage.GENERATION: Generation,
    Stage.OVERSEER_GATE: Gate,
    Stage.EVALUATION: Evaluation,
    Stage.REVISION: Revision,
}


def is_failure(payload: Payload) -> bool:
    """Whether the payload says that the step failed and may not be tried again."""
    return set(payload) - {"model"} == {ERROR}


def check_step(name: str, payload: Payload, text: str) -> None:
    """Raises ``payload_too_large``; ``validation_error`` for a stage that no agent writes, and with
    each field of its payload that is wrong."""
    if len(encoded(payload)) > MAX_PAYLOAD_BYTES:
        raise DomainError("payload_too_large", f"A payload has at most {MAX_PAYLOAD_BYTES} bytes.")
    if len(text.encode("utf-8", "surrogatepass")) > MAX_TEXT_BYTES:
        raise DomainError("payload_too_large", f"A text has at most {MAX_TEXT_BYTES} bytes.")
    if name not in Stage.values:
        raise invalid("stage", f"There is no stage {name[:40]!r}.")
    if name in SERVER_STAGES:
        raise invalid("stage", "Only the desk writes this stage.")
    stage, failed = Stage(name), is_failure(payload)
    model = Failure if failed else _PAYLOADS.get(stage, StagePayload)
    try:
        model.model_validate(dict(payload))
    except ValidationError as error:
        fields: dict[str, list[str]] = {}
        for problem in error.errors(include_url=False, include_input=False):
            # The first part names the field; what lies deeper is an alternative of its type.
            name = f"payload.{str(problem['loc'][0])[:40]}" if problem["loc"] else "payload"
            fields.setdefault(name, []).append(problem["msg"])
        raise invalid_fields(fields) from None
    needs_text = stage in NEEDS_TEXT or payload.get("decision") == GateDecision.REVISE
    if needs_text and not failed and not text.strip():
        raise invalid("text", "This stage is about a text: send it.")


@cache
def payload_schema(stage: Stage) -> dict[str, Any]:
    """JSON Schema of a stage's payload, with its limits."""
    return _plain(_PAYLOADS.get(stage, StagePayload).model_json_schema())


def _plain(schema: Any) -> Any:
    """Without the titles that pydantic makes of the names."""
    if isinstance(schema, dict):
        return {k: _plain(v) for k, v in schema.items() if k != "title" or not isinstance(v, str)}
    return [_plain(item) for item in schema] if isinstance(schema, list) else schema


def encoded(payload: Payload) -> bytes:
    """As it counts against its limit: UTF-8 JSON without white space."""
    return json.dumps(payload, ensure_ascii=False, separators=(",", ":")).encode(
        "utf-8", "surrogatepass"
    )
