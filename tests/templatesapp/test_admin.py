"""The admin of what the desk may say: who may change what, and what is shown of it."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.contrib import admin
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils.html import escape

from drafting.mail.models import DraftingSettings
from templatesapp.models import (
    CatalogueVersion,
    DeskProfile,
    EmailTemplate,
    KnowledgeItem,
    PolicyRule,
    PropertyFact,
)
from templatesapp.requirements import REQUIREMENTS
from tests.factories import (
    EmailTemplateFactory,
    KnowledgeItemFactory,
    PropertyFactFactory,
    UserFactory,
)

pytestmark = pytest.mark.django_db

ADD_TEMPLATE = reverse("admin:templatesapp_emailtemplate_add")
SCRIPT = "<script>alert(1)</script>"


def url(row, view: str = "change") -> str:
    options = row._meta
    return reverse(f"admin:{options.app_label}_{options.model_name}_{view}", args=[row.pk])


def list_url(model) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")


def form_of(template: EmailTemplate, **changes) -> dict:
    names = (
        "template_id",
        "language",
        "subject",
        "body",
        "category",
        "purpose",
        "acknowledges",
        "prepayment_step",
        "prepayment_provider",
        "reference_scope",
        "canonical_reference_url",
    )
    form = {name: getattr(template, name) for name in names} | {"active": "on"}
    form["requires"] = ["nothing"] if template.requires == [] else template.requires or []
    # As browsers send a text.
    form["body"] = form["body"].replace("\r\n", "\n").replace("\n", "\r\n")
    return form | changes


def fact_form(**changes) -> dict:
    form = {"name": "POOL_PRICE", "kind": "money", "value": "7.50", "unit": "EUR"}
    return form | {"description": "", "change_reason": ""} | changes


def policy_row(key: str, **fields) -> PolicyRule:
    return PolicyRule.objects.create(key=key, **fields)


# --- lists and pages ---

LISTED = {
    EmailTemplate: lambda number: EmailTemplateFactory.create(),
    PropertyFact: lambda number: PropertyFactFactory.create(name=f"FACT_{chr(65 + number)}"),
    KnowledgeItem: lambda number: KnowledgeItemFactory.create(),
    PolicyRule: lambda number: policy_row(f"rule-{number}"),
}


@pytest.mark.parametrize("model", LISTED, ids=lambda model: model.__name__)
def test_a_list_costs_the_same_queries_for_one_row_and_for_ten(desk_client, model):
    client = desk_client("manager")
    LISTED[model](0)
    client.get(list_url(model))
    with CaptureQueriesContext(
        connection,
    ) as one:
        assert client.get(list_url(model)).status_code == 200
    for number in range(1, 10):
        LISTED[model](number)
    with CaptureQueriesContext(connection) as ten:
        assert client.get(list_url(model)).status_code == 200
    assert len(one) == len(ten) <= 15


@pytest.mark.parametrize("role", ["reviewer", "manager", "superuser"])
@pytest.mark.parametrize("model", LISTED, ids=lambda model: model.__name__)
def test_every_page_opens_for_every_role(desk_client, model, role):
    row = LISTED[model](0)
    client = desk_client(role)
    for page in (list_url(model), url(row), url(row, "history")):
        assert client.get(page).status_code == 200, page
    assert client.get(f"{list_url(model)}?q=x").status_code == 200


@pytest.mark.parametrize("role", ["none", "guest"])
def test_without_a_role_nothing_is_seen(desk_client, role):
    row = EmailTemplateFactory.create()
    client = desk_client(role)
    for page in (list_url(EmailTemplate), url(row), url(row, "history"), ADD_TEMPLATE):
        assert client.get(page).status_code in (302, 403)


def test_html_in_a_text_is_shown_and_never_run(desk_client):
    row = EmailTemplateFactory.create(subject=SCRIPT, body=f"Dear Guest,\n\n{SCRIPT}")
    item = KnowledgeItemFactory.create(question=SCRIPT, answer=SCRIPT)
    fact = PropertyFactFactory.create(name="NAME", kind="text", value=SCRIPT, unit="")
    client = desk_client("manager")
    for page in (
        list_url(EmailTemplate),
        url(row),
        url(row, "history"),
        list_url(KnowledgeItem),
        url(item),
        url(item, "history"),
        list_url(PropertyFact),
        url(fact),
        url(fact, "history"),
    ):
        text = client.get(page).content.decode()
        assert SCRIPT not in text, page
    version = row.history.get().history_id
    page = reverse("admin:templatesapp_emailtemplate_simple_history", args=[row.pk, version])
    assert SCRIPT not in client.get(page).content.decode()


# --- templates ---


def test_a_manager_edits_a_template_with_person_and_reason(desk_client):
    client = desk_client("manager")
    row = EmailTemplateFactory.create()
    form = form_of(row, subject="About our garden", change_reason="clearer")
    assert client.post(url(row), form).status_code == 302
    row.refresh_from_db()
    latest = row.history.latest()
    assert (row.subject, row.version) == ("About our garden", 2)
    assert (latest.history_user, latest.history_change_reason) == (client.user, "clearer")


def test_a_manager_makes_a_template(desk_client):
    client = desk_client("manager")
    form = form_of(EmailTemplateFactory.build(template_id="T88"), change_reason="new season")
    assert client.post(ADD_TEMPLATE, form).status_code == 302
    row = EmailTemplate.objects.get()
    latest = row.history.get()
    assert (row.template_id, row.version, row.normalization_batch) == ("T88", 1, "A")
    assert (latest.history_user, latest.history_change_reason) == (client.user, "new season")


@pytest.mark.parametrize("body", ["One\n\nTwo\n", "One\r\n\r\nTwo\r\n", " One\n"])
def test_saving_without_a_change_writes_nothing(desk_client, body):
    row = EmailTemplateFactory.create(body=body)
    version = CatalogueVersion.objects.get().number
    assert desk_client("manager").post(url(row), form_of(row)).status_code == 302
    row.refresh_from_db()
    assert (row.body, row.version, row.history.count()) == (body, 1, 1)
    assert CatalogueVersion.objects.get().number == version


@pytest.mark.parametrize(("newline", "other"), [("\n", "\r\n"), ("\r\n", None)])
def test_an_edit_keeps_the_line_ends_of_the_text(desk_client, newline, other):
    row = EmailTemplateFactory.create(body=f"One{newline}{newline}Two")
    desk_client("manager").post(url(row), form_of(row, body="One\r\n\r\nThree"))
    row.refresh_from_db()
    assert row.body == f"One{newline}{newline}Three"


@pytest.mark.parametrize("body", ["Open at 10:30.", "{{SLOT:NOPE}}", "Only €9", ""])
def test_the_lint_has_the_last_word(desk_client, body):
    row = EmailTemplateFactory.create()
    client = desk_client("manager")
    answer = client.post(url(row), form_of(row, body=body, change_reason="x"))
    assert answer.status_code == 200
    assert client.post(ADD_TEMPLATE, form_of(row, template_id="T99", body=body)).status_code == 200
    row.refresh_from_db()
    assert (row.version, EmailTemplate.objects.count()) == (1, 1)


def test_a_protected_text_needs_a_reason(desk_client):
    client = desk_client("manager")
    row = EmailTemplateFactory.create(category="cancellation")
    refused = client.post(url(row), form_of(row, subject="Changed"))
    assert refused.status_code == 200
    assert "legally fixed" in refused.content.decode()
    row.refresh_from_db()
    assert row.version == 1
    answer = client.post(url(row), form_of(row, subject="Changed", change_reason="new law"))
    assert answer.status_code == 302
    row.refresh_from_db()
    assert (row.version, row.history.latest().history_change_reason) == (2, "new law")


def test_a_protected_text_cannot_be_freed_or_made_without_a_reason(desk_client):
    client = desk_client("manager")
    row = EmailTemplateFactory.create(category="prepayment")
    assert client.post(url(row), form_of(row, category="faq")).status_code == 200
    free = EmailTemplateFactory.create(category="faq")
    assert client.post(url(free), form_of(free, category="cancellation")).status_code == 200
    new = form_of(free, template_id="T98", category="cancellation")
    assert client.post(ADD_TEMPLATE, new).status_code == 200
    row.refresh_from_db()
    free.refresh_from_db()
    assert (row.category, free.category, EmailTemplate.objects.count()) == ("prepayment", "faq", 2)


def permitted(client, *names: str) -> None:
    from django.contrib.auth.models import Permission

    client.user.user_permissions.add(*Permission.objects.filter(codename__in=names))


def test_a_protected_text_needs_its_own_permission(desk_client):
    client = desk_client("none")
    permitted(client, "view_emailtemplate", "add_emailtemplate", "change_emailtemplate")
    row = EmailTemplateFactory.create(category="cancellation")
    free = EmailTemplateFactory.create(category="faq")
    form = form_of(row, subject="Changed", change_reason="why not")
    assert client.post(url(row), form).status_code == 403
    form = form_of(free, category="cancellation", change_reason="why not")
    assert client.post(url(free), form).status_code == 403
    form = form_of(free, template_id="T98", category="prepayment", change_reason="why not")
    assert client.post(ADD_TEMPLATE, form).status_code == 403
    assert client.post(url(free), form_of(free, subject="Fine")).status_code == 302
    row.refresh_from_db()
    free.refresh_from_db()
    assert (row.version, free.category, EmailTemplate.objects.count()) == (1, "faq", 2)


def test_a_reviewer_reads_templates_and_changes_none(desk_client):
    client = desk_client("reviewer")
    row = EmailTemplateFactory.create()
    assert client.get(url(row)).status_code == 200
    assert client.post(url(row), form_of(row, subject="Mine")).status_code == 403
    assert client.post(ADD_TEMPLATE, form_of(row, template_id="T98")).status_code == 403
    assert client.get(ADD_TEMPLATE).status_code == 403
    row.refresh_from_db()
    assert (row.version, EmailTemplate.objects.count()) == (1, 1)


@pytest.mark.parametrize("role", ["reviewer", "manager", "superuser"])
def test_nobody_removes_a_template(desk_client, role):
    row = EmailTemplateFactory.create()
    client = desk_client(role)
    assert client.post(url(row, "delete"), {"post": "yes"}).status_code == 403
    form = {"action": "delete_selected", "_selected_action": [row.pk], "post": "yes"}
    client.post(list_url(EmailTemplate), form)
    assert EmailTemplate.objects.filter(pk=row.pk).exists()


def test_version_batch_and_epoch_are_not_for_hands(desk_client):
    row = EmailTemplateFactory.create()
    form = form_of(row, version="9", normalization_batch="Z", learning_epoch="7", subject="New")
    desk_client("manager").post(url(row), form)
    row.refresh_from_db()
    assert (row.version, row.normalization_batch, row.learning_epoch) == (2, "A", 1)


def test_a_bad_form_keeps_what_was_typed(desk_client):
    row = EmailTemplateFactory.create()
    page = desk_client("manager").post(url(row), form_of(row, body="Typed for long, at 10:30"))
    assert "Typed for long, at 10:30" in page.content.decode()


def test_the_preview_is_filled_with_sample_values(desk_client):
    PropertyFactFactory.create(name="POOL_PRICE", value="7.50")
    row = EmailTemplateFactory.create(
        body="{{SLOT:GREETING}}\n\nRef {{SLOT:BOOKING_REF}}: {{SLOT:FACT_POOL_PRICE}}.{{SLOT:CTA}}"
    )
    page = desk_client("reviewer").get(url(row)).content.decode()
    assert "Dear Annika," in page
    assert "Ref MA4BJ9: €7.50." in page


# --- history ---


@pytest.mark.parametrize("role", ["none", "reviewer", "manager", "superuser"])
@pytest.mark.parametrize("model", LISTED, ids=lambda model: model.__name__)
def test_an_old_version_is_only_read(desk_client, model, role):
    row = LISTED[model](0)
    version = row.history.get().history_id
    name = f"admin:{row._meta.app_label}_{row._meta.model_name}_simple_history"
    page = reverse(name, args=[row.pk, version])
    client = desk_client(role)
    assert client.get(page).status_code == (403 if role == "none" else 200)
    before = type(row).objects.values().get()
    for method in (client.post, client.put, client.patch, client.delete):
        assert method(page, {"subject": "x", "value": "9", "key": "x"}).status_code == 403
    assert type(row).objects.values().get() == before
    assert row.history.count() == 1


def test_an_old_version_is_shown_in_words_and_without_fields(desk_client):
    rule = LISTED[PolicyRule](0)
    rule.mandatory_content, rule.prohibited_content = {"de": "Bitte schön."}, ["we refund", "free"]
    rule._change_reason = "the lawyer asked"
    rule.save()
    version = rule.history.latest().history_id
    name = "admin:templatesapp_policyrule_simple_history"
    for role in ("reviewer", "superuser"):
        page = desk_client(role).get(reverse(name, args=[rule.pk, version])).content.decode()
        assert "German: Bitte schön." in page
        assert "we refund<br>free" in page
        assert "the desk itself: the lawyer asked. An old version is only read." in page
        assert 'name="tone"' not in page
        assert "Reason for the change" not in page


def test_an_old_version_that_is_none_is_not_found(desk_client):
    rule = LISTED[PolicyRule](0)
    name = "admin:templatesapp_policyrule_simple_history"
    for version in ("999999", "x"):
        answer = desk_client("reviewer").get(reverse(name, args=[rule.pk, version]))
        assert answer.status_code == 404


def test_the_history_says_who_did_what_and_why(desk_client):
    client = desk_client("manager")
    row = PropertyFactFactory.create(name="POOL_PRICE")
    client.post(url(row), fact_form(value="9.00", change_reason="new <season>"))
    page = client.get(url(row, "history")).content.decode()
    assert str(client.user) in page
    assert "new &lt;season&gt;" in page
    assert '<del class="diff-del">7.50</del> <ins class="diff-ins">9.00</ins>' in page
    assert "the desk itself" in page  # who made the first version


def test_who_only_looks_is_not_asked_why(desk_client):
    row = LISTED[PolicyRule](0)
    assert "Reason for the change" not in desk_client("reviewer").get(url(row)).content.decode()
    assert "Reason for the change" in desk_client("manager").get(url(row)).content.decode()


@pytest.mark.parametrize("model", LISTED, ids=lambda model: model.__name__)
def test_an_empty_list_says_what_fills_it(desk_client, model):
    client = desk_client("manager")
    empty = client.get(list_url(model)).content.decode()
    assert "Nothing here yet" in empty
    assert escape(admin.site._registry[model].empty["help"]) in empty
    assert f"Add {model._meta.verbose_name}" in empty
    LISTED[model](0)
    missed = client.get(list_url(model), {"q": "nothing is called so"}).content.decode()
    assert "Nothing matches" in missed
    assert "Search and filter anew" in missed


def test_a_line_of_a_letters_form_has_room_for_its_lists():
    """Three lists to choose from on one line lie over each other's names at 1280 pixels."""
    sections = dict(admin.site._registry[EmailTemplate].fieldsets)
    lines = [line for line in sections["Use"]["fields"] if isinstance(line, tuple)]
    assert lines
    assert all(len(line) == 2 for line in lines)


