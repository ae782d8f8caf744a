"""Import with a preview, export, and the workbench of the form."""

from __future__ import annotations

import json
import re

import pytest
from django.conf import settings as django_settings
from django.contrib.auth.models import Permission
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from templatesapp.models import CatalogueVersion, EmailTemplate
from templatesapp.services import revise_template
from tests.factories import EmailTemplateFactory, PropertyFactFactory

pytestmark = pytest.mark.django_db

IMPORT = reverse("admin:templatesapp_emailtemplate_import")
EXPORT = reverse("admin:templatesapp_emailtemplate_export")
CHECK = reverse("admin:templatesapp_emailtemplate_check")
LIST = reverse("admin:templatesapp_emailtemplate_changelist")
ROW = {"template_id": "T91", "subject": "Garden", "body": "Come in.\r\n", "category": "faq"}


def upload(client, rows, **fields):
    content = rows if isinstance(rows, bytes) else json.dumps(rows).encode()
    file = SimpleUploadedFile("new.json", content, content_type="application/json")
    return client.post(IMPORT, {"file": file, "reason": "season"} | fields)


def sealed(response) -> str:
    return re.search(r'name="sealed" value="([^"]+)"', response.content.decode())[1]


def confirm(client, seal: str):
    return client.post(IMPORT, {"confirmed": "1", "sealed": seal}, follow=True)


# --- import ---------------------------------------------------------------------------------------


def test_a_preview_shows_the_change_and_writes_nothing(desk_client):
    EmailTemplateFactory.create(template_id="T90", body="Come in.", subject="Garden")
    before = CatalogueVersion.objects.get().number
    same = EmailTemplateFactory.create(template_id="T92", body="Hi.", category="faq")
    rows = [
        ROW | {"template_id": "T90", "category": "general", "body": "Do come in."},
        ROW,
        {"template_id": "T92", "subject": same.subject, "body": "Hi.", "category": "faq"},
    ]
    text = upload(desk_client("manager"), rows).content.decode()
    assert '<ins class="diff-ins">Do come</ins>' in text
    assert "2 letters would be written, 1 unchanged" in text
    assert not EmailTemplate.objects.filter(template_id="T91").exists()
    assert CatalogueVersion.objects.get().number == before + 1  # of the factory's T92


def test_a_confirmed_file_is_written_with_person_and_reason(desk_client):
    client = desk_client("manager")
    answer = confirm(client, sealed(upload(client, [ROW])))
    assert "Imported: 1 letter written." in answer.content.decode()
    row = EmailTemplate.objects.get(template_id="T91")
    assert row.body == "Come in.\r\n"
    latest = row.history.get()
    assert latest.history_user == client.user
    assert latest.history_change_reason == "import of new.json: season"


def test_a_preview_that_is_no_longer_true_is_shown_again(desk_client):
    client = desk_client("manager")
    row = EmailTemplateFactory.create(template_id="T91", body="Old.")
    seal = sealed(upload(client, [ROW]))
    revise_template(template=row, fields={"body": "Newer."}, by=None, reason="")
    answer = confirm(client, seal)
    assert "please look again" in answer.content.decode()
    row.refresh_from_db()
    assert row.body == "Newer."
    confirm(client, sealed(answer))
    row.refresh_from_db()
    assert row.body == "Come in.\r\n"


def test_nobody_confirms_anothers_preview_or_an_altered_one(desk_client):
    client, other = desk_client("manager"), desk_client("manager")
    seal = sealed(upload(client, [ROW]))
    for who, sent in ((other, seal), (client, seal[:-2] + "xx"), (client, ""), (client, "a:b:c")):
        assert "too old or not yours" in confirm(who, sent).content.decode()
    assert not EmailTemplate.objects.exists()


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"{", "not valid JSON"),
        (b'{"a": 1}', "A list of at most"),
        (b"\xff\xfe", "not UTF-8"),
        (json.dumps([ROW | {"colour": "red"}]).encode(), "Unknown key"),
        (
            json.dumps([ROW | {"body": "Open at 10:30"}]).encode(),
            "T91 en: “10:30” is a time or a price",
        ),
        (b"[" + b" " * django_settings.MAX_JSON_BYTES + b"]", "At most 1000 kB"),
    ],
)
def test_a_file_that_will_not_do_says_why(desk_client, content, words):
    answer = upload(desk_client("manager"), content)
    assert answer.status_code == 200
    assert words in answer.content.decode()
    assert not EmailTemplate.objects.exists()


def test_a_byte_order_mark_is_no_obstacle(desk_client):
    client = desk_client("manager")
    confirm(client, sealed(upload(client, json.dumps([ROW]).encode("utf-8-sig"))))
    assert EmailTemplate.objects.get().template_id == "T91"


