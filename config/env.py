"""The desk's environment, typed: read once, checked at once, refused with every problem named."""

import os
import re
import secrets
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Annotated, Literal, Self
from zoneinfo import ZoneInfo, available_timezones

import dj_database_url
from django.core.exceptions import ImproperlyConfigured
from django.http.request import split_domain_port
from pydantic import AfterValidator, BeforeValidator, Field, ValidationError, model_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from config.mail_urls import MailServer, read_address, read_imap_url, read_smtp_url

MINIMUM_SECRET_KEY_LENGTH = 50  # characters, as Django's deploy check asks
# Fifty random letters hold about thirty different ones; a word typed again and again does not.
MINIMUM_SECRET_KEY_CHARACTERS = 16
_ORIGIN = re.compile(r"https://\w[\w.-]*(?::\d+)?")
SAMPLE_SECRET_KEY = "django-insecure-"  # noqa: S105 - what Django begins the key of a new project with


def machine_time_zone(link: Path = Path("/etc/localtime")) -> str:
    """Where the machine stands, as it is set up; UTC where that says nothing."""
    name = os.environ.get("TZ", "").lstrip(":") or str(link.resolve()).partition("zoneinfo/")[2]
    return name if name in available_timezones() else "UTC"


def _checked_database_url(value: str) -> str:
    wanted = "write it as sqlite:////path/desk.sqlite3 or postgresql://user:password@host/name"
    try:
        found = dj_database_url.parse(value)
    except Exception:  # the library's own errors may hold the password
        raise ValueError(wanted) from None
    if str(found["ENGINE"]).rpartition(".")[2] not in ("sqlite3", "postgresql"):
        raise ValueError(wanted)
    # SQLite takes "file:…" for an address of its own, which may lead into memory.
    if not found["NAME"] or found["NAME"].lower().startswith((":memory:", "file:")):
        raise ValueError(f"it names no database, and nothing would be kept; {wanted}")
    return value


def _read_mailbox(value: str) -> MailServer:
    mailbox = read_imap_url(value)
    if not mailbox.takes_token and not (mailbox.username and mailbox.password):
        raise ValueError("it needs a user and a password: imaps://user:password@host")
    return mailbox


def _listed(value: str) -> list[str]:
    return [part.strip() for part in value.split(",") if part.strip()]


def _read_addresses(value: str) -> list[str]:
    """In lower case."""
    return [read_address(part)[1] for part in _listed(value)]


Listed = Annotated[list[str], NoDecode, BeforeValidator(_listed)]


class Environment(BaseSettings):
    """Variables that operators set. Units stand in the names; nonsense is refused at start."""

    model_config = SettingsConfigDict(extra="ignore", env_ignore_empty=True, validate_default=False)

    desk_env: Literal["development", "production"] = "development"
    desk_secret_key: str = ""
    database_url: Annotated[str, AfterValidator(_checked_database_url)] = ""
    desk_allowed_hosts: Listed = []
    desk_csrf_trusted_origins: Listed = []
    desk_time_zone: ZoneInfo = Field(default_factory=lambda: ZoneInfo(machine_time_zone()))
    desk_https: bool | None = None
    desk_proxies: int | None = Field(default=None, ge=0, le=5)
    desk_session_idle_minutes: int = Field(default=120, ge=5, le=1440)
    desk_session_hours: int = Field(default=24, ge=1, le=336)
    desk_second_factor: Literal["optional", "managers", "staff"] | None = None
    desk_log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    desk_throttle_per_minute: int = Field(default=6000, ge=1, le=1_000_000)
    desk_page_size: int = Field(default=50, ge=1, le=500)
    calibration_shrinkage: float = Field(default=0.0, ge=0.0, le=1000.0)
    desk_imap_url: Annotated[MailServer | None, NoDecode, BeforeValidator(_read_mailbox)] = None
    desk_smtp_url: Annotated[MailServer | None, NoDecode, BeforeValidator(read_smtp_url)] = None
    desk_from: Annotated[tuple[str, str], NoDecode, BeforeValidator(read_address)] = ("", "")
    desk_reviewers: Annotated[list[str], NoDecode, BeforeValidator(_read_addresses)] = []
    desk_authserv_id: Listed = []
    desk_mailbox_token: str = ""
    desk_mailbox_key: str | None = Field(default=None, min_length=32)
    desk_claim_minutes: int = Field(default=10, ge=1, le=60)
    desk_waiting_claims: int = Field(default=40, ge=0, le=500)
    # Runs: what is set here goes before the run settings. Bounds as there.
    auto_send_revision_disabled: bool = False
    auto_send_revision_loop_timeout_ms: int | None = Field(default=None, ge=20_000, le=600_000)
    auto_send_revision_loop_max_output_tokens: int | None = Field(default=None, ge=1, le=1_000_000)
    draft_pipeline_run_retention_days: int | None = Field(default=None, ge=1, le=3650)

    @model_validator(mode="after")
    def reviewers_are_others(self) -> Self:
        if self.desk_from[1] in self.desk_reviewers:
            raise ValueError(
                "DESK_REVIEWERS may not hold the address of DESK_FROM: the desk would answer itself"
            )
        return self

    @property
    def is_production(self) -> bool:
        return self.desk_env == "production"

    @property
    def is_https(self) -> bool:
        return self.is_production if self.desk_https is None else self.desk_https

    @property
    def second_factor(self) -> str:
        """Who must have one; managers in production unless said."""
        return self.desk_second_factor or ("managers" if self.is_production else "optional")

    @property
    def proxies(self) -> int:
        """How many proxies of ours stand before the desk; one in production unless said."""
        return int(self.is_production) if self.desk_proxies is None else self.desk_proxies


