"""Backup and restore: verified both ways, refused in plain words, and after it nothing leaves twice.

The drill: a backup of a desk at work, more work after it, the machine lost, the backup restored and
gone on with, over a real SMTP server and a real mailbox.
"""

from __future__ import annotations

import json
import stat
import zipfile
from datetime import timedelta
from io import StringIO

import pytest
from django.contrib.sessions.models import Session
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import timezone

from config.errors import DomainError
from drafting.desk import backup as backup_module
from drafting.desk.backup import BackupError, _run
from drafting.desk.watching import health_sentences, read_health
from drafting.mail import fetching
from drafting.mail.fetching import fetch_pass, open_mailbox
from drafting.mail.models import MailSettings, Message
from drafting.mail.pausing import is_sending_paused
from drafting.mail.work_models import OutgoingMail, RecipientReport
from drafting.outbox.releases import release_reply, send_again
from drafting.outbox.staff_actions import Seen, write_reply
from tests.drafting.mail.mails import record
from tests.factories import UserFactory
from tests.faults.books import report_on

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]


def run(command: str, *args: object) -> str:
    out = StringIO()
    call_command(command, *args, stdout=out)
    return out.getvalue()


@pytest.fixture
def backup(tmp_path):
    """A backup of a desk with one mail."""
    record("Is there a lift?")
    path = tmp_path / "nightly" / "desk.backup"
    assert "verified" in run("backup", path)
    return path


def test_it_comes_back_as_it_was(backup, desk_client):
    before = list(Message.objects.values())
    client = desk_client("reviewer")
    assert client.get("/admin/").status_code == 200
    Message.objects.all().delete()
    record("Another", message_id="<2@x>")
    assert "Restored as of" in run("restore", backup, "--replace")
    assert list(Message.objects.values()) == before
    assert not Session.objects.exists()
    assert record("And on", message_id="<3@x>").created  # keys go on counting


def test_it_is_for_its_owner_and_leaves_nothing_beside_it(backup):
    assert stat.S_IMODE(backup.stat().st_mode) == 0o600
    assert [path.name for path in backup.parent.iterdir()] == ["desk.backup"]


def test_nothing_is_lost_without_the_word(backup):
    record("Another", message_id="<2@x>")
    with pytest.raises(CommandError, match="--replace"):
        run("restore", backup)
    assert Message.objects.count() == 2


def rewrite(path, **changes) -> None:
    """The same archive with another manifest, or other data."""
    with zipfile.ZipFile(path) as packed:
        manifest, data = json.loads(packed.read("manifest.json")), packed.read("data")
    data = changes.pop("data", data)
    with zipfile.ZipFile(path, "w") as packed:
        packed.writestr("manifest.json", json.dumps(manifest | changes))
        packed.writestr("data", data)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"data": b"x"}, "damaged"),
        ({"vendor": "oracle"}, "It is of oracle"),
        ({"format": 2}, "format 2"),
        ({"migrations": ["drafting.9999_later"]}, "newer desk; unknown here: drafting.9999_later"),
    ],
)
def test_what_cannot_come_back_is_refused_untouched(backup, changes, said):
    rewrite(backup, **changes)
    with pytest.raises(CommandError, match=said):
        run("restore", backup, "--replace")
    assert Message.objects.count() == 1
    assert MailSettings.current().sending_paused_at is None


