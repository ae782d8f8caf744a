"""The four calls. Each view checks and shapes; the services do the work."""

from dataclasses import asdict
from typing import Any, ClassVar

from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from config.errors import DomainError
from drafting.access.idempotency import IdempotentMixin
from drafting.access.input import checked
from drafting.access.models import Scope
from drafting.access.schema import operations_of
from drafting.drafts.api import serializers
from drafting.drafts.authors import calling_agent
from drafting.drafts.learning_feed import outcome_for
from drafting.drafts.models import Draft
from drafting.drafts.selectors import standing
from drafting.drafts.services.check import category_of, check_draft, check_text, is_text_fixed
from drafting.drafts.services.generate import Generated, GenerateRequest, compose_draft, keep_draft
from drafting.drafts.services.interpret import interpret_mail, interpret_message, interpret_work
from drafting.drafts.services.refine import RefineRequest, judge_refinement, keep_refinement
from drafting.drafts.shapes import (
    named_messages,
    outcomes_json,
    plan_from_json,
    plan_to_json,
    quality_json,
)
from drafting.mail.claims import get_work
from drafting.mail.selectors import get_message
from drafting.pipeline.answer.choose import Payment
from drafting.pipeline.plan import ActionPlan, IncomingMail, ThreadItem
from templatesapp.text.shown import plain_to_html

# Of a draft, told as it is kept.
AS_KEPT = (
    *("action_plan", "delivery_status", "ranker", "composite", "question_blocks", "outcomes"),
    *("left_out", "states", "sources_used", "quality", "catalogue_version", "waits_for"),
)
described = operations_of(__file__)


class DraftCall(IdempotentMixin, APIView):
    """What the four calls share: their scope, and that staff do not call them. Each reads and
    judges in ``prepare``, without a lock; ``post`` only keeps and answers."""

    required_scope: ClassVar[str] = Scope.DRAFT


class InterpretView(DraftCall):
    def prepare(self, request: Request) -> None:
        values = checked(serializers.InterpretInput, request.data)
        if "work_token" in values:
            work = get_work(work_token=values["work_token"], agent=str(request.user))
            self.plan = interpret_work(work=work)
        elif "message" in values:
            _require_reading(request)
            self.plan = interpret_message(message=get_message(message_id=values["message"]))
        else:
            self.plan = interpret_mail(mail=_mail(values))

    @described(
        "draft_interpret",
        takes=serializers.InterpretInput,
        answers={200: serializers.ActionPlanSerializer},
    )
    def post(self, request: Request) -> Response:
        return Response(plan_to_json(self.plan))


class GenerateView(DraftCall):
    def prepare(self, request: Request) -> None:
        values = checked(serializers.GenerateInput, request.data)
        if values.get("message") is not None:
            _require_reading(request)
        plan = _posted_plan(request, values)
        names = ("prepayment_step", "prepayment_provider")
        payment = Payment(*(values.pop(name, None) or "" for name in names))
        received_at = values.pop("received_at", None)
        local = timezone.localtime(received_at).isoformat() if received_at else ""
        given = values | {"action_plan": plan, "payment": payment, "received_at": local}
        self.author = calling_agent(request)
        self.composed = compose_draft(request=GenerateRequest(**given), author=self.author)

    @described(
        "draft_generate",
        takes=serializers.GenerateInput,
        answers={201: serializers.GenerateOutputSerializer},
    )
    def post(self, request: Request) -> Response:
        generated = keep_draft(composed=self.composed, author=self.author, now=timezone.now())
        return Response(_generated_json(generated), status=201)


class QualityCheckView(DraftCall):
    def prepare(self, request: Request) -> None:
        values = checked(serializers.QualityCheckInput, request.data)
        body, html = values["draft"]["body_plain"], values["draft"].get("body_html")
        plan = _posted_plan(request, values)
        if plan is None:
            known = Draft.objects.select_related("template", "message")
            draft = standing(known.filter(pk=values["draft_id"]).first())
            letter = values.get("corrected_template", "")
            category_of(letter)  # that there is one
            self.report = check_draft(
                draft=draft, body_plain=body, body_html=html, corrected_template=letter
            )
        else:
            subject = values.get("subject", "")
            self.report = check_text(plan=plan, body_plain=body, body_html=html, subject=subject)

    @described(
        "draft_quality_check",
        takes=serializers.QualityCheckInput,
        answers={200: serializers.QualitySerializer},
    )
    def post(self, request: Request) -> Response:
        return Response(quality_json(self.report))


