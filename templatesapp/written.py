"""Prepared SQL of queries asked for every mail or page, since Django writes them slowly.
Django takes far longer to write one than the database to answer it, so each is written once in a
process, with marks where its values stand."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from datetime import UTC, date, datetime, timedelta
from typing import Any, cast

from django.db import connection, connections
from django.db.models import BigIntegerField, QuerySet
from django.db.models.sql import Query
from django.db.models.sql.compiler import SQLCompiler


class Written:
    """``build`` makes the query from values by name: whole numbers, texts, moments and days. They
    must not shape it, so none may be None or a list; a number that no column can hold finds
    nothing."""

    def __init__(self, build: Callable[..., QuerySet[Any, Any]]) -> None:
        self._build = build
        self._kept: dict[str, tuple[QuerySet[Any, Any], _Compiler]] = {}

    def rows(self, **given: Any) -> list[Any]:
        """What the query finds, by one statement; the same names at each call."""
        if any(isinstance(v, int) and abs(v) > BigIntegerField.MAX_BIGINT for v in given.values()):
            return []
        alias = connection.alias
        if alias not in self._kept:
            self._kept[alias] = self._written(given)
        queryset, written = self._kept[alias]
        stored = {name: _as_stored(value) for name, value in given.items()}
        rows, compiler = queryset.all(), copy(written)
        compiler.connection = connections[alias]  # of this thread
        compiler.parameters = tuple(stored[m] if m else v for m, v in written.marks)
        cast("_Query", rows.query).written = compiler
        return list(rows)

    def first(self, **given: Any) -> Any:
        return next(iter(self.rows(**given)), None)

    def _written(self, given: dict[str, Any]) -> tuple[QuerySet[Any, Any], _Compiler]:
        values = {
            name: _unlikely(value, number) for number, (name, value) in enumerate(given.items())
        }
        queryset = self._build(**values)
        compiler = _Compiler(queryset.query, connection, connection.alias)
        compiler.sql, parameters = SQLCompiler.as_sql(compiler)
        names = {_as_stored(value): name for name, value in values.items()}
        # A list is a path into JSON, as PostgreSQL takes it.
        named = (names.get(v, "") if not isinstance(v, list) else "" for v in parameters)
        compiler.marks = list(zip(named, parameters, strict=True))
        queryset.query = queryset.query.chain(klass=_Query)
        return queryset, compiler


class _Compiler(SQLCompiler):
    """Of each parameter ``marks`` holds which of the given values it is ("" for none), and its
    own. What Django reads of a compiler besides, writing has left here."""

    sql: str
    marks: list[tuple[str, Any]]
    parameters: tuple[Any, ...]

    def as_sql(self, *args: Any, **options: Any) -> tuple[str, tuple[Any, ...]]:
        return self.sql, self.parameters


class _Query(Query):
    written: _Compiler

    def get_compiler(self, *args: Any, **options: Any) -> _Compiler:
        return self.written


def _unlikely(value: Any, number: int) -> Any:
    """A value of the same kind that no query holds of itself."""
    if isinstance(value, datetime):
        return datetime(1971, 3, 5, 7, 11, 13, tzinfo=UTC) + timedelta(days=number)
    if isinstance(value, date):
        return date(1971, 3, 5) + timedelta(days=number)
    return 1_987_654_321 + number if isinstance(value, int) else f"<given {number}>"


def _as_stored(value: Any) -> Any:
    if isinstance(value, datetime):
        return connection.ops.adapt_datetimefield_value(value)
    return connection.ops.adapt_datefield_value(value) if isinstance(value, date) else value
