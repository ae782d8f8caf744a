"""Changes what the desk may say: one transaction each, text checked, history kept.
The history row has person and reason; the catalogue version follows by itself."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser, User
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Model
from simple_history.utils import bulk_create_with_history

from config.errors import DomainError, found, invalid
from templatesapp.choices import KnowledgeSource
from templatesapp.house_rows import row_of
from templatesapp.lint import LINTED, lint_template
from templatesapp.models import (
    MAX_BODY_CHARACTERS,
    EmailTemplate,
    KnowledgeItem,
    PropertyFact,
    lock_catalogue_version,
    raise_catalogue_version,
)
from templatesapp.selectors import current_catalogue
from templatesapp.text.guarded.known import Known

Person = AbstractBaseUser | AnonymousUser | None

# A change of these makes a new version of the text.
TEXT_FIELDS = ("subject", "body")
_AT_ONCE = 200  # rows of one statement
RESTORED = ("subject", "body", "normalization_batch")


@transaction.atomic
def create_template(
    *, fields: Mapping[str, Any], by: Person, reason: str, known: Known | None = None
) -> EmailTemplate:
    """A new template, version 1. Raises validation_error, or lint_failed with its findings.

    ``known``: what facts and knowledge say, where the caller has it for many."""
    lock_catalogue_version()
    template = EmailTemplate(**fields)
    validate(template)
    _refuse_findings(template, known)
    _stamp(template, by, reason)
    template.save()
    return template


def create_rows(*, model: type[Model], rows: Sequence[Mapping[str, Any]], reason: str) -> None:
    """New rows of one model with their history, not linted, together: one by one takes five times
    as long. Raises validation_error for the first that is wrong.

    What the database refuses is looked at one by one, for the error to name it: ValidationError.
    """
    if not rows:
        return
    items = [model(**row) for row in rows]
    for item in items:
        validate(item, is_checked_later=True)
    try:
        with transaction.atomic():
            bulk_create_with_history(
                items, model, batch_size=_AT_ONCE, default_change_reason=reason
            )
    except IntegrityError:
        for item in items:
            item.full_clean()
        raise
    raise_catalogue_version()  # bulk writes send no signal


@transaction.atomic
def revise_template(
    *,
    template: EmailTemplate,
    fields: Mapping[str, Any],
    by: Person,
    reason: str,
    check_lint: bool = True,
    is_new_batch: bool = False,
    known: Known | None = None,
) -> EmailTemplate:
    """Changes fields of a stored template; a changed subject or body counts its version up.

    Locks the row; the caller's instance may be stale. Nothing changed: no write, no history row.
    Raises validation_error, or lint_failed with its findings.
    """
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
    validate(stored)
    if check_lint:
        _refuse_findings(stored, known)
    _stamp(stored, by, reason)
    stored.save(update_fields=changed)
    return stored


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
        fields=row_of(row, RESTORED),
        by=by,
        reason=f"rolled back to version {row.version}: {reason}",
        check_lint=False,
    )


def next_batch(batch: str) -> str:
    """The letter after, of how often a text was reworked: D → E, Z → AA, AZ → BA."""
    head, last = batch[:-1], batch[-1:]
    if last == "Z":
        return next_batch(head) + "A"
    return head + chr(ord(last) + 1) if last else "A"


def store_row(*, item: Model, fields: Mapping[str, Any], by: Person, reason: str) -> None:
    """Writes a fact, an answer, or a policy with these fields. Raises validation_error."""
    for name, value in fields.items():
        setattr(item, name, value)
    validate(item)
    _stamp(item, by, reason)
    item.save()


def known_fact_names() -> frozenset[str]:
    return frozenset(PropertyFact.objects.values_list("name", flat=True))


def validate(item: Model, *, is_checked_later: bool = False, exclude: Collection[str] = ()) -> None:
    """Raises validation_error for values that the model does not take. ``is_checked_later``: the
    database alone says whether it fits beside the other rows."""
    asks = not is_checked_later
    try:
        item.full_clean(exclude=exclude, validate_unique=asks, validate_constraints=asks)
    except ValidationError as error:
        raise DomainError(
            "validation_error", "; ".join(error.messages), fields=error.message_dict
        ) from error
    if isinstance(item, EmailTemplate) and len(item.body) > MAX_BODY_CHARACTERS:
        # Django asks this of forms alone.
        raise invalid("body", f"At most {MAX_BODY_CHARACTERS} characters.")


def lint_errors(told: Mapping[str, Any], known: Known | None = None) -> list[str]:
    """What keeps a letter with these LINTED fields from going live."""
    known = known or current_catalogue().guarded
    findings = lint_template(**told, fact_names=known_fact_names(), known=known)
    return [finding.message for finding in findings if finding.is_error]


def _refuse_findings(template: EmailTemplate, known: Known | None) -> None:
    messages = lint_errors(row_of(template, LINTED), known)
    if messages:
        raise DomainError("lint_failed", "; ".join(messages), fields={"body": messages})


def _stamp(template: Any, by: Person, reason: str) -> None:
    template._history_user = by if by is not None and by.is_authenticated else None
    template._change_reason = reason


@transaction.atomic
def store_promoted_answer(
    *,
    key: str,
    question: str,
    answer: str,
    category: str,
    language: str,
    question_hashes: Sequence[str],
    by: User,
    now: datetime,
) -> KnowledgeItem:
    """The active knowledge item under ``key``; one that was retired comes back with this answer.

    The same answer again writes nothing, unless it brings further hashes. Raises
    promotion_conflict where another answer is active under the key or for one of the hashes,
    validation_error.
    """
    item = KnowledgeItem.objects.select_for_update(of=("self",)).filter(key=key).first()
    _refuse_other_answers(key, answer, question_hashes)
    if item is not None and item.active:
        return add_wordings(item=item, question_hashes=question_hashes, by=by)
    fields: dict[str, Any] = {
        "question": question,
        "answer": answer,
        "category": category,
        "language": language,
        "question_hashes": list(dict.fromkeys(question_hashes)),
        "source": KnowledgeSource.PROMOTED,
        "may_be_injected": True,  # the person who promotes it allows it
        "active": True,
        "promoted_by": by,
        "promoted_at": now,
    }
    item = item or KnowledgeItem(key=key)
    store_row(item=item, fields=fields, by=by, reason="promoted")
    return item


def add_wordings(*, item: KnowledgeItem, question_hashes: Sequence[str], by: User) -> KnowledgeItem:
    """The promoted answer serves these questions, too; it writes nothing where it does already.
    Needs a transaction. Raises promotion_conflict, as ``store_promoted_answer`` does."""
    _refuse_other_answers(item.key, item.answer, question_hashes)
    hashes = list(dict.fromkeys([*item.question_hashes, *question_hashes]))
    if hashes != item.question_hashes:
        new = {"question_hashes": hashes}
        store_row(item=item, fields=new, by=by, reason="another wording")
    return item


@transaction.atomic
def retire_promoted_answer(*, item: KnowledgeItem, by: User, reason: str) -> None:
    """Out of use; it stays readable. Locks the row; already retired: no write."""
    stored = KnowledgeItem.objects.select_for_update(of=("self",)).get(pk=item.pk)
    if stored.active:
        store_row(item=stored, fields={"active": False}, by=by, reason=reason)


def _refuse_other_answers(key: str, answer: str, question_hashes: Sequence[str]) -> None:
    """One question, one answer: also where it is another wording that carries the hash."""
    wanted = set(question_hashes)
    promoted = KnowledgeItem.objects.filter(active=True, source=KnowledgeSource.PROMOTED)
    for item in promoted.select_related("promoted_by"):
        # No JSON lookup here: SQLite has none for "contains".
        is_about_it = item.key == key or wanted & set(item.question_hashes)
        if is_about_it and item.answer != answer:
            raise DomainError(
                "promotion_conflict",
                "Another answer is active for this question: revert it first.",
                extra={
                    "key": item.key,
                    "active_answer": item.answer,
                    "promoted_by": item.promoted_by.get_username() if item.promoted_by else None,
                },
            )
