"""Every version a template ever had: who, why, from where; and the way back to one of them."""

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from django.db import transaction

from config.errors import DomainError, found, invalid
from templatesapp.models import EmailTemplate
from templatesapp.services import Person, revise_template

# Besides the text, what a version may differ in.
OTHER_FIELDS = (
    *("category", "purpose", "prepayment_step", "prepayment_provider", "reference_scope"),
    *("canonical_reference_url", "normalization_batch", "learning_epoch", "active"),
)
_RESTORED = ("subject", "body", "normalization_batch")
_SHOWN_FIELDS = ("subject", "body", *OTHER_FIELDS)
# How services begin the reason that they write; anything else was typed by a person.
_ORIGINS = {"rolled back": "rollback", "import": "import", "sample data": "import"}
_TAKEN_BACK = ("rolled back", "undone")


@dataclass(frozen=True, slots=True)
class TemplateVersion:
    """``row`` of the history; ``changed``: fields that the row before had otherwise."""

    row: Any
    changed: tuple[str, ...]
    is_live: bool

    @property
    def heading(self) -> str:
        return f"Version {self.row.version}{', live' if self.is_live else ''}"

    @property
    def person(self) -> str:
        user = self.row.history_user
        return (user.get_full_name() or user.get_username()) if user else ""

    @property
    def origin(self) -> str:
        return origin_of(self.row.history_change_reason or "")


def list_versions(template: EmailTemplate) -> list[TemplateVersion]:
    """Newest first. One query."""
    rows = list(template.history.select_related("history_user").order_by("-history_date", "-pk"))
    return [
        TemplateVersion(row, _changed(row, former), is_live=number == 0)
        for number, (row, former) in enumerate(pairwise([*rows, None]))
    ]


@transaction.atomic
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
    live = EmailTemplate.objects.select_for_update().get(pk=template.pk)
    versions = live.history.filter(history_id=history_id)
    row = found(versions.first(), "This template has no such version.")
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
    """proposal, edit, import or rollback: read from the reason that a version's service wrote."""
    if reason.startswith("proposal "):
        words = reason.split(":", 1)[0]
        return "rollback" if words.endswith(_TAKEN_BACK) else "proposal"
    return next((origin for start, origin in _ORIGINS.items() if reason.startswith(start)), "edit")


def _changed(row: Any, former: Any) -> tuple[str, ...]:
    fields = _SHOWN_FIELDS if former is not None else ()
    return tuple(name for name in fields if getattr(row, name) != getattr(former, name))
