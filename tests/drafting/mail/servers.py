"""Real mail servers on loopback: an SMTP sink, and Dovecot with one mailbox."""

from __future__ import annotations

import asyncio
import ctypes
import imaplib
import logging
import os
import shutil
import signal
import socket
import ssl
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from email import policy
from email.message import EmailMessage
from email.parser import BytesParser
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult

from config.mail_urls import read_smtp_url

DOVECOT = shutil.which("dovecot") or "/usr/sbin/dovecot"
USER, PASSWORD = "desk", "a/password:with@odd%signs"
# Of this machine, and none of the names that the desk speaks to in plain.
TLS_HOST = "127.0.0.2"
HANG_UP, SILENCE = "hang up", "421 silence"
SILENCE_SECONDS = 20  # longer than the desk waits in tests


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Gate:
    """A way to a server on this machine that can be shut: who is inside is cut off, and nobody
    answers at the door."""

    def __init__(self, target: int) -> None:
        self.target, self.port = target, free_port()
        self._inside: list[socket.socket] = []
        self.open()

    def open(self) -> None:
        self._door = socket.create_server(("127.0.0.1", self.port))
        threading.Thread(target=self._let_in, args=(self._door,), daemon=True).start()

    def shut(self) -> None:
        self._door.shutdown(socket.SHUT_RDWR)
        self._door.close()
        for end in self._inside:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()
        self._inside.clear()

    def _let_in(self, door: socket.socket) -> None:
        with suppress(OSError):  # the door was shut
            while True:
                ends = (door.accept()[0], socket.create_connection(("127.0.0.1", self.target)))
                self._inside += ends
                for source, goal in (ends, ends[::-1]):
                    threading.Thread(target=_carry, args=(source, goal), daemon=True).start()


def _carry(source: socket.socket, goal: socket.socket) -> None:
    with suppress(OSError):
        while data := source.recv(65536):
            goal.sendall(data)
    with suppress(OSError):
        goal.shutdown(socket.SHUT_RDWR)
    source.close()


def make_certificate(folder: Path) -> tuple[Path, Path]:
    """``(certificate, key)`` of this machine's names; SSL_CERT_FILE lets a process believe it."""
    certificate, key = folder / "cert.pem", folder / "key.pem"
    subprocess.run(  # noqa: S603
        [
            *("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"),
            *("-keyout", str(key), "-out", str(certificate), "-subj", "/CN=localhost"),
            *("-addext", f"subjectAltName=DNS:localhost,IP:{TLS_HOST}"),
        ],
        check=True,
        capture_output=True,
    )
    return certificate, key


# --- SMTP -------------------------------------------------------------------------------------


@dataclass
class Sink:
    """Takes mail and keeps it. ``replaces_ids``: gives each mail an id of its own, as many
    providers do. ``answers``: what DATA is answered with, HANG_UP where the mail is taken and the
    connection cut, SILENCE where neither; ``hangs_up``: HANG_UP each time."""

    replaces_ids: bool = False
    hangs_up: bool = False
    answers: list[str] = field(default_factory=list)
    refuses_recipients: list[str] = field(default_factory=list)
    taken: list[bytes] = field(default_factory=list)
    taken_from: list[str] = field(default_factory=list)
    logins: set[tuple[str, str]] = field(default_factory=set)

    def log_in(self, server: Any, session: Any, envelope: Any, mechanism: str, data: Any) -> Any:
        self.logins.add((data.login.decode(), data.password.decode()))
        return AuthResult(success=True)

    @property
    def mails(self) -> list[EmailMessage]:
        parser = BytesParser(policy=policy.default)
        return [parser.parsebytes(raw) for raw in self.taken]  # type: ignore[misc]

    async def handle_RCPT(  # noqa: N802 - aiosmtpd's name
        self, server: Any, session: Any, envelope: Any, address: str, options: Any
    ) -> str:
        answer = self.refuses_recipients.pop(0) if self.refuses_recipients else "250 OK"
        if not answer.startswith("250"):
            return answer
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        answer = self.answers.pop(0) if self.answers else ""
        if answer == SILENCE:
            await asyncio.sleep(SILENCE_SECONDS)
        if answer not in ("", HANG_UP):
            return answer
        raw = envelope.content
        number = len(self.taken) + 1
        if self.replaces_ids:
            lines = raw.split(b"\r\n")
            own = next(i for i, line in enumerate(lines) if line.startswith(b"Message-ID:"))
            lines[own] = f"Message-ID: <provider-{number}@relay.example>".encode()
            raw = b"\r\n".join(lines)
        self.taken.append(raw)
        self.taken_from.append(envelope.mail_from)
        if self.hangs_up or answer == HANG_UP:
            server.transport.abort()
        return "250 OK"


