"""A desk as it looks on an ordinary morning: sample templates, and rewrites that suggest changes.

For the browser tests and for the pictures in the docs (``python -m tests.browser.pictures``).
"""

from __future__ import annotations

import uuid
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth.models import User

from learning.proposals.guards import as_rows, lint_proposed
from learning.proposals.models import ProposalEvidence, ProposalType, TemplateProposal
from templatesapp.models import EmailTemplate
from templatesapp.services import revise_template
from templatesapp.text.distance import edit_distance_pct, text_hash
from tests.factories import EmailTemplateFactory, UserFactory

HOSTILE = (
    "{{SLOT:GREETING}}\n\n<script>document.title = 'run'</script> <img src=x onerror=alert(1)>"
    " and {{ settings.SECRET_KEY }} {% debug %}.\n\nPay to \u202emoc.elpmaxe\u202c now, fr\u200bee of"
    " charge. שלום, נתראה מחר 👨\u200d👩\u200d👧\n\nWarm regards,\nPeter & Cristiana"
)

# (template, what is replaced, by what, reason, guests, the guest's subject)
PATCHES: tuple[tuple[str, str, str, str, int, str], ...] = (
    (
        "T50",
        "Yes, there are vegetarian and vegan dishes for breakfast every day, warm ones too, and oat milk.",
        "Yes, there are vegetarian and vegan dishes, with oat or soy milk; coffee is included.",
        "missing-info",
        4,
        "Breakfast for two vegans?",
    ),
    (
        "T22",
        "The luggage room beside reception is open",
        "Ring the bell if nobody is at the desk. The luggage room is locked and watched, and open",
        "missing-info",
        3,
        "Leaving our suitcases on Sunday",
    ),
    (
        "T26",
        "reply with your dates and the kind of car or scooter, and we ask the garage",
        "reply with your dates, your number plate and the kind of car, and we ask the garage",
        "missing-info",
        2,
        "Parking space for a Fiat Panda",
    ),
    (
        "T35",
        "in the rooms as well as on the terrace.",
        "we measured it in every room.",
        "missing-info",
        1,
        "Working remotely for a week",
    ),
    (
        "T51",
        "by {{SLOT:FACT_PACKED_BREAKFAST_ORDER_BY}} the evening before.",
        "the evening before.",
        "missing-info",
        1,
        "Early bus on Friday",
    ),
)
NEW_BODY = (
    "{{SLOT:GREETING}}\n\nYes, you may bring your guitar, and we love to hear it on the terrace."
    " Please keep it in its case after {{SLOT:FACT_QUIET_FROM}}: the dorms are right above.\n\n"
    "There is room for it in the luggage room as well.\n\nWarm regards,\nPeter & Cristiana\n"
    "Hostel Brikette, Positano"
)


def person(role: str = "reviewer", **fields: Any) -> User:
    return UserFactory.create(role=role, **fields)


def propose(template: EmailTemplate, body: str, *, at: datetime, **fields: Any) -> TemplateProposal:
    """A pending patch with a draft of each guest behind it."""
    guests = fields.pop("evidence_count", 1)
    values: dict[str, Any] = {
        "type": ProposalType.PATCH,
        "created_at": at,
        "source_template": template,
        "base_version": template.version,
        "base_text_hash": text_hash(template.body),
        "scenario_category": template.category,
        "language": template.language,
        "previous_body": template.body,
        "original_body_redacted": "Dear [NAME],\n\nThank you for your message.",
        "proposed_subject": template.subject,
        "proposed_body_redacted": body,
        "proposed_text_hash": text_hash(body),
        "email_subject": "A question",
        "rewrite_reason": "missing-info",
        "edit_distance_pct": max(35.0, edit_distance_pct(template.body, body)),
        "pii_redaction_applied": True,
        "evidence_count": guests,
        "retention_expires_at": at + timedelta(days=90),
    }
    return _stored(values | fields, body, guests)


def propose_new(body: str = NEW_BODY, *, at: datetime, **fields: Any) -> TemplateProposal:
    values: dict[str, Any] = {
        "type": ProposalType.NEW,
        "created_at": at,
        "scenario_category": "house-rules",
        "language": "en",
        "proposed_subject": "Bringing a guitar",
        "proposed_body_redacted": body,
        "proposed_text_hash": text_hash(body),
        "email_subject": "Can I bring my guitar?",
        "rewrite_reason": "none",
        "edit_distance_pct": 82.0,
        "retention_expires_at": at + timedelta(days=90),
    }
    return _stored(values | fields, body, 1)


