"""The errors of the desk: one list of codes to branch on, one exception, one shape (RFC 9457).

Services raise ``DomainError``; ``config.problems`` answers with it. This is the only module of
config that the apps import.
"""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

CONTENT_TYPE = "application/problem+json"
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class ErrorKind:
    """What a code means: HTTP status, title, what mends it, whether to try again later."""

    status: int
    title: str
    next_action: str
    retryable: bool = False


ERRORS = {
    code: ErrorKind(**kind)
    for code, kind in tomllib.loads(
        Path(__file__).with_suffix(".toml").read_text(encoding="utf-8")
    ).items()
}


class DomainError(Exception):
    """A rule of the desk refused something. ``code`` is a key of ``ERRORS``."""

    def __init__(
        self,
        code: str,
        detail: str = "",
        *,
        fields: Mapping[str, Sequence[str]] | None = None,
        extra: Mapping[str, Any] | None = None,
    ) -> None:
        self.code = code
        self.kind = ERRORS[code]
        self.detail = detail or self.kind.title
        self.fields = {name: list(messages) for name, messages in (fields or {}).items()}
        self.extra = dict(extra or {})
        super().__init__(self.detail)

    @property
    def in_full(self) -> str:
        """For a shell: code, detail, and what is said of each field."""
        fields = [f"  {name}: {'; '.join(messages)}" for name, messages in self.fields.items()]
        is_repeated = any(self.detail in told for told in fields)
        return "\n".join([self.code if is_repeated else f"{self.code}: {self.detail}", *fields])


def found(row: T | None, said: str = "", *, code: str = "not_found") -> T:
    """The row that was looked for. Raises where there is none, saying so."""
    if row is None:
        raise DomainError(code, said)
    return row


def invalid(field: str, message: str) -> DomainError:
    return DomainError("validation_error", message, fields={field: [message]})


def invalid_fields(fields: Mapping[str, Any]) -> DomainError:
    """``fields``: by name the messages of each, as a form's ``errors`` are, too."""
    said = "; ".join(f"{name}: {messages[0]}" for name, messages in fields.items())
    return DomainError("validation_error", said, fields=fields)


def problem(error: DomainError) -> dict[str, Any]:
    """The body of an error answer."""
    kind = error.kind
    body: dict[str, Any] = {
        "type": f"urn:draftdesk:error:{error.code}",
        "title": kind.title,
        "status": kind.status,
        "detail": error.detail,
        "code": error.code,
        "retryable": kind.retryable,
        "next_action": kind.next_action,
    }
    if error.fields:
        body["fields"] = error.fields
    return body | error.extra
