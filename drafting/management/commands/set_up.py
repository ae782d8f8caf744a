import shlex
from collections.abc import Callable
from getpass import getpass
from pathlib import Path
from typing import Any
from urllib.parse import quote

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from rich.prompt import Prompt

from config.mail_urls import MailServer, read_address, read_imap_url, read_smtp_url
from drafting.mail.fetching import MAILBOX_ERRORS, open_mailbox
from drafting.mail.selectors import get_staff
from drafting.mail.sign_in import PROVIDERS
from drafting.outbox.mailbox_check import SERVER_SECONDS, say_error, try_mailbox
from drafting.outbox.smtp import EmailBackend

# What must work before anything is written; the rest is told.
NEEDED = frozenset({"Login", "Sending", "Reading", "Inbox"})
OTHER = "other"


class Command(BaseCommand):
    help = "Ask for the mailbox, try it out, and write var/desk.env."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--check", action="store_true", help="Only try out what the environment says."
        )

    def handle(self, *args: Any, check: bool, **options: Any) -> None:
        if check:
            sender = (settings.DESK_FROM_NAME, get_staff().mailbox)
            self._try(settings.DESK_IMAP_SERVER, settings.DESK_SMTP_SERVER, sender)
            return
        call_command("migrate", verbosity=0, interactive=False)
        try:
            values = self._ask()
        except EOFError:
            raise CommandError("It asks, and nobody answers: call it in a terminal.") from None
        imap, smtp = read_imap_url(values["DESK_IMAP_URL"]), read_smtp_url(values["DESK_SMTP_URL"])
        found = self._try(imap, smtp, read_address(values["DESK_FROM"]))
        if found:
            values["DESK_AUTHSERV_ID"] = found
        path = Path(settings.BASE_DIR) / "var" / "desk.env"
        write_environment(path, values)
        self.stdout.write(f"Written: {path}. Begin every terminal with: . var/desk.env")

    def _ask(self) -> dict[str, str]:
        address = self._until("The mailbox's address: ", lambda said: read_address(said)[1])
        name = input("The name that guests read before it (may be empty): ").strip()
        place = Prompt.ask("Where is it?", choices=[*PROVIDERS, OTHER])
        urls = self._connect(place, address) if place in PROVIDERS else self._find(address)
        reviewers = self._until(
            "Addresses of those who release replies, with commas between: ",
            lambda said: ", ".join(_other(part, address) for part in said.split(",")),
        )
        sender = f"{name} <{address}>" if name else address
        return {
            "DESK_SECRET_KEY": settings.SECRET_KEY,
            **urls,
            "DESK_FROM": sender,
            "DESK_REVIEWERS": reviewers,
        }

    def _until(self, question: str, read: Callable[[str], str]) -> str:
        """Asked again until it can be read."""
        while True:
            try:
                return read(input(question).strip())
            except ValueError as error:
                self.stderr.write(f"{error}.")

    def _connect(self, place: str, address: str) -> dict[str, str]:
        is_here = Prompt.ask("Is your browser on this machine?", choices=["yes", "no"])
        way = [] if is_here == "yes" else ["--paste"]
        call_command("connect_mailbox", place, "--address", address, *way, stdout=self.stdout)
        return PROVIDERS[place].urls(address)

    def _find(self, address: str) -> dict[str, str]:
        """Servers by name and password; asked again until both let us in."""
        domain = address.rpartition("@")[2]
        while True:
            user = input(f"User name [{address}]: ").strip() or address
            login = f"{quote(user, safe='')}:{quote(getpass('Password: '), safe='')}"
            imap = input(f"IMAP server [imap.{domain}]: ").strip() or f"imap.{domain}"
            smtp = input(f"SMTP server [smtp.{domain}]: ").strip() or f"smtp.{domain}"
            try:
                return {
                    "DESK_IMAP_URL": _first_that_works("imap", f"{login}@{imap}", _read),
                    "DESK_SMTP_URL": _first_that_works("smtp", f"{login}@{smtp}", _send),
                }
            except (*MAILBOX_ERRORS, ValueError) as error:
                self.stderr.write(f"It did not work: {say_error(error)}")

    def _try(
        self, imap: MailServer | None, smtp: MailServer | None, sender: tuple[str, str]
    ) -> str:
        """Say what works; the name of the server that proves senders, or "".

        Raises CommandError where the desk could not read or send.
        """
        found, failed = "", []
        for trial in try_mailbox(imap=imap, smtp=smtp, sender=sender):
            state = "works  " if trial.is_good else "not yet"
            self.stdout.write(f"{state} {trial.title}: {trial.said}")
            if trial.title == "Proof of senders":
                found = trial.found
            if not trial.is_good and trial.title in NEEDED:
                failed.append(trial.title)
        if failed:
            raise CommandError(f"The mailbox cannot be used yet: {', '.join(failed)}.")
        return found


def _other(said: str, mailbox: str) -> str:
    address = read_address(said.strip())[1]
    if address == mailbox:
        raise ValueError("The mailbox itself releases nothing: the desk would answer itself")
    return address


def _first_that_works(scheme: str, place: str, step: Callable[[str], None]) -> str:
    """TLS from the start, else STARTTLS. Raises what the second try said."""
    tls, start_tls = f"{scheme}s://{place}", f"{scheme}://{place}"
    try:
        step(tls)
        return tls
    except MAILBOX_ERRORS:
        step(start_tls)
        return start_tls


def _read(url: str) -> None:
    with open_mailbox(read_imap_url(url), timeout=SERVER_SECONDS):
        return


def _send(url: str) -> None:
    backend = EmailBackend(server=read_smtp_url(url), timeout=SERVER_SECONDS)
    backend.open()
    backend.close()


def write_environment(path: Path, values: dict[str, str]) -> None:
    """Set these variables in the file (mode 600); its other lines stay."""
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    names = {f"export {name}" for name in values}
    kept = [line for line in lines if line.partition("=")[0] not in names]
    text = "\n".join([*kept, *(f"export {name}={shlex.quote(values[name])}" for name in values)])
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f"{path.name}.new")
    draft.unlink(missing_ok=True)
    draft.touch(mode=0o600)  # it holds a password
    draft.write_text(f"{text}\n", encoding="utf-8")
    draft.replace(path)