def morning(*, now: datetime) -> list[TemplateProposal]:
    """The proposals of PATCHES, a new template, and two whose template has changed meanwhile.

    Needs the sample templates."""
    rows = []
    for number, (name, old, new, reason, guests, subject) in enumerate(PATCHES):
        template = _sample(name)
        assert old in template.body, name
        rows.append(
            propose(
                template,
                template.body.replace(old, new),
                at=now - timedelta(hours=5 + 20 * number),
                rewrite_reason=reason,
                evidence_count=guests,
                email_subject=subject,
            )
        )
    rows.append(propose_new(at=now - timedelta(hours=30)))
    rows.append(
        _stale(
            now,
            "T23",
            "A large suitcase does not fit into the locker; there is room for it under the bed.",
        )
    )
    rows.append(_stale(now, "T19", "A photo of the document is not enough", is_conflict=True))
    return rows


def worked_on(by: User) -> EmailTemplate:
    """T24 with a history: imported, edited by hand, changed by a proposal, rolled back."""
    template = _sample("T24")
    body = template.body
    longer = body.replace("We gladly book it for you", "We are glad to book it for you")
    for text, reason in (
        (longer, "friendlier"),
        (longer.replace("The cheapest way", "The best way"), "proposal 5f0c2a11 approved"),
        (longer, "rolled back to version 2: the coach is cheapest, not best"),
        (longer.replace("flight and its time", "flight, also when it is late"), "late arrivals"),
    ):
        template = revise_template(template=template, fields={"body": text}, by=by, reason=reason)
    return template


def hundred(*, now: datetime) -> list[TemplateProposal]:
    """100 patches in queue order, each of a template of its own."""
    rows = []
    for number in range(100):
        template = EmailTemplateFactory.create(
            template_id=f"T{number + 500}",
            category="house-rules",
            subject=f"House rule {number}",
            body=_rule(number, "Please be quiet in the corridors after ten."),
        )
        body = _rule(number, "Please be quiet in the corridors and on the stairs at night.")
        rows.append(propose(template, body, at=now - timedelta(hours=200 - number)))
    return rows


def _rule(number: int, sentence: str) -> str:
    return (
        f"{{{{SLOT:GREETING}}}}\n\nThank you for asking about rule {number}.\n\n{sentence}\n\n"
        "{{SLOT:KNOWLEDGE_INJECTION}}\n\nThe terrace stays open for everybody who wants to sit"
        " together a little longer.\n\nWarm regards,\nPeter & Cristiana\nHostel Brikette, Positano"
    )


def _stale(
    now: datetime, name: str, sentence: str, *, is_conflict: bool = False
) -> TemplateProposal:
    template = _sample(name)
    proposed = template.body.replace(sentence, f"{sentence[:-1]}, and there is a rack for skis.")
    row = propose(template, proposed, at=now - timedelta(hours=50), email_subject="Room for skis?")
    other = template.body.replace("Warm regards", "See you soon and warm regards")
    if is_conflict:
        other = template.body.replace(sentence, "A photo on your phone is not enough")
    revise_template(template=template, fields={"body": other}, by=None, reason="friendlier")
    return row


def _sample(name: str) -> EmailTemplate:
    return EmailTemplate.objects.get(template_id=name, language="en")


def _stored(values: dict[str, Any], body: str, guests: int) -> TemplateProposal:
    proposal = TemplateProposal(**values)
    subject, base = proposal.proposed_subject, proposal.previous_body
    proposal.findings = as_rows(lint_proposed(proposal, subject=subject, body=body, base_body=base))
    proposal.save()
    ProposalEvidence.objects.bulk_create(
        ProposalEvidence(
            proposal=proposal,
            draft_id=uuid.uuid4(),
            attempt=1,
            contact_hash=f"{number:064x}",
            body_redacted=body.replace("{{SLOT:GREETING}}", "Dear [NAME],"),
            created_at=values["created_at"] - timedelta(minutes=number),
        )
        for number in range(guests)
    )
    return proposal
