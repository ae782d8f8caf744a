"""Files that come with mail and that leave with a reply: every byte, and nothing that may not."""

from __future__ import annotations

from base64 import b64encode
from datetime import timedelta
from email import policy
from email.message import EmailMessage

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils import timezone

from config.errors import DomainError
from drafting.desk.erasure import forget_contact
from drafting.mail.choices import MailSource
from drafting.mail.models import Attachment
from drafting.mail.services import record_mail
from drafting.mail.work_models import OutgoingMail, ReplyFile
from drafting.outbox.delivery import build_email, deliver_due
from drafting.outbox.files import FILE_TYPES, check_files
from drafting.outbox.replies import ReplyRules
from drafting.outbox.staff_actions import write_reply
from tests.drafting.mail.mails import GUEST, record, record_many

pytestmark = pytest.mark.django_db
PDF = b"%PDF-1.7\r\n%\xe2\xe3\xcf\xd3\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n"
EVERY_BYTE = bytes(range(256)) * 3
NAMES = ("bill", "Rechnung für März", "請求書", "a" * 200, 'with; semicolon, "quotes"')
CONTENTS = (
    b"\r\n.\r\nFrom nobody\r\n", b"one line without an end", b"\n\n\r\r\n \t", EVERY_BYTE,
    b"x" * 5000, "é\u2028ü\N{SNOWMAN}".encode(), b"\xff\xfe\x00a", b"=3D=\r\n", b"\0", PDF,
)  # fmt: skip
# Forty forms: each name and each type with contents that mail is known to spoil.
FORMS = [
    (f"{NAMES[number % len(NAMES)]}{list(FILE_TYPES)[number % len(FILE_TYPES)]}",
     CONTENTS[number % len(CONTENTS)] + str(number).encode() * (number % 3))
    for number in range(40)
]  # fmt: skip


def given_file(filename, content):
    return ReplyFile(filename=filename, content=content)


def reply_with(reviewer, files, message=None):
    message = message or record(date="").message
    written = write_reply(
        thread_id=message.thread_id, body_text="Here it is.", by=reviewer, files=files
    )
    OutgoingMail.objects.update(not_before=timezone.now() - timedelta(seconds=1))
    return written


def test_forty_forms_leave_byte_for_byte(reviewer, sink):
    for message, form in zip(record_many(len(FORMS)), FORMS, strict=True):
        reply_with(reviewer, [given_file(*form)], message)
    assert [each.state for each in deliver_due()] == ["sent"] * 40
    for sent, (name, content) in zip(sink.mails, FORMS, strict=True):
        kept = ReplyFile.objects.get(outgoing_mail__message_id=sent["Message-ID"])
        (part,) = sent.iter_attachments()
        assert part.get_payload(decode=True) == content == bytes(kept.content), name
        assert part.get_filename() == kept.filename and kept.filename.endswith(name[-4:])
        assert part.get_content_type() == kept.content_type
        assert sent.get_body(("plain",)).get_content().startswith("Here it is.")


@pytest.mark.parametrize("disposition", ["attachment", "inline"])
def test_forty_forms_come_in_byte_for_byte(disposition):
    for number, (name, content) in enumerate(FORMS):
        made = EmailMessage(policy=policy.SMTP)
        made["From"], made["Subject"], made["Message-ID"] = GUEST, "Files", f"<{number}@x>"
        made.set_content("See the file.")
        maintype, subtype = FILE_TYPES[f".{name.rpartition('.')[2]}"].split("/")
        made.add_attachment(
            content, maintype=maintype, subtype=subtype, filename=name, disposition=disposition
        )
        message = record_mail(source=MailSource.IMPORTED, raw=made.as_bytes()).message
        file = message.attachments.get()
        assert bytes(file.content) == content, name
        assert file.content_type == f"{maintype}/{subtype}" and file.size_bytes == len(content)
        assert file.filename.endswith(name[-4:])


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ([("setup.exe", b"MZ")], "setup.exe: only pdf"),
        ([("page.html", b"<p>")], "only pdf"),
        ([("noname", b"x")], "only pdf"),
        ([("a.pdf.js", b"x")], "only pdf"),
        ([("a.pdf", b"")], "is empty"),
        ([("a.pdf", b"x" * 10_000_001)], "more than 10 MB"),
        ([("a.pdf", b"x" * 7_000_000)] * 3, "together: at most 20 MB"),
        ([("a.pdf", b"x")] * 21, "At most 20 files"),
    ],
)  # fmt: skip
def test_what_may_not_leave_is_refused_by_name(given, said):
    with pytest.raises(DomainError) as error:
        check_files([given_file(*file) for file in given])
    assert said in error.value.fields["files"][0]