def read_environment() -> Environment:
    """The checked environment. Raises ImproperlyConfigured naming every variable that is wrong."""
    try:
        environment = Environment()
    except ValidationError as error:
        lines = [
            f"{'.'.join(str(part) for part in problem['loc']).upper() or 'MAIL'}: {problem['msg']}"
            for problem in error.errors()
        ]
        raise ImproperlyConfigured("The environment is wrong. " + "; ".join(lines)) from None
    if not environment.is_production:
        return environment
    needed = ("desk_secret_key", "desk_allowed_hosts", "database_url")
    if missing := [name.upper() for name in needed if not getattr(environment, name)]:
        raise ImproperlyConfigured("Missing in production: " + ", ".join(missing) + ".")
    if unsafe := list(_unsafe_in_production(environment)):
        raise ImproperlyConfigured("Not in production: " + "; ".join(unsafe) + ".")
    return environment


def _unsafe_in_production(environment: Environment) -> Iterator[str]:
    key = environment.desk_secret_key
    if len(key) < MINIMUM_SECRET_KEY_LENGTH:
        yield f"DESK_SECRET_KEY is too short: at least {MINIMUM_SECRET_KEY_LENGTH} characters"
    elif len(set(key)) < MINIMUM_SECRET_KEY_CHARACTERS:
        yield (
            "DESK_SECRET_KEY can be guessed: at least "
            f"{MINIMUM_SECRET_KEY_CHARACTERS} different characters"
        )
    elif key.startswith(SAMPLE_SECRET_KEY):
        yield f"DESK_SECRET_KEY is a sample: it begins with {SAMPLE_SECRET_KEY}"
    if not all(map(_is_one_host, environment.desk_allowed_hosts)):
        yield "DESK_ALLOWED_HOSTS: name yours alone, without a wildcard, https://, port or path"
    if not all(map(_ORIGIN.fullmatch, environment.desk_csrf_trusted_origins)):
        yield "DESK_CSRF_TRUSTED_ORIGINS: write each as https:// and a name, and no more"
    if not environment.is_https:
        yield "DESK_HTTPS is off, and passwords and keys would travel in the open"


def _is_one_host(host: str) -> bool:
    """Of a name that begins with a dot all hosts below it: of ``.com`` half the world's."""
    is_any = host.startswith(".") and "." not in host.strip(".")
    return not is_any and split_domain_port(host) == (host.lower(), "")


def secret_key(environment: Environment, var_dir: Path) -> str:
    """The key from the environment, else the desk's own in ``var/`` (made once, mode 600)."""
    if environment.desk_secret_key:
        return environment.desk_secret_key
    path = var_dir / "secret_key"
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        with NamedTemporaryFile("w", dir=path.parent, encoding="ascii") as draft:  # of mode 600
            draft.write(secrets.token_urlsafe(64))
            draft.flush()
            # A link fails where another process was first: both then read the same, whole key.
            with suppress(FileExistsError):
                os.link(draft.name, path)
    return path.read_text(encoding="ascii").strip()
