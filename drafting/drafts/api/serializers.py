"""Shapes of the four calls: what comes in is checked here, what goes out
is told."""

from collections.abc import Callable
from dataclasses import is_dataclass
from functools import cache, partial
from types import UnionType
from typing import Any, get_args, get_origin, get_type_hints
from uuid import UUID

from rest_framework import serializers

from drafting.drafts.choices import WAITS_FOR_CHOICES, DeliveryStatus, Selection
from drafting.drafts.models import MAX_DRAFT_CHARACTERS
from drafting.pipeline.answer.knowledge import Source
from drafting.pipeline.outcomes import Outcome
from drafting.pipeline.plan import ActionPlan, AgreementStatus, AskKind
from learning.events.choices import Reason
from learning.ledger.recording import LedgerOutcome
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
MAX_ASKS, MAX_ITEMS, MAX_ITEM_CHARACTERS = 200, 500, 4_000
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


# What a field's type does not say of it, by its name or that of its shape, too.
_BY_NAME: dict[str, Callable[..., serializers.Field]] = {
    "Agreement.confidence": partial(serializers.IntegerField, min_value=0, max_value=100),
    "about": partial(StringField, max_length=20, allow_blank=True),
    "ask": partial(serializers.CharField, help_text="The ask's id."),
    "booking_ref": partial(StringField, max_length=60),
    "category": partial(serializers.ChoiceField, CATEGORIES),
    "guest_name": partial(StringField, max_length=200),
    "id": partial(StringField, max_length=8),
    "is_unproven": partial(
        serializers.BooleanField, help_text="Nobody looked, or it may be no answer."
    ),
    "language": partial(StringField, max_length=5),
    "language_used": partial(StringField, max_length=5),
    "message": partial(serializers.IntegerField, min_value=1),
    "plan_version": partial(serializers.IntegerField, min_value=1, max_value=1),
    "text": partial(TextField, max_length=MAX_MAIL_CHARACTERS),
    "topic": partial(StringField, max_length=60, allow_blank=True),
}
_BY_TYPE: dict[Any, Callable[..., serializers.Field]] = {
    bool: serializers.BooleanField,
    float: partial(serializers.FloatField, min_value=0, max_value=1),
    int: partial(serializers.IntegerField, min_value=0),
    # As long as a mail may be: what interpret says must be taken back.
    str: partial(TextField, max_length=MAX_MAIL_CHARACTERS, allow_blank=True),
}
# Absent in plans from before: then derived, and the text is read again in any case.
_OPTIONAL = frozenset(
    {"message", "asks", "proofs", "emergency", "says_night", "is_cut", "is_uncertain", "reading"}
    | {"about", "sent"}
)


@cache
def serializer_of(shape: Any, name: str = "") -> type[serializers.Serializer[Any]]:
    """Of a dataclass of the pipeline, by the types of its fields; ``name``: in the document."""
    hints = get_type_hints(shape).items()
    fields = {key: _field(f"{shape.__name__}.{key}", key, hint) for key, hint in hints}
    return type(f"{name or shape.__name__}Serializer", (serializers.Serializer,), fields)


def _field(whole: str, name: str, hint: Any) -> serializers.Field:
    kinds = [kind for kind in get_args(hint) if kind is not type(None)]
    options: dict[str, Any] = {"required": False} if name in _OPTIONAL else {}
    if get_origin(hint) is UnionType:
        options["allow_null"], hint = True, kinds[0]
    is_list = get_origin(hint) is tuple
    one = kinds[0] if is_list else hint
    is_shape = is_dataclass(one)
    if is_list and is_shape:
        return bounded(serializer_of(one), MAX_ASKS, **options)
    if is_list:
        child = TextField(max_length=MAX_ITEM_CHARACTERS) if one is str else _choice(one)
        return serializers.ListField(child=child, max_length=MAX_ITEMS, **options)
    made = _BY_NAME.get(whole) or _BY_NAME.get(name) or _BY_TYPE.get(hint)
    return (made or (serializer_of(hint) if is_shape else partial(_choice, hint)))(**options)


def _choice(choices: Any, **options: Any) -> serializers.ChoiceField:
    return serializers.ChoiceField([str(one) for one in choices], **options)


# What a mail says. A posted plan is read again here, and the stricter reading wins.
ActionPlanSerializer = serializer_of(ActionPlan)


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
        required=False, allow_null=True, max_length=40, help_text="Who asked for the payment."
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


LedgerSerializer: Any = serializer_of(LedgerOutcome, "Ledger")
SourceSerializer: Any = serializer_of(Source)
TextOutcomeSerializer: Any = serializer_of(Outcome, "TextOutcome")


class TemplateUsedSerializer(serializers.Serializer[Any]):
    template_id = serializers.CharField(allow_null=True)
    subject = serializers.CharField(allow_null=True)
    category = serializers.CharField(allow_null=True)
    language = serializers.CharField(help_text="Of the text.")
    purpose = serializers.CharField(allow_null=True)
    version = serializers.IntegerField(allow_null=True)
    confidence = serializers.FloatField(help_text="0-100")
    selection = serializers.ChoiceField(Selection.choices)
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
    selection = serializers.ChoiceField(Selection.choices)
    candidates = CandidateSerializer(many=True)


class BodySerializer(serializers.Serializer[Any]):
    body_plain = serializers.CharField()
    body_html = serializers.CharField()


class QuestionBlockSerializer(serializers.Serializer[Any]):
    question = serializers.CharField()
    answer_source = serializers.ChoiceField(
        ["template", "knowledge", "template+knowledge", "promotion", "follow_up"]
    )
    template_id = serializers.CharField(allow_null=True)
    citation = serializers.CharField(allow_null=True)
    follow_up_required = serializers.BooleanField()


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
    required = serializers.ListField(  # type: ignore[assignment]
        child=serializers.CharField()
    )
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


class GenerateOutputSerializer(serializers.Serializer[Any]):
    draft_id = serializers.UUIDField()
    action_plan = ActionPlanSerializer()
    delivery_status = serializers.ChoiceField([*DeliveryStatus])
    waits_for = serializers.ChoiceField(
        WAITS_FOR_CHOICES, allow_blank=True, help_text="What no wording of the draft settles."
    )
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


class RefineOutputSerializer(serializers.Serializer[Any]):
    draft = BodySerializer()
    refinement_applied = serializers.BooleanField()
    refinement_source = serializers.ChoiceField(["claude-cli", "codex", "none"])
    quality = QualitySerializer()
    outcomes = TextOutcomeSerializer(many=True)
    delivery_status = serializers.ChoiceField([*DeliveryStatus])
    outcome = serializers.ChoiceField(["accepted", "light-edit", "heavy-rewrite", "wrong-template"])
    edit_distance_pct = serializers.FloatField(help_text="0-100, one decimal")
    original_matches = serializers.BooleanField()