class RefineView(DraftCall):
    def prepare(self, request: Request) -> None:
        data: Any = request.data
        if isinstance(data, dict) and "draft" in data and "refined_body_plain" not in data:
            gone = {"draft": ["gone"]}  # told instead of which field is missing
            raise DomainError("schema_changed", serializers.SCHEMA_CHANGED, fields=gone)
        values = checked(serializers.RefineInput, data)
        values.pop("action_plan", None)  # the kept plan counts
        values["corrected_category"] = values.get("corrected_category") or ""
        self.refine = RefineRequest(**values)
        self.judged = judge_refinement(request=self.refine)

    @described(
        "draft_refine",
        takes=serializers.RefineInput,
        answers={200: serializers.RefineOutputSerializer},
    )
    def post(self, request: Request) -> Response:
        author, now = calling_agent(request), timezone.now()
        kept = keep_refinement(request=self.refine, judged=self.judged, author=author, now=now)
        attestation, draft = kept.attestation, kept.attestation.draft
        return Response(
            {
                "draft": _body_json(attestation.body_plain, draft.language),
                "refinement_applied": attestation.refinement_applied,
                "refinement_source": attestation.refinement_source,
                "quality": quality_json(kept.quality),
                "outcomes": outcomes_json(kept.quality.outcomes),
                "delivery_status": kept.delivery,
                "outcome": outcome_for(attestation, draft),
                "edit_distance_pct": attestation.edit_distance_pct,
                "original_matches": attestation.original_matches,
            }
        )


def _require_reading(request: Request) -> None:
    """A mail named by its number is anybody's: that needs the right to read mail besides. A claim
    is a right of its own."""
    principal: Any = request.user
    if Scope.MESSAGES not in principal.scopes:
        raise DomainError("permission_denied", "Naming a message needs the scope messages, too.")


def _posted_plan(request: Request, values: dict[str, Any]) -> ActionPlan | None:
    """The plan as posted; one that names recorded mail is read beside that mail."""
    if "action_plan" not in values:
        return None
    plan = plan_from_json(values["action_plan"])
    if named_messages(plan):
        _require_reading(request)
    return plan


def _mail(values: dict[str, Any]) -> IncomingMail:
    longest = serializers.MAX_SNIPPET_CHARACTERS
    thread = tuple(
        ThreadItem(sender=item["from"], date=item["date"], snippet=item["snippet"][:longest])
        for item in values.get("thread", ())
    )
    return IncomingMail(**(values | {"thread": thread}))


def _generated_json(generated: Generated) -> dict[str, Any]:
    draft = generated.draft
    template = generated.template
    return {name: getattr(draft, name) for name in AS_KEPT} | {
        "draft_id": str(draft.id),
        "follow_up_required": any(row["outcome"] != "answered" for row in draft.outcomes),
        "template_used": {
            "template_id": template.template_id if template else None,
            "subject": template.subject if template else None,
            # An acknowledgement stands outside categories.
            "category": template.category or None if template else None,
            "language": draft.language,
            "purpose": template.purpose if template else None,
            "version": draft.template_version or (template.version if template else None),
            "confidence": draft.confidence,
            "selection": draft.selection,
            "required_reference": template.required_reference if template else "",
        },
        "draft": _body_json(draft.body_plain, draft.language),
        "is_text_fixed": is_text_fixed(draft),
        "slots": {name: draft.slots[name] for name in ("filled", "unresolved")},
        "policy": {name: said for name, said in draft.policy.items() if name != "rule_keys"},
        "ledger": asdict(generated.ledger),
    }


def _body_json(text: str, language: str) -> dict[str, str]:
    return {"body_plain": text, "body_html": plain_to_html(text, language)}
