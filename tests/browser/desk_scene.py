"""A desk that has been at work for ten weeks: events, priors, approved changes, a draft in full."""

from __future__ import annotations

import random
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth.models import User
from django.core.management import call_command

from drafting.access.keys import create_key
from drafting.drafts.models import Attestation, Draft
from drafting.mail.models import Message, Thread
from learning.calibration.services import calibrate
from learning.proposals.models import TemplateProposal
from learning.proposals.services import approve_proposal
from learning.thresholds.models import LearningSettings
from templatesapp.models import EmailTemplate
from tests.browser import scene
from tests.drafting.desk.admin_rows import make_draft
from tests.learning.factories import vote
from tests.learning.proposal_factories import stored_question

WEEKS = 10
GUEST = (
    "Hello,\n\nwe arrive on Saturday at about 23:00. Is the reception still open then, and may we"
    " leave our bikes somewhere?\n\nThank you,\nFreya Lindqvist"
)
LETTER = (
    "Dear Freya,\n\nReception is open until 10:30 pm. If you come later, tell us in the morning and"
    " we send you the door code.\n\nYou find all about late arrivals here:"
    " https://hostel-brikette.example/late\n\nFor this specific question we want to give you the"
    " most accurate answer — Peter & Cristiana will follow up with you directly.\n\n"
    "Warm regards,\nPeter & Cristiana\nHostel Brikette, Positano"
)
VALUES = {
    "GREETING": "Dear Freya,",
    "FACT_RECEPTION_UNTIL": "10:30 pm",
    "KNOWLEDGE_INJECTION": "For this specific question we want to give you the most accurate"
    " answer — Peter & Cristiana will follow up with you directly.",
}


def busy_desk(person: User, *, now: datetime) -> None:
    """Ten weeks in which rewriting becomes less; the last changes helped, one did not."""
    chance = random.Random(4)  # noqa: S311 - the same picture every time
    call_command("load_sample", sample_desk=True, verbosity=0)
    tuning = LearningSettings.current()
    tuning.confirmed_by, tuning.confirmed_at = person, now - timedelta(weeks=9)
    tuning.confirmed_joined_count = 24
    tuning.save()
    proposals = scene.morning(now=now - timedelta(days=2))
    patches = [row for row in proposals if row.source_template_id and row.base_version][:2]
    texts = EmailTemplate.objects.filter(active=True, language="en").order_by("template_id")
    for week in range(WEEKS, 0, -1):
        for template in chance.sample(list(texts), chance.randint(14, 22)):
            _vote(chance, template, week, now)
    for row in patches:
        for _ in range(12):
            at = now - timedelta(days=chance.uniform(25, 60))
            vote(
                template=row.source_template,
                distance=chance.uniform(30, 60),
                at=at,
                scenario=row.scenario_category,
                reason="missing-info",
            )
    calibrate(by=person, now=now - timedelta(days=8))
    for row, gain in zip(patches, (True, False), strict=True):
        _approve(chance, row, person, now, has_gain=gain)
    for text, answer in (
        ("May I bring my guitar?", "Yes, you may; play it on the terrace until 11 pm."),
        ("Gibt es in Positano einen Tennisplatz?", ""),
    ):
        stored_question(text, suggested_answer=answer, last_seen=now)


def _vote(chance: random.Random, template: EmailTemplate, week: int, now: datetime) -> None:
    at = now - timedelta(weeks=week - 1, hours=chance.uniform(2, 140))
    roll = chance.random()
    if roll < 0.55 - 0.03 * week:
        distance, reason = 0.0, "none"
    elif roll < 0.86:
        distance, reason = chance.uniform(2, 14 + 3 * week), "style"
    elif roll < 0.93:
        distance, reason = chance.uniform(30, 68), "missing-info"
    elif roll < 0.97:
        distance, reason = chance.uniform(70, 96), "wrong-template"
    else:
        distance, reason = chance.uniform(60, 90), "language-adapt"
    vote(template=template, scenario=template.category, distance=distance, reason=reason, at=at)


