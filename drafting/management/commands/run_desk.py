"""``make run``: sets the sample desk up, imports its mailbox, lets the agent work, and serves."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections import Counter
from io import StringIO
from pathlib import Path
from typing import Any

import httpx
from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone
from rich.console import Console
from rich.table import Table

from drafting.access.keys import find_usable_key
from drafting.desk.gate import confirm_sample_thresholds
from drafting.drafts.selectors import drafted_messages
from drafting.mail.choices import BatchState
from drafting.mail.models import Thread
from drafting.management.commands.run_agent import PLAYBOOK
from drafting.outbox.delivery import count_waiting
from drafting.runs.admin.lines import RunLine, line_of, with_evaluations
from drafting.runs.choices import StopReason
from drafting.runs.models import DraftRun
from learning.calibration.services import calibrate
from templatesapp.models import DeskProfile

HOST = "127.0.0.1"
START_SECONDS = 120.0  # on a machine that is busy with other things, too
AGENT_NAME = "sample-agent"
STAFF_NAME = "staff"
TABLE_WIDTH = 176  # characters, where there is no terminal to ask
HEADINGS = ["scenario", "template", "language", "ranked", "delivery status", "run", "first → best"]
NO_RUN = "–"
# How the closing line calls these endings.
ENDINGS = {
    StopReason.THRESHOLD_MET: "improved",
    StopReason.EXHAUSTED: "exhausted",
    StopReason.HARD_BLOCK: "hard-blocked",
}


class Command(BaseCommand):
    help = "Set up and serve the sample desk (PORT=8000; RUN_ONCE=1 stops after the table)."

    def handle(self, *args: Any, **options: Any) -> None:
        port = self._free_port()
        call_command("migrate", verbosity=0)
        call_command("load_sample", sample_desk=True, stdout=self.stdout)
        call_command("ensure_staff", STAFF_NAME, stdout=self.stdout)
        call_command("import_mail", str(settings.BASE_DIR / "fixtures" / "mailbox"), ours=True)
        server = self._start_server(port)
        try:
            self._wait_until_ready(server, port)
            self._run_agent(port)
            self._open_gate()
            self._print_table()
            self._print_waiting(port)
            if os.environ.get("RUN_ONCE") == "1":
                return
            self.stdout.write(f"\nBack office: http://{HOST}:{port}/admin/   (Ctrl-C stops)")
            server.wait()
        except KeyboardInterrupt:
            self.stdout.write("\nStopped.")
        finally:
            self._stop(server)

    def _free_port(self) -> int:
        text = os.environ.get("PORT", "8000")
        if not text.isdigit() or not 0 < int(text) < 65536:
            raise CommandError(f"PORT={text} is no port number.")
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((HOST, int(text)))
            except OSError as error:
                raise CommandError(
                    f"Port {text} is taken. Choose another one: make run PORT={int(text) + 1}"
                ) from error
        return int(text)

    def _start_server(self, port: int) -> subprocess.Popen[bytes]:
        log = settings.VAR_DIR / "server.log"
        log.parent.mkdir(parents=True, exist_ok=True)
        self.stdout.write(f"Starting the server; its log is {log.relative_to(settings.BASE_DIR)}.")
        # A terminal's Ctrl-C reaches this process only; it then ends the server itself.
        return subprocess.Popen(  # noqa: S603
            [
                *(sys.executable, "-m", "gunicorn", "config.wsgi"),
                *("--workers", "2", "--threads", "64"),
                *("--bind", f"{HOST}:{port}", "--log-level", "warning"),
            ],
            cwd=settings.BASE_DIR,
            start_new_session=True,
            stderr=log.open("ab"),
        )

    def _wait_until_ready(self, server: subprocess.Popen[bytes], port: int) -> None:
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline:
            if server.poll() is not None:
                raise CommandError(f"The server stopped with status {server.returncode}.")
            try:
                if httpx.get(f"http://{HOST}:{port}/readyz", timeout=2).is_success:
                    return
            except httpx.HTTPError:
                time.sleep(0.1)
        raise CommandError(f"The server did not get ready within {START_SECONDS:.0f} s.")

    def _run_agent(self, port: int) -> None:
        environment = os.environ | {"DESK_AGENT_KEY": self._agent_key()}
        command = [
            sys.executable,
            str(Path(settings.BASE_DIR) / "manage.py"),
            "run_agent",
            "--once",
        ]
        if DeskProfile.current().is_sample_desk:
            command += ["--playbook", str(PLAYBOOK)]
        subprocess.run(  # noqa: S603
            [*command, "--url", f"http://{HOST}:{port}"], env=environment, check=True
        )

    def _open_gate(self) -> None:
        """On a sample desk the threshold review is done in the name of the staff login, and then
        the first calibration: its page shows what it would have chosen otherwise."""
        person = get_user_model().objects.get(username=STAFF_NAME)
        found = confirm_sample_thresholds(by=person, now=timezone.now())
        if found is not None:
            changed = calibrate(by=person, now=timezone.now()).changed
            self.stdout.write(
                f"Threshold review confirmed; {found} template proposals wait, "
                f"{len(changed)} priors were learned."
            )

    def _agent_key(self) -> str:
        """The sample agent's key: kept in ``var/`` (mode 600), since the desk stores its hash."""
        path = settings.VAR_DIR / "sample_agent_key"
        if path.exists() and find_usable_key(path.read_text(encoding="ascii").strip()):
            return path.read_text(encoding="ascii").strip()
        printed = StringIO()
        call_command("create_agent", AGENT_NAME, source="sample", stdout=printed)
        key = printed.getvalue().strip().splitlines()[-1]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o600)
        path.write_text(key, encoding="ascii")
        return key

    def _print_table(self) -> None:
        runs = _runs_by_message()
        table = Table(title="What was drafted", title_justify="left")
        table.add_column("mail", overflow="ellipsis", no_wrap=True, max_width=50)
        for heading in HEADINGS:
            table.add_column(heading, no_wrap=True)
        for row in drafted_messages():
            run = runs.get(row.message)
            table.add_row(
                f"{row.subject or '(no subject)'} · {row.from_address}",
                row.scenario,
                row.template_id or "–",
                row.languages,
                f"{row.confidence:.0f}",
                row.delivery_status,
                (run.run.stop_reason or "running") if run else NO_RUN,
                run.confidence if run else NO_RUN,
            )
        console = Console(file=sys.stdout)
        if not console.is_terminal:
            console = Console(file=sys.stdout, width=TABLE_WIDTH)
        console.print(table)
        self._print_runs(runs)

    def _print_runs(self, runs: dict[int, RunLine]) -> None:
        """A batch of several mails has one run."""
        ended = Counter({line.run.pk: line.run.stop_reason for line in runs.values()}.values())
        told = ", ".join(f"{ended[reason]} {name}" for reason, name in ENDINGS.items())
        self.stdout.write(f"Runs: {ended.total()} ({told})")

    def _print_waiting(self, port: int) -> None:
        """What the agent left to people: replies to release, mail to answer themselves."""
        handed_over = Thread.objects.filter(batches__state=BatchState.HANDED_OVER).distinct()
        self.stdout.write(
            f"{count_waiting()['awaiting_release']} replies wait for a release "
            f"(http://{HOST}:{port}/admin/drafting/outgoingmail/queue/), "
            f"{handed_over.count()} conversations for a person."
        )

    def _stop(self, server: subprocess.Popen[bytes]) -> None:
        if server.poll() is None:
            server.send_signal(signal.SIGTERM)
            try:
                server.wait(timeout=10)
            except subprocess.TimeoutExpired:
                server.kill()


def _runs_by_message() -> dict[int, RunLine]:
    """The newest run of each mail that one answers."""
    runs = DraftRun.objects.select_related("batch").defer("snapshot", "settings")
    found: dict[int, RunLine] = {}
    for run in with_evaluations(runs.order_by("started_at", "attempt")):
        found |= dict.fromkeys(run.batch.message_ids, line_of(run))
    return found
