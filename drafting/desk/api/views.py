"""What learning and templates show over the API. Agents read; people decide."""

from __future__ import annotations

from typing import Any, ClassVar
from uuid import UUID

from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.pagination import BasePagination
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.settings import api_settings
from rest_framework.views import APIView

from config.errors import DomainError, invalid
from drafting.access.choices import Scope
from drafting.access.idempotency import IdempotentMixin
from drafting.access.input import checked
from drafting.access.schema import IDEMPOTENCY_KEY_PARAMETER, problem_responses
from drafting.desk.api import examples, serializers
from drafting.desk.summary import session_summary
from learning.calibration.selectors import list_priors
from learning.calibration.services import calibrate
from learning.ledger import selectors as ledger
from learning.ledger import services as ledger_services
from learning.proposals import selectors as proposals
from learning.proposals import services as proposal_services
from learning.statistics import signals_stats
from templatesapp.models import EmailTemplate, KnowledgeItem, PropertyFact

# What any call with a body may be told.
BAD_BODY = (400, 413, 415)
# The settings name it: of config, this package may import only the errors.
PAGES: Any = api_settings.DEFAULT_PAGINATION_CLASS

PAGE_PARAMETERS = [
    OpenApiParameter("page", OpenApiTypes.INT),
    OpenApiParameter("page_size", OpenApiTypes.INT),
]


def page_of(schema: Any) -> Any:
    """The OpenAPI form of a page of ``schema``."""
    from drf_spectacular.utils import inline_serializer
    from rest_framework import serializers as drf

    return inline_serializer(
        f"Paged{schema.__name__.removesuffix('Serializer')}",
        {
            "count": drf.IntegerField(),
            "next": drf.URLField(allow_null=True),
            "previous": drf.URLField(allow_null=True),
            "results": schema(many=True),
        },
    )


class StatsView(APIView):
    """What an agent with scope ``stats`` may read; so may staff who see it in the back office."""

    required_scope: ClassVar[str] = Scope.STATS
    view_permission: ClassVar[str]

    def paged(self, rows: QuerySet[Any], shape: Any, request: Request) -> Response:
        paginator: BasePagination = PAGES()
        page = paginator.paginate_queryset(rows, request, view=self)
        return paginator.get_paginated_response([shape(row) for row in page or []])


# --- templates ------------------------------------------------------------------------------------


def template_json(template: EmailTemplate) -> dict[str, Any]:
    return {
        "template_id": template.template_id,
        "subject": template.subject,
        "body": template.body,
        "category": template.category,
        "language": template.language,
        "purpose": template.purpose,
        "reference_scope": template.reference_scope,
        "canonical_reference_url": template.canonical_reference_url or None,
        "normalization_batch": template.normalization_batch,
        "version": template.version,
        "active": template.active,
    }


class TemplatesView(StatsView):
    view_permission = "templatesapp.view_emailtemplate"

    @extend_schema(
        operation_id="template_list",
        tags=["templates"],
        summary="Every template, by id and language",
        parameters=PAGE_PARAMETERS,
        responses={200: page_of(serializers.TemplateSerializer)} | problem_responses(404),
    )
    def get(self, request: Request) -> Response:
        return self.paged(
            EmailTemplate.objects.order_by("template_id", "language"), template_json, request
        )


class TemplateView(StatsView):
    view_permission = "templatesapp.view_emailtemplate"

    @extend_schema(
        operation_id="template_read",
        tags=["templates"],
        summary="One template in one language (English unless said)",
        parameters=[OpenApiParameter("language", OpenApiTypes.STR)],
        responses={200: serializers.TemplateSerializer} | problem_responses(404),
    )
    def get(self, request: Request, template_id: str) -> Response:
        language = request.query_params.get("language", "en")
        template = EmailTemplate.objects.filter(template_id=template_id, language=language).first()
        if template is None:
            raise DomainError("not_found")
        return Response(template_json(template))


# --- what the desk knows --------------------------------------------------------------------------


class KnowledgeView(StatsView):
    view_permission = "templatesapp.view_knowledgeitem"

    @extend_schema(
        operation_id="knowledge_list",
        tags=["templates"],
        summary="What the desk can answer, in one language (else English)",
        parameters=[
            OpenApiParameter("category", OpenApiTypes.STR),
            OpenApiParameter("language", OpenApiTypes.STR),
            *PAGE_PARAMETERS,
        ],
        responses={200: page_of(serializers.KnowledgeSerializer)} | problem_responses(404),
    )
    def get(self, request: Request) -> Response:
        asked = request.query_params
        rows = KnowledgeItem.objects.filter(active=True, language=asked.get("language", "en"))
        if category := asked.get("category"):
            rows = rows.filter(category=category)
        shape = serializers.KnowledgeSerializer
        return self.paged(rows, lambda row: shape(row).data, request)


