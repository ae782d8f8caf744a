"""Files through a real mail server, both ways: in from mails that no library of ours has written,
out to a reader that is not ours. Every byte."""

from __future__ import annotations

from base64 import b64encode
from datetime import timedelta
from urllib.parse import quote

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils import timezone

from config.mail_urls import read_imap_url
from drafting.mail.fetching import fetch_pass, open_mailbox
from drafting.mail.models import Attachment
from drafting.mail.work_models import OutgoingMail
from drafting.outbox.delivery import deliver_due
from tests.drafting.mail.mails import GUEST, record_many
from tests.drafting.outbox.test_files import FORMS, given_file, reply_with

pytestmark = [pytest.mark.django_db, pytest.mark.dovecot]
NAME = "Zürich Rechnung.pdf"
LINES = b"BEGIN\r\nFrom the house\r\n.\r\n--b\xc3\xa9\r\n\r\nEND\r\n"
BYTES = b"%PDF-1.7\r\n" + bytes(range(256)) * 3 + b"\n\r\r\n.\r\n"


def wrapped(data: bytes, width: int = 76, end: str = "\r\n") -> str:
    text = b64encode(data).decode()
    return end.join(text[at : at + width] for at in range(0, len(text), width))


def quoted_printable(data: bytes) -> str:
    """Each byte as its number, in lines with soft ends."""
    codes = [f"={byte:02X}" for byte in data]
    return "=\r\n".join("".join(codes[at : at + 25]) for at in range(0, len(codes), 25))


# Encoding of the part, its content, the content as it is written.
ENCODINGS = [
    ("base64", BYTES, wrapped(BYTES)),
    ("BASE64", BYTES, wrapped(BYTES, width=10_000)),
    ("base64", BYTES, wrapped(BYTES, width=60, end=" \r\n\t")),
    ("quoted-printable", BYTES, quoted_printable(BYTES)),
    ("8bit", LINES, LINES.decode()),
]
# How programs write a name; the last three give none, a folder, and one in the type alone.
NAMES = [
    ('Content-Disposition: attachment; filename="bill.pdf"', "bill.pdf"),
    (f"Content-Disposition: attachment;\r\n filename*=UTF-8''{quote(NAME)}", NAME),
    (f"Content-Disposition: attachment;\r\n filename*0*=UTF-8''{quote(NAME[:7])};\r\n filename*1*={quote(NAME[7:])}", NAME),
    (f'Content-Disposition: inline; filename="=?UTF-8?B?{b64encode(NAME.encode()).decode()}?="', NAME),
    (f'Content-Disposition: attachment; filename="{NAME}"', NAME),
    ("Content-Disposition: attachment", ""),
    ('Content-Disposition: attachment; filename="C:\\\\Users\\\\anna\\\\bill.pdf"', "bill.pdf"),
    ("X-None: x", "typed.pdf"),
]  # fmt: skip


def written(number: int) -> bytes:
    encoding, _, body = ENCODINGS[number % 5]
    heading, _ = NAMES[number % 8]
    typed = "; name=typed.pdf" if heading.startswith("X-") else ""
    return (
        f"From: {GUEST}\r\nSubject: File {number}\r\nMessage-ID: <{number}@forms.example>\r\n"
        'MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary="=_b"\r\n\r\n'
        "--=_b\r\nContent-Type: text/plain\r\n\r\nSee the file.\r\n"
        f"--=_b\r\nContent-Type: application/pdf{typed}\r\n{heading}\r\n"
        f"Content-Transfer-Encoding: {encoding}\r\n\r\n{body}\r\n--=_b--\r\n"
    ).encode()


def test_forty_written_by_others_come_in(dovecot, settings):
    """Five encodings, eight ways to write a name: each pair once."""
    dovecot.empty()
    settings.DESK_IMAP_SERVER = read_imap_url(dovecot.url)
    for number in range(40):
        dovecot.deliver(written(number))
    with open_mailbox() as mailbox:
        assert fetch_pass(mailbox)["new"] == 40
    for number in range(40):
        file = Attachment.objects.get(message__message_id=f"<{number}@forms.example>")
        assert bytes(file.content) == ENCODINGS[number % 5][1], number
        assert file.size_bytes == len(ENCODINGS[number % 5][1])
        assert (file.filename, file.content_type) == (NAMES[number % 8][1], "application/pdf")


def in_the_mailbox(dovecot, *sent: bytes) -> list[tuple[str, bytes]]:
    """Structure and file of each mail, as the mail server itself takes it apart."""
    dovecot.empty()
    for raw in sent:
        dovecot.deliver(raw)
    with dovecot.client() as client:
        client.select("INBOX")
        return [_taken_apart(client, str(number)) for number in range(1, len(sent) + 1)]


def _taken_apart(client, number: str) -> tuple[str, bytes]:
    structure = client.fetch(number, "(BODYSTRUCTURE)")[1][0].decode()
    answer = client.fetch(number, "(BINARY.PEEK[2])")[1]
    (found,) = (part for part in answer if isinstance(part, tuple))
    return structure, found[1]


def test_forty_of_ours_arrive_at_another_reader(reviewer, sink, dovecot):
    for message, form in zip(record_many(len(FORMS)), FORMS, strict=True):
        reply_with(reviewer, [given_file(*form)], message)
    assert [each.state for each in deliver_due()] == ["sent"] * 40
    arrived = in_the_mailbox(dovecot, *sink.taken)
    for (structure, content), (name, given) in zip(arrived, FORMS, strict=True):
        assert content == given, name
        assert '"attachment" ("filename' in structure.lower(), structure


def test_an_invoice_that_staff_attach_arrives(desk_client, sink, dovecot):
    """From the form in the back office to the guest's mailbox."""
    (message,) = record_many(1)
    act = reverse("admin:drafting_thread_act", args=[message.thread_id])
    file = SimpleUploadedFile("Invoice 2026-17.pdf", BYTES, content_type="text/html")
    given = {"decision": "write", "body": "Your invoice.", "files": file}
    assert desk_client("reviewer").post(act, given).status_code == 302
    OutgoingMail.objects.update(not_before=timezone.now() - timedelta(seconds=1))
    assert [each.state for each in deliver_due()] == ["sent"]
    ((structure, content),) = in_the_mailbox(dovecot, *sink.taken)
    assert content == BYTES
    assert '"application" "pdf"' in structure.lower() and "invoice 2026-17.pdf" in structure.lower()
