"""Shapes of the four calls: what comes in is checked here, what goes out is documented here."""

from functools import partial
from typing import Any
from uuid import UUID

from rest_framework import serializers

from drafting.drafts.choices import DeliveryStatus, Selection
from drafting.drafts.models import MAX_DRAFT_CHARACTERS
from drafting.pipeline.outcomes import AnswerSource, OutcomeKind
from drafting.pipeline.plan import AgreementStatus, AskKind, Emergency
from learning.events.outcomes import Reason
from templatesapp.categories import CATEGORIES
from templatesapp.choices import PrepaymentStep
from templatesapp.requirements import STATE_NAMES
from templatesapp.text.coverage.cover import CoverageStatus

ASK_KINDS = [*AskKind]  # the schema's enums are named after these (settings)
AGREEMENTS = [*AgreementStatus]
COVERAGE = [*CoverageStatus]
MAX_MAIL_CHARACTERS = 500_000
MAX_THREAD_ITEMS = 200
MAX_SNIPPET_CHARACTERS = 2_000
MAX_ASKS = 200
MAX_SUBJECT_CHARACTERS = 998

SCHEMA_CHANGED = (
    "draft_refine input schema has changed: remove the `draft` field and supply "
    "`original_body_plain` and `refined_body_plain` instead."
)


class StringField(serializers.CharField):
    """A JSON string; DRF alone would take numbers too."""

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        value: str = super().to_internal_value(data)
        return value


class IdField(serializers.UUIDField):
    """An id as JSON carries it, a string; DRF alone would read numbers as ids too."""

    def to_internal_value(self, data: Any) -> UUID:
        if not isinstance(data, str):
            self.fail("invalid", value=data)
        value: UUID = super().to_internal_value(data)
        return value


def bounded(item: type[serializers.Serializer[Any]], longest: int, **kwargs: Any) -> Any:
    """A list of objects with at most ``longest`` of them."""
    options: dict[str, Any] = {"many": True, "max_length": longest, **kwargs}
    return item(**options)


def strings(longest: int, most: int, **kwargs: Any) -> serializers.ListField:
    return serializers.ListField(child=StringField(max_length=longest), max_length=most, **kwargs)


# Guests' and agents' texts: kept as they are, white space included.
TextField = partial(StringField, trim_whitespace=False)
# A claim, by its token; optional.
WorkTokenField = partial(StringField, required=False, max_length=200)
CorrectedTemplateField = partial(
    StringField,
    required=False,
    allow_blank=True,
    max_length=20,
    help_text="Id of the letter that was the right one.",
)


class IntentSerializer(serializers.Serializer[Any]):
    # As long as a mail may be: what interpret says must be taken back.
    text = TextField(max_length=MAX_MAIL_CHARACTERS)
    evidence = TextField(max_length=MAX_MAIL_CHARACTERS, allow_blank=True)
    message = serializers.IntegerField(required=False, allow_null=True, min_value=1)


class AskSerializer(IntentSerializer):
    """One thing that the mail wants."""

    id = StringField(max_length=8)
    kind = serializers.ChoiceField(ASK_KINDS)
    topic = StringField(max_length=60, allow_blank=True)
    is_unresolved = serializers.BooleanField()


class IntentsSerializer(serializers.Serializer[Any]):
    questions = bounded(IntentSerializer, MAX_ASKS)
    requests = bounded(IntentSerializer, MAX_ASKS)
    confirmations = bounded(IntentSerializer, MAX_ASKS)


class EvidenceSpanSerializer(serializers.Serializer[Any]):
    text = TextField(max_length=MAX_MAIL_CHARACTERS)
    position = serializers.IntegerField(min_value=0)
    is_negated = serializers.BooleanField()


class AgreementSerializer(serializers.Serializer[Any]):
    status = serializers.ChoiceField(AGREEMENTS)
    confidence = serializers.IntegerField(min_value=0, max_value=100)
    evidence_spans = bounded(EvidenceSpanSerializer, MAX_ASKS)
    requires_human_confirmation = serializers.BooleanField()
    additional_content = serializers.BooleanField()


