"""Action plans as a caller posts them, and a sample desk that loads in milliseconds."""

from __future__ import annotations

import uuid
from functools import cache
from typing import Any

from django.db import connection, transaction
from django.db.backends.utils import CursorWrapper
from django.db.models import Model

from drafting.drafts.shapes import plan_to_json
from drafting.mail.models import MailSettings
from drafting.pipeline.plan import Intent
from templatesapp.models import (
    CatalogueVersion,
    DeskProfile,
    EmailTemplate,
    KnowledgeItem,
    PolicyRule,
    PropertyFact,
)
from tests.drafting.pipeline.plans import plan
from tests.house import sample_rows

# The same rows with the same keys have the same stamp: the index is built once per test process.
SAMPLE_STAMP = uuid.UUID("00000000-0000-4000-8000-000000000053")
FIRST_KEY = 1_000_000

SAMPLE: tuple[tuple[type[Model], str], ...] = (
    (PropertyFact, "facts"),
    (EmailTemplate, "templates"),
    (KnowledgeItem, "knowledge"),
    (PolicyRule, "policies"),
)

URLS = {
    "interpret": "/api/v1/drafts/interpret",
    "generate": "/api/v1/drafts/generate",
    "check": "/api/v1/drafts/quality-check",
    "refine": "/api/v1/drafts/refine",
}


def plan_json(
    *questions: str,
    text: str | None = None,
    category: str = "general",
    requests: tuple[str, ...] = (),
    **changes: Any,
) -> dict[str, Any]:
    """A posted plan: a quiet mail of ``category`` that asks ``questions``; its asks are derived
    by the server unless ``asks`` are given."""
    posted = plan_to_json(plan(*questions, category=category))
    del posted["asks"]
    posted["normalized_text"] = text if text is not None else " ".join([*questions, *requests])
    posted["intents"]["requests"] = [_ask(request) for request in requests]
    return posted | changes


def _ask(text: str) -> dict[str, Any]:
    ask = Intent(text=text, evidence=text)
    return {"text": ask.text, "evidence": ask.evidence, "message": ask.message}


def load_sample_desk(*, is_searched: bool = False) -> None:
    """The rows of ``load_sample`` without its history; ``is_searched``: by staff, too."""
    with transaction.atomic(), connection.cursor() as cursor:
        if not is_searched:
            _leave_words_unindexed(cursor)
        for model, name in SAMPLE:
            cursor.executemany(*_insert(model, name))
    # Servers of their own read these rows; bulk rows leave the stamp as it is set here.
    DeskProfile.objects.bulk_create([DeskProfile(pk=1)], ignore_conflicts=True)
    MailSettings.objects.bulk_create([MailSettings(pk=1)], ignore_conflicts=True)
    CatalogueVersion.objects.update_or_create(
        pk=1, defaults={"number": FIRST_KEY, "stamp": SAMPLE_STAMP}
    )


def _leave_words_unindexed(cursor: CursorWrapper) -> None:
    """To index the words of these rows took most of the time of loading them: over a second on
    PostgreSQL, in each of hundreds of tests. Without, a search fails on SQLite, and takes its time
    on PostgreSQL. The index is back with the test's end: by its rollback, or by what Django calls
    after it has emptied the tables."""
    if connection.vendor == "postgresql":
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE; SET CONSTRAINTS ALL DEFERRED")
    for model, _ in SAMPLE:
        index = f"search_{model._meta.db_table}"
        if connection.vendor == "postgresql":
            cursor.execute(f"DROP INDEX IF EXISTS {index}")
            continue
        for trigger in (index, f"{index}_update", f"{index}_delete"):
            cursor.execute(f"DROP TRIGGER IF EXISTS {trigger}")
        cursor.execute(f"DROP TABLE IF EXISTS {index}")


@cache
def _insert(model: type[Model], name: str) -> tuple[str, list[list[Any]]]:
    """The statement and the values of all rows: made once a process, for hundreds of tests."""
    quote, fields = connection.ops.quote_name, model._meta.concrete_fields
    columns = ", ".join(quote(field.column) for field in fields)
    places = ", ".join(["%s"] * len(fields))
    rows = (
        model(pk=FIRST_KEY + number, **_stored(row)) for number, row in enumerate(sample_rows(name))
    )
    return f"INSERT INTO {quote(model._meta.db_table)} ({columns}) VALUES ({places})", [  # noqa: S608
        [field.get_db_prep_save(field.pre_save(row, True), connection) for field in fields]
        for row in rows
    ]


def _stored(row: dict[str, Any]) -> dict[str, Any]:
    return {key: "" if value is None and key != "requires" else value for key, value in row.items()}