# --- facts, knowledge, policies ---


def test_a_fact_changes_with_person_and_reason(desk_client):
    client = desk_client("manager")
    row = PropertyFactFactory.create(name="POOL_PRICE")
    form = fact_form(value="9.00", change_reason="new season")
    assert client.post(url(row), form).status_code == 302
    row.refresh_from_db()
    latest = row.history.latest()
    assert row.value == "9.00"
    assert (latest.history_user, latest.history_change_reason) == (client.user, "new season")


def test_a_facts_name_may_be_typed_in_words(desk_client):
    client, add = desk_client("manager"), reverse("admin:templatesapp_propertyfact_add")
    assert client.post(add, fact_form(name=" Breakfast  from ")).status_code == 302
    assert PropertyFact.objects.filter(name="BREAKFAST_FROM").exists()
    refused = client.post(add, fact_form(name="breakfast from"))
    assert "already exists" in refused.content.decode()
    assert "Capital letters" in client.post(add, fact_form(name="Frühstück")).content.decode()


def test_a_new_letter_begins_with_the_next_number_a_greeting_and_a_signature(desk_client):
    EmailTemplateFactory.create(template_id="T412").delete()  # old drafts still speak of it
    client = desk_client("manager")
    page = client.get(ADD_TEMPLATE).content.decode()
    assert 'value="T413"' in page
    assert "{{SLOT:GREETING}}" in page and "{{SLOT:SIGNATURE}}" in page
    told = {"body": "Dear guest,\n\nYes.", "language": "en", "subject": "Yes"}
    check = reverse("admin:templatesapp_emailtemplate_check")
    assert "Nobody signs it" in client.post(check, told).json()["html"]


