"""Reads of events stay one pass each, whatever the planner takes the tables for."""

from __future__ import annotations

import json
import re
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection, connections
from django.db.models import Exists, OuterRef

from learning import retention, statistics
from learning.calibration.models import CalibrationState
from learning.calibration.services import calibrate, recompute_priors
from learning.events.models import ExcludedDraft, RefinementEvent, SelectionEvent
from learning.events.selectors import Span, count_by_kind, count_votes, joined, sum_votes
from learning.statistics import template_outcomes
from learning.thresholds.models import LearningSettings
from learning.thresholds.selectors import threshold_report
from tests.factories import EmailTemplateFactory
from tests.learning.factories import NOW, open_gate
from tests.learning.test_calibration_bench import fill

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

# SQLite plans by its schema alone; what PostgreSQL takes the tables for shows at this size.
EVENTS = 100_000 if connection.vendor == "postgresql" else 10_000
TABLES = (RefinementEvent._meta.db_table, SelectionEvent._meta.db_table)
LIVE = ("live",)
AGO = NOW - timedelta(days=80)


def mistake_tables_for_empty() -> None:
    """The worst that a restore or an import leaves: statistics of before its rows were there.

    Another connection looks at the tables while the rows are not committed, and finds none. The
    server of the tests has no autovacuum that could mend it.
    """
    second = connections.create_connection("default")
    try:
        with second.cursor() as cursor:
            cursor.execute(f"ANALYZE {', '.join(TABLES)}")
    finally:
        second.close()
    with connection.cursor() as cursor:
        cursor.execute("SELECT SUM(reltuples) FROM pg_class WHERE relname = ANY(%s)", [[*TABLES]])
        assert cursor.fetchone() == (0,)


def postgres_scans(plan: dict[str, Any], is_repeated: bool = False) -> Iterator[tuple[str, bool]]:
    """(event table, whether the plan may read it once for each row of something else)."""
    if plan.get("Relation Name") in TABLES:
        yield plan["Relation Name"], is_repeated
    for place, child in enumerate(plan.get("Plans", [])):
        is_inner = plan["Node Type"] == "Nested Loop" and place == 1
        is_correlated = child.get("Parent Relationship") == "SubPlan" and not re.search(
            r"hashed " + re.escape(child["Subplan Name"]), json.dumps(plan)
        )
        yield from postgres_scans(child, is_repeated or is_inner or is_correlated)


def scans(cursor: Any, sql: str, params: Any) -> list[tuple[str, bool]]:
    if connection.vendor == "postgresql":
        cursor.execute(f"EXPLAIN (FORMAT JSON) {sql}", params)
        return list(postgres_scans(cursor.fetchone()[0][0]["Plan"]))
    cursor.execute(f"EXPLAIN QUERY PLAN {sql}", params)
    lines = [row[3] for row in cursor.fetchall()]
    found = [re.match(r"SCAN (\w+)", line) for line in lines]
    is_correlated = any("CORRELATED" in line for line in lines)
    return [(line[1], is_correlated) for line in found if line and line[1] in TABLES]


@contextmanager
def each_statement_one_pass() -> Iterator[list[str]]:
    """Looks at each statement's plan before it runs: a bad one would run for minutes."""
    seen: list[str] = []

    def look(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        reads = re.match(r"\s*(SELECT|INSERT INTO \S+ \([^)]*\) SELECT)", sql)
        if reads and any(table in sql for table in TABLES):
            with connection.cursor() as cursor:  # an EXPLAIN is not looked at again
                found = scans(cursor, sql, params)
            assert not any(is_repeated for _, is_repeated in found), (found, sql)
            assert len(found) <= 1 + sql.count(" UNION ALL "), (found, sql)
            seen.append(sql)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(look):
        yield seen


def test_no_read_joins_events_with_events() -> None:
    open_gate()
    templates = [EmailTemplateFactory.create(category="faq") for _ in range(20)]
    fill(EVENTS, templates)
    ExcludedDraft.objects.bulk_create(
        ExcludedDraft(draft_id=uuid.UUID(int=place), kind="expired_proposal", created_at=NOW)
        for place in range(0, EVENTS, 1000)
    )
    if connection.vendor == "postgresql":
        mistake_tables_for_empty()
    counted = EVENTS - EVENTS // 1000
    keys = [template.pk for template in templates[:3]]
    with each_statement_one_pass() as seen:
        assert count_votes(LIVE) == counted
        assert joined(LIVE, Span(AGO, NOW)).count() == counted
        assert count_by_kind(LIVE, Span(AGO, NOW))["joined"] == counted
        sum_votes(by=("template_text_hash",), tuning=LearningSettings(), template_keys=keys)
        template_outcomes(scenario="faq", since=AGO, until=NOW)
        statistics.signals_stats()
        statistics.session_counts(since=AGO)
        statistics.read_overview(now=NOW, is_sample_desk=False)
        threshold_report(now=NOW)
        assert calibrate(by=None, now=NOW).joined_since_last == counted
        recompute_priors(reason="replay", now=NOW)
        CalibrationState.objects.update(cut_off=NOW + timedelta(days=80))
        planned = retention.compact_events(now=NOW, dry_run=True)
        assert retention.compact_events(now=NOW, batch_size=EVENTS // 5) == planned
    assert planned > EVENTS
    assert len(seen) > 40


def test_a_join_of_events_with_events_is_seen() -> None:
    others = RefinementEvent.objects.filter(agent=OuterRef("agent"), attempt__gt=1)
    with pytest.raises(AssertionError), each_statement_one_pass():
        RefinementEvent.objects.filter(~Exists(others)).count()
