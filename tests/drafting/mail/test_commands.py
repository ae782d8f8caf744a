"""import_mail and receive_mail: what came, what was there, what was refused and why."""

from __future__ import annotations

import io
import resource
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import OperationalError
from structlog.testing import capture_logs

from drafting.mail.models import Attachment, Contact, MailSettings, Message, Thread
from drafting.management.commands import import_mail
from tests.databases import process_environment
from tests.drafting.mail.mails import mail

MAILBOX = Path(settings.BASE_DIR) / "fixtures" / "mailbox"


def run(name, *args):
    out, err = io.StringIO(), io.StringIO()
    call_command(name, *args, stdout=out, stderr=err)
    return out.getvalue(), err.getvalue()


def receive(monkeypatch, raw):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(raw)))
    return run("receive_mail")


@pytest.mark.django_db
def test_import_of_the_sample_mailbox_twice_makes_nothing_twice():
    count = len(list(MAILBOX.glob("*.eml")))
    out, err = run("import_mail", str(MAILBOX))
    assert f"New: {count}. Already there: 0. Refused: 0." in out
    assert "Mailbox: info@hostel-brikette.example" in out
    assert "Staff addresses: info@hostel-brikette.example" in out
    assert err == ""
    models = (Message, Thread, Contact, Attachment)
    before = [model.objects.count() for model in models]
    out, _ = run("import_mail", str(MAILBOX))
    assert f"New: 0. Already there: {count}. Refused: 0." in out
    assert [model.objects.count() for model in models] == before


@pytest.mark.django_db
def test_sample_mailbox_is_read_as_its_people_wrote_it():
    run("import_mail", "--ours", str(MAILBOX))
    ours = Message.objects.filter(direction="out")
    assert ours.count() == 3
    assert all(message.answers.count() == 1 for message in ours)
    assert Message.objects.filter(is_automated=True).count() == 4
    assert not Message.objects.get(from_name="Vance Tillery").is_sender_verified
    assert "réservé deux lits" in Message.objects.get(from_name="Noémie Castaing").body_text
    assert Message.objects.filter(message_id="", sent_at=None).count() == 1


@pytest.mark.django_db
def test_import_of_mbox_eml_and_folder(tmp_path, settings):
    settings.MAX_MAIL_BYTES = 5000
    mbox = b"".join(
        b"From isla@example.com Mon Apr 27 18:42:00 2026\n" + raw.replace(b"\r\n", b"\n") + b"\n\n"
        for raw in (
            mail("one\n\n>From the station\nbye", message_id="<a@x>"),
            mail("x" * 9000, message_id="<huge@x>"),
            mail("two", message_id="<b@x>"),
        )
    )
    (tmp_path / "old.mbox").write_bytes(mbox)
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "one.EML").write_bytes(mail("three", message_id="<c@x>"))
    (tmp_path / "notes.txt").write_text("no mail")
    out, err = run("import_mail", str(tmp_path), str(tmp_path / "sub" / "one.EML"))
    assert "New: 3. Already there: 1. Refused: 1." in out
    assert "Refused old.mbox #2: A mail may have" in err
    assert Message.objects.get(message_id="<a@x>").body_text == "one\n\nFrom the station\nbye"


@pytest.mark.django_db
def test_import_of_a_path_that_is_not_there_imports_nothing(tmp_path):
    (tmp_path / "a.eml").write_bytes(mail())
    with pytest.raises(CommandError, match="There is no"):
        run("import_mail", str(tmp_path / "a.eml"), str(tmp_path / "b.eml"))
    assert not Message.objects.exists()


@pytest.mark.django_db
def test_import_of_an_empty_folder_and_an_empty_mbox(tmp_path):
    (tmp_path / "empty.mbox").write_bytes(b"")
    assert "New: 0. Already there: 0. Refused: 0." in run("import_mail", str(tmp_path))[0]


def test_mbox_is_read_one_mail_at_a_time(tmp_path):
    raw = b"From a\n" + mail(b"x" * 100_000).replace(b"\r\n", b"\n") + b"\n\n"
    path = tmp_path / "big.mbox"
    with path.open("wb") as file:
        for _ in range(1500):
            file.write(raw)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert sum(1 for _ in import_mail.read_mails(path, 10_000_000)) == 1500
    grown_kilobytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert grown_kilobytes < 50_000  # the file has 150 000


