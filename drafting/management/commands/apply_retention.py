from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone

from drafting.desk.erasure import apply_retention


class Command(BaseCommand):
    help = "Apply retention to events, proposals and drafts."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--dry-run", action="store_true")

    def handle(self, *args: Any, dry_run: bool, **options: Any) -> None:
        done = apply_retention(now=timezone.now(), is_dry_run=dry_run)
        verb = "would be" if dry_run else "were"
        self.stdout.write(
            f"{done.proposals_expired} proposals {verb} expired, "
            f"{done.proposal_bodies_blanked} proposal texts {verb} blanked, "
            f"{done.draft_texts_blanked} drafts {verb} blanked, "
            f"{done.typed_texts_dropped} typed texts {verb} dropped, "
            f"{done.events_compacted} events {verb} summed."
        )
