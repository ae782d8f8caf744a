"""Templates out and in again: nothing is lost, nothing odd is taken, all or nothing."""

from __future__ import annotations

import json

import pytest

from config.errors import DomainError
from drafting.desk.house import load_sample
from templatesapp.exchange import TEMPLATES
from templatesapp.house_rows import settable_fields
from templatesapp.models import CatalogueVersion, EmailTemplate
from tests.factories import EmailTemplateFactory, UserFactory
from tests.house import sample_rows

pytestmark = pytest.mark.django_db

KEYS = settable_fields(EmailTemplate)
ROW = {"template_id": "T91", "subject": "Garden", "body": "Come in.\r\n", "category": "faq"}


def imported(*rows, **changes):
    parsed = TEMPLATES.parse(json.dumps(list(rows)))
    return TEMPLATES.write(rows=parsed, by=None, reason="import", **changes)


def state() -> list[tuple]:
    fields = [name for name in KEYS if name != "active"]
    return list(EmailTemplate.objects.order_by("pk").values_list("pk", "version", *fields))


def test_export_and_import_of_all_fixtures_lose_nothing():
    load_sample()
    exported = TEMPLATES.export()
    assert len(exported) == EmailTemplate.objects.count() > 100
    assert {tuple(row) for row in exported} == {tuple(TEMPLATES.export()[0])}
    assert set(exported[0]) == set(KEYS)
    before = {row["template_id"] + row["language"]: row for row in exported}
    EmailTemplate.objects.all().delete()
    changes = imported(*exported)
    assert {change.action for change in changes} == {"create"}
    assert {row["template_id"] + row["language"]: row for row in TEMPLATES.export()} == before


def test_the_fixtures_are_what_an_export_gives():
    load_sample()
    exported = {(row["template_id"], row["language"]): row for row in TEMPLATES.export()}
    for row in sample_rows("templates"):
        mine = exported.pop((row["template_id"], row["language"]))
        assert {key: mine[key] for key in row} == row
    assert exported == {}


def test_carriage_returns_travel_both_ways():
    EmailTemplateFactory.create(body="Dear Guest,\r\n\r\nHello.\r\n")
    exported = TEMPLATES.export()
    assert exported[0]["body"] == "Dear Guest,\r\n\r\nHello.\r\n"
    EmailTemplate.objects.all().delete()
    imported(*exported)
    assert EmailTemplate.objects.get().body == "Dear Guest,\r\n\r\nHello.\r\n"


def test_the_same_file_again_changes_nothing():
    imported(ROW)
    version = CatalogueVersion.objects.get().number
    before = state()
    changes = imported(ROW)
    assert [change.action for change in changes] == ["same"]
    assert state() == before
    assert CatalogueVersion.objects.get().number == version


def test_an_import_revises_with_person_and_reason():
    person = UserFactory.create(role="manager")
    imported(ROW)
    rows = TEMPLATES.parse(json.dumps([{**ROW, "body": "Come out."}]))
    changes = TEMPLATES.write(rows=rows, by=person, reason="file of May")
    assert (changes[0].action, changes[0].before, changes[0].after) == (
        "revise",
        {"body": "Come in.\r\n"},
        {"body": "Come out."},
    )
    template = EmailTemplate.objects.get()
    row = template.history.latest()
    assert template.version == 2
    assert (row.history_user, row.history_change_reason) == (person, "file of May")


def test_a_file_without_the_optional_keys_takes_nothing_away():
    imported(
        {
            **ROW,
            "category": "prepayment",
            "purpose": "prepayment",
            "prepayment_step": "first",
            "prepayment_provider": "octorate",
            "active": False,
            "canonical_reference_url": "https://hostel-brikette.example/book",
        }
    )
    imported({**ROW, "category": "prepayment", "body": "Other words."})
    template = EmailTemplate.objects.get()
    assert (template.body, template.version) == ("Other words.", 2)
    assert (template.purpose, template.prepayment_step) == ("prepayment", "first")
    assert (template.prepayment_provider, template.active) == ("octorate", False)
    assert template.canonical_reference_url == "https://hostel-brikette.example/book"


def test_null_empties_what_may_be_empty():
    imported({**ROW, "canonical_reference_url": "https://a.example"})
    imported({**ROW, "canonical_reference_url": None, "language": None, "active": None})
    template = EmailTemplate.objects.get()
    assert (template.canonical_reference_url, template.language) == ("", "en")
    assert template.active


