"""Runs over the API: start one, ask what is next, keep what a step left, propose memory."""

from typing import Any, ClassVar
from uuid import UUID

from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView
from rest_framework.viewsets import ViewSet

from drafting.access.idempotency import IdempotentMixin
from drafting.access.input import checked
from drafting.access.models import Scope
from drafting.access.schema import operations_of
from drafting.drafts.authors import calling_agent
from drafting.outbox.api.serializers import ReplySerializer
from drafting.runs.api import serializers
from drafting.runs.api.serializers import next_json
from drafting.runs.finishing import FinishRequest, finish_work, judge_finish
from drafting.runs.models import RunArtifact
from drafting.runs.pack import get_context_pack
from drafting.runs.rows import get_run
from drafting.runs.steps import propose_under_claim, put_artifact, start_run

described = operations_of(__file__)


class RunViewSet(IdempotentMixin, ViewSet):
    """Staff look at runs in the admin."""

    required_scope = Scope.RUNS

    def asked(self) -> dict[str, Any]:
        """By whom, and when."""
        return {"agent": str(self.request.user), "now": timezone.now()}

    @described(
        "run_start",
        takes=serializers.StartInput,
        answers={200: serializers.RunSerializer, 201: serializers.RunSerializer},
    )
    def start(self, request: Request) -> Response:
        asked = self.asked()
        run, is_new = start_run(**checked(serializers.StartInput, request.data), **asked)
        body = serializers.RunSerializer(run, context=asked).data
        return Response(body, status=201 if is_new else 200)

    @described("run_read", answers={200: serializers.RunWithStepsSerializer})
    def retrieve(self, request: Request, run_id: UUID) -> Response:
        run = get_run(run_id=run_id)
        return Response(serializers.RunWithStepsSerializer(run, context=self.asked()).data)

    @described("run_next", answers={200: serializers.NextSerializer})
    def next(self, request: Request, run_id: UUID) -> Response:
        return Response(next_json(get_run(run_id=run_id), **self.asked()))

    @described(
        "run_artifact",
        takes=serializers.ArtifactInput,
        answers={
            200: serializers.StoredArtifactSerializer,
            201: serializers.StoredArtifactSerializer,
        },
    )
    def keep_step(self, request: Request, run_id: UUID, stage: str, iteration: int) -> Response:
        values, asked = checked(serializers.ArtifactInput, request.data), self.asked()
        token = values.pop("work_token")
        step = RunArtifact(stage=stage, iteration=iteration, **values)
        step, is_new = put_artifact(run_id=run_id, work_token=token, step=step, **asked)
        kept = serializers.ArtifactSerializer(step).data
        body = {**kept, "next": next_json(step.run, **asked)}
        return Response(body, status=201 if is_new else 200)

    @described(
        "run_context_pack",
        asks=[serializers.ContextPackInput],
        answers={200: serializers.ContextPackSerializer},
    )
    def context_pack(self, request: Request, run_id: UUID) -> Response:
        values = checked(serializers.ContextPackInput, request.query_params)
        return Response(get_context_pack(run=get_run(run_id=run_id), **values))

    @described(
        "run_memory_proposals",
        takes=serializers.ProposalsInput,
        answers={200: serializers.OutcomesSerializer},
    )
    def propose(self, request: Request, run_id: UUID) -> Response:
        values = checked(serializers.ProposalsInput, request.data)
        outcomes = propose_under_claim(run_id=run_id, **values, **self.asked())
        return Response(serializers.OutcomesSerializer({"proposals": outcomes}).data)


class FinishView(IdempotentMixin, APIView):
    required_scope: ClassVar[str] = Scope.WORK

    def prepare(self, request: Request, work_token: str) -> None:
        values = checked(serializers.FinishInput, request.data)
        self.finish = FinishRequest(work_token, values.pop("text"), values)
        self.author = calling_agent(request)
        self.ready = judge_finish(request=self.finish, author=self.author)

    @described("work_finish", takes=serializers.FinishInput, answers={201: ReplySerializer})
    def post(self, request: Request, work_token: str) -> Response:
        mail = finish_work(request=self.finish, author=self.author, ready=self.ready)
        return Response(ReplySerializer(mail).data, status=201)
