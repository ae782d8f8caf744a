from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.template.loader import render_to_string
from django.utils import timezone

from config.errors import DomainError
from learning.thresholds.selectors import ThresholdReport, threshold_report
from learning.thresholds.services import confirm_thresholds

BAR_CHARACTERS = 40


class Command(BaseCommand):
    help = "Show how far drafts were rewritten; --confirm --by USERNAME opens the gate."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--confirm", action="store_true", help="Keep the boundaries as shown.")
        parser.add_argument("--by", metavar="USERNAME", help="The manager who confirms.")

    def handle(self, *args: Any, confirm: bool, by: str | None, **options: Any) -> None:
        now = timezone.now()
        self.stdout.write(as_text(threshold_report(now=now)))
        if not confirm:
            return
        if not by:
            raise CommandError("Say who confirms: --confirm --by USERNAME.")
        person = User.objects.filter(username=by, is_active=True).first()
        if person is None:
            raise CommandError(f"There is no active user '{by}'.")
        try:
            done = confirm_thresholds(by=person, reason="confirmed from the shell", now=now)
        except DomainError as error:
            raise CommandError(f"{error.code}: {error.detail}") from error
        self.stdout.write(
            f"Confirmed by {by}. {done.proposals} template proposals came of earlier rewrites."
        )


def as_text(report: ThresholdReport) -> str:
    """Histogram with the boundaries drawn in, reasons, outcomes by reason."""
    by_reason = report.outcomes_by_reason.items()
    counted = [
        *(("outcomes", report.outcomes), ("reasons", report.reasons)),
        *((f"outcomes with reason {name}", of) for name, of in by_reason if any(of.values())),
    ]
    drawn = {
        "most": max((bar.votes for bar in report.bars), default=0) or 1,
        "blocks": "█" * BAR_CHARACTERS,
        "bar_characters": BAR_CHARACTERS,
    }
    context = {"report": report, "counted": counted, **drawn}
    return render_to_string("drafting/threshold_report.txt", context).rstrip()