def test_a_name_is_cleaned(reviewer):
    reply_with(reviewer, [given_file("../../etc/\r\nBcc: x@y\x00\u202efdp.pdf", PDF)])
    name = ReplyFile.objects.get().filename
    assert "/" not in name and "\n" not in name and "\u202e" not in name and name.endswith(".pdf")
    assert b"\nBcc:" not in build_email(OutgoingMail.objects.get()).message().as_bytes()


def test_staff_attach_in_the_back_office(desk_client, reviewer):
    thread_id = record(date="").message.thread_id
    client = desk_client("reviewer")
    page = reverse("admin:drafting_thread_change", args=[thread_id])
    shown = client.get(page).content.decode()
    assert 'type="file"' in shown and 'enctype="multipart/form-data"' in shown
    act = reverse("admin:drafting_thread_act", args=[thread_id])
    given = {
        "decision": "write", "body": "The bill.",
        "files": [SimpleUploadedFile("bill.pdf", PDF), SimpleUploadedFile("map.png", EVERY_BYTE)],
    }  # fmt: skip
    assert client.post(act, given).status_code == 302
    mail_row = OutgoingMail.objects.get()
    assert [(f.filename, f.size_bytes) for f in mail_row.files.all()] == [
        ("bill.pdf", len(PDF)), ("map.png", len(EVERY_BYTE)),
    ]  # fmt: skip
    for screen in (page, reverse("admin:drafting_release_item", args=[mail_row.pk])):
        text = client.get(screen).content.decode()
        assert "bill.pdf" in text and "application/pdf" in text
    file = mail_row.files.first()
    saved = client.get(reverse("admin:drafting_thread_file", args=[file.pk]))
    assert saved.content == PDF and saved["Content-Disposition"].startswith("attachment")
    refused = client.post(act, {**given, "files": SimpleUploadedFile("x.exe", b"MZ")})
    assert refused.status_code == 409 and OutgoingMail.objects.count() == 1


def test_the_agent_s_files_wait_for_a_person(worker, reviewer, sink, monkeypatch):
    """Even of a reply that would leave by itself."""
    monkeypatch.setattr(ReplyRules, "has_earned_release", lambda **of: True)
    record()
    token = worker.claim()["work_token"]
    draft = worker.attested(token)
    for given, status in (("*", 400), (b64encode(PDF).decode(), 201)):
        files = [{"filename": "map.pdf", "base64": given}]
        answer = worker.reply(token, draft, status, files=files)
    assert answer["state"] == "awaiting_release"
    assert bytes(ReplyFile.objects.get().content) == PDF


def test_an_agent_s_file_may_be_as_large_as_the_guide_says(worker):
    record()
    token = worker.claim()["work_token"]
    draft = worker.attested(token)
    large = {"filename": "map.pdf", "base64": b64encode(PDF.ljust(9_900_000)).decode()}
    worker.reply(token, draft, files=[large])
    assert ReplyFile.objects.get().size_bytes == 9_900_000


def test_a_reply_without_files_may_leave_by_itself(worker, monkeypatch):
    monkeypatch.setattr(ReplyRules, "has_earned_release", lambda **of: True)
    record()
    assert worker.answer_next()["state"] == "queued"


def test_files_are_erased_with_the_mail(reviewer):
    written = reply_with(reviewer, [given_file("bill.pdf", PDF)])
    address = written.recipients[0]
    forget_contact(address=address)
    assert not ReplyFile.objects.exists()


def test_screens_name_files_with_type_and_size(desk_client):
    made = EmailMessage()
    made["From"], made["Message-ID"] = GUEST, "<f@x>"
    made.set_content("See.")
    made.add_attachment(b"BEGIN:VCALENDAR", maintype="text", subtype="calendar", filename="in.ics")
    message = record_mail(source=MailSource.IMPORTED, raw=made.as_bytes()).message
    text = desk_client("reviewer").get(f"/admin/drafting/thread/{message.thread_id}/change/")
    assert "in.ics</bdi></a> (text/calendar, 15" in text.content.decode()
    assert Attachment.objects.get().size_bytes == 15
