"""What learning and templates show over the API. Agents read; people decide."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import (
    OpenApiExample,
    OpenApiParameter,
    extend_schema,
    extend_schema_view,
)
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from drafting.access.choices import Scope
from drafting.access.idempotency import IdempotentMixin
from drafting.access.input import checked
from drafting.access.schema import IDEMPOTENCY_KEY_PARAMETER, problem_responses
from drafting.desk.api import serializers as shapes
from drafting.desk.briefing import session_summary
from learning.calibration.selectors import list_priors
from learning.calibration.services import calibrate
from learning.ledger.models import UnknownQuestion
from learning.ledger.selectors import list_questions, question_row
from learning.proposals.models import TemplateProposal
from learning.proposals.selectors import list_proposals, proposal_detail
from learning.statistics import signals_stats
from templatesapp.models import EmailTemplate, KnowledgeItem, PropertyFact

# What any call with a body may be told.
BAD_BODY = (400, 413, 415)


class StatsView(APIView):
    """What an agent with scope ``stats`` may read; so may staff who see it in the back office."""

    required_scope: ClassVar[str] = Scope.STATS
    view_permission: ClassVar[str]


class StatsListView(StatsView, ListAPIView[Any]):
    """The same, in pages."""


def _list_schema(
    name: str, tag: str, summary: str, shape: Any, *asked: str, statuses: tuple[int, ...] = (404,)
) -> Any:
    """``asked``: names of the query's parameters, all of them texts."""
    get = extend_schema(
        operation_id=name,
        tags=[tag],
        summary=summary,
        parameters=[OpenApiParameter(one, OpenApiTypes.STR) for one in asked],
        responses={200: shape(many=True)} | problem_responses(*statuses),
    )
    return extend_schema_view(get=get)


# --- what the desk may say ------------------------------------------------------------------------


@_list_schema(
    "template_list", "templates", "Every template, by id and language", shapes.TemplateSerializer
)
class TemplatesView(StatsListView):
    view_permission = "templatesapp.view_emailtemplate"
    serializer_class = shapes.TemplateSerializer
    queryset = EmailTemplate.objects.order_by("template_id", "language")


class TemplateView(StatsView):
    view_permission = "templatesapp.view_emailtemplate"

    @extend_schema(
        operation_id="template_read",
        tags=["templates"],
        summary="One template in one language (English unless said)",
        parameters=[OpenApiParameter("language", OpenApiTypes.STR)],
        responses={200: shapes.TemplateSerializer} | problem_responses(404),
    )
    def get(self, request: Request, template_id: str) -> Response:
        language = request.query_params.get("language", "en")
        template = get_object_or_404(EmailTemplate, template_id=template_id, language=language)
        return Response(shapes.TemplateSerializer(template).data)


@_list_schema(
    "knowledge_list",
    "templates",
    "What the desk can answer, in one language (else English)",
    shapes.KnowledgeSerializer,
    "category",
    "language",
)
class KnowledgeView(StatsListView):
    view_permission = "templatesapp.view_knowledgeitem"
    serializer_class = shapes.KnowledgeSerializer
    queryset = KnowledgeItem.objects.filter(active=True)

    def get_queryset(self) -> QuerySet[KnowledgeItem]:
        asked = self.request.query_params
        rows = super().get_queryset().filter(language=asked.get("language", "en"))
        return rows.filter(category=category) if (category := asked.get("category")) else rows


@_list_schema("fact_list", "templates", "The property's facts", shapes.FactSerializer)
class FactsView(StatsListView):
    view_permission = "templatesapp.view_propertyfact"
    serializer_class = shapes.FactSerializer
    queryset = PropertyFact.objects.all()


# --- what was learned -----------------------------------------------------------------------------


class PriorsView(StatsView):
    view_permission = "learning.view_templateprior"

    @extend_schema(
        operation_id="prior_list",
        tags=["learning"],
        summary="Every prior (a plain list)",
        responses={200: shapes.PriorSerializer(many=True)} | problem_responses(),
    )
    def get(self, request: Request) -> Response:
        return Response(list_priors())


class CalibrateView(IdempotentMixin, APIView):
    required_scope: ClassVar[str] = Scope.CALIBRATE
    required_permission: ClassVar[str] = "learning.calibrate_priors"

    @extend_schema(
        operation_id="draft_ranker_calibrate",
        tags=["learning"],
        summary="Take new joined events into the priors, when the gates are open",
        request=shapes.CalibrateInput,
        responses={200: shapes.CalibrateOutput} | problem_responses(*BAD_BODY),
        parameters=[IDEMPOTENCY_KEY_PARAMETER],
        examples=[
            OpenApiExample("what would change", value={"dry_run": True}, request_only=True),
        ],
    )
    def post(self, request: Request) -> Response:
        values = checked(shapes.CalibrateInput, request.data)
        user: Any = request.user
        by = user.prefix if getattr(user, "is_agent", False) else user
        result = calibrate(by=by, now=timezone.now(), dry_run=values["dry_run"])
        return Response(result.as_dict())


