"""Versions of a template, and the way back to one of them."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from config.errors import DomainError
from learning.calibration.models import CalibrationState
from learning.calibration.services import current_priors
from templatesapp.exchange import TEMPLATES
from templatesapp.selectors import current_catalogue, list_versions, origin_of
from templatesapp.services import restore_template_version, revise_template
from tests.factories import EmailTemplateFactory, UserFactory

pytestmark = pytest.mark.django_db

FIRST = "Dear Guest,\r\n\r\nBreakfast is on the terrace.\r\n"


@pytest.fixture
def template():
    row = EmailTemplateFactory.create(template_id="T50", subject="Breakfast", body=FIRST)
    for body, reason in (
        (FIRST.replace("terrace", "roof"), "moved"),
        (FIRST.replace("terrace", "beach"), "proposal 1234abcd approved: sunny"),
    ):
        row = revise_template(
            template=row,
            fields={"body": body},
            by=None,
            reason=reason,
            is_new_batch=reason != "moved",
        )
    return row


def page(template) -> str:
    return reverse("admin:templatesapp_emailtemplate_versions", args=[template.pk])


def restore_url(template, version) -> str:
    return reverse(
        "admin:templatesapp_emailtemplate_restore",
        args=[template.pk, history_id(template, version)],
    )


def history_id(template, version: int) -> int:
    return template.history.filter(version=version).latest().history_id


# --- the service ----------------------------------------------------------------------------------


def test_an_earlier_text_comes_back_as_the_next_version(template):
    person = UserFactory.create()
    restored = restore_template_version(
        template=template, history_id=history_id(template, 1), by=person, reason=" too  windy "
    )
    assert (restored.body, restored.version, restored.normalization_batch) == (FIRST, 4, "A")
    latest = restored.history.latest()
    assert latest.history_user == person
    assert latest.history_change_reason == "rolled back to version 1: too windy"


@pytest.mark.parametrize("reason", ["", "   "])
def test_a_roll_back_needs_a_reason(template, reason):
    with pytest.raises(DomainError) as refused:
        restore_template_version(
            template=template, history_id=history_id(template, 1), by=None, reason=reason
        )
    assert refused.value.code == "validation_error"
    assert template.history.count() == 3


def test_a_version_of_another_template_is_none_of_this(template):
    other = EmailTemplateFactory.create()
    with pytest.raises(DomainError) as refused:
        restore_template_version(
            template=template, history_id=other.history.get().history_id, by=None, reason="x"
        )
    assert refused.value.code == "not_found"


def test_what_is_live_already_is_not_written_again(template):
    with pytest.raises(DomainError) as refused:
        restore_template_version(
            template=template, history_id=history_id(template, 3), by=None, reason="x"
        )
    assert refused.value.code == "conflict"
    assert template.history.count() == 3


def test_nothing_is_rolled_back_over_a_text_that_nobody_saw(template):
    with pytest.raises(DomainError) as refused:
        restore_template_version(
            template=template,
            history_id=history_id(template, 1),
            by=None,
            reason="x",
            seen_version=2,
        )
    assert refused.value.code == "template_changed"
    template.refresh_from_db()
    assert template.version == 3


def test_a_text_that_the_lint_would_refuse_today_may_come_back(template):
    template.history.filter(version=1).update(body="Open at 10:30 {{SLOT:FACT_GONE}}")
    restored = restore_template_version(
        template=template, history_id=history_id(template, 1), by=None, reason="x"
    )
    assert restored.body.startswith("Open at 10:30")


def test_priors_follow_a_roll_back_by_themselves(template):
    CalibrationState.objects.create(pk=1, cut_off="2026-01-01T00:00Z", inputs_digest="old")
    restore_template_version(
        template=template, history_id=history_id(template, 1), by=None, reason="x"
    )
    current_priors(current_catalogue())
    assert CalibrationState.objects.get().inputs_digest not in ("", "old")


# --- the list -------------------------------------------------------------------------------------


def test_every_version_says_who_why_and_from_where(template):
    person = UserFactory.create(first_name="Anna", last_name="Berg")
    rows = TEMPLATES.parse(
        '[{"template_id": "T50", "subject": "New", "body": "Hi.", "category": "faq"}]'
    )
    TEMPLATES.write(rows=rows, by=person, reason="import of a.json: season")
    restore_template_version(
        template=template, history_id=history_id(template, 1), by=person, reason="no"
    )
    versions = list_versions(template)
    assert [v.row.version for v in versions] == [5, 4, 3, 2, 1]
    assert [v.origin for v in versions] == ["rollback", "import", "proposal", "edit", "edit"]
    assert [v.is_live for v in versions] == [True, False, False, False, False]
    assert versions[1].person == "Anna Berg"
    assert set(versions[1].changed) == {"subject", "body", "category"}


@pytest.mark.parametrize(
    ("reason", "origin"),
    [
        ("proposal 1234abcd approved", "proposal"),
        ("proposal 1234abcd approved: rolled back", "proposal"),
        ("proposal 1234abcd rolled back: hm", "rollback"),
        ("proposal 1234abcd undone", "rollback"),
        ("rolled back to version 3: hm", "rollback"),
        ("import of a.json: x", "import"),
        ("sample data", "import"),
        ("clearer", "edit"),
        ("", "edit"),
    ],
)
def test_the_origin_is_read_from_the_reason(reason, origin):
    assert origin_of(reason) == origin


# --- the page -------------------------------------------------------------------------------------


def test_the_page_shows_the_last_change_and_offers_the_way_back(desk_client, template):
    response = desk_client("manager").get(page(template))
    text = response.content.decode()
    assert (response.context["older"].row.version, response.context["newer"].row.version) == (2, 3)
    assert '<del class="diff-del">roof.</del>' in text
    assert '<ins class="diff-ins">beach.</ins>' in text
    assert "proposal 1234abcd approved: sunny" in text
    assert "Roll back to version 2" in text
    assert "Roll back to version 3" not in text


@pytest.mark.parametrize(("a", "b"), [(1, 3), (3, 1)])
def test_any_two_are_compared_the_older_first(desk_client, template, a, b):
    query = {"from": history_id(template, a), "to": history_id(template, b)}
    text = desk_client("reviewer").get(page(template), query).content.decode()
    assert '<del class="diff-del">terrace.</del>' in text
    assert '<ins class="diff-ins">beach.</ins>' in text


@pytest.mark.parametrize("query", [{"from": "x", "to": "y"}, {"from": "1"}, {"to": "9" * 30}])
def test_an_odd_choice_shows_the_last_change(desk_client, template, query):
    response = desk_client("reviewer").get(page(template), query)
    assert (response.context["older"].row.version, response.context["newer"].row.version) == (2, 3)


def test_a_template_of_one_version_says_so(desk_client):
    text = desk_client("manager").get(page(EmailTemplateFactory.create())).content.decode()
    assert "One version only" in text


def test_what_differs_besides_the_text_is_listed(desk_client, template):
    revise_template(template=template, fields={"active": False}, by=None, reason="closed")
    text = desk_client("manager").get(page(template)).content.decode()
    assert "Besides the text" not in text.split("Version 2")[0]
    rows = template.history.order_by("-pk")
    query = {"from": rows[1].pk, "to": rows[0].pk}
    text = desk_client("manager").get(page(template), query).content.decode()
    assert 'active: <del class="diff-del">True</del> <ins class="diff-ins">False</ins>' in text


def test_rolling_back_from_the_page(desk_client, template):
    client = desk_client("manager")
    form = {"reason": "too windy", "seen_version": "3"}
    answer = client.post(restore_url(template, 1), form, follow=True)
    assert "Rolled back: this is version 4 now." in answer.content.decode()
    template.refresh_from_db()
    assert template.body == FIRST
    assert template.history.latest().history_user == client.user


@pytest.mark.parametrize(
    "form",
    [
        {"reason": "", "seen_version": "3"},
        {"reason": "x", "seen_version": "2"},
        {"reason": "x"},
        {"reason": "x", "seen_version": "three"},
        {"reason": "x", "seen_version": "9" * 40},
    ],
)
def test_a_roll_back_that_is_refused_says_why_and_writes_nothing(desk_client, template, form):
    answer = desk_client("manager").post(restore_url(template, 1), form, follow=True)
    assert "Nothing was changed" in answer.content.decode()
    template.refresh_from_db()
    assert template.version == 3


def test_a_protected_text_is_rolled_back_with_its_own_right_only(desk_client):
    from django.contrib.auth.models import Permission

    row = EmailTemplateFactory.create(category="cancellation")
    revise_template(template=row, fields={"body": "Other."}, by=None, reason="law")
    client = desk_client("none")
    names = ("view_emailtemplate", "change_emailtemplate")
    client.user.user_permissions.add(*Permission.objects.filter(codename__in=names))
    form = {"reason": "x", "seen_version": "2"}
    assert "Roll back to" not in client.get(page(row)).content.decode()
    assert client.post(restore_url(row, 1), form).status_code == 403
    assert desk_client("manager").post(restore_url(row, 1), form).status_code == 302
    row.refresh_from_db()
    assert row.version == 3


def test_the_page_asks_as_often_for_many_versions_as_for_few(desk_client, template):
    client = desk_client("manager")
    client.get(page(template))
    counts = []
    for more in (0, 30):
        for number in range(more):
            template = revise_template(
                template=template, fields={"subject": f"S{number}"}, by=client.user, reason="x"
            )
        with CaptureQueriesContext(connection) as queries:
            assert client.get(page(template)).status_code == 200
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 15


def test_hostile_versions_are_shown_and_never_run(desk_client, template):
    hostile = "<script>alert(1)</script> {{ x }} \u202e"
    revise_template(template=template, fields={"body": "{{SLOT:CTA}}"}, by=None, reason=hostile)
    template.history.filter(version=4).update(body=hostile, subject=hostile)
    text = desk_client("manager").get(page(template)).content.decode()
    assert "<script>alert" not in text
    assert "U+202E" in text
