"""The README's mail section, done as it says: set_up, its commands, and the loop closes."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from email import policy
from email.parser import BytesParser
from pathlib import Path
from typing import Any

import httpx
import pytest
from django.conf import settings as django_settings

from tests.databases import copy_migrated
from tests.drafting.mail.mails import GUEST, mail
from tests.drafting.mail.servers import (
    PASSWORD,
    TLS_HOST,
    USER,
    Mailbox,
    dovecot_server,
    free_port,
    make_certificate,
    smtp_sink,
)

pytestmark = pytest.mark.dovecot
ROOT = Path(django_settings.BASE_DIR)
VARIABLES = {
    *("DESK_SECRET_KEY", "DESK_IMAP_URL", "DESK_SMTP_URL", "DESK_FROM", "DESK_REVIEWERS"),
    "DESK_AUTHSERV_ID",
}
PATIENCE_SECONDS = 180
KEYS_A_MINUTE = 200  # an office typist's; who pastes is faster
BASH = "/bin/bash"


def blocks() -> list[str]:
    """The code blocks of the mail section: set_up, once, a house of one's own, always."""
    section = (ROOT / "README.md").read_text().split("\n## Mail\n")[1].split("\n## ")[0]
    return re.findall(r"^```\n(.*?)^```$", section, re.MULTILINE | re.DOTALL)[:4]


class Shell:
    """A person's terminal in a folder that stands for the project's."""

    def __init__(self, folder: Path, port: int) -> None:
        self.folder = folder
        for name in ("drafting", "learning", "templatesapp", "fixtures"):
            (folder / name).symlink_to(ROOT / name)
        # Copies: by their own place they know which folder is the desk's.
        shutil.copy(ROOT / "manage.py", folder)
        shutil.copytree(ROOT / "config", folder / "config")
        (folder / ".venv").symlink_to(sys.prefix)
        (folder / "Makefile").write_text("setup:\n")
        kept = {k: v for k, v in os.environ.items() if not k.startswith(("DESK_", "DATABASE_"))}
        self.database = folder / "desk.sqlite3"
        self.environment = kept | {
            # Not this project's own database and port: what a fresh machine has by itself.
            "DATABASE_URL": f"sqlite:///{self.database}",
            "GUNICORN_CMD_ARGS": f"--bind 127.0.0.1:{port} --log-level warning",
            "DESK_URL": f"http://127.0.0.1:{port}",
        }
        self.home = self.environment["DESK_URL"]

    def run(self, script: str, *, typed: str = "") -> str:
        done = subprocess.run(  # noqa: S603
            [BASH, "-e", "-o", "pipefail", "-c", script],
            cwd=self.folder,
            env=self.environment,
            check=False,
            capture_output=True,
            text=True,
            input=typed,
            start_new_session=True,  # no terminal: the password is read like the rest
        )
        assert done.returncode == 0, done.stderr[-3000:]
        return done.stdout

    @contextmanager
    def terminal(self, line: str) -> Iterator[None]:
        log = (self.folder / f"{abs(hash(line))}.log").open("wb")
        process = subprocess.Popen(  # noqa: S603
            [BASH, "-c", f". var/desk.env\n{line}"],
            cwd=self.folder, env=self.environment, start_new_session=True, stdout=log, stderr=log,
        )  # fmt: skip
        try:
            yield
        finally:
            os.killpg(process.pid, signal.SIGTERM)
            process.wait(timeout=30)

    def ask(self, sql: str) -> list[Any]:
        with sqlite3.connect(self.database, timeout=10) as connection:
            return connection.execute(sql).fetchall()


def wait_until(found: Callable[[], Any]) -> Any:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < deadline:
        if value := found():
            return value
        time.sleep(0.3)
    raise AssertionError("waited in vain")


def release_in_the_back_office(home: str, password: str, mail_id: int) -> None:
    """As a browser does it: log in, look at the reply, press Release."""
    with httpx.Client(base_url=home, follow_redirects=True, timeout=30) as client:
        client.get("/admin/login/")
        login = {"username": "anna", "password": password}
        token = {"csrfmiddlewaretoken": client.cookies["csrftoken"]}
        client.post("/admin/login/?next=/admin/", data=login | token).raise_for_status()
        page = f"/admin/drafting/outgoingmail/queue/{mail_id}/"
        assert "Release" in client.get(page).text
        token = {"csrfmiddlewaretoken": client.cookies["csrftoken"]}
        answer = client.post(f"{page}decide/", data={"decision": "release"} | token)
        assert answer.is_success, answer.text[:500]