class FactsView(StatsView):
    view_permission = "templatesapp.view_propertyfact"

    @extend_schema(
        operation_id="fact_list",
        tags=["templates"],
        summary="The property's facts",
        parameters=PAGE_PARAMETERS,
        responses={200: page_of(serializers.FactSerializer)} | problem_responses(404),
    )
    def get(self, request: Request) -> Response:
        facts, shape = PropertyFact.objects.all(), serializers.FactSerializer
        return self.paged(facts, lambda row: shape(row).data, request)


# --- priors ---------------------------------------------------------------------------------------


class PriorsView(StatsView):
    view_permission = "learning.view_templateprior"

    @extend_schema(
        operation_id="prior_list",
        tags=["learning"],
        summary="Every prior (a plain list)",
        responses={200: serializers.PriorSerializer(many=True)} | problem_responses(),
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
        request=serializers.CalibrateInput,
        responses={200: serializers.CalibrateOutput} | problem_responses(*BAD_BODY),
        parameters=[IDEMPOTENCY_KEY_PARAMETER],
        examples=[examples.CALIBRATE],
    )
    def post(self, request: Request) -> Response:
        values = checked(serializers.CalibrateInput, request.data)
        user: Any = request.user
        by = user.prefix if getattr(user, "is_agent", False) else user
        result = calibrate(by=by, now=timezone.now(), dry_run=values["dry_run"])
        return Response(result.as_dict())


# --- proposals ------------------------------------------------------------------------------------


class ProposalsView(StatsView):
    view_permission = "learning.view_templateproposal"

    @extend_schema(
        operation_id="proposal_list",
        tags=["learning"],
        summary="Template proposals",
        parameters=[OpenApiParameter("review_state", OpenApiTypes.STR), *PAGE_PARAMETERS],
        responses={200: page_of(serializers.ProposalSerializer)} | problem_responses(400, 404),
    )
    def get(self, request: Request) -> Response:
        rows = proposals.list_proposals(review_state=request.query_params.get("review_state", ""))
        return self.paged(rows, proposals.proposal_row, request)


class ProposalView(StatsView):
    view_permission = "learning.view_templateproposal"

    @extend_schema(
        operation_id="proposal_read",
        tags=["learning"],
        summary="One proposal with its word diff",
        responses={200: serializers.ProposalDetailSerializer} | problem_responses(404),
    )
    def get(self, request: Request, proposal_id: UUID) -> Response:
        return Response(proposals.proposal_detail(proposal_id))


class DecisionView(IdempotentMixin, APIView):
    """A person decides: an agent's key gets 403, whatever its scopes."""

    required_scope: ClassVar[str] = Scope.STATS
    agents_forbidden: ClassVar[bool] = True
    required_permission: ClassVar[str] = "learning.decide_templateproposal"

    def person(self, request: Request) -> User:
        person: Any = request.user  # never anonymous: the permission class has seen to it
        return person


def _decision(operation_id: str, summary: str, request: Any, example: Any) -> Any:
    return extend_schema(
        operation_id=operation_id,
        tags=["learning"],
        summary=summary,
        request=request,
        responses={200: serializers.ProposalDetailSerializer}
        | problem_responses(
            *BAD_BODY,
            404,
            codes=("already_decided", "template_changed", "lint_failed", "conflict"),
        ),
        parameters=[IDEMPOTENCY_KEY_PARAMETER],
        examples=[example],
    )


class ApproveView(DecisionView):
    @_decision(
        "proposal_approve", "Approve a proposal (staff)", serializers.ApproveInput, examples.APPROVE
    )
    def post(self, request: Request, proposal_id: UUID) -> Response:
        values = checked(serializers.ApproveInput, request.data)
        proposal_services.approve_proposal(
            proposal_id=proposal_id,
            by=self.person(request),
            body=values.get("body"),
            subject=values.get("subject"),
            note=values.get("note", ""),
            rebase=values["rebase"],
            now=timezone.now(),
        )
        return Response(proposals.proposal_detail(proposal_id))


class RejectView(DecisionView):
    @_decision(
        "proposal_reject", "Reject a proposal (staff)", serializers.RejectInput, examples.REJECT
    )
    def post(self, request: Request, proposal_id: UUID) -> Response:
        values = checked(serializers.RejectInput, request.data)
        proposal_services.reject_proposal(
            proposal_id=proposal_id,
            by=self.person(request),
            reason=values["reason"],
            note=values.get("note", ""),
            now=timezone.now(),
        )
        return Response(proposals.proposal_detail(proposal_id))


class RollBackView(DecisionView):
    @_decision(
        "proposal_roll_back",
        "Bring the former text back (staff)",
        serializers.NoteInput,
        examples.NOTE,
    )
    def post(self, request: Request, proposal_id: UUID) -> Response:
        values = checked(serializers.NoteInput, request.data)
        proposal_services.roll_back_proposal(
            proposal_id=proposal_id,
            by=self.person(request),
            note=values.get("note", ""),
            now=timezone.now(),
        )
        return Response(proposals.proposal_detail(proposal_id))


