"""Runs as the API takes and shows them."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from rest_framework import serializers

from drafting.drafts.choices import RewriteReason
from drafting.drafts.models import MAX_DRAFT_CHARACTERS
from drafting.runs.api.next_json import next_json
from drafting.runs.choices import (
    Channel,
    Do,
    MemoryScope,
    MemoryStatus,
    RunStatus,
    SkipReason,
    Stage,
    StopReason,
)
from drafting.runs.models import (
    MAX_HASH_CHARACTERS,
    MAX_MEMORY_CATEGORY_CHARACTERS,
    MAX_MEMORY_CHARACTERS,
    DraftRun,
    RunArtifact,
)
from drafting.runs.rows import steps_of
from templatesapp.categories import CATEGORIES

MAX_COUNT = 2_147_483_647


class StartInput(serializers.Serializer[Any]):
    work_token = serializers.CharField(max_length=200)
    channel = serializers.ChoiceField(choices=Channel.choices, default=Channel.EMAIL)


class ArtifactInput(serializers.Serializer[Any]):
    """``payload`` by stage; ``{"error": "why"}`` in its place: the step failed for good."""

    work_token = serializers.CharField(max_length=200)
    input_hash = serializers.RegexField(
        rf"^[\x21-\x7e]{{1,{MAX_HASH_CHARACTERS}}}$",
        help_text="Of what the step worked from. The same again is the same step.",
    )
    payload = serializers.DictField(default=dict)
    text = serializers.CharField(
        default="", allow_blank=True, trim_whitespace=False, help_text="At most 20 000 bytes."
    )
    input_tokens = serializers.IntegerField(required=False, min_value=0, max_value=MAX_COUNT)
    output_tokens = serializers.IntegerField(required=False, min_value=0, max_value=MAX_COUNT)
    latency_ms = serializers.IntegerField(required=False, min_value=0, max_value=MAX_COUNT)


class FinishInput(serializers.Serializer[Any]):
    text = serializers.CharField(max_length=MAX_DRAFT_CHARACTERS, trim_whitespace=False)
    rewrite_reason = serializers.ChoiceField(
        choices=RewriteReason.choices, help_text="Why it differs from the draft; none where not."
    )
    corrected_template = serializers.CharField(
        required=False,
        allow_blank=True,
        max_length=40,
        help_text="Id of the letter that should have been chosen.",
    )
    corrected_category = serializers.ChoiceField(
        choices=CATEGORIES,
        required=False,
        allow_blank=True,
        help_text="Its category, where no letter says what was needed.",
    )


class ContextPackInput(serializers.Serializer[Any]):
    iteration = serializers.IntegerField(default=0, min_value=0, max_value=3)


class ProposalInput(serializers.Serializer[Any]):
    scope = serializers.ChoiceField(choices=MemoryScope.choices)
    category = serializers.CharField(max_length=MAX_MEMORY_CATEGORY_CHARACTERS)
    content = serializers.CharField(max_length=MAX_MEMORY_CHARACTERS)
    ttl_days = serializers.IntegerField(min_value=1, max_value=90)
    confidence = serializers.FloatField(min_value=0, max_value=1)


class ProposalsInput(serializers.Serializer[Any]):
    work_token = serializers.CharField(max_length=200)
    proposals = serializers.ListField(child=ProposalInput(), allow_empty=False, max_length=10)


class CurrentTextSerializer(serializers.Serializer[Any]):
    text = serializers.CharField()
    hash = serializers.CharField()
    # "from" is a word of Python's own.
    locals()["from"] = serializers.CharField(help_text="The step it comes from: revision/1.")


class AskOutcomeSerializer(serializers.Serializer[Any]):
    id = serializers.CharField()
    kind = serializers.CharField(help_text="question, state, action or notice.")
    text = serializers.CharField()
    outcome = serializers.CharField(
        allow_null=True, help_text="What the text makes of it: answered, promised or open."
    )


class FindingSerializer(serializers.Serializer[Any]):
    code = serializers.CharField(help_text="A hard block, a failed check or a warning.")
    detail = serializers.CharField()
    span = serializers.ListField(
        child=serializers.IntegerField(), allow_null=True, help_text="[start, end] in the text."
    )


class BestSerializer(serializers.Serializer[Any]):
    iteration = serializers.IntegerField()
    confidence = serializers.FloatField()
    text = serializers.CharField()


class CloseSerializer(serializers.Serializer[Any]):
    method = serializers.CharField()
    path = serializers.CharField()
    body = serializers.DictField()


class NextSerializer(serializers.Serializer[Any]):
    """The only source of what to do now."""

    do = serializers.ChoiceField(choices=Do.choices)
    stage = serializers.ChoiceField(
        choices=Stage.choices, allow_null=True, help_text="What the step is stored as."
    )
    iteration = serializers.IntegerField(
        help_text="Of the step; of the best text where the run is over."
    )
    payload_schema = serializers.DictField(
        allow_null=True, help_text="JSON Schema of the step's payload."
    )
    needs_text = serializers.BooleanField()
    suggested_input_hash = serializers.CharField(allow_null=True)
    candidate = CurrentTextSerializer(allow_null=True, help_text="The text that is worked on.")
    asks = AskOutcomeSerializer(many=True)
    findings = FindingSerializer(many=True, help_text="They outrank any confidence.")
    why_low = serializers.CharField(allow_null=True, help_text="The evaluator's last reason.")
    best = BestSerializer(allow_null=True)
    remaining_ms = serializers.IntegerField()
    remaining_tokens = serializers.IntegerField()
    retry_after_ms = serializers.IntegerField(required=False, help_text="Where it says wait.")
    stop_reason = serializers.ChoiceField(
        choices=StopReason.choices, allow_null=True, help_text="Why the run is over."
    )
    close = CloseSerializer(
        allow_null=True, help_text="The call that ends the work, for the claim's holder."
    )
    context_pack_url = serializers.CharField()


class ArtifactSerializer(serializers.Serializer[Any]):
    stage = serializers.ChoiceField(choices=Stage.choices)
    iteration = serializers.IntegerField()
    input_hash = serializers.CharField()
    payload = serializers.DictField()
    text = serializers.CharField()
    findings = serializers.ListField(
        child=serializers.CharField(), help_text="Hard blocks that the desk found in it."
    )
    input_tokens = serializers.IntegerField(allow_null=True)
    output_tokens = serializers.IntegerField(allow_null=True)
    latency_ms = serializers.IntegerField(allow_null=True)
    created_at = serializers.DateTimeField()


class StoredArtifactSerializer(ArtifactSerializer):
    next = NextSerializer()


class RunSerializer(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    batch_id = serializers.IntegerField()
    trigger_message_id = serializers.IntegerField()
    channel = serializers.ChoiceField(choices=Channel.choices)
    attempt = serializers.IntegerField()
    status = serializers.ChoiceField(choices=RunStatus.choices)
    stop_reason = serializers.ChoiceField(choices=StopReason.choices, allow_null=True)
    loop_skip_reason = serializers.ChoiceField(choices=SkipReason.choices, allow_null=True)
    draft_id = serializers.UUIDField(allow_null=True)
    threshold = serializers.FloatField()
    max_iterations = serializers.IntegerField()
    worked_ms = serializers.IntegerField()
    time_budget_ms = serializers.IntegerField()
    tokens_used = serializers.IntegerField()
    token_budget = serializers.IntegerField()
    best_iteration = serializers.IntegerField(allow_null=True)
    hard_blocks = serializers.ListField(child=serializers.CharField())
    model_name = serializers.CharField(help_text="What the desk asks the agent to revise with.")
    reasoning_effort = serializers.CharField()
    snapshot_hash = serializers.CharField()
    started_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)
    next = NextSerializer()


class RunWithStepsSerializer(RunSerializer):
    artifacts = ArtifactSerializer(many=True, help_text="In the order in which they came.")


class OutcomeSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    status = serializers.ChoiceField(choices=MemoryStatus.choices)
    reason = serializers.CharField()


class OutcomesSerializer(serializers.Serializer[Any]):
    proposals = OutcomeSerializer(many=True, help_text="In the order in which they were sent.")


class PackSectionSerializer(serializers.Serializer[Any]):
    share = serializers.ChoiceField(choices=["primary", "secondary", "tertiary"])
    name = serializers.CharField()
    text = serializers.CharField()
    bytes = serializers.IntegerField()
    tokens = serializers.IntegerField()
    is_cut = serializers.BooleanField()


class ContextPackSerializer(serializers.Serializer[Any]):
    iteration = serializers.IntegerField()
    sections = PackSectionSerializer(many=True)
    text = serializers.CharField(help_text="All sections in order; guest text is fenced as data.")
    total_tokens = serializers.IntegerField()
    budget_tokens = serializers.IntegerField()
    cut = serializers.ListField(child=serializers.CharField())


# --- rows as JSON ---------------------------------------------------------------------------------


def run_json(run: DraftRun, *, agent: str, now: datetime) -> dict[str, Any]:
    return {
        "id": str(run.pk),
        "batch_id": run.batch_id,
        "trigger_message_id": run.trigger_id,
        "channel": run.channel,
        "attempt": run.attempt,
        "status": run.status,
        "stop_reason": run.stop_reason or None,
        "loop_skip_reason": run.loop_skip_reason or None,
        "draft_id": str(run.draft_id) if run.draft_id else None,
        "threshold": run.threshold,
        "max_iterations": run.max_iterations,
        "worked_ms": run.worked_ms,
        "time_budget_ms": run.time_budget_ms,
        "tokens_used": run.tokens_used,
        "token_budget": run.token_budget,
        "best_iteration": run.best_iteration,
        "hard_blocks": run.snapshot["hard_blocks"],
        "model_name": run.settings["model_name"],
        "reasoning_effort": run.settings["reasoning_effort"],
        "snapshot_hash": run.snapshot_hash,
        "started_at": run.started_at,
        "finished_at": run.finished_at,
        "next": next_json(run, agent=agent, now=now),
    }


def run_with_steps_json(run: DraftRun, *, agent: str, now: datetime) -> dict[str, Any]:
    return {
        **run_json(run, agent=agent, now=now),
        "artifacts": [artifact_json(step) for step in steps_of(run)],
    }


def artifact_json(step: RunArtifact) -> dict[str, Any]:
    return {
        "stage": step.stage,
        "iteration": step.iteration,
        "input_hash": step.input_hash,
        "payload": step.payload,
        "text": step.text,
        "findings": step.findings,
        "input_tokens": step.input_tokens,
        "output_tokens": step.output_tokens,
        "latency_ms": step.latency_ms,
        "created_at": step.created_at,
    }
