"""Invitations of guests: what they say stands in the conversation and in the claim, as text."""

from __future__ import annotations

from email.message import EmailMessage
from time import perf_counter

import pytest
from django.utils import timezone

from drafting.mail.calendars import MAX_CALENDAR_CHARACTERS, MAX_EVENTS, read_calendar
from drafting.mail.choices import MailSource
from drafting.mail.services import record_mail
from tests.drafting.mail.mails import GUEST, record
from tests.drafting.outbox.test_claim_size import MAX_CLAIM_BYTES, claim

HEAD = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n"
TOUR = "SUMMARY:Tour\r\nDTSTART:20261201T140000\r\n"


def calendar(event: str, head: str = "", count: int = 1) -> bytes:
    events = f"BEGIN:VEVENT\r\n{event}END:VEVENT\r\n" * count
    return f"{HEAD}{head}{events}END:VCALENDAR\r\n".encode()


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (TOUR, "What: Tour\nWhen: 1 December 2026, 14:00"),
        (TOUR + "DTEND:20261201T153000\r\n", "When: 1 December 2026, 14:00 – 15:30"),
        (TOUR + "DTEND:20261202T090000\r\n", "14:00 – 2 December 2026, 09:00"),
        # By the clock of the house, which is Rome's.
        ("DTSTART:20261201T140000Z\r\n", "When: 1 December 2026, 15:00"),
        ("DTSTART;TZID=Europe/Rome:20260701T140000\r\n", "1 July 2026, 14:00 (Europe/Rome)"),
        ('DTSTART;TZID="W. Europe: Time";X-A=1:20260701T140000\r\n', "(W. Europe: Time)"),
        ('DTSTART;TZID="":20260701T140000\r\n', "When: 1 July 2026, 14:00"),
        ("DTSTART;VALUE=DATE:20261201\r\nDTEND;VALUE=DATE:20261202\r\n", "When: 1 December 2026"),
        ("DTSTART;VALUE=DATE:20261230\r\nDTEND;VALUE=DATE:20270103\r\n",
         "When: 30 December 2026 – 2 January 2027"),
        ("SUMMARY;LANGUAGE=de:Führung\\, klein\\; im\\nHaus \\\\o/\r\n",
         "What: Führung, klein; im Haus \\o/"),
        ("SUMMARY:A long\r\n  name\r\n\t, folded\r\n", "What: A long name, folded"),
        ("SUMMARY:x\r\nLOCATION:Via Roma 1\\, Positano\r\n", "Where: Via Roma 1, Positano"),
        ("SUMMARY:Once\r\nBEGIN:VALARM\r\nSUMMARY:Alarm\r\nEND:VALARM\r\n", "What: Once"),
        (TOUR + "RRULE:FREQ=SECONDLY;COUNT=999999999\r\n", "Repeats: yes"),
        ("SUMMARY:\u202edab\u2066\x07\r\nDTSTART:20261301T250000\r\n", "What: dab"),
        ("DTSTART:00010101T000000Z\r\nSUMMARY:Old\r\n", "What: Old"),
        ("DTSTART;VALUE=DATE:20261201\r\nDTEND;VALUE=DATE:00010101\r\n", "1 December 2026"),
    ],
)  # fmt: skip
def test_what_an_event_says(event, said):
    read = read_calendar(calendar(event))
    assert said in read and "Alarm" not in read and "\u202e" not in read and "\x07" not in read


@pytest.mark.parametrize(
    ("method", "said"), [("REQUEST", "Invitation"), ("CANCEL", "Cancelled"), ("PUBLISH", "What")]
)
def test_what_is_asked_stands_first(method, said):
    assert read_calendar(calendar(TOUR, f"METHOD:{method}\r\n")).startswith(said)


def test_zone_rules_are_no_event():
    zone = "BEGIN:VTIMEZONE\r\nDTSTART:16010101T000000\r\nRRULE:FREQ=SECONDLY\r\nEND:VTIMEZONE\r\n"
    assert read_calendar(calendar(TOUR, zone)) == "What: Tour\nWhen: 1 December 2026, 14:00"


