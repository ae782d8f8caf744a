"""One row of every model that the admin shows, for tests of who may do what with it."""

from __future__ import annotations

import uuid
from datetime import timedelta
from typing import Any

from django.db.models import Model
from django.utils import timezone

from drafting.drafts.models import Draft
from drafting.drafts.reader.models import ReaderVersion
from drafting.mail.models import (
    Attachment,
    Contact,
    DraftingSettings,
    MailSettings,
    Message,
    Thread,
)
from drafting.mail.work_models import FollowUp, OutgoingMail, ReplyFile, SuppressedAddress
from drafting.runs.models import MemoryEntry, PlaybookNote, RunSettings
from learning.calibration.models import (
    CalibrationRun,
    IgnoredAgent,
    TemplatePrior,
)
from learning.events.models import EventAggregate, ExcludedDraft, RefinementEvent, SelectionEvent
from learning.ledger.models import UnknownQuestion
from learning.thresholds.models import LearningSettings
from templatesapp.models import DeskProfile, PolicyRule
from templatesapp.text.reader.heads import packed_heads
from tests.drafting.runs.factories import make_run
from tests.factories import (
    EmailTemplateFactory,
    KnowledgeItemFactory,
    PropertyFactFactory,
    UserFactory,
    make_agent_key,
    role_group,
)
from tests.learning.factories import vote
from tests.learning.proposal_factories import pending_patch


def make_rows() -> dict[str, Model]:
    """By label, "app.model"; a protected template beside the free one."""
    template = EmailTemplateFactory.create(category="payment")
    protected = EmailTemplateFactory.create(category="prepayment")
    vote(template=template)
    rows: list[Model] = [
        template,
        *(PropertyFactFactory.create(), KnowledgeItemFactory.create()),
        PolicyRule.objects.create(key="polite"),
        *_singletons(),
        *_mail(),
        *_runs(),
        *_learned(template),
        pending_patch(),
        make_agent_key()[0],
        UserFactory.create(role="guest"),
        role_group("reviewer"),
    ]
    by_label = {row._meta.label_lower: row for row in rows}
    return by_label | {"templatesapp.emailtemplate protected": protected}


def _singletons() -> list[Model]:
    kinds: list[type[Any]] = [
        *(DeskProfile, DraftingSettings, MailSettings, LearningSettings, RunSettings)
    ]
    for kind in kinds:
        kind.current().save()
    return [kind.objects.get() for kind in kinds]


def _mail() -> list[Model]:
    now = timezone.now()
    thread = Thread.objects.create(subject="Towels")
    message = Message.objects.create(
        thread=thread,
        sequence=1,
        direction="in",
        source="api",
        message_id="<1@example.org>",
        content_hash="a" * 64,
        from_address="guest@example.org",
        received_at=now,
        subject="Towels",
        body_text="Are there towels?",
        new_text="Are there towels?",
        raw=b"Subject: Towels\r\n\r\nAre there towels?",
    )
    Attachment.objects.create(message=message, filename="a.txt", size_bytes=1, content=b"a")
    mail = OutgoingMail.objects.create(
        thread=thread,
        recipients=["guest@example.org"],
        subject="Re: Towels",
        body_text="Yes.",
        message_id="<2@example.org>",
        headers={},
        created_at=now,
    )
    ReplyFile.objects.create(
        outgoing_mail=mail, filename="a.txt", content_type="text/plain", size_bytes=1, content=b"a"
    )
    return [
        thread,
        message,
        mail,
        FollowUp.objects.create(question="Towels?", thread=thread, due=now.date(), created_at=now),
        Contact.objects.create(address="guest@example.org"),
        SuppressedAddress.objects.create(address="gone@example.org", reason="It bounced."),
        make_draft(message=message),
        ReaderVersion.objects.create(
            created_at=now, arrays=packed_heads({}), seed=7, mails=40, people=2
        ),
    ]


def _runs() -> list[Model]:
    return [
        make_run(),
        PlaybookNote.objects.create(text="Name the gate of the harbour."),
        MemoryEntry.objects.create(
            scope="workspace",
            category="house_rules",
            content="The roof is closed.",
            content_hash="c" * 64,
            ttl_days=30,
            source="inference",
            created_at=timezone.now(),
        ),
    ]


def make_draft(**fields: Any) -> Draft:
    """A draft with all that its page shows."""
    values: dict[str, Any] = {
        "agent": "agent-1",
        "created_at": timezone.now(),
        "action_plan": {"normalized_text": "Are there towels?"},
        "scenario_category": "faq",
        "language": "en",
        "selection": "none",
        "ranker": {"candidates": []},
        "subject": "Re: Towels",
        "body_plain": "Dear Guest,\n\nYes.",
        "delivery_status": "ready",
        "catalogue_version": 1,
    }
    draft: Draft = Draft.objects.create(**(values | fields))
    return draft


def _learned(template: Any) -> list[Model]:
    now = timezone.now()
    return [
        SelectionEvent.objects.get(),
        RefinementEvent.objects.get(),
        ExcludedDraft.objects.create(
            draft_id=uuid.uuid4(), kind="expired_proposal", created_at=now
        ),
        EventAggregate.objects.create(
            month=now.date().replace(day=1),
            kind="joined",
            scenario_category="faq",
            draft_count=1,
        ),
        TemplatePrior.objects.create(
            scenario_category="faq", template=template, delta=4, sample_size=1
        ),
        CalibrationRun.objects.create(
            kind="calibration", created_at=now, cut_off=now - timedelta(days=1)
        ),
        IgnoredAgent.objects.create(
            agent="abcdefgh", since=now, reason="It voted at random.", created_at=now
        ),
        UnknownQuestion.objects.create(
            question_hash="b" * 64,
            question="A sauna?",
            language="en",
            scenario_category="faq",
            first_seen=now,
            last_seen=now,
        ),
    ]
