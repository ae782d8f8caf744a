"""Shapes of the four calls: what comes in is checked here, shapes.toml
tells what goes out."""

from collections.abc import Callable
from dataclasses import is_dataclass
from functools import cache, partial
from types import UnionType
from typing import Any, get_args, get_origin, get_type_hints
from uuid import UUID

from rest_framework import serializers

from drafting.access.schema import shapes_of
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
    | {"about"}
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


SHAPES = shapes_of(
    __file__,
    ActionPlan=ActionPlanSerializer,
    Ledger=serializer_of(LedgerOutcome, "Ledger"),
    Source=serializer_of(Source),
    TextOutcome=serializer_of(Outcome, "TextOutcome"),
)
