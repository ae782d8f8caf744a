"""``make run``: sets the sample desk up, imports its mailbox, lets the agent work, and serves."""

import os
import signal
import subprocess
import sys
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone
from rich.console import Console
from rich.table import Table

from drafting.access.keys import create_key, find_usable_key
from drafting.desk.gate import confirm_sample_thresholds
from drafting.drafts.selectors import drafted_messages
from drafting.instruments.throwaway import free_port, served_desk
from drafting.mail.choices import BatchState
from drafting.mail.models import Thread
from drafting.management.commands.run_agent import PLAYBOOK
from drafting.outbox.delivery import count_waiting
from learning.calibration.cells import each_letter_once
from learning.calibration.services import calibrate
from learning.events.choices import Source
from templatesapp.models import DeskProfile

SERVER = ("--workers", "2", "--threads", "64", "--log-level", "warning", "--graceful-timeout", "10")
AGENT_NAME = "sample-agent"
STAFF_NAME = "staff"
TABLE_WIDTH = 176  # characters, where there is no terminal to ask
HEADINGS = ["scenario", "template", "confidence", "delivery status"]


class Command(BaseCommand):
    help = "Set up and serve the sample desk (PORT=8000; RUN_ONCE=1 stops after the table)."

    def handle(self, *args: Any, **options: Any) -> None:
        port = self._free_port()
        # Ended as by Ctrl-C, or the server would stay behind and keep the port.
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        call_command("migrate", verbosity=0)
        call_command("load_sample", sample_desk=True, stdout=self.stdout)
        call_command("ensure_staff", STAFF_NAME, stdout=self.stdout)
        call_command("import_mail", str(settings.BASE_DIR / "fixtures" / "mailbox"), ours=True)
        log = settings.VAR_DIR / "server.log"
        log.parent.mkdir(parents=True, exist_ok=True)
        self.stdout.write(f"Starting the server; its log is {log.relative_to(settings.BASE_DIR)}.")
        try:
            with log.open("ab") as lines, served_desk(*SERVER, port=port, log=lines) as desk:
                self._go_round(*desk)
        except KeyboardInterrupt:
            self.stdout.write("\nStopped.")
        except RuntimeError as error:
            raise CommandError(str(error)) from error

    def _go_round(self, url: str, server: subprocess.Popen[bytes]) -> None:
        self._run_agent(url)
        self._open_gate()
        self._print_table()
        handed_over = Thread.objects.filter(batches__state=BatchState.HANDED_OVER).distinct()
        self.stdout.write(
            f"{count_waiting()['awaiting_release']} replies wait for a release "
            f"({url}/admin/drafting/outgoingmail/queue/), "
            f"{handed_over.count()} conversations for a person."
        )
        if os.environ.get("RUN_ONCE") != "1":
            self.stdout.write(f"\nBack office: {url}/admin/   (Ctrl-C stops)")
            server.wait()

    def _free_port(self) -> int:
        text = os.environ.get("PORT", "8000")
        try:
            return free_port(int(text))
        except (ValueError, OverflowError):
            raise CommandError(f"PORT={text} is no port number.") from None
        except OSError as error:
            raise CommandError(
                f"Port {text} is taken. Choose another one: make run PORT={int(text) + 1}"
            ) from error

    def _run_agent(self, url: str) -> None:
        environment = os.environ | {"DESK_AGENT_KEY": self._agent_key()}
        manage = settings.BASE_DIR / "manage.py"
        command = [sys.executable, str(manage), "run_agent", "--once", "--url", url]
        if DeskProfile.current().is_sample_desk:
            command += ["--playbook", str(PLAYBOOK)]
        subprocess.run(command, env=environment, check=True)  # noqa: S603

    def _open_gate(self) -> None:
        """On a sample desk the threshold review is done in the name of the staff login, and then
        the first calibration: its page shows what it would have chosen otherwise."""
        person = get_user_model().objects.get(username=STAFF_NAME)
        found = confirm_sample_thresholds(by=person, now=timezone.now())
        if found is not None:
            changed = each_letter_once(calibrate(by=person, now=timezone.now()).changed)
            self.stdout.write(
                f"Threshold review confirmed; {found} template proposals wait, "
                f"{len(changed)} priors were learned."
            )

    def _agent_key(self) -> str:
        """The sample agent's key: kept in ``var/`` (mode 600), since the desk stores its hash."""
        path = settings.VAR_DIR / "sample_agent_key"
        if path.exists() and find_usable_key(path.read_text(encoding="ascii").strip()):
            return path.read_text(encoding="ascii").strip()
        _, key = create_key(name=AGENT_NAME, source=Source.SAMPLE, reason="Made by make run")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o600)
        path.write_text(key, encoding="ascii")
        return key

    def _print_table(self) -> None:
        table = Table(title="What was drafted", title_justify="left")
        table.add_column("mail", overflow="ellipsis", no_wrap=True, max_width=50)
        for heading in HEADINGS:
            table.add_column(heading, no_wrap=True)
        for mail, draft in drafted_messages():
            table.add_row(
                str(mail),
                draft.scenario_category,
                draft.template.template_id if draft.template else "–",
                f"{draft.confidence:.0f}",
                draft.delivery_status,
            )
        width = None if sys.stdout.isatty() else TABLE_WIDTH
        Console(file=sys.stdout, width=width).print(table)