BAD_ROWS = {
    "an unknown key": ({**ROW, "colour": "red"}, "colour"),
    "a missing key": ({k: v for k, v in ROW.items() if k != "body"}, "body"),
    "a number for a text": ({**ROW, "subject": 7}, "subject"),
    "a list for a text": ({**ROW, "body": ["a"]}, "body"),
    "null for a required text": ({**ROW, "body": None}, "body"),
    "a text for a truth": ({**ROW, "active": "yes"}, "active"),
    "a number for a truth": ({**ROW, "active": 1}, "active"),
    "NUL": ({**ROW, "body": "a\0b"}, "body"),
    "half a surrogate pair": ({**ROW, "subject": "\ud800"}, "subject"),
    "no object": ("T91", "object"),
    "null": (None, "object"),
    "a list": ([ROW], "object"),
}


@pytest.mark.parametrize("case", BAD_ROWS)
def test_an_odd_row_is_refused_naming_row_and_key(case):
    row, named = BAD_ROWS[case]
    with pytest.raises(DomainError) as refused:
        TEMPLATES.parse(json.dumps([ROW, row]))
    assert refused.value.code == "validation_error"
    assert list(refused.value.fields) == ["Row 2"]
    assert named in refused.value.detail


def test_the_same_text_twice_in_one_file_is_refused():
    with pytest.raises(DomainError) as refused:
        TEMPLATES.parse(json.dumps([ROW, {**ROW, "language": "en", "body": "Other."}]))
    assert refused.value.detail == "Row 2: It stands in row 1 already."
    assert TEMPLATES.parse(json.dumps([ROW, {**ROW, "language": "it"}]))


@pytest.mark.parametrize(
    "text", ["", "[", "{'a': 1}", "\ufeff[", "[" * 100_000, "[1e999999999", "[" + "9" * 5000 + "]"]
)
def test_what_is_not_json_is_refused(text):
    with pytest.raises(DomainError) as refused:
        TEMPLATES.parse(text)
    assert refused.value.code in {"malformed_json", "validation_error"}


@pytest.mark.parametrize("text", ["{}", "null", "7", '"T01"'])
def test_json_that_is_no_list_is_refused(text):
    with pytest.raises(DomainError) as refused:
        TEMPLATES.parse(text)
    assert refused.value.code == "validation_error"


@pytest.mark.parametrize(
    "last",
    [
        {**ROW, "template_id": "T93", "category": "garden"},
        {**ROW, "template_id": "T93", "body": "It costs €5."},
        {**ROW, "template_id": "93"},
        {**ROW, "template_id": "T93", "language": "xx"},
        {**ROW, "template_id": "T93", "body": "x" * 20_001},
    ],
)
def test_one_bad_row_stops_all(last):
    imported(ROW)
    before = state()
    version = CatalogueVersion.objects.get().number
    with pytest.raises(DomainError):
        imported({**ROW, "body": "Changed."}, {**ROW, "template_id": "T92"}, last)
    assert state() == before
    assert CatalogueVersion.objects.get().number == version
    assert EmailTemplate.history.count() == 1


def test_trying_out_says_what_the_import_does_and_writes_nothing():
    imported(ROW, {**ROW, "template_id": "T92"})
    before, history = state(), EmailTemplate.history.count()
    version = CatalogueVersion.objects.get()
    rows = TEMPLATES.parse(
        json.dumps(
            [
                {**ROW, "body": "Other words.\r\n", "category": "wifi"},
                {**ROW, "template_id": "T92"},
                {**ROW, "language": "it"},
            ]
        )
    )
    tried = TEMPLATES.try_out(rows)
    assert [(c.name, c.action) for c in tried] == [
        ("T91 en", "revise"),
        ("T92 en", "same"),
        ("T91 it", "create"),
    ]
    assert tried[0].before == {"body": "Come in.\r\n", "category": "faq"}
    assert tried[0].after == {"body": "Other words.\r\n", "category": "wifi"}
    assert (state(), EmailTemplate.history.count()) == (before, history)
    assert CatalogueVersion.objects.get().stamp == version.stamp
    assert TEMPLATES.write(rows=rows, by=None, reason="x") == tried


def test_trying_out_refuses_what_the_import_refuses():
    rows = TEMPLATES.parse(json.dumps([ROW, {**ROW, "template_id": "T92", "body": "It costs €5."}]))
    with pytest.raises(DomainError) as refused:
        TEMPLATES.try_out(rows)
    assert refused.value.detail.startswith("Row 2, T92 en: “€5” is a time or a price")
    assert not EmailTemplate.objects.exists()
