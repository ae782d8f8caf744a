"""Every version a template ever had: who, why, from where; and the way back to one of them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from config.errors import DomainError, invalid
from templatesapp.models import EmailTemplate
from templatesapp.services import Person, revise_template

# Besides the text, what a version may differ in.
_OTHER_FIELDS = (
    *("category", "purpose", "prepayment_step", "prepayment_provider", "reference_scope"),
    *("canonical_reference_url", "normalization_batch", "learning_epoch", "active"),
)
_RESTORED = ("subject", "body", "normalization_batch")
_SHOWN_FIELDS = ("subject", "body", *_OTHER_FIELDS)
# How services begin the reason that they write; anything else was typed by a person.
_ORIGINS = {"rolled back": "rollback", "import": "import", "sample data": "import"}
_TAKEN_BACK = ("rolled back", "undone")


@dataclass(frozen=True, slots=True)
class TemplateVersion:
    """A history row. ``origin``: proposal, edit, import or rollback; ``changed``: field names."""

    history_id: int
    version: int
    at: datetime
    person: str
    reason: str
    origin: str
    changed: tuple[str, ...]
    subject: str
    body: str
    values: dict[str, Any]
    is_live: bool

    @property
    def heading(self) -> str:
        return f"Version {self.version}{', live' if self.is_live else ''}"


def list_versions(template: EmailTemplate) -> list[TemplateVersion]:
    """Newest first. One query."""
    rows = list(template.history.select_related("history_user").order_by("history_date", "pk"))
    versions = [
        _version(row, rows[number - 1] if number else None, is_live=number == len(rows) - 1)
        for number, row in enumerate(rows)
    ]
    return versions[::-1]


def restore_template_version(
    *,
    template: EmailTemplate,
    history_id: int,
    by: Person,
    reason: str,
    seen_version: int | None = None,
) -> EmailTemplate:
    """Subject, text and batch of an earlier version as the next one, with person and reason.

    The text was live once, so the lint has no say. ``seen_version``: what the person took for the
    live version; another one raises template_changed. Raises not_found, validation_error (no
    reason), conflict (the live text says this already). Priors follow by themselves: learning
    reads a changed text in the catalogue.
    """
    reason = " ".join(reason.split())
    if not reason:
        raise invalid("reason", "Say why this version comes back.")
    with transaction.atomic():
        live = EmailTemplate.objects.select_for_update().get(pk=template.pk)
        row = live.history.filter(history_id=history_id).first()
        if row is None:
            raise DomainError("not_found", "This template has no such version.")
        if seen_version is not None and seen_version != live.version:
            raise DomainError(
                "template_changed", f"Version {live.version} is live by now: look at it first."
            )
        if (row.subject, row.body) == (live.subject, live.body):
            raise DomainError("conflict", "The live text says this already.")
        return revise_template(
            template=live,
            fields={name: getattr(row, name) for name in _RESTORED},
            by=by,
            reason=f"rolled back to version {row.version}: {reason}",
            check_lint=False,
        )


def origin_of(reason: str) -> str:
    """Where a version came from, read from the reason that its service wrote."""
    if reason.startswith("proposal "):
        words = reason.split(":", 1)[0]
        return "rollback" if words.endswith(_TAKEN_BACK) else "proposal"
    return next((origin for start, origin in _ORIGINS.items() if reason.startswith(start)), "edit")


def _version(row: Any, former: Any, *, is_live: bool) -> TemplateVersion:
    reason = row.history_change_reason or ""
    fields = _SHOWN_FIELDS if former is not None else ()
    person = row.history_user
    return TemplateVersion(
        history_id=row.history_id,
        version=row.version,
        at=row.history_date,
        person=(person.get_full_name() or person.get_username()) if person else "",
        reason=reason,
        origin=origin_of(reason),
        changed=tuple(name for name in fields if getattr(row, name) != getattr(former, name)),
        subject=row.subject,
        body=row.body,
        values={name: getattr(row, name) for name in _OTHER_FIELDS},
        is_live=is_live,
    )