@pytest.mark.django_db
def test_receive_mail_new_then_already_there(monkeypatch):
    MailSettings(staff_addresses=["desk@x.yz"], staff_domains=["x.yz"]).save()
    out, _ = receive(monkeypatch, mail(message_id=""))
    message = Message.objects.get()
    assert f"New: message {message.pk}, thread {message.thread_id}, number 1." in out
    assert "Mailbox: desk@x.yz" in out
    assert "Staff domains: x.yz" in out
    assert "Note: The mail has no Message-ID." in out
    assert "Already there: message" in receive(monkeypatch, mail(message_id=""))[0]


@pytest.mark.django_db
@pytest.mark.parametrize(("raw", "status"), [(b"", 66), (b" \n", 66), (b"x" * 2000, 65)])
def test_receive_mail_never_says_ok_to_what_it_did_not_take(monkeypatch, settings, raw, status):
    settings.MAX_MAIL_BYTES = 1000
    with pytest.raises(CommandError) as refused:
        receive(monkeypatch, raw)
    assert refused.value.returncode == status


@pytest.mark.django_db
def test_a_mail_that_cannot_be_recorded_stops_no_import(monkeypatch, tmp_path):
    for number in range(3):
        (tmp_path / f"{number}.eml").write_bytes(mail(f"{number}", message_id=f"<{number}@x>"))
    whole = import_mail.record_mail

    def broken(**given):
        if b"<1@x>" in given["raw"]:
            raise ValueError("a fault of ours, with a guest's words")
        return whole(**given)

    monkeypatch.setattr(import_mail, "record_mail", broken)
    with capture_logs() as logged:
        out, err = run("import_mail", str(tmp_path))
    assert [(line["event"], line["exc_info"]) for line in logged] == [("mail_not_recorded", True)]
    assert "New: 2. Already there: 0. Refused: 1." in out
    assert "Refused 1.eml: ValueError" in err and "words" not in err


@pytest.mark.django_db
@pytest.mark.parametrize(("locked", "is_recorded"), [(4, True), (5, False)])
def test_import_waits_while_the_database_is_locked_and_then_gives_up(
    monkeypatch, tmp_path, locked, is_recorded
):
    (tmp_path / "a.eml").write_bytes(mail())
    whole, waited, errors = import_mail.record_mail, [], [_locked() for _ in range(locked)]

    def busy(**given):
        if errors:
            raise errors.pop()
        return whole(**given)

    monkeypatch.setattr(import_mail, "record_mail", busy)
    monkeypatch.setattr("time.sleep", waited.append)
    if is_recorded:
        assert "New: 1." in run("import_mail", str(tmp_path))[0]
    else:
        with pytest.raises(OperationalError):
            run("import_mail", str(tmp_path))
    assert waited == list(import_mail.PAUSES)


def _locked():
    cause = sqlite3.OperationalError("database is locked")
    cause.sqlite_errorcode = sqlite3.SQLITE_BUSY
    error = OperationalError("database is locked")
    error.__cause__ = cause
    return error


@pytest.mark.django_db
@pytest.mark.parametrize("error", [OperationalError("database is locked"), ValueError("ours")])
def test_receive_mail_asks_to_try_again_when_the_desk_fails(monkeypatch, error):
    def locked(**kwargs):
        raise error

    monkeypatch.setattr("drafting.management.commands.receive_mail.record_mail", locked)
    with pytest.raises(CommandError) as refused:
        receive(monkeypatch, mail())
    assert refused.value.returncode == 75


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_two_processes_that_receive_the_same_mail_record_it_once():
    command = [sys.executable, str(Path(settings.BASE_DIR) / "manage.py"), "receive_mail"]
    processes = [
        subprocess.Popen(  # noqa: S603
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=process_environment(),
        )
        for _ in range(2)
    ]
    outputs = [process.communicate(mail(), timeout=300) for process in processes]
    assert [process.returncode for process in processes] == [0, 0], outputs
    lines = [line for out, _ in outputs for line in out.decode().splitlines()]
    words = [line.partition(":")[0] for line in lines if line.startswith(("Already", "New"))]
    assert sorted(words) == ["Already there", "New"]
    assert Message.objects.count() == 1
