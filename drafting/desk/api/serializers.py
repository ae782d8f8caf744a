"""Shapes of the API's answers about learning and templates."""

from typing import Any

from rest_framework import serializers

from learning.ledger.models import MAX_ANSWER_CHARACTERS, UnknownQuestion
from learning.ledger.selectors import question_row
from learning.proposals.models import ProposalType, TemplateProposal
from learning.proposals.selectors import proposal_row
from templatesapp.categories import CATEGORIES, LANGUAGES
from templatesapp.choices import Purpose, ReferenceScope
from templatesapp.models import EmailTemplate

MAX_NOTE_CHARACTERS = 1_000


class TemplateSerializer(serializers.Serializer[Any]):
    template_id = serializers.CharField()
    subject = serializers.CharField()
    body = serializers.CharField()
    category = serializers.ChoiceField(CATEGORIES)
    language = serializers.ChoiceField(list(LANGUAGES))
    purpose = serializers.ChoiceField(Purpose.values)
    reference_scope = serializers.ChoiceField(ReferenceScope.values)
    canonical_reference_url = serializers.SerializerMethodField()
    normalization_batch = serializers.CharField()
    version = serializers.IntegerField()
    active = serializers.BooleanField()

    def get_canonical_reference_url(self, template: EmailTemplate) -> str | None:
        return template.canonical_reference_url or None


class KnowledgeSerializer(serializers.Serializer[Any]):
    key = serializers.CharField()
    category = serializers.ChoiceField(CATEGORIES)
    question = serializers.CharField()
    answer = serializers.CharField()
    language = serializers.ChoiceField(list(LANGUAGES))
    citation = serializers.CharField()
    uri = serializers.CharField()


class KnowledgeQuestion(serializers.Serializer[Any]):
    question = serializers.CharField(max_length=1000)
    language = serializers.ChoiceField(list(LANGUAGES), default="en")


class KnownAnswers(serializers.Serializer[Any]):
    answers = KnowledgeSerializer(many=True)


class FactSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    value = serializers.CharField()
    unit = serializers.CharField()
    description = serializers.CharField()


class PriorCell(serializers.Serializer[Any]):
    """Of which prior something is told."""

    scenario_category: Any = serializers.CharField(allow_blank=True)
    topic = serializers.CharField(
        allow_blank=True,
        help_text="What mails ask, in place of a scenario; empty for a scenario's own.",
    )
    template_id = serializers.CharField()


class PriorSerializer(PriorCell):
    scenario_category: Any = serializers.ChoiceField(CATEGORIES, allow_blank=True)
    language = serializers.CharField()
    delta = serializers.FloatField(help_text="−30 to +30")
    sample_size = serializers.IntegerField()
    outcomes = serializers.DictField(child=serializers.IntegerField())


class CalibrateInput(serializers.Serializer[Any]):
    dry_run = serializers.BooleanField(default=False)


class PriorChangeSerializer(PriorCell):
    before = serializers.FloatField(allow_null=True)
    after = serializers.FloatField(allow_null=True)


class HeldBackSerializer(PriorCell):
    delta = serializers.FloatField(help_text="What it would be.")
    left = serializers.FloatField(help_text="What it is, nearer to 0.")


class CalibrateOutput(serializers.Serializer[Any]):
    status = serializers.ChoiceField(["calibrated", "dry_run", "below_minimum_gate", "gate_closed"])
    joined_since_last = serializers.IntegerField()
    events_used = serializers.IntegerField()
    excluded = serializers.DictField(child=serializers.IntegerField())
    changed = PriorChangeSerializer(many=True)
    held_back = HeldBackSerializer(many=True)


class ProposalSerializer(serializers.Serializer[Any]):
    proposal_id = serializers.UUIDField()
    type = serializers.ChoiceField(ProposalType.values)
    source_template_id = serializers.CharField(allow_null=True)
    scenario_category = serializers.CharField()
    email_subject = serializers.CharField(allow_blank=True)
    edit_distance_pct = serializers.FloatField()
    rewrite_reason = serializers.CharField()
    evidence_count = serializers.IntegerField()
    review_state = serializers.CharField()
    created_at = serializers.DateTimeField()
    summary = serializers.CharField()
    language = serializers.CharField()

    def to_representation(self, instance: TemplateProposal) -> dict[str, Any]:
        return proposal_row(instance)


class DiffOpSerializer(serializers.Serializer[Any]):
    op = serializers.ChoiceField(["equal", "insert", "delete"])
    text = serializers.CharField(trim_whitespace=False)


class LintFindingSerializer(serializers.Serializer[Any]):
    code = serializers.CharField()
    message = serializers.CharField()
    is_error = serializers.BooleanField()
    insert = serializers.CharField(allow_blank=True)
    position = serializers.IntegerField()
    choices = serializers.ListField(
        child=serializers.CharField(), required=False, help_text="Slots that `insert` may mean."
    )


class ProposalDetailSerializer(ProposalSerializer):
    previous_body = serializers.CharField(allow_blank=True)
    original_body_redacted = serializers.CharField(allow_blank=True)
    proposed_subject = serializers.CharField(allow_blank=True)
    proposed_body_redacted = serializers.CharField(allow_blank=True)
    decision = serializers.DictField()
    diff = DiffOpSerializer(many=True)
    lint = LintFindingSerializer(many=True)


class NoteInput(serializers.Serializer[Any]):
    note = serializers.CharField(required=False, allow_blank=True, max_length=MAX_NOTE_CHARACTERS)


class ApproveInput(NoteInput):
    body = serializers.CharField(required=False, max_length=20_000, trim_whitespace=False)
    may_drop_slots = serializers.BooleanField(default=False)
    subject = serializers.CharField(required=False, max_length=200)
    rebase = serializers.BooleanField(default=False)


class RejectInput(NoteInput):
    reason = serializers.CharField(max_length=40)


class QuestionSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    question = serializers.CharField()
    question_hash = serializers.CharField()
    language = serializers.CharField()
    scenario_category = serializers.CharField()
    times_seen = serializers.IntegerField()
    first_seen = serializers.DateTimeField()
    last_seen = serializers.DateTimeField()
    suggested_answer = serializers.CharField(allow_blank=True)
    state = serializers.CharField()
    wordings = serializers.ListField(child=serializers.DictField())

    def to_representation(self, instance: UnknownQuestion) -> dict[str, Any]:
        return question_row(instance)


class PromoteInput(serializers.Serializer[Any]):
    answer = serializers.CharField(max_length=MAX_ANSWER_CHARACTERS)


class EmptyInput(serializers.Serializer[Any]):
    pass


class SinceQuery(serializers.Serializer[Any]):
    since = serializers.DateTimeField(
        default=None,
        allow_null=True,
        error_messages={"invalid": "Give a time such as 2026-05-01T09:00:00Z."},
    )


class GateSerializer(serializers.Serializer[Any]):
    open = serializers.BooleanField()
    joined = serializers.IntegerField()
    confirmed_by = serializers.CharField(allow_null=True)


class StatsSerializer(serializers.Serializer[Any]):
    selection_count = serializers.IntegerField()
    refinement_count = serializers.IntegerField()
    joined_count = serializers.IntegerField()
    orphan_count = serializers.IntegerField()
    events_since_last_calibration = serializers.IntegerField()
    pending_proposals = serializers.IntegerField()
    gate = GateSerializer()
