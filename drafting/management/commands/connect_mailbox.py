import time
from getpass import getpass
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from config.errors import DomainError
from config.mail_urls import read_address
from drafting.mail.consent import consent_by_code, consent_in_browser
from drafting.mail.sign_in import PROVIDERS, MailboxToken, SealedError, keep_token, read_kept_token


class Command(BaseCommand):
    help = "Connect a mailbox at Google or Microsoft by its owner's consent (docs/mailbox.md)."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("provider", choices=sorted(PROVIDERS))
        parser.add_argument("--address", help="The mailbox; without it that of DESK_FROM.")
        parser.add_argument("--client-id", help="Of your own registration; asked for without it.")
        way = parser.add_mutually_exclusive_group()
        way.add_argument(
            "--paste", action="store_true", help="The browser is on another machine than this one."
        )
        way.add_argument(
            "--code", action="store_true", help="Type a code on any device (Microsoft)."
        )

    def handle(self, *args: Any, provider: str, paste: bool, code: bool, **options: Any) -> None:
        place = PROVIDERS[provider]
        if code and not place.device_url:
            raise CommandError(f"{place.title} gives no codes for mailboxes; use --paste.")
        try:
            client = _client(provider, options["address"], options["client_id"])
            if code:
                token = consent_by_code(client, say=self._say, wait=time.sleep)
            else:
                token = consent_in_browser(client, say=self._say, ask=input if paste else None)
        except (DomainError, OSError) as error:
            raise CommandError(str(error)) from error
        except EOFError:
            raise CommandError("It asks, and nobody answers: call it in a terminal.") from None
        keep_token(token)
        self.stdout.write(f"{client.address} is connected. In var/desk.env must stand:")
        for name, url in place.urls(client.address).items():
            self.stdout.write(f"export {name}='{url}'")

    def _say(self, text: str) -> None:
        self.stdout.write(text)
        self.stdout.flush()


def _client(provider: str, address: str | None, client_id: str | None) -> MailboxToken:
    """The registration: as told, as kept from the last time, or asked for."""
    try:
        address = read_address(address or settings.DESK_FROM_ADDRESS or input("Mailbox: "))[1]
    except ValueError as error:
        raise CommandError(f"{error}.") from None
    kept = _kept(provider)
    client_id = client_id or (kept.client_id if kept else input("Client id: ").strip())
    if not client_id:
        raise CommandError("It needs the client id of your own registration (docs/mailbox.md).")
    if kept and kept.client_id == client_id:
        secret = kept.client_secret
    else:
        secret = getpass("Client secret (empty where there is none): ").strip()
    return MailboxToken(
        provider=provider,
        address=address,
        token_url=PROVIDERS[provider].token_url,
        client_id=client_id,
        client_secret=secret,
    )


def _kept(provider: str) -> MailboxToken | None:
    try:
        kept = read_kept_token()
    except SealedError:  # it is connected anew, under the key of now
        return None
    return kept if kept and kept.provider == provider else None
