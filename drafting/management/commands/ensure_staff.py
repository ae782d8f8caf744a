import secrets
from typing import Any

from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser

PASSWORD_BYTES = 12  # 96 bits, 16 characters


class Command(BaseCommand):
    help = "Make a superuser with a random password and print it, once; later do nothing."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("username")

    def handle(self, *args: Any, username: str, **options: Any) -> None:
        username = User.normalize_username(username)  # as who signs in types it
        password = secrets.token_urlsafe(PASSWORD_BYTES)
        rights: dict[str, Any] = {
            "is_staff": True,
            "is_superuser": True,
            "password": make_password(password),
        }
        try:
            User(username=username, **rights).clean_fields()
        except ValidationError as error:
            raise CommandError("; ".join(error.messages)) from None
        # Of two starts at once one is first, and shows its password.
        if User.objects.get_or_create(username=username, defaults=rights)[1]:
            self.stdout.write(f"Staff login, shown this once: user {username}, password {password}")
