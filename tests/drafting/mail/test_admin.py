"""Mail in the admin: read by everybody on the desk, written by nobody, never run as a page."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from drafting.mail.models import Attachment, Contact, MailSettings, Message, Thread
from tests.drafting.mail.mails import DESK, GUEST, mail, our_reply, record, record_many, reply

pytestmark = pytest.mark.django_db
THREADS, MESSAGES, CONTACTS = (
    f"/admin/drafting/{name}/" for name in ("thread", "message", "contact")
)
SCRIPT = '<script>alert("x")</script>'


@pytest.fixture
def reviewer(desk_client):
    return desk_client("reviewer")


@pytest.fixture
def manager(desk_client):
    return desk_client("manager")


def _hostile_message():
    raw = (
        f"--B\r\nContent-Type: text/plain\r\n\r\n{SCRIPT} text\r\n--B\r\n"
        "Content-Type: text/html\r\n"
        'Content-Disposition: attachment; filename="<b>.html"\r\n\r\n<script>1</script>\r\n--B--'
    )
    return record(
        raw,
        content_type="multipart/mixed; boundary=B",
        subject=f"{SCRIPT} subject",
        **{"from": f'"{SCRIPT} name" <{GUEST}>'},
    ).message


@pytest.mark.parametrize("role", ["reviewer", "manager"])
def test_guest_text_is_never_markup(desk_client, role):
    message = _hostile_message()
    client = desk_client(role)
    for path in (
        THREADS,
        f"{THREADS}{message.thread_id}/change/",
        MESSAGES,
        f"{MESSAGES}{message.pk}/change/",
        CONTACTS,
        f"{CONTACTS}{message.contact_id}/change/",
    ):
        page = client.get(path)
        assert page.status_code == 200, path
        text = page.content.decode()
        assert "&lt;script&gt;alert(" in text, path
        assert SCRIPT not in text, path


def test_conversation_shows_new_mail_answers_drafts_and_files(reviewer, make_draft):
    first = record().message
    our_reply("<1@example.com>")
    late = {"date": "Mon, 27 Apr 2026 21:00:00 +0200"}
    new = reply(
        "Thanks!\n\nOn 27 Apr 2026 at 20:00, desk wrote:\n> the code", "<1@example.com>", **late
    )
    make_draft(message=new.message)
    Attachment.objects.create(message=first, filename="map.pdf", size_bytes=1, content=b"x")
    text = reviewer.get(f"{THREADS}{first.thread_id}/change/").content.decode()
    articles = text.split("<article")[1:]
    assert ["New</span>" in article for article in articles] == [False, False, True]
    assert [">Answered<" in article for article in articles] == [True, False, False]
    assert ["From us" in article for article in articles] == [False, True, False]
    assert "map.pdf" in articles[0]
    assert "<details" in articles[2]


def test_conversation_takes_as_many_queries_for_ten_mails_as_for_one(reviewer):
    thread = record().message.thread
    path = f"{THREADS}{thread.pk}/change/"
    reviewer.get(path)
    with CaptureQueriesContext(connection) as one:
        reviewer.get(path)
    for number in range(2, 12):
        message = reply(f"mail {number}", "<1@example.com>", number=number).message
        Attachment.objects.create(message=message, filename="a", size_bytes=1, content=b"x")
    with CaptureQueriesContext(connection) as ten:
        assert b"mail 11" in reviewer.get(path).content
    assert len(ten) <= len(one) + 1  # drafts and files are asked for once there is mail
    assert not any('"drafting_message"."raw"' in query["sql"] for query in ten)


@pytest.mark.parametrize("path", [THREADS, MESSAGES, CONTACTS])
def test_list_takes_as_many_queries_for_ten_rows_as_for_one(manager, path):
    record_many(1)
    manager.get(path)
    with CaptureQueriesContext(connection) as one:
        manager.get(path)
    record_many(10)
    with CaptureQueriesContext(connection) as ten:
        assert manager.get(path).status_code == 200
    assert len(ten) == len(one) <= 15


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("q=umbrella", ["Lost"]),
        ("q=zoe", ["Lost"]),
        ("q=arriving", ["Answered", "Arriving late"]),
        ("answer=waiting", ["Lost", "Arriving late"]),
        ("answer=none", ["Answered"]),
        ("status__exact=closed", []),
    ],
)
def test_threads_are_searched_and_filtered(reviewer, query, found):
    record(message_id="<7@x>", subject="Answered")
    our_reply("<7@x>")
    record(message_id="<2@x>")
    record("my umbrella", message_id="<3@x>", subject="Lost", **{"from": "Zoe <zoe@example.org>"})
    page = reviewer.get(f"{THREADS}?{query}")
    assert sorted(row.subject for row in page.context["cl"].result_list) == sorted(found)


@pytest.mark.parametrize("path", [THREADS, MESSAGES])
def test_mail_is_written_by_nobody(desk_client, path):
    message = record().message
    client = desk_client("superuser")
    pk = message.thread_id if path == THREADS else message.pk
    assert client.get(f"{path}add/").status_code == 403
    assert client.post(f"{path}{pk}/change/", {"subject": "x"}).status_code == 403
    assert client.post(f"{path}{pk}/delete/", {"post": "yes"}).status_code == 403
    assert Message.objects.get().subject == "Arriving late"


@pytest.mark.parametrize("pk", ["999", "abc"])
def test_thread_that_is_not_there(reviewer, pk):
    assert reviewer.get(f"{THREADS}{pk}/change/").status_code == 302


# --- downloads ----------------------------------------------------------------------------------


def test_files_leave_as_downloads_that_no_browser_runs(reviewer):
    message = _hostile_message()
    file = message.attachments.get()
    answer = reviewer.get(f"{MESSAGES}{message.pk}/attachments/{file.pk}/")
    assert answer.content == b"<script>1</script>"
    assert answer["Content-Type"] == "application/octet-stream"
    assert answer["Content-Disposition"].startswith("attachment; filename=")
    assert "<" not in answer["Content-Disposition"]
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert "sandbox" in answer["Content-Security-Policy"]


def test_raw_mail_leaves_as_it_came(reviewer):
    message = record().message
    answer = reviewer.get(f"{MESSAGES}{message.pk}/raw/")
    assert answer.content == mail()
    assert answer["Content-Disposition"] == f'attachment; filename="message-{message.pk}.eml"'


def test_downloads_are_for_those_who_may_see_mail(desk_client):
    message = _hostile_message()
    paths = [
        f"{MESSAGES}{message.pk}/raw/",
        f"{MESSAGES}{message.pk}/attachments/{message.attachments.get().pk}/",
    ]
    for path in paths:
        assert desk_client("none").get(path).status_code == 403
        assert Client().get(path).status_code == 302


def test_file_of_another_mail_is_not_found(reviewer):
    file = _hostile_message().attachments.get()
    other = record("x", message_id="<2@x>").message
    assert reviewer.get(f"{MESSAGES}{other.pk}/attachments/{file.pk}/").status_code == 404
    assert reviewer.get(f"{MESSAGES}999/raw/").status_code == 404


# --- contacts and settings ------------------------------------------------------------------------


def test_manager_blocks_a_sender_with_person_and_reason(manager):
    contact = record().message.contact
    path = f"{CONTACTS}{contact.pk}/change/"
    form = {"is_blocked": "on", "change_reason": "abuse"}
    assert manager.post(path, form).status_code == 302
    contact.refresh_from_db()
    row = contact.history.get()
    assert contact.is_blocked
    assert (row.history_user, row.history_change_reason) == (manager.user, "abuse")
    assert (contact.address, contact.name) == (GUEST, "Isla Thornbury")
    assert manager.post(path, form).status_code == 302  # nothing changed: no second row
    assert contact.history.count() == 1


def test_reviewer_sees_contacts_and_blocks_nobody(reviewer):
    contact = record().message.contact
    path = f"{CONTACTS}{contact.pk}/change/"
    assert reviewer.get(path).status_code == 200
    assert reviewer.post(path, {"is_blocked": "on"}).status_code == 403
    assert not Contact.objects.get().is_blocked


@pytest.mark.parametrize(
    ("addresses", "domains", "saved"),
    [
        ("desk@example.org\ninfo@example.org", "example.org", True),
        ("Desk@example.org", "", False),
        ('["desk@example.org"]', "", False),
        ("desk@example.org", "@example.org", False),
    ],
)
def test_manager_sets_whose_mail_is_ours(manager, addresses, domains, saved):
    path = "/admin/drafting/mailsettings/1/change/"
    assert manager.get("/admin/drafting/mailsettings/", follow=True).status_code == 200
    answer = manager.post(
        path,
        {
            "staff_addresses": addresses,
            "staff_domains": domains,
            "mail_retention_months": "12",
            "follow_up_days": "2",
            "remind_after_hours": "4",
            "remind_managers_after_hours": "24",
            "opens_at": "08:00",
            "closes_at": "22:00",
        },
    )
    assert answer.status_code == (302 if saved else 200)
    stored = MailSettings.current()
    assert (stored.mail_retention_months == 12) is saved
    if saved:
        assert stored.staff_addresses == ["desk@example.org", "info@example.org"]
        assert stored.staff_domains == ["example.org"]


OUR_SERVER, MAILBOX = "mx.desk.example", "/admin/drafting/mailsettings/mailbox/"


@pytest.mark.parametrize(
    ("checked", "said"),
    [
        (["spf=pass; dkim=pass; dmarc=pass"] * 2,
         "of 2 mails in our name, SPF passed for 2, DKIM passed for 2, DMARC passed for 2.</"),
        (["spf=softfail (spf=pass); dkim=pass header.d=x; dmarc=pass (p=NONE)", "spf=pass; dmarc=fail"],
         "of 2 mails in our name, SPF passed for 1, DKIM passed for 1, DMARC passed for 1. What did"),
        (["dkim=fail; dkim=pass"],
         "of 1 mail in our name, SPF passed for 0, DKIM passed for 1, DMARC passed for 0. What did"),
        (["none"], "of 1 mail in our name, SPF passed for 0"),
        ([], "No mail in our own name has come in"),
    ],
)  # fmt: skip
def test_mailbox_page_tells_whether_mail_in_our_name_is_believed(manager, settings, checked, said):
    settings.DESK_AUTHSERV_IDS = frozenset({OUR_SERVER})
    for number, results in enumerate(checked):
        _in_our_name(number, f"{OUR_SERVER} 1; {results}")
    # No word of another server, of another's name or of nobody counts.
    _in_our_name(7, "mx.evil.example; spf=pass; dkim=pass; dmarc=pass")
    _in_our_name(8, "")
    record(message_id="<g@x>", authentication_results=f"{OUR_SERVER}; spf=pass; dmarc=pass")
    assert said in manager.get(MAILBOX, follow=True).content.decode()


def test_without_a_server_to_believe_the_mailbox_page_says_so(manager, settings):
    settings.DESK_AUTHSERV_IDS = frozenset()
    _in_our_name(1, f"{OUR_SERVER}; spf=pass; dmarc=pass")
    text = manager.get(MAILBOX, follow=True).content.decode()
    assert "Not checked: no mail server is named" in text and "passed for" not in text


def _in_our_name(number: int, results: str) -> None:
    sender = {"from": f"Hostel Brikette <{DESK}>"}
    record(message_id=f"<{number}@us>", date="", authentication_results=results, **sender)


def test_thread_admin_shows_urgency_and_state(reviewer):
    record()
    Thread.objects.update(urgency=2, status="waiting_for_person")
    text = reviewer.get(THREADS).content.decode()
    assert "critical" in text
    assert "waiting for a person" in text