def test_names_of_the_house_on_one_line_are_as_many(desk_client):
    profile = DeskProfile.current()
    profile.save()
    form = {"business_name": "Ark", "owners": "Ada", "signature": "Ada", "seen": ""}
    form |= {"house_nouns": "boat, ark\nbarge", "allowed_links": "", "calls_to_action": ""}
    client = desk_client("manager")
    form["seen"] = seen_in(client.get(url(profile)))
    assert client.post(url(profile), form).status_code == 302
    assert DeskProfile.current().house_nouns == ["boat", "ark", "barge"]


def test_the_profile_says_that_the_closing_is_not_part_of_the_signature(desk_client):
    page = desk_client("manager").get(list_url(DeskProfile), follow=True).content.decode()
    assert "so leave that out" in page


def seen_in(answer) -> str:
    return re.search(r'name="seen" value="(\w+)"', answer.content.decode())[1]


def test_what_was_changed_since_the_form_was_opened_is_not_written_over_unasked(desk_client):
    fact = PropertyFactFactory.create(value="8.50", kind="money")
    client = desk_client("manager")
    form = {"name": fact.name, "kind": "money", "value": "8.50", "description": "A buffet"}
    form["seen"] = seen_in(client.get(url(fact)))
    PropertyFact.objects.filter(pk=fact.pk).update(value="9.50")
    refused = client.post(url(fact), form)
    told = unescape(refused.content.decode())
    title = re.search(r"<title>(.*?)</title>", told, re.DOTALL)[1]
    assert "9.50" in title and "8.50" not in title  # the row as it stands, not as it was refused
    assert "changed after you opened it" in told
    assert "now: Description; Value “9.50”; Unit “EUR”." in told
    fact.refresh_from_db()
    assert fact.value == "9.50"
    assert client.post(url(fact), form | {"seen": seen_in(refused)}).status_code == 302
    assert client.post(url(fact), form).status_code == 302  # a second click
    fact.refresh_from_db()
    assert (fact.value, fact.description) == ("8.50", "A buffet")