class UndoView(DecisionView):
    @_decision(
        "proposal_undo",
        "Undo a decision of the last ten minutes",
        serializers.EmptyInput,
        examples.NOTHING,
    )
    def post(self, request: Request, proposal_id: UUID) -> Response:
        checked(serializers.EmptyInput, request.data)
        proposal_services.undo_decision(
            proposal_id=proposal_id, by=self.person(request), now=timezone.now()
        )
        return Response(proposals.proposal_detail(proposal_id))


# --- the question ledger --------------------------------------------------------------------------


class QuestionsView(StatsView):
    view_permission = "learning.view_unknownquestion"

    @extend_schema(
        operation_id="ledger_question_list",
        tags=["learning"],
        summary="Questions that nobody could answer",
        parameters=[OpenApiParameter("state", OpenApiTypes.STR), *PAGE_PARAMETERS],
        responses={200: page_of(serializers.QuestionSerializer)} | problem_responses(400, 404),
    )
    def get(self, request: Request) -> Response:
        rows = ledger.list_questions(state=request.query_params.get("state", ""))
        return self.paged(rows, ledger.question_row, request)


class QuestionDecisionView(DecisionView):
    required_permission: ClassVar[str] = "learning.decide_unknownquestion"


def _question_decision(operation_id: str, summary: str, request: Any, example: Any) -> Any:
    return extend_schema(
        operation_id=operation_id,
        tags=["learning"],
        summary=summary,
        request=request,
        responses={200: serializers.QuestionSerializer}
        | problem_responses(
            *BAD_BODY, 404, codes=("already_decided", "promotion_conflict", "conflict")
        ),
        parameters=[IDEMPOTENCY_KEY_PARAMETER],
        examples=[example],
    )


class PromoteView(QuestionDecisionView):
    @_question_decision(
        "ledger_question_promote",
        "Make an answer known (staff)",
        serializers.PromoteInput,
        examples.PROMOTE,
    )
    def post(self, request: Request, question_id: int) -> Response:
        values = checked(serializers.PromoteInput, request.data)
        question = ledger_services.promote_question(
            question_id=question_id,
            by=self.person(request),
            answer=values["answer"],
            now=timezone.now(),
        )
        return Response(ledger.question_row(question))


class RejectQuestionView(QuestionDecisionView):
    @_question_decision(
        "ledger_question_reject",
        "No answer is needed (staff)",
        serializers.EmptyInput,
        examples.NOTHING,
    )
    def post(self, request: Request, question_id: int) -> Response:
        checked(serializers.EmptyInput, request.data)
        question = ledger_services.reject_question(
            question_id=question_id, by=self.person(request), now=timezone.now()
        )
        return Response(ledger.question_row(question))


class DeferQuestionView(QuestionDecisionView):
    @_question_decision(
        "ledger_question_defer", "Decide later (staff)", serializers.EmptyInput, examples.NOTHING
    )
    def post(self, request: Request, question_id: int) -> Response:
        checked(serializers.EmptyInput, request.data)
        question = ledger_services.defer_question(
            question_id=question_id, by=self.person(request), now=timezone.now()
        )
        return Response(ledger.question_row(question))


class RevertPromotionView(QuestionDecisionView):
    @_question_decision(
        "ledger_question_revert",
        "Take a promoted answer back (staff)",
        serializers.EmptyInput,
        examples.NOTHING,
    )
    def post(self, request: Request, question_id: int) -> Response:
        checked(serializers.EmptyInput, request.data)
        question = ledger_services.revert_promotion(
            question_id=question_id, by=self.person(request), now=timezone.now()
        )
        return Response(ledger.question_row(question))


# --- counts ---------------------------------------------------------------------------------------


class SignalsView(StatsView):
    view_permission = "learning.view_selectionevent"

    @extend_schema(
        operation_id="draft_signal_stats",
        tags=["learning"],
        summary="How many signals there are, and what waits",
        responses={200: serializers.StatsSerializer} | problem_responses(),
    )
    def get(self, request: Request) -> Response:
        return Response(signals_stats())


class SummaryView(StatsView):
    view_permission = "learning.view_selectionevent"

    @extend_schema(
        operation_id="session_summary",
        tags=["learning"],
        summary="What happened since a time, and what a person should look at",
        parameters=[OpenApiParameter("since", OpenApiTypes.DATETIME)],
        responses={200: OpenApiTypes.OBJECT} | problem_responses(400),
    )
    def get(self, request: Request) -> Response:
        text = request.query_params.get("since", "")
        since = _parsed_since(text) if text else None
        return Response(session_summary(since=since, now=timezone.now()))


def _parsed_since(text: str) -> Any:
    try:
        since = parse_datetime(text)
    except ValueError:
        since = None
    if since is None:
        raise invalid("since", "Give a time such as 2026-05-01T09:00:00Z.")
    return since if timezone.is_aware(since) else timezone.make_aware(since)
