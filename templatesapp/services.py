"""Every change of what the desk may say. Each function is one transaction, checks the text, and
leaves a history row with person and reason; the catalogue version follows by itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Model

from config.errors import DomainError, invalid
from templatesapp.lint import lint_template
from templatesapp.models import MAX_BODY_CHARACTERS, EmailTemplate, PropertyFact
from templatesapp.text.batches import next_batch

Person = AbstractBaseUser | AnonymousUser | None

# A change of these makes a new version of the text.
TEXT_FIELDS = ("subject", "body")


def create_template(
    *, fields: Mapping[str, Any], by: Person, reason: str, check_lint: bool = True
) -> EmailTemplate:
    """A new template, version 1. Raises validation_error, or lint_failed with its findings."""
    template = EmailTemplate(**fields)
    _validate_template(template)
    if check_lint:
        _refuse_findings(template)
    _stamp(template, by, reason)
    with transaction.atomic():
        template.save()
    return template


def revise_template(
    *,
    template: EmailTemplate,
    fields: Mapping[str, Any],
    by: Person,
    reason: str,
    check_lint: bool = True,
    is_new_batch: bool = False,
) -> EmailTemplate:
    """Changes fields of a stored template; a changed subject or body counts its version up.

    Locks the row; the caller's instance may be stale. Nothing changed: no write, no history row.
    Raises validation_error, or lint_failed with its findings.
    """
    with transaction.atomic():
        stored = EmailTemplate.objects.select_for_update().get(pk=template.pk)
        changed = [name for name, value in fields.items() if getattr(stored, name) != value]
        if not changed:
            return stored
        for name in changed:
            setattr(stored, name, fields[name])
        if any(name in TEXT_FIELDS for name in changed):
            stored.version += 1
            changed.append("version")
        if is_new_batch:
            stored.normalization_batch = next_batch(stored.normalization_batch)
            changed.append("normalization_batch")
        _validate_template(stored)
        if check_lint:
            _refuse_findings(stored)
        _stamp(stored, by, reason)
        stored.save(update_fields=changed)
    return stored


def store_row(*, item: Model, fields: Mapping[str, Any], by: Person, reason: str) -> None:
    """Writes a fact, an answer, or a policy with these fields. Raises validation_error."""
    for name, value in fields.items():
        setattr(item, name, value)
    _validate(item)
    _stamp(item, by, reason)
    item.save()


def known_fact_names() -> frozenset[str]:
    return frozenset(PropertyFact.objects.values_list("name", flat=True))


def _validate(item: Model) -> None:
    try:
        item.full_clean()
    except ValidationError as error:
        raise DomainError(
            "validation_error", "; ".join(error.messages), fields=error.message_dict
        ) from error


def _validate_template(template: EmailTemplate) -> None:
    _validate(template)
    if len(template.body) > MAX_BODY_CHARACTERS:  # Django asks this of forms alone
        raise invalid("body", f"At most {MAX_BODY_CHARACTERS} characters.")


def _refuse_findings(template: EmailTemplate) -> None:
    findings = [
        finding
        for finding in lint_template(
            subject=template.subject,
            body=template.body,
            reference_scope=template.reference_scope,
            canonical_reference_url=template.canonical_reference_url,
            fact_names=known_fact_names(),
        )
        if finding.is_error
    ]
    if findings:
        raise DomainError(
            "lint_failed",
            "; ".join(finding.message for finding in findings),
            fields={"body": [finding.message for finding in findings]},
        )


def _stamp(template: Any, by: Person, reason: str) -> None:
    template._history_user = by if by is not None and by.is_authenticated else None
    template._change_reason = reason
