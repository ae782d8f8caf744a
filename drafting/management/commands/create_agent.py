from datetime import timedelta
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from drafting.access.keys import create_key
from drafting.access.models import Scope
from learning.events.choices import Source

MOST_DAYS = 3650


class Command(BaseCommand):
    help = "Make an agent's key and print it, once, alone on the last line."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", help="Who will use the key (50 characters at most).")
        parser.add_argument(
            "--scope",
            default=",".join(Scope.values),
            help="Scopes with commas between them. Default: every scope an agent may have.",
        )
        parser.add_argument("--days", type=int, help="Days until it expires. Default: never.")
        parser.add_argument(
            "--source",
            choices=Source.values,
            default=Source.LIVE.value,
            help="Events of a sample key count only on a sample desk.",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        scopes = [scope.strip() for scope in options["scope"].split(",") if scope.strip()]
        days = options["days"]
        if days is not None and not 1 <= days <= MOST_DAYS:
            raise CommandError(f"--days: 1 to {MOST_DAYS}.")
        try:
            key, secret = create_key(
                name=options["name"],
                scopes=scopes,
                source=options["source"],
                expires_at=timezone.now() + timedelta(days=days) if days else None,
                reason="Created with create_agent",
            )
        except ValidationError as error:
            known = ", ".join(Scope.values)
            raise CommandError(f"{' '.join(error.messages)} Scopes are: {known}.") from None
        self.stdout.write(
            f"Key of {key.name}, scopes {', '.join(key.scopes)}, source {key.source}. "
            "It is shown this once:"
        )
        self.stdout.write(secret)
