"""The search of every page (Ctrl+K): guests, conversations, letters, facts, answers, pages …
Each is found only by who may see it.

The database keeps the index itself, in the transaction of the write: FTS5 with triggers on SQLite,
an index on an expression on PostgreSQL. So no write can forget it, and what is erased or blanked is
found no more. It is made after ``migrate``, not by a migration: a migration that makes a table of
SQLite's anew takes its triggers with it.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from textwrap import shorten
from typing import Any, NamedTuple

from django.db import connection, transaction
from django.db.models import Model, QuerySet, UUIDField
from django.db.models.expressions import RawSQL
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse

from drafting.desk.navigation import may_see, pages
from drafting.mail.choices import Direction
from drafting.mail.models import MAX_READ_CHARACTERS, Contact, Message
from learning.proposals.models import ReviewState, TemplateProposal
from templatesapp.categories import LANGUAGES
from templatesapp.entries import Catalogue
from templatesapp.models import EmailTemplate, KnowledgeItem, PropertyFact
from templatesapp.selectors import current_catalogue
from templatesapp.text.slots import name_in_words, resolve_slots
from templatesapp.text.tokens import fold_letters

MIN_LETTERS = 2  # of the longest word; one letter begins half the words there are
MAX_TERM_CHARACTERS = 200
SHOWN_AT_MOST = 6  # of each group
SHOWN_CHARACTERS = 120  # of an answer
FOUND_AT_MOST = 200  # of a table, newest first
_LATIN = [chr(code) for code in (*range(0xC0, 0x250), *range(0x1E00, 0x1F00))]
_ACCENTED = [letter for letter in _LATIN if fold_letters(letter).isascii()]
# PostgreSQL would read an address or a link as one word; FTS5 divides it, and folds by itself.
_DIVIDERS = "@._-/+:;,<>&='’"
_FROM = "".join(_ACCENTED) + _DIVIDERS
_TO = "".join(map(fold_letters, _ACCENTED)) + " " * len(_DIVIDERS)
_FOLD = str.maketrans(_FROM, _TO)


class Source(NamedTuple):
    """Shown to who may see rows of ``model``, and has the ``right`` besides where one is given.
    ``page`` opens one, by the first of ``fields``; ``show``: its title and what stands beside it,
    from a row of ``fields``. Other ``indexed`` columns want another name for the table's index:
    one that stands is left alone."""

    title: str
    model: type[Model]
    indexed: tuple[str, ...]
    fields: tuple[str, ...]
    show: Callable[[dict[str, Any], Catalogue], tuple[str, str]]
    page: str = ""  # else the row's own form
    right: str = ""


def _answer(row: dict[str, Any], catalogue: Catalogue) -> tuple[str, str]:
    """The question, and how its answer begins with today's facts."""
    said = resolve_slots(row["answer"], catalogue.fact_values(row["language"])).text
    return row["question"], shorten(said, SHOWN_CHARACTERS, placeholder=" …")


def _mail(row: dict[str, Any], _: Catalogue) -> tuple[str, str]:
    """What it is about, and who wrote it; of our own mail, to whom."""
    with_whom = row["from_name"] or row["from_address"]
    if row["direction"] == Direction.OUT:
        with_whom = f"to {', '.join(row['to'])}"
    return row["subject"] or "(no subject)", with_whom