def test_beside_a_refused_letter_stand_its_checks_and_how_it_would_read(desk_client):
    letter, client = EmailTemplateFactory.create(), desk_client("manager")
    body = "{{SLOT:GREETING}}\n\nThe pool <b>opens</b> at {{SLOT:NOWHERE}}.\n\n{{SLOT:SIGNATURE}}"
    refused = client.post(url(letter), form_of(letter, body=body)).content.decode()
    new = form_of(letter, body=body, template_id="T999", language="??")
    for page in (refused, client.post(ADD_TEMPLATE, new).content.decode()):
        bench = page[page.index('id="workbench"') :]
        assert "Nothing can be filled in for “Nowhere”" in bench
        assert "The pool &lt;b&gt;opens" in bench
    assert "The pool" not in client.get(url(letter)).content.decode()


def test_what_a_letter_says_of_a_guest_is_folded_in_groups_but_what_is_ticked(desk_client):
    letter, client = EmailTemplateFactory.create(requires=["has_paid"]), desk_client("manager")
    page = client.get(url(letter)).content.decode()
    groups = re.findall(r"<details( open)?><summary>([^<]+)</summary>", page)
    is_open = {name: bool(opened) for opened, name in groups}
    assert (is_open["Payment"], is_open["The booking"]) == (True, False)
    assert sum(one.group in is_open for one in REQUIREMENTS.values()) == len(REQUIREMENTS)


