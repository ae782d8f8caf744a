"""The desk's environment, typed: read once, checked at once, refused with every problem named."""

from __future__ import annotations

import os
import secrets
from pathlib import Path
from typing import Literal, Self

from django.core.exceptions import ImproperlyConfigured
from pydantic import Field, ValidationError, field_validator, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from config.mail_urls import read_address, read_imap_url, read_smtp_url

MINIMUM_SECRET_KEY_LENGTH = 50  # characters, as Django's deploy check asks


class Environment(BaseSettings):
    """Variables that operators set. Units stand in the names; nonsense is refused at start."""

    model_config = SettingsConfigDict(extra="ignore", env_ignore_empty=True)

    desk_env: Literal["development", "production"] = "development"
    desk_secret_key: str = ""
    database_url: str = ""
    desk_allowed_hosts: str = ""
    desk_csrf_trusted_origins: str = ""
    desk_time_zone: str = "Europe/Rome"
    desk_https: bool | None = None
    desk_log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    desk_throttle_per_minute: int = Field(default=6000, ge=1, le=1_000_000)
    desk_page_size: int = Field(default=50, ge=1, le=500)
    calibration_shrinkage: float = Field(default=5.0, ge=0.0, le=1000.0)
    desk_imap_url: str = ""
    desk_smtp_url: str = ""
    desk_from: str = ""
    desk_reviewers: str = ""
    desk_claim_minutes: int = Field(default=10, ge=1, le=60)
    # Runs: what is set here goes before the run settings. Bounds as there.
    auto_send_revision_disabled: bool = False
    auto_send_revision_loop_timeout_ms: int | None = Field(default=None, ge=20_000, le=600_000)
    auto_send_revision_loop_max_output_tokens: int | None = Field(default=None, ge=1, le=1_000_000)
    draft_pipeline_run_retention_days: int | None = Field(default=None, ge=1, le=3650)

    @field_validator("desk_time_zone")
    @classmethod
    def known_time_zone(cls, value: str) -> str:
        from zoneinfo import available_timezones

        if value not in available_timezones():
            raise ValueError(f"'{value}' is no time zone; use a name such as Europe/Rome")
        return value

    @field_validator("desk_imap_url")
    @classmethod
    def readable_imap_url(cls, value: str) -> str:
        if value:
            mailbox = read_imap_url(value)
            if not mailbox.username or not mailbox.password:
                raise ValueError("it needs a user and a password: imaps://user:password@host")
        return value

    @field_validator("desk_smtp_url")
    @classmethod
    def readable_smtp_url(cls, value: str) -> str:
        if value:
            read_smtp_url(value)
        return value

    @field_validator("desk_from")
    @classmethod
    def one_sender(cls, value: str) -> str:
        if value:
            read_address(value)
        return value

    @field_validator("desk_reviewers")
    @classmethod
    def list_of_addresses(cls, value: str) -> str:
        for part in value.split(","):
            if part.strip():
                read_address(part)
        return value

    @model_validator(mode="after")
    def reviewers_are_others(self) -> Self:
        if self.desk_from and read_address(self.desk_from)[1] in self.reviewers:
            raise ValueError(
                "DESK_REVIEWERS may not hold the address of DESK_FROM: the desk would answer itself"
            )
        return self

    @property
    def reviewers(self) -> list[str]:
        """The reviewers' addresses, in lower case."""
        return [read_address(part)[1] for part in self.desk_reviewers.split(",") if part.strip()]

    @property
    def is_production(self) -> bool:
        return self.desk_env == "production"

    @property
    def is_https(self) -> bool:
        return self.is_production if self.desk_https is None else self.desk_https


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
    if environment.is_production:
        _refuse_incomplete_production(environment)
    return environment


def _refuse_incomplete_production(environment: Environment) -> None:
    missing = [
        name
        for name, value in (
            ("DESK_SECRET_KEY", environment.desk_secret_key),
            ("DESK_ALLOWED_HOSTS", environment.desk_allowed_hosts),
            ("DATABASE_URL", environment.database_url),
        )
        if not value
    ]
    if missing:
        raise ImproperlyConfigured("Missing in production: " + ", ".join(missing) + ".")
    if len(environment.desk_secret_key) < MINIMUM_SECRET_KEY_LENGTH:
        raise ImproperlyConfigured(
            f"DESK_SECRET_KEY is too short: at least {MINIMUM_SECRET_KEY_LENGTH} characters."
        )


def secret_key(environment: Environment, var_dir: Path) -> str:
    """The key from the environment, else the desk's own in ``var/`` (made once, mode 600)."""
    if environment.desk_secret_key:
        return environment.desk_secret_key
    path = var_dir / "secret_key"
    if not path.exists():
        _create_secret_key(path)
    return path.read_text(encoding="ascii").strip()


def _create_secret_key(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(secrets.token_urlsafe(64))
    try:
        # A link fails where another process was first: both then read the same, whole key.
        os.link(draft, path)
    except FileExistsError:
        pass
    finally:
        draft.unlink()