@pytest.fixture
def secured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Mailbox]:
    """A mailbox behind TLS, with a certificate that every process of this test believes."""
    certificate = make_certificate(tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate[0]))
    with dovecot_server(certificate=certificate) as server:
        yield server


def test_the_readme_is_all_a_person_needs(tmp_path, secured):
    """Its blocks as they stand; only the two servers' places are those of this machine."""
    mailbox = secured
    set_up, once, own_house, always = blocks()
    assert len(set_up.splitlines()) == 4
    shell = Shell(tmp_path, free_port())
    certificate = (tmp_path / "cert.pem", tmp_path / "key.pem")
    with smtp_sink(replaces_ids=True, certificate=certificate) as (sink, smtp_port):
        looked_at = "mx.hostel.example 1; spf=pass"
        mailbox.deliver(
            mail(
                "Hi", message_id="<n0@x>", list_id="<x>", date="", authentication_results=looked_at
            )
        )
        typed = "\n".join([
            "info@hostel.example", "Hostel Brikette", "other", USER, PASSWORD,
            f"localhost:{mailbox.port}", f"{TLS_HOST}:{smtp_port}",
            "peter@hostel.example, cristiana@hostel.example", "",
        ])  # fmt: skip
        assert len(set_up) + len(typed) + len(always.splitlines()[1]) < 2 * KEYS_A_MINUTE
        said = shell.run(set_up, typed=typed)
        for what in ("Sending", "Login", "Inbox", "Sent folder", "Proof of senders"):
            assert len(re.findall(rf"works +{what}: ", said)) == 2, said
        assert PASSWORD not in said
        assert {str(trial["Subject"]) for trial in sink.mails} == {"Draftdesk tries its mailbox"}
        sink.taken.clear()
        file = tmp_path / "var" / "desk.env"
        assert set(re.findall(r"\b(DESK_[A-Z_]+)=", file.read_text())) == {*VARIABLES}
        assert "DESK_AUTHSERV_ID=mx.hostel.example" in file.read_text()
        assert file.stat().st_mode & 0o077 == 0
        password = re.search(r"password (\S+)", shell.run(f". var/desk.env\n{once}"))[1]
        _bring_house(shell, own_house)
        with _all_of(shell, always):
            mailbox.deliver(mail("What time is breakfast?", date="", to="info@hostel.example"))
            state = "SELECT id FROM drafting_outgoingmail WHERE state='awaiting_release'"
            ((mail_id,),) = wait_until(lambda: shell.ask(state))
            assert sink.taken == []  # nothing leaves without a person
            release_in_the_back_office(shell.home, password, mail_id)
            # The minute in which it can be taken back is over.
            shell.ask("UPDATE drafting_outgoingmail SET not_before='2026-01-01 00:00:00'")
            wait_until(lambda: sink.taken)
            _mail_as_it_comes(shell, mailbox, sink.taken[0])
            said = shell.run(". var/desk.env; .venv/bin/python manage.py send_briefing")
            assert "peter@hostel.example, cristiana@hostel.example" in said
            wait_until(lambda: len(sink.taken) == 2)
    assert sink.logins == {(USER, PASSWORD)}
    _has_the_tables_of_the_tests(shell)
    reply, briefing = (BytesParser(policy=policy.default).parsebytes(raw) for raw in sink.taken)
    assert (reply["To"], reply["In-Reply-To"]) == (f"Isla Thornbury <{GUEST}>", "<1@example.com>")
    quote = reply.get_body(("plain",)).get_content()
    assert "> What time is breakfast?" in quote
    assert reply["From"] == "Hostel Brikette <info@hostel.example>"
    assert briefing["Subject"].startswith("Briefing ")


def _has_the_tables_of_the_tests(shell: Shell) -> None:
    """Theirs are made by a shorter walk over the migrations."""
    copy_migrated(shell.folder / "tests.sqlite3")
    tables = "SELECT name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_stat%' ORDER BY name"
    with closing(sqlite3.connect(shell.folder / "tests.sqlite3")) as tests:
        assert shell.ask(tables) == tests.execute(tables).fetchall()


