import os
import time
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from drafting.instruments.agent import DeskClient, work_once
from drafting.instruments.scripted_stages import Playbook

WATCH_SECONDS = 10.0
IMPROVED = "threshold_met"  # how such a run ends
PLAYBOOK = Path(settings.BASE_DIR) / "fixtures" / "sample" / "agent_playbook.json"  # the sample's


class Command(BaseCommand):
    help = (
        "Run the scripted agent over HTTP (no model). The key comes from DESK_AGENT_KEY. Each "
        "conversation is claimed, walked through its run (strategy, draft, verification, gate, "
        "evaluation, at most three revisions) and answered with the run's best text, which a "
        'person releases. A key without the scope "runs" drafts, rewrites once and answers. '
        "Stopped anywhere and started again, it goes on where it was as soon as its claim has run "
        "out."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        mode = parser.add_mutually_exclusive_group()
        mode.add_argument("--once", action="store_true", help="One pass (the default).")
        mode.add_argument("--watch", action="store_true", help="Again and again until stopped.")
        parser.add_argument(
            "--playbook", type=Path, help="What it was told beyond the desk's texts."
        )
        parser.add_argument("--url", default=os.environ.get("DESK_URL", "http://127.0.0.1:8000"))

    def handle(
        self, *args: Any, watch: bool, url: str, playbook: Path | None, **options: Any
    ) -> None:
        key = os.environ.get("DESK_AGENT_KEY", "")
        if not key:
            raise CommandError("Set DESK_AGENT_KEY (manage.py create_agent NAME prints one).")
        try:
            told = Playbook.read(playbook) if playbook else Playbook()
        except (OSError, ValueError, TypeError) as error:
            raise CommandError(f"{playbook} is no playbook: {error!r}") from error
        with DeskClient(url, key) as client:
            self._run_pass(client, told)
            while watch:
                time.sleep(WATCH_SECONDS)
                self._run_pass(client, told)

    def _run_pass(self, client: DeskClient, told: Playbook) -> None:
        worked = list(work_once(client, told))
        refused = [result for result in worked if result.error]
        handed_over = sum(result.handed_over for result in worked)
        improved = sum(result.stop_reason == IMPROVED for result in worked)
        self.stdout.write(
            f"{len(worked) - len(refused)} answers drafted, {improved} of them improved by a run, "
            f"{handed_over} handed over to a person, {len(refused)} refused."
        )
        for result in refused:
            self.stdout.write(f"  message {result.message}: {result.error}")
