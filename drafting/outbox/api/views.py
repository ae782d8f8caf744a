"""Work over the API: claim a thread, keep the claim, reply, hand over, give up."""

from django.conf import settings
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import ViewSet

from drafting.access.idempotency import IdempotentMixin
from drafting.access.input import checked
from drafting.access.models import Scope
from drafting.access.schema import IDEMPOTENCY_KEY_PARAMETER, operations_of
from drafting.mail import claims
from drafting.mail.work_models import ReplyFile
from drafting.outbox.api import serializers
from drafting.outbox.replies import reply_to_work
from drafting.outbox.typed_text import hand_over_work

described = operations_of(__file__)


class WorkViewSet(IdempotentMixin, ViewSet):
    """The calls of a claim. Staff act in the admin, without claims."""

    required_scope = Scope.WORK
    max_body_bytes = settings.MAX_JSON_BYTES  # more where files come: drafting.urls

    @described(
        "work_claim",
        takes=serializers.LeaseInput,
        asks=[serializers.ClaimQuery],
        answers={200: serializers.WorkSerializer, 204: None},
    )
    def claim(self, request: Request) -> Response:
        lease = checked(serializers.LeaseInput, request.data)
        wait_seconds = checked(serializers.ClaimQuery, request.query_params)["wait"]
        work = claims.claim_when_ready(holder=str(request.user), wait_seconds=wait_seconds, **lease)
        return Response(serializers.work_json(work)) if work else Response(status=204)

    @described("work_read", answers={200: serializers.WorkSerializer})
    def retrieve(self, request: Request, work_token: str) -> Response:
        work = claims.get_work(work_token=work_token, agent=str(request.user))
        return Response(serializers.work_json(work, outcome=serializers.outcome_json(work)))

    @described(
        "work_heartbeat",
        takes=serializers.LeaseInput,
        answers={200: serializers.HeartbeatSerializer},
    )
    def heartbeat(self, request: Request, work_token: str) -> Response:
        lease = checked(serializers.LeaseInput, request.data)
        agent = str(request.user)
        expires_at = claims.renew_claim(work_token=work_token, agent=agent, **lease)
        return Response(serializers.HeartbeatSerializer({"claim_expires_at": expires_at}).data)

    @described(
        "work_reply", takes=serializers.ReplyInput, answers={201: serializers.ReplySerializer}
    )
    def reply(self, request: Request, work_token: str) -> Response:
        values = checked(serializers.ReplyInput, request.data)
        values["files"] = [ReplyFile(**file) for file in values.get("files", ())]
        mail = reply_to_work(work_token=work_token, agent=str(request.user), **values)
        return Response(serializers.ReplySerializer(mail).data, status=201)

    @described("work_hand_over", takes=serializers.HandOverInput, answers={204: None})
    def hand_over(self, request: Request, work_token: str) -> Response:
        values = checked(serializers.HandOverInput, request.data)
        hand_over_work(work_token=work_token, agent=str(request.user), **values)
        return Response(status=204)

    @described("work_release", asks=[IDEMPOTENCY_KEY_PARAMETER], answers={204: None})
    def release(self, request: Request, work_token: str) -> Response:
        claims.release_claim(work_token=work_token, agent=str(request.user))
        return Response(status=204)