SOURCES = (
    Source(
        "Conversations",
        Message,
        ("subject", "from_name", "from_address", "new_text", "signature_text"),
        ("thread", "subject", "from_name", "from_address", "to", "direction", "received_at"),
        _mail,
        page="drafting_thread_change",
        right="drafting.view_thread",
    ),
    Source(
        "Guests",
        Contact,
        ("name", "address"),
        ("pk", "name", "address"),
        lambda row, _: (row["name"] or row["address"], row["address"]),
    ),
    Source(
        "Letters",
        EmailTemplate,
        ("template_id", "subject", "body"),
        ("pk", "template_id", "subject", "language"),
        lambda row, _: (f"{row['template_id']} {row['subject']}", LANGUAGES[row["language"]]),
    ),
    Source(
        "Facts",
        PropertyFact,
        ("name", "value", "unit", "description"),
        ("pk", "name", "value", "unit"),
        lambda row, _: (name_in_words(row["name"]), f"{row['value']} {row['unit']}"),
    ),
    Source(
        "Answers",
        KnowledgeItem,
        ("question", "answer"),
        ("pk", "question", "answer", "language"),
        _answer,
    ),
    Source(
        "Proposals",
        TemplateProposal,
        ("proposed_subject", "edited_subject", "proposed_body_redacted", "edited_body"),
        ("pk", "source_template__template_id", "proposed_subject", "review_state"),
        lambda row, _: (
            f"{row['source_template__template_id'] or 'New letter'} {row['proposed_subject']}",
            ReviewState(row["review_state"]).label,
        ),
        page="learning_templateproposal_review",
    ),
)
_INDEXED = {source.model: source.indexed for source in SOURCES}


def search_view(request: HttpRequest) -> HttpResponse:
    term = request.GET.get("s", "")[:MAX_TERM_CHARACTERS]
    return TemplateResponse(request, "admin/drafting/search.html", {"groups": find(request, term)})


def find(request: HttpRequest, term: str) -> dict[str, list[dict[str, Any]]]:
    """What has all words of the term, by the title of its group; a page by its name, all pages
    without a term. Each: ``url, title`` and, but for pages, ``about`` and ``at``."""
    words = search_words(term)
    groups = {
        "Pages": [
            {"url": url, "title": title} for title, url in pages(request) if _begins(title, words)
        ]
    }
    if max(map(len, words), default=0) >= MIN_LETTERS:
        catalogue = current_catalogue()
        with _by_index():
            for source in SOURCES:
                row = f"{source.model._meta.app_label}.view_{source.model._meta.model_name}"
                if may_see(request, row) and may_see(request, source.right):
                    groups[source.title] = _hits(source, words, catalogue)
    return {title: hits for title, hits in groups.items() if hits}


def _hits(source: Source, words: list[str], catalogue: Catalogue) -> list[dict[str, Any]]:
    """Those whose title has the words first, else the newest; a conversation once."""
    options = source.model._meta
    page = source.page or f"{options.app_label}_{options.model_name}_change"
    hits: dict[str, dict[str, Any]] = {}
    for row in matching(source.model, words).values(*source.fields):
        title, about = source.show(row, catalogue)
        url = reverse(f"admin:{page}", args=[row[source.fields[0]]])
        hit = {"url": url, "title": title, "about": about, "at": row.get("received_at")}
        hits.setdefault(url, hit)
    by_title = sorted(hits.values(), key=lambda hit: not _begins(hit["title"], words))
    return by_title[:SHOWN_AT_MOST]


def _begins(title: str, words: list[str]) -> bool:
    own = search_words(title)
    return all(any(one.startswith(word) for one in own) for word in words)


