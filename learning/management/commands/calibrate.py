"""Take new events into the priors: ``calibrate [--dry-run] [--by USERNAME]``."""

from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from learning.calibration.services import calibrate


class Command(BaseCommand):
    help = "Take the drafts finished since the last calibration into the priors."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--dry-run", action="store_true", help="Say what it would do; write nothing."
        )
        parser.add_argument("--by", default="", help="Username of who asked for it.")

    def handle(self, *args: Any, **options: Any) -> None:
        person = None
        if options["by"]:
            person = User.objects.filter(username=options["by"], is_active=True).first()
            if person is None:
                raise CommandError(f"There is no active user '{options['by']}'.")
        result = calibrate(by=person, now=timezone.now(), dry_run=options["dry_run"])
        if result.status in ("gate_closed", "below_minimum_gate"):
            self.stdout.write(f"Not calibrated ({result.status}): {result.waiting_for}.")
            return
        would = "Would calibrate" if result.status == "dry_run" else "Calibrated"
        self.stdout.write(
            f"{would}: {result.joined_since_last} finished drafts since the last calibration, "
            f"{result.events_used} used, {len(result.changed)} priors changed."
        )
        for change in result.changed:
            self.stdout.write(
                f"  {change['scenario_category']:<16} {change['template_id']} "
                f"{change['language']}  {change['before']:+.1f} -> {change['after']:+.1f}"
            )
        left_out = [f"{count} {kind}" for kind, count in result.excluded.items() if count]
        self.stdout.write(f"Left out: {', '.join(left_out) or 'nothing'}.")
