"""The headers of replies, as they go over the wire, for every way in which guests' mail comes."""

from __future__ import annotations

from email import policy
from email.parser import BytesParser

import pytest
from django.utils import timezone

from config.errors import DomainError
from drafting.mail.models import Message
from drafting.outbox.composing import MAX_REFERENCES, new_reply
from drafting.outbox.delivery import build_email
from tests.drafting.mail.mails import record
from tests.drafting.outbox.golden_headers import CASES

pytestmark = pytest.mark.django_db
IDENTIFIERS = ("Message-ID", "In-Reply-To", "References")


def wire(message, subject="", **changes):
    """The reply to a mail as the bytes that are sent, and parsed again."""
    mail = new_reply(
        thread=message.thread,
        parent=message,
        created_at=timezone.now(),
        body_text="Dear Isla,\n\nJust ring.",
        **changes,
    )
    mail.save()
    return build_email(mail).message().as_bytes(linesep="\r\n")


@pytest.mark.parametrize(
    ("headers", "to", "subject", "irt", "refs"),
    [each[1:] for each in CASES],
    ids=[each[0] for each in CASES],
)
def test_golden(headers, to, subject, irt, refs):
    fields = {name: value for name, value in headers.items() if name != "subject_in"}
    if "subject_in" in headers:
        fields["subject"] = headers["subject_in"]
    raw = wire(record(**fields).message)
    head = raw.partition(b"\r\n\r\n")[0]
    sent = BytesParser(policy=policy.default).parsebytes(raw)
    source = BytesParser(policy=policy.compat32).parsebytes(raw)
    assert [address.addr_spec for address in sent["To"].addresses] == to
    assert sent["Subject"] == subject
    assert sent["Bcc"] is None and (sent["Cc"] is None) == (len(fields.get("cc", "")) == 0)
    assert _ids(source["In-Reply-To"]) == ([irt] if irt else None)
    assert _ids(source["References"]) == refs
    for name in IDENTIFIERS:
        assert source[name] is None or "=?" not in source[name]
        assert source[name] is None or source[name].strip()
    # No header that we did not write.
    assert {line.partition(b":")[0] for line in _unfolded(head)} <= {
        *(b"From", b"To", b"Cc", b"Subject", b"Date", b"Message-ID", b"In-Reply-To", b"References"),
        *(b"MIME-Version", b"Content-Type"),
    }


def _ids(value):
    return None if value is None else value.split()


def _unfolded(head):
    return [line for line in head.split(b"\r\n") if not line.startswith((b" ", b"\t"))]


def test_there_are_enough_cases():
    assert len(CASES) >= 60
    assert len({each[0] for each in CASES}) == len(CASES)


def test_two_message_id_headers_count_as_one_each():
    raw = record(message_id="<1@example.com>\r\nMessage-ID: <2@example.com>").message
    assert b"In-Reply-To: <1@example.com>" in wire(raw)


@pytest.mark.parametrize(
    "field", ["DESK_FROM_NAME", "DESK_FROM_ADDRESS", "from_address", "subject", "message_id"]
)
@pytest.mark.parametrize("line_break", ["\n", "\r", "\r\n"])
def test_a_line_break_in_any_header_is_refused(settings, field, line_break):
    thread, value = record().message.thread, f"x{line_break}Bcc: victim@example.net"
    parent = Message(from_address="isla@example.com")
    settings.DESK_FROM_ADDRESS = "info@desk.example"
    setattr(settings if field.isupper() else parent, field, value)
    with pytest.raises(DomainError) as error:
        new_reply(thread=thread, parent=parent)
    assert error.value.code == "validation_error"


def test_our_own_id_is_of_our_domain_and_new_each_time():
    message = record().message
    ids = {new_reply(thread=message.thread, parent=message).message_id for _ in "ab"}
    assert len(ids) == 2
    assert all(each.endswith("@hostel-brikette.example>") for each in ids)


def test_an_automatic_reply_says_so_and_no_other():
    message = record().message
    assert b"Auto-Submitted: auto-replied" in wire(message, is_automatic=True)
    assert b"Auto-Submitted" not in wire(message)


def test_the_reply_has_plain_text_and_html():
    sent = BytesParser(policy=policy.default).parsebytes(wire(record().message))
    assert sent.get_content_type() == "multipart/alternative"
    assert [part.get_content_type() for part in sent.iter_parts()] == ["text/plain", "text/html"]
    text = sent.get_body(("plain",)).get_content()
    assert text.split("\r\n") == ["Dear Isla,", "", "Just ring."]


def test_references_keep_the_first_and_the_newest():
    parent = Message(message_id="<p@x>", references=[f"<{n}@x>" for n in range(100)])
    chain = new_reply(thread=record().message.thread, parent=parent).headers["References"]
    assert chain.split()[0] == "<0@x>"
    assert chain.split()[-2:] == ["<99@x>", "<p@x>"]
    assert len(chain.split()) == MAX_REFERENCES


def test_a_name_of_ours_stands_in_from(settings):
    settings.DESK_FROM_NAME, settings.DESK_FROM_ADDRESS = "Ostello à Mare", "desk@sea.example"
    sent = BytesParser(policy=policy.default).parsebytes(wire(record().message))
    assert sent["From"].addresses[0].display_name == "Ostello à Mare"
    assert sent["From"].addresses[0].addr_spec == "desk@sea.example"
