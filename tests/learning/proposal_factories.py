"""Rewrites as drafting would hand them in, and proposals in every state."""

from __future__ import annotations

import uuid
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth.models import User

from learning.ledger.models import UnknownQuestion
from learning.ledger.recording import LedgerOutcome, enter_questions, read_questions
from learning.proposals.evidence import RewrittenDraft
from learning.proposals.models import Change, ProposalEvidence, ProposalType, TemplateProposal
from templatesapp.models import EmailTemplate
from templatesapp.selectors import current_catalogue
from templatesapp.text.distance import edit_distance_pct, question_hash, text_hash
from templatesapp.text.slots import resolve_slots
from tests.factories import EmailTemplateFactory, UserFactory
from tests.learning.factories import NOW

BASE_BODY = (
    "{{SLOT:GREETING}}\r\n\r\n"
    "Breakfast is served on the terrace every morning.\r\n\r\n"
    "{{SLOT:KNOWLEDGE_INJECTION}}\r\n\r\n"
    "Your booking{{SLOT:BOOKING_REF}} does not include it; you pay at the bar.\r\n\r\n"
    "Warm regards,\r\nPeter & Cristiana\r\nHostel Brikette, Positano"
)
REWRITTEN_BODY = (
    "Dear Annika,\n\n"
    "Breakfast is a buffet with fruit, eggs and fresh bread, and there is oat milk as well.\n\n"
    "Your booking MA4BJ9 does not include it; you pay at the bar.\n\n"
    "Warm regards,\nPeter & Cristiana\nHostel Brikette, Positano"
)
SLOTTED_BODY = (
    "{{SLOT:GREETING}}\r\n\r\n"
    "Breakfast is a buffet with fruit, eggs and fresh bread, and there is oat milk as well.\r\n\r\n"
    "{{SLOT:KNOWLEDGE_INJECTION}}\r\n\r\n"
    "Your booking{{SLOT:BOOKING_REF}} does not include it; you pay at the bar.\r\n\r\n"
    "Warm regards,\r\nPeter & Cristiana\r\nHostel Brikette, Positano"
)
ITALIAN_BODY = (
    "{{SLOT:GREETING}}\n\n"
    "La colazione viene servita in terrazza ogni mattina.\n\n"
    "{{SLOT:KNOWLEDGE_INJECTION}}\n\n"
    "La vostra prenotazione{{SLOT:BOOKING_REF}} non la comprende; si paga al bar.\n\n"
    "Cordiali saluti,\nPeter & Cristiana\nHostel Brikette, Positano"
)
FILLED = {"GREETING": "Dear Annika,", "BOOKING_REF": "MA4BJ9"}


def base_template(**fields: Any) -> EmailTemplate:
    values: dict[str, Any] = {"category": "breakfast", "subject": "Breakfast", "body": BASE_BODY}
    return EmailTemplateFactory.create(**(values | fields))


def rewrite(template: EmailTemplate | None, **fields: Any) -> RewrittenDraft:
    """A heavy rewrite for missing information of a draft made from ``template``."""
    refined = fields.get("refined_body", REWRITTEN_BODY)
    original = resolve_slots(template.body if template else "Dear Annika,", FILLED).text
    values: dict[str, Any] = {
        "draft_id": uuid.uuid4(),
        "attempt": 1,
        "occurred_at": NOW,
        "scenario_category": "breakfast",
        "language": "en",
        "original_body": original,
        "refined_body": refined,
        "edit_distance_pct": max(40.0, min(edit_distance_pct(original, refined), 60.0)),
        "rewrite_reason": "missing-info",
        "refinement_applied": True,
        "quality_passed": True,
        "source": "live",
        "template_key": template.pk if template else None,
        "template_version": template.version if template else None,
        "slots_filled": FILLED,
        "email_subject": "Breakfast?",
        "sender_name": "Annika Rehberg",
        "sender_address": "annika@example.org",
        "contact_hash": uuid.uuid4().hex * 2,
    }
    return RewrittenDraft(**(values | fields))