@_list_schema(
    "proposal_list",
    "learning",
    "Template proposals",
    shapes.ProposalSerializer,
    "review_state",
    statuses=(400, 404),
)
class ProposalsView(StatsListView):
    view_permission = "learning.view_templateproposal"
    serializer_class = shapes.ProposalSerializer

    def get_queryset(self) -> QuerySet[TemplateProposal]:
        return list_proposals(review_state=self.request.query_params.get("review_state", ""))


class ProposalView(StatsView):
    view_permission = "learning.view_templateproposal"

    @extend_schema(
        operation_id="proposal_read",
        tags=["learning"],
        summary="One proposal with its word diff",
        responses={200: shapes.ProposalDetailSerializer} | problem_responses(404),
    )
    def get(self, request: Request, proposal_id: Any) -> Response:
        return Response(proposal_detail(proposal_id))


@_list_schema(
    "ledger_question_list",
    "learning",
    "Questions that nobody could answer",
    shapes.QuestionSerializer,
    "state",
    statuses=(400, 404),
)
class QuestionsView(StatsListView):
    view_permission = "learning.view_unknownquestion"
    serializer_class = shapes.QuestionSerializer

    def get_queryset(self) -> QuerySet[UnknownQuestion]:
        return list_questions(state=self.request.query_params.get("state", ""))


class SignalsView(StatsView):
    view_permission = "learning.view_selectionevent"

    @extend_schema(
        operation_id="draft_signal_stats",
        tags=["learning"],
        summary="How many signals there are, and what waits",
        responses={200: shapes.StatsSerializer} | problem_responses(),
    )
    def get(self, request: Request) -> Response:
        return Response(signals_stats())


class SummaryView(StatsView):
    view_permission = "learning.view_selectionevent"

    @extend_schema(
        operation_id="session_summary",
        tags=["learning"],
        summary="What happened since a time, and what a person should look at",
        parameters=[shapes.SinceQuery],
        responses={200: OpenApiTypes.OBJECT} | problem_responses(400),
    )
    def get(self, request: Request) -> Response:
        since = checked(shapes.SinceQuery, request.query_params)["since"]
        return Response(session_summary(since=since, now=timezone.now()))


# --- what a person decides ------------------------------------------------------------------------


class DecisionView(IdempotentMixin, APIView):
    """A person decides by a service: an agent's key gets 403, whatever its scopes."""

    required_scope: ClassVar[str] = Scope.STATS
    agents_forbidden: ClassVar[bool] = True
    required_permission: ClassVar[str]
    given: ClassVar[Any]
    service: ClassVar[staticmethod[..., Any]]

    def decide(self, request: Request, **key: Any) -> Any:
        """What the service returns; it takes the key, the person and what is given."""
        values = checked(self.given, request.data)
        return self.service(**key, **values, by=request.user, now=timezone.now())


class ProposalDecision(DecisionView):
    required_permission = "learning.decide_templateproposal"
    shape = shapes.ProposalDetailSerializer
    codes = ("already_decided", "template_changed", "lint_failed", "conflict")

    def post(self, request: Request, proposal_id: Any) -> Response:
        self.decide(request, proposal_id=proposal_id)
        return Response(proposal_detail(proposal_id))


class QuestionDecision(DecisionView):
    required_permission = "learning.decide_unknownquestion"
    shape = shapes.QuestionSerializer
    codes = ("already_decided", "promotion_conflict", "conflict")

    def post(self, request: Request, question_id: int) -> Response:
        return Response(question_row(self.decide(request, question_id=question_id)))


def decision(
    operation_id: str,
    summary: str,
    base: type[ProposalDecision | QuestionDecision],
    service: Callable[..., Any],
    given: Any = shapes.EmptyInput,
    example: dict[str, Any] | None = None,
) -> Any:
    """A view of one decision. ``example``: of its body."""
    post = extend_schema(
        operation_id=operation_id,
        tags=["learning"],
        summary=summary,
        request=given,
        responses={200: base.shape} | problem_responses(*BAD_BODY, 404, codes=base.codes),
        parameters=[IDEMPOTENCY_KEY_PARAMETER],
        examples=[OpenApiExample("body", value=example or {}, request_only=True)],
    )
    made: Any = type(base.__name__, (base,), {"given": given, "service": staticmethod(service)})
    return extend_schema_view(post=post)(made).as_view()