@contextmanager
def smtp_sink(
    *, certificate: tuple[Path, Path] | None = None, **behaviour: Any
) -> Iterator[tuple[Sink, int]]:
    """A server on 127.0.0.1; with a certificate one on TLS_HOST, which takes mail only after
    STARTTLS, and only from who logs in with a name and a password."""
    sink, port = Sink(**behaviour), free_port()
    # Its own name is else looked up for each connection.
    named = {"server_hostname": "relay.example"}
    options: dict[str, Any] = {"hostname": "127.0.0.1"}
    if certificate:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(*certificate)
        options = {
            "hostname": TLS_HOST, "tls_context": context, "require_starttls": True,
            "auth_required": True, "authenticator": sink.log_in,
        }  # fmt: skip
    logging.getLogger("mail.log").setLevel(logging.WARNING)  # else each line of each mail
    controller = Controller(sink, port=port, **named, **options)
    controller.start()
    try:
        yield sink, port
    finally:
        controller.stop()


def send_through(settings: Any, port: int) -> None:
    """Let the desk of this test send over SMTP; pytest-django would keep its mail in memory."""
    settings.EMAIL_BACKEND = "drafting.outbox.smtp.EmailBackend"
    settings.DESK_SMTP_SERVER = read_smtp_url(f"smtp://127.0.0.1:{port}")
    settings.EMAIL_TIMEOUT = 5


# --- IMAP -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Mailbox:
    """A Dovecot of its own with one account and the folders INBOX and Sent."""

    port: int
    folder: Path
    certificate: Path | None = None  # with one it speaks TLS only

    @property
    def url(self) -> str:
        from urllib.parse import quote

        scheme, host = ("imaps", "localhost") if self.certificate else ("imap", "127.0.0.1")
        return f"{scheme}://{USER}:{quote(PASSWORD, safe='')}@{host}:{self.port}"

    def _connect(self) -> imaplib.IMAP4:
        if not self.certificate:
            return imaplib.IMAP4("127.0.0.1", self.port)
        context = ssl.create_default_context(cafile=self.certificate)
        return imaplib.IMAP4_SSL("localhost", self.port, ssl_context=context)

    @contextmanager
    def client(self) -> Iterator[imaplib.IMAP4]:
        client = self._connect()
        client.login(USER, PASSWORD)
        try:
            yield client
        finally:
            client.logout()

    def deliver(self, raw: bytes, folder: str = "INBOX", flags: str = "") -> None:
        """Put a mail into a folder, as a mail server or a mail program does."""
        with self.client() as client:
            status, _ = client.append(folder, flags, "", raw)  # type: ignore[arg-type]
            assert status == "OK"

    def flags(self, folder: str = "INBOX") -> list[str]:
        """The flags of each mail of a folder, in order."""
        with self.client() as client:
            client.select(folder, readonly=True)
            found = client.search(None, "ALL")[1][0].split()
            return [
                client.fetch(number.decode(), "(FLAGS)")[1][0].decode()  # type: ignore[union-attr]
                for number in found
            ]

    def empty(self) -> None:
        with self.client() as client:
            for folder in ("INBOX", "Sent"):
                status, found = client.select(folder)
                assert status == "OK", found
                if int(found[0] or 0):
                    client.store("1:*", "+FLAGS", "(\\Deleted)")
                    client.expunge()