def pending_patch(template: EmailTemplate | None = None, **fields: Any) -> TemplateProposal:
    """A stored proposal with one draft behind it, as examination would leave it."""
    template = template or base_template()
    body = fields.pop("proposed_body_redacted", SLOTTED_BODY)
    values: dict[str, Any] = {
        "type": ProposalType.PATCH,
        "created_at": NOW,
        "source_template": template,
        "base_version": template.version,
        "base_text_hash": text_hash(template.body),
        "scenario_category": template.category,
        "language": template.language,
        "previous_body": template.body,
        "original_body_redacted": "Dear [NAME],",
        "proposed_subject": template.subject,
        "proposed_body_redacted": body,
        "proposed_text_hash": text_hash(body),
        "email_subject": "Breakfast?",
        "rewrite_reason": "missing-info",
        "edit_distance_pct": 46.0,
        "pii_redaction_applied": True,
        "retention_expires_at": NOW + timedelta(days=90),
    }
    return _with_evidence(TemplateProposal.objects.create(**(values | fields)))


def pending_translation(template: EmailTemplate | None = None, **fields: Any) -> TemplateProposal:
    source = template or base_template(template_id="T50")
    named = {"target_template_id": source.template_id, "language": "it"}
    worded = {"proposed_subject": "La colazione", "proposed_body_redacted": ITALIAN_BODY}
    kind = {"type": ProposalType.TRANSLATION, "change": Change.LANGUAGE}
    return pending_patch(source, **(kind | named | worded | fields))


def pending_new(**fields: Any) -> TemplateProposal:
    body = fields.pop(
        "proposed_body_redacted",
        "{{SLOT:GREETING}}\n\nYes, you may bring your guitar. Please keep it down at night.\n\n"
        "Warm regards,\nPeter & Cristiana\nHostel Brikette, Positano",
    )
    values: dict[str, Any] = {
        "type": ProposalType.NEW,
        "created_at": NOW,
        "scenario_category": "house-rules",
        "language": "en",
        "proposed_subject": "Yes, you may bring your guitar",
        "proposed_body_redacted": body,
        "proposed_text_hash": text_hash(body),
        "rewrite_reason": "none",
        "edit_distance_pct": 80.0,
        "retention_expires_at": NOW + timedelta(days=90),
    }
    return _with_evidence(TemplateProposal.objects.create(**(values | fields)))


def reviewer() -> User:
    return UserFactory.create(role="reviewer")


def asked(text: str = "May I bring my guitar?", **fields: Any) -> dict[str, Any]:
    """One question of a mail, and the ``context`` in which it stands there."""
    values: dict[str, Any] = {
        "question": text,
        "language": "en",
        "scenario_category": "house-rules",
        "context": f"Hello, we arrive in May. {text} Thank you.",
    }
    return values | fields


def record_questions(*, questions: list[dict[str, Any]], now: datetime) -> LedgerOutcome:
    """As drafting tells the ledger of the questions of one mail of Annika's."""
    rows = [
        UnknownQuestion(**{name: value for name, value in one.items() if name != "context"})
        for one in questions
    ]
    found = read_questions(
        rows,
        current_catalogue(),
        context=" ".join(one["context"] for one in questions),
        sender_name="Annika Rehberg",
        sender_address="annika@example.org",
    )
    return enter_questions(found, now=now)


def stored_question(text: str = "May I bring my guitar?", **fields: Any) -> UnknownQuestion:
    values: dict[str, Any] = {
        "question_hash": question_hash(text),
        "question": text,
        "language": "en",
        "scenario_category": "house-rules",
        "first_seen": NOW,
        "last_seen": NOW,
    }
    return UnknownQuestion.objects.create(**(values | fields))


def _with_evidence(proposal: TemplateProposal) -> TemplateProposal:
    ProposalEvidence.objects.create(
        proposal=proposal,
        draft_id=uuid.uuid4(),
        attempt=1,
        contact_hash="c" * 64,
        body_redacted="Dear [NAME], …",
        created_at=proposal.created_at,
    )
    return proposal
