"""Runs as the API takes and shows them."""

import hashlib
from datetime import datetime
from typing import Any

from django.urls import reverse
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from drafting.access.schema import shapes_of
from drafting.drafts.api.serializers import CorrectedTemplateField, StringField, TextField
from drafting.drafts.models import MAX_DRAFT_CHARACTERS
from drafting.mail.claims import WorkToken, is_live
from drafting.runs import loop
from drafting.runs.choices import Channel, Do, MemoryScope, Stage
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


SHAPES = shapes_of(__file__, Reason=ReasonField)
_RunRow: Any = SHAPES["RunRow"]
_Artifact: Any = SHAPES["Artifact"]


class RunSerializer(_RunRow):
    next = serializers.SerializerMethodField()

    @extend_schema_field(SHAPES["Next"])
    def get_next(self, run: DraftRun) -> dict[str, Any]:
        """For whoever asks (``agent``, ``now`` of the context)."""
        return next_json(run, **self.context)


class StoredArtifactSerializer(_Artifact):
    next = SHAPES["Next"]()


class RunWithStepsSerializer(RunSerializer):
    artifacts = SHAPES["Artifact"](many=True, help_text="In the order in which they came.")


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
