"""The kept catalogue: one query while nothing changes, and no path of writing that it misses."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection, transaction
from django.urls import reverse

from drafting.mail.models import DraftingSettings, MailSettings
from templatesapp.exchange import TEMPLATES
from templatesapp.models import (
    CatalogueVersion,
    DeskProfile,
    EmailTemplate,
    KnowledgeItem,
    PolicyRule,
    PropertyFact,
    raise_catalogue_version,
)
from templatesapp.selectors import current_catalogue, get_template_entry
from templatesapp.services import create_template, revise_template
from tests.databases import process_environment
from tests.factories import EmailTemplateFactory, KnowledgeItemFactory, PropertyFactFactory

ROOT = Path(settings.BASE_DIR)
_IMPORT = """
from pathlib import Path
from templatesapp.exchange import TEMPLATES
rows = TEMPLATES.parse(Path({file!r}).read_text())
TEMPLATES.write(rows=rows, by=None, reason="x")
"""


@pytest.mark.django_db
def test_one_query_while_nothing_changes(django_assert_num_queries):
    EmailTemplateFactory.create()
    kept = current_catalogue()
    with django_assert_num_queries(1):
        assert current_catalogue() is kept


@pytest.mark.django_db
@pytest.mark.parametrize("rows", [1, 300])
def test_reading_anew_costs_the_same_queries_at_any_size(rows, django_assert_num_queries):
    EmailTemplateFactory.create_batch(rows)
    KnowledgeItemFactory.create_batch(rows)
    with django_assert_num_queries(2):
        assert len(current_catalogue().templates) == rows


def create_by_service():
    create_template(
        fields={"template_id": "T90", "subject": "s", "body": "b", "category": "faq"},
        by=None,
        reason="x",
    )


def revise_by_service():
    template = EmailTemplate.objects.get()
    revise_template(template=template, fields={"body": "New"}, by=None, reason="x")


def by_import():
    rows = [{**TEMPLATES.export()[0], "body": "Imported"}]
    rows = [{key: value for key, value in row.items() if value is not None} for row in rows]
    TEMPLATES.write(rows=list(enumerate(rows)), by=None, reason="x")


def saved(model, **fields):
    def write():
        row = model.objects.first() or model()
        for name, value in fields.items():
            setattr(row, name, value)
        row.save()

    return write


def revert_by_history():
    EmailTemplate.history.latest().instance.save()


WRITES = {
    "a template made": create_by_service,
    "a template revised": revise_by_service,
    "an import": by_import,
    "a template deleted": lambda: EmailTemplate.objects.get().delete(),
    "templates deleted at once": lambda: EmailTemplate.objects.all().delete(),
    "an old version saved": revert_by_history,
    "a fact": saved(PropertyFact, name="BREAKFAST_PRICE", kind="money", value="8.00"),
    "a knowledge item": saved(KnowledgeItem, answer="No."),
    "a policy": saved(PolicyRule, key="new"),
    "the profile": saved(DeskProfile, owners="Ada"),
    "drafting settings": saved(DraftingSettings, auto_threshold=90),
    "mail settings": saved(MailSettings, staff_domains=["hostel.example"]),
    "a bulk write that says so": raise_catalogue_version,
}


@pytest.mark.django_db
@pytest.mark.parametrize("path", WRITES)
def test_every_write_raises_the_version(path):
    EmailTemplateFactory.create()
    KnowledgeItemFactory.create()
    PropertyFactFactory.create()
    kept = current_catalogue()
    WRITES[path]()
    now = current_catalogue()
    assert now.version > kept.version
    assert now.stamp != kept.stamp


@pytest.mark.django_db
def test_the_admin_raises_the_version_too(desk_client):
    client = desk_client("manager")
    fact = PropertyFactFactory.create(name="BREAKFAST_PRICE", value="7.50")
    assert current_catalogue().fact_values("en")["FACT_BREAKFAST_PRICE"] == "€7.50"
    url = reverse("admin:templatesapp_propertyfact_change", args=[fact.pk])
    form = {"name": fact.name, "kind": "money", "value": "9.00", "unit": "EUR", "description": ""}
    assert client.post(url, form).status_code == 302
    assert current_catalogue().fact_values("en")["FACT_BREAKFAST_PRICE"] == "€9"
    item = KnowledgeItemFactory.create()
    version = current_catalogue().version
    url = reverse("admin:templatesapp_knowledgeitem_delete", args=[item.pk])
    assert client.post(url, {"post": "yes"}).status_code == 302
    assert current_catalogue().version == version + 1
    assert current_catalogue().knowledge == ()


@pytest.mark.django_db
def test_what_was_rolled_back_is_not_kept():
    EmailTemplateFactory.create(subject="As it was")
    kept = current_catalogue()
    with transaction.atomic():
        revise_template(
            template=EmailTemplate.objects.get(), fields={"subject": "Never"}, by=None, reason="x"
        )
        assert current_catalogue().templates[0].subject == "Never"
        transaction.set_rollback(True)
    now = current_catalogue()
    assert (now.stamp, now.templates[0].subject) == (kept.stamp, "As it was")


@pytest.mark.django_db
def test_only_what_is_active_is_in_it():
    EmailTemplateFactory.create(active=False)
    KnowledgeItemFactory.create(active=False)
    PolicyRule.objects.create(key="off", active=False)
    catalogue = current_catalogue()
    assert (catalogue.templates, catalogue.knowledge, catalogue.policies) == ((), (), ())


@pytest.mark.django_db
def test_one_template_can_be_read_though_it_is_off():
    template = EmailTemplateFactory.create(active=False, category="cancellation")
    entry = get_template_entry(key=template.pk)
    assert entry is not None
    assert (entry.template_id, entry.is_protected) == (template.template_id, True)
    assert get_template_entry(key=0) is None


@pytest.mark.django_db
def test_an_emptied_database_has_a_version_again():
    CatalogueVersion.objects.all().delete()
    first = current_catalogue()
    EmailTemplateFactory.create()
    assert current_catalogue().version > first.version
    CatalogueVersion.objects.all().delete()
    EmailTemplateFactory.create()
    assert len(current_catalogue().templates) == 2


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_a_template_changed_by_another_process_is_used_by_the_next_call(agent_client, tmp_path):
    client = agent_client(["draft"])
    # BM25 needs company: a word of the only document weighs nothing.
    for category in ("wifi", "breakfast", "payment", "luggage"):
        EmailTemplateFactory.create(category=category)
    create_template(
        fields={
            "template_id": "T90",
            "subject": "Garden and hammocks",
            "body": "{{SLOT:GREETING}}\n\nThe garden has a hammock for you.\n\nWarm regards,\nAda",
            "category": "faq",
        },
        by=None,
        reason="x",
    )
    assert "hammock for you" in answer(client)
    file = tmp_path / "new.json"
    row = next(row for row in TEMPLATES.export() if row["template_id"] == "T90")
    row["body"] = row["body"].replace("a hammock", "three swings and a hammock")
    file.write_text(json.dumps([row]))
    ended = subprocess.run(  # noqa: S603
        [sys.executable, "manage.py", "shell", "-c", _IMPORT.format(file=str(file))],
        cwd=ROOT,
        env=process_environment(),
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr.decode()
    assert "three swings" in answer(client)


def answer(client) -> str:
    from tests.drafting.drafts.plans import plan_json

    plan = plan_json("Is there a hammock in the garden?", category="faq")
    response = client.post("/api/v1/drafts/generate", {"action_plan": plan}, format="json")
    assert response.status_code == 201, response.content
    body: str = response.json()["draft"]["body_plain"]
    return body


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_writers_at_once_each_raise_the_version():
    facts = [PropertyFactFactory.create(name=f"FACT_{letter}") for letter in "ABCDEF"]
    before = current_catalogue().version
    barrier = threading.Barrier(len(facts))

    def write(fact: PropertyFact) -> None:
        try:
            barrier.wait(timeout=10)
            fact.value = "8.00"
            fact.save()
        finally:
            connection.close()

    threads = [threading.Thread(target=write, args=(fact,)) for fact in facts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=30)
    catalogue = current_catalogue()
    assert catalogue.version == before + len(facts)
    assert {fact.value for fact in catalogue.facts.values()} == {"8.00"}
