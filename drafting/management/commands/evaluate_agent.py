import json
import shlex
from pathlib import Path
from subprocess import TimeoutExpired
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from drafting.instruments.agent_evaluation import evaluate_agent


class Command(BaseCommand):
    help = (
        "Let an agent work labelled mail on a throw-away desk, and measure the texts it finishes. "
        "The command gets DESK_URL and DESK_AGENT_KEY and must end by itself. The real desk is "
        "not touched; mails with an earlier conversation are left out."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--mails", type=Path, required=True, help="As in fixtures/eval/.")
        parser.add_argument("--agent", required=True, help="What to run, as in a shell.")
        parser.add_argument("--seconds", type=float, default=3600.0, help="It may take.")
        parser.add_argument("--json", action="store_true", help="One JSON object as last line.")

    def handle(self, *args: Any, mails: Path, agent: str, seconds: float, **options: Any) -> None:
        try:
            status, left_out, figures = evaluate_agent(mails, shlex.split(agent), seconds=seconds)
        except TimeoutExpired:
            raise CommandError(f"The agent did not end within {seconds:.0f} s.") from None
        except (OSError, ValueError, KeyError, RuntimeError) as error:
            raise CommandError(f"It cannot be run: {error!r}") from error
        if status:
            self.stderr.write(f"The agent ended with status {status}.")
        self.stdout.write(f"{left_out} mails with an earlier conversation are left out.")
        for name, value in figures.items():
            self.stdout.write(f"{name:24} {'–' if value is None else value}")
        if options["json"]:
            self.stdout.write(json.dumps(figures))
