"""What learning and templates show over the API. Agents read; people decide."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.urls import URLPattern, path
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_view
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from config.errors import invalid
from drafting.access.idempotency import IdempotentMixin
from drafting.access.input import checked
from drafting.access.models import Scope
from drafting.access.schema import operations_of
from drafting.desk.api import serializers as shapes
from drafting.desk.briefing import session_summary
from drafting.desk.gate import known_answers
from learning.calibration.services import calibrate, list_priors
from learning.ledger.models import UnknownQuestion
from learning.ledger.selectors import list_questions, question_row
from learning.proposals.models import TemplateProposal
from learning.proposals.selectors import list_proposals, proposal_detail
from learning.statistics import signals_stats
from templatesapp.choices import CATEGORY_CHOICES, language_choices
from templatesapp.models import EmailTemplate, KnowledgeItem, PropertyFact

described = operations_of(__file__)


class StatsView(APIView):
    """What an agent with scope ``stats`` may read; so may staff who see it in the back office."""

    required_scope: ClassVar[str] = Scope.STATS
    view_permission: ClassVar[str]


def listing(name: str) -> Callable[[Any], Any]:
    def of(view: Any) -> Any:
        get = described(name, answers={200: view.serializer_class(many=True)})
        return extend_schema_view(get=get)(view)

    return of


def _asked(request: Request, name: str, choices: Sequence[tuple[str, str]], usual: str = "") -> str:
    """What a query says. Raises validation_error for what is no choice."""
    said = request.query_params.get(name) or usual
    if said and said not in dict(choices):
        raise invalid(name, f"One of: {', '.join(dict(choices))}.")
    return said


@listing("template_list")
class TemplatesView(StatsView, ListAPIView[Any]):
    view_permission = "templatesapp.view_emailtemplate"
    serializer_class = shapes.TemplateSerializer
    queryset = EmailTemplate.objects.order_by("template_id", "language")


class TemplateView(StatsView):
    view_permission = "templatesapp.view_emailtemplate"

    @described("template_read", answers={200: shapes.TemplateSerializer})
    def get(self, request: Request, template_id: str) -> Response:
        language = _asked(request, "language", language_choices(), "en")
        template = get_object_or_404(EmailTemplate, template_id=template_id, language=language)
        return Response(shapes.TemplateSerializer(template).data)


@listing("knowledge_list")
class KnowledgeView(IdempotentMixin, StatsView, ListAPIView[Any]):
    view_permission = "templatesapp.view_knowledgeitem"
    serializer_class = shapes.KnowledgeSerializer
    queryset = KnowledgeItem.objects.filter(active=True)

    def get_queryset(self) -> QuerySet[KnowledgeItem]:
        language = _asked(self.request, "language", language_choices(), "en")
        category = _asked(self.request, "category", CATEGORY_CHOICES)
        rows = super().get_queryset().filter(language=language)
        return rows.filter(category=category) if category else rows

    @described(
        "knowledge_ask",
        answers={200: shapes.KnownAnswers},
        takes=shapes.KnowledgeQuestion,
    )
    def post(self, request: Request) -> Response:
        """Asked in a body, since a guest's words have no place in an address or its logs."""
        found = known_answers(**checked(shapes.KnowledgeQuestion, request.data))
        return Response(shapes.KnownAnswers({"answers": found}).data)


@listing("fact_list")
class FactsView(StatsView, ListAPIView[Any]):
    view_permission = "templatesapp.view_propertyfact"
    serializer_class = shapes.FactSerializer
    queryset = PropertyFact.objects.all()


class PriorsView(StatsView):
    view_permission = "learning.view_templateprior"

    @described("prior_list", answers={200: shapes.PriorSerializer(many=True)})
    def get(self, request: Request) -> Response:
        return Response(list_priors())


class CalibrateView(IdempotentMixin, APIView):
    required_scope: ClassVar[str] = Scope.CALIBRATE
    required_permission: ClassVar[str] = "learning.calibrate_priors"

    @described(
        "draft_ranker_calibrate",
        answers={200: shapes.CalibrateOutput},
        takes=shapes.CalibrateInput,
    )
    def post(self, request: Request) -> Response:
        values = checked(shapes.CalibrateInput, request.data)
        user: Any = request.user
        by = user.prefix if getattr(user, "is_agent", False) else user
        result = calibrate(by=by, now=timezone.now(), dry_run=values["dry_run"])
        return Response(result.as_dict())


@listing("proposal_list")
class ProposalsView(StatsView, ListAPIView[Any]):
    view_permission = "learning.view_templateproposal"
    serializer_class = shapes.ProposalSerializer

    def get_queryset(self) -> QuerySet[TemplateProposal]:
        return list_proposals(review_state=self.request.query_params.get("review_state", ""))


class ProposalView(StatsView):
    view_permission = "learning.view_templateproposal"

    @described("proposal_read", answers={200: shapes.ProposalDetailSerializer})
    def get(self, request: Request, proposal_id: Any) -> Response:
        return Response(proposal_detail(proposal_id))


@listing("ledger_question_list")
class QuestionsView(StatsView, ListAPIView[Any]):
    view_permission = "learning.view_unknownquestion"
    serializer_class = shapes.QuestionSerializer

    def get_queryset(self) -> QuerySet[UnknownQuestion]:
        return list_questions(state=self.request.query_params.get("state", ""))


class SignalsView(StatsView):
    view_permission = "learning.view_selectionevent"

    @described("draft_signal_stats", answers={200: shapes.StatsSerializer})
    def get(self, request: Request) -> Response:
        return Response(signals_stats())


class SummaryView(StatsView):
    view_permission = "learning.view_selectionevent"

    @described("session_summary", answers={200: OpenApiTypes.OBJECT}, asks=[shapes.SinceQuery])
    def get(self, request: Request) -> Response:
        since = checked(shapes.SinceQuery, request.query_params)["since"]
        return Response(session_summary(since=since, now=timezone.now()))


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
    name, row = "proposal", "proposals/<uuid:proposal_id>"
    shape = shapes.ProposalDetailSerializer
    codes = "already_decided template_changed lint_failed conflict"

    def post(self, request: Request, proposal_id: Any) -> Response:
        self.decide(request, proposal_id=proposal_id)
        return Response(proposal_detail(proposal_id))


class QuestionDecision(DecisionView):
    required_permission = "learning.decide_unknownquestion"
    name, row = "ledger_question", "ledger/questions/<int:question_id>"
    shape = shapes.QuestionSerializer
    codes = "already_decided promotion_conflict conflict"

    def post(self, request: Request, question_id: int) -> Response:
        return Response(question_row(self.decide(request, question_id=question_id)))


def decision(
    base: type[ProposalDecision | QuestionDecision],
    verb: str,
    service: Callable[..., Any],
    given: Any = shapes.EmptyInput,
) -> URLPattern:
    post = described(
        f"{base.name}_{verb}", answers={200: base.shape}, takes=given, codes=base.codes
    )
    made: Any = type(base.__name__, (base,), {"given": given, "service": staticmethod(service)})
    view = extend_schema_view(post=post)(made).as_view()
    return path(f"{base.row}/{verb.replace('_', '-')}", view)
