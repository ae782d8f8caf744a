"""Runs as the API takes and shows them."""

import hashlib
from datetime import UTC, datetime
from typing import Any

from django.urls import reverse
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from drafting.drafts.api.serializers import CorrectedTemplateField, StringField, TextField
from drafting.drafts.models import MAX_DRAFT_CHARACTERS
from drafting.mail.claims import WorkToken, is_live
from drafting.runs import loop
from drafting.runs.choices import (
    SKIPS,
    Channel,
    Do,
    MemoryScope,
    MemoryStatus,
    RunStatus,
    Stage,
    StopReason,
)
from drafting.runs.hard_blocks import findings_of
from drafting.runs.models import (
    MAX_HASH_CHARACTERS,
    MAX_MEMORY_CATEGORY_CHARACTERS,
    MAX_MEMORY_CHARACTERS,
    DraftRun,
    RunArtifact,
)
from drafting.runs.rows import elapsed_ms, is_same_text, read_facts, steps_of
from drafting.runs.stages import NEEDS_TEXT, payload_schema
from learning.events.choices import REASON_CHOICES, Reason
from templatesapp.categories import CATEGORIES
from templatesapp.text.distance import text_hash

MAX_COUNT = 2_147_483_647


class ClaimedInput(serializers.Serializer[Any]):
    work_token = serializers.CharField(max_length=200)


class StartInput(ClaimedInput):
    channel = serializers.ChoiceField(choices=Channel.choices, default=Channel.EMAIL)


class ArtifactInput(ClaimedInput):
    """``payload`` by stage; ``{"error": "why"}`` in its place: the step failed for good."""

    input_hash = serializers.RegexField(
        rf"^[\x21-\x7e]{{1,{MAX_HASH_CHARACTERS}}}$",
        help_text="Of what the step worked from. The same again is the same step.",
    )
    payload = serializers.DictField(default=dict)
    text = TextField(default="", allow_blank=True, help_text="At most 20 000 bytes.")
    input_tokens = serializers.IntegerField(required=False, min_value=0, max_value=MAX_COUNT)
    output_tokens = serializers.IntegerField(required=False, min_value=0, max_value=MAX_COUNT)
    latency_ms = serializers.IntegerField(required=False, min_value=0, max_value=MAX_COUNT)


class FinishInput(serializers.Serializer[Any]):
    text = TextField(max_length=MAX_DRAFT_CHARACTERS)
    rewrite_reason = serializers.ChoiceField(
        choices=REASON_CHOICES, help_text="Why it differs from the draft; none where not."
    )
    corrected_template = CorrectedTemplateField()
    corrected_category = serializers.ChoiceField(
        choices=CATEGORIES,
        required=False,
        allow_blank=True,
        help_text="Its category, where no letter says what was needed.",
    )


class ProposalInput(serializers.Serializer[Any]):
    scope = serializers.ChoiceField(choices=MemoryScope.choices)
    category = StringField(max_length=MAX_MEMORY_CATEGORY_CHARACTERS)
    content = StringField(max_length=MAX_MEMORY_CHARACTERS)
    ttl_days = serializers.IntegerField(min_value=1, max_value=90)
    confidence = serializers.FloatField(min_value=0, max_value=1)


class ProposalsInput(ClaimedInput):
    proposals = serializers.ListField(child=ProposalInput(), allow_empty=False, max_length=10)


class ReasonField(serializers.ChoiceField):
    """A choice of a row; null where it has none."""

    def __init__(self, choices: Any) -> None:
        super().__init__(choices, allow_null=True)

    def to_representation(self, value: Any) -> Any:
        return value or None


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

    do = serializers.ChoiceField(Do.choices)
    stage = serializers.ChoiceField(
        Stage.choices, allow_null=True, help_text="What the step is stored as."
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
        StopReason.choices, allow_null=True, help_text="Why the run is over."
    )
    close = CloseSerializer(
        allow_null=True, help_text="The call that ends the work, for the claim's holder."
    )
    context_pack_url = serializers.CharField()


class PackSectionSerializer(serializers.Serializer[Any]):
    share = serializers.ChoiceField(["primary", "secondary", "tertiary"])
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


class ArtifactSerializer(serializers.Serializer[Any]):
    stage = serializers.ChoiceField(Stage.choices)
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
    created_at = serializers.DateTimeField(default_timezone=UTC)