def _approve(
    chance: random.Random, row: TemplateProposal, person: User, now: datetime, *, has_gain: bool
) -> None:
    approve_proposal(proposal_id=row.pk, by=person, now=now - timedelta(days=20))
    template = EmailTemplate.objects.get(pk=row.source_template_id)
    for _ in range(13):
        distance = chance.choice([0.0, 0.0, 4.0, 9.0, 15.0]) if has_gain else chance.uniform(35, 60)
        at = now - timedelta(days=chance.uniform(1, 18))
        vote(
            template=template,
            scenario=row.scenario_category,
            distance=distance,
            reason="style" if distance else "none",
            at=at,
        )


def full_draft(*, now: datetime, **fields: Any) -> Draft:
    """A draft with mail, marked values, questions, ranking and an attempt."""
    thread = Thread.objects.create(subject="Late arrival")
    message = Message.objects.create(
        thread=thread,
        sequence=1,
        direction="in",
        source="imported",
        message_id="<freya@example.org>",
        content_hash="f" * 64,
        from_name="Freya Lindqvist",
        from_address="freya@example.org",
        is_sender_verified=True,
        received_at=now - timedelta(hours=3),
        subject="Late arrival",
        body_text=GUEST,
        new_text=GUEST,
    )
    key, _ = create_key(name="sample-agent", scopes=["draft"], source="sample")
    draft = make_draft(
        **{
            "message": message,
            "agent": key.prefix,
            "created_at": now - timedelta(hours=2),
            "scenario_category": "check-in",
            "template": EmailTemplate.objects.filter(template_id="T18").first(),
            "template_version": 1,
            "selection": "auto",
            "confidence": 86.0,
            "ranker": {"candidates": _candidates()},
            "subject": "Re: Late arrival",
            "body_plain": LETTER,
            "question_blocks": _blocks(),
            "sources_used": [
                {"citation": "faq:late-arrival", "text": "After reception closes you come in with"
                 " a door code.", "injected": False}
            ],
            "slots": {"filled": VALUES, "unresolved": [], "placements": _placements()},
            "policy": {"review_tier": "standard", "rule_keys": ["standard"], "tone": "warm"},
            "quality": {"passed": True, "warnings": ["length_out_of_range"]},
            "delivery_status": "needs_follow_up",
        }
        | fields
    )  # fmt: skip
    Attestation.objects.create(
        draft=draft,
        attempt=1,
        created_at=now - timedelta(hours=1),
        body_plain=LETTER.replace(
            "For this", "Bikes stay in the courtyard, free of charge.\n\nFor this"
        ),
        text_hash="0" * 64,
        refinement_applied=True,
        refinement_source="claude-cli",
        rewrite_reason="missing-info",
        edit_distance_pct=9.3,
        quality={"passed": True},
        delivery_status="ready",
        agent=key.prefix,
    )
    return draft


def _candidates() -> list[dict[str, Any]]:
    rows = (
        ("T18", "Check-in time and late arrival", 86.0, 81.8, 4.2, 31.2, ["scenario check-in 0.81", "reception", "late"]),
        ("T22", "Luggage before check-in and after check-out", 48.0, 52.1, -4.1, 22.6, ["leave", "bike"]),
        ("T17", "Front door code not working", 31.0, 31.0, 0.0, 14.9, ["open"]),
    )  # fmt: skip
    names = ("template_id", "subject", "confidence", "base_confidence", "prior_delta", "bm25_score", "evidence")  # fmt: skip
    return [dict(zip(names, row, strict=True)) | {"category": "check-in"} for row in rows]


def _blocks() -> list[dict[str, Any]]:
    return [
        {"question": "Is the reception still open then?", "answer_source": "template",
         "template_id": "T18", "citation": None, "follow_up_required": False},
        {"question": "May we leave our bikes somewhere?", "answer_source": "follow_up",
         "template_id": None, "citation": None, "follow_up_required": True},
    ]  # fmt: skip


def _placements() -> list[dict[str, Any]]:
    return [
        {"name": name, "value": value, "start": LETTER.index(value),
         "end": LETTER.index(value) + len(value)}
        for name, value in VALUES.items()
    ]  # fmt: skip