def search_words(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", text.lower().translate(_FOLD))


def matching(model: type[Model], words: list[str]) -> QuerySet[Any]:
    """Rows that hold a word beginning with each of ``words``: the newest, newest first."""
    # Names of tables and columns come from the models; what a person typed is a parameter.
    key = model._meta.pk
    newest = "created_at" if isinstance(key, UUIDField) else key.column
    table = model._meta.db_table
    if connection.vendor == "sqlite":
        found = (
            f"SELECT {key.column} FROM {table} WHERE rowid IN (SELECT rowid FROM search_{table}"  # noqa: S608
            f" WHERE search_{table} MATCH %s ORDER BY rowid DESC LIMIT {FOUND_AT_MOST})"
        )
        wanted = " ".join(f'"{word}"*' for word in words)
    else:
        # Materialized: else a planner that expects many walks the table, reading every text.
        found = (
            f"WITH found AS MATERIALIZED (SELECT {key.column}, {newest} AS newest"  # noqa: S608
            f" FROM {table} WHERE {_words_of(model)} @@ to_tsquery('simple', %s))"
            f" SELECT {key.column} FROM found ORDER BY newest DESC LIMIT {FOUND_AT_MOST}"
        )
        wanted = " & ".join(f"{word}:*" for word in words)
    rows = model._default_manager.filter(pk__in=RawSQL(found, [wanted]))  # noqa: S611
    return rows.order_by(f"-{newest}")


@contextmanager
def _by_index() -> Iterator[None]:
    """PostgreSQL would read a small table instead of its index, and divide each of its texts into
    words anew: two seconds for 376 letters. Searches in here do not."""
    with transaction.atomic():
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SET LOCAL enable_seqscan = off")
        yield


def keep_search_index(**_: Any) -> None:
    """After a migration: makes what is missing, and fills it with what is there."""
    is_sqlite = connection.vendor == "sqlite"
    triggers, indexes = (
        "name FROM sqlite_master WHERE type = 'trigger'",
        "indexname FROM pg_indexes",
    )
    with transaction.atomic(), connection.cursor() as cursor:
        tables = set(connection.introspection.table_names(cursor))
        cursor.execute(f"SELECT {triggers if is_sqlite else indexes}")
        names = {name for (name,) in cursor.fetchall()}
        for model in _INDEXED:
            table = model._meta.db_table
            if table in tables and f"search_{table}" not in names:
                gin = f"CREATE INDEX search_{table} ON {table} USING gin ({_words_of(model)})"
                for statement in _sqlite_index(model) if is_sqlite else [gin]:
                    cursor.execute(statement)


def tidy_search_index() -> None:
    """Take out of the file, too, what was deleted: FTS5 keeps its words until it merges them."""
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            for model in (Contact, Message):
                index = f"search_{model._meta.db_table}"
                cursor.execute(f"INSERT INTO {index}({index}) VALUES ('optimize')")  # noqa: S608


def _sqlite_index(model: type[Model]) -> list[str]:
    """The triggers and their index, which holds no text: only which row has which words.

    A table without a whole number for its key keeps its row ids, as it has an index for that key.
    """
    table, columns = model._meta.db_table, _INDEXED[model]  # of the models: no value stands in SQL
    index = f"search_{table}"
    new, old = (" || ' ' || ".join(f"{row}.{one}" for one in columns) for row in ("new", "old"))
    put = f"INSERT INTO {index}(rowid, words) VALUES (new.rowid, {new});"  # noqa: S608
    take = f"INSERT INTO {index}({index}, rowid, words) VALUES ('delete', old.rowid, {old});"  # noqa: S608
    fts = "fts5(words, content='', detail='none', tokenize='unicode61 remove_diacritics 2')"
    change = f"{index}_update AFTER UPDATE OF {', '.join(columns)} ON {table}"
    return [
        f"DROP TABLE IF EXISTS {index}",
        f"CREATE VIRTUAL TABLE {index} USING {fts}",
        f"INSERT INTO {index}(rowid, words) SELECT new.rowid, {new} FROM {table} AS new",  # noqa: S608
        f"CREATE TRIGGER {index} AFTER INSERT ON {table} BEGIN {put} END",
        f"CREATE TRIGGER {change} BEGIN {take} {put} END",
        f"CREATE TRIGGER {index}_delete AFTER DELETE ON {table} BEGIN {take} END",
    ]


def _words_of(model: type[Model]) -> str:
    """As PostgreSQL says it; a mail of any length has to fit into it."""
    text = " || ' ' || ".join(_INDEXED[model])
    start = f"lower(left({text}, {MAX_READ_CHARACTERS}))"
    divided = f"translate({start}, '{_FROM.replace(chr(39), chr(39) * 2)}', '{_TO}')"
    return f"to_tsvector('simple', {divided})"
