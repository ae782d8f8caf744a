"""The errors of the desk: one list of codes to branch on, one exception, one shape (RFC 9457).

Services raise ``DomainError``; ``config.problems`` answers with it. This is the only module of
config that the apps import.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

CONTENT_TYPE = "application/problem+json"


@dataclass(frozen=True, slots=True)
class ErrorKind:
    """What a code means: HTTP status, title, whether the same call may succeed later."""

    status: int
    title: str
    retryable: bool = False
    next_action: str = ""


ERRORS: dict[str, ErrorKind] = {
    "validation_error": ErrorKind(400, "The request is not valid", next_action="correct_fields"),
    "malformed_json": ErrorKind(400, "The body is not valid JSON", next_action="correct_body"),
    "schema_changed": ErrorKind(
        400, "The input schema has changed", next_action="use_current_schema"
    ),
    "not_authenticated": ErrorKind(
        401, "No key, or a key that does not hold", next_action="send_agent_key"
    ),
    "permission_denied": ErrorKind(403, "Not allowed", next_action="ask_staff"),
    "not_found": ErrorKind(404, "Nothing here"),
    "unknown_draft": ErrorKind(404, "No such draft", next_action="generate_draft"),
    "unknown_message": ErrorKind(404, "No such message"),
    "method_not_allowed": ErrorKind(405, "This method is not offered here"),
    "not_acceptable": ErrorKind(406, "That content type is not offered"),
    "conflict": ErrorKind(409, "The state has changed", next_action="read_again"),
    "already_answered": ErrorKind(409, "The reply has already left the agent's hands"),
    "claim_lost": ErrorKind(409, "The claim is over", next_action="claim_again"),
    "newer_inbound": ErrorKind(
        409, "Newer mail has come since the claim", next_action="claim_again"
    ),
    "not_attested": ErrorKind(
        409, "The draft was not attested for this batch", next_action="refine_draft"
    ),
    "not_best_text": ErrorKind(
        409, "The run's best text is another one", next_action="refine_best_text"
    ),
    "artifact_conflict": ErrorKind(
        409, "This step was stored with another input", next_action="read_run"
    ),
    "out_of_order": ErrorKind(409, "Another step is due", next_action="ask_next"),
    "blocked_draft": ErrorKind(409, "A blocked draft is no reply", next_action="hand_over"),
    "fact_changed": ErrorKind(
        409, "A fact has changed since the text was written", next_action="put_in_todays_facts"
    ),
    "profile_missing": ErrorKind(
        409, "The desk does not know whose house it is", next_action="fill_in_profile"
    ),
    "house_in_use": ErrorKind(409, "The desk belongs to another house"),
    "already_decided": ErrorKind(409, "Somebody has already decided this"),
    "template_changed": ErrorKind(
        409, "The template has changed since", next_action="rebase_or_reject"
    ),
    "in_progress": ErrorKind(409, "The same call is still running", True, "retry_later"),
    "protected_category": ErrorKind(409, "Protected text is not changed by this"),
    "promotion_conflict": ErrorKind(409, "Another answer is active for this question"),
    "gate_closed": ErrorKind(409, "The validation gate is closed", next_action="ask_manager"),
    "lint_failed": ErrorKind(409, "The text does not pass the lint", next_action="edit_text"),
    "body_blanked": ErrorKind(410, "Retention has removed the text"),
    "payload_too_large": ErrorKind(413, "The body is too large", next_action="send_less"),
    "unsupported_media_type": ErrorKind(415, "Send application/json"),
    "idempotency_conflict": ErrorKind(
        422, "The idempotency key was used with another body", next_action="use_new_key"
    ),
    "throttled": ErrorKind(429, "Too many requests", True, "retry_later"),
    "busy": ErrorKind(503, "The desk is busy or its database is away", True, "retry_later"),
    "server_error": ErrorKind(500, "Something broke here; it is logged", True, "retry_later"),
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
        return "\n".join([f"{self.code}: {self.detail}", *fields])


def invalid(field: str, message: str) -> DomainError:
    """A validation error of one field."""
    return DomainError("validation_error", message, fields={field: [message]})


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
    }
    if error.fields:
        body["fields"] = error.fields
    if kind.next_action:
        body["next_action"] = kind.next_action
    return body | error.extra