class RunSerializer(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    batch_id = serializers.IntegerField()
    trigger_message_id = serializers.IntegerField(source="trigger_id")
    channel = serializers.ChoiceField(Channel.choices)
    attempt = serializers.IntegerField()
    status = serializers.ChoiceField(RunStatus.choices)
    stop_reason = ReasonField(StopReason.choices)
    loop_skip_reason = ReasonField(SKIPS)
    draft_id = serializers.UUIDField(allow_null=True)
    threshold = serializers.FloatField()
    max_iterations = serializers.IntegerField()
    worked_ms = serializers.IntegerField()
    time_budget_ms = serializers.IntegerField()
    tokens_used = serializers.IntegerField()
    token_budget = serializers.IntegerField()
    best_iteration = serializers.IntegerField(allow_null=True)
    hard_blocks = serializers.ListField(
        child=serializers.CharField(), source="snapshot.hard_blocks"
    )
    model_name = serializers.CharField(
        source="settings.model_name", help_text="What the desk asks the agent to revise with."
    )
    reasoning_effort = serializers.CharField(source="settings.reasoning_effort")
    snapshot_hash = serializers.CharField()
    started_at = serializers.DateTimeField(default_timezone=UTC)
    finished_at = serializers.DateTimeField(default_timezone=UTC, allow_null=True)
    next = serializers.SerializerMethodField()

    @extend_schema_field(NextSerializer)
    def get_next(self, run: DraftRun) -> dict[str, Any]:
        """For whoever asks (``agent``, ``now`` of the context)."""
        return next_json(run, **self.context)


class OutcomeSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    status = serializers.ChoiceField(MemoryStatus.choices)
    reason = serializers.CharField()


class OutcomesSerializer(serializers.Serializer[Any]):
    proposals = OutcomeSerializer(many=True, help_text="In the order in which they were sent.")


class ContextPackInput(serializers.Serializer[Any]):
    iteration = serializers.IntegerField(default=0, min_value=0, max_value=3)


class StoredArtifactSerializer(ArtifactSerializer):
    next = NextSerializer()


class RunWithStepsSerializer(RunSerializer):
    artifacts = ArtifactSerializer(many=True, help_text="In the order in which they came.")


Json = dict[str, Any]

_CLOSING = {Do.FINISH: "work-finish", Do.HAND_OVER: "hand-over", Do.RELEASE: "work-release"}


def next_json(run: DraftRun, *, agent: str, now: datetime) -> Json:
    """``agent``: who asks; the way to close is told to the holder of the claim alone."""
    steps = steps_of(run)
    facts = read_facts(run, steps, now=now)
    due = loop.decide(facts)
    current = loop.current_step(facts, due.iteration)
    best = _best(facts, due)
    token = _live_token(run, agent) if due.do in _CLOSING else None
    pack = reverse("run-context-pack", args=[run.pk])
    body = {
        "do": due.do,
        "stage": loop.STAGE_OF.get(due.do),
        "iteration": due.iteration,
        **_to_send(run, due, current),
        "candidate": current
        and {
            "text": current.text,
            "hash": text_hash(current.text),
            "from": f"{current.stage}/{current.iteration}",
        },
        # Before there is a text: what the mail wants.
        "asks": (current.report.get("asks") if current else None)
        or [{**ask, "outcome": None} for ask in run.snapshot.get("asks", ())],
        "findings": findings_of(run.snapshot, current),
        "why_low": _why_low(facts),
        "best": best,
        # The clock of the step in hand is told, and decides nothing.
        "remaining_ms": max(0, due.remaining_ms - elapsed_ms(run, steps, now)),
        "remaining_tokens": due.remaining_tokens,
        "stop_reason": due.stop_reason,
        "close": _close(facts, due, best, token),
        "context_pack_url": f"{pack}?iteration={due.iteration}",
    }
    if due.do == Do.WAIT:
        body["retry_after_ms"] = loop.RETRY_AFTER_MS
    return body


def _to_send(run: DraftRun, due: loop.NextStep, current: RunArtifact | None) -> Json:
    """What the step's artifact holds, and a hash under which it is the same for whoever does it."""
    stage = loop.STAGE_OF.get(due.do)
    if stage is None:
        return {"payload_schema": None, "needs_text": False, "suggested_input_hash": None}
    worked_from = current.text if current else run.snapshot_hash
    said = f"{run.pk}:{stage}:{due.iteration}:{text_hash(worked_from)}"
    return {
        "payload_schema": payload_schema(stage),
        "needs_text": stage in NEEDS_TEXT,
        "suggested_input_hash": hashlib.sha256(said.encode()).hexdigest(),
    }


def _why_low(facts: loop.RunFacts) -> str | None:
    """The newest evaluator's word, as long as the text is not good enough."""
    last = facts.finished_rounds - 1
    evaluation = facts.step(Stage.EVALUATION, last) if last >= 0 else None
    if evaluation is None or loop.confidence_of(facts, last) >= facts.run.threshold:
        return None
    return str(evaluation.payload.get("reason", ""))


def _best(facts: loop.RunFacts, due: loop.NextStep) -> Json | None:
    if due.best_iteration is None:
        return None
    return {
        "iteration": due.best_iteration,
        "confidence": loop.confidence_of(facts, due.best_iteration),
        "text": loop.candidate_text(facts, due.best_iteration),
    }


def _close(
    facts: loop.RunFacts, due: loop.NextStep, best: Json | None, token: WorkToken | None
) -> Json | None:
    """The one call that ends the work, ready to be sent; None while there is a step to do, and for
    whoever does not hold the claim."""
    if token is None:
        return None
    body: Json = {}
    if due.do == Do.HAND_OVER:
        blocks = ", ".join(facts.run.snapshot["hard_blocks"])
        said = due.stop_reason.label if due.stop_reason else "over"
        held = f" ({blocks})" if blocks else ""
        body = {"reason": f"The run has no text that may be sent: {said}{held}."}
    elif due.do == Do.FINISH and best is not None:
        generation = facts.step(Stage.GENERATION, 0)
        is_kept = generation is not None and is_same_text(generation.text, best["text"])
        reason = Reason.NONE if is_kept else Reason.STYLE
        body = {"text": best["text"], "rewrite_reason": reason.value}
    return {"method": "POST", "path": reverse(_CLOSING[due.do], args=[str(token)]), "body": body}


def _live_token(run: DraftRun, agent: str) -> WorkToken | None:
    batch, thread = run.batch, run.batch.thread
    token = WorkToken(batch.pk, thread.claim_number, thread.claim_secret, agent)
    return token if is_live(token, thread, batch, agent) else None
