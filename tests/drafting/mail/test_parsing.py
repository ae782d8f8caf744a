"""Whatever a sender writes is read as far as it can be, with a note for every repair."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from config.errors import DomainError
from drafting.mail.bodies import safe_filename
from drafting.mail.headers import clean_text
from drafting.mail.parsing import mail_from_fields, parse_mail
from tests.drafting.mail.golden_mails import AUTOMATED, HEADERS, TEXTS
from tests.drafting.mail.mails import mail

CASES = [*TEXTS, *HEADERS]


@pytest.mark.parametrize(("name", "raw", "expected"), CASES, ids=[case[0] for case in CASES])
def test_golden_mail(name, raw, expected):
    parsed = parse_mail(raw)
    expected = dict(expected)
    if (notes := expected.pop("notes", None)) is not None:
        assert all(any(words in note for note in parsed.notes) for words in notes), parsed.notes
        assert bool(notes) == bool(parsed.notes)
    if (files := expected.pop("files", None)) is not None:
        assert [(f.filename, f.content_type, f.content) for f in parsed.attachments] == files
    if quoted := expected.pop("quoted_text_has", None):
        assert quoted in parsed.quoted_text
    assert {key: getattr(parsed, key) for key in expected} == expected


@pytest.mark.parametrize(("name", "raw", "automated"), AUTOMATED, ids=[c[0] for c in AUTOMATED])
def test_automated_mail_is_known(name, raw, automated):
    assert parse_mail(raw).sender.is_guest is not automated


@given(st.binary(max_size=3000))
def test_any_bytes_can_be_read_and_stored(data):
    for raw in (data, mail(data), mail(b"x", subject="") + data):
        parsed = parse_mail(raw)
        for text in (parsed.body_text, parsed.subject, parsed.from_name, parsed.new_text):
            assert "\0" not in text
            text.encode("utf-8")


@given(st.text(max_size=300), st.text(max_size=300))
def test_any_header_text_can_be_read(sender, subject):
    raw = f"From: {sender}\nSubject: {subject}\nDate: {subject}\n\nx".encode("utf-8", "replace")
    parsed = parse_mail(raw)
    assert not parsed.from_address or "@" in parsed.from_address
    for value in (parsed.subject, parsed.from_name, parsed.from_address):
        assert "\n" not in value
        assert "\0" not in value
        value.encode("utf-8")


def test_mail_beyond_the_limit_is_refused(settings):
    settings.MAX_MAIL_BYTES = 1000
    with pytest.raises(DomainError) as refused:
        parse_mail(mail("x" * 1000))
    assert refused.value.code == "payload_too_large"


@pytest.mark.parametrize(
    "raw",
    [
        mail("a" * 9_000_000),
        mail("> " * 3_000_000),
        mail("<" * 3_000_000, content_type="text/html"),
        mail("<p>" * 2_000_000, content_type="text/html"),
        mail(references="<a@b> " * 500_000),
        mail(message_id="a" * 3_000_000),
        mail(**{"from": '"' * 3_000_000}),
        mail(to="a@b.c, " * 500_000),
        mail(subject="=?utf-8?q?a?= " * 300_000),
        mail(b"--B\r\n\r\nx\r\n" * 300_000, content_type="multipart/mixed; boundary=B"),
        mail(b"--B\r\n\r\nx\r\n" * 49_000, content_type="multipart/mixed; boundary=B"),
        mail(content_type="text/plain; " + "a=b; " * 500_000),
        mail(
            b"--B\r\nContent-Disposition: attachment"
            + b"".join(b"; filename*%d*=a" % number for number in range(150_000)),
            content_type="multipart/mixed; boundary=B",
        ),
        mail(
            b"".join(
                b"Content-Type: multipart/mixed; boundary=%d\r\n\r\n--%d\r\n" % (number, number)
                for number in range(40_000)
            ),
            content_type="message/rfc822",
        ),
        mail(**{f"x_{number}": "y" for number in range(200_000)}),
        mail("\r\n".join(["To: a@b.example"] * 300_000), content_type="message/rfc822"),
        mail(**{"from": "(" * 2_000_000}),
        mail(
            (b"--B\r\nContent-Type: text/html\r\n\r\n" + b"<p>x</p>" * 4_000 + b"\r\n") * 100,
            content_type="multipart/mixed; boundary=B",
        ),
    ],
    ids=[
        *("text", "marks", "angles", "tags", "refs", "id", "quotes", "to", "words", "parts"),
        *("kept parts", "parameters", "file name parts", "nested", "headers", "mails", "comments"),
        "html parts",
    ],
)
def test_the_time_for_a_huge_mail_grows_with_its_length_alone(raw):
    def seconds(part):
        started = time.process_time()
        parse_mail(part)
        return time.process_time() - started

    # Eight times the length; what is quadratic takes 64 times as long.
    assert seconds(raw) < 30 * max(seconds(raw[: len(raw) // 8]), 0.05)


@pytest.mark.parametrize("depth", [100, 5_000, 100_000])
@pytest.mark.parametrize("name", ["from", "to", "reply_to", "subject", "date", "message_id"])
def test_brackets_within_brackets_are_no_way_to_stop_the_desk(name, depth):
    for bracket in '(<["':
        parsed = parse_mail(mail(**{name: bracket * depth}))
        assert parsed.body_text == "How do we get in?"


def test_what_a_mail_of_a_million_parts_says_is_kept_as_it_came():
    parsed = parse_mail(mail(b"Help!\r\n" + b"--B\r\n\r\n" * 60_000))
    assert parsed.body_text.startswith("Help!")
    assert parsed.from_address == "isla@example.com"
    assert any("could not be taken apart" in note for note in parsed.notes)


@pytest.mark.parametrize(
    ("name", "safe"),
    [
        ("ticket.pdf", "ticket.pdf"),
        ("..\\..\\boot.ini", "boot.ini"),
        ("a/b/../c.txt", "c.txt"),
        ("evil\u202efdp.exe", "evil_fdp.exe"),
        ('a"b\r\nc.txt', "a_b_c.txt"),
        ("...", ""),
        ("x" * 400 + ".pdf", "x" * 251 + ".pdf"),
    ],
)
def test_safe_filename(name, safe):
    assert safe_filename(name) == safe


def test_clean_text_keeps_lines_and_removes_what_no_database_takes():
    assert clean_text("a\r\nb\rc\td\0\ud800") == "a\nb\nc\td?"


def test_fields_and_bytes_of_the_same_mail_have_one_hash():
    parsed = mail_from_fields(
        from_address="isla@example.com",
        from_name="Isla Thornbury",
        to=["info@hostel-brikette.example"],
        subject="Arriving late",
        body_text="How do we get in?\n",
        message_id="1@example.com",
    )
    assert parsed.content_hash == parse_mail(mail()).content_hash


def test_hash_of_mail_without_id_tells_two_short_mails_apart():
    first = parse_mail(mail("ok", message_id="", in_reply_to="<a@x>"))
    second = parse_mail(mail("ok", message_id="", in_reply_to="<b@x>"))
    assert first.content_hash != second.content_hash
