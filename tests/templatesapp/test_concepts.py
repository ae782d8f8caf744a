"""Facts and answers carry what they are about: after the migration as in the sample files."""

from __future__ import annotations

from importlib import import_module

import pytest
from django.apps import apps

from templatesapp.models import KnowledgeItem, PropertyFact
from templatesapp.selectors import current_catalogue
from templatesapp.text.guarded.check import read_facts
from templatesapp.text.languages import INTERNATIONAL, Vocabulary, read, rules
from tests.drafting.drafts.plans import load_sample_desk
from tests.house import sample_rows

pytestmark = pytest.mark.django_db
migration = import_module("templatesapp.migrations.0005_concepts")


def test_the_migration_sets_what_the_sample_files_hold_where_nothing_is_set():
    load_sample_desk()
    PropertyFact.objects.update(concepts=[], edge="")
    KnowledgeItem.objects.update(concepts=[], decides="")
    PropertyFact.objects.filter(name="CHECK_OUT").update(concepts=["departure"])

    migration.set_concepts(apps, None)

    # Facts that came later than the migration bring their concepts with them.
    known = {name for name, _, _ in migration.read(migration.FACTS, "@")}
    kept = {f.name: (f.concepts, f.edge) for f in PropertyFact.objects.filter(name__in=known)}
    rows = [row for row in sample_rows("facts") if row["name"] in known]
    wanted = {row["name"]: (row["concepts"], row["edge"]) for row in rows}
    assert kept == wanted | {"CHECK_OUT": (["departure"], "")}
    keys = {key for key, _, _ in migration.read(migration.ANSWERS, "!")}
    items = KnowledgeItem.objects.filter(key__in=keys)
    assert {(k.key, k.language): (k.concepts, k.decides) for k in items} == {
        (row["key"], row["language"]): (row["concepts"], row["decides"])
        for row in sample_rows("knowledge")
        if row["key"] in keys
    }


@pytest.mark.parametrize("name", ["facts", "knowledge"])
def test_every_concept_of_the_sample_is_a_word_of_each_vocabulary(name):
    for code, vocabulary in rules(Vocabulary).items():
        words = {
            *vocabulary.concepts,
            *vocabulary.fine_concepts,
            *read(Vocabulary, INTERNATIONAL).concepts,
        }
        used = {concept for row in sample_rows(name) for concept in row["concepts"]}
        assert used <= words, code


def test_the_catalogue_keeps_the_known_side_until_something_changes():
    load_sample_desk()
    catalogue = current_catalogue()
    assert catalogue.guarded is current_catalogue().guarded
    text = "Breakfast costs €8.50."
    assert read_facts(text, language="en", known=catalogue.guarded).findings == ()

    fact = PropertyFact.objects.get(name="BREAKFAST_PRICE")
    fact.value = "9.00"
    fact.save()
    (finding,) = read_facts(text, language="en", known=current_catalogue().guarded).findings
    assert (finding.code, finding.known) == ("contradicts_fact", "€9")