def test_the_trail_of_a_page_names_a_single_row_once(desk_client):
    page = desk_client("manager").get(list_url(DeskProfile), follow=True).content.decode()
    trail = re.findall(r'leading-5 min-w-0 truncate tracking-tight">([^<]*)<', page)
    assert [name.strip() for name in trail] == ["What we say", "Desk profile"]


def test_a_letter_that_was_changed_meanwhile_is_not_written_over_unasked(desk_client):
    letter, client = EmailTemplateFactory.create(), desk_client("manager")
    form = form_of(letter, subject="Mine", seen=seen_in(client.get(url(letter))))
    EmailTemplate.objects.filter(pk=letter.pk).update(subject="A colleague's")
    assert "changed after you opened it" in client.post(url(letter), form).content.decode()
    letter.refresh_from_db()
    assert letter.subject == "A colleague's"


def test_saving_a_fact_without_a_change_leaves_no_history(desk_client):
    row = PropertyFactFactory.create(name="POOL_PRICE")
    version = CatalogueVersion.objects.get().number
    form = fact_form(change_reason="nothing, really")
    assert desk_client("manager").post(url(row), form).status_code == 302
    assert row.history.count() == 1
    assert CatalogueVersion.objects.get().number == version


@pytest.mark.parametrize(
    "changes",
    [
        {"value": "a lot"},
        {"kind": "time", "value": "25:00"},
        {"kind": "url", "value": "javascript:alert(1)"},
        {"name": "pool-price"},
        {"kind": "colour"},
        {"value": ""},
    ],
)
def test_a_fact_of_the_wrong_kind_is_refused(desk_client, changes):
    row = PropertyFactFactory.create(name="POOL_PRICE")
    assert desk_client("manager").post(url(row), fact_form(**changes)).status_code == 200
    row.refresh_from_db()
    assert (row.name, row.value, row.history.count()) == ("POOL_PRICE", "7.50", 1)