def test_an_import_says_why(desk_client):
    answer = upload(desk_client("manager"), [ROW], reason="")
    assert "This field is required." in answer.content.decode()


def test_protected_texts_need_their_own_right_by_file_too(desk_client):
    client = desk_client("none")
    names = ("view_emailtemplate", "add_emailtemplate", "change_emailtemplate")
    client.user.user_permissions.add(*Permission.objects.filter(codename__in=names))
    row = EmailTemplateFactory.create(template_id="T91", category="cancellation", body="Law.")
    for changed in (ROW, ROW | {"category": "cancellation"}, ROW | {"template_id": "T92"}):
        rows = (
            [changed] if changed["template_id"] == "T91" else [changed | {"category": "prepayment"}]
        )
        answer = upload(client, rows)
        assert "You may not change legally fixed texts" in answer.content.decode()
    row.refresh_from_db()
    assert (row.body, EmailTemplate.objects.count()) == ("Law.", 1)
    manager = desk_client("manager")
    confirm(manager, sealed(upload(manager, [ROW | {"category": "cancellation"}])))
    row.refresh_from_db()
    assert row.body == "Come in.\r\n"


def test_hostile_rows_are_shown_and_never_run(desk_client):
    script = "<script>alert(1)</script>"
    text = upload(desk_client("manager"), [ROW | {"subject": script, "body": script}])
    assert script not in text.content.decode()


# --- export ---------------------------------------------------------------------------------------


def test_an_export_keeps_line_ends_and_changes_nothing_when_it_comes_back(desk_client):
    EmailTemplateFactory.create(template_id="T90", body="One\r\n\r\nTwo\r\n")
    client = desk_client("manager")
    answer = client.get(EXPORT)
    assert answer["Content-Disposition"] == 'attachment; filename="templates.json"'
    assert json.loads(answer.content)[0]["body"] == "One\r\n\r\nTwo\r\n"
    preview = upload(client, answer.content).content.decode()
    assert "0 letters would be written, 1 unchanged" in preview


# --- the list and the form ------------------------------------------------------------------------


def test_the_list_says_how_a_template_does(desk_client):
    from tests.learning.factories import vote

    row = EmailTemplateFactory.create(template_id="T50", category="cancellation")
    for distance in (10.0, 30.0):
        vote(template=row, scenario="general", distance=distance)
    page = desk_client("reviewer").get(LIST)
    (listed,) = page.context["cl"].result_list
    admin = page.context["cl"].model_admin
    assert (admin.times_used(listed), admin.mean_distance(listed)) == (2, "20 %")
    assert "today" in admin.last_change(listed)
    assert admin.category_label(listed) == ("protected", "Cancellation, by law")
    assert "Cancellation, by law" in page.content.decode()


def test_the_list_says_the_category_of_what_anybody_may_change_in_words(desk_client):
    EmailTemplateFactory.create(template_id="T50", category="check-in")
    page = desk_client("reviewer").get(LIST)
    (listed,) = page.context["cl"].result_list
    row = page.content.decode().partition("<tbody")[2].partition("</tbody>")[0]
    assert listed.get_category_display() in row and "free" not in row


def test_the_workbench_checks_what_is_typed(desk_client):
    PropertyFactFactory.create(name="POOL_PRICE", value="7.50")
    client = desk_client("reviewer")
    body = "{{SLOT:GREETING}}\n\nIt costs {{SLOT:FACT_POOL_PRICE}}, at 10:30. <script>x</script>"
    html = client.post(CHECK, {"body": body, "language": "it"}).json()["html"]
    assert "Gentile Annika," in html
    assert "7,50" in html
    assert "“10:30” is a time or a price: use its slot." in html
    assert "<script>x" not in html
    assert "sandbox" in html


@pytest.mark.parametrize("form", [{}, {"body": ""}, {"body": "x" * 30_000, "language": "??"}])
def test_the_workbench_takes_anything(desk_client, form):
    assert desk_client("reviewer").post(CHECK, form).status_code == 200


def test_the_form_offers_every_slot(desk_client):
    PropertyFactFactory.create(name="POOL_PRICE", value="7.50")
    row = EmailTemplateFactory.create()
    address = reverse("admin:templatesapp_emailtemplate_change", args=[row.pk])
    for page in (address, reverse("admin:templatesapp_emailtemplate_add")):
        text = desk_client("manager").get(page).content.decode()
        assert 'data-slot="FACT_POOL_PRICE" title="€7.50"' in text
        assert 'data-slot="KNOWLEDGE_INJECTION"' in text
        assert "template_form.js" in text