class WorkflowTriggersSerializer(serializers.Serializer[Any]):
    prepayment = serializers.BooleanField()
    terms_and_conditions = serializers.BooleanField()
    booking_action_required = serializers.BooleanField()
    booking_context = serializers.BooleanField()


class ScenarioSerializer(serializers.Serializer[Any]):
    category = serializers.ChoiceField(CATEGORIES)
    confidence = serializers.FloatField(min_value=0, max_value=1)


class EscalationSerializer(serializers.Serializer[Any]):
    tier = serializers.ChoiceField(["NONE", "HIGH", "CRITICAL"])
    triggers = strings(60, 20)
    confidence = serializers.FloatField(min_value=0, max_value=1)


class ThreadSummarySerializer(serializers.Serializer[Any]):
    prior_commitments = serializers.ListField(child=TextField(max_length=4_000), max_length=500)
    open_questions = serializers.ListField(child=TextField(max_length=4_000), max_length=500)
    resolved_questions = serializers.ListField(child=TextField(max_length=4_000), max_length=500)
    tone_history = strings(60, MAX_THREAD_ITEMS)
    guest_name = StringField(allow_null=True, max_length=200)
    language_used = StringField(max_length=5)
    previous_response_count = serializers.IntegerField(min_value=0)


class OpinionsSerializer(serializers.Serializer[Any]):
    rules = StringField(max_length=60)
    reader = StringField(max_length=60)
    confidence = serializers.FloatField(min_value=0, max_value=1, help_text="The reader's.")


class SuspicionSerializer(serializers.Serializer[Any]):
    name = StringField(max_length=60)
    confidence = serializers.FloatField(min_value=0, max_value=1)


class ReadingSerializer(serializers.Serializer[Any]):
    """Two opinions of the mail: the rules' and the trained reader's."""

    scenario = OpinionsSerializer()
    suspicions = bounded(SuspicionSerializer, 20, help_text="Seen by the reader alone.")
    uncertain = strings(60, 20, help_text="What the two differ in.")


class ActionPlanSerializer(serializers.Serializer[Any]):
    """What a mail says. A posted plan is read again here, and the stricter reading wins."""

    plan_version = serializers.IntegerField(min_value=1, max_value=1)
    normalized_text = TextField(max_length=MAX_MAIL_CHARACTERS, allow_blank=True)
    language = StringField(max_length=5)
    language_confidence = serializers.FloatField(min_value=0, max_value=1)
    guest_name = StringField(allow_null=True, max_length=200)
    booking_ref = StringField(allow_null=True, max_length=60)
    opt_out = serializers.BooleanField()
    intents = IntentsSerializer()
    agreement = AgreementSerializer()
    workflow_triggers = WorkflowTriggersSerializer()
    prepayment_step = serializers.ChoiceField(PrepaymentStep.values, allow_null=True)
    scenario = ScenarioSerializer()
    scenarios = bounded(ScenarioSerializer, len(CATEGORIES))
    escalation = EscalationSerializer()
    escalation_required = serializers.BooleanField()
    thread_summary = ThreadSummarySerializer(allow_null=True)
    # Absent in plans from before: then derived, and the text is read again in any case.
    asks = bounded(AskSerializer, MAX_ASKS, required=False)
    proofs = strings(40, 60, required=False, help_text="Read by us.")
    emergency = serializers.ListField(
        child=serializers.ChoiceField([*Emergency]), required=False, max_length=5
    )
    says_night = serializers.BooleanField(required=False, allow_null=True)
    is_cut = serializers.BooleanField(required=False)
    is_uncertain = serializers.BooleanField(required=False)
    reading = ReadingSerializer(required=False, allow_null=True, help_text="Read by us.")