def test_a_fact_says_where_it_is_used(desk_client):
    row = PropertyFactFactory.create(name="POOL_PRICE")
    EmailTemplateFactory.create(template_id="T88", body="{{SLOT:FACT_POOL_PRICE}}")
    EmailTemplateFactory.create(template_id="T89", body="{{SLOT:FACT_POOL_PRICE_CHILD}}")
    KnowledgeItemFactory.create(key="pool", answer="It is {{SLOT:FACT_POOL_PRICE}}.")
    client = desk_client("reviewer")
    page = client.get(url(row)).content.decode()
    assert ">T88 English</a>, <a" in page
    assert ">Is there a lift?</a>" in page
    assert "T89" not in page
    assert "1 letter, 1 answer" in client.get(list_url(PropertyFact)).content.decode()


@pytest.mark.parametrize("role", ["reviewer", "manager"])
def test_knowledge_is_edited_by_reviewers_too(desk_client, role):
    client = desk_client(role)
    row = KnowledgeItemFactory.create(source="promoted", question_hashes=["ab"])
    form = {
        "key": row.key,
        "category": "faq",
        "question": row.question,
        "answer": "Yes, a small one.",
        "language": "en",
        "citation": "",
        "uri": "",
        "active": "on",
        "source": "authored",
        "question_hashes": "[]",
        "change_reason": "they built one",
    }
    assert client.post(url(row), form).status_code == 302
    row.refresh_from_db()
    assert (row.answer, row.source, row.question_hashes) == (
        "Yes, a small one.",
        "promoted",
        ["ab"],
    )
    assert row.history.latest().history_user == client.user


@pytest.mark.parametrize("model", [PropertyFact, PolicyRule], ids=["fact", "policy"])
def test_reviewers_leave_facts_and_policies_alone(desk_client, model):
    client = desk_client("reviewer")
    row = LISTED[model](0)
    add = reverse(f"admin:templatesapp_{model._meta.model_name}_add")
    assert client.post(url(row), fact_form(key="x")).status_code == 403
    assert client.post(add, fact_form(key="x")).status_code == 403
    assert client.post(url(row, "delete"), {"post": "yes"}).status_code == 403
    assert (model.objects.count(), row.history.count()) == (1, 1)


