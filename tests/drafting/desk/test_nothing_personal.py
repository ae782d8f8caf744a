"""Nothing personal outside the tables that hold mail by purpose: planted, then searched for."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest
from django.apps import apps
from django.db import models
from django.utils import timezone

from drafting.desk.gate import examine_kept_drafts
from drafting.desk.house import load_sample
from drafting.drafts.authors import Author
from drafting.drafts.services.generate import GenerateRequest, generate_draft
from drafting.drafts.services.refine import RefineRequest, refine_draft
from drafting.mail.choices import MailSource
from drafting.mail.parsing import mail_from_fields
from drafting.mail.services import record_mail
from learning.ledger.models import UnknownQuestion
from learning.proposals.models import TemplateProposal
from learning.thresholds.models import LearningSettings

pytestmark = pytest.mark.django_db

# Tables that hold mail by purpose (design: "It must reach"), and answers kept for 24 hours.
MAIL_TABLES = {
    "contact",
    "historicalcontact",
    "thread",
    "message",
    "attachment",
    "draft",
    "attestation",
    "batch",
    "outgoingmail",
    "followup",
    "idempotencyrecord",
    "draftrun",
    "runartifact",
}
FIRST = ("Ottavia", "Benedikt", "Solveig", "Guillermo", "Maëlys", "Thorsten", "Fenna", "Ibrahim")
LAST = ("Quarantotti", "Osterwald", "Lindqvistad", "Zubizarreta", "Delacroisette")
COUNT = 40  # mails with five personal items each


def people() -> Iterator[dict[str, str]]:
    for number in range(COUNT):
        first, last = FIRST[number % len(FIRST)], LAST[number % len(LAST)]
        yield {
            "name": f"{first} {last}",
            "address": f"{first.lower()}.{last.lower()}{number}@mail{number}.example",
            "phone": f"+39 333 555 {1000 + number:04d}",
            "reference": f"QK{number % 10}P{chr(65 + number % 26)}{(number * 7) % 10}",
            "companion": f"{LAST[(number + 2) % len(LAST)]}",
        }


def plant(person: dict[str, str], number: int) -> str:
    return (
        f"Hello,\n\nthis is {person['name']}. What time is breakfast? Do you lend surfboard wax "
        f"number {number} to guests? My friend {person['companion']} wants to know, too. My booking "
        f"is {person['reference']}, my address {person['address']}, my number {person['phone']}.\n\n"
        f"Kind regards\n{person['name']}"
    )


@pytest.fixture
def planted(caplog: pytest.LogCaptureFixture) -> list[dict[str, str]]:
    """Mails full of personal data, drafted, and rewritten with that data in the text."""
    caplog.set_level(logging.DEBUG)
    load_sample(is_sample_desk=True)
    LearningSettings.objects.create(confirmed_at=timezone.now(), validation_minimum=1)
    author = Author(agent="robot", source="sample")
    planted = list(people())
    for number, person in enumerate(planted):
        mail = record_mail(
            source=MailSource.API,
            parsed=mail_from_fields(
                from_address=person["address"],
                from_name=person["name"],
                subject=f"Question of {person['name']}, {person['reference']}",
                body_text=plant(person, number),
            ),
        )
        generated = generate_draft(
            request=GenerateRequest(message=mail.message.pk), author=author, now=timezone.now()
        )
        kept = generated.draft.body_plain
        refine_draft(
            request=RefineRequest(
                draft_id=generated.draft.id,
                original_body_plain=kept,
                refined_body_plain=rewritten(kept, person),
                rewrite_reason="missing-info",
            ),
            author=author,
            now=timezone.now(),
        )
    examine_kept_drafts(timezone.now())
    return planted


def rewritten(kept: str, person: dict[str, str]) -> str:
    added = (
        f"Yes, we lend surfboard wax to guests: it is at the desk, and a colleague shows its use. We "
        f"called {person['name']} on {person['phone']} and wrote to {person['address']} about "
        f"booking {person['reference']}, so that your friend {person['companion']} finds the wax "
        "ready on arrival, together with a cloth and a small scraper that guests may borrow for "
        "as long as they stay with us at the hostel, free of charge and without a deposit."
    )
    head, mark, tail = kept.rpartition("\n\nWarm regards")
    return f"{head}\n\n{added}{mark}{tail}"


def searched_models() -> list[type[models.Model]]:
    return [
        model
        for label in ("templatesapp", "learning", "drafting", "admin", "sessions", "axes")
        for model in apps.get_app_config(label).get_models()
        if model._meta.model_name not in MAIL_TABLES
    ]


def text_of(model: type[models.Model]) -> str:
    return json.dumps(list(model._default_manager.values()), default=str, ensure_ascii=False)


def test_no_other_table_holds_what_guests_are(planted: list[dict[str, str]]) -> None:
    assert UnknownQuestion.objects.exists()
    assert TemplateProposal.objects.exists()
    items = {value for person in planted for value in person.values()}
    items |= {part for person in planted for part in person["name"].split()}
    found = {
        (model._meta.label, item)
        for model in searched_models()
        for text in [text_of(model)]
        for item in items
        if item in text
    }
    assert found == set()


def test_no_log_holds_what_guests_are(
    planted: list[dict[str, str]], caplog: pytest.LogCaptureFixture
) -> None:
    logged = "\n".join(_everything(record) for record in caplog.records if _is_ours(record))
    for person in planted:
        for value in person.values():
            assert value not in logged


def _is_ours(record: logging.LogRecord) -> bool:
    # SQL with its parameters is logged by Django at DEBUG only, which no desk runs at.
    return not record.name.startswith("django.db")


def _everything(record: logging.LogRecord) -> str:
    values: Any = record.__dict__
    return f"{record.getMessage()} {values}"
