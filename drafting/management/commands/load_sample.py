from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from drafting.desk.house import load_sample


class Command(BaseCommand):
    help = "Load the sample property (only what is missing; nothing is overwritten)."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--sample-desk",
            action="store_true",
            help="Mark a new desk as a sample desk, on which sample events count.",
        )

    def handle(self, *args: Any, sample_desk: bool, **options: Any) -> None:
        loaded = load_sample(is_sample_desk=sample_desk)
        self.stdout.write(f"Loaded {loaded}.")
