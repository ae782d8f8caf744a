from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.utils import timezone

from config.errors import DomainError
from drafting.drafts.reader.candidate import Labelled, make_candidate
from drafting.instruments.labelled import mail_of, read_rows

# Trained on by nobody; the sealed sets stay closed.
LABELLED = Path(settings.BASE_DIR) / "fixtures" / "eval" / "unseen_mails.jsonl"
SEED = 7


class Command(BaseCommand):
    help = "Make a candidate of the reader from decided mail; a person lets it go live."

    def handle(self, *args: Any, **options: Any) -> None:
        known = [
            Labelled(mail_of(row), frozenset(row["labels"]["acceptable_categories"]))
            for row in read_rows(LABELLED)
        ]
        try:
            version = make_candidate(now=timezone.now(), seed=SEED, labelled=known)
        except DomainError as error:
            self.stdout.write(f"No candidate: {error.detail}")
            return
        for row in version.figures:
            self.stdout.write("{name:52} {before} -> {after} of {cases}".format(**row))
        self.stdout.write(
            f"Candidate {version.pk}: from {version.mails} mails; {len(version.readings)} of the"
            " newest read otherwise. It waits for a person."
        )
