"""A desk that has been at work for ten weeks: events, priors, approved changes, a draft in full."""

from __future__ import annotations

import random
from datetime import datetime, timedelta

from django.contrib.auth.models import User

from drafting.access.keys import create_key
from drafting.drafts.authors import Author
from drafting.drafts.models import Draft
from drafting.drafts.services.generate import GenerateRequest, generate_draft
from drafting.drafts.services.refine import RefineRequest, refine_draft
from drafting.mail.models import Message, Thread
from learning.calibration.services import calibrate
from learning.proposals.decisions import approve_proposal
from learning.proposals.models import TemplateProposal
from learning.thresholds.models import LearningSettings
from templatesapp.models import EmailTemplate
from tests.browser import scene
from tests.house import load_sample_anew
from tests.learning.factories import vote
from tests.learning.proposal_factories import stored_question

WEEKS = 10
CHOSEN = "T15"  # for the draft in full: chance must not teach it another letter
GUEST = (
    "Hello,\n\nour ferry comes in late on Saturday and we shall be with you at about 23:00. How do"
    " we get in when reception is closed? Where can we park our car, and do you rent out bikes?"
    "\n\nThank you,\nFreya Lindqvist"
)
PROMISE = "Peter & Cristiana will write to you about the rest of your message."
WORDS = "We have no bikes ourselves; the shop at the harbour rents them out."


def busy_desk(person: User, *, now: datetime) -> None:
    """Ten weeks in which rewriting becomes less; the last changes helped, one did not."""
    chance = random.Random(4)  # noqa: S311 - the same picture every time
    load_sample_anew()
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
    if roll < 0.55 - 0.03 * week or template.template_id == CHOSEN:
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


def full_draft(*, now: datetime) -> Draft:
    """A draft as the desk makes it of a mail with several asks, and an agent's attempt at it."""
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
    author = Author(agent=key.prefix, source="sample")
    draft = generate_draft(
        request=GenerateRequest(message=message.pk), author=author, now=now - timedelta(hours=2)
    ).draft
    assert PROMISE in draft.body_plain
    refine_draft(
        request=RefineRequest(
            draft_id=draft.pk,
            original_body_plain=draft.body_plain,
            refined_body_plain=draft.body_plain.replace(PROMISE, WORDS),
            rewrite_reason="missing-info",
        ),
        author=author,
        now=now - timedelta(hours=1),
    )
    return draft