@pytest.mark.parametrize("harm", ["a byte", "the end", "no data"])
def test_a_file_that_a_disk_has_harmed_is_refused_untouched(backup, harm):
    raw = bytearray(backup.read_bytes())
    if harm == "a byte":
        raw[len(raw) // 2] ^= 0xFF
    elif harm == "the end":
        del raw[len(raw) // 2 :]
    else:
        with zipfile.ZipFile(backup) as packed:
            manifest = packed.read("manifest.json")
        with zipfile.ZipFile(backup, "w") as packed:
            packed.writestr("manifest.json", manifest)
        raw = bytearray(backup.read_bytes())
    backup.write_bytes(raw)
    with pytest.raises(CommandError, match=r"damaged|no backup of this desk"):
        run("restore", backup, "--replace")
    assert Message.objects.count() == 1


@pytest.mark.postgres
def test_what_pg_dump_says_is_told_without_rows(tmp_path, monkeypatch):
    monkeypatch.setitem(connection.settings_dict, "NAME", "not_there")
    with pytest.raises(BackupError, match=r"pg_dump: error: .*not_there"):
        _run("pg_dump", "-f", str(tmp_path / "dump"))


@pytest.mark.parametrize("content", [b"", b"no database"])
def test_of_no_desk_there_is_no_backup(tmp_path, monkeypatch, content):
    (tmp_path / "empty").write_bytes(content)
    name = str(tmp_path / "empty") if connection.vendor == "sqlite" else "template1"
    connection.close()
    with monkeypatch.context() as patch:
        patch.setitem(connection.settings_dict, "NAME", name)
        with pytest.raises(CommandError, match="No backup was made"):
            run("backup", tmp_path / "desk.backup")
        connection.close()
    assert not (tmp_path / "desk.backup").exists()


def test_a_file_that_is_none_is_refused(tmp_path):
    (tmp_path / "x").write_bytes(b"PK nonsense")
    for name, said in (("x", "no backup of this desk"), ("not-there", "No such file")):
        with pytest.raises(CommandError, match=said):
            run("restore", tmp_path / name, "--replace")


def test_after_a_restore_nothing_leaves_until_a_person_says_so(tmp_path, worker, sink):
    reviewer = UserFactory.create(role="reviewer")
    record()
    worker.answer_and_release(reviewer)
    OutgoingMail.objects.update(not_before=timezone.now() - timedelta(seconds=1))
    run("backup", tmp_path / "b")
    run("send_mail")
    assert len(sink.taken) == 1
    said = run("restore", tmp_path / "b", "--replace")
    assert "1 replies may have been sent" in said
    mail = OutgoingMail.objects.get()
    assert (mail.state, "since it was made" in mail.last_error) == ("uncertain", True)
    run("send_mail")
    warnings = [e.text for e in health_sentences(read_health(now=timezone.now()))]
    assert any(text.startswith("Nothing is sent since a backup") for text in warnings)
    assert "leaves again" in run("resume_sending")
    run("send_mail")
    assert len(sink.taken) == 1
    assert "was not paused" in run("resume_sending")


def test_a_sender_that_runs_on_finds_nothing_to_send_and_sending_is_paused(
    tmp_path, worker, sink, monkeypatch
):
    """Nor after a restore that dies as soon as the tables are loaded."""
    record()
    MailSettings(pk=1).save()
    worker.answer_and_release(UserFactory.create(role="reviewer"))
    OutgoingMail.objects.update(not_before=timezone.now() - timedelta(seconds=1))
    run("backup", tmp_path / "b")
    run("send_mail")
    assert len(sink.taken) == 1

    def die(*_: object, **__: object) -> None:
        run("send_mail")  # the sender that nobody has stopped
        raise KeyboardInterrupt

    monkeypatch.setattr(backup_module, "call_command", die)
    with pytest.raises(KeyboardInterrupt):
        run("restore", tmp_path / "b", "--replace")
    run("send_mail")
    assert is_sending_paused() and len(sink.taken) == 1
    assert OutgoingMail.objects.get().state == "uncertain"


@pytest.mark.dovecot
@pytest.mark.parametrize("left", ["queued", "awaiting_release", "unanswered", "failed"])
def test_the_drill_nothing_is_answered_twice(tmp_path, mailbox, worker, sink, left):
    """What the backup knows of one reply: released, waiting, not even written, or refused by the
    server. It then leaves, the machine is lost, and the restored desk reads the Sent folder before
    anything else."""
    reviewer = UserFactory.create(role="reviewer")
    record()
    if left == "unanswered":
        run("backup", tmp_path / "b")
    answered = worker.answer_next()
    if left == "awaiting_release":
        run("backup", tmp_path / "b")
    release_reply(mail_id=answered["outgoing_id"], by=reviewer)
    OutgoingMail.objects.update(not_before=timezone.now() - timedelta(seconds=1))
    if left == "failed":
        sink.answers.append("554 5.7.1 No")
        run("send_mail")
    if left in ("queued", "failed"):
        run("backup", tmp_path / "b")
    if left == "failed":
        send_again(mail_id=answered["outgoing_id"], by=reviewer)
    run("send_mail")
    assert len(sink.taken) == 1
    mailbox.deliver(sink.taken[0], "Sent", "(\\Seen)")
    run("restore", tmp_path / "b", "--replace")
    run("send_mail")
    with open_mailbox() as opened:
        fetch_pass(opened)
    assert MailSettings.current().sending_paused_at is None
    run("send_mail")
    assert len(sink.taken) == 1
    assert Message.objects.filter(direction="in", answered_by__isnull=True).count() == 0
    assert worker.claim(204) is None
    assert not OutgoingMail.objects.exclude(state="sent").exists()


@pytest.mark.dovecot
def test_what_is_released_before_the_sent_folder_is_read_does_not_leave(
    tmp_path, mailbox, worker, sink
):
    reviewer = UserFactory.create(role="reviewer")
    record()
    run("backup", tmp_path / "b")
    worker.answer_and_release(reviewer)
    OutgoingMail.objects.update(not_before=timezone.now() - timedelta(seconds=1))
    run("send_mail")
    mailbox.deliver(sink.taken[0], "Sent", "(\\Seen)")
    run("restore", tmp_path / "b", "--replace")
    worker.answer_and_release(reviewer)
    OutgoingMail.objects.update(not_before=timezone.now() - timedelta(seconds=1))
    with open_mailbox() as opened:
        fetch_pass(opened)
    run("send_mail")
    assert len(sink.taken) == 1
    mail = OutgoingMail.objects.get()
    assert (mail.state, mail.last_error) == ("cancelled", "It was answered from a mail program.")
    (answer,) = Message.objects.filter(direction="out")
    assert Message.objects.get(direction="in").answered_by == answer


@pytest.mark.dovecot
def test_what_is_released_once_more_before_the_sent_folder_is_read_does_not_leave(
    tmp_path, mailbox, worker, sink
):
    """The backup knows the reply as one that waits; it left after that."""
    reviewer = UserFactory.create(role="reviewer")
    record()
    waiting = worker.answer_next()["outgoing_id"]
    run("backup", tmp_path / "b")
    release_reply(mail_id=waiting, by=reviewer)
    OutgoingMail.objects.update(not_before=timezone.now() - timedelta(seconds=1))
    run("send_mail")
    mailbox.deliver(sink.taken[0], "Sent", "(\\Seen)")
    run("restore", tmp_path / "b", "--replace")
    release_reply(mail_id=waiting, by=reviewer)
    OutgoingMail.objects.update(not_before=timezone.now() - timedelta(seconds=1))
    with open_mailbox() as opened:
        fetch_pass(opened)
    run("send_mail")
    assert len(sink.taken) == 1
    assert OutgoingMail.objects.get().state == "sent"


@pytest.mark.dovecot
def test_who_writes_on_a_page_from_before_the_sent_folder_was_read_is_refused(
    tmp_path, mailbox, worker, sink
):
    reviewer = UserFactory.create(role="reviewer")
    thread_id = record().message.thread_id
    run("backup", tmp_path / "b")
    worker.answer_and_release(reviewer)
    OutgoingMail.objects.update(not_before=timezone.now() - timedelta(seconds=1))
    run("send_mail")
    mailbox.deliver(sink.taken[0], "Sent", "(\\Seen)")
    run("restore", tmp_path / "b", "--replace")
    seen = Seen(newest_id=Message.objects.get().pk)  # unanswered, as the page shows it
    with open_mailbox() as opened:
        fetch_pass(opened)
    with pytest.raises(DomainError, match="answered meanwhile"):
        write_reply(thread_id=thread_id, body_text="From eight.", by=reviewer, seen=seen)
    assert not OutgoingMail.objects.exists()


@pytest.mark.dovecot
def test_a_pass_that_read_the_sent_folder_before_the_restore_lets_nothing_leave(
    tmp_path, mailbox, monkeypatch
):
    """Its process was not stopped: what it read is undone."""
    run("backup", tmp_path / "b")
    read = fetching._fetch_folder

    def read_and_restore(mailbox, name, counts, **options):
        read(mailbox, name, counts, **options)
        if name == "Sent":
            run("restore", tmp_path / "b", "--replace")

    with open_mailbox() as opened:
        with monkeypatch.context() as patched:
            patched.setattr(fetching, "_fetch_folder", read_and_restore)
            fetch_pass(opened)
        assert MailSettings.current().sending_paused_at is not None
        fetch_pass(opened)
    assert MailSettings.current().sending_paused_at is None


@pytest.mark.dovecot
def test_a_report_on_what_left_after_the_backup_finds_its_mail(tmp_path, mailbox, worker, sink):
    record()
    run("backup", tmp_path / "b")
    worker.answer_and_release(UserFactory.create(role="reviewer"))
    OutgoingMail.objects.update(not_before=timezone.now() - timedelta(seconds=1))
    run("send_mail")
    reply = OutgoingMail.objects.get()
    mailbox.deliver(sink.taken[0], "Sent", "(\\Seen)")
    mailbox.deliver(report_on(reply, 0))
    run("restore", tmp_path / "b", "--replace")
    with open_mailbox() as opened:
        fetch_pass(opened)
    (report,) = RecipientReport.objects.all()
    assert report.address == reply.recipients[0]
    assert report.report.thread.messages.filter(direction="out").exists()


def test_the_tables_are_those_of_this_database(backup):
    with zipfile.ZipFile(backup) as packed:
        manifest = json.loads(packed.read("manifest.json"))
    assert manifest["vendor"] == connection.vendor
    assert manifest["rows"]["drafting_message"] == 1