POLICY_FORM = {
    "key": "rule",
    "category": "",
    "condition": "always",
    "mandatory_content_en": "Please note.",
    "mandatory_content_it": "Nota bene.",
    "prohibited_content": "we refund\r\n\r\n  full refund \r\n",
    "allowed_categories": ["faq", "wifi"],
    "tone": "",
    "review_tier": "standard",
    "active": "on",
}


def test_a_policy_is_written_in_lines_and_sentences(desk_client):
    add = reverse("admin:templatesapp_policyrule_add")
    assert desk_client("manager").post(add, POLICY_FORM).status_code == 302
    rule = PolicyRule.objects.get()
    assert rule.mandatory_content == {"en": "Please note.", "it": "Nota bene."}
    assert rule.prohibited_content == ["we refund", "full refund"]
    assert rule.allowed_categories == ["faq", "wifi"]


def test_a_policy_that_nobody_changed_stays_as_it_is(desk_client):
    client = desk_client("manager")
    client.post(reverse("admin:templatesapp_policyrule_add"), POLICY_FORM)
    rule = PolicyRule.objects.get()
    shown = client.get(url(rule)).content.decode()
    assert 'value="Nota bene."' in shown
    assert "we refund\nfull refund" in shown
    assert client.post(url(rule), POLICY_FORM | {"change_reason": "none"}).status_code == 302
    assert rule.history.count() == 1


def test_a_policy_may_have_nothing_to_say(desk_client):
    empty = {"mandatory_content_en": "", "mandatory_content_it": "", "prohibited_content": " "}
    bare = {name: value for name, value in POLICY_FORM.items() if name != "allowed_categories"}
    add = reverse("admin:templatesapp_policyrule_add")
    assert desk_client("manager").post(add, bare | empty).status_code == 302
    rule = PolicyRule.objects.get()
    assert (rule.mandatory_content, rule.prohibited_content) == ({}, [])
    assert rule.allowed_categories == []


def test_a_policy_of_an_unknown_category_is_refused(desk_client):
    add = reverse("admin:templatesapp_policyrule_add")
    answer = desk_client("manager").post(add, POLICY_FORM | {"allowed_categories": ["garden"]})
    assert answer.status_code == 200
    assert not PolicyRule.objects.exists()


# --- the one row ---

PROFILE_FORM = {
    "business_name": "Hostel",
    "owners": "Ada & Bo",
    "signature": "Ada & Bo",
    "allowed_links": "hostel.example\r\nmaps.example/positano",
    "calls_to_action": "check-in en: See you soon: 3 pm.\r\ncheck-in it : A presto.",
}


@pytest.mark.parametrize("model", [DeskProfile, DraftingSettings])
def test_the_list_of_a_single_row_leads_to_its_form(desk_client, model):
    client = desk_client("manager")
    model.objects.all().delete()
    answer = client.get(list_url(model))
    assert (answer.status_code, answer["Location"].endswith("/1/change/")) == (302, True)
    assert model.objects.count() == 1
    assert client.get(list_url(model), follow=True).status_code == 200
    assert model.objects.count() == 1


@pytest.mark.parametrize("model", [DeskProfile, DraftingSettings])
@pytest.mark.parametrize("role", ["manager", "superuser"])
def test_a_single_row_is_neither_added_nor_removed(desk_client, model, role):
    client = desk_client(role)
    row = model.current()
    row.save()
    name = model._meta.model_name
    app = model._meta.app_label
    assert client.get(reverse(f"admin:{app}_{name}_add")).status_code == 403
    assert client.post(url(row, "delete"), {"post": "yes"}).status_code == 403
    assert model.objects.count() == 1


def test_the_profile_is_the_managers(desk_client):
    row = DeskProfile.current()
    row.save()
    assert desk_client("reviewer").get(url(row)).status_code == 200
    assert desk_client("reviewer").post(url(row), PROFILE_FORM).status_code == 403
    client = desk_client("manager")
    assert client.post(url(row), PROFILE_FORM | {"change_reason": "sold"}).status_code == 302
    stored = DeskProfile.current()
    latest = stored.history.latest()
    assert stored.owners == "Ada & Bo"
    assert stored.allowed_links == ["hostel.example", "maps.example/positano"]
    assert stored.calls_to_action == {"check-in": {"en": "See you soon: 3 pm.", "it": "A presto."}}
    assert (latest.history_user, latest.history_change_reason) == (client.user, "sold")


