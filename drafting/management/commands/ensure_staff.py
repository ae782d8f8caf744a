import secrets
from typing import Any

from django.contrib.auth import get_user_model
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import IntegrityError, transaction

PASSWORD_BYTES = 12  # 96 bits, 16 characters


class Command(BaseCommand):
    help = "Make a superuser with a random password and print it, once; later do nothing."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("username")

    def handle(self, *args: Any, **options: Any) -> None:
        users = get_user_model().objects
        username = options["username"]
        if users.filter(username=username).exists():
            return
        password = secrets.token_urlsafe(PASSWORD_BYTES)
        user = get_user_model()(username=username, is_staff=True, is_superuser=True)
        user.set_password(password)
        try:
            user.full_clean(validate_unique=False)
            with transaction.atomic():
                user.save()
        except ValidationError as error:
            raise CommandError("; ".join(error.messages)) from None
        except IntegrityError:  # another start was first, and has shown its password
            return
        self.stdout.write(f"Staff login, shown this once: user {username}, password {password}")
