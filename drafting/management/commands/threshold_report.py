from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from config.errors import DomainError
from learning.thresholds.report import Bar, ThresholdReport, threshold_report
from learning.thresholds.services import confirm_thresholds

BAR_CHARACTERS = 40


class Command(BaseCommand):
    help = "Show how far drafts were rewritten; --confirm --by USERNAME opens the gate."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--confirm", action="store_true", help="Keep the boundaries as shown.")
        parser.add_argument("--by", metavar="USERNAME", help="The manager who confirms.")

    def handle(self, *args: Any, confirm: bool, by: str | None, **options: Any) -> None:
        now = timezone.now()
        self.stdout.write("\n".join(as_lines(threshold_report(now=now))))
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


def as_lines(report: ThresholdReport) -> list[str]:
    """Histogram with the boundaries drawn in, reasons, outcomes by reason."""
    gate = report.gate
    return [
        f"{gate.joined} finished drafts. {gate.waiting_for or 'The gate is open.'}",
        "",
        "edit distance",
        *_histogram(report.bars),
        "",
        _counts("outcomes", report.outcomes),
        _counts("reasons", report.reasons),
        *(
            _counts(f"outcomes with reason {reason}", outcomes)
            for reason, outcomes in report.outcomes_by_reason.items()
            if any(outcomes.values())
        ),
    ]


def _histogram(bars: list[Bar]) -> list[str]:
    most = max((bar.votes for bar in bars), default=0) or 1
    lines = []
    for bar in bars:
        if bar.starts_at_boundary:
            lines.append(f"  ---- from {bar.from_pct} %: {bar.outcome} ----")
        drawn = "█" * round(bar.votes / most * BAR_CHARACTERS)
        lines.append(f"  {bar.from_pct:>3}-{bar.to_pct:<3} {bar.votes:>5} {drawn}".rstrip())
    return lines


def _counts(title: str, counts: dict[str, int]) -> str:
    return f"{title}: " + ", ".join(f"{name} {count}" for name, count in counts.items())