@pytest.mark.parametrize(
    "content",
    [b"", b"BEGIN:VCALENDAR", b"\0" * 1000, bytes(range(256)) * 400, b"END:VEVENT\n" * 9_000,
     b"BEGIN:VEVENT\n" * 9_000, calendar(TOUR * 3_000, count=400),
     calendar("SUMMARY;" + "A=" * 60_000), calendar("SUMMARY" + ';A="' * 30_000),
     calendar("SUMMARY:" + "\\" * 90_000), calendar("\n ".join("SUMMARY:" + "é" * 9_000))],
    ids=lambda content: content[:20].decode("latin-1") + str(len(content)),
)  # fmt: skip
def test_hostile_files_cost_no_more_than_their_length(content):
    began = perf_counter()
    read = read_calendar(content)
    assert perf_counter() - began < 2
    assert len(read) <= MAX_CALENDAR_CHARACTERS and read.count("What") <= MAX_EVENTS


def invitation(**names: str) -> bytes:
    made = EmailMessage()
    made["From"], made["Message-ID"], made["Subject"] = GUEST, "<i@x>", "Visit"
    made.set_content("Can we come?")
    content = calendar(TOUR + "LOCATION:<b>Lobby</b>\r\n", "METHOD:REQUEST\r\n")
    made.add_alternative(content, maintype="text", subtype="calendar", **names)
    return made.as_bytes()


@pytest.mark.django_db
def test_the_conversation_and_the_claim_say_it(worker, desk_client):
    message = record_mail(source=MailSource.IMPORTED, raw=invitation()).message
    assert message.body_text == "Can we come?"
    said = "Invitation\nWhat: Tour\nWhen: 1 December 2026, 14:00\nWhere: <b>Lobby</b>"
    assert worker.claim()["messages"][0]["attachments"] == [
        {
            "filename": "", "content_type": "text/calendar", "calendar_text": said,
            "size_bytes": message.attachments.get().size_bytes,
        }
    ]  # fmt: skip
    page = desk_client("reviewer").get(f"/admin/drafting/thread/{message.thread_id}/change/")
    assert "Where: &lt;b&gt;Lobby&lt;/b&gt;" in page.content.decode()


@pytest.mark.django_db
def test_the_reply_s_reviewer_reads_it_beside_the_reply(worker, desk_client):
    record_mail(source=MailSource.IMPORTED, raw=invitation())
    mail_id = worker.answer_next()["outgoing_id"]
    page = desk_client("reviewer").get(f"/admin/drafting/outgoingmail/queue/{mail_id}/")
    assert "When: 1 December 2026, 14:00" in page.content.decode()


@pytest.mark.django_db
def test_a_mail_that_is_nothing_but_an_invitation_has_its_words_as_text():
    text = calendar(TOUR).decode()
    message = record(text, content_type="text/calendar; charset=utf-8; method=REQUEST").message
    assert message.body_text == "What: Tour\nWhen: 1 December 2026, 14:00"
    assert bytes(message.attachments.get().content) == text.encode()


@pytest.mark.django_db
def test_a_file_of_any_type_that_is_named_so():
    made = EmailMessage()
    made["From"], made["Message-ID"] = GUEST, "<i@x>"
    made.set_content("See.")
    made.add_attachment(calendar(TOUR), "application", "octet-stream", filename="Tour.ICS")
    message = record_mail(source=MailSource.IMPORTED, raw=made.as_bytes()).message
    assert message.attachments.get().calendar_text.startswith("What: Tour")


@pytest.mark.django_db
def test_a_claim_with_many_of_them_still_fits(worker):
    made = EmailMessage()
    made["From"], made["Message-ID"] = GUEST, "<i@x>"
    made.set_content("See.")
    long = "SUMMARY:" + "日" * 150 + "\r\nLOCATION:" + "本" * 150 + "\r\n"
    for number in range(40):
        made.add_attachment(calendar(long, count=9), "text", "calendar", filename=f"{number}.ics")
    record_mail(source=MailSource.IMPORTED, raw=made.as_bytes(), received_at=timezone.now())
    size, work = claim(worker)
    assert size <= MAX_CLAIM_BYTES and len(work["messages"][0]["attachments"]) == 20
