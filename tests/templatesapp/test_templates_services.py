"""Making and revising templates: what counts as a new version, who did it and why."""

from __future__ import annotations

import pytest
from django.core.management import call_command

from config.errors import DomainError
from templatesapp.models import EmailTemplate
from templatesapp.services import create_template, next_batch, revise_template
from tests.factories import EmailTemplateFactory, PropertyFactFactory, UserFactory

pytestmark = pytest.mark.django_db

FIELDS = {
    "template_id": "T77",
    "subject": "Our garden",
    "body": "{{SLOT:GREETING}}\n\nYou may sit in the garden.\n\nWarm regards",
    "category": "faq",
}


def revised(template: EmailTemplate, **fields):
    return revise_template(template=template, fields=fields, by=None, reason="better words")


def test_a_new_template_is_version_one_with_person_and_reason():
    person = UserFactory.create(role="manager")
    template = create_template(fields=FIELDS, by=person, reason="asked often")
    row = template.history.get()
    assert (template.version, template.learning_epoch, template.active) == (1, 1, True)
    assert (row.history_user, row.history_change_reason) == (person, "asked often")


@pytest.mark.parametrize(
    ("language", "body"),
    [
        ("de", "Frühstück gibt es ab halb neun."),  # a time, as German alone says it
        ("en", "Breakfast starts at ten."),
    ],
)
def test_a_letter_is_read_in_its_own_language_and_against_what_we_know(language, body):
    call_command("load_sample", sample_desk=True, verbosity=0)
    with pytest.raises(DomainError) as refused:
        create_template(
            fields=FIELDS | {"template_id": "T987", "language": language, "body": body},
            by=None,
            reason="for a test",
        )
    assert refused.value.code == "lint_failed"


@pytest.mark.parametrize("field", ["subject", "body"])
def test_a_changed_text_counts_the_version_up(field):
    template = EmailTemplateFactory.create()
    assert revised(template, **{field: "Something else"}).version == 2
    assert revised(template, **{field: "And again"}).version == 3


@pytest.mark.parametrize(
    "fields",
    [{"category": "wifi"}, {"active": False}, {"reference_scope": "reference_optional_excluded"}],
)
def test_what_is_no_text_leaves_the_version(fields):
    template = EmailTemplateFactory.create()
    assert revised(template, **fields).version == 1


def test_a_revision_has_its_person_and_reason_in_the_history():
    person = UserFactory.create(role="manager")
    template = EmailTemplateFactory.create()
    revise_template(
        template=template, fields={"body": "New words"}, by=person, reason="shorter is better"
    )
    row = template.history.latest()
    assert template.history.count() == 2
    assert (row.history_user, row.history_change_reason) == (person, "shorter is better")
    assert (row.body, row.version) == ("New words", 2)


def test_an_earlier_reason_is_not_written_again():
    template = revised(EmailTemplateFactory.create(), body="First")
    template = revise_template(template=template, fields={"body": "Second"}, by=None, reason="b")
    reasons = list(template.history.values_list("history_change_reason", flat=True))
    assert reasons[:2] == ["b", "better words"]


def test_nothing_changed_writes_nothing():
    template = EmailTemplateFactory.create()
    before = template.history.count()
    same = revised(template, body=template.body, subject=template.subject)
    assert (same.version, template.history.count()) == (1, before)


def test_a_stale_instance_does_not_undo_what_others_changed():
    template = EmailTemplateFactory.create()
    stale = EmailTemplate.objects.get(pk=template.pk)
    revised(template, subject="Changed meanwhile")
    revised(stale, body="Changed later")
    template.refresh_from_db()
    assert (template.subject, template.body) == ("Changed meanwhile", "Changed later")
    assert template.version == 3


@pytest.mark.parametrize(
    ("body", "finding"),
    [
        ("Come at 10:30.", "10:30"),
        ("It costs €7.", "€7"),
        ("Call [NAME] now.", "[NAME]"),
        ("Dear {{SLOT:GREETING}", "Braces"),
        ("It costs {{SLOT:FACT_NOT_THERE}}.", "“Not there”"),
        ("{{SLOT:BREAKFAST}}", "“Breakfast”"),
    ],
)
def test_lint_refuses_and_nothing_is_written(body, finding):
    template = EmailTemplateFactory.create()
    with pytest.raises(DomainError) as refused:
        revised(template, body=body)
    assert refused.value.code == "lint_failed"
    assert finding in refused.value.detail
    with pytest.raises(DomainError):
        create_template(fields={**FIELDS, "body": body}, by=None, reason="x")
    template.refresh_from_db()
    assert (template.version, template.history.count()) == (1, 1)
    assert EmailTemplate.objects.count() == 1


def test_a_known_fact_may_stand_in_a_text():
    PropertyFactFactory.create(name="GARDEN_PRICE")
    body = "It costs {{SLOT:FACT_GARDEN_PRICE}}."
    assert create_template(fields={**FIELDS, "body": body}, by=None, reason="x").version == 1


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("category", "garden"),
        ("language", "xx"),
        ("template_id", "seven"),
        ("subject", ""),
        ("body", ""),
        ("normalization_batch", "a1"),
        ("canonical_reference_url", "javascript:alert(1)"),
        ("purpose", "fun"),
        ("body", "x" * 20_001),
    ],
)
def test_nonsense_is_refused_naming_the_field(field, value):
    with pytest.raises(DomainError) as refused:
        create_template(fields={**FIELDS, field: value}, by=None, reason="x")
    assert refused.value.code == "validation_error"
    assert field in refused.value.fields
    assert not EmailTemplate.objects.exists()


def test_the_same_id_and_language_twice_is_refused():
    create_template(fields=FIELDS, by=None, reason="x")
    with pytest.raises(DomainError) as refused:
        create_template(fields=FIELDS, by=None, reason="x")
    assert refused.value.code == "validation_error"
    translated = create_template(fields={**FIELDS, "language": "it"}, by=None, reason="x")
    assert translated.version == 1


def test_a_new_batch_has_the_next_letter():
    template = EmailTemplateFactory.create(normalization_batch="D")
    changed = revise_template(
        template=template, fields={"body": "New"}, by=None, reason="x", is_new_batch=True
    )
    changed.refresh_from_db()
    assert changed.normalization_batch == "E"


@pytest.mark.parametrize(
    ("batch", "after"),
    [("A", "B"), ("D", "E"), ("Y", "Z"), ("Z", "AA"), ("AZ", "BA"), ("ZZ", "AAA"), ("", "A")],
)
def test_batch_letters_count_like_columns(batch, after):
    assert next_batch(batch) == after


def test_line_ends_are_kept():
    template = create_template(fields={**FIELDS, "body": "a\r\n\r\nb\r\n"}, by=None, reason="x")
    template.refresh_from_db()
    assert template.body == "a\r\n\r\nb\r\n"