@pytest.mark.parametrize(
    "changes",
    [
        {"calls_to_action": "See you soon."},
        {"calls_to_action": "garden en: x"},
        {"calls_to_action": "check-in klingon: x"},
        {"calls_to_action": "check-in en:"},
    ],
)
def test_a_profile_of_another_shape_is_refused(desk_client, changes):
    row = DeskProfile.current()
    row.save()
    answer = desk_client("manager").post(url(row), PROFILE_FORM | changes)
    assert answer.status_code == 200
    assert DeskProfile.current().owners == "Peter & Cristiana"


@pytest.mark.parametrize(
    "changes", [{"auto_threshold": "101"}, {"auto_threshold": "-1"}, {"maximum_injections": "99"}]
)
def test_settings_out_of_range_are_refused(desk_client, changes):
    row = DraftingSettings.current()
    row.save()
    form = {
        "threshold_inside": "25",
        "threshold_outside": "70",
        "auto_threshold": "80",
        "auto_minimum_base": "65",
        "maximum_injections": "2",
        "high_value_dispute_amount": "500",
    }
    client = desk_client("manager")
    assert client.post(url(row), form | changes).status_code == 200
    assert client.post(url(row), form | {"auto_threshold": "85"}).status_code == 302
    assert DraftingSettings.current().auto_threshold == 85
    assert UserFactory._meta.model.objects.count() == 1


def test_a_letter_shows_its_languages_as_one_thing(desk_client):
    PropertyFactFactory(name="TAXI_PRICE", kind="money", value="78", unit="EUR")
    body = "{{SLOT:GREETING}}\n\nA taxi costs {{SLOT:FACT_TAXI_PRICE}}.\n\nWarm regards"
    english = EmailTemplateFactory(template_id="T81", language="en", body=body, requires=[])
    german = EmailTemplateFactory(
        template_id="T81",
        language="de",
        body="{{SLOT:GREETING}}\n\nEin Taxi ist teuer.\n\nHerzliche Grüße",
        requires=["has_paid"],
    )
    client = desk_client("manager")
    page = client.get(url(english)).content.decode()
    assert f'href="{url(german)}"' in page and "differs" in page
    assert "lacks FACT_TAXI_PRICE; another claim about the guest" in page
    missing = re.search(r'href="([^"]*add/[^"]*language=it[^"]*)"', page)
    added = client.get(unescape(missing[1])).content.decode()
    assert 'value="T81"' in added and 'value="it" selected' in added
    read = desk_client("reviewer").get(url(english)).content.decode()
    assert f'href="{url(german)}"' in read and "add/" not in read


def test_yes_or_no_stands_below_the_answer(desk_client):
    page = desk_client("reviewer").get(url(KnowledgeItemFactory())).content.decode()
    places = [page.index(f'name="{name}"') for name in ("answer", "decides", "category")]
    assert places == sorted(places)


@pytest.mark.parametrize(
    ("ticked", "stored"),
    [([], None), (["nothing"], []), (["has_paid", "has_agreed"], ["has_paid", "has_agreed"])],
)
def test_what_a_letter_says_of_a_guest_is_ticked(desk_client, ticked, stored):
    template = EmailTemplateFactory(requires=["complains"])
    answer = desk_client("manager").post(url(template), form_of(template, requires=ticked))
    assert answer.status_code == 302
    template.refresh_from_db()
    assert template.requires == stored
    assert template.history.first().history_user is not None


@pytest.mark.parametrize("ticked", [["nothing", "has_paid"], ["is_rich"]])
def test_what_cannot_be_ticked_together_or_at_all_is_refused(desk_client, ticked):
    template = EmailTemplateFactory(requires=[])
    answer = desk_client("manager").post(url(template), form_of(template, requires=ticked))
    assert answer.status_code == 200
    template.refresh_from_db()
    assert template.requires == []


def test_who_we_are_says_how_guests_are_addressed(desk_client):
    page = desk_client("manager").get(list_url(DeskProfile), follow=True).content.decode()
    assert "Sie in German" in page and "Lei in Italian" in page
