"""Work over the API: claim a thread, keep the claim, reply, hand over, give up."""

from pathlib import Path

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import ViewSet

from drafting.access.choices import Scope
from drafting.access.idempotency import IdempotentMixin
from drafting.access.input import checked
from drafting.access.schema import IDEMPOTENCY_KEY_PARAMETER, operation, read_examples
from drafting.mail import claims
from drafting.mail.standby import claim_when_ready
from drafting.outbox.api import serializers as shapes
from drafting.outbox.models import ReplyFile
from drafting.outbox.replies import reply_to_work

EXAMPLES = read_examples(Path(__file__).with_name("examples.json"))


class WorkViewSet(IdempotentMixin, ViewSet):
    """The calls of a claim. Staff act in the admin, without claims."""

    required_scope = Scope.WORK

    @operation(
        "work_claim",
        "work",
        "Claim the most urgent thread with all its unanswered mail",
        description=(
            "204: nothing to do, within `wait` seconds. Not safe to repeat without an "
            "Idempotency-Key: each call claims another thread."
        ),
        answers={200: shapes.WorkSerializer, 204: None},
        takes=shapes.LeaseInput,
        asks=[shapes.ClaimQuery],
        codes="in_progress",
        examples=[EXAMPLES["claim"], EXAMPLES["work"]],
    )
    def claim(self, request: Request) -> Response:
        values = checked(shapes.LeaseInput, request.data)
        work = claim_when_ready(
            holder=str(request.user),
            lease_seconds=values.get("lease_seconds"),
            wait_seconds=checked(shapes.ClaimQuery, request.query_params)["wait"],
        )
        if work is None:
            return Response(status=204)
        return Response(shapes.work_json(work))

    @operation(
        "work_read",
        "work",
        "Read a claim again",
        description="A stale token reads, never writes.",
        answers={200: shapes.WorkSerializer},
        codes="not_found",
    )
    def retrieve(self, request: Request, work_token: str) -> Response:
        work = claims.get_work(work_token=work_token, agent=str(request.user))
        return Response(shapes.work_json(work, outcome=shapes.outcome_json(work)))

    @operation(
        "work_heartbeat",
        "work",
        "Prolong a claim",
        answers={200: shapes.HeartbeatSerializer},
        takes=shapes.LeaseInput,
        codes="claim_lost",
        examples=[EXAMPLES["prolong"], EXAMPLES["prolonged"]],
    )
    def heartbeat(self, request: Request, work_token: str) -> Response:
        values = checked(shapes.LeaseInput, request.data)
        expires_at = claims.renew_claim(
            work_token=work_token,
            agent=str(request.user),
            lease_seconds=values.get("lease_seconds"),
        )
        return Response(shapes.HeartbeatSerializer({"claim_expires_at": expires_at}).data)

    @operation(
        "work_reply",
        "work",
        "The attested text becomes the reply; the claim ends",
        description=(
            "Checked in this order: claim, newer mail, attested, best text, blocked. The reply "
            "waits for a person's release."
        ),
        answers={201: shapes.ReplySerializer},
        takes=shapes.ReplyInput,
        codes=(
            "claim_lost newer_inbound already_answered not_attested not_best_text "
            "blocked_draft unknown_draft body_blanked"
        ),
        examples=[EXAMPLES["to_guest"], EXAMPLES["to_reviewer"], EXAMPLES["reply"]],
    )
    def reply(self, request: Request, work_token: str) -> Response:
        values = checked(shapes.ReplyInput, request.data)
        mail = reply_to_work(
            work_token=work_token,
            agent=str(request.user),
            draft_id=values.get("draft_id"),
            body_text=values.get("body_text"),
            subject=values.get("subject", ""),
            files=[ReplyFile(**file) for file in values.get("files", ())],
        )
        return Response(shapes.ReplySerializer(mail).data, status=201)

    @operation(
        "work_hand_over",
        "work",
        "A person is needed; the claim ends",
        answers={204: None},
        takes=shapes.HandOverInput,
        codes="claim_lost",
        examples=[EXAMPLES["hand_over"]],
    )
    def hand_over(self, request: Request, work_token: str) -> Response:
        values = checked(shapes.HandOverInput, request.data)
        claims.hand_over(work_token=work_token, agent=str(request.user), reason=values["reason"])
        return Response(status=204)

    @operation(
        "work_release",
        "work",
        "Give a claim up; the thread is claimable at once",
        answers={204: None},
        statuses=(413, 415),
        asks=[IDEMPOTENCY_KEY_PARAMETER],
        codes="claim_lost",
    )
    def release(self, request: Request, work_token: str) -> Response:
        claims.release_claim(work_token=work_token, agent=str(request.user))
        return Response(status=204)
