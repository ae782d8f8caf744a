"""What Ctrl+K finds, for whom, and that it forgets."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.models import Permission
from django.core.management import call_command
from django.db import connection, models, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from drafting.desk.erasure import apply_retention, forget_contact, purge_mail
from drafting.desk.search import keep_search_index, matching, search_words
from drafting.mail.models import Contact, Message, Thread
from learning.proposals.models import TemplateProposal
from templatesapp.models import EmailTemplate, KnowledgeItem, PropertyFact
from tests.drafting.mail.mails import DESK, GUEST, our_reply, record
from tests.factories import EmailTemplateFactory, KnowledgeItemFactory, PropertyFactFactory
from tests.learning.proposal_factories import pending_patch

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
SEARCH = "/admin/search/"


def mail(text="Is the saxophone allowed?", sender="Jürgen Müller <jurgen@example.net>", **fields):
    number = Message.objects.count()
    headers = {"message_id": f"<s{number}@x.example>", "date": "", "from": sender}
    return record(text, **headers | fields).message


def keys(model, text):
    return list(matching(model, search_words(text)).values_list("pk", flat=True))


def found(client, term):
    return client.get(SEARCH, {"s": term}).content.decode()


@pytest.mark.parametrize(
    "term",
    ["saxophone", "SAXO", "muller saxo", "Müller", "jurgen@example.net", "allowed? saxophone"],
)
def test_a_mail_is_found_by_any_beginning_of_its_words(term):
    message = mail()
    mail("Something else.", sender="Ada <ada@example.org>")
    assert keys(Message, term) == [message.pk]


def test_a_guests_name_leads_to_their_mail_first(desk_client):
    message = mail()
    page = found(desk_client("reviewer"), "muller")
    assert f"/thread/{message.thread_id}/change/" in page
    assert page.index("Conversations</") < page.index("Guests</")


def test_of_our_own_mail_the_guest_is_named(desk_client):
    message = mail()
    our_reply(message.message_id)
    page = found(desk_client("reviewer"), "door code booking")
    assert GUEST in page and DESK not in page


def test_what_was_asked_for_must_all_be_there():
    mail()
    assert keys(Message, "saxophone trumpet") == []
    assert keys(Message, "axophone") == []


def test_a_change_by_any_way_is_found_at_once():
    message = mail()
    Message.objects.filter(pk=message.pk).update(new_text="Is the trumpet allowed?")
    assert keys(Message, "saxophone") == []
    assert keys(Message, "trumpet") == [message.pk]
    Message.objects.filter(pk=message.pk)._raw_delete("default")
    assert keys(Message, "trumpet") == []


def test_a_write_taken_back_was_never_found():
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        mail()
        assert len(keys(Message, "saxophone")) == 1
        raise ZeroDivisionError
    assert keys(Message, "saxophone") == []


def test_nothing_of_a_guest_is_found_after_erasure():
    message = mail()
    other = mail("The saxophone again.", sender="Ada <ada@example.org>")
    assert keys(Contact, "jurgen") == [message.contact_id]
    forget_contact(address="jurgen@example.net")
    assert keys(Contact, "jurgen") == keys(Message, "jurgen") == []
    assert keys(Message, "saxophone") == [other.pk]
    if connection.vendor == "sqlite":  # which would keep the words until it merges them
        with connection.cursor() as cursor:
            cursor.execute("SELECT block FROM search_drafting_message_data")
            assert not any(b"jurgen" in bytes(block) for (block,) in cursor.fetchall())


def test_nothing_is_found_after_its_retention():
    message = mail()
    long_ago = timezone.now() - timedelta(days=800)
    Message.objects.update(received_at=long_ago)
    Thread.objects.update(created_at=long_ago)
    purge_mail(now=timezone.now())
    assert keys(Message, "saxophone") == keys(Contact, "jurgen") == []
    assert not Message.objects.filter(pk=message.pk).exists()
    proposal = pending_patch()
    TemplateProposal.objects.update(proposed_body_redacted="The saxophone is allowed.")
    assert keys(TemplateProposal, "saxophone") == [proposal.pk]
    TemplateProposal.objects.update(created_at=long_ago, retention_expires_at=long_ago)
    apply_retention(now=timezone.now())
    assert keys(TemplateProposal, "saxophone") == []


@pytest.mark.django_db(transaction=True)
def test_what_was_there_before_the_index_is_found():
    message = mail()
    is_sqlite = connection.vendor == "sqlite"
    with connection.cursor() as cursor:
        for end in ("", "_update", "_delete") if is_sqlite else ("",):
            drop = "DROP TRIGGER" if is_sqlite else "DROP INDEX"
            cursor.execute(f"{drop} search_drafting_message{end}")
    Message.objects.filter(pk=message.pk).update(new_text="Is the trumpet allowed?")
    keep_search_index()
    assert (keys(Message, "saxophone"), keys(Message, "trumpet")) == ([], [message.pk])


def test_everything_is_found_in_its_group(desk_client):
    mail()
    EmailTemplateFactory.create(subject="About the saxophone")
    PropertyFactFactory.create(name="SAXOPHONE_PRICE")
    KnowledgeItemFactory.create(
        question="May I play the saxophone?", answer="Yes, for {{SLOT:FACT_SAXOPHONE_PRICE}}."
    )
    pending_patch()
    TemplateProposal.objects.update(proposed_body_redacted="The saxophone is allowed.")
    page = found(desk_client("manager"), "saxophone")
    places = ("Conversations", "Letters", "Facts", "Answers", "Proposals")
    at = [page.index(f"<h2>{place}</h2>") for place in places]
    assert at == sorted(at)
    assert "Yes, for €7.50." in page and "{{SLOT" not in page
    for model in (EmailTemplate, PropertyFact, KnowledgeItem):
        assert str(keys(model, "saxophone")[0]) in page
    assert f"/admin/drafting/thread/{Thread.objects.get().pk}/change/" in page


def test_pages_are_found_by_name_and_all_without_a_word(desk_client):
    manager = desk_client("manager")
    assert '<a href="/admin/templatesapp/propertyfact/">' in found(manager, "fact")
    assert found(manager, "").count("<a ") > 30
    assert found(manager, "fact").count("<a ") < 10


def test_nobody_finds_what_they_may_not_see(desk_client, client):
    mail()
    PropertyFactFactory.create(name="Saxophone hours")
    nobody = desk_client("none")
    assert "saxophone" not in found(nobody, "saxophone").lower()
    nobody.user.user_permissions.add(Permission.objects.get(codename="view_propertyfact"))
    assert "Saxophone hours" in found(nobody, "saxophone")
    assert "Conversations" not in found(nobody, "saxophone")
    assert "Guests" not in found(nobody, "jurgen")
    nobody.user.user_permissions.add(Permission.objects.get(codename="view_thread"))
    assert "Conversations" not in found(nobody, "saxophone")  # a conversation is its mails
    assert client.get(SEARCH, {"s": "saxophone"}).status_code == 302


def test_guests_words_are_text(desk_client):
    mail(subject="<script>alert(1)</script> saxophone")
    page = found(desk_client(), "saxophone")
    assert "<script>" not in page
    assert "<bdi>&lt;script&gt;" in page


@pytest.mark.parametrize(
    "term", ['"', "saxo*", "NEAR(", "a OR", "' & !", ":*", "\\", "²", "<->", "中文"]
)
def test_no_sign_is_an_order_to_the_database(desk_client, term):
    mail()
    assert desk_client().get(SEARCH, {"s": term}).status_code == 200


def test_one_conversation_stands_once_and_costs_as_many_queries_as_ten(desk_client):
    person = desk_client("manager")
    mail()
    found(person, "saxophone")
    with CaptureQueriesContext(
        connection,
    ) as one:
        found(person, "saxophone")
    for number in range(9):
        mail(sender=f"g{number}@example.net")
    with CaptureQueriesContext(connection) as ten:
        page = found(person, "saxophone")
    assert len(one) == len(ten) <= 15
    assert page.count("/admin/drafting/thread/") == 6


@pytest.mark.django_db(transaction=True)
def test_a_migration_that_makes_the_table_anew_leaves_the_index_whole():
    message = mail()
    was, longer = Message._meta.get_field("from_name"), models.CharField(max_length=300)
    longer.set_attributes_from_name("from_name")
    longer.model = Message
    try:
        with connection.schema_editor() as editor:
            editor.alter_field(Message, was, longer)
        call_command("migrate", "drafting", verbosity=0)
        other = mail("The saxophone again.", sender="Ada <ada@example.org>")
        assert keys(Message, "saxophone") == [other.pk, message.pk]
    finally:
        with connection.schema_editor() as editor:
            editor.alter_field(Message, longer, was)
        call_command("migrate", "drafting", verbosity=0)
