"""Runs over the API: start one, ask what is next, keep what a step left, propose memory."""

from pathlib import Path
from typing import Any, ClassVar
from uuid import UUID

from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from drafting.access.choices import Scope
from drafting.access.idempotency import IdempotentMixin
from drafting.access.input import checked
from drafting.access.schema import operation, read_examples
from drafting.drafts.authors import calling_agent
from drafting.outbox.api.serializers import ReplySerializer
from drafting.runs.api import serializers
from drafting.runs.api.next_json import next_json
from drafting.runs.finishing import FinishRequest, finish_work, judge_finish
from drafting.runs.models import RunArtifact
from drafting.runs.pack import get_context_pack
from drafting.runs.rows import get_run
from drafting.runs.starting import start_run
from drafting.runs.steps import propose_under_claim, put_artifact

EXAMPLES = read_examples(Path(__file__).with_name("examples.json"))


class RunCall(IdempotentMixin, APIView):
    """What the calls about runs share. Staff look at runs in the admin."""

    required_scope: ClassVar[str] = Scope.RUNS

    def asked(self) -> dict[str, Any]:
        """By whom, and when."""
        return {"agent": str(self.request.user), "now": timezone.now()}


class RunsView(RunCall):
    @operation(
        "run_start",
        "runs",
        "The run of a claimed batch: the one that is there, or a new one",
        description=(
            "A running or completed run is given back (200). After an aborted or failed one a new "
            "attempt begins (201)."
        ),
        answers={200: serializers.RunSerializer, 201: serializers.RunSerializer},
        takes=serializers.StartInput,
        codes="claim_lost conflict",
        examples=[EXAMPLES["start"]],
    )
    def post(self, request: Request) -> Response:
        asked = self.asked()
        run, is_new = start_run(**checked(serializers.StartInput, request.data), **asked)
        body = serializers.RunSerializer(run, context=asked).data
        return Response(body, status=201 if is_new else 200)


class RunView(RunCall):
    @operation(
        "run_read",
        "runs",
        "A run with everything that its steps left",
        answers={200: serializers.RunWithStepsSerializer},
        codes="not_found",
    )
    def get(self, request: Request, run_id: UUID) -> Response:
        run = get_run(run_id=run_id)
        return Response(serializers.RunWithStepsSerializer(run, context=self.asked()).data)


class NextView(RunCall):
    @operation(
        "run_next",
        "runs",
        "What to do now",
        description=(
            "The only source of what comes next, for whoever asks. `wait`: all places in the loop "
            "are taken. `finish`: refine the draft with the best text and reply. `hand_over`: no "
            "text is usable; a person has to answer."
        ),
        answers={200: serializers.NextSerializer},
        codes="not_found",
        examples=[EXAMPLES["next"]],
    )
    def get(self, request: Request, run_id: UUID) -> Response:
        return Response(next_json(get_run(run_id=run_id), **self.asked()))


class ArtifactView(RunCall):
    @operation(
        "run_artifact",
        "runs",
        "Keep what a step left",
        description=(
            "The same input hash again gives back what is stored (200). Payloads by stage: "
            "`generation {draft_id}`, `overseer_gate {decision, reason}` (with a text where it "
            "revises), `evaluation {safe_to_send, requires_human_review, confidence, reason}`, "
            "`revision {unresolved_requirements}` with its text, `verification` and `final_draft` "
            'with theirs, the others free. `{"error": "why"}` ends the run: the step failed for '
            "good. A step that may be tried again leaves nothing."
        ),
        answers={
            200: serializers.StoredArtifactSerializer,
            201: serializers.StoredArtifactSerializer,
        },
        takes=serializers.ArtifactInput,
        is_keyed=False,
        codes="not_found unknown_draft claim_lost artifact_conflict out_of_order not_best_text",
        examples=[EXAMPLES["gate"], EXAMPLES["evaluation"], EXAMPLES["revision"]],
    )
    def put(self, request: Request, run_id: UUID, stage: str, iteration: int) -> Response:
        values, asked = checked(serializers.ArtifactInput, request.data), self.asked()
        token = values.pop("work_token")
        step = RunArtifact(stage=stage, iteration=iteration, **values)
        step, is_new = put_artifact(run_id=run_id, work_token=token, step=step, **asked)
        kept = serializers.ArtifactSerializer(step).data
        body = {**kept, "next": next_json(step.run, **asked)}
        return Response(body, status=201 if is_new else 200)


class ContextPackView(RunCall):
    @operation(
        "run_context_pack",
        "runs",
        "What a revision should know, within its budget",
        description="About 10 000 tokens. The guest's mail is fenced: data.",
        answers={200: serializers.ContextPackSerializer},
        statuses=(400,),
        asks=[serializers.ContextPackInput],
        codes="not_found",
    )
    def get(self, request: Request, run_id: UUID) -> Response:
        values = checked(serializers.ContextPackInput, request.query_params)
        return Response(get_context_pack(run=get_run(run_id=run_id), **values))


class MemoryProposalsView(RunCall):
    @operation(
        "run_memory_proposals",
        "runs",
        "Propose what the next answers should know",
        description=(
            "At most 10 a run. What the gate may not approve waits for a person; the same again "
            "is the row that is there."
        ),
        answers={200: serializers.OutcomesSerializer},
        takes=serializers.ProposalsInput,
        codes="not_found claim_lost",
        examples=[EXAMPLES["proposals"]],
    )
    def post(self, request: Request, run_id: UUID) -> Response:
        values = checked(serializers.ProposalsInput, request.data)
        outcomes = propose_under_claim(run_id=run_id, **values, **self.asked())
        return Response(serializers.OutcomesSerializer({"proposals": outcomes}).data)


class FinishView(IdempotentMixin, APIView):
    required_scope: ClassVar[str] = Scope.WORK

    def prepare(self, request: Request, work_token: str) -> None:
        values = checked(serializers.FinishInput, request.data)
        self.finish = FinishRequest(work_token=work_token, **values)
        self.author = calling_agent(request)
        self.ready = judge_finish(request=self.finish, author=self.author)

    @operation(
        "work_finish",
        "work",
        "The text becomes the reply: attested, kept, answered in one call",
        description=(
            "Checked in this order: claim, newer mail, `next.do` (where there is a run), draft, "
            "best text, quality. A refusal stores nothing. The same once more gives the same "
            "reply. Without a run, and without automatic release, a person releases it."
        ),
        answers={201: ReplySerializer},
        takes=serializers.FinishInput,
        codes=(
            "claim_lost newer_inbound already_answered out_of_order unknown_draft "
            "not_best_text blocked_draft body_blanked"
        ),
        examples=[EXAMPLES["finish"]],
    )
    def post(self, request: Request, work_token: str) -> Response:
        mail = finish_work(request=self.finish, author=self.author, ready=self.ready)
        return Response(ReplySerializer(mail).data, status=201)