def _bring_house(shell: Shell, block: str) -> None:
    """The exported folder with the owner's name, values and a letter of their own in it."""
    export, *load = block.splitlines()
    shell.run(f". var/desk.env\n{export}")
    folder, sample = shell.folder / "my-house", ROOT / "fixtures" / "sample"
    shutil.copy(sample / "profile.json", folder)
    _add_rows(folder / "facts.json", sample / "facts.json", "name")
    _add_rows(
        folder / "templates" / "en.json", sample / "templates" / "en.json", "template_id",
        only=lambda row: row["category"] == "breakfast",
    )  # fmt: skip
    assert "Would load" in shell.run(". var/desk.env\n" + "\n".join(load))


def _add_rows(
    file: Path, source: Path, key: str, only: Callable[[dict[str, Any]], bool] = bool
) -> None:
    rows = {row[key]: row for row in json.loads(file.read_text())}
    rows |= {row[key]: row for row in json.loads(source.read_text()) if only(row)}
    file.write_text(json.dumps(list(rows.values())))


def _mail_as_it_comes(shell: Shell, mailbox: Any, sent: bytes) -> None:
    """A bounce, a newsletter, a platform's guest in two mails, and an answer in our name."""
    to = {"to": "info@hostel.example", "date": ""}
    reply = BytesParser(policy=policy.default).parsebytes(sent)
    bounce = f"<{GUEST}>: 552 5.2.2 mailbox full. It could not be delivered."
    mailbox.deliver(
        mail(bounce, message_id="<b@mx.example>", in_reply_to=str(reply["Message-ID"]),
             subject="Undelivered Mail Returned to Sender", **to, **{"from": "MAILER-DAEMON@mx.example"})
    )  # fmt: skip
    waits = "SELECT id FROM drafting_thread WHERE status='waiting_for_person'"
    reports = "SELECT reason, is_hard FROM drafting_recipientreport"
    assert wait_until(lambda: shell.ask(reports)) == [("full", 0)]
    assert shell.ask(waits)
    mailbox.deliver(mail("Deals", message_id="<n@x>", list_id="<deals.example>", **to))
    alias = {"from": "Kim via Booking.com <77-kim@guest.booking.com>"} | to
    for number, words in enumerate(("Is there a lift?", "And a garden?")):
        frame = f"Booking number: 99887766\n\nKim said:\n\n{words}\n\nReply -->  https://x.example"
        mailbox.deliver(mail(frame, message_id=f"<r{number}@x>", subject="Kim wrote", **alias))
    forged = {"from": "Hostel Brikette <info@hostel.example>", "to": "77-kim@guest.booking.com"}
    mailbox.deliver(
        mail("Never mind.", message_id="<f@x>", in_reply_to="<r0@x>", date="",
             authentication_results="mx.evil.example; dmarc=pass", **forged)
    )  # fmt: skip
    kinds = "SELECT sender_kind FROM drafting_message WHERE message_id='<n@x>'"
    assert wait_until(lambda: shell.ask(kinds)) == [("list",)]
    wait_until(lambda: shell.ask("SELECT id FROM drafting_message WHERE message_id='<f@x>'"))
    relayed = shell.ask(
        "SELECT thread_id, answered_by_id, new_text FROM drafting_message"
        " WHERE message_id LIKE '<r_@x>' ORDER BY id"
    )
    assert [row[2] for row in relayed] == ["Is there a lift?", "And a garden?"]
    assert len({row[0] for row in relayed}) == 1 and {row[1] for row in relayed} == {None}
    waiting = "SELECT recipients FROM drafting_outgoingmail WHERE state='awaiting_release'"
    assert wait_until(lambda: shell.ask(waiting)) == [('["77-kim@guest.booking.com"]',)]


@contextmanager
def _all_of(shell: Shell, always: str) -> Iterator[None]:
    """Each line in a terminal of its own, the back office first."""
    server, *commands = [line for line in always.splitlines() if line.strip()]
    assert len(commands) == 3
    with shell.terminal(server):
        wait_until(lambda: _answers(f"{shell.home}/readyz"))
        with shell.terminal(commands[0]), shell.terminal(commands[1]), shell.terminal(commands[2]):
            yield


def _answers(url: str) -> bool:
    try:
        return httpx.get(url, timeout=5).is_success
    except httpx.HTTPError:
        return False