class ThreadItemSerializer(serializers.Serializer[Any]):
    # "from" is a word of Python's own.
    locals()["from"] = StringField(max_length=320, allow_blank=True)
    date = StringField(max_length=60, allow_blank=True)
    # Longer ones are cut, not refused: mail programs send whole mails as snippets.
    snippet = TextField(max_length=MAX_MAIL_CHARACTERS, allow_blank=True)


class InterpretInput(serializers.Serializer[Any]):
    """A mail by its text, ``message``: the id of one recorded here, or ``work_token``."""

    subject = TextField(required=False, allow_blank=True, max_length=MAX_SUBJECT_CHARACTERS)
    body = TextField(required=False, max_length=MAX_MAIL_CHARACTERS)
    from_address = StringField(required=False, allow_blank=True, max_length=320)
    from_name = StringField(required=False, allow_blank=True, max_length=200)
    thread = bounded(ThreadItemSerializer, MAX_THREAD_ITEMS, required=False)
    message = serializers.IntegerField(required=False, min_value=1)
    work_token = WorkTokenField(help_text="All messages of the claimed batch, read together.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        named = [name for name in ("work_token", "message", "body") if name in attrs]
        if len(named) > 1:
            raise serializers.ValidationError(
                {named[0]: "Give a work token, a message or a body, and only one of them."}
            )
        if named in ([], ["body"]) and not attrs.get("body", "").strip():
            raise serializers.ValidationError({"body": "A mail needs a text, or name a message."})
        return attrs


class GenerateInput(serializers.Serializer[Any]):
    """A ``work_token`` or a recorded ``message`` (interpreted here), or an ``action_plan``."""

    work_token = WorkTokenField(help_text="All messages of the claimed batch are answered.")
    message = serializers.IntegerField(required=False, min_value=1)
    action_plan = ActionPlanSerializer(required=False)
    subject = TextField(required=False, allow_blank=True, max_length=MAX_SUBJECT_CHARACTERS)
    recipient_name = StringField(required=False, allow_blank=True, max_length=200)
    prepayment_step = serializers.ChoiceField(
        PrepaymentStep.values,
        required=False,
        allow_null=True,
        help_text="Where the prepayment stands; only the caller can know.",
    )
    prepayment_provider = StringField(
        required=False,
        allow_null=True,
        max_length=40,
        help_text="Who asked for the payment.",
    )
    states = serializers.DictField(
        child=serializers.BooleanField(),
        required=False,
        help_text="What you have looked up, true or false: " + ", ".join(STATE_NAMES) + ".",
    )
    received_at = serializers.DateTimeField(
        required=False, help_text="When it came; else the message's time."
    )

    def validate_states(self, states: dict[str, bool]) -> dict[str, bool]:
        unknown = [name for name in states if name not in STATE_NAMES]
        if unknown:
            raise serializers.ValidationError(f"Unknown: {', '.join(unknown)}.")
        return states

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if sum(name in attrs for name in ("work_token", "message", "action_plan")) != 1:
            raise serializers.ValidationError(
                {"message": "Give exactly one of work_token, message and action_plan."}
            )
        return attrs


class TemplateUsedSerializer(serializers.Serializer[Any]):
    template_id = serializers.CharField(allow_null=True)
    subject = serializers.CharField(allow_null=True)
    category = serializers.CharField(allow_null=True)
    language = serializers.CharField(help_text="Of the text.")
    purpose = serializers.CharField(allow_null=True)
    version = serializers.IntegerField(allow_null=True)
    confidence = serializers.FloatField(help_text="0-100")
    selection = serializers.ChoiceField(Selection.values)
    required_reference = serializers.CharField(help_text="The link that a rewrite must keep.")


class CandidateSerializer(serializers.Serializer[Any]):
    template_id = serializers.CharField()
    subject = serializers.CharField()
    category = serializers.CharField()
    bm25_score = serializers.FloatField()
    score = serializers.FloatField(help_text="bm25_score ÷ best + prior_delta ÷ 100")
    base_confidence = serializers.FloatField(help_text="0-100")
    prior_delta = serializers.FloatField(help_text="−30 to +30")
    confidence = serializers.FloatField(help_text="0-100")
    evidence = serializers.ListField(child=serializers.CharField())


class RankerSerializer(serializers.Serializer[Any]):
    selection = serializers.ChoiceField(Selection.values)
    candidates = CandidateSerializer(many=True)


class BodySerializer(serializers.Serializer[Any]):
    body_plain = TextField()
    body_html = TextField()


class QuestionBlockSerializer(serializers.Serializer[Any]):
    question = serializers.CharField()
    answer_source = serializers.ChoiceField(
        ["template", "knowledge", "template+knowledge", "promotion", "follow_up"]
    )
    template_id = serializers.CharField(allow_null=True)
    citation = serializers.CharField(allow_null=True)
    follow_up_required = serializers.BooleanField()


class TextOutcomeSerializer(serializers.Serializer[Any]):
    """What a text does with one ask of the plan."""

    ask = serializers.CharField(help_text="The ask's id.")
    outcome = serializers.ChoiceField([*OutcomeKind])
    sentence = serializers.CharField(allow_blank=True)
    source = serializers.ChoiceField([*AnswerSource], allow_null=True)  # type: ignore[assignment]
    template_id = serializers.CharField(allow_null=True)
    citation = serializers.CharField(allow_null=True)
    coverage = serializers.ChoiceField(COVERAGE)
    is_unproven = serializers.BooleanField(help_text="Nobody looked, or it may be no answer.")


class LeftOutSerializer(serializers.Serializer[Any]):
    sentence = serializers.CharField()
    why = serializers.ChoiceField(
        ["not_asked", "too_long", "prohibited", "already_told", "other_case"]
    )


class FactFindingSerializer(serializers.Serializer[Any]):
    code = serializers.ChoiceField(["contradicts_fact", "unknown_value"])
    said = serializers.CharField()
    known = serializers.CharField(allow_blank=True)
    fact = serializers.CharField(allow_blank=True)
    span = serializers.ListField(child=serializers.IntegerField(), min_length=2, max_length=2)


class SourceSerializer(serializers.Serializer[Any]):
    uri = serializers.CharField(allow_blank=True)
    citation = serializers.CharField(allow_blank=True)
    text = serializers.CharField()
    score = serializers.FloatField(help_text="0-1, of the best found")
    injected = serializers.BooleanField()


class SlotsSerializer(serializers.Serializer[Any]):
    filled = serializers.DictField(child=serializers.CharField())
    unresolved = serializers.ListField(child=serializers.CharField())


class PolicySerializer(serializers.Serializer[Any]):
    review_tier = serializers.CharField()
    mandatory_content = serializers.ListField(child=serializers.CharField())
    prohibited_content = serializers.ListField(child=serializers.CharField())
    tone = serializers.CharField(allow_blank=True)
    allowed_categories = serializers.ListField(child=serializers.CharField())


class QuestionCoverageSerializer(serializers.Serializer[Any]):
    question = serializers.CharField()
    matched = serializers.ListField(child=serializers.CharField())
    required = serializers.ListField(child=serializers.CharField())  # type: ignore[assignment]
    score = serializers.FloatField(help_text="0-1")
    status = serializers.ChoiceField(COVERAGE)


class QualitySerializer(serializers.Serializer[Any]):
    passed = serializers.BooleanField()
    failed_checks = serializers.ListField(child=serializers.CharField())
    failed_check_details = serializers.DictField(child=serializers.CharField())
    warning_details = serializers.DictField(child=serializers.CharField(), required=False)
    warnings = serializers.ListField(child=serializers.CharField())
    not_applicable = serializers.ListField(child=serializers.CharField())
    confidence = serializers.FloatField(help_text="0-1")
    question_coverage = QuestionCoverageSerializer(many=True)
    findings = FactFindingSerializer(many=True)
    language = serializers.CharField(help_text="Of the text, as found in it.")


class LedgerSerializer(serializers.Serializer[Any]):
    created = serializers.IntegerField()
    duplicates = serializers.IntegerField()
    question_hashes = serializers.ListField(child=serializers.CharField())


class GenerateOutput(serializers.Serializer[Any]):
    draft_id = serializers.UUIDField()
    action_plan = ActionPlanSerializer()
    delivery_status = serializers.ChoiceField([*DeliveryStatus])
    follow_up_required = serializers.BooleanField()
    template_used = TemplateUsedSerializer()
    ranker = RankerSerializer()
    draft = BodySerializer()
    is_text_fixed = serializers.BooleanField(help_text="Only its greeting may be reworded.")
    composite = serializers.BooleanField()
    question_blocks = QuestionBlockSerializer(many=True)
    outcomes = TextOutcomeSerializer(many=True)
    left_out = LeftOutSerializer(many=True)
    states = serializers.DictField(child=serializers.BooleanField())
    sources_used = SourceSerializer(many=True)
    slots = SlotsSerializer()
    policy = PolicySerializer()
    quality = QualitySerializer()
    ledger = LedgerSerializer()
    catalogue_version = serializers.IntegerField()


class DraftTextSerializer(serializers.Serializer[Any]):
    body_plain = TextField(allow_blank=True, max_length=MAX_DRAFT_CHARACTERS)
    body_html = TextField(
        required=False, allow_blank=True, allow_null=True, max_length=4 * MAX_DRAFT_CHARACTERS
    )


class QualityCheckInput(serializers.Serializer[Any]):
    """A text, judged against a kept draft or a posted plan."""

    draft_id = IdField(required=False)
    action_plan = ActionPlanSerializer(required=False)
    subject = TextField(required=False, allow_blank=True, max_length=MAX_SUBJECT_CHARACTERS)
    corrected_template = CorrectedTemplateField()
    draft = DraftTextSerializer()

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if ("draft_id" in attrs) == ("action_plan" in attrs):
            raise serializers.ValidationError(
                {"draft_id": "Give exactly one of draft_id and action_plan."}
            )
        if attrs.get("corrected_template") and "draft_id" not in attrs:
            raise serializers.ValidationError({"corrected_template": "Give it with a draft_id."})
        return attrs


class RefineInput(serializers.Serializer[Any]):
    draft_id = IdField()
    refined_body_plain = TextField(allow_blank=True, max_length=MAX_DRAFT_CHARACTERS)
    original_body_plain = TextField(allow_blank=True, max_length=MAX_DRAFT_CHARACTERS)
    action_plan = ActionPlanSerializer(
        required=False, help_text="Taken and not used: the kept plan counts."
    )
    work_token = WorkTokenField(help_text="Needed for a draft that was made under a claim.")
    rewrite_reason = serializers.ChoiceField([*Reason], default="none")
    corrected_category = serializers.ChoiceField(
        CATEGORIES, required=False, allow_blank=True, allow_null=True
    )
    corrected_template = CorrectedTemplateField()
    refinement_source = serializers.ChoiceField(["claude-cli", "codex"], default="claude-cli")
    context = TextField(  # type: ignore[assignment]
        required=False, allow_blank=True, max_length=2_000
    )


class RefineOutput(serializers.Serializer[Any]):
    draft = BodySerializer()
    refinement_applied = serializers.BooleanField()
    refinement_source = serializers.ChoiceField(["claude-cli", "codex", "none"])
    quality = QualitySerializer()
    outcomes = TextOutcomeSerializer(many=True)
    delivery_status = serializers.ChoiceField([*DeliveryStatus])
    outcome = serializers.ChoiceField(["accepted", "light-edit", "heavy-rewrite", "wrong-template"])
    edit_distance_pct = serializers.FloatField(help_text="0-100, one decimal")
    original_matches = serializers.BooleanField()
