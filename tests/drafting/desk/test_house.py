"""A house as files: out and in again without loss, checked as a whole, never mixed with another."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from config.errors import DomainError
from drafting.desk.house import FOLDER, export_house, load_house, load_sample
from drafting.mail.models import MailSettings
from learning.thresholds.models import LearningSettings
from templatesapp.models import DeskProfile, EmailTemplate, KnowledgeItem, PolicyRule, PropertyFact
from tests.learning.factories import vote

pytestmark = pytest.mark.django_db

LETTER = {
    "template_id": "T01",
    "subject": "The sauna",
    "body": "{{SLOT:GREETING}}\n\nThe sauna opens at {{SLOT:FACT_SAUNA_2_FROM}}.\n\nVroni",
    "category": "faq",
    "language": "en",
    "requires": [],
}
FACT = {"name": "SAUNA_2_FROM", "kind": "time", "value": "16:00"}
PROFILE = {
    "business_name": "Camping Alm",
    "owners": "Vroni",
    "signature": "Vroni\nCamping Alm",
}


def written(folder: Path, **files: object) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        (folder / f"{name}.json").write_text(json.dumps(content))
    return folder


@pytest.fixture
def camp(tmp_path) -> Path:
    return written(
        tmp_path / "camp",
        profile=PROFILE,
        facts=[FACT],
        templates=[LETTER],
        knowledge=[
            {
                "key": "sauna",
                "category": "faq",
                "question": "Is there a sauna?",
                "answer": "Yes, from {{SLOT:FACT_SAUNA_2_FROM}}.",
            }
        ],
        settings={"mail": {"staff_addresses": ["vroni@alm.example"]}},
    )


def contents(folder: Path) -> dict[str, bytes]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def counts() -> list[int]:
    models = (PropertyFact, EmailTemplate, KnowledgeItem, PolicyRule)
    return [model._default_manager.count() for model in models]


def test_an_export_loaded_elsewhere_is_exported_the_same(tmp_path):
    load_sample()
    LearningSettings(accepted_below_pct=10).save()
    item = KnowledgeItem.objects.filter(language="de").first()
    assert item is not None
    item.question_hashes, item.source = ["ab12"], "promoted"
    item.save()
    EmailTemplate.objects.filter(template_id="T30").update(active=False)
    export_house(folder=tmp_path / "first")
    load_house(folder=tmp_path / "first", is_replacing=True)
    before = counts()
    for model in (EmailTemplate, KnowledgeItem, PolicyRule, PropertyFact, LearningSettings):
        model._default_manager.all().delete()
    DeskProfile.objects.all().delete()
    MailSettings.objects.all().delete()
    load_house(folder=tmp_path / "first")
    assert counts() == before
    export_house(folder=tmp_path / "second")
    assert contents(tmp_path / "second") == contents(tmp_path / "first")
    assert len(contents(tmp_path / "first")) == 14


def test_a_dry_run_says_the_same_and_writes_nothing(camp, capsys):
    call_command("load_house", camp, dry_run=True)
    tried = capsys.readouterr().out
    assert counts() == [0, 0, 0, 0] and not DeskProfile.objects.exists()
    call_command("load_house", camp)
    assert capsys.readouterr().out.replace("Loaded", "Would load") == tried
    assert counts() == [1, 1, 1, 0]
    assert DeskProfile.current().owners == "Vroni"
    assert MailSettings.current().staff_addresses == ["vroni@alm.example"]


def test_all_that_is_wrong_is_said_at_once_and_nothing_is_loaded(camp):
    written(camp, facts=[{**FACT, "name": "OTHER", "value": "noon"}], policies=[{"kay": "x"}])
    with pytest.raises(DomainError) as error:
        load_house(folder=camp)
    assert error.value.code == "validation_error"
    assert set(error.value.fields) == {
        "facts OTHER",
        "policies ",
        "knowledge sauna ",
        "templates T01 en",
    }
    assert counts() == [0, 0, 0, 0]


def test_a_letter_that_would_always_be_blocked_is_refused(camp):
    written(camp, templates=[{**LETTER, "reference_scope": "reference_required"}])
    with pytest.raises(CommandError, match="A link is required and no address is given"):
        call_command("load_house", camp)


@pytest.mark.parametrize(
    ("field", "value", "known"),
    [("category", "lost", "lost-found"), ("requires", ["lost_it"], "has_lost_item")],
)
def test_what_no_list_holds_is_said_once_with_its_letter_and_what_is_known(
    camp, field, value, known
):
    written(camp, templates=[{**LETTER, field: value}])
    with pytest.raises(CommandError) as error:
        call_command("load_house", camp)
    said = str(error.value)
    assert said.count("templates T01 en: ") == said.count("Known are: ") == 1
    assert known in said


@pytest.mark.parametrize("text", ["{", "[]", '"a"'])
def test_a_file_of_another_shape_is_refused_by_name(camp, text):
    (camp / "settings.json").write_text(text)
    with pytest.raises(DomainError, match=r"settings\.json"):
        load_house(folder=camp)


def test_another_house_is_refused_unless_told_to_replace(camp):
    load_sample()
    with pytest.raises(DomainError) as error:
        load_house(folder=camp)
    assert error.value.code == "house_in_use"
    before = counts()
    loaded = load_house(folder=camp, is_replacing=True, is_dry_run=True)
    assert counts() == before
    assert load_house(folder=camp, is_replacing=True) == loaded
    assert counts() == [1, 1, 1, 0]
    assert DeskProfile.current().business_name == "Camping Alm"
    removed = PropertyFact.history.filter(history_type="-").first()
    assert removed is not None and removed.history_change_reason == "house files"


def test_nothing_of_the_house_before_stands_after_it_was_replaced(camp):
    load_sample(is_sample_desk=True)
    DeskProfile.objects.update(house_nouns=["brikette"])
    load_house(folder=camp, is_replacing=True)
    profile = DeskProfile.current()
    assert (profile.house_nouns, profile.is_sample_desk) == ([], False)
    assert MailSettings.current().staff_addresses == ["vroni@alm.example"]
    load_house(folder=FOLDER.parent / "starter", is_replacing=True)
    mail = MailSettings.current()
    assert (mail.staff_addresses, mail.staff_domains) == ([], [])
    assert not DeskProfile.objects.exists() and DeskProfile.history.exists()


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("profile", {**PROFILE, "house_nouns": 5}),
        ("profile", {**PROFILE, "house_nouns": "masseria"}),
        ("profile", {**PROFILE, "calls_to_action": []}),
        ("settings", {"mail": 5}),
    ],
)
def test_a_value_of_another_type_is_refused(camp, name, content):
    written(camp, **{name: content})
    with pytest.raises(DomainError, match="wanted"):
        load_house(folder=camp)


def test_an_exported_starter_comes_back_with_a_name(camp, tmp_path):
    load_house(folder=FOLDER.parent / "starter")
    export_house(folder=tmp_path / "own")
    (tmp_path / "own" / "profile.json").write_text((camp / "profile.json").read_text())
    load_house(folder=tmp_path / "own")
    assert DeskProfile.current().business_name == "Camping Alm"
    assert not EmailTemplate.history.exclude(history_type="+").exists(), "the letters stay"


def test_letters_without_a_profile_are_a_house_too(camp):
    PropertyFact.objects.create(name="POOL", kind="text", value="Teich")
    with pytest.raises(DomainError, match="another house"):
        load_house(folder=camp)


def test_a_replaced_letter_that_evidence_speaks_of_says_nothing_of_the_old_house(camp):
    load_sample()
    old = EmailTemplate.objects.get(template_id="T01", language="en")
    retired = EmailTemplate.objects.get(template_id="T08", language="es")
    for letter in (old, retired):
        vote(template=letter, at=timezone.now())
    load_house(folder=camp, is_replacing=True)
    old.refresh_from_db()
    retired.refresh_from_db()
    assert (old.subject, old.active, old.category) == ("The sauna", True, "faq")
    assert old.learning_epoch == 2 and old.prepayment_step == ""
    assert not retired.active
    assert EmailTemplate.objects.count() == 2


def test_what_staff_changed_stays_when_the_same_house_is_loaded_again(camp):
    load_house(folder=camp)
    fact = PropertyFact.objects.get()
    fact.value = "17:00"
    fact.save()
    written(camp, facts=[{**FACT, "value": "18:00"}], templates=[{**LETTER, "subject": "Sauna"}])
    loaded = load_house(folder=camp)
    assert (loaded.facts, loaded.templates) == (0, 1)
    assert PropertyFact.objects.get().value == "17:00"
    load_house(folder=camp, is_replacing=True)
    assert PropertyFact.objects.get().value == "18:00"


def test_the_sample_is_what_its_files_say(tmp_path):
    shutil.copytree(FOLDER, tmp_path / "copy")
    load_sample()
    assert load_house(folder=tmp_path / "copy", is_dry_run=True).templates == 0
    assert timezone.now() > DeskProfile.history.get().history_date
