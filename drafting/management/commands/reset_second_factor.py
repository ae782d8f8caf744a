from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError, CommandParser

from drafting.access.second_factor import remove_second_factor


class Command(BaseCommand):
    help = "Take a person's second factor away and end their sessions; they set up a new one."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("username")

    def handle(self, *args: Any, username: str, **options: Any) -> None:
        person = User.objects.filter(username=username).first()
        if person is None:
            raise CommandError(f"Nobody is called {username}.")
        remove_second_factor(user=person)
        self.stdout.write(f"{username} logs in with the password alone and sets up a new one.")