CONFIG = """
protocols = imap
base_dir = {folder}/run
log_path = {folder}/dovecot.log
ssl = {ssl}
{certificate}
disable_plaintext_auth = no
auth_mechanisms = plain {mechanism}
{oauth}
# A refused login is answered at once: by default each waits, and the next ones longer.
auth_failure_delay = 0
first_valid_uid = 1
mail_location = maildir:{folder}/mail/%u
mail_uid = {uid}
mail_gid = {gid}
default_login_user = {account}
default_internal_user = {account}
default_internal_group = {group}
passdb {{
  driver = static
  mechanisms = plain
  args = password={password}
}}
userdb {{
  driver = static
  args = uid={uid} gid={gid} home={folder}/home/%u
}}
namespace inbox {{
  inbox = yes
  mailbox Sent {{
    auto = create
    special_use = \\Sent
  }}
}}
service imap-login {{
  chroot =
  inet_listener imap {{
    address = 127.0.0.1
    port = {port}
  }}
  inet_listener imaps {{
    address = 127.0.0.1
    port = {tls_port}
  }}
}}
service anvil {{
  chroot =
  unix_listener anvil-auth-penalty {{
    mode = 0
  }}
}}
service stats {{
  chroot =
}}
"""


@contextmanager
def dovecot_server(
    *,
    certificate: tuple[Path, Path] | None = None,
    mechanism: str = "",
    introspection_url: str = "",
) -> Iterator[Mailbox]:
    """A server with a config of its own; with a certificate it speaks TLS only; with a mechanism
    it takes the tokens that the introspection calls active."""
    # Not in pytest's folder, which any other run of pytest shuts to Dovecot's own account.
    with (
        TemporaryDirectory(prefix="draftdesk-dovecot-") as folder,
        _dovecot_in(Path(folder), certificate, mechanism, introspection_url) as mailbox,
    ):
        yield mailbox


@contextmanager
def _dovecot_in(
    folder: Path, certificate: tuple[Path, Path] | None, mechanism: str, introspection_url: str
) -> Iterator[Mailbox]:
    import grp
    import pwd

    port, plain = free_port(), free_port()
    uid = os.getuid()
    # As root Dovecot drops to its own account for what faces the network, and to one for mail.
    mail = pwd.getpwnam("nobody") if uid == 0 else pwd.getpwuid(uid)
    account = "dovecot" if uid == 0 else mail.pw_name
    group = "dovecot" if uid == 0 else grp.getgrgid(mail.pw_gid).gr_name
    for name in ("run", "mail", "home"):
        path = folder / name
        path.mkdir(parents=True, exist_ok=True)
        path.chmod(0o777)
    for parent in (folder, *folder.parents):
        if parent.stat().st_uid == uid and str(parent) != "/":
            parent.chmod(parent.stat().st_mode | 0o011)
    keys = f"ssl_cert = <{certificate[0]}\nssl_key = <{certificate[1]}" if certificate else ""
    config = folder / "dovecot.conf"
    config.write_text(
        CONFIG.format(
            folder=folder,
            uid=mail.pw_uid,
            gid=mail.pw_gid,
            account=account,
            group=group,
            password=PASSWORD.replace("%", "%%"),
            port=plain if certificate else port,
            tls_port=port if certificate else 0,
            ssl="required" if certificate else "no",
            certificate=keys,
            mechanism=mechanism,
            oauth=_write_oauth(folder, mechanism, introspection_url) if mechanism else "",
        )
    )
    process = subprocess.Popen(  # noqa: S603
        [DOVECOT, "-F", "-c", str(config)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.STDOUT,
        preexec_fn=end_with_parent,
    )
    try:
        _wait_for(port, folder / "dovecot.log")
        yield Mailbox(port, folder, certificate and certificate[0])
    finally:
        process.terminate()
        process.wait(timeout=10)


def _write_oauth(folder: Path, mechanism: str, introspection_url: str) -> str:
    (folder / "oauth2.conf.ext").write_text(
        f"introspection_url = {introspection_url}\nintrospection_mode = post\n"
        "username_attribute = username\nactive_attribute = active\nactive_value = true\n"
    )
    return (
        f"passdb {{\n  driver = oauth2\n  mechanisms = {mechanism}\n"
        f"  args = {folder}/oauth2.conf.ext\n}}"
    )


def end_with_parent(signal_number: int = signal.SIGTERM) -> None:
    """Let the kernel end this process when the tests are killed and cannot do it (Linux)."""
    PR_SET_PDEATHSIG = 1  # noqa: N806 - its name in prctl(2)
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal_number)


def _wait_for(port: int, log: Path) -> None:
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise RuntimeError(f"Dovecot did not start: {log.read_text() if log.exists() else 'no log'}")
